// One leaf with its questions: chips for each answer, what the book would say, and a button that says what is recorded.

import { button, make, strike, tell } from "./dom.js";
import { UNITS, around, factOf, named, open, questions, sentence, things } from "./leaves.js";
import { Outlook } from "./outlook.js";

/** @typedef {import("./app.js").Ctx} Ctx @typedef {import("./leaves.js").Leaf} Leaf */
/** @typedef {{record: (fact: any, words: string) => any, whole: (fact: any) => any, back: () => void, live?: (fact: any, words: string) => void}} Ways `live`: hears of every change, where nothing is recorded here */

/** What is seldom noted with an incident: it stands folded in. */
const ASIDE = ["how", "holds", "note"];

export class Telling {
  /** @param {Ctx} ctx @param {any} sheet @param {Leaf} leaf @param {Record<string, any>} answers @param {Ways} ways */
  constructor(ctx, sheet, leaf, answers, ways) {
    this.ctx = ctx;
    this.sheet = sheet;
    this.leaf = leaf;
    this.answers = { ...(leaf.usual ?? {}), ...answers };
    this.ways = ways;
    /** The breach under which it can be entered, where it is refused otherwise. @type {string|null} */
    this.breach = null;
    this.outlook = new Outlook(ctx, (found) => this.heard(found));
    const title = sentence(ctx, sheet, { ...leaf, ask: [] }, {});
    const names = questions(leaf);
    const aside = names.filter((name) => ASIDE.includes(name) && (leaf.ask ?? []).includes(`${name}?`));
    const more = aside.length && aside.length < names.length ? make("details", { class: "more" }, make("summary", { text: ctx.t("desk.happened.more") }), ...aside.map((name) => this.question(name))) : null;
    this.rows = make("div", { class: "questions" }, ...names.filter((name) => !more || !aside.includes(name)).map((name) => this.question(name)), more);
    const told = aside.some((name) => (answers[name] ?? null) !== null);
    if (more && told) /** @type {HTMLDetailsElement} */ (more).open = true;
    this.enter = button("", () => ways.record(this.fact(), this.words()), { class: "pri big" });
    this.as = button("", () => this.enterAs(), { hidden: true });
    this.at = make(
      "div", { class: "telling", data: { leaf: leaf.id } },
      make("div", { class: "row" }, make("h2", { text: title, tabindex: "-1" }), button(ctx.t("desk.shell.back"), ways.back, { class: "up" })),
      make("small", { class: "art", text: leaf.rows.join(" ") }),
      this.rows,
      ...(ways.live ? [] : [this.outlook.at, this.as, this.enter]),
      button(ctx.t("desk.happened.in_full"), () => ways.whole(this.fact()), { class: "quiet-button" }),
    );
    this.begun = false;
    this.draw();
    this.begun = true;
  }

  /** @param {string} name */
  question(name) {
    const ask = this.sheet.asks[name];
    const field = make("fieldset", { data: { ask: name } }, make("legend", { text: ask.text }));
    if (ask.unit) field.append(this.number(name, ask));
    else if (!ask.values && !ask.things) field.append(this.text(name, ask));
    else field.append(this.chips(name, ask));
    return field;
  }

  /** @param {string} name @param {any} ask */
  chips(name, ask) {
    const values = things(ask, around(this.ctx));
    if (!values.length) return make("p", { class: "quiet", text: this.ctx.t("desk.happened.none_there") });
    return make("div", { class: "picks" }, ...values.map((value) => button(named(this.ctx, this.sheet, ask, value), () => this.pick(name, value), { class: "chip", many: true, data: { value: String(value) } })));
  }

  /** @param {string} name @param {any} ask */
  number(name, ask) {
    const scale = UNITS[/** @type {keyof typeof UNITS} */ (ask.unit)];
    const input = /** @type {HTMLInputElement} */ (make("input", { type: "number", inputmode: "decimal", step: ask.unit === "n" ? "1" : "any", min: ask.least / scale, max: ask.most / scale, "aria-label": ask.text, on: { input: () => this.set(name, input.value === "" ? null : Math.round(input.valueAsNumber * scale)) } }));
    if (typeof this.answers[name] === "number") input.value = String(this.answers[name] / scale);
    const unit = ask.unit === "n" ? null : make("span", { text: this.ctx.t(`desk.happened.unit_name.${ask.unit}`) });
    return make("div", { class: "amount" }, input, unit);
  }

  /** @param {string} name @param {any} ask */
  text(name, ask) {
    const input = /** @type {HTMLInputElement} */ (make("input", { type: "text", autocomplete: "off", "aria-label": ask.text, on: { input: () => this.set(name, input.value.trim() || null) } }));
    input.value = this.answers[name] ?? "";
    return input;
  }

  /** @param {string} name @param {any} value */
  pick(name, value) {
    this.set(name, this.answers[name] === value ? null : value);
  }

  /** @param {string} name @param {any} value */
  set(name, value) {
    this.answers = { ...this.answers, [name]: value };
    this.breach = null;
    this.draw();
  }

  fact() {
    const said = Object.fromEntries(Object.entries(this.answers).filter(([, value]) => value !== null && value !== undefined));
    const fact = factOf({ ...this.leaf, usual: {} }, said, around(this.ctx));
    return this.breach ? { ...fact, breach: this.breach } : fact;
  }

  words() {
    return sentence(this.ctx, this.sheet, this.leaf, this.answers);
  }

  /** @returns {string[]} */
  missing() {
    return open({ ...this.leaf, usual: {} }, this.answers);
  }

  draw() {
    for (const field of this.rows.querySelectorAll("fieldset")) {
      const now = this.answers[/** @type {HTMLElement} */ (field).dataset.ask ?? ""];
      for (const chip of field.querySelectorAll("button.chip")) chip.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (chip).dataset.value === String(now)));
    }
    const words = this.words();
    tell(this.enter, this.ctx.t(this.leaf.by && this.leaf.by !== this.ctx.role ? `desk.happened.record_said.${this.leaf.by}` : "desk.happened.record", { words }));
    const missing = this.missing();
    strike(this.enter, this.ctx.barred ?? (missing.length ? this.ctx.t("desk.happened.first", { question: this.sheet.asks[missing[0]].text }) : null));
    this.as.hidden = true;
    if (this.ways.live) {
      if (this.begun && !missing.length) this.ways.live(this.fact(), words);
      return;
    }
    this.outlook.ask(missing.length ? null : this.fact(), this.leaf.by);
  }

  /** @param {any} found */
  heard(found) {
    if (found?.may && !found.no) strike(this.enter, found.may.say);
    if (!found?.no) return;
    strike(this.enter, found.no.say);
    this.as.hidden = !found.breach;
    this.offered = found.breach;
    if (found.breach) tell(this.as, this.ctx.t("desk.happened.as_breach", { breach: this.sheet.values[found.breach] ?? found.breach }));
  }

  /** Enter it as the breach of the rules that it was. */
  enterAs() {
    this.breach = this.offered;
    this.draw();
  }

  leave() {
    this.outlook.stop();
  }
}
