// Pétanque boule by boule: whose turn it is, what is in hand, and one tap a boule. What may be tapped comes from the view.

import { sheet } from "./sheet.js";
import { Chips } from "./chips.js";
import { Count } from "./count.js";
import { button, fill, make, strike, tell } from "./dom.js";
import { Face, pauseOrGoOn } from "./minute.js";
import { phases } from "./petanque_boules.js";
import { add } from "./words.js";

const SIDES = /** @type {const} */ (["A", "B"]);
const SLOTS = 5; // two large buttons and three small ones, always in the same place

/** @param {import("./app.js").Ctx} ctx @param {HTMLElement} root @param {{top: HTMLElement}} places */
export function show(ctx, root, { top }) {
  sheet("petanque.css");
  const screen = new Boules(ctx, root, top);
  return {
    update: () => screen.update(),
    middle: () => screen.middle(),
    undone: () => screen.undone(),
    leave: () => screen.leave(),
    third: { label: () => screen.pauseLabel(), press: () => screen.pause() },
    menu: () => screen.menu(),
  };
}

class Boules {
  /** @param {import("./app.js").Ctx} ctx @param {HTMLElement} root @param {HTMLElement} top */
  constructor(ctx, root, top) {
    this.ctx = ctx;
    /** What is being done on this screen alone: the list of faults of a jack is open; they agree by eye. */
    this.local = { faults: false, eye: false };
    this.minute = new Face(ctx, () => this.clock(), { calls: true });
    this.turn = make("b", { class: "plays" });
    this.bar = make("section", { class: "turn", "aria-label": ctx.t("desk.boules.turn") }, this.turn, this.minute.at);
    this.hands = SIDES.map((side) => make("div", { class: `hand ${side.toLowerCase()}`, role: "img" }));
    fill(top, this.bar, make("section", { class: "two hands", "aria-label": ctx.t("desk.boules.hands") }, ...this.hands));
    this.told = make("p", { class: "told" });
    this.question = make("h2");
    this.chips = new Chips(ctx, () => this.update());
    this.count = new Count(ctx);
    this.slots = Array.from({ length: SLOTS }, (_, n) => this.slot(n));
    this.happened = button(ctx.t("desk.boules.happened"), () => ctx.open("happened"), { class: "pri" });
    this.map = button(ctx.t("desk.boules.map"), () => ctx.open("map"));
    this.faults = make("div", { class: "faults three", hidden: true });
    this.throwing = make(
      "div", { class: "throwing" }, this.question, this.chips.at, this.faults,
      make("div", { class: "two" }, this.slots[0].at, this.slots[1].at),
      make("div", { class: "three" }, this.slots[2].at, this.slots[3].at, this.slots[4].at),
    );
    fill(root, this.told, ctx.strip.at, this.count.at, this.throwing, make("div", { class: "two" }, this.map, this.happened));
    root.classList.add("boules");
    this.aside = null;
    this.wide();
  }

  /** @param {number} n */
  slot(n) {
    const slot = { at: button("", () => slot.press(), { class: n < 2 ? "big" : "", data: { slot: n } }), press: () => {} };
    return slot;
  }

  middle() {
    const { view } = this.ctx;
    return `${view.score.A} – ${view.score.B} · ${this.ctx.t("desk.end", { number: view.end ?? view.chapter })}`;
  }

  /** The minute that runs, of the boule or of the jack. */
  clock() {
    return this.ctx.view?.clocks?.find((/** @type {any} */ clock) => ["boule", "jack"].includes(clock.kind)) ?? null;
  }

  update() {
    const { ctx } = this;
    const { view } = ctx;
    if (!view) return;
    const side = view.turn;
    this.bar.dataset.side = side ?? "";
    tell(this.turn, heading(ctx, view));
    this.hands.forEach((at, n) => hand(ctx, at, SIDES[n]));
    tell(this.told, ctx.pending.at(-1)?.words ?? view.last?.text ?? "");
    const counting = view.asks === "count";
    this.throwing.hidden = counting;
    this.count.at.hidden = !counting;
    if (counting) this.count.update();
    else this.throws();
    strike(this.map, view.boules?.length || view.asks === "boule" ? null : ctx.t("desk.boules.no_map"));
    this.aside?.update?.();
  }

  throws() {
    const { ctx, local } = this;
    const phase = (phases[/** @type {keyof typeof phases} */ (ctx.view.asks)] ?? phases.nothing)(ctx, { local, chips: this.chips, again: () => this.update() });
    tell(this.question, phase.title);
    this.chips.show(ctx.view.asks === "boule");
    const barred = ctx.barred;
    this.slots.forEach((slot, n) => {
      const use = phase.slots[n] ?? null;
      tell(slot.at, use?.label ?? "–");
      slot.press = use?.press ?? (() => {});
      slot.at.className = [n < 2 ? "big" : "", use?.side ? use.side.toLowerCase() : ""].join(" ").trim();
      strike(slot.at, barred ?? (use ? use.why ?? null : ctx.t("desk.boules.not_now")));
      slot.at.classList.toggle("empty", !use);
    });
    this.faults.hidden = !phase.list;
    if (phase.list) fill(this.faults, ...phase.list.map(({ label, press }) => button(label, press)));
  }

  undone() {
    Object.assign(this.local, { faults: false, eye: false });
    this.chips.clear();
  }

  // --- the third button and the menu --------------------------------------------------------------

  pauseLabel() {
    const clock = this.clock();
    if (!clock) return this.ctx.t("desk.boules.clock");
    return this.ctx.t(clock.paused_ms === null ? "desk.boules.pause" : "desk.boules.go_on");
  }

  pause() {
    const { ctx } = this;
    const clock = this.clock();
    if (!clock) return ctx.open("clocks");
    return pauseOrGoOn(ctx, clock);
  }

  menu() {
    const { ctx } = this;
    const open = (/** @type {string} */ name, /** @type {any} */ args) => ({ label: ctx.t(`desk.boules.menu.${name}`), press: () => ctx.open(name, args) });
    return [
      open("clocks", {}),
      { label: ctx.t("desk.boules.menu.sets_turn"), press: () => ctx.open("happened", { kind: "Ruled", outcome: "turn" }) },
    ];
  }

  // --- tablets: the map stays open beside -----------------------------------------------------------

  wide() {
    this.media = matchMedia("(min-width: 1024px)");
    const beside = async () => {
      this.aside?.leave?.();
      this.aside = null;
      this.besides?.remove();
      if (!this.media?.matches) return;
      const [{ show: map }] = await Promise.all([import("./map.js"), add("screens")]);
      if (!this.media.matches || this.besides?.isConnected) return;
      this.besides = make("section", { class: "beside", "aria-label": this.ctx.t("desk.boules.map") });
      document.getElementById("work")?.append(this.besides);
      this.aside = map(this.ctx, this.besides, { beside: "1" });
    };
    this.media.addEventListener("change", beside);
    beside();
  }

  leave() {
    this.minute.stop();
    this.aside?.leave?.();
  }
}

/** What is waited for, in large letters. @param {import("./app.js").Ctx} ctx @param {any} view */
function heading(ctx, view) {
  const words = ctx.t(`desk.turn.${view.asks}`, { side: view.turn ? ctx.team(view.turn) : "" });
  return view.turn ? `${ctx.sign(view.turn)} ${words}` : words;
}

/** What a side has left to play: filled for each that is left. */
function hand(/** @type {any} */ ctx, /** @type {HTMLElement} */ at, /** @type {"A"|"B"} */ side) {
  const { view } = ctx;
  const [all, left] = [view.allotted?.[side] ?? 0, view.hands?.[side] ?? 0];
  const words = ctx.t("desk.boules.left", { n: left, side: ctx.team(side) });
  at.setAttribute("aria-label", words);
  const dots = make("span", { class: "dots", "aria-hidden": "true", text: "●".repeat(Math.max(0, left)) + "○".repeat(Math.max(0, all - left)) });
  fill(at, make("span", { class: "name", "aria-hidden": "true", text: ctx.named(side) }), dots);
}
