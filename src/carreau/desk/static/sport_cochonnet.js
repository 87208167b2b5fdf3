// Billiard cochonnet: whose turn it is, what is in hand, one tap a ball; the jack out, stopping, the count.

import { button, fill, make, strike, tell } from "./dom.js";
import { counting, Hit, jackOut } from "./cochonnet_ball.js";
import { sheet } from "./sheet.js";

const SIDES = /** @type {const} */ (["A", "B"]);

/** @typedef {import("./app.js").Ctx} Ctx */
/** @typedef {{label: string, press: () => any, side?: "A"|"B", why?: string|null}|null} Slot */

/** @param {Ctx} ctx @param {HTMLElement} root @param {{top: HTMLElement}} places */
export function show(ctx, root, { top }) {
  sheet("five.css");
  sheet("petanque.css");
  const screen = new Cochonnet(ctx, root, top);
  return {
    update: () => screen.update(),
    middle: () => screen.middle(),
    undone: () => screen.hit.close(),
    third: { label: () => screen.stopLabel(), press: () => screen.stop() },
    menu: () => [{ label: ctx.t("desk.cochonnet.happened"), press: () => ctx.open("happened") }],
  };
}

class Cochonnet {
  /** @param {Ctx} ctx @param {HTMLElement} root @param {HTMLElement} top */
  constructor(ctx, root, top) {
    this.ctx = ctx;
    const { t } = ctx;
    this.plays = make("b", { class: "plays" });
    this.how = make("small", { class: "how" });
    this.bar = make("section", { class: "turn", "aria-label": t("desk.cochonnet.turn") }, this.plays, this.how);
    this.hands = SIDES.map((side) => make("div", { class: `hand ${side.toLowerCase()}`, role: "img" }));
    fill(top, this.bar, make("section", { class: "two hands", "aria-label": t("desk.cochonnet.in_hand") }, ...this.hands));
    this.notice = this.notices();
    this.badges = make("div", { class: "badges" });
    this.told = make("p", { class: "told" });
    this.question = make("h2");
    this.slots = Array.from({ length: 8 }, (_, n) => this.slot(n));
    this.jackOut = button(t("desk.cochonnet.jack_out"), () => jackOut(ctx));
    this.happened = button(t("desk.cochonnet.happened"), () => ctx.open("happened"), { class: "pri" });
    this.hit = new Hit(ctx, () => this.update());
    const at = (/** @type {number} */ n) => this.slots[n].at;
    this.throwing = make(
      "div", { class: "throwing" }, this.question,
      make("div", { class: "two" }, at(0), at(1)),
      make("div", { class: "three" }, at(2), at(3), at(4)),
      make("div", { class: "two" }, at(5), at(6)),
    );
    this.count = make("div", { class: "count" });
    this.counted = "";
    fill(root, this.notice, this.badges, this.told, ctx.strip.at, this.count, this.hit.at, this.throwing, (this.below = make("div", { class: "two" }, this.jackOut, this.happened)));
    root.classList.add("boules", "cochonnet");
  }

  /** @param {number} n */
  slot(n) {
    const slot = { at: button("", () => slot.press(), { class: n < 2 ? "big" : "" }), press: () => {} };
    return slot;
  }

  /** That the printed rules break off: said once on this phone. */
  notices() {
    const { ctx } = this;
    const at = make("section", { class: "card notice", hidden: Boolean(ctx.prefs.broken_off_read) });
    const read = () => {
      at.hidden = true;
      return ctx.choose("broken_off_read", true);
    };
    fill(at, make("p", { text: ctx.t("desk.cochonnet.notice") }), button(ctx.t("desk.cochonnet.notice.read"), read));
    return at;
  }

  middle() {
    const { view, t } = this.ctx;
    return t("desk.cochonnet.title", { a: view.score.A, b: view.score.B, n: view.end ?? view.chapter });
  }

  update() {
    const { ctx } = this;
    const { view } = ctx;
    if (!view?.ways) return;
    const side = view.turn;
    this.bar.dataset.side = side ?? "";
    tell(this.plays, heading(ctx, view));
    tell(this.how, `${view.how.say} ${view.how.art ?? ""}`.trim());
    SIDES.forEach((one, n) => this.hand(this.hands[n], one));
    tell(this.told, ctx.pending.at(-1)?.words ?? view.last?.text ?? "");
    this.badge(view);
    const counts = view.asks === "count" && view.count;
    this.count.hidden = !counts;
    this.hit.at.hidden = !this.hit.open || view.asks !== "ball";
    this.below.hidden = !this.hit.at.hidden;
    this.throwing.hidden = Boolean(counts) || !this.hit.at.hidden;
    if (counts) this.points(view);
    else if (!this.hit.at.hidden) this.hit.update();
    else this.throws(view);
    strike(this.jackOut, ctx.barred ?? (view.asks === "ball" ? null : ctx.t("desk.cochonnet.not_now")));
  }

  /** @param {HTMLElement} at @param {"A"|"B"} side */
  hand(at, side) {
    const { ctx } = this;
    const [all, left] = [ctx.view.allotted?.[side] ?? 0, ctx.view.hands?.[side] ?? 0];
    at.setAttribute("aria-label", ctx.t("desk.cochonnet.left", { n: left, side: ctx.team(side) }));
    const dots = "●".repeat(Math.max(0, left)) + "○".repeat(Math.max(0, all - left));
    fill(at, make("span", { class: "name", "aria-hidden": "true", text: ctx.named(side) }), make("span", { class: "dots", "aria-hidden": "true", text: dots }));
  }

  /** What rests on our reading where the source stops is marked for good. @param {any} view */
  badge(view) {
    const key = JSON.stringify(view.broken_off ?? []);
    if (this.badges.dataset.shown === key) return;
    this.badges.dataset.shown = key;
    const marks = (view.broken_off ?? []).slice(-1).map((/** @type {any} */ one) => button(one.say, () => this.ctx.open("ruling", { seq: one.seq }), { class: "badge" }));
    fill(this.badges, ...marks);
  }

  /** @param {any} view */
  points(view) {
    const { ctx } = this;
    const key = JSON.stringify([view.count, view.head, ctx.pending.length, ctx.barred, ctx.lang]);
    if (key === this.counted) return;
    this.counted = key;
    fill(this.count, ...counting(ctx));
  }

  /** @param {any} view */
  throws(view) {
    const { ctx } = this;
    const { title, slots } = phase(ctx, this.hit);
    tell(this.question, title);
    this.slots.forEach((slot, n) => {
      const use = slots[n] ?? null;
      tell(slot.at, use?.label ?? "–");
      slot.press = use?.press ?? (() => {});
      slot.at.className = [n < 2 ? "big" : "", use?.side ? use.side.toLowerCase() : ""].join(" ").trim();
      strike(slot.at, ctx.barred ?? (use ? use.why ?? null : ctx.t("desk.cochonnet.not_now")));
      slot.at.classList.toggle("empty", !use);
    });
    this.throwing.dataset.asks = view.asks;
  }

  // --- the third button: the last balls stay unplayed ---------------------------------------------

  stopLabel() {
    const { ctx } = this;
    const side = ctx.view?.stop?.side;
    return side ? ctx.t("desk.cochonnet.stop", { side: ctx.sign(side) }) : ctx.t("desk.cochonnet.stop_none");
  }

  stop() {
    const { ctx } = this;
    const { stop } = ctx.view;
    if (!stop) return ctx.announce(ctx.t("desk.cochonnet.stop_not_now"));
    const words = ctx.t("desk.cochonnet.stop_said", { side: ctx.team(stop.side) });
    return ctx.record(stop.fact, { words, undoes: ctx.t("desk.undo.Declined"), by: stop.side });
  }
}

/** Who plays, in large letters. @param {Ctx} ctx @param {any} view */
function heading(ctx, view) {
  const side = view.turn;
  const name = side ? ctx.team(side) : "";
  const words = {
    ball: () => ctx.t("desk.cochonnet.plays", { side: name, as: view.holds === side ? "holds" : "" }),
    jack: () => ctx.t("desk.cochonnet.throws", { side: name }),
  };
  const said = words[/** @type {keyof typeof words} */ (view.asks)] ?? (() => ctx.t(`desk.cochonnet.${view.asks}`));
  return side ? `${ctx.sign(side)} ${said()}` : said();
}

/** @param {Ctx} ctx @param {string} kind @param {Record<string, any>} [slots] */
export function words(ctx, kind, slots = {}) {
  const told = { number: ctx.view.ball, end: ctx.view.end, n: ctx.view.end, ...slots };
  return { words: ctx.t(`desk.said.${kind}`, told), undoes: ctx.t(`desk.undo.${kind}`, told) };
}

/** What the buttons are now. @param {Ctx} ctx @param {Hit} hit @returns {{title: string, slots: Slot[]}} */
function phase(ctx, hit) {
  const { view, t } = ctx;
  const sides = (/** @type {(side: "A"|"B") => any} */ press) => SIDES.map((side) => ({ label: ctx.named(side), side, press: () => press(side) }));
  const phases = {
    lag: () => ({
      title: t("desk.cochonnet.lag"),
      slots: [
        ...sides((side) => ctx.record({ kind: "LagPlayed", won_by: side }, words(ctx, "LagPlayed"))),
        { label: t("desk.cochonnet.equal"), press: () => ctx.record({ kind: "LagPlayed", won_by: "equal" }, words(ctx, "LagPlayed")) },
      ],
    }),
    jack: () => jack(ctx),
    ball: () => ball(ctx, hit),
    head: () => ({
      title: t("desk.cochonnet.head"),
      slots: [...sides((side) => stated(ctx, side)), { label: t("desk.cochonnet.equal"), press: () => stated(ctx, "equal") }],
    }),
    over: () => ({ title: view.winner ? t("desk.cochonnet.won", { side: ctx.team(view.winner), a: view.score.A, b: view.score.B }) : t("desk.cochonnet.over"), slots: [] }),
    question: () => ({ title: view.question?.text ?? t("desk.cochonnet.question"), slots: [{ label: t("desk.cochonnet.answer"), press: () => ctx.open("choice") }] }),
  };
  return (phases[/** @type {keyof typeof phases} */ (view.asks)] ?? (() => ({ title: t("desk.cochonnet.nothing"), slots: [] })))();
}

/** @param {Ctx} ctx @param {string} holds */
function stated(ctx, holds) {
  const as = holds === "equal" ? "equal" : "holds";
  return ctx.record({ kind: "HeadStated", holds }, words(ctx, "HeadStated", { as, holds: as === "holds" ? ctx.team(/** @type {"A"|"B"} */ (holds)) : "" }));
}

/** @param {Ctx} ctx */
function jack(ctx) {
  const { view, t } = ctx;
  const who = ctx.team(view.turn);
  const thrown = (/** @type {any} */ lies, /** @type {string} */ as) => ctx.record({ kind: "JackThrown", side: view.turn, ...lies }, words(ctx, "JackThrown", { as, who, side: who }));
  return {
    title: t("desk.cochonnet.after_jack"),
    slots: [
      { label: t("desk.cochonnet.good"), press: () => thrown({ good: true }, "good") },
      null,
      { label: t("desk.cochonnet.too_soft"), press: () => thrown({ far_cushion: false }, "bad") },
      { label: t("desk.cochonnet.past"), press: () => thrown({ line: "past" }, "bad") },
      { label: t("desk.cochonnet.off_table"), press: () => thrown({ off_table: true }, "bad") },
    ],
  };
}

/** @param {Ctx} ctx @param {Hit} hit */
function ball(ctx, hit) {
  const { view, t } = ctx;
  const slot = (/** @type {string} */ id, /** @type {string} */ label, /** @type {"A"|"B"|undefined} */ side = undefined) => ({ label, side, press: () => played(ctx, id), why: view.ways.find((/** @type {any} */ way) => way.id === id)?.no ?? null });
  const known = new Set(view.ways.map((/** @type {any} */ way) => way.id));
  const slots = [
    ...SIDES.map((side) => slot(side, `${ctx.sign(side)} ${t("desk.cochonnet.hold", { side: ctx.team(side) })}`, side)),
    ...["equal", "too_soft", "past"].map((id) => slot(id, t(`desk.cochonnet.${id}`))),
    { label: t("desk.cochonnet.hit_first"), press: () => hit.start() },
    slot("off_table", t("desk.cochonnet.off_table")),
  ];
  return { title: t("desk.cochonnet.after_ball"), slots: known.size ? slots : [] };
}

/** A ball of the side whose turn it is, as the button says. @param {Ctx} ctx @param {string} id */
function played(ctx, id) {
  const { view } = ctx;
  const way = view.ways.find((/** @type {any} */ one) => one.id === id);
  const holds = way.fields.holds;
  const as = holds === "A" || holds === "B" ? "holds" : id;
  const about = words(ctx, "BallPlayed", { as, who: ctx.team(view.turn), holds: as === "holds" ? ctx.team(holds) : "" });
  return ctx.record({ kind: "BallPlayed", side: view.turn, ...way.fields }, about);
}
