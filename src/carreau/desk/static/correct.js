// Correct an entry: the form it was entered with, and beside it everything that would change. Nothing is recorded before.

import { button, fill, make, strike, tell } from "./dom.js";
import { FullForm } from "./full.js";
import { answersIn, around, sheetOf } from "./leaves.js";
import { sheet as style } from "./sheet.js";
import { Telling } from "./telling.js";

/** @typedef {import("./app.js").Ctx} Ctx */

const MOST = 6;
const WAIT_MS = 200;

/** @param {Ctx} ctx @param {HTMLElement} root @param {Record<string, string>} args */
export function show(ctx, root, args) {
  style("happened.css");
  const screen = new Correct(ctx, root, Number(args.seq));
  return { title: ctx.t("desk.correct.title", { seq: args.seq }), update: () => screen.update(), leave: () => screen.leave() };
}

class Correct {
  /** @param {Ctx} ctx @param {HTMLElement} root @param {number} seq */
  constructor(ctx, root, seq) {
    this.ctx = ctx;
    this.root = root;
    this.seq = seq;
    /** What each entry should say: none, one or several facts. @type {Map<number, {facts: any[], words: string}>} */
    this.changes = new Map();
    this.both = false;
    this.round = 0;
    this.timer = 0;
    /** @type {any} */
    this.found = null;
    root.classList.add("correct");
    this.entered = make("section", { class: "entered" });
    this.would = make("section", { class: "card would-change", role: "status" });
    this.agree = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", on: { change: () => this.agreed() } }));
    this.agreeing = make("label", { class: "tick", hidden: true }, this.agree, make("span", { text: ctx.t("desk.correct.both") }));
    this.keep = button("", () => this.record(), { class: "pri big" });
    this.leaving = button(ctx.t("desk.correct.leave"), () => ctx.back());
    fill(root, this.entered, this.would, this.agreeing, make("div", { class: "two" }, this.keep, this.leaving));
    this.shown = false;
    this.draw(null);
  }

  update() {
    if (!this.shown && this.ctx.view) this.edit(this.seq);
    this.label();
  }

  leave() {
    clearTimeout(this.timer);
    this.form?.leave();
  }

  /** @param {number} seq */
  line(seq) {
    return this.ctx.story.find((line) => line.seq === seq) ?? null;
  }

  /** Show the form of an entry, filled in as it stands. @param {number} seq */
  async edit(seq) {
    const { ctx } = this;
    const line = this.line(seq);
    this.shown = Boolean(line?.fact);
    if (!line?.fact) {
      fill(this.entered, make("p", { role: "status", text: ctx.t("desk.correct.not_here") }));
      return;
    }
    const head = make("h2", { tabindex: "-1", text: ctx.t("desk.correct.was", { seq, text: line.text }) });
    this.form?.leave();
    this.form = undefined;
    const quick = this.quick(line);
    const form = quick ? null : await this.whole(line);
    fill(this.entered, head, quick ?? form?.at ?? make("p", { role: "status", text: ctx.t("desk.happened.no_sheet") }), quick ? button(ctx.t("desk.happened.in_full"), () => this.inFull(line)) : null);
    if (seq !== this.seq) head.focus();
  }

  /** The points of an end, as the keys that they were entered with. @param {any} line */
  quick(line) {
    if (line.kind !== "EndCounted") return null;
    const { ctx } = this;
    const key = (/** @type {"A"|"B"|null} */ side, /** @type {number} */ points) => button(side ? `${ctx.sign(side)} ${points}` : ctx.t("desk.correct.none"), () => this.change(line.seq, [{ kind: "EndCounted", ...(side ? { side, points } : {}) }], side ? ctx.t("desk.correct.points", { side: ctx.sign(side), points }) : ctx.t("desk.correct.none")), { many: true, class: side ? side.toLowerCase() : "", "aria-label": side ? ctx.t("desk.correct.key", { side: ctx.team(side), points }) : null, data: { points: `${side ?? ""}${points}` } });
    const pads = /** @type {const} */ (["A", "B"]).map((side) => make("div", { class: "pts", role: "group", "aria-label": ctx.team(side) }, ...Array.from({ length: MOST }, (_, n) => key(side, n + 1))));
    return make("div", { class: "stack" }, make("div", { class: "two gutter" }, ...pads), key(null, 0));
  }

  /** The leaf that it was, else the full form of its kind. @param {any} line */
  async whole(line) {
    const { ctx } = this;
    const sheet = await sheetOf(ctx).catch(() => null);
    if (!sheet) return null;
    for (const leaf of sheet.leaves) {
      const answers = answersIn(leaf, line.fact, { ...around(ctx), turn: line.fact.side ?? null }, sheet.asks);
      if (!answers || leaf.full || !(leaf.ask ?? []).length) continue;
      this.form = new Telling(this.fixed(line), sheet, leaf, answers, {
        record: () => null,
        whole: () => this.inFull(line),
        back: () => ctx.back(),
        live: (fact, words) => this.change(line.seq, [fact], words),
      });
      return this.form;
    }
    return this.fullForm(line);
  }

  /** The game as the entry met it: its own side was to play. @param {any} line @returns {Ctx} */
  fixed(line) {
    const view = { ...this.ctx.view, turn: line.fact.side ?? this.ctx.view.turn };
    return Object.create(this.ctx, { view: { get: () => view }, preview: { value: (/** @type {any} */ fact) => this.ask([[line.seq, [fact]]]) } });
  }

  /** @param {any} line */
  async fullForm(line) {
    const sheet = await sheetOf(this.ctx).catch(() => null);
    const title = sheet?.kinds[line.kind] ?? line.text;
    const form = await FullForm.of(this.fixed(line), line.kind, line.fact, line.by, () => null, title, (fact) => this.change(line.seq, [fact], title)).catch(() => null);
    this.form = form ?? undefined;
    return form;
  }

  /** @param {any} line */
  async inFull(line) {
    this.form?.leave();
    const form = await this.fullForm(line);
    if (form) fill(this.entered, make("h2", { tabindex: "-1", text: this.ctx.t("desk.correct.was", { seq: line.seq, text: line.text }) }), form.at);
  }

  // --- what would change ---------------------------------------------------------------------------

  /** @param {number} seq @param {any[]} facts @param {string} words */
  change(seq, facts, words) {
    this.changes.set(seq, { facts, words });
    if (seq === this.seq) for (const other of this.changes.keys()) if (other > seq) this.changes.delete(other);
    this.look();
  }

  agreed() {
    this.both = this.agree.checked;
    this.look();
  }

  /** @param {[number, any[]][]} changes */
  ask(changes) {
    const fact = { kind: "Corrected", changes: changes.map(([seq, facts]) => ({ seq, facts })) };
    return this.ctx.preview(fact, /** @type {any} */ ({ by: "scorer", both_agree: this.both }));
  }

  /** @returns {[number, any[]][]} */
  all() {
    return [...this.changes.entries()].sort((a, b) => a[0] - b[0]).map(([seq, one]) => [seq, one.facts]);
  }

  look() {
    clearTimeout(this.timer);
    const round = (this.round += 1);
    this.found = null;
    this.label();
    this.timer = setTimeout(async () => {
      const found = await this.ask(this.all());
      if (round === this.round) this.draw(found);
    }, WAIT_MS);
  }

  /** @param {any} found */
  draw(found) {
    const { ctx } = this;
    this.found = found;
    const mine = this.changes.get(this.seq);
    if (!mine) fill(this.would, make("p", { text: ctx.t("desk.correct.choose") }));
    else if (!found) fill(this.would, make("p", { text: ctx.t("desk.correct.away") }));
    else {
      const changes = found.differences.map((/** @type {string} */ text) => make("li", { text }));
      const others = [...this.changes.entries()].filter(([seq]) => seq !== this.seq).map(([seq, one]) => make("li", { text: ctx.t("desk.correct.also", { seq, words: one.words }) }));
      fill(
        this.would,
        make("h2", { text: ctx.t("desk.correct.would", { words: mine.words }) }),
        make("ul", { class: "changes" }, ...others, ...changes, ...(changes.length || others.length || found.misfit ? [] : [make("li", { text: ctx.t("desk.correct.nothing") })])),
        found.misfit ? this.misfit(found) : found.no ? make("p", { class: "stop", text: found.no.say }) : null,
        found.may ? make("p", { class: "stop", text: found.may.say }) : null,
      );
    }
    this.agreeing.hidden = !(found?.may || this.both);
    this.label();
  }

  /** A later entry that would no longer fit has to be answered first. @param {any} found */
  misfit(found) {
    const { ctx } = this;
    const { seq, text } = found.misfit;
    const line = this.line(seq);
    const breach = found.breach && line?.fact && !line.fact.breach ? button(ctx.t("desk.correct.as_breach", { seq }), () => this.change2(seq, [{ ...line.fact, breach: found.breach }], text)) : null;
    return make(
      "div", { class: "misfit" },
      make("p", { class: "stop", text: ctx.t("desk.correct.misfit", { seq, text, why: found.no?.say ?? "" }) }),
      make("div", { class: "stack" }, button(ctx.t("desk.correct.too", { seq }), () => this.edit(seq)), breach, this.otherSide(line), button(ctx.t("desk.correct.drop", { seq }), () => this.change2(seq, [], ctx.t("desk.correct.dropped")))),
    );
  }

  /** The same entry for the other side, where it has one: the commonest answer to a wrong turn. @param {any} line */
  otherSide(line) {
    const side = line?.fact?.side;
    if (side !== "A" && side !== "B") return null;
    const other = side === "A" ? "B" : "A";
    return button(this.ctx.t("desk.correct.other_side", { seq: line.seq, side: this.ctx.named(other) }), () => this.change2(line.seq, [{ ...line.fact, side: other, ...(line.fact.player ? { player: undefined } : {}) }], this.ctx.t("desk.correct.of_side", { side: this.ctx.sign(other) })));
  }

  /** An answer about a later entry. @param {number} seq @param {any[]} facts @param {string} words */
  change2(seq, facts, words) {
    this.changes.set(seq, { facts, words });
    this.edit(this.seq);
    this.look();
  }

  label() {
    const { ctx, found } = this;
    const mine = this.changes.get(this.seq);
    tell(this.keep, mine ? ctx.t("desk.correct.record", { words: mine.words }) : ctx.t("desk.correct.choose"));
    const why = ctx.barred ?? (!mine ? ctx.t("desk.correct.choose") : found === null ? ctx.t("desk.correct.away") : found.misfit ? ctx.t("desk.correct.first", { seq: found.misfit.seq }) : found.no?.say ?? found.may?.say ?? null);
    strike(this.keep, why);
  }

  async record() {
    const { ctx } = this;
    const mine = this.changes.get(this.seq);
    if (!mine) return;
    const words = ctx.t("desk.correct.words", { seq: this.seq, words: mine.words });
    const changes = this.all().map(([seq, facts]) => ({ seq, facts }));
    const kept = await ctx.correct(changes, { words, undoes: ctx.t("desk.correct.undoes", { seq: this.seq }), ...(this.both ? { both_agree: true } : {}) });
    if (kept) ctx.back();
  }
}
