// Five pins, one stroke: what was touched, what fell, and the announcement that records it. What it is worth is looked up.

import { Castle } from "./castle.js";
import { button, fill, make, strike, tell } from "./dom.js";
import { Match } from "./five_match.js";
import { Fouls } from "./fouls.js";
import { Face } from "./minute.js";
import { sheet } from "./sheet.js";
import { worth } from "./strokes.js";
import { table } from "./tables.js";

const SIDES = /** @type {const} */ (["A", "B"]);
const FIRST = ["object", "red", "pin", "none"];
const ASK_MS = 120; // how long the answers have to stand before the desk is asked
const DISCS = { white: "○", spot: "◐", coloured: "◉" };
const KEYS = { Numpad8: "n", Numpad6: "e", Numpad2: "s", Numpad4: "w", Numpad5: "c" };

/** @param {import("./app.js").Ctx} ctx @param {HTMLElement} root @param {{top: HTMLElement}} places */
export function show(ctx, root, { top }) {
  sheet("five.css");
  const screen = new FivePins(ctx, root, top);
  return {
    update: () => screen.update(),
    middle: () => screen.middle(),
    undone: () => screen.clear(),
    leave: () => screen.leave(),
    third: { label: () => ctx.t("desk.five.table"), press: () => ctx.open("table_picture") },
    menu: () => screen.menu(),
  };
}

/** A stroke of which nothing has been said: the object ball first, nothing has fallen. */
const nothing = () => ({ object: true, red_before: false, pin: false, red: "nobody", cue: false });

class FivePins {
  /** @param {import("./app.js").Ctx} ctx @param {HTMLElement} root @param {HTMLElement} top */
  constructor(ctx, root, top) {
    this.ctx = ctx;
    this.root = root;
    this.rules = null;
    /** What the stroke gives: an outcome; `later`: nobody knows here; null with `no`: it cannot have been. @type {any} */
    this.gives = { later: true };
    this.asked = "";
    this.timer = 0;
    this.panel = "";
    this.seen = nothing();
    /** A stroke has been told here: once it is ruled, the table is shown if something has to be set up. */
    this.setUp = false;
    this.clock = new Face(ctx, () => ctx.view?.clocks?.[0] ?? null, { calls: true });
    this.score = SIDES.map((side) => make("div", { class: `five-side ${side.toLowerCase()}` }));
    fill(top, make("section", { class: "sc five-score", "aria-label": ctx.t("desk.five.turn") }, this.score[0], this.clock.at, this.score[1]));
    this.castle = new Castle(ctx, () => this.changed());
    this.fouls = new Fouls(ctx, () => this.changed());
    this.match = new Match(ctx);
    this.ui = this.build();
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.keys);
  }

  build() {
    const { ctx } = this;
    const { t } = ctx;
    const first = new Map(FIRST.map((id) => [id, button(t(`desk.five.first.${id}`), () => this.pickFirst(id), { many: true, data: { first: id } })]));
    const then = new Map(["yes", "never"].map((id) => [id, button(t(`desk.five.then.${id}`), () => this.set({ object: id === "yes" }), { many: true, data: { then: id } })]));
    const afterwards = make("div", { class: "afterwards", role: "group", "aria-label": t("desk.five.then") }, make("span", { text: t("desk.five.then") }), ...then.values());
    const all = button(t("desk.five.all"), () => this.castle.all(), { many: true, data: { act: "all" } });
    const cannon = button("", () => this.set({ red: this.seen.red === "cue" ? "nobody" : "cue" }), { many: true, data: { act: "cannon" } });
    const casin = button("", () => this.set({ red: this.seen.red === "object" ? "nobody" : "object" }), { many: true, data: { act: "casin" } });
    const byCue = button(t("desk.five.by_cue"), () => this.set({ cue: !this.seen.cue }), { many: true, data: { act: "cue" } });
    const foul = button("", () => this.open("fouls"), { many: true });
    const unsure = button(t("desk.five.unsure"), () => this.open("unsure"), { many: true });
    const why = make("p", { class: "why-not", role: "status" });
    const announce = button("", () => this.record(), { class: "pri big announce", data: { act: "announce" } });
    const asking = make("div", { class: "first four", role: "group", "aria-label": t("desk.five.first") }, ...first.values());
    const pieces = make("div", { class: "fell" }, this.castle.at, make("div", { class: "stack" }, all, cannon, casin, byCue));
    const told = make("p", { class: "told", role: "status" });
    const recent = make("ol", { class: "recent", "aria-label": t("desk.five.last_strokes") });
    const stroke = make("div", { class: "stroke" }, make("div", { class: "heading" }, make("h2", { text: t("desk.five.first") }), told), asking, afterwards, pieces, this.fouls.at, make("div", { class: "two" }, foul, unsure), why, announce);
    fill(this.root, ctx.strip.at, this.match.at, stroke, recent);
    this.root.classList.add("five");
    return { first, then, afterwards, all, cannon, casin, byCue, foul, unsure, why, announce, pieces, recent, stroke, told };
  }

  middle() {
    const { view, t } = this.ctx;
    if (!view.by_sets) return t("desk.five.title_one", { target: view.target ?? "" });
    return t("desk.five.title", { n: view.set, a: view.sets.A, b: view.sets.B, target: view.target ?? "" });
  }

  /** A stroke begins: the object ball first, nothing has fallen. */
  clear() {
    this.seen = nothing();
    this.castle.clear();
    this.fouls.clear();
    this.panel = "";
    this.asked = "";
    this.setUp = false;
  }

  // --- what was seen -----------------------------------------------------------------------------

  /** @param {any} more */
  set(more) {
    this.seen = { ...this.seen, ...more };
    this.changed();
  }

  /** The red and a pin may both have been first; the object ball, or nothing, excludes them. @param {string} id */
  pickFirst(id) {
    const { seen } = this;
    if (id === "object" || id === "none") return this.set({ object: id === "object", red_before: false, pin: false, ...(id === "none" ? { red: "nobody", cue: false } : {}) });
    const before = { red_before: seen.red_before, pin: seen.pin };
    if (id === "red") before.red_before = !seen.red_before;
    else before.pin = !seen.pin;
    return this.set({ ...before, object: before.red_before || before.pin ? seen.object : true });
  }

  /** @param {string} which */
  open(which) {
    this.panel = this.panel === which ? "" : which;
    this.fouls.open = "";
    this.changed();
  }

  changed() {
    this.update();
  }

  /** The stroke as a fact. */
  fact() {
    const { seen, fouls } = this;
    const red = fouls.both ? "both" : seen.red;
    const pins = this.castle.pins();
    const quick = {
      ...(seen.object ? {} : { object_ball: false }),
      ...(seen.red_before ? { red_before: true } : {}),
      ...(seen.pin ? { pins_before: true } : {}),
      ...(red === "nobody" ? {} : { red }),
      ...(pins.length ? { pins } : {}),
      ...(seen.cue && pins.length ? { by_cue: true } : {}),
    };
    return { kind: "StrokePlayed", side: this.ctx.view.turn, quick, ...fouls.fields() };
  }

  /** Look the stroke up; what the table does not hold is asked of the desk. */
  async find() {
    const { ctx } = this;
    const { view } = ctx;
    const fact = this.fact();
    const key = JSON.stringify([fact, view.head, view.score, view.stroke, view.turn, ctx.pending.length]);
    if (key === this.asked) return;
    this.asked = key;
    clearTimeout(this.timer);
    if (!this.rules && view.table) this.rules = await table(view.table);
    const found = this.rules ? worth(view, fact, this.rules) : undefined;
    if (this.asked !== key) return;
    this.gives = found ?? { later: true };
    this.label();
    if (!found) this.timer = setTimeout(() => this.ask(fact, key), ASK_MS);
  }

  /** @param {any} fact @param {string} key */
  async ask(fact, key) {
    const reply = this.ctx.pending.length ? null : await this.ctx.preview(fact).catch(() => null);
    if (this.asked !== key) return;
    if (reply?.no) this.gives = { no: reply.no.say };
    else this.gives = reply?.outcome ?? { later: true };
    this.label();
  }

  // --- what is shown -----------------------------------------------------------------------------

  update() {
    const { ctx } = this;
    const { view } = ctx;
    if (!view?.work) return;
    this.scores(view);
    const playing = view.asks === "stroke";
    this.ui.stroke.hidden = !playing;
    this.match.at.hidden = playing && view.break?.option === null;
    this.match.update();
    this.last(view);
    if (!playing) return;
    const { seen } = this;
    const before = seen.red_before || seen.pin;
    const on = { object: seen.object && !before, red: seen.red_before, pin: seen.pin, none: !seen.object && !before };
    this.ui.first.forEach((at, id) => at.setAttribute("aria-pressed", String(on[/** @type {keyof typeof on} */ (id)])));
    this.ui.then.forEach((at, id) => at.setAttribute("aria-pressed", String((id === "yes") === seen.object)));
    this.ui.afterwards.hidden = !before;
    this.castle.update();
    tell(this.ui.cannon, ctx.t("desk.five.cannon", { points: view.red.cue }));
    tell(this.ui.casin, ctx.t("desk.five.casin", { points: view.red.object }));
    this.ui.cannon.setAttribute("aria-pressed", String(seen.red === "cue"));
    this.ui.casin.setAttribute("aria-pressed", String(seen.red === "object"));
    this.ui.byCue.setAttribute("aria-pressed", String(seen.cue));
    tell(this.ui.foul, this.fouls.number ? ctx.t("desk.five.fouls.on", { n: this.fouls.number }) : ctx.t("desk.five.fouls"));
    this.ui.foul.setAttribute("aria-expanded", String(this.panel === "fouls"));
    this.ui.unsure.setAttribute("aria-expanded", String(this.panel === "unsure"));
    this.ui.pieces.hidden = this.panel !== "";
    this.fouls.at.hidden = this.panel === "";
    if (this.panel) this.fouls.show(/** @type {any} */ (this.panel), () => this.open(this.panel));
    this.label();
    this.find();
    this.toTable(view);
  }

  /** @param {any} view */
  toTable(view) {
    if (!this.setUp || this.ctx.waits) return;
    this.setUp = false;
    if (view.work.todo) this.ctx.open("table_picture");
  }

  /** @param {any} view */
  scores(view) {
    SIDES.forEach((side, n) => {
      const { ctx } = this;
      const ball = view.balls?.[side];
      const plays = view.turn === side;
      const disc = ball ? DISCS[/** @type {keyof typeof DISCS} */ (ball)] : ctx.sign(side);
      const name = make("div", { class: `nm t${side.toLowerCase()}`, "aria-label": ball ? `${ctx.team(side)}, ${ctx.t(`desk.five.own.${ball}`)}` : ctx.team(side), role: "img" }, `${disc} ${ctx.team(side)}${plays ? " ▶" : ""}`);
      this.score[n].classList.toggle("plays", plays);
      const shown = `${name.textContent}${view.score[side]}`;
      if (this.score[n].dataset.shown === shown) return;
      this.score[n].dataset.shown = shown;
      fill(this.score[n], name, make("div", { class: "n", text: String(view.score[side]) }));
    });
  }

  /** @param {any} view */
  last(view) {
    tell(this.ui.told, view.strokes?.[0]?.text ?? "");
    const key = JSON.stringify(view.strokes ?? []);
    if (this.ui.recent.dataset.shown === key) return;
    this.ui.recent.dataset.shown = key;
    fill(this.ui.recent, ...(view.strokes ?? []).map((/** @type {any} */ one) => make("li", { text: one.text })));
  }

  /** The words on the large button are what the referee says and what is recorded. */
  label() {
    const { ctx, gives } = this;
    tell(this.ui.announce, announcement(ctx, gives));
    tell(this.ui.why, gives.no ?? "");
    strike(this.ui.announce, ctx.barred ?? gives.no ?? null);
  }

  async record() {
    const { ctx, gives } = this;
    const fact = this.fact();
    if (!(await ctx.record(fact, said(ctx, gives)))) return;
    this.clear();
    this.setUp = true;
    this.update();
  }

  // --- keys and the menu -------------------------------------------------------------------------

  menu() {
    const { ctx } = this;
    const on = Boolean(ctx.prefs.numpad);
    return [
      { label: ctx.t("desk.five.more"), press: () => ctx.open("happened") },
      { label: ctx.t("desk.boules.menu.clocks"), press: () => ctx.open("clocks") },
      { label: ctx.t("desk.five.numpad", { as: on ? "on" : "" }), press: () => this.numpad(!on) },
    ];
  }

  /** @param {boolean} on */
  async numpad(on) {
    await this.ctx.choose("numpad", on);
    if (on) this.ctx.announce(this.ctx.t("desk.five.numpad.help"));
  }

  /** Single keys of the number pad, where the person wants them. @param {KeyboardEvent} event */
  key(event) {
    const { ctx } = this;
    if (!ctx.prefs.numpad || ctx.view?.asks !== "stroke" || document.body.classList.contains("on-screen") || document.querySelector("dialog[open]")) return;
    const pin = KEYS[/** @type {keyof typeof KEYS} */ (event.code)];
    const acts = { NumpadMultiply: this.ui.all, NumpadDivide: this.ui.cannon, NumpadSubtract: this.ui.casin, NumpadAdd: this.ui.byCue, Numpad0: this.ui.first.get("none"), NumpadEnter: this.ui.announce };
    const at = pin ? this.castle.buttons.get(pin) : acts[/** @type {keyof typeof acts} */ (event.code)];
    if (!at && event.code !== "Backspace") return;
    event.preventDefault();
    if (at) at.click();
    else ctx.undo();
  }

  leave() {
    this.clock.stop();
    clearTimeout(this.timer);
    document.removeEventListener("keydown", this.keys);
  }
}

/** Fouls by their announced names. @param {import("./app.js").Ctx} ctx @param {any} gives */
function named(ctx, gives) {
  const names = gives.fouls.map((/** @type {string} */ foul) => ctx.t(`desk.five.foul.${foul}`));
  return new Intl.ListFormat(ctx.lang, { style: "short", type: "unit" }).format(names);
}

/** @param {import("./app.js").Ctx} ctx @param {any} gives */
export function announcement(ctx, gives) {
  const key = "desk.five.announce";
  if (gives.no) return ctx.t(key, { as: "cannot" });
  if (gives.later) return ctx.t(key, { as: "later" });
  if (gives.asks.length) return ctx.t(key, { as: "asks" });
  const points = gives.to ? gives.points ?? 0 : 0;
  const slots = { points, side: gives.to ? ctx.team(gives.to) : "", fouls: named(ctx, gives), a: gives.score.A, b: gives.score.B };
  if (gives.won) return ctx.t(key, { as: "reached", ...slots });
  const foul = gives.fouls.length ? `foul${points ? "" : "_nothing"}${gives.hand ? "_hand" : ""}` : points ? "points" : "";
  return ctx.t(key, { as: foul, ...slots });
}

/** What is told of a stroke before the desk has said it. @param {import("./app.js").Ctx} ctx @param {any} gives */
function said(ctx, gives) {
  const side = ctx.view.turn;
  const sure = !gives.later && !gives.no && !gives.asks.length;
  const as = !sure ? "later" : !gives.points || !gives.to ? "nothing" : gives.to === side ? "striker" : "opponent";
  const score = sure ? { a: gives.score.A, b: gives.score.B } : {};
  const slots = { as, side: ctx.team(side), to: gives.to ? ctx.team(gives.to) : "", points: gives.points ?? 0, ...score };
  return { words: ctx.t("desk.said.StrokePlayed", slots), undoes: ctx.t("desk.undo.StrokePlayed", { ...slots, side: ctx.sign(side), to: gives.to ? ctx.sign(gives.to) : "" }) };
}
