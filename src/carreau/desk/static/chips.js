// More about a boule, for those who note it: who threw it, pointed or shot, whether the jack moved, what went out.

import { button, fill, make } from "./dom.js";

const SIDES = /** @type {const} */ (["A", "B"]);
const ROWS = ["who", "how", "jack", "others"];

export class Chips {
  /** @param {import("./app.js").Ctx} ctx @param {() => void} changed */
  constructor(ctx, changed) {
    this.ctx = ctx;
    this.changed = changed;
    this.heads = make("div", { class: "heads", role: "group", "aria-label": ctx.t("desk.chips.more") });
    this.values = make("div", { class: "values" });
    this.at = make("div", { class: "chips" }, this.heads, this.values);
    this.toggles = ROWS.map((row) => {
      const made = button(ctx.t(`desk.chips.${row}`), () => this.toggle(row), { class: "chip", many: true });
      made.dataset.row = row;
      return made;
    });
    fill(this.heads, ...this.toggles);
    this.clear();
  }

  /** What is noted of a boule is forgotten with it; which rows are open stays for the game. */
  clear() {
    /** @type {{player: string|null, how: string|null, jack: boolean, outs: {A: number, B: number}}} */
    this.seen = { player: null, how: null, jack: false, outs: { A: 0, B: 0 } };
    /** @type {string} */
    this.drawn = "";
  }

  /** @returns {string[]} the rows that this game notes */
  get open() {
    return /** @type {Record<string, string[]>} */ (this.ctx.prefs.chips)?.[this.ctx.id] ?? /** @type {Record<string, string[]>} */ (this.ctx.prefs.chips)?.usual ?? [];
  }

  /** @param {string} row */
  toggle(row) {
    const open = this.open.includes(row) ? this.open.filter((one) => one !== row) : [...this.open, row];
    if (!open.includes(row)) this.forget(row);
    this.ctx.choose("chips", { ...this.ctx.prefs.chips, [this.ctx.id]: open }).catch(() => null);
    this.changed();
  }

  /** @param {string} row */
  forget(row) {
    if (row === "who") this.seen.player = null;
    if (row === "how") this.seen.how = null;
    if (row === "jack") this.seen.jack = false;
    if (row === "others") this.seen.outs = { A: 0, B: 0 };
  }

  /** What was noted, as fields of the boule thrown. @returns {any} */
  fields() {
    const { player, how, jack, outs } = this.seen;
    const gone = SIDES.flatMap((side) => (this.ctx.view.outs?.[side] ?? []).slice(0, outs[side]).map((/** @type {string} */ id) => ({ object: id, out: true })));
    const moved = [...(jack ? [{ object: "jack" }] : []), ...gone];
    return { ...(player ? { player } : {}), ...(how ? { how } : {}), ...(moved.length ? { moved } : {}) };
  }

  /** @param {string} id */
  name(id) {
    return this.ctx.view.players?.[id] ?? id;
  }

  /** @param {boolean} wanted is a boule being told? */
  show(wanted) {
    this.at.hidden = !wanted;
    if (!wanted) return;
    const { open } = this;
    this.toggles.forEach((made) => made.setAttribute("aria-expanded", String(open.includes(made.dataset.row ?? ""))));
    const key = JSON.stringify([open, this.seen, this.ctx.view.turn, this.ctx.view.outs, this.ctx.view.who, this.ctx.lang]);
    if (key === this.drawn) return;
    this.drawn = key;
    const focused = /** @type {HTMLElement|null} */ (document.activeElement)?.dataset?.chip;
    fill(this.values, ...ROWS.filter((row) => open.includes(row)).map((row) => this.row(row)));
    if (focused) /** @type {HTMLElement|null} */ (this.values.querySelector(`[data-chip="${focused}"]`))?.focus();
  }

  /** @param {string} row @returns {HTMLElement} */
  row(row) {
    const { ctx } = this;
    if (row === "others") return make("div", { class: "row" }, ...SIDES.map((side) => this.stepper(side)));
    const values = { who: () => this.players(), how: () => ["point", "shot"].map((how) => this.chip(how, ctx.t(`desk.chips.${how}`), this.seen.how === how, () => this.pick("how", how))), jack: () => [this.chip("jack", ctx.t("desk.chips.jack_moved"), this.seen.jack, () => this.set("jack", !this.seen.jack))] };
    return make("div", { class: "row", role: "group", "aria-label": ctx.t(`desk.chips.${row}`) }, .../** @type {any} */ (values)[row]());
  }

  players() {
    const players = this.ctx.view.who?.[this.ctx.view.turn ?? ""] ?? [];
    if (!players.length) return [make("span", { text: this.ctx.t("desk.chips.no_players") })];
    return players.map((/** @type {any} */ player) => this.chip(player.id, initials(player), this.seen.player === player.id, () => this.pick("player", player.id), player.name ?? player.id));
  }

  /** @param {string} id @param {string} label @param {boolean} on @param {() => void} press @param {string} [name] */
  chip(id, label, on, press, name) {
    return button(label, press, { class: "chip", many: true, "aria-pressed": String(on), "aria-label": name && name !== label ? name : null, data: { chip: id } });
  }

  /** @param {"player"|"how"} field @param {string} value */
  pick(field, value) {
    this.set(field, this.seen[field] === value ? null : value);
  }

  /** @param {string} field @param {any} value */
  set(field, value) {
    this.seen = { ...this.seen, [field]: value };
    this.changed();
  }

  /** How many boules of a side went out besides the one thrown. @param {"A"|"B"} side */
  stepper(side) {
    const { ctx } = this;
    const most = (ctx.view.outs?.[side] ?? []).length;
    const n = Math.min(this.seen.outs[side], most);
    const to = (/** @type {number} */ value) => this.set("outs", { ...this.seen.outs, [side]: Math.max(0, Math.min(most, value)) });
    const words = (/** @type {string} */ key) => ctx.t(`desk.chips.${key}`, { side: ctx.team(side) });
    return make(
      "div", { class: "stepper", role: "group", "aria-label": words("out_of") },
      make("span", { text: ctx.sign(side) }),
      button("−", () => to(n - 1), { many: true, "aria-label": words("fewer"), data: { chip: `${side}-` } }),
      make("output", { text: String(n) }),
      button("+", () => to(n + 1), { many: true, "aria-label": words("more_of"), data: { chip: `${side}+` } }),
    );
  }
}

/** @param {{id: string, name: string|null}} player */
function initials(player) {
  const parts = (player.name ?? "").split(/[\s-]+/).filter(Boolean);
  return parts.length ? parts.map((part) => [...part][0]).join("").slice(0, 3) : player.id;
}
