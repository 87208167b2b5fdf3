// Pétanque of which only the points of each end are noted: one tap an end.

import { button, fill, make, strike, tell } from "./dom.js";
import { add } from "./words.js";

/** @typedef {import("./app.js").Ctx} Ctx */

const SIDES = /** @type {("A"|"B")[]} */ (["A", "B"]);
const MOST = 6;
const WHY = ["equal", "dead_jack", "nobody", "not_noted"];

/** @param {Ctx} ctx @param {HTMLElement} root @param {{top: HTMLElement}} places */
export function show(ctx, root, { top }) {
  const ends = new Ends(ctx, root, top);
  return {
    middle: () => ctx.t("desk.ends.middle", { n: ctx.view.end, target: ctx.view.target }),
    update: () => ends.update(),
    undone: () => (ends.latest = null),
    leave: () => ends.media.removeEventListener("change", ends.beside),
    third: { label: () => ctx.t("desk.ends.clock"), press: () => ctx.open("clocks") },
  };
}

class Ends {
  /** @param {Ctx} ctx @param {HTMLElement} root @param {HTMLElement} top */
  constructor(ctx, root, top) {
    this.ctx = ctx;
    /** The entry of the end that was tapped last, while the strip may still change it. @type {string|null} */
    this.latest = null;
    /** Points that wait for "both agree". @type {any} */
    this.asked = null;
    this.scores = Object.fromEntries(SIDES.map((side) => [side, make("div", { class: "n" })]));
    this.names = Object.fromEntries(SIDES.map((side) => [side, make("div", { class: "nm" })]));
    this.spoken = make("p", { class: "unseen" });
    this.board = make("section", { class: "sc", "aria-label": ctx.t("desk.ends.score") }, this.spoken, ...SIDES.map((side) => make("div", { class: `t${side.toLowerCase()}`, "aria-hidden": "true" }, this.names[side], this.scores[side])));
    fill(top, this.board);
    this.keys = Object.fromEntries(SIDES.map((side) => [side, this.keypad(side)]));
    this.none = button(ctx.t("desk.ends.none"), () => this.end(null, 0), { data: { act: "null" } });
    this.happened = button(ctx.t("desk.ends.happened"), () => ctx.open("happened"), { class: "pri" });
    this.draw = this.asking();
    this.result = make("section", { class: "result", hidden: true });
    this.pads = make("div", { class: "two gutter pads" }, ...SIDES.map((side) => this.keys[side].at));
    fill(root, this.draw.at, this.result, ctx.strip.at, this.pads, make("div", { class: "two" }, this.none, this.happened));
    this.media = matchMedia("(min-width: 900px)");
    this.beside = () => this.besides();
    this.media.addEventListener("change", this.beside);
    this.besides();
  }

  /** On a tablet the story stands between the keypads, which are at the outer edges, under two thumbs. */
  async besides() {
    this.side?.at.remove();
    this.side = null;
    if (!this.media.matches) return;
    const at = make("section", { class: "beside", "aria-label": this.ctx.t("desk.shell.story") });
    this.side = { at, story: null };
    this.keys.A.at.after(at);
    const [module] = await Promise.all([import("./story.js").catch(() => null), add("screens"), add("play")]);
    if (!module || this.side?.at !== at) return;
    this.side.story = module.show(this.ctx, at, {});
    this.side.story.update();
  }

  /** @type {{at: HTMLElement, story: any}|null} */
  side = null;

  /** @param {"A"|"B"} side */
  keypad(side) {
    const buttons = Array.from({ length: MOST }, (_, n) => button(String(n + 1), () => this.end(side, n + 1), { class: `${side.toLowerCase()}${n < 3 ? "" : " lo"}`, data: { points: n + 1 } }));
    const at = make("div", { class: "pts", role: "group", data: { side } }, ...buttons);
    return { at, buttons };
  }

  /** "Who throws the jack?", until it is known or somebody scores. */
  asking() {
    const said = make("span", { class: "said", text: this.ctx.t("desk.ends.who_throws") });
    const sides = SIDES.map((side) => button("", () => this.drawn(side), { class: side.toLowerCase(), data: { draw: side } }));
    return { at: make("div", { class: "draw" }, said, ...sides), sides };
  }

  /** @param {"A"|"B"} side */
  drawn(side) {
    const { ctx } = this;
    ctx.record({ kind: "DrawWon", side }, { words: ctx.t("desk.ends.draw_words", { side: ctx.named(side) }), undoes: ctx.t("desk.ends.draw_undoes", { side: ctx.sign(side) }) });
  }

  // --- what is shown -----------------------------------------------------------------------------

  update() {
    const { ctx } = this;
    const { view } = ctx;
    for (const side of SIDES) {
      tell(this.names[side], ctx.named(side));
      tell(this.scores[side], String(view.score[side]));
      this.keys[side].at.setAttribute("aria-label", ctx.t("desk.ends.points_for", { side: ctx.team(side) }));
      this.free(side);
    }
    tell(this.spoken, ctx.t("desk.ends.spoken", { a: ctx.team("A"), b: ctx.team("B"), x: view.score.A, y: view.score.B, n: view.end, target: view.target }));
    const may = this.may("EndCounted");
    strike(this.none, may);
    strike(this.happened, ctx.barred);
    const draw = view.asks === "draw" || (!view.turn && this.may("DrawWon") === null);
    this.draw.at.hidden = !draw || this.may("DrawWon") !== null;
    this.draw.sides.forEach((one, n) => tell(one, ctx.named(SIDES[n])));
    this.over(view);
    this.side?.story?.update();
  }

  /** Why a kind of fact can't be entered now, or null. @param {string} kind */
  may(kind) {
    const { ctx } = this;
    if (ctx.barred) return ctx.barred;
    return (ctx.view.legal ?? []).some((/** @type {any} */ form) => form.kind === kind) ? null : ctx.view.status.text;
  }

  /** @param {"A"|"B"} side */
  free(side) {
    const { ctx } = this;
    const most = ctx.view.most?.[side] ?? MOST;
    const may = this.may("EndCounted");
    this.keys[side].buttons.forEach((one, n) => {
      const points = n + 1;
      one.setAttribute("aria-label", ctx.t("desk.ends.key", { points, side: ctx.team(side) }));
      strike(one, may ?? (points > most ? ctx.t("desk.ends.too_many", { side: ctx.team(side), boules: most }) : null));
      one.hidden = most <= 3 && points > 3;
    });
  }

  /** The result in the place of the buttons. @param {any} view */
  over(view) {
    const { ctx } = this;
    const won = Boolean(view.winner);
    this.result.hidden = !won;
    this.pads.hidden = won;
    this.none.hidden = won;
    if (!won) {
      this.told = "";
      return;
    }
    const text = ctx.t("desk.ends.result", { side: ctx.team(view.winner), x: Math.max(view.score.A, view.score.B), y: Math.min(view.score.A, view.score.B) });
    const key = `${text}${view.closed}${view.asks}`;
    if (this.told === key) return;
    this.told = key;
    const agreed = view.closed || view.asks === "over";
    fill(
      this.result,
      make("h2", { text }),
      agreed ? make("p", { text: ctx.t("desk.ends.closed") }) : button(ctx.t("desk.ends.agree_result"), () => this.agreeResult(text), { class: "pri big" }),
      agreed ? null : button(view.last?.undo ?? "", () => ctx.undo()),
    );
  }

  told = "";

  /** @param {string} text */
  agreeResult(text) {
    const { ctx } = this;
    ctx.strip.clear();
    ctx.record({ kind: "ResultAgreed" }, { words: ctx.t("desk.ends.result_words", { result: text }), undoes: ctx.t("desk.ends.result_undoes") });
  }

  // --- what is tapped ----------------------------------------------------------------------------

  /** @param {"A"|"B"|null} side @param {number} points */
  end(side, points) {
    const { ctx } = this;
    const agree = ctx.prefs.agree ?? ctx.view.umpire ?? false;
    if (agree && ctx.role === "umpire") return this.agree(side, points);
    return this.count(side, points);
  }

  /** A second tap where the umpire wants the agreement noted. @param {"A"|"B"|null} side @param {number} points */
  agree(side, points) {
    const { ctx } = this;
    ctx.strip.show(this.label(side, points), [
      { label: ctx.t("desk.ends.both_agree"), press: () => this.count(side, points), class: "pri" },
      { label: ctx.t("desk.ends.not_yet"), press: () => ctx.strip.clear() },
    ], 0);
  }

  /** @param {"A"|"B"|null} side @param {number} points */
  label(side, points) {
    const { ctx } = this;
    return side ? ctx.t("desk.ends.plus", { side: ctx.sign(side), points }) : ctx.t("desk.ends.none");
  }

  /** @param {"A"|"B"|null} side @param {number} points */
  async count(side, points) {
    const { ctx } = this;
    const n = ctx.view.end;
    const what = this.label(side, points);
    const fact = side ? { kind: "EndCounted", side, points } : { kind: "EndCounted" };
    let mine = "";
    const made = (/** @type {string} */ fid) => (mine = fid);
    const kept = ctx.record(fact, { words: ctx.t("desk.ends.words", { n, what }), undoes: ctx.t("desk.ends.undoes", { n, what }), made });
    if (!mine) return;
    this.latest = mine;
    const { score } = ctx.view;
    this.say(ctx.t("desk.ends.after", { what, a: score.A, b: score.B }), side, points, n, mine);
    if (!(await kept) && this.latest === mine) this.forget();
  }

  /** What the strip offers is about nothing any more. */
  forget() {
    this.latest = null;
    this.ctx.strip.clear();
  }

  /**
   * The strip after an end: whose it was, or why nobody scored.
   * @param {string} text @param {"A"|"B"|null} side @param {number} points @param {number} n @param {string} fid of the entry
   */
  say(text, side, points, n, fid) {
    const { ctx } = this;
    const undo = { label: ctx.t("desk.ends.undo"), press: () => ctx.undo() };
    if (side) {
      const other = side === "A" ? "B" : "A";
      const itWas = { label: ctx.t("desk.ends.it_was", { side: ctx.sign(other) }), press: () => this.other(other, points, n, fid) };
      ctx.strip.show(text, [itWas, undo]);
    } else {
      ctx.strip.show(text, [...WHY.map((why) => ({ label: ctx.t(`desk.ends.why.${why}`), press: () => this.because(why, n, fid) }))]);
    }
  }

  /** The same points for the other team: the entry is corrected. @param {"A"|"B"} side @param {number} points @param {number} n @param {string} fid */
  other(side, points, n, fid) {
    const { ctx } = this;
    const what = this.label(side, points);
    if (!this.corrected({ kind: "EndCounted", side, points }, ctx.t("desk.ends.other_words", { n, what }), n, what, fid)) return;
    const { score } = ctx.view;
    this.say(ctx.t("desk.ends.after", { what, a: score.A, b: score.B }), side, points, n, fid);
  }

  /** @param {string} why @param {number} n @param {string} fid */
  because(why, n, fid) {
    const { ctx } = this;
    const reason = ctx.t(`desk.ends.why.${why}`);
    if (!this.corrected({ kind: "EndCounted", why }, ctx.t("desk.ends.why_words", { n, reason }), n, this.label(null, 0), fid)) return;
    ctx.strip.show(ctx.t("desk.ends.why_noted", { n, reason }), [{ label: ctx.t("desk.ends.undo"), press: () => ctx.undo() }]);
  }

  /** False: the entry is not there any more. @param {any} fact @param {string} words @param {number} n @param {string} what @param {string} fid */
  corrected(fact, words, n, what, fid) {
    const { ctx } = this;
    if (ctx.barred || this.latest !== fid || !ctx.game.has(fid)) {
      this.forget();
      return false;
    }
    ctx.correct([{ seq: { fid }, facts: [fact] }], { words, undoes: ctx.t("desk.ends.undoes", { n, what }) });
    return true;
  }
}
