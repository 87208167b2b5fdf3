// @ts-nocheck: its parts are made when it is shown, not when it is constructed
// The map of the head: boules put where they lie by tap, drag, buttons or typed numbers. It is no surer than a finger.

import { button, fill, make, strike, tell } from "./dom.js";
import { done, transact } from "./idb.js";
import { sheet } from "./sheet.js";
import { short } from "./count.js";
import { AREA, Drawing, said } from "./map_drawing.js";
import { Pointing } from "./map_pointing.js";
import { list } from "./map_list.js";

const SIDES = /** @type {const} */ (["A", "B"]);
const WIDEST_MM = 4000;
const CLOSEST_MM = 400;
const FIRST_MM = 2000;
const ZOOM = 1.41;
const STEP_MM = 10;
const FINE_MM = 1;
const FINGER_PX = 8; // what a fingertip is good for
const ASK_MS = 250;

/** @param {import("./app.js").Ctx} ctx @param {HTMLElement} root @param {Record<string, string>} args `beside`: next to the scorer's screen */
export function show(ctx, root, args) {
  sheet("petanque.css");
  const map = new HeadMap(ctx, root, args.beside === "1");
  return { title: ctx.t("desk.map.title", { number: ctx.view?.boule ?? 1 }), update: () => map.update(), leave: () => map.leave() };
}

/** @typedef {{x_mm: number, y_mm: number, within_mm: number, tape_mm: number|null}} Spot */

export class HeadMap {
  /** @param {import("./app.js").Ctx} ctx @param {HTMLElement} root @param {boolean} beside */
  constructor(ctx, root, beside) {
    this.ctx = ctx;
    this.beside = beside;
    /** @type {Record<string, Spot>} */
    this.spots = {};
    this.across = FIRST_MM;
    /** What the next tap on the ground puts there: a side, or null. @type {"A"|"B"|null} */
    this.tool = null;
    /** @type {string|null} */
    this.selected = null;
    this.fine = false;
    this.listed = false;
    /** @type {any} */
    this.told = null;
    this.timer = 0;
    this.of = -1;
    this.drawing = new Drawing(ctx, {
      select: (id) => this.select(id),
      key: (id, event) => this.key(id, event),
    });
    this.pointing = new Pointing(this.drawing.svg, {
      tap: (x, y) => this.tap(x, y),
      pick: (id) => this.select(id),
      drag: (id, x, y) => this.put(id, x, y),
      zoom: (by) => this.zoom(by),
    });
    this.said = make("p", { class: "say", role: "status" });
    this.tools = make("div", { class: "tools", role: "group", "aria-label": ctx.t("desk.map.place") });
    this.moves = make("div", { class: "tools", role: "group", "aria-label": ctx.t("desk.map.move") });
    this.table = make("div", { class: "listed", hidden: true });
    this.close = make("div", { class: "two", hidden: true });
    this.listing = button(ctx.t("desk.map.list"), () => this.list());
    this.publish = button(ctx.t("desk.map.publish"), () => this.record(), { class: "pri" });
    this.at = make(
      "div", { class: "map" },
      make("div", { class: "tools" }, button("−", () => this.zoom(ZOOM), { "aria-label": ctx.t("desk.map.out"), many: true }), button("+", () => this.zoom(1 / ZOOM), { "aria-label": ctx.t("desk.map.in"), many: true })),
      this.drawing.at, this.said, this.close, this.tools, this.moves, this.table,
      make("div", { class: "two" }, this.listing, this.publish),
    );
    this.tooling();
    fill(root, this.at);
    this.update();
  }

  /** The sketch of this end, as it was left on this phone or recorded last. */
  async restore() {
    const { view } = this.ctx;
    if (!view) return;
    this.of = view.end;
    const kept = await transact(["prefs"], "readonly", (open) => done(open("prefs").get(this.key_of()))).catch(() => null);
    if (kept) this.spots = { ...kept, ...this.spots };
    else if (view.map) this.spots = { ...from(view.map), ...this.spots };
    if (Object.keys(this.spots).length) this.changed();
    else this.draw();
  }

  key_of() {
    return `map:${this.ctx.id}:${this.of}`;
  }

  leave() {
    clearTimeout(this.timer);
    this.pointing.stop();
  }

  update() {
    const { view } = this.ctx;
    if (!view) return;
    if (view.end !== this.of) {
      if (this.of >= 0) this.spots = {};
      this.selected = null;
      this.told = null;
      this.restore();
    }
    this.draw();
  }

  // --- what is on the ground ------------------------------------------------------------------------

  /** The live boules that are not on the map yet, oldest first. @param {"A"|"B"} side */
  unplaced(side) {
    const live = (this.ctx.view?.boules ?? []).filter((/** @type {any} */ boule) => boule.side === side && boule.status === "live");
    return live.map((/** @type {any} */ boule) => boule.id).filter((/** @type {string} */ id) => !(id in this.spots));
  }

  /** How sure a finger is at this scale, in mm. */
  get within() {
    const width = this.drawing.svg.getBoundingClientRect().width || 390;
    return Math.max(1, Math.round((FINGER_PX * this.across) / width));
  }

  /** A tap on free ground. @param {number} x @param {number} y mm */
  tap(x, y) {
    if (this.tool) {
      const [next] = this.unplaced(this.tool);
      if (!next) return this.say(this.ctx.t("desk.map.all_placed", { side: this.ctx.team(this.tool) }));
      this.put(next, x, y);
      this.selected = next;
    } else if (this.selected) {
      this.put(this.selected, x, y);
    } else {
      this.say(this.ctx.t("desk.map.choose_tool"));
    }
  }

  /** @param {string} id @param {number} x @param {number} y @param {number} [within] */
  put(id, x, y, within = this.within) {
    this.spots = { ...this.spots, [id]: { x_mm: Math.round(x), y_mm: Math.round(y), within_mm: within, tape_mm: null } };
    this.changed();
  }

  /** @param {string|null} id */
  select(id) {
    this.selected = this.selected === id ? null : id;
    this.draw();
  }

  /** @param {number} dx @param {number} dy in steps */
  nudge(dx, dy) {
    const spot = this.selected ? this.spots[this.selected] : null;
    if (!spot || !this.selected) return;
    const step = this.fine ? FINE_MM : STEP_MM;
    this.put(this.selected, spot.x_mm + dx * step, spot.y_mm + dy * step, spot.within_mm);
  }

  /** Take a boule off the map alone; the game knows nothing of it. */
  lift() {
    if (!this.selected) return;
    const { [this.selected]: gone, ...rest } = this.spots;
    this.spots = rest;
    this.selected = null;
    this.changed();
  }

  /** A boule on the map is dead: that is said of the game, and then it is off the map. */
  dead() {
    const id = this.selected;
    if (!id) return;
    this.lift();
    this.ctx.open("happened", { group: "boule_out" });
  }

  /** @param {string} id @param {KeyboardEvent} event */
  key(id, event) {
    const moves = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] });
    if (event.key in moves) {
      this.selected = id;
      const fine = this.fine;
      this.fine = fine || event.shiftKey;
      this.nudge(...moves[event.key]);
      this.fine = fine;
    } else if (event.key === "Delete") {
      this.selected = id;
      this.dead();
    } else if (event.key === "Enter" || event.key === " ") this.select(id);
    else return;
    event.preventDefault();
  }

  /** @param {string} id @param {number|null} tape_mm */
  typed(id, tape_mm) {
    const spot = this.spots[id] ?? { x_mm: 0, y_mm: (tape_mm ?? 0) + 52, within_mm: this.within, tape_mm: null };
    this.spots = { ...this.spots, [id]: { ...spot, tape_mm } };
    this.changed();
  }

  /** @param {number} by */
  zoom(by) {
    this.across = Math.min(WIDEST_MM, Math.max(CLOSEST_MM, Math.round(this.across * by)));
    this.draw();
  }

  list() {
    this.listed = !this.listed;
    this.draw();
  }

  // --- what it tells ----------------------------------------------------------------------------------

  changed() {
    transact(["prefs"], "readwrite", (open) => void open("prefs").put(this.spots, this.key_of())).catch(() => null);
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), ASK_MS);
  }

  body() {
    const boules = Object.fromEntries(Object.entries(this.spots).map(([id, spot]) => [id, spot.tape_mm === null ? { x_mm: spot.x_mm, y_mm: spot.y_mm, within_mm: Math.min(1000, spot.within_mm) } : { ...spot, within_mm: Math.min(1000, spot.within_mm) }]));
    return { boules };
  }

  /** What observe sees in the sketch; it is computed on the desk. */
  async ask() {
    const asked = JSON.stringify(this.spots);
    const reply = await this.ctx.desk(`/api/games/${this.ctx.id}/map?lang=${this.ctx.lang}`, { body: this.body() }).catch(() => null);
    if (asked !== JSON.stringify(this.spots)) return null;
    this.told = reply?.status === 200 ? reply.body : null;
    this.offline = reply?.status !== 200;
    this.draw();
    return this.told;
  }

  /** The measured facts of this sketch, put on the story. */
  async record() {
    const { ctx } = this;
    const told = await this.ask();
    if (!told?.proposals.length) return;
    for (const { fact, source, by } of told.proposals) {
      const as = fact.equal ? "equal" : undefined;
      const words = ctx.t(`desk.said.${fact.kind}`, { near: fact.near ?? "", far: fact.far ?? "", ...(as ? { as } : {}) });
      await ctx.record(fact, { words, undoes: ctx.t(`desk.undo.${fact.kind}`), by, source });
    }
    if (!this.beside) ctx.back();
  }

  // --- drawing -----------------------------------------------------------------------------------------

  draw() {
    const { ctx } = this;
    const name = (/** @type {string} */ id) => short(ctx, id);
    this.drawing.draw({ spots: this.spots, selected: this.selected, across: this.across, told: this.told, jack_mm: ctx.view?.jack?.range_mm ?? null, within: this.within });
    this.pointing.scale = this.across / AREA;
    this.say();
    this.compare();
    this.tooled();
    if (this.selected) tell(this.name, ctx.t("desk.map.selected", { boule: name(this.selected) }));
    this.moves.hidden = !this.selected;
    this.table.hidden = !this.listed;
    if (this.listed) list(ctx, this.table, { ids: this.live(), spots: this.spots, told: this.told, name, typed: (id, mm) => this.typed(id, mm) });
    this.listing.setAttribute("aria-expanded", String(this.listed));
    const none = Object.keys(this.spots).length ? null : ctx.t("desk.map.empty");
    strike(this.publish, ctx.barred ?? none ?? (this.offline ? ctx.t("desk.map.later") : null));
  }

  live() {
    return (this.ctx.view?.boules ?? []).filter((/** @type {any} */ boule) => boule.status === "live").map((/** @type {any} */ boule) => boule.id);
  }

  /** What is known: what was asked for by a press, else what the sketch tells. @param {string} [text] */
  say(text) {
    const { ctx, told } = this;
    if (text) return tell(this.said, text);
    const gaps = (told?.gaps ?? []).slice(0, 2).map((/** @type {any} */ gap) => said(ctx, gap)).join(" · ");
    const tells = told ? told.say : ctx.t(Object.keys(this.spots).length ? (this.offline ? "desk.map.later" : "desk.map.asking") : "desk.map.empty");
    return tell(this.said, [gaps, tells].filter(Boolean).join(". "));
  }

  /** The first two that the map does not tell apart: which is nearer, somebody measures. */
  compare() {
    const { ctx, told } = this;
    const pair = told?.close.find((/** @type {string[]} */ [one, two]) => one[0] !== two[0]);
    this.close.hidden = !pair || told.holds !== null;
    const key = this.close.hidden ? "" : `${pair}:${ctx.barred}:${ctx.lang}`;
    if (this.close.dataset.drawn === key) return undefined;
    this.close.dataset.drawn = key;
    if (this.close.hidden) return fill(this.close);
    const nearer = (/** @type {string} */ near, /** @type {string} */ far) => {
      const made = button(ctx.t("desk.map.nearer", { boule: short(ctx, near) }), () => this.measured(near, far), { class: near[0].toLowerCase() });
      strike(made, ctx.barred);
      return made;
    };
    return fill(this.close, nearer(pair[0], pair[1]), nearer(pair[1], pair[0]));
  }

  /** @param {string} near @param {string} far */
  measured(near, far) {
    const { ctx } = this;
    const words = ctx.t("desk.said.PointMeasured", { near: short(ctx, near), far: short(ctx, far) });
    return ctx.record({ kind: "PointMeasured", near, far, instrument: "tape" }, { words, undoes: ctx.t("desk.undo.PointMeasured"), source: "tape" });
  }

  /** The tools stay the same buttons, so that no tap is lost when something new is heard. */
  tooling() {
    const { ctx } = this;
    this.takers = SIDES.map((side) => button("", () => this.take(side), { class: side.toLowerCase(), many: true }));
    this.refines = button(ctx.t("desk.map.fine"), () => this.refine(), { many: true });
    fill(this.tools, ...this.takers, this.refines);
    const move = (/** @type {string} */ label, /** @type {string} */ key, /** @type {number} */ dx, /** @type {number} */ dy) => button(label, () => this.nudge(dx, dy), { many: true, "aria-label": ctx.t(`desk.map.${key}`) });
    this.name = make("b");
    fill(
      this.moves, this.name,
      move("←", "left", -1, 0), move("→", "right", 1, 0), move("↑", "beyond", 0, 1), move("↓", "nearer_circle", 0, -1),
      button(ctx.t("desk.map.dead"), () => this.dead()),
      button(ctx.t("desk.map.lift"), () => this.lift()),
    );
  }

  tooled() {
    const { ctx } = this;
    SIDES.forEach((side, n) => {
      const [made, left] = [this.takers[n], this.unplaced(side).length];
      tell(made, `${ctx.sign(side)} ${left}`);
      made.setAttribute("aria-pressed", String(this.tool === side));
      made.setAttribute("aria-label", ctx.t("desk.map.place_side", { side: ctx.team(side), n: left }));
      strike(made, left ? null : ctx.t("desk.map.all_placed", { side: ctx.team(side) }));
    });
    this.refines.setAttribute("aria-pressed", String(this.fine));
  }

  /** @param {"A"|"B"} side */
  take(side) {
    this.tool = this.tool === side ? null : side;
    this.selected = null;
    this.draw();
  }

  refine() {
    this.fine = !this.fine;
    this.draw();
  }
}

/** A recorded map as a sketch to go on with. @param {any} map @returns {Record<string, Spot>} */
function from(map) {
  const boules = Object.entries(map.places_mm).filter(([id]) => id !== "jack");
  return Object.fromEntries(boules.map(([id, [x, y]]) => [id, { x_mm: x, y_mm: y, within_mm: map.within_mm, tape_mm: null }]));
}
