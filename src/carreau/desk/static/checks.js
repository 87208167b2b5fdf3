// The checks before play: what the book lets pass stands beside each field; what nobody looked at is "not checked".

import { button, fill, make, tell } from "./dom.js";
import { sheet } from "./sheet.js";

/** @typedef {import("./app.js").Ctx} Ctx */
/** @typedef {{property: string, holds: "yes"|"word"|"number", by: number, unit: string, words: string[]|null, limits: any[]}} Property */

const SIDES = /** @type {const} */ (["A", "B"]);

/** @param {Ctx} ctx @param {HTMLElement} root */
export function show(ctx, root) {
  sheet("checks.css");
  const screen = new Checks(ctx, root);
  screen.load();
  return { title: ctx.t("desk.check.title"), update: () => screen.load() };
}

class Checks {
  /** @param {Ctx} ctx @param {HTMLElement} root */
  constructor(ctx, root) {
    this.ctx = ctx;
    this.root = root;
    this.loaded = false;
    /** What was entered: `object owner property` -> value. @type {Map<string, any>} */
    this.found = new Map();
    /** How many fields there are. */
    this.all = 0;
    /** What is recorded already, so that it is not recorded twice. @type {Set<string>} */
    this.told = new Set();
  }

  async load() {
    const { ctx } = this;
    if (this.loaded || !ctx.view) return;
    this.loaded = true;
    try {
      const digest = new URL(import.meta.url).pathname.split("/")[2];
      this.build(await (await fetch(`/checks/${ctx.view.book}.json?d=${digest}`)).json());
    } catch {
      this.loaded = false;
      fill(this.root, make("p", { class: "say", text: ctx.t("desk.games.no_desk") }));
    }
  }

  /** @param {any} list */
  build(list) {
    const { ctx } = this;
    this.count = make("p", { role: "status" });
    this.said = make("ul", { class: "answers", "aria-live": "polite" });
    this.records = button(ctx.t("desk.check.record"), () => this.record(), { class: "pri" });
    const empty = make("a", { class: "button", href: `/sheets/${ctx.view.book}.pdf?lang=${ctx.lang}`, text: ctx.t("desk.check.print") });
    const parts = list.objects.flatMap((/** @type {any} */ object) => this.owners(object.owned).map((owner) => this.section(object, owner)));
    fill(this.root, ...parts, list.licence && this.players().length ? this.licences(list.licence) : null, this.said, make("div", { class: "foot stack" }, this.count, make("div", { class: "two" }, this.records, empty)));
    this.root.classList.add("checks");
    this.counted();
  }

  /** Whose things are looked at: each player's, or each side's, where players are not noted. @param {boolean} owned */
  owners(owned) {
    if (!owned) return [{ key: "", name: "", fields: {} }];
    const players = this.players();
    if (players.length) return players;
    return SIDES.map((side) => ({ key: side, name: this.ctx.named(side), fields: { side } }));
  }

  /** @returns {{key: string, name: string, fields: any}[]} */
  players() {
    const { ctx } = this;
    if (ctx.view.sport !== "petanque") return [];
    return SIDES.flatMap((side) => (ctx.view.who?.[side] ?? []).map((/** @type {any} */ player) => ({ key: player.id, name: `${ctx.sign(side)} ${player.name ?? player.id}`, fields: { side, player: player.id } })));
  }

  /** @param {any} object @param {{key: string, name: string, fields: any}} owner */
  section(object, owner) {
    const { ctx } = this;
    const title = [ctx.t(`desk.check.object.${object.object}`), owner.name].filter(Boolean).join(" ");
    const rows = object.properties.map((/** @type {Property} */ property) => this.row(object.object, owner, property));
    const inside = make("div", { class: "rows" }, ...rows);
    const details = make("details", { class: "card" }, make("summary", {}, make("b", { text: title }), make("small", { text: this.brief(object) })), inside);
    details.addEventListener("change", () => this.counted());
    return details;
  }

  /** The numbers of an object in one line. @param {any} object */
  brief(object) {
    return object.properties.flatMap((/** @type {Property} */ property) => property.limits.map((limit) => limit.allowed)).filter(Boolean).join(", ");
  }

  /** @param {string} object @param {any} owner @param {Property} property */
  row(object, owner, property) {
    const { ctx } = this;
    const key = `${object} ${owner.key} ${property.property}`;
    this.all += 1;
    const label = make("span", { id: key.replaceAll(" ", "-"), text: ctx.t(`desk.check.${object}.${property.property}`) });
    const limits = property.limits.map((limit) => make("small", { text: this.limit(property, limit) }));
    return make("div", { class: "row" }, make("div", {}, label, ...limits), this.field(key, property, label.id));
  }

  /** @param {Property} property @param {any} limit */
  limit(property, limit) {
    const { ctx } = this;
    const what = property.holds === "yes" ? ctx.t(limit.is ? "desk.check.must" : "desk.check.must_not") : property.holds === "word" ? limit.words.map((/** @type {string} */ word) => ctx.t(`desk.check.word.${word}`)).join(", ") : limit.allowed;
    const when = limit.if ? ctx.t("desk.check.if", { what: ctx.t(`desk.check.when.${limit.if}`) }) : limit.unless ? ctx.t("desk.check.unless", { what: ctx.t(`desk.check.when.${limit.unless}`) }) : "";
    return [what, when, limit.row].filter(Boolean).join(" · ");
  }

  /** @param {string} key @param {Property} property @param {string} label */
  field(key, property, label) {
    const { ctx } = this;
    const take = (/** @type {any} */ value) => (value === null ? this.found.delete(key) : this.found.set(key, value));
    if (property.holds === "number") {
      const input = /** @type {HTMLInputElement} */ (make("input", { inputmode: "decimal", autocomplete: "off", maxlength: "9", "aria-labelledby": label, name: key }));
      input.addEventListener("input", () => {
        const number = Number(input.value.replace(",", "."));
        const good = input.value.trim() !== "" && Number.isFinite(number) && number >= 0;
        take(good ? Math.round(number * property.by) : null);
        input.setAttribute("aria-invalid", String(!good && input.value.trim() !== ""));
        this.counted();
      });
      return make("span", { class: "number" }, input, property.unit);
    }
    const options = property.holds === "yes" ? [["", "desk.check.unchecked"], ["true", "desk.check.yes"], ["false", "desk.check.no"]] : [["", "desk.check.unchecked"], ...this.words(property).map((word) => [word, `desk.check.word.${word}`])];
    const select = /** @type {HTMLSelectElement} */ (make("select", { "aria-labelledby": label, name: key }));
    for (const [value, text] of options) select.append(make("option", { value }, ctx.t(text)));
    select.addEventListener("change", () => take(select.value === "" ? null : property.holds === "yes" ? select.value === "true" : select.value));
    return select;
  }

  /** What can be found: what the book allows, and something else. @param {Property} property */
  words(property) {
    return [...new Set([...property.limits.flatMap((limit) => limit.words ?? []), "other"])];
  }

  /** @param {string} row */
  licences(row) {
    const { ctx } = this;
    const boxes = this.players().map((player) => {
      this.all += 1;
      const key = `licence ${player.key} licence`;
      const box = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", name: key }));
      box.addEventListener("change", () => (box.checked ? this.found.set(key, true) : this.found.delete(key)));
      return make("label", { class: "tick" }, box, player.name);
    });
    const section = make("fieldset", { class: "card" }, make("legend", {}, make("b", { text: ctx.t("desk.check.licences") }), " ", make("small", { text: row })), ...boxes);
    section.addEventListener("change", () => this.counted());
    return section;
  }

  counted() {
    if (!this.count || !this.records) return;
    const n = this.found.size;
    tell(this.count, this.ctx.t("desk.check.counted", { n, all: this.all, left: this.all - n }));
    this.records.disabled = n === 0;
  }

  /** Each object with what was found becomes an entry of its own. */
  async record() {
    const { ctx } = this;
    /** @type {Map<string, Record<string, any>>} */
    const things = new Map();
    for (const [key, value] of this.found) {
      const [object, owner, property] = key.split(" ");
      const at = `${object} ${owner}`;
      things.set(at, { ...things.get(at), [property]: value });
    }
    for (const [at, found] of things) {
      const told = `${at} ${JSON.stringify(found)}`;
      if (this.told.has(told)) continue;
      const [object, owner] = at.split(" ");
      if (!(await ctx.record(this.fact(object, owner, found), this.words_of(object, owner, found)))) return;
      this.told.add(told);
      this.said?.append(make("li", { text: ctx.t("desk.check.recorded", { what: this.named(object, owner) }) }));
    }
  }

  /** @param {string} object @param {string} owner @param {any} found */
  fact(object, owner, found) {
    if (object === "licence") return { kind: "LicenceShown", player: owner, licence: true };
    const whose = owner === "" ? {} : owner.length === 1 ? { side: owner } : { side: owner[0], player: owner };
    return { kind: "Inspected", object, found, ...whose };
  }

  /** @param {string} object @param {string} owner */
  named(object, owner) {
    const whose = owner.length === 1 ? this.ctx.named(/** @type {"A"|"B"} */ (owner)) : this.players().find((player) => player.key === owner)?.name ?? "";
    return [this.ctx.t(object === "licence" ? "desk.check.licence" : `desk.check.object.${object}`), whose].filter(Boolean).join(" ");
  }

  /** @param {string} object @param {string} owner @param {any} found */
  words_of(object, owner, found) {
    const what = this.named(object, owner);
    const words = this.ctx.t("desk.check.recorded", { what });
    return { words, undoes: what, source: object !== "licence" && Object.values(found).some((value) => typeof value === "number") ? "callipers" : "eye" };
  }
}
