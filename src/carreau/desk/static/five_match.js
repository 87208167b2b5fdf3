// A match of five pins around its strokes: the draw, the start of a set, the last point, sets and the break.

import { ask, button, fill, make, strike } from "./dom.js";
import { minutes } from "./minute.js";

const SIDES = /** @type {const} */ (["A", "B"]);

/** @typedef {import("./app.js").Ctx} Ctx */

export class Match {
  /** @param {Ctx} ctx */
  constructor(ctx) {
    this.ctx = ctx;
    this.at = make("div", { class: "match stack" });
    this.lag = new Lag(ctx, () => this.update(true));
    this.drawn = "";
  }

  /** @param {boolean} [again] */
  update(again = false) {
    const { ctx } = this;
    const { view } = ctx;
    if (this.at.hidden) return;
    const key = JSON.stringify([view.asks, view.head, ctx.pending.length, view.score, view.sets, view.open, view.question?.id, view.teams, ctx.lang, ctx.barred]);
    if (key === this.drawn && !again) return;
    this.drawn = key;
    const cards = {
      lag: () => this.lag.rows(),
      choose: () => this.lag.rows(),
      start: () => [...done(ctx), start(ctx)],
      announce: () => [lastPoint(ctx)],
      stroke: () => [],
      break: () => [over(ctx)],
      over: () => result(ctx),
      suspended: () => [suspended(ctx)],
      question: () => [make("h2", { text: view.question?.text ?? "" }), button(ctx.t("desk.five.answer"), () => ctx.open("choice"), { class: "pri big" })],
    };
    const made = (cards[/** @type {keyof typeof cards} */ (view.asks)] ?? cards.stroke)();
    fill(this.at, ...rest(ctx), ...made);
    this.at.querySelectorAll("button").forEach((one) => ctx.barred && strike(one, ctx.barred));
  }
}

/** @param {Ctx} ctx @param {string} kind @param {Record<string, any>} [slots] */
function told(ctx, kind, slots = {}) {
  return { words: ctx.t(`desk.said.${kind}`, slots), undoes: ctx.t(`desk.undo.${kind}`, slots) };
}

/** The sets that are over, the newest first. @param {Ctx} ctx */
function done(ctx) {
  const { view } = ctx;
  const sets = (view.points ?? []).map((/** @type {any} */ set, /** @type {number} */ n) => ctx.t("desk.five.set_done", { n: n + 1, a: set.score.A, b: set.score.B }));
  if (!sets.length) return [];
  return [make("div", { class: "card" }, make("h2", { text: ctx.t("desk.five.sets", { a: view.sets.A, b: view.sets.B }) }), ...sets.reverse().map((/** @type {string} */ text) => make("p", { text })))];
}

/** The table is set up for the starting stroke. @param {Ctx} ctx */
function start(ctx) {
  const { view } = ctx;
  const side = view.turn ?? "A";
  const ball = view.balls ? ctx.t(`desk.five.own.${view.balls[side]}`) : "";
  return make(
    "div", { class: "card" },
    make("h2", { text: ctx.t("desk.five.set_card", { n: view.set }) }),
    make("p", { text: ctx.t("desk.five.set_starts", { side: ctx.team(side) }) }),
    ball ? make("p", { class: "quiet", text: ball }) : null,
    ...view.work.jobs.map((/** @type {any} */ job) => make("p", { text: job.say })),
    button(ctx.t("desk.five.ready.start", { side: ctx.team(side) }), () => ctx.record({ kind: "BallsPlacedForStart" }, told(ctx, "BallsPlacedForStart")), { class: "pri big" }),
  );
}

/** The last point is called good once more: that locks the result. @param {Ctx} ctx */
function lastPoint(ctx) {
  const { view } = ctx;
  const winner = view.leader ?? "A";
  const slots = { side: ctx.team(winner), a: view.score.A, b: view.score.B };
  const press = async () => {
    const answers = [
      { value: "yes", label: ctx.t("desk.five.last_point.yes", slots), class: "pri big" },
      { value: "", label: ctx.t("desk.five.last_point.no") },
    ];
    const sure = await ask(ctx.t("desk.five.last_point.confirm"), [ctx.t("desk.five.last_point.locks")], answers);
    if (sure) await ctx.record({ kind: "LastPointAnnounced" }, told(ctx, "LastPointAnnounced"));
  };
  return button(ctx.t("desk.five.last_point", { as: view.by_sets ? "set" : "", ...slots }), press, { class: "pri big announce" });
}

/** @param {Ctx} ctx */
function result(ctx) {
  const { view } = ctx;
  const lines = [];
  if (view.match_points) lines.push(ctx.t("desk.five.match_points", { a: view.match_points.A, b: view.match_points.B }));
  if (view.set_points) lines.push(ctx.t("desk.five.set_points", { a: view.set_points.A, b: view.set_points.B }));
  const won = view.winner ? make("h2", { text: ctx.t("desk.five.won", { side: ctx.team(view.winner) }) }) : null;
  return [make("div", { class: "result" }, won, ...lines.map((text) => make("p", { text }))), ...done(ctx)];
}

/** @param {Ctx} ctx */
function suspended(ctx) {
  const fact = { kind: "Ruled", outcome: "resume", note: ctx.t("desk.five.resume.note") };
  const about = { words: ctx.t("desk.five.resume"), undoes: ctx.t("desk.five.resume"), by: "umpire" };
  return make("div", { class: "stack" }, make("h2", { text: ctx.t("desk.five.suspended") }), button(ctx.t("desk.five.resume"), () => ctx.record(fact, about), { class: "pri big" }));
}

// --- the break --------------------------------------------------------------------------------------

/** A break that is possible now. @param {Ctx} ctx @returns {HTMLElement[]} */
function rest(ctx) {
  const { view } = ctx;
  const { option, minutes: n, points, target, limit_ms: limit } = view.break;
  if (!option) return [];
  const none = () => ctx.record({ kind: "Chosen", option, choice: "not_taken" }, { words: ctx.t("desk.five.break.none"), undoes: ctx.t("desk.five.break.none"), by: "umpire" });
  const state = n === null ? null : make("p", { text: ctx.t("desk.five.break.state", { n, points, target }) });
  return [
    make(
      "div", { class: "card" },
      make("h2", { text: ctx.t("desk.five.break") }),
      state,
      make("div", { class: "two" }, button(ctx.t("desk.five.break.take", { time: minutes(limit) }), () => ctx.record({ kind: "BreakTaken" }, told(ctx, "BreakTaken")), { class: "pri" }), button(ctx.t("desk.five.break.none"), none)),
    ),
  ];
}

/** @param {Ctx} ctx */
function over(ctx) {
  const clock = ctx.view.clocks?.[0];
  const spent = () => Math.max(0, ctx.now() - (clock?.start_ms ?? ctx.now()));
  const words = ctx.t("desk.five.break.over");
  return button(words, () => ctx.record({ kind: "ClockExpired", clock: "break", elapsed_ms: spent() }, { words, undoes: words }), { class: "pri big" });
}

// --- the draw ---------------------------------------------------------------------------------------

class Lag {
  /** @param {Ctx} ctx @param {() => void} changed */
  constructor(ctx, changed) {
    this.ctx = ctx;
    this.changed = changed;
    this.clear();
  }

  clear() {
    /** @type {any} */
    this.fact = { kind: "LagPlayed" };
    /** What would follow, as the desk says. @type {any} */
    this.would = null;
    this.asked = "";
  }

  rows() {
    const { ctx } = this;
    const { t } = ctx;
    const row = (/** @type {string} */ key, /** @type {HTMLElement[]} */ ...buttons) => make("div", { class: "lag-row", role: "group", "aria-label": t(`desk.five.lag.${key}`) }, make("span", { text: t(`desk.five.lag.${key}`) }), ...buttons);
    const each = (/** @type {string} */ field, /** @type {boolean} */ many) => SIDES.map((side) => this.pick(ctx.team(side), field, side, many));
    return [
      make("h2", { text: t("desk.five.lag", { n: ctx.view.lag.attempt }) }),
      row("late", ...each("late", false)),
      row("touched", ...each("touched", true)),
      row("failed", ...each("failed", true)),
      row("collision", ...SIDES.map((side) => this.pick(t("desk.five.lag.fault", { side: ctx.team(side) }), "collision", side, false)), this.pick(t("desk.five.lag.unknown"), "collision", "unknown", false)),
      row("nearest", this.pick(ctx.team("A"), "nearer", "A", false), this.pick(t("desk.five.lag.equal"), "equal", true, false), this.pick(ctx.team("B"), "nearer", "B", false)),
      ...this.records(),
      make("h2", { text: t("desk.five.lag.starts") }),
      make("div", { class: "two" }, ...SIDES.map((side) => button(t("desk.five.lag.starts_side", { side: ctx.team(side) }), () => ctx.record({ kind: "StarterChosen", side }, told(ctx, "StarterChosen", { side: ctx.team(side) }))))),
    ];
  }

  /** @param {string} label @param {string} field @param {any} value @param {boolean} many */
  pick(label, field, value, many) {
    const now = this.fact[field];
    const on = many ? (now ?? []).includes(value) : now === value;
    const press = () => {
      const fact = { ...this.fact };
      const several = many ? (on ? now.filter((/** @type {any} */ one) => one !== value) : [...(now ?? []), value]) : null;
      if (field === "nearer") delete fact.equal;
      if (field === "equal") delete fact.nearer;
      if (many ? several.length : !on) fact[field] = many ? several : value;
      else delete fact[field];
      this.fact = fact;
      this.ask();
      this.changed();
    };
    return button(label, press, { many: true, "aria-pressed": String(on) });
  }

  /** What is recorded: the draw, and at once what its winner chooses. */
  records() {
    const { ctx, would } = this;
    const { t } = ctx;
    const told_ = Object.keys(this.fact).length > 1;
    const question = would?.question?.ask === "who_starts" ? would.question : null;
    const rulings = make("p", { class: "follows", role: "status", text: told_ ? (would?.no?.say ?? [...(would?.rulings ?? []).map((/** @type {any} */ one) => `${one.text} ${one.art ?? ""}`), question?.text ?? ""].join(" ").trim()) : t("desk.five.lag.tell") });
    const answers = (question?.choices ?? []).map((/** @type {any} */ choice) => button(t("desk.five.lag.answer", { answer: choice.text }), () => this.record({ choice: choice.id, by: question.of, words: choice.text }), { class: "big" }));
    const plain = button(t("desk.five.lag.record"), () => this.record(null), { class: answers.length ? "" : "pri big" });
    strike(plain, told_ ? would?.no?.say ?? null : t("desk.five.lag.tell"));
    return [rulings, ...answers, plain];
  }

  async ask() {
    const key = JSON.stringify(this.fact);
    this.asked = key;
    this.would = null;
    const would = await this.ctx.preview(this.fact).catch(() => null);
    if (this.asked !== key) return;
    this.would = would;
    this.changed();
  }

  /** @param {{choice: string, by: string, words: string}|null} answer */
  async record(answer) {
    const { ctx, fact } = this;
    this.clear();
    if (!(await ctx.record(fact, told(ctx, "LagPlayed")))) return;
    if (answer) await ctx.record({ kind: "Chosen", option: "who_starts", choice: answer.choice }, { words: answer.words, undoes: answer.words, by: answer.by });
    this.changed();
  }
}
