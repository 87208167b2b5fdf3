// Something that was tapped here can't simply be recorded: what came meanwhile, what was tapped, and one question.

import { ask, button, fill, make } from "./dom.js";
import * as outbox from "./outbox.js";

/** @typedef {import("./app.js").Ctx} Ctx @typedef {import("./outbox.js").Entry} Entry */

/** @param {Ctx} ctx @param {HTMLElement} root */
export function show(ctx, root) {
  const held = new Held(ctx, root);
  return { title: ctx.t("desk.held.title"), update: () => held.update() };
}

/** Why an entry was not taken. @param {Ctx} ctx @param {any} answer @returns {string} */
export function refusal(ctx, answer) {
  return answer?.say ?? (answer?.why === "gone" ? ctx.t("desk.held.gone") : "");
}

class Held {
  /** @param {Ctx} ctx @param {HTMLElement} root */
  constructor(ctx, root) {
    this.ctx = ctx;
    this.root = root;
    this.shown = "";
  }

  update() {
    const { ctx } = this;
    const { pending } = ctx.game;
    const entry = pending.find((one) => one.state === "held" || one.state === "refused");
    const key = `${entry?.fid} ${entry?.state} ${entry?.answer?.head} ${pending.length}`;
    if (key === this.shown) return;
    this.shown = key;
    if (!entry) {
      fill(this.root, make("p", { role: "status", text: ctx.t("desk.held.nothing") }), button(ctx.t("desk.shell.back"), () => ctx.back(), { class: "pri" }));
      return;
    }
    const behind = pending.filter((one) => one !== entry && one.n > entry.n);
    fill(
      this.root,
      ...(entry.state === "held" ? this.held(entry) : this.refused(entry)),
      behind.length ? this.list(ctx.t("desk.held.then_you"), behind.map((one) => one.words)) : null,
    );
    this.root.querySelector("h2")?.focus();
  }

  /** @param {string} title @param {string[]} lines */
  list(title, lines) {
    return make("section", { class: "card" }, make("h2", { text: title, tabindex: "-1" }), make("ol", {}, ...lines.map((text) => make("li", { text }))));
  }

  /** @param {Entry} entry */
  held(entry) {
    const { ctx } = this;
    const { since = [], same_subject = null } = entry.answer ?? {};
    const said = since.map((/** @type {any} */ line) => this.line(line));
    const other = since.find((/** @type {any} */ line) => line.seq === same_subject);
    const question = other ? this.same(entry, other) : this.stillTrue(entry);
    return [
      said.length ? this.list(ctx.t("desk.held.meanwhile"), said) : null,
      make("section", { class: "card loud" }, make("h2", { text: ctx.t("desk.held.you"), tabindex: "-1" }), make("p", { text: entry.words })),
      ...question,
    ];
  }

  /** @param {any} line */
  line(line) {
    const { ctx } = this;
    const who = line.who?.name || ctx.t(`desk.held.role.${line.who?.role ?? "scorer"}`);
    const result = line.rulings?.[0]?.text ?? "";
    return ctx.t("desk.held.line", { who, text: line.text, results: result }).trim();
  }

  /** Somebody has said something else about the same thing. @param {Entry} entry @param {any} other */
  same(entry, other) {
    const { ctx } = this;
    const who = other.who?.name || ctx.t(`desk.held.role.${other.who?.role ?? "scorer"}`);
    const simple = !["Undone", "Corrected"].includes(entry.fact.kind);
    return [
      make("p", { class: "say", text: ctx.t("desk.held.differ", { who, theirs: other.text, mine: entry.words }) }),
      make(
        "div",
        { class: "stack" },
        button(ctx.t("desk.held.theirs", { who }), () => this.drop(entry), { data: { answer: "theirs" } }),
        simple ? button(ctx.t("desk.held.correct", { mine: entry.words }), () => this.correct(entry, other.seq), { data: { answer: "correct" } }) : null,
        button(ctx.t("desk.held.both"), () => this.keep(entry), { data: { answer: "both" } }),
      ),
    ];
  }

  /** The story has moved: does it still hold? @param {Entry} entry */
  stillTrue(entry) {
    const { ctx } = this;
    const would = make("p", { class: "quiet", role: "status" });
    ctx.preview(entry.fact, { by: entry.by, at_ms: entry.at_ms }).then((found) => {
      if (!found) return;
      const text = found.no ? found.no.say : [...(found.rulings ?? []).map((/** @type {any} */ ruling) => ruling.text), ...(found.differences ?? [])].join(" ");
      would.textContent = ctx.t(found.no ? "desk.held.would_not" : "desk.held.would", { text });
    });
    return [
      make("p", { class: "say", text: ctx.t("desk.held.still") }),
      would,
      make(
        "div",
        { class: "stack" },
        button(ctx.t("desk.held.yes", { mine: entry.words }), () => this.keep(entry), { class: "pri", data: { answer: "yes" } }),
        button(ctx.t("desk.held.no"), () => this.drop(entry), { data: { answer: "no" } }),
      ),
    ];
  }

  /** @param {Entry} entry */
  refused(entry) {
    const { ctx } = this;
    const { rows = [], why } = entry.answer ?? {};
    const article = rows.map((/** @type {string} */ row) => row.split("/").pop()).join(", ");
    return [
      make("section", { class: "card loud" }, make("h2", { text: ctx.t("desk.held.refused"), tabindex: "-1" }), make("p", { text: entry.words }), make("p", { text: refusal(ctx, entry.answer) }), article ? make("small", { text: article }) : null),
      make(
        "div",
        { class: "stack" },
        why === "no_right" ? button(ctx.t("desk.held.both_teams"), () => this.bothAgree(entry), { data: { answer: "agreed" } }) : null,
        button(ctx.t("desk.shell.try_again"), () => this.again(entry), { data: { answer: "again" } }),
        button(ctx.t("desk.held.withdraw"), () => this.drop(entry), { class: "stop", data: { answer: "withdraw" } }),
      ),
    ];
  }

  // --- the person's word ---------------------------------------------------------------------------

  /** @param {Entry} entry */
  async drop(entry) {
    const { ctx } = this;
    const sure = await ask(ctx.t("desk.held.drop_sure"), [entry.words], [
      { value: "", label: ctx.t("desk.held.keep_it") },
      { value: "yes", label: ctx.t("desk.held.drop"), class: "stop" },
    ]);
    if (!sure) return;
    await outbox.withdraw(ctx.id, entry.fid);
    this.on();
  }

  /** @param {Entry} entry */
  async keep(entry) {
    await outbox.stillTrue(entry.fid, entry.answer.head);
    this.on();
  }

  /** @param {Entry} entry */
  async again(entry) {
    await outbox.answered(entry.fid, "kept");
    this.on();
  }

  /** @param {Entry} entry @param {number} seq */
  async correct(entry, seq) {
    await this.instead(entry, { fact: { kind: "Corrected", changes: [{ seq, facts: [entry.fact] }] }, seen: entry.answer.head });
  }

  /** @param {Entry} entry */
  async bothAgree(entry) {
    await this.instead(entry, { both_agree: true });
  }

  /** @param {Entry} entry @param {any} other */
  async instead(entry, other) {
    const { n, state, answer, ...body } = entry;
    await outbox.replaced(entry, { ...body, ...other, fid: outbox.newFid(), wall_ms: Date.now() });
    this.on();
  }

  /** On with the rest; when nothing is held any more, back. */
  async on() {
    const { game } = this.ctx;
    await game.reload();
    await game.sender.retry();
    if (!game.pending.some((entry) => entry.state !== "kept")) this.ctx.back();
  }
}
