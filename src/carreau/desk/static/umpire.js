// The umpire's screen, for a tablet: who plays and the last entries, the map and the card book, what happened. A breach is
// told; which card follows the book proposes, and the umpire answers.

import { button, fill, make, strike, tell } from "./dom.js";
import { sheetOf } from "./leaves.js";
import { Face } from "./minute.js";
import { sheet } from "./sheet.js";

/** @typedef {import("./app.js").Ctx} Ctx @typedef {{key: string, name: string, fields: any}} Person */

const SIDES = /** @type {const} */ (["A", "B"]);
const LAST = 6;
const CALLS_MS = 10_000;

/** @param {Ctx} ctx @param {HTMLElement} root */
export function show(ctx, root) {
  sheet("umpire.css");
  const screen = new Umpire(ctx, root);
  return { get title() { return ctx.t("desk.tablet.title"); }, update: () => screen.update(), leave: () => screen.leave() };
}

class Umpire {
  /** @param {Ctx} ctx @param {HTMLElement} root */
  constructor(ctx, root) {
    this.ctx = ctx;
    this.root = root;
    this.built = false;
    this.drawn = "";
    /** @type {any[]} */
    this.parts = [];
    /** Whose breach is being told. @type {Person|null} */
    this.whose = null;
    /** @type {any} */
    this.sheet = null;
    this.timer = 0;
  }

  build() {
    const { ctx } = this;
    this.built = true;
    this.minute = new Face(ctx, () => ctx.view?.clocks?.[0] ?? null);
    this.standing = make("section", { class: "card standing" });
    this.open = make("section", { class: "card loud", hidden: true, "aria-label": ctx.t("desk.tablet.open") });
    this.calls = make("section", { class: "card loud", hidden: true, "aria-label": ctx.t("desk.tablet.calls") });
    this.story = make("ol", { class: "last" });
    this.undoes = button("", () => ctx.undo());
    const left = make("div", { class: "stack" }, this.calls, this.open, this.standing, make("section", { class: "card" }, make("h2", { text: ctx.t("desk.shell.story") }), this.story, this.undoes, button(ctx.t("desk.tablet.all"), () => ctx.open("story"))));
    this.map = make("section", { class: "card map", "aria-label": ctx.t("desk.tablet.map"), hidden: true });
    this.book = make("section", { class: "card" });
    this.telling = make("section", { class: "card", hidden: true });
    this.middle = make("div", { class: "stack" }, this.telling, this.map, this.book);
    this.happened = make("section", { class: "card", "aria-label": ctx.t("desk.tablet.happened") });
    fill(this.root, left, this.middle, make("div", { class: "stack" }, this.happened));
    this.root.classList.add("umpire");
    this.beside();
    this.called();
    this.timer = setInterval(() => document.hidden || this.called(), CALLS_MS);
  }

  /** The map and the sheet, where there is room for them; a phone opens them as screens. */
  async beside() {
    const { ctx } = this;
    if (!matchMedia("(min-width: 768px)").matches) {
      const link = (/** @type {string} */ label, /** @type {string} */ screen) => button(ctx.t(label), () => ctx.open(screen), { class: "pri" });
      fill(/** @type {Element} */ (this.happened), link("desk.tablet.happened", "happened"));
      return;
    }
    const { show: sheetShown } = await import("./happened.js");
    this.parts.push(sheetShown(ctx, /** @type {HTMLElement} */ (this.happened), {}));
    if (ctx.view.sport !== "petanque" || ctx.view.detail === "ends") return;
    const { show: map } = await import("./map.js");
    /** @type {HTMLElement} */ (this.map).hidden = false;
    this.parts.push(map(ctx, /** @type {HTMLElement} */ (this.map), { beside: "1" }));
    this.update();
  }

  update() {
    const { ctx } = this;
    if (!ctx.view) return;
    if (!this.built) this.build();
    for (const part of this.parts) part?.update?.();
    const { view } = ctx;
    const key = JSON.stringify([view.head, view.score, view.turn, view.status, view.cards, view.open, view.question, ctx.pending.length, ctx.barred, ctx.lang]);
    if (key === this.drawn) return;
    this.drawn = key;
    this.stands();
    this.questions();
    this.tells();
    this.cards();
  }

  // --- left: how it stands ---------------------------------------------------------------------------

  stands() {
    const { ctx } = this;
    const { view } = ctx;
    const score = SIDES.map((side) => `${ctx.named(side)} ${view.score[side]}`).join(" – ");
    const hands = SIDES.filter((side) => view.hands).map((side) => make("p", { class: side.toLowerCase(), text: `${ctx.sign(side).repeat(view.hands[side])} ${ctx.t("desk.tablet.left", { n: view.hands[side] })}` }));
    const why = button(ctx.t("desk.shell.why"), () => ctx.open("ruling", { seq: view.status.seq }));
    why.hidden = view.status.seq === null;
    fill(/** @type {Element} */ (this.standing), make("h2", { text: score }), make("p", { class: "plays-now", text: view.status.text }), make("div", { class: "row" }, make("small", { text: view.status.art ?? "" }), why), ...hands, this.minute?.at);
  }

  /** What waits for an answer, also what holds nothing up. */
  questions() {
    const { ctx } = this;
    const asked = [ctx.view.question, ...(ctx.view.open ?? [])].filter(Boolean);
    const at = /** @type {HTMLElement} */ (this.open);
    at.hidden = !asked.length;
    fill(at, make("h2", { text: ctx.t("desk.tablet.open") }), ...asked.map((one) => this.question(one)));
  }

  /** @param {any} one */
  question(one) {
    const { ctx } = this;
    const proposed = one.choices?.find((/** @type {any} */ choice) => choice.id === one.default);
    return make("div", { class: "stack" }, make("p", {}, one.text, " ", make("small", { text: one.art ?? "" })), proposed ? make("p", { text: ctx.t("desk.tablet.proposed", { what: proposed.text }) }) : null, button(ctx.t("desk.tablet.answer"), () => ctx.open("choice", { id: one.id }), { class: "pri" }));
  }

  tells() {
    const { ctx } = this;
    const lines = ctx.story.filter((line) => !line.undone_by).slice(-LAST).reverse();
    fill(/** @type {Element} */ (this.story), ...lines.map((line) => make("li", {}, make("span", { text: `${line.seq} ${line.text}` }), ...line.rulings.slice(0, 2).map((/** @type {any} */ ruling) => make("small", { text: `${ruling.text} ${ruling.art ?? ""}` })))));
    const undoes = /** @type {HTMLElement} */ (this.undoes);
    tell(undoes, ctx.view.last?.undo ?? ctx.t("desk.shell.nothing_to_undo"));
    strike(undoes, ctx.barred ?? (ctx.view.last ? ctx.view.last.may_undo?.say ?? null : ctx.t("desk.shell.nothing_to_undo")));
  }

  // --- middle: the card book -------------------------------------------------------------------------

  /** @returns {Person[]} */
  people() {
    const { ctx } = this;
    const players = SIDES.flatMap((side) => (ctx.view.who?.[side] ?? []).map((/** @type {any} */ one) => ({ key: one.id, name: `${ctx.sign(side)} ${one.name ?? one.id}`, fields: { side, player: one.id } })));
    return players.length ? players : SIDES.map((side) => ({ key: side, name: ctx.named(side), fields: { side } }));
  }

  cards() {
    const { ctx } = this;
    const at = /** @type {HTMLElement} */ (this.book);
    at.hidden = ctx.view.sport !== "petanque";
    /** @type {HTMLElement} */ (this.middle).hidden = at.hidden;
    this.root.classList.toggle("narrow", at.hidden);
    if (at.hidden) return;
    fill(at, make("h2", { text: ctx.t("desk.tablet.cards") }), make("ul", { class: "book" }, ...this.people().map((person) => this.person(person))));
  }

  /** @param {Person} person */
  person(person) {
    const { ctx } = this;
    const mine = (ctx.view.cards ?? []).filter((/** @type {any} */ card) => card.player === person.key || (person.key.length === 1 && card.side === person.key && !card.player));
    const steps = mine.map((/** @type {any} */ card) => make("span", { class: `step ${card.card}`, text: ctx.t("desk.tablet.step", { card: ctx.t(`desk.tablet.card.${card.card}`), end: card.end ?? "" }) }));
    const breach = button(ctx.t("desk.tablet.breach"), () => this.tell(person), { "aria-label": `${ctx.t("desk.tablet.breach")}: ${person.name}`, data: { person: person.key } });
    strike(breach, ctx.barred);
    return make("li", {}, make("b", { text: person.name }), make("span", { class: "steps" }, ...(steps.length ? steps : ["–"])), breach);
  }

  /** What was the breach? @param {Person} person */
  async tell(person) {
    const { ctx } = this;
    this.whose = person;
    const at = /** @type {HTMLElement} */ (this.telling);
    at.hidden = false;
    try {
      this.sheet ??= await sheetOf(ctx);
    } catch {
      fill(at, make("p", { class: "say", text: ctx.t("desk.games.no_desk") }));
      return;
    }
    const offences = this.sheet.asks.offence?.values ?? this.offences();
    const chips = offences.map((/** @type {string} */ offence) => button(this.sheet.values[offence] ?? offence, () => this.look(person, offence), { class: "chip", data: { offence }, many: true }));
    this.would = make("div", { class: "stack", role: "status" });
    fill(at, make("h2", { text: ctx.t("desk.tablet.breach_of", { who: person.name }), tabindex: "-1" }), make("div", { class: "chips" }, ...chips), this.would, button(ctx.t("desk.shell.close"), () => (at.hidden = true)));
    at.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement|null} */ (at.querySelector("h2"))?.focus({ preventScroll: true });
  }

  /** The offences of the leaves, where the book has no cards. @returns {string[]} */
  offences() {
    const told = this.sheet.leaves.filter((/** @type {any} */ leaf) => leaf.kind === "OffenceSeen").flatMap((/** @type {any} */ leaf) => {
      const named = leaf.fact?.offence ?? "";
      return named.startsWith("$") ? this.sheet.asks[named.slice(1)]?.values ?? [] : [named];
    });
    return [...new Set(told)];
  }

  /** What the book says to it, before it is recorded. @param {Person} person @param {string} offence */
  async look(person, offence) {
    const { ctx } = this;
    const fact = { kind: "OffenceSeen", offence, ...person.fields };
    for (const chip of /** @type {Element} */ (this.telling).querySelectorAll("[data-offence]")) chip.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (chip).dataset.offence === offence));
    const at = /** @type {Element} */ (this.would);
    const by = ctx.role === "umpire" ? "umpire" : "scorer";
    const reply = await ctx.preview(fact, { by }).catch(() => null);
    const what = this.sheet.values[offence] ?? offence;
    const records = button(ctx.t("desk.tablet.record", { who: person.name, what }), () => this.record(fact, by, `${person.name}: ${what}`), { class: "pri" });
    if (!reply) return fill(at, make("p", { text: ctx.t("desk.shell.book_rules_later") }), records);
    strike(records, reply.no?.say ?? reply.may?.say ?? null);
    const said = reply.no ? [reply.no] : reply.rulings ?? [];
    const lines = said.map((/** @type {any} */ one) => make("p", {}, one.text ?? one.say, " ", make("small", { text: (one.rows ?? []).map((/** @type {string} */ row) => row.slice(row.indexOf("/") + 1)).join(" ") })));
    const next = (reply.opens ?? []).filter((/** @type {any} */ one) => one.default).map((/** @type {any} */ one) => make("p", { class: "next", text: ctx.t("desk.tablet.proposed", { what: one.default }) }));
    return fill(at, ...lines, ...next, records);
  }

  /** @param {any} fact @param {string} by @param {string} words */
  async record(fact, by, words) {
    if (await this.ctx.record(fact, { by, words, undoes: words })) /** @type {HTMLElement} */ (this.telling).hidden = true;
  }

  // --- who calls -------------------------------------------------------------------------------------

  /** The games that call for the umpire, this one first. */
  async called() {
    const { ctx } = this;
    const reply = await ctx.desk(`/api/games?lang=${ctx.lang}`);
    if (reply.status !== 200) return;
    const calls = reply.body.games.filter((/** @type {any} */ game) => game.called_ms).sort((/** @type {any} */ a, /** @type {any} */ b) => Number(b.id === ctx.id) - Number(a.id === ctx.id) || a.called_ms - b.called_ms);
    const at = /** @type {HTMLElement} */ (this.calls);
    at.hidden = !calls.length;
    fill(at, make("h2", { text: ctx.t("desk.tablet.calls") }), ...calls.map((/** @type {any} */ game) => this.call(game)));
  }

  /** @param {any} game */
  call(game) {
    const { ctx } = this;
    const names = SIDES.map((side) => `${ctx.sign(side)} ${game.teams[side].name}`).join(" – ");
    const here = game.id === ctx.id;
    const come = button(ctx.t("desk.tablet.come"), async () => {
      await ctx.desk(`/api/games/${game.id}/call`, { body: { on: false } });
      await this.called();
    });
    return make("div", { class: "row" }, make("b", { text: `⚑ ${[game.place, names].filter(Boolean).join(" · ")}` }), here ? come : button(ctx.t("desk.tablet.go"), () => location.assign(`/play/${game.id}#umpire`)));
  }

  leave() {
    clearInterval(this.timer);
    this.minute?.stop();
    for (const part of this.parts) part?.leave?.();
  }
}
