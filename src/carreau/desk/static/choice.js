// A choice is pending: every answer with what it leads to, seen before choosing; the button repeats the answer in words.

import { button, fill, make, strike, tell } from "./dom.js";
import { Words, formOf } from "./form.js";
import { around, formsOf } from "./leaves.js";
import { Outlook } from "./outlook.js";
import { sheet as style } from "./sheet.js";

/** @typedef {import("./app.js").Ctx} Ctx */

/** @param {Ctx} ctx @param {HTMLElement} root @param {Record<string, string>} args */
export function show(ctx, root, args) {
  style("happened.css");
  const screen = new Choice(ctx, root, args.id ?? null);
  return { title: ctx.t("desk.choice.title"), update: () => screen.update(), leave: () => screen.outlook.stop() };
}

class Choice {
  /** @param {Ctx} ctx @param {HTMLElement} root @param {string|null} id */
  constructor(ctx, root, id) {
    this.ctx = ctx;
    this.root = root;
    this.id = id;
    this.key = "";
    /** @type {string|null} */
    this.chosen = null;
    /** Where the object is to lie, if the answer names a place. @type {import("./form.js").Control|null} */
    this.place = null;
    this.outlook = new Outlook(ctx);
    root.classList.add("choice");
  }

  /** The question that is shown: the one asked for, else the one that waits. */
  get question() {
    const { view } = this.ctx;
    const all = [view?.question, ...(view?.open ?? [])].filter(Boolean);
    return (this.id ? all.find((one) => one.id === this.id) : all[0]) ?? null;
  }

  update() {
    const asked = this.question;
    const key = JSON.stringify([asked, this.ctx.barred, this.ctx.lang, this.ctx.waits]);
    if (key === this.key) return;
    this.key = key;
    if (!asked) return this.none();
    if (!asked.choices.some((/** @type {any} */ one) => one.id === this.chosen)) this.chosen = asked.default ?? null;
    this.draw(asked);
  }

  none() {
    const { ctx } = this;
    fill(this.root, make("p", { role: "status", text: ctx.t(ctx.waits ? "desk.choice.kept" : "desk.choice.none") }), button(ctx.t("desk.shell.back"), () => ctx.back(), { class: "pri" }));
  }

  /** Who chooses, as he is called. @param {any} asked */
  chooser(asked) {
    return ["A", "B"].includes(asked.of) ? this.ctx.named(asked.of) : this.ctx.t(`desk.choice.who.${asked.of}`);
  }

  /** @param {any} asked */
  draw(asked) {
    const { ctx } = this;
    const focused = /** @type {HTMLElement|null} */ (document.activeElement)?.dataset?.choice;
    const head = make("div", { class: "row" }, make("h2", { text: ctx.t("desk.choice.chooses", { who: this.chooser(asked) }), tabindex: "-1" }), asked.art ? make("small", { class: "art", text: ctx.t("desk.choice.article", { art: asked.art }) }) : null);
    this.shared = shared(ctx, asked);
    this.options = make("div", { class: "options", role: "radiogroup", "aria-label": asked.text }, ...asked.choices.map((/** @type {any} */ one) => this.option(asked, one)));
    this.where = make("div", { class: "where" });
    this.enter = button("", () => this.record(asked), { class: "pri big" });
    fill(
      this.root, head, make("p", { class: "asked", text: asked.text }), this.options, this.shared.length ? make("p", { class: "consequence", text: ctx.t("desk.choice.always", { text: this.shared.join(" ") }) }) : null, this.where, this.enter,
      make("div", { class: "two" }, button(ctx.t("desk.choice.why"), () => ctx.open("ruling", { seq: asked.seq })), button(ctx.t("desk.happened.umpire"), () => callUmpire(ctx)), this.undo()),
    );
    this.label(asked);
    this.askWhere(asked);
    if (focused) /** @type {HTMLElement|null} */ (this.options.querySelector(`[data-choice="${focused}"]`))?.focus();
  }

  undo() {
    const { ctx } = this;
    const { last } = ctx.view;
    const made = button(last?.undo ?? ctx.t("desk.shell.nothing_to_undo"), () => ctx.undo().then(() => ctx.back()));
    strike(made, ctx.barred ?? (last ? last.may_undo?.say ?? null : ctx.t("desk.shell.nothing_to_undo")));
    return made;
  }

  /** @param {any} asked @param {any} one */
  option(asked, one) {
    const { ctx } = this;
    const lines = leads(ctx, one).filter((text) => !this.shared?.includes(text));
    const why = one.refused ? [one.refused.say, ...one.refused.rows.map((/** @type {string} */ row) => row.split("/").pop())].join(" · ") : null;
    const made = button("", () => this.choose(asked, one), { class: "option", role: "radio", many: true, data: { choice: one.id }, "aria-checked": String(one.id === this.chosen) });
    fill(made, make("b", { text: one.text }), ...(why ? [make("small", { text: why })] : lines.map((text) => make("span", { class: "consequence", text }))));
    if (why) strike(made, why);
    return made;
  }

  /** @param {any} asked @param {any} one */
  choose(asked, one) {
    this.chosen = one.id;
    for (const option of this.options?.querySelectorAll("[role=radio]") ?? []) option.setAttribute("aria-checked", String(/** @type {HTMLElement} */ (option).dataset.choice === one.id));
    this.label(asked);
    this.askWhere(asked);
  }

  /** @param {any} asked */
  label(asked) {
    if (!this.enter) return;
    const one = asked.choices.find((/** @type {any} */ choice) => choice.id === this.chosen);
    tell(this.enter, one ? this.words(asked, one) : this.ctx.t("desk.choice.first"));
    strike(this.enter, this.ctx.barred ?? (one ? null : this.ctx.t("desk.choice.first")));
  }

  /** @param {any} asked @param {any} one */
  words(asked, one) {
    const who = ["A", "B"].includes(asked.of) ? this.ctx.sign(asked.of) : this.chooser(asked);
    return this.ctx.t("desk.happened.record", { words: this.ctx.t("desk.choice.words", { who, answer: one.text }) });
  }

  /** The place that an answer names, in the fields that the book looks at. @param {any} asked */
  async askWhere(asked) {
    const one = asked.choices.find((/** @type {any} */ choice) => choice.id === this.chosen);
    this.place = null;
    if (!this.where) return;
    fill(this.where);
    this.outlook.stop();
    if (!one?.place) return;
    const { ctx } = this;
    const forms = await formsOf(ctx).catch(() => null);
    const field = forms?.kinds.Chosen.find((/** @type {any} */ found) => found.name === "place");
    if (!field || this.chosen !== one.id || !this.where) return;
    const words = new Words(ctx, forms, around(ctx));
    const shown = field.fields.map((/** @type {any} */ part) => ({ ...part, needed: false }));
    this.place = formOf(words, "Placed", shown, PLACE_OPEN, () => this.outlook.ask(this.fact(asked), this.by(asked)));
    for (const more of this.place.at.querySelectorAll("details")) more.open = true;
    fill(this.where, make("h2", { text: ctx.t("desk.choice.where") }), this.place.at, this.outlook.at);
  }

  /** Who has answered, as the record says it. @param {any} asked */
  by(asked) {
    return asked.may.includes(asked.of) ? asked.of : asked.may[0];
  }

  /** @param {any} asked */
  fact(asked) {
    const { kind, ...place } = this.place?.read() ?? {};
    return { kind: "Chosen", choice: this.chosen, option: asked.id, ...(Object.keys(place).length ? { place } : {}) };
  }

  /** @param {any} asked */
  async record(asked) {
    const one = asked.choices.find((/** @type {any} */ choice) => choice.id === this.chosen);
    if (!one) return;
    const { ctx } = this;
    const words = ctx.t("desk.choice.words", { who: this.chooser(asked), answer: one.text });
    const kept = await ctx.record(this.fact(asked), { words, undoes: ctx.t("desk.choice.undoes", { answer: one.text }), by: this.by(asked) });
    if (kept) ctx.back();
  }
}

const PLACE_OPEN = {};

/** What one answer leads to, in sentences. @param {Ctx} ctx @param {any} one @returns {string[]} */
function leads(ctx, one) {
  return [
    ...one.consequence,
    one.measure ? ctx.t("desk.choice.measure") : null,
    one.place ? ctx.t("desk.choice.place") : null,
    one.asks ? ctx.t("desk.choice.asks", { text: one.asks }) : null,
  ].filter((text) => text !== null);
}

/** What every answer that is offered leads to: it is said once. @param {Ctx} ctx @param {any} asked @returns {string[]} */
function shared(ctx, asked) {
  const all = asked.choices.filter((/** @type {any} */ one) => !one.refused).map((/** @type {any} */ one) => leads(ctx, one));
  return all.length > 1 ? all[0].filter((/** @type {string} */ text) => all.every((/** @type {string[]} */ lines) => lines.includes(text))) : [];
}

/** Ask for the umpire, from any screen. @param {Ctx} ctx */
export async function callUmpire(ctx) {
  const reply = await ctx.desk(`/api/games/${ctx.id}/call`, { body: { on: true } });
  ctx.announce(ctx.t(reply.status === 200 ? "desk.happened.called" : "desk.happened.not_called"), true);
  return reply.status === 200;
}
