// What else a ball of billiard cochonnet can do: hit another one first, send the jack out; and the points of an end.

import { ask, button, fill, make, strike } from "./dom.js";

const SIDES = /** @type {const} */ (["A", "B"]);

/** @typedef {import("./app.js").Ctx} Ctx */

/** @param {Ctx} ctx @param {string} as */
function about(ctx, as) {
  const slots = { as, who: ctx.team(ctx.view.turn), side: ctx.team(ctx.view.turn), number: ctx.view.ball };
  return { words: ctx.t("desk.said.BallPlayed", slots), undoes: ctx.t("desk.undo.BallPlayed", slots) };
}

/** It touched something before the far cushion: what, whether that lies elsewhere now, and who lies nearest as it lies. */
export class Hit {
  /** @param {Ctx} ctx @param {() => void} changed */
  constructor(ctx, changed) {
    this.ctx = ctx;
    this.changed = changed;
    this.open = false;
    this.at = make("div", { class: "hit stack", hidden: true });
    /** @type {Set<string>} */
    this.touched = new Set();
    this.moved = true;
    this.drawn = "";
  }

  start() {
    this.open = true;
    this.touched = new Set();
    this.moved = true;
    this.changed();
    this.at.querySelector("button")?.focus();
  }

  close() {
    this.open = false;
    this.changed();
  }

  /** @param {string} id */
  toggle(id) {
    if (this.touched.has(id)) this.touched.delete(id);
    else this.touched.add(id);
    this.changed();
  }

  update() {
    const { ctx } = this;
    const { t, view } = ctx;
    const key = JSON.stringify([[...this.touched], this.moved, view.balls, view.turn, ctx.barred, ctx.lang]);
    if (key === this.drawn && this.at.childElementCount) return;
    this.drawn = key;
    const focused = /** @type {HTMLElement|null} */ (document.activeElement)?.dataset?.hit;
    const toggle = (/** @type {string} */ id, /** @type {string} */ label, /** @type {boolean} */ on, /** @type {() => void} */ press) => button(label, press, { many: true, "aria-pressed": String(on), data: { hit: id } });
    const balls = view.balls.filter((/** @type {any} */ ball) => ball.live).map((/** @type {any} */ ball) => [ball.id, t("desk.cochonnet.hit.ball", { n: ball.id.slice(2), side: ctx.sign(ball.side) })]);
    const things = [...balls, ["jack", t("desk.cochonnet.hit.jack")], ["unplayed", t("desk.cochonnet.hit.unplayed")]];
    const moved = toggle("moved", t("desk.cochonnet.hit.moved"), this.moved, () => {
      this.moved = !this.moved;
      this.changed();
    });
    fill(
      this.at,
      make("h2", { text: t("desk.cochonnet.hit.what") }),
      make("div", { class: "three", role: "group", "aria-label": t("desk.cochonnet.hit.what") }, ...things.map(([id, label]) => toggle(id, label, this.touched.has(id), () => this.toggle(id)))),
      moved,
      make("h2", { text: t("desk.cochonnet.hit.now") }),
      make("div", { class: "three" }, ...["A", "B", "equal"].map((holds) => this.answer(holds))),
      button(t("desk.cochonnet.back"), () => this.close()),
    );
    if (focused) /** @type {HTMLElement|null} */ (this.at.querySelector(`[data-hit="${focused}"]`))?.focus();
  }

  /** @param {string} holds */
  answer(holds) {
    const { ctx } = this;
    const side = holds === "equal" ? null : /** @type {"A"|"B"} */ (holds);
    const made = button(side ? ctx.named(side) : ctx.t("desk.cochonnet.equal"), () => this.record(holds), { class: side?.toLowerCase(), data: { hit: `holds${holds}` } });
    strike(made, ctx.barred ?? (this.touched.size ? null : ctx.t("desk.cochonnet.hit.what")));
    return made;
  }

  /** @param {string} holds */
  async record(holds) {
    const { ctx } = this;
    const touched = [...this.touched];
    const lying = touched.filter((id) => id !== "unplayed");
    const moved = this.moved ? lying.map((object) => ({ object, marked: true })) : [];
    const fact = { kind: "BallPlayed", side: ctx.view.turn, touched_before: touched, ...(moved.length ? { moved } : {}), holds };
    const kept = await ctx.record(fact, about(ctx, "hit_first"));
    if (kept) this.close();
  }
}

/** The jack is out: who sent it there, what is left, and what that gives, before it is recorded. @param {Ctx} ctx */
export async function jackOut(ctx) {
  const { view, t } = ctx;
  const side = view.turn;
  const fact = { kind: "BallPlayed", side, moved: [{ object: "jack", out: true }] };
  const would = ctx.pending.length ? null : await ctx.preview(fact).catch(() => null);
  const streak = view.streak?.side === side && view.streak.times > 0;
  const left = (/** @type {"A"|"B"} */ one) => t("desk.cochonnet.left", { side: ctx.named(one), n: view.hands[one] - (one === side ? 1 : 0) });
  const follows = would?.no ? [would.no.say] : (would?.rulings ?? []).map((/** @type {any} */ ruling) => `${ruling.text} ${ruling.art ?? ""}`.trim());
  const body = [
    t("desk.cochonnet.out.by", { side: ctx.named(side) }),
    ...SIDES.map(left),
    streak ? t("desk.cochonnet.out.streak", { side: ctx.team(side) }) : null,
    ...(would ? follows : [t("desk.cochonnet.out.later")]),
    (would?.rulings ?? []).some((/** @type {any} */ ruling) => ruling.readings.includes("C-A18")) ? make("p", { class: "badge", text: t("desk.cochonnet.broken_off") }) : null,
  ];
  const answers = [
    { value: "out", label: t("desk.cochonnet.out.record"), class: "pri big", why: would?.no?.say ?? null },
    { value: "", label: t("desk.cochonnet.out.no") },
  ];
  if (await ask(t("desk.cochonnet.out.title"), body, answers)) await ctx.record(fact, about(ctx, "jack_out"));
}

/** The points of an end: as the book counts them, or as somebody has. @param {Ctx} ctx @returns {HTMLElement[]} */
export function counting(ctx) {
  const { view, t } = ctx;
  const { proposed, points, none, by } = view.count;
  const record = (/** @type {"A"|"B"|null} */ side, /** @type {number} */ n) => {
    const slots = { as: side ? "" : "no side", side: side ? ctx.team(side) : "", points: n, end: view.end };
    const said = { words: t("desk.said.EndCounted", slots), undoes: t("desk.undo.EndCounted", { ...slots, side: side ? ctx.sign(side) : "" }) };
    return ctx.record({ kind: "EndCounted", ...(side ? { side, points: n } : { points: 0 }) }, { ...said, by });
  };
  const first = proposed?.side ? button(t("desk.cochonnet.count.propose", { side: ctx.named(proposed.side), points: proposed.points }), () => record(proposed.side, proposed.points), { class: `big ${proposed.side.toLowerCase()}` }) : null;
  const rows = SIDES.map((side) =>
    make(
      "div", { class: "scores", role: "group", "aria-label": ctx.team(side) }, make("span", { text: ctx.named(side) }),
      ...points[side].map((/** @type {number} */ n) => button(String(n), () => record(side, n), { class: side.toLowerCase(), "aria-label": t("desk.cochonnet.count.points", { points: n, side: ctx.team(side) }) })),
    ),
  );
  const void_ = button(t("desk.cochonnet.count.none"), () => record(null, 0));
  strike(void_, none ? null : t("desk.cochonnet.not_now"));
  const made = [first, view.count.umpire ? make("p", { text: t("desk.cochonnet.count.umpire") }) : null, make("h2", { text: t("desk.cochonnet.count.other") }), ...rows, void_].filter((one) => one !== null);
  made.forEach((one) => one.querySelectorAll("button").forEach((each) => ctx.barred && strike(each, ctx.barred)));
  return made;
}
