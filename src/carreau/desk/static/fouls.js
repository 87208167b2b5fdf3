// What a referee calls beside what the balls did: fouls by their announced names, and what could not be seen.

import { button, fill, make, strike } from "./dom.js";

/** @typedef {{id: string, acts?: string[], out?: boolean, wrong?: boolean, open?: any}} Tile */

/** @type {Tile[]} */
const TILES = [
  { id: "wrong_ball", wrong: true },
  { id: "out", out: true },
  { id: "motion", acts: ["in_motion"] },
  { id: "tip", acts: ["leather_tip"] },
  { id: "touched", acts: ["touched", "touched_twice", "foreign_matter", "shifted"] },
  { id: "contact", acts: ["in_contact"] },
  { id: "foot", acts: ["no_foot", "foot_outside"] },
  { id: "jump", acts: ["jump"] },
  { id: "pushed", acts: ["pushed"] },
  { id: "placed", acts: ["placed_otherwise", "over_line"] },
  { id: "early", acts: ["touched_early"] },
  { id: "own", open: { leaf: "own_ruling" } },
];
const DOUBTS = ["spinning", "foot_on_line"];
const BALLS = ["cue", "object", "red"];

export class Fouls {
  /** @param {import("./app.js").Ctx} ctx @param {() => void} changed */
  constructor(ctx, changed) {
    this.ctx = ctx;
    this.changed = changed;
    this.at = make("div", { class: "fouls stack" });
    this.drawn = "";
    /** @type {Set<string>} */
    this.acts = new Set();
    /** @type {Set<string>} */
    this.out = new Set();
    this.played = "own";
    /** Nobody saw who reached the red first. */
    this.both = false;
    this.open = "";
  }

  clear() {
    this.acts.clear();
    this.out.clear();
    this.played = "own";
    this.both = false;
    this.open = "";
  }

  /** How many are called. */
  get number() {
    return this.acts.size + this.out.size + (this.played === "own" ? 0 : 1);
  }

  /** The fields of the stroke that say so. */
  fields() {
    return {
      ...(this.acts.size ? { acts: [...this.acts] } : {}),
      ...(this.out.size ? { out: BALLS.filter((ball) => this.out.has(ball)) } : {}),
      ...(this.played === "own" ? {} : { played: this.played }),
    };
  }

  /** @param {"fouls"|"unsure"} which @param {() => void} close */
  show(which, close) {
    const key = JSON.stringify([which, [...this.acts], [...this.out], this.played, this.both, this.open, this.ctx.lang, this.ctx.view.stroke]);
    if (key === this.drawn && this.at.childElementCount) return;
    this.drawn = key;
    const focused = /** @type {HTMLElement|null} */ (document.activeElement)?.dataset?.foul;
    const rows = which === "fouls" ? this.tiles() : this.doubts();
    fill(this.at, ...rows, button(this.ctx.t("desk.five.fouls.done"), close));
    if (focused) /** @type {HTMLElement|null} */ (this.at.querySelector(`[data-foul="${focused}"]`))?.focus();
  }

  tiles() {
    const open = TILES.find((tile) => tile.id === this.open);
    if (!open) return [make("div", { class: "tiles" }, ...TILES.map((tile) => this.tile(tile)))];
    return [make("div", { class: "tiles wide" }, this.tile(open), ...this.more(open))];
  }

  /** @param {Tile} tile */
  tile(tile) {
    const { ctx } = this;
    const several = tile.wrong || tile.out || (tile.acts?.length ?? 0) > 1;
    const on = tile.wrong ? this.played !== "own" : tile.out ? this.out.size > 0 : (tile.acts ?? []).some((act) => this.acts.has(act));
    const press = () => {
      if (tile.open) return ctx.open("happened", tile.open);
      if (several) this.open = this.open === tile.id ? "" : tile.id;
      else this.toggle(tile.acts?.[0] ?? "");
      return this.changed();
    };
    const made = button(ctx.t(`desk.five.tile.${tile.id}`), press, { class: "tile", many: true, "aria-pressed": tile.open ? null : String(on), "aria-expanded": several ? String(this.open === tile.id) : null, data: { foul: tile.id } });
    const acts = tile.acts ?? [];
    strike(made, acts.length && acts.every((act) => this.act(act)?.no) ? ctx.t("desk.five.not_placing") : null);
    return made;
  }

  /** @param {Tile} tile @returns {HTMLElement[]} */
  more(tile) {
    const { t } = this.ctx;
    if (tile.out) return BALLS.map((ball) => this.small(ball, t(`desk.five.ball.${ball}`), this.out.has(ball), () => (this.out.has(ball) ? this.out.delete(ball) : this.out.add(ball))));
    if (tile.wrong) return ["opponents", "red"].map((ball) => this.small(ball, t(`desk.five.wrong.${ball}`), this.played === ball, () => (this.played = this.played === ball ? "own" : ball)));
    return (tile.acts ?? []).map((act) => this.small(act, this.act(act)?.say ?? act, this.acts.has(act), () => this.toggle(act)));
  }

  doubts() {
    const { ctx } = this;
    const red = this.small("both", ctx.t("desk.five.unsure.red"), this.both, () => (this.both = !this.both));
    const acts = DOUBTS.map((act) => this.small(act, this.act(act)?.say ?? act, this.acts.has(act), () => this.toggle(act)));
    return [make("div", { class: "tiles wide" }, red, ...acts, button(ctx.t("desk.five.unsure.more"), () => ctx.open("happened", { group: "unsure" })))];
  }

  /** @param {string} id @param {string} label @param {boolean} on @param {() => any} press */
  small(id, label, on, press) {
    const pressed = () => {
      press();
      this.changed();
    };
    return button(label, pressed, { class: "tile", many: true, "aria-pressed": String(on), data: { foul: id } });
  }

  /** @param {string} act */
  act(act) {
    return this.ctx.view.acts?.find((/** @type {any} */ one) => one.id === act);
  }

  /** @param {string} act */
  toggle(act) {
    if (this.acts.has(act)) this.acts.delete(act);
    else this.acts.add(act);
  }
}
