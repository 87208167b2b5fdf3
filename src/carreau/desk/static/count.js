// The points of an end: only numbers that the book would take, only comparisons that are still needed, then the agreement.

import { button, fill, make, strike, tell } from "./dom.js";
import { said } from "./petanque_boules.js";

const SIDES = /** @type {const} */ (["A", "B"]);
const MOST = 6;

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
    this.rows = SIDES.map((side) => this.row(side));
    this.swaps = button("", () => this.swap());
    this.none = button(ctx.t("desk.count.none"), () => this.choose(null, 0));
    this.numbers = make("div", { class: "numbers" }, ...this.rows.map(({ at }) => at), make("div", { class: "two" }, this.swaps, this.none));
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
    const key = JSON.stringify([count?.nearer, ctx.lang]);
    if (key !== this.drawn) {
      this.drawn = key;
      fill(this.compared, ...this.comparisons());
    }
    this.choices();
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

  /** The numbers of a side; they stay the same buttons, so that no tap is lost when something new is heard. @param {"A"|"B"} side */
  row(side) {
    const name = make("span");
    const buttons = Array.from({ length: MOST }, (_, n) => button(String(n + 1), () => this.choose(side, n + 1), { class: side.toLowerCase(), data: { points: n + 1 } }));
    return { side, name, buttons, at: make("div", { class: "scores", role: "group", data: { side } }, name, ...buttons) };
  }

  /** Which points are possible: of the side that holds first, of the other one where somebody asks for it. */
  choices() {
    const { ctx } = this;
    const { count } = ctx.view;
    const holds = count ? count.holds : ctx.view.holds;
    const known = holds === "A" || holds === "B";
    const shown = known ? SIDES.filter((side) => (side === holds) !== this.others) : SIDES;
    for (const row of this.rows) {
      row.at.hidden = !shown.includes(row.side);
      tell(row.name, ctx.t("desk.count.scores", { side: ctx.named(row.side) }));
      const possible = count ? new Set(count.points[row.side].map((/** @type {any} */ one) => one.points)) : null;
      row.buttons.forEach((made, n) => this.number(made, row.side, n + 1, possible));
    }
    this.swaps.hidden = !known;
    if (known) tell(this.swaps, ctx.t("desk.count.others", { side: ctx.named(this.others ? holds : holds === "A" ? "B" : "A") }));
    this.none.setAttribute("aria-pressed", String(this.chosen?.side === null));
    strike(this.none, !count || count.none ? null : ctx.t("desk.count.not_possible"));
  }

  /** @param {HTMLElement} made @param {"A"|"B"} side @param {number} points @param {Set<number>|null} possible */
  number(made, side, points, possible) {
    made.hidden = points > Math.max(...SIDES.map((each) => this.ctx.view.allotted?.[each] ?? 0), 1);
    made.setAttribute("aria-pressed", String(this.chosen?.side === side && this.chosen.points === points));
    strike(made, !possible || possible.has(points) ? null : this.ctx.t("desk.count.not_possible"));
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
