// The points of an end: only numbers that the book would take, only comparisons that are still needed, then the agreement.

import { button, fill, make, strike, tell } from "./dom.js";
import { said } from "./petanque_boules.js";

const SIDES = /** @type {const} */ (["A", "B"]);

/** As a screen of its own. @param {import("./app.js").Ctx} ctx @param {HTMLElement} root */
export function show(ctx, root) {
  const count = new Count(ctx);
  fill(root, count.at);
  return { title: ctx.t("desk.turn.count"), update: () => count.update() };
}

export class Count {
  /** @param {import("./app.js").Ctx} ctx */
  constructor(ctx) {
    this.ctx = ctx;
    /** @type {{side: "A"|"B"|null, points: number}|null} */
    this.chosen = null;
    this.others = false;
    this.of = -1;
    this.drawn = "";
    this.at = make("div", { class: "count", hidden: true });
    this.head = make("h2");
    this.compared = make("div", { class: "compared" });
    this.numbers = make("div", { class: "numbers" });
    this.agree = button("", () => this.record(), { class: "pri wide" });
    this.rest = make(
      "div", { class: "two" },
      button(ctx.t("desk.count.disagree"), () => ctx.open("happened", { group: "measuring" })),
      button(ctx.t("desk.count.picked_up"), () => ctx.open("happened", { kind: "BoulesPickedUp" })),
    );
    fill(this.at, this.head, this.compared, this.numbers, this.agree, this.rest);
  }

  update() {
    const { ctx } = this;
    const { view } = ctx;
    const { count } = view;
    if (view.asks !== "count") return;
    if (this.of !== view.end) Object.assign(this, { of: view.end, chosen: null, others: false });
    tell(this.head, this.title());
    const key = JSON.stringify([count, this.chosen, this.others, ctx.lang, view.head]);
    if (key !== this.drawn) {
      this.drawn = key;
      fill(this.compared, ...this.comparisons());
      fill(this.numbers, ...this.choices());
    }
    this.button();
  }

  title() {
    const { view, t, team } = this.ctx;
    if (!view.count) return t("desk.count.later");
    const holds = view.count.holds;
    if (holds === "A" || holds === "B") return t("desk.count.holds", { side: team(holds) });
    return t(holds === "unknown" ? "desk.count.unknown" : "desk.count.nobody");
  }

  /** The boules of the side that holds against the best of the others. */
  comparisons() {
    const { ctx } = this;
    const nearer = ctx.view.count?.nearer;
    if (!nearer?.best) return [];
    return nearer.boules.map((/** @type {any} */ boule) => {
      const name = short(ctx, boule.id);
      const best = short(ctx, nearer.best);
      if (boule.is) {
        const text = ctx.t(`desk.count.is_${boule.is}`, { boule: name, other: best });
        const how = ctx.t(`desk.source.${boule.source ?? "stated"}`);
        return make("div", { class: "pair" }, make("span", { text: `${text} ${how}` }));
      }
      const ask = (/** @type {string} */ is) => button(ctx.t(`desk.count.${is}`), () => this.measure(boule.id, nearer.best, is));
      return make("div", { class: "pair" }, make("span", { text: ctx.t("desk.count.pair", { boule: name, other: best }) }), ask("nearer"), ask("farther"), ask("equal"));
    });
  }

  /** @param {string} boule @param {string} best @param {string} is */
  measure(boule, best, is) {
    const { ctx } = this;
    const [near, far] = is === "farther" ? [best, boule] : [boule, best];
    const fact = { kind: "PointMeasured", near, far, ...(is === "equal" ? { equal: true } : {}), instrument: "tape" };
    return ctx.record(fact, { ...said(ctx, "PointMeasured", { near, far }), source: "tape" });
  }

  /** Which points are possible: of the side that holds first, of the other one where somebody asks for it. */
  choices() {
    const { ctx } = this;
    const { count } = ctx.view;
    const holds = count ? count.holds : this.ctx.view.holds;
    const first = holds === "B" ? "B" : "A";
    const sides = holds === "A" || holds === "B" ? (this.others ? SIDES.filter((side) => side !== first) : [first]) : [...SIDES];
    const rows = sides.map((side) => make("div", { class: "scores" }, make("span", { text: ctx.t("desk.count.scores", { side: ctx.named(side) }) }), ...this.points(side)));
    const other = ctx.named(first === "A" ? "B" : "A");
    const swap = sides.length === 1 ? button(this.others ? ctx.t("desk.count.others", { side: ctx.named(first) }) : ctx.t("desk.count.others", { side: other }), () => this.swap()) : null;
    const none = button(ctx.t("desk.count.none"), () => this.choose(null, 0), { "aria-pressed": String(this.chosen?.side === null) });
    strike(none, !count || count.none ? null : ctx.t("desk.count.not_possible"));
    return [...rows, make("div", { class: "two" }, swap, none)];
  }

  /** @param {"A"|"B"} side */
  points(side) {
    const { ctx } = this;
    const { count } = ctx.view;
    const possible = count ? new Set(count.points[side].map((/** @type {any} */ one) => one.points)) : null;
    const most = Math.max(...SIDES.map((each) => ctx.view.allotted?.[each] ?? 0), 1);
    return Array.from({ length: most }, (_, n) => n + 1).map((points) => {
      const on = this.chosen?.side === side && this.chosen.points === points;
      const made = button(String(points), () => this.choose(side, points), { "aria-pressed": String(on), class: side.toLowerCase() });
      strike(made, !possible || possible.has(points) ? null : ctx.t("desk.count.not_possible"));
      return made;
    });
  }

  swap() {
    this.others = !this.others;
    this.chosen = null;
    this.update();
  }

  /** @param {"A"|"B"|null} side @param {number} points */
  choose(side, points) {
    this.chosen = { side, points };
    this.update();
    this.agree.focus({ preventScroll: true });
  }

  /** What the chosen points make of the score, as the book said it beforehand. */
  after() {
    const { count } = this.ctx.view;
    if (!this.chosen || !count) return null;
    const { side, points } = this.chosen;
    return side === null ? count.none : count.points[side].find((/** @type {any} */ one) => one.points === points);
  }

  button() {
    const { ctx } = this;
    const after = this.after();
    const later = this.chosen !== null && !ctx.view.count;
    const { side, points } = this.chosen ?? { side: null, points: 0 };
    const score = after ? { a: after.score.A, b: after.score.B } : { a: "", b: "" };
    const yes = side === null ? "desk.count.agree_none" : later ? "desk.count.agree_plain" : "desk.count.agree";
    const key = after || later ? yes : "desk.count.agree_what";
    tell(this.agree, ctx.t(key, { ...score, side: side ? ctx.named(side) : "", points }));
    strike(this.agree, ctx.barred ?? (after || later ? null : ctx.t("desk.count.agree_what")));
  }

  record() {
    const { ctx } = this;
    if (!this.chosen) return null;
    const { side, points } = this.chosen;
    const fact = { kind: "EndCounted", ...(side ? { side, points } : { points: 0 }), agreed_by: "both" };
    const words = said(ctx, "EndCounted", side ? { side: ctx.team(side), points } : { as: "no side" });
    this.chosen = null;
    return ctx.record(fact, { ...words, by: "both" });
  }
}

/** A boule as the screens write it: ●2. @param {import("./app.js").Ctx} ctx @param {string} id */
export function short(ctx, id) {
  const [side, number] = id.split(".");
  return side === "A" || side === "B" ? `${ctx.sign(side)}${number}` : id;
}
