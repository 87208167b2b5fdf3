// The ruling card: the verdict, what follows, then facts, clauses and readings; other editions are asked when wanted.

import { button, fill, make, strike } from "./dom.js";
import { sheet as style } from "./sheet.js";
import { time } from "./words.js";

/** @typedef {import("./app.js").Ctx} Ctx */

/** @param {Ctx} ctx @param {HTMLElement} root @param {Record<string, string>} args */
export function show(ctx, root, args) {
  style("happened.css");
  const card = new Card(ctx, root, Number(args.seq ?? ctx.view?.last?.seq ?? 0));
  return { title: ctx.t("desk.ruling.title"), update: () => card.update() };
}

class Card {
  /** @param {Ctx} ctx @param {HTMLElement} root @param {number} seq */
  constructor(ctx, root, seq) {
    this.ctx = ctx;
    this.root = root;
    this.seq = seq;
    this.head = -1;
    /** @type {any} */
    this.entry = null;
    root.classList.add("ruling");
    this.others = make("section", { class: "card", "aria-label": ctx.t("desk.ruling.editions") });
  }

  update() {
    const head = this.ctx.view?.head ?? -1;
    if (head === this.head) return;
    this.head = head;
    this.load();
  }

  async load() {
    const { ctx, seq } = this;
    const known = ctx.story.find((line) => line.seq === seq);
    if (!this.entry && known) this.draw(known, false);
    const reply = await ctx.desk(`/api/games/${ctx.id}/entries/${seq}?lang=${ctx.lang}`);
    if (reply.status === 200) {
      this.entry = reply.body;
      this.draw(reply.body, true);
    } else if (!known) fill(this.root, make("p", { role: "status", text: ctx.t("desk.ruling.away") }), button(ctx.t("desk.shell.back"), () => ctx.back(), { class: "pri" }));
  }

  /** @param {any} line @param {boolean} whole */
  draw(line, whole) {
    const { ctx } = this;
    const mine = ctx.view?.status?.seq === line.seq ? ctx.view.status.text : null;
    const verdicts = line.rulings.map((/** @type {any} */ ruling) => make("p", { class: "verdict", text: ruling.text }));
    const follows = mine && !line.rulings.some((/** @type {any} */ ruling) => ruling.text === mine) ? make("p", { text: mine }) : null;
    const nothing = verdicts.length || follows ? null : make("p", { class: "verdict", text: ctx.t("desk.ruling.nothing") });
    fill(
      this.root,
      make("section", { class: "card", "aria-label": ctx.t("desk.ruling.verdict") }, ...verdicts, follows, nothing),
      make("section", { class: "card" }, make("h2", { text: ctx.t("desk.ruling.because") }), this.because(line, whole)),
      this.others,
      make("div", { class: "two" }, ...this.ways(line)),
    );
    this.offerOthers();
  }

  /** Facts, then clauses, then readings. @param {any} line @param {boolean} whole */
  because(line, whole) {
    const { ctx } = this;
    const who = line.who?.name || ctx.t(`desk.story.by.${line.by}`);
    const stated = ctx.t("desk.ruling.stated", { who, time: time(line.wall_ms), source: ctx.t(`desk.story.source.${line.source}`) });
    const fact = make("li", {}, button(`${line.seq} · ${line.text}`, () => ctx.open("story", { seq: line.seq }), { class: "link" }), make("small", { text: stated }));
    const seen = new Set();
    const clauses = line.rulings.flatMap((/** @type {any} */ ruling) => ruling.because ?? []).filter((/** @type {any} */ clause) => !seen.has(clause.row) && seen.add(clause.row));
    const readings = line.rulings.flatMap((/** @type {any} */ ruling) => ruling.leaned ?? []).filter((/** @type {any} */ one) => !seen.has(one.id) && seen.add(one.id));
    const rows = clauses.map((/** @type {any} */ clause) => make("li", {}, make("span", { text: clause.text }), make("a", { class: "art button", href: `/rulebook/${clause.row.split("/")[0]}#${clause.row.split("/").slice(1).join("/")}`, text: clause.row.split("/").slice(1).join("/") })));
    const leaned = readings.map((/** @type {any} */ one) => make("li", {}, make("span", { text: ctx.t("desk.ruling.reading", { question: one.question, answer: word(one) }) }), make("b", { class: "badge", text: ctx.t(`desk.ruling.basis.${one.basis}`) })));
    const short = whole ? [] : line.rulings.filter((/** @type {any} */ ruling) => ruling.art).map((/** @type {any} */ ruling) => make("li", { text: `${ruling.text} ${ruling.art}` }));
    const away = whole ? null : make("p", { class: "quiet", text: ctx.t("desk.ruling.later") });
    return make("div", {}, make("ol", { class: "because" }, fact, ...rows, ...short, ...leaned), away);
  }

  /** @param {any} line */
  ways(line) {
    const { ctx } = this;
    const plain = !["Undone", "Corrected"].includes(line.kind) && line.fact;
    const correct = plain ? button(ctx.t("desk.ruling.not_so"), () => ctx.open("correct", { seq: line.seq })) : null;
    if (correct) strike(correct, ctx.barred);
    const rules = ctx.role === "umpire" ? button(ctx.t("desk.ruling.otherwise"), () => ctx.open("happened", { kind: "Ruled", outcome: "turn" })) : null;
    return [correct, button(ctx.t("desk.ruling.story"), () => ctx.open("story", { seq: line.seq })), rules].filter(Boolean);
  }

  // --- other editions ------------------------------------------------------------------------------

  offerOthers() {
    if (this.others.childElementCount) return;
    fill(this.others, make("h2", { text: this.ctx.t("desk.ruling.editions") }), button(this.ctx.t("desk.ruling.compare"), () => this.compare()));
  }

  async compare() {
    const { ctx } = this;
    const reply = await ctx.desk(`/api/games/${ctx.id}/entries/${this.seq}/compare?lang=${ctx.lang}`);
    const head = make("h2", { text: ctx.t("desk.ruling.editions") });
    if (reply.status !== 200) return fill(this.others, head, make("p", { text: ctx.t("desk.ruling.away") }));
    const rows = reply.body.editions.map((/** @type {any} */ one) => this.edition(one));
    fill(this.others, head, ...(rows.length ? rows : [make("p", { text: ctx.t("desk.ruling.no_other") })]));
  }

  /** @param {any} one */
  edition(one) {
    const { ctx } = this;
    if (one.none) return make("p", {}, make("b", { text: one.book }), ` ${ctx.t("desk.ruling.no_such_game")}`);
    if (one.same) return make("p", {}, make("b", { text: one.book }), ` ${ctx.t("desk.ruling.same")}`);
    const side = (/** @type {string} */ title, /** @type {any[]} */ rulings) => make("div", {}, make("b", { text: title }), make("ul", {}, ...(rulings.length ? rulings : [{ text: ctx.t("desk.ruling.nothing"), rows: [] }]).map((ruling) => make("li", { text: `${ruling.text} ${ruling.rows.map((/** @type {string} */ row) => row.split("/").slice(1).join("/")).join(" ")}` }))));
    return make("div", { class: "edition" }, side(ctx.t("desk.ruling.here"), one.here), side(one.book, one.there));
  }
}

/** @param {any} reading */
const word = (reading) => String(reading.taken ?? reading.default).replace(/_/g, " ");
