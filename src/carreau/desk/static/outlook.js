// What would follow from something that is not entered yet: rulings with their articles, what changes, what would be asked.

import { fill, make } from "./dom.js";

/** @typedef {import("./app.js").Ctx} Ctx */

const WAIT_MS = 250;

export class Outlook {
  /** @param {Ctx} ctx @param {(found: any) => void} [heard] */
  constructor(ctx, heard) {
    this.ctx = ctx;
    this.heard = heard;
    this.at = make("div", { class: "outlook card", role: "status", tabindex: "0" });
    this.timer = 0;
    this.round = 0;
  }

  /** Ask what would follow, a moment after the last change. @param {any} fact @param {string} [by] @param {any} [more] */
  ask(fact, by = "scorer", more = {}) {
    clearTimeout(this.timer);
    if (!fact) return this.empty();
    const round = (this.round += 1);
    this.timer = setTimeout(async () => {
      const found = await this.ctx.preview(fact, { by, ...more });
      if (round !== this.round) return;
      this.draw(found);
      this.heard?.(found);
    }, WAIT_MS);
  }

  empty() {
    this.round += 1;
    fill(this.at);
    this.heard?.(null);
  }

  stop() {
    clearTimeout(this.timer);
    this.round += 1;
  }

  /** @param {any} found */
  draw(found) {
    const { ctx } = this;
    if (!found) return fill(this.at, make("p", { text: ctx.t("desk.happened.later") }));
    if (found.no) return fill(this.at, this.line(found.no.say, found.no.rows, "stop"));
    const may = found.may ? this.line(found.may.say, [], "stop") : null;
    const rulings = found.rulings.filter((/** @type {any} */ ruling) => ruling.text !== found.question?.text).map((/** @type {any} */ ruling) => this.line(ruling.text, ruling.rows));
    const changes = found.differences.map((/** @type {string} */ text) => make("p", { class: "change", text }));
    const asked = found.question ? this.line(ctx.t("desk.happened.then_asks", { text: found.question.text }), found.question.rows) : null;
    const nothing = rulings.length || changes.length || asked ? null : make("p", { text: ctx.t("desk.happened.changes_nothing") });
    return fill(this.at, may, ...rulings, asked, ...changes, nothing);
  }

  /** @param {string} text @param {string[]} rows @param {string} [kind] */
  line(text, rows, kind) {
    const arts = rows.map((row) => row.split("/").pop()).join(" ");
    return make("p", { class: kind ?? "rules" }, make("span", { text }), arts ? make("small", { class: "art", data: { rows: rows.join(" ") }, text: ` ${arts}` }) : null);
  }
}
