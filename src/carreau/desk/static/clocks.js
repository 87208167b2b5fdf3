// All clocks of a game. They propose at their limit; nothing is booked before somebody presses.

import { button, fill, make, strike, tell } from "./dom.js";
import { Face, marks, minutes, pauseOrGoOn, reading } from "./minute.js";
import { sheet } from "./sheet.js";
import { time } from "./words.js";

const MARKS = ["flash_15", "sound_15", "flash_0", "vibrate_0"];
const EARLY_MS = 2000; // "they had played": where the minute begins to be set from
const SECOND_MS = 1000;

/** @param {import("./app.js").Ctx} ctx @param {HTMLElement} root */
export function show(ctx, root) {
  sheet("petanque.css");
  const screen = new Clocks(ctx, root);
  return { title: ctx.t("desk.clocks.title"), update: () => screen.update(), leave: () => screen.leave() };
}

class Clocks {
  /** @param {import("./app.js").Ctx} ctx @param {HTMLElement} root */
  constructor(ctx, root) {
    this.ctx = ctx;
    /** @type {Map<string, ClockCard>} */
    this.cards = new Map();
    this.running = make("div", { class: "clocks" });
    this.none = make("p", { text: ctx.t("desk.clocks.none") });
    this.offers = make("div", { class: "clocks" });
    this.approx = make("p", { class: "quiet", text: ctx.t("desk.clocks.approx"), hidden: true });
    this.drawn = "";
    fill(root, make("div", { class: "clocks" }, this.running, this.none, this.approx), this.offers, this.wishes());
    this.frame = 0;
    this.run();
  }

  /** Whether a clock is over changes without anything being entered. */
  run() {
    this.cards.forEach((card) => card.tick());
    this.approx.hidden = !this.ctx.approx();
    this.frame = requestAnimationFrame(() => this.run());
  }

  leave() {
    cancelAnimationFrame(this.frame);
    this.cards.forEach((card) => card.face.stop());
  }

  update() {
    const { view } = this.ctx;
    if (!view) return;
    const known = new Set();
    for (const clock of view.clocks ?? []) {
      const key = `${clock.id}@${clock.start_ms}`;
      known.add(key);
      if (!this.cards.has(key)) {
        const card = new ClockCard(this.ctx, clock);
        this.cards.set(key, card);
        this.running.append(card.at);
      }
      this.cards.get(key)?.update(clock);
    }
    for (const [key, card] of this.cards) {
      if (known.has(key)) continue;
      card.face.stop();
      card.at.remove();
      this.cards.delete(key);
    }
    this.none.hidden = this.cards.size > 0;
    this.offer(view);
  }

  /** The clocks that could be started now. @param {any} view */
  offer(view) {
    const key = JSON.stringify([view.startable, view.who, view.teams, this.ctx.lang, this.ctx.barred]);
    if (key === this.drawn) return;
    this.drawn = key;
    fill(this.offers, ...(view.startable ?? []).map((/** @type {any} */ offer) => this.startable(offer)));
  }

  /** @param {any} offer */
  startable(offer) {
    const { ctx } = this;
    const starts = whose(ctx, offer.asks).map(({ fields, label }) => {
      const made = button(label, () => this.start(offer, fields));
      strike(made, ctx.barred);
      return made;
    });
    const name = make("span", {}, make("b", { text: offer.say }), ` ${ctx.t("desk.clocks.limit", { limit: minutes(offer.limit_ms) })} ${offer.art ?? ""}`);
    return make("div", { class: "clock" }, make("div", { class: "line" }, name, ...(starts.length === 1 ? starts : [])), starts.length > 1 ? make("div", { class: "three" }, ...starts) : null);
  }

  /** @param {any} offer @param {any} fields */
  start(offer, fields) {
    const words = this.ctx.t("desk.clocks.started", { clock: offer.say });
    const at_ms = this.ctx.now();
    return this.ctx.record({ kind: "ClockStarted", clock: offer.id, ...fields, happened_ms: at_ms }, { words, undoes: words, at_ms });
  }

  /** What happens at 0:15 and at 0:00. */
  wishes() {
    const { ctx } = this;
    const ticks = MARKS.map((name) => {
      const box = make("input", { type: "checkbox" });
      /** @type {HTMLInputElement} */ (box).checked = marks(ctx)[/** @type {"flash_0"} */ (name)];
      box.addEventListener("change", () => ctx.choose("marks", { ...ctx.prefs.marks, [name]: /** @type {HTMLInputElement} */ (box).checked }).catch(() => null));
      return make("label", { class: "tick" }, box, ctx.t(`desk.clocks.${name}`));
    });
    return make("fieldset", { class: "card" }, make("legend", { text: ctx.t("desk.clocks.marks") }), ...ticks);
  }
}

/** For whom a clock can be started: for a side, a player, or nobody in particular. */
function whose(/** @type {import("./app.js").Ctx} */ ctx, /** @type {string|null} */ asks) {
  const sides = /** @type {const} */ (["A", "B"]);
  if (asks === "side") return sides.map((side) => ({ fields: { side }, label: ctx.t("desk.clocks.start_for", { who: ctx.named(side) }) }));
  if (asks === "player") {
    const players = sides.flatMap((side) => (ctx.view.who?.[side] ?? []).map((/** @type {any} */ player) => ({ side, player })));
    if (players.length) return players.map(({ side, player }) => ({ fields: { side, player: player.id }, label: `${ctx.sign(side)} ${player.name ?? player.id}` }));
    return sides.map((side) => ({ fields: { side }, label: ctx.t("desk.clocks.start_for", { who: ctx.named(side) }) }));
  }
  return [{ fields: {}, label: ctx.t("desk.clocks.start") }];
}

class ClockCard {
  /** @param {import("./app.js").Ctx} ctx @param {any} clock */
  constructor(ctx, clock) {
    this.ctx = ctx;
    this.clock = clock;
    this.face = new Face(ctx, () => this.clock, { calls: true });
    this.name = make("b");
    this.about = make("small");
    this.pause = button("", () => pauseOrGoOn(ctx, this.clock));
    this.over = make("b", { role: "status" });
    this.confirm = button("", () => this.confirmed(), { class: "pri" });
    this.acts = make("div", { class: "stack" });
    this.restart = button(ctx.t("desk.clocks.restart"), () => this.restarted());
    this.box = make("div", { class: "over-box", hidden: true }, this.over, this.confirm);
    this.at = make("section", { class: "clock", data: { clock: clock.id } }, make("div", { class: "line" }, this.name, this.face.at, this.pause), this.about, this.box, this.acts);
    /** When they had played, on the clock; null until somebody sets it. @type {number|null} */
    this.played = null;
    this.drawn = "";
    /** The labels that change with the time. @type {(() => void)[]} */
    this.relabels = [];
  }

  /** @param {any} clock */
  update(clock) {
    const { ctx } = this;
    this.clock = clock;
    const who = clock.player ? ctx.view.players?.[clock.player] ?? clock.player : clock.side ? ctx.named(clock.side) : "";
    tell(this.name, [clock.say, who].filter(Boolean).join(" · "));
    const limit = clock.limit_ms === null ? "" : ctx.t("desk.clocks.limit", { limit: minutes(clock.limit_ms) });
    tell(this.about, [this.since(), limit, clock.art].filter(Boolean).join(" · "));
    tell(this.pause, ctx.t(clock.paused_ms === null ? "desk.clocks.pause" : "desk.clocks.go_on"));
    strike(this.pause, ctx.barred);
    tell(this.confirm, clock.at_limit?.say ?? "");
    strike(this.confirm, ctx.barred ?? clock.at_limit?.no ?? null);
    this.confirm.hidden = !clock.at_limit || clock.expired;
    const key = JSON.stringify([clock.acts, ctx.lang, this.played]);
    if (key === this.drawn) return;
    this.drawn = key;
    this.relabels = [];
    fill(this.acts, ...(clock.acts ?? []).map((/** @type {any} */ act) => this.act(act)), ["boule", "jack"].includes(clock.kind) ? this.restart : null);
  }

  /** The hour on the wall when it began. */
  since() {
    const { clock, ctx } = this;
    if (clock.start_ms === null) return "";
    const line = ctx.now() - clock.start_ms;
    return ctx.t("desk.clocks.since", { time: time(Date.now() - line) });
  }

  tick() {
    const now = reading(this.clock, this.ctx.now());
    const over = Boolean(now?.left && now.ms <= 0);
    this.box.hidden = !over;
    this.relabels.forEach((relabel) => relabel());
    if (!over || !now) return;
    tell(this.over, this.clock.expired ? this.ctx.t("desk.clocks.confirmed") : this.ctx.t("desk.clocks.over", { over: minutes(now.ms) }));
  }

  /** What the clock shows, as it goes into a fact. */
  elapsed() {
    return Math.max(0, this.clock.spent_ms ?? this.ctx.now() - this.clock.start_ms);
  }

  /** The time is over, says a person. It was over at the limit, however late that is said. */
  confirmed() {
    const { at_limit: proposed } = this.clock;
    const fact = { ...proposed.fact, ...(proposed.elapsed ? { elapsed_ms: Math.max(this.elapsed(), proposed.fact.elapsed_ms + 1) } : {}) };
    return this.ctx.record(fact, { words: proposed.say, undoes: proposed.say, by: proposed.by, at_ms: proposed.at_ms });
  }

  /** They had played, or it was found: when, on this clock. @param {any} act */
  act(act) {
    const { ctx, clock } = this;
    const set = this.played !== null;
    const shown = () => this.played ?? this.suggested();
    const happened = () => (clock.start_ms === null || clock.spent_ms !== null ? ctx.now() : clock.start_ms + shown());
    const label = () => (set || clock.limit_ms !== null ? ctx.t("desk.clocks.act_at", { act: act.say, time: minutes(shown(), false) }) : act.say);
    const record = button(label(), () => ctx.record({ ...act.fact, elapsed_ms: shown() }, { words: label(), undoes: label(), by: act.by, at_ms: happened() }));
    this.relabels.push(() => tell(record, label()));
    const by = (/** @type {number} */ ms) => {
      this.played = Math.max(0, shown() + ms);
      this.update(clock);
    };
    return make(
      "div", { class: "line stepper" },
      button("−", () => by(-SECOND_MS), { many: true, "aria-label": ctx.t("desk.clocks.earlier") }),
      record,
      button("+", () => by(SECOND_MS), { many: true, "aria-label": ctx.t("desk.clocks.later") }),
    );
  }

  /** Just before the limit, or now where that is earlier. */
  suggested() {
    const now = Math.floor(this.elapsed() / SECOND_MS) * SECOND_MS;
    return this.clock.limit_ms === null ? now : Math.min(now, this.clock.limit_ms - EARLY_MS);
  }

  restarted() {
    const { ctx, clock } = this;
    const words = ctx.t("desk.clocks.restarted", { clock: clock.say });
    const at_ms = ctx.now();
    return ctx.record({ kind: "ClockStarted", clock: clock.id, ...(clock.side ? { side: clock.side } : {}), happened_ms: at_ms }, { words, undoes: words, at_ms });
  }
}
