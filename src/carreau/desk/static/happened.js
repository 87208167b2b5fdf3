// "Something happened": the likely ones, twelve groups, their leaves; what the book would say stands there before the tap.

import { callUmpire } from "./choice.js";
import { ask, button, fill, make, strike, tell } from "./dom.js";
import { Telling } from "./telling.js";
import { around, factOf, formsOf, named, open, questions, sentence, sheetOf, things } from "./leaves.js";
import { sheet as style } from "./sheet.js";
import { Would } from "./would.js";

/** @typedef {import("./app.js").Ctx} Ctx @typedef {import("./leaves.js").Leaf} Leaf */

/** @param {Ctx} ctx @param {HTMLElement} root @param {Record<string, string>} args */
export function show(ctx, root, args) {
  style("happened.css");
  const screen = new Happened(ctx, root, args);
  return { get title() { return ctx.t("desk.happened.title"); }, update: () => screen.update(), leave: () => screen.leave() };
}

class Happened {
  /** @param {Ctx} ctx @param {HTMLElement} root @param {Record<string, string>} args */
  constructor(ctx, root, args) {
    this.ctx = ctx;
    this.root = root;
    this.args = args;
    /** @type {any} */
    this.sheet = null;
    this.group = "";
    /** @type {Would[]} */
    this.asked = [];
    this.likely = make("section", { class: "likely", "aria-label": ctx.t("desk.happened.likely") });
    this.find = /** @type {HTMLInputElement} */ (make("input", { type: "search", class: "find", autocomplete: "off", placeholder: ctx.t("desk.happened.find"), "aria-label": ctx.t("desk.happened.find"), on: { input: () => this.search() } }));
    this.groups = make("nav", { class: "groups", "aria-label": ctx.t("desk.happened.groups") });
    this.leaves = make("section", { class: "leaves", "aria-live": "off" });
    this.detail = make("section", { class: "detail" });
    this.ends = make("div", { class: "two ends" });
    root.classList.add("happened");
    this.loading = false;
    if (ctx.view) this.load();
  }

  async load() {
    const { ctx, root } = this;
    this.loading = true;
    try {
      this.sheet = await sheetOf(ctx);
    } catch {
      fill(root, make("p", { class: "say", role: "alert", text: ctx.t("desk.happened.no_sheet") }));
      return;
    }
    const first = make("div", { class: "first" }, this.likely, this.find, make("h2", { text: ctx.t("desk.happened.about") }), this.groups, this.ends);
    fill(root, first, this.leaves, this.detail);
    fill(this.ends, button(ctx.t("desk.happened.note"), () => this.note()), button(ctx.t("desk.happened.umpire"), () => this.callUmpire()));
    this.drawGroups();
    this.drawLikely();
    formsOf(ctx).catch(() => null);
    if (this.args.group) this.openGroup(this.args.group);
    if (this.args.kind) await this.full(this.args.kind, this.preset());
  }

  /** What the caller of the screen has filled in already. */
  preset() {
    const { kind, ...fields } = this.args;
    return { kind, ...fields };
  }

  update() {
    if (!this.loading && this.ctx.view) this.load();
  }

  leave() {
    this.stopAsking();
    this.telling?.leave();
  }

  stopAsking() {
    this.asked.forEach((one) => one.stop());
    this.asked = [];
  }

  // --- where in the sheet --------------------------------------------------------------------------

  /** Which of the three parts a phone shows; a tablet shows all. @param {"first"|"leaves"|"detail"} part */
  pane(part) {
    this.root.dataset.pane = part;
    this.root.scrollIntoView({ block: "start" });
    if (part !== "first") /** @type {HTMLElement|null} */ (this.root.querySelector(`.${part} h2`))?.focus({ preventScroll: true });
  }

  drawGroups() {
    const tiles = this.sheet.groups.map((/** @type {any} */ group) => button(group.text, () => this.openGroup(group.id), { class: "tile", data: { group: group.id } }));
    const all = button(this.ctx.t("desk.happened.everything"), () => this.everything(), { class: "tile", data: { group: "*" } });
    fill(this.groups, ...tiles, all);
  }

  drawLikely() {
    const ids = this.ctx.view.likely ?? [];
    const found = ids.map((/** @type {string} */ id) => this.sheet.leaves.find((/** @type {Leaf} */ leaf) => leaf.id === id)).filter(Boolean);
    fill(this.likely, make("h2", { text: this.ctx.t("desk.happened.likely") }), make("div", { class: "tiles" }, ...found.map((/** @type {Leaf} */ leaf) => this.tile(leaf, "likely"))));
  }

  /** @param {string} id */
  openGroup(id) {
    this.group = id;
    for (const tile of this.groups.children) tile.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (tile).dataset.group === id));
    const group = this.sheet.groups.find((/** @type {any} */ one) => one.id === id);
    this.list(group.text, this.sheet.leaves.filter((/** @type {Leaf} */ leaf) => leaf.group === id), "group");
    this.pane("leaves");
  }

  /** @param {string} title @param {Leaf[]} leaves @param {"found"|"group"} place */
  list(title, leaves, place) {
    this.stopAsking();
    const back = button(this.ctx.t("desk.happened.groups_back"), () => this.pane("first"), { class: "up" });
    const none = leaves.length ? null : make("p", { role: "status", text: this.ctx.t("desk.happened.nothing_found") });
    fill(this.leaves, make("div", { class: "row" }, make("h2", { text: title, tabindex: "-1" }), back), none, make("div", { class: "tiles" }, ...leaves.map((leaf) => this.tile(leaf, place))));
    this.drawLikelyAgain();
  }

  drawLikelyAgain() {
    if (matchMedia("(min-width: 768px)").matches) this.drawLikely();
  }

  search() {
    const wanted = plain(this.find.value);
    if (wanted.length < 2) return;
    const hits = this.sheet.leaves.filter((/** @type {Leaf} */ leaf) => {
      const group = this.sheet.groups.find((/** @type {any} */ one) => one.id === leaf.group).text;
      return wanted.split(" ").every((word) => plain(`${leaf.text} ${leaf.find} ${group} ${leaf.rows.join(" ")}`).includes(word));
    });
    this.list(this.ctx.t("desk.happened.found", { n: hits.length }), hits, "found");
    this.root.dataset.pane = "found";
  }

  // --- a leaf --------------------------------------------------------------------------------------

  /** @param {Leaf} leaf @param {"likely"|"found"|"group"} place the group is said where the tile does not stand in it */
  tile(leaf, place) {
    const { ctx } = this;
    const group = place === "group" ? "" : this.sheet.groups.find((/** @type {any} */ one) => one.id === leaf.group).text;
    const first = (leaf.ask ?? []).find((name) => !name.endsWith("?"));
    const ask = first ? this.sheet.asks[first] : null;
    const split = ask && ["sides", "people"].includes(ask.things ?? "") && !leaf.usual?.[first ?? ""];
    if (split && place === "group") return this.splitTile(leaf, leaf.text, /** @type {string} */ (first), ask);
    const would = make("small", { class: "would" });
    const made = button("", () => this.press(leaf), { class: "tile leaf", data: { leaf: leaf.id } });
    fill(made, group ? make("small", { text: group }) : null, make("b", { text: leaf.text }), make("small", { class: "art", text: leaf.rows.join(" ") }), would);
    if (!open(leaf, {}).length && !leaf.full) this.look(new Would(ctx, factOf(leaf, {}, around(ctx)), leaf.by, (found) => this.say(leaf, made, would, found)));
    return made;
  }

  /** A tile that asks whose it was: the side, or the player, is chosen with the same tap. @param {Leaf} leaf @param {string} label @param {string} name @param {any} ask */
  splitTile(leaf, label, name, ask) {
    const { ctx } = this;
    const values = things(ask, around(ctx));
    const chips = values.map((value) => button(named(ctx, this.sheet, ask, value), () => this.choose(leaf, { [name]: value }), { class: `chip ${value === "A" || value === "B" ? String(value).toLowerCase() : ""}`, data: { value } }));
    return make("div", { class: "tile leaf split", role: "group", "aria-label": label, data: { leaf: leaf.id } }, make("b", { text: label }), make("small", { class: "art", text: leaf.rows.join(" ") }), make("div", { class: "picks" }, ...chips));
  }

  /** @param {Would} would */
  look(would) {
    this.asked.push(would);
    would.start();
  }

  /** What the book would say of it: first of all by the articles that the leaf is about. @param {Leaf} leaf @param {HTMLElement} tile @param {HTMLElement} at @param {any} found */
  say(leaf, tile, at, found) {
    if (found.no) strike(tile, found.no.say);
    const own = found.rulings.find((/** @type {any} */ ruling) => ruling.rows.some((/** @type {string} */ row) => leaf.rows.includes(row.split("/").slice(1).join("/"))));
    tell(at, found.no?.say ?? (own ?? found.rulings[0])?.text ?? "");
  }

  /** @param {Leaf} leaf */
  press(leaf) {
    if (leaf.full || leaf.confirm || open(leaf, {}).length) return this.choose(leaf, {});
    return this.record(factOf(leaf, {}, around(this.ctx)), sentence(this.ctx, this.sheet, leaf, {}), leaf.by);
  }

  /** The rest of the sentence in chips. @param {Leaf} leaf @param {Record<string, any>} answers */
  choose(leaf, answers) {
    if (leaf.full) return this.full(leaf.kind, factOf(leaf, answers, around(this.ctx)), leaf.by);
    const there = around(this.ctx);
    const given = { ...this.known(leaf, there), ...answers };
    this.telling?.leave();
    this.telling = new Telling(this.ctx, this.sheet, leaf, given, {
      record: (fact, words) => this.record(fact, words, leaf.by, leaf.confirm),
      whole: (fact) => this.full(leaf.kind, fact, leaf.by),
      back: () => this.pane("leaves"),
    });
    fill(this.detail, this.telling.at);
    return this.pane("detail");
  }

  /** Answers that the state gives: is the jack marked, what breach was seen last. @param {Leaf} leaf @param {any} there */
  known(leaf, there) {
    /** @type {Record<string, any>} */
    const found = {};
    const names = questions(leaf);
    if (names.includes("marked") && typeof there.marked === "boolean" && leaf.group.startsWith("jack")) found.marked = there.marked;
    if (names.includes("offence") && there.seen && leaf.kind === "CardShown") found.offence = there.seen.offence;
    return found;
  }

  // --- everything else -----------------------------------------------------------------------------

  everything() {
    const kinds = Object.entries(this.sheet.kinds).filter(([kind]) => !["GameSetUp", "Chosen"].includes(kind));
    this.stopAsking();
    const back = button(this.ctx.t("desk.happened.groups_back"), () => this.pane("first"), { class: "up" });
    const tiles = kinds.map(([kind, text]) => button(String(text), () => this.full(kind, { kind }), { class: "tile", data: { kind } }));
    fill(this.leaves, make("div", { class: "row" }, make("h2", { text: this.ctx.t("desk.happened.everything"), tabindex: "-1" }), back), make("div", { class: "tiles" }, ...tiles));
    this.pane("leaves");
  }

  /** The full form of a kind. @param {string} kind @param {any} fact @param {string} [by] */
  async full(kind, fact, by) {
    const { FullForm } = await import("./full.js");
    const title = this.sheet.kinds[kind] ?? kind;
    const made = await FullForm.of(this.ctx, kind, this.filledIn(kind, fact), by ?? this.sayer(kind), (found, words, who) => this.record(found, words, who), title).catch(() => null);
    if (!made) return this.ctx.announce(this.ctx.t("desk.happened.no_sheet"), true);
    this.telling?.leave();
    this.telling = made;
    const back = button(this.ctx.t("desk.shell.back"), () => this.pane(this.leaves.childElementCount ? "leaves" : "first"), { class: "up" });
    fill(this.detail, make("div", { class: "row" }, make("h2", { text: title, tabindex: "-1" }), back), made.at);
    return this.pane("detail");
  }

  /** What the state fills in of a kind. @param {string} kind @param {any} fact */
  filledIn(kind, fact) {
    const legal = (this.ctx.view.legal ?? []).find((/** @type {any} */ form) => form.kind === kind);
    return { kind, ...(legal?.fields ?? {}), ...fact };
  }

  /** @param {string} kind */
  sayer(kind) {
    return (this.ctx.view.legal ?? []).find((/** @type {any} */ form) => form.kind === kind)?.by ?? "scorer";
  }

  note() {
    const { ctx } = this;
    const text = /** @type {HTMLTextAreaElement} */ (make("textarea", { rows: "3", "aria-label": ctx.t("desk.happened.note") }));
    const keep = button(ctx.t("desk.happened.record_note"), () => text.value.trim() && this.record({ kind: "Noted", text: text.value.trim() }, ctx.t("desk.happened.noted", { text: text.value.trim() })), { class: "pri" });
    const back = button(ctx.t("desk.shell.back"), () => this.pane("first"), { class: "up" });
    fill(this.detail, make("div", { class: "row" }, make("h2", { text: ctx.t("desk.happened.note"), tabindex: "-1" }), back), make("p", { text: ctx.t("desk.happened.note_does") }), text, keep);
    this.pane("detail");
    text.focus();
  }

  async callUmpire() {
    if (await callUmpire(this.ctx)) this.ctx.back();
  }

  // --- recording -----------------------------------------------------------------------------------

  /** @param {any} fact @param {string} words @param {string} [by] @param {boolean} [confirm] */
  async record(fact, words, by = "scorer", confirm = false) {
    const { ctx } = this;
    const said = by !== "scorer" && by !== ctx.role ? ctx.t(`desk.happened.said_by.${by}`, { words }) : words;
    if (confirm && !(await this.sure(fact, said, by))) return;
    const undoes = this.sheet?.kinds[fact.kind] ?? words;
    if (await ctx.record(fact, { words: said, undoes, by })) ctx.back();
  }

  /** @param {any} fact @param {string} words @param {string} by */
  async sure(fact, words, by) {
    const { ctx } = this;
    const found = await ctx.preview(fact, { by });
    const body = found ? [...(found.no ? [found.no.say] : found.rulings.map((/** @type {any} */ ruling) => ruling.text)), ...found.differences] : [ctx.t("desk.happened.later")];
    return ask(words, body, [
      { value: "", label: ctx.t("desk.happened.leave_it") },
      { value: "yes", label: ctx.t("desk.happened.record", { words }), class: "stop" },
    ]);
  }
}

/** A text without capitals and accents. @param {string} text */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
