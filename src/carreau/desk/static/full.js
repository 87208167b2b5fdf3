// The full form of one kind with what the book would say and who says it; used to enter, to correct and to rule.

import { button, make, strike, tell } from "./dom.js";
import { Words, formOf } from "./form.js";
import { around, formsOf } from "./leaves.js";
import { Outlook } from "./outlook.js";

/** @typedef {import("./app.js").Ctx} Ctx */

const SAYERS = ["scorer", "umpire", "A", "B", "both", "jury", "committee"];

export class FullForm {
  /** @param {Ctx} ctx @param {string} kind @param {any} fact @param {string} by @param {(fact: any, words: string, by: string) => any} record @param {string} title @param {(fact: any) => void} [live] hears of every change, where nothing is recorded here */
  static async of(ctx, kind, fact, by, record, title, live) {
    return new FullForm(ctx, await formsOf(ctx), kind, fact, by, record, title, live);
  }

  /** @param {Ctx} ctx @param {any} forms @param {string} kind @param {any} fact @param {string} by @param {(fact: any, words: string, by: string) => any} record @param {string} title @param {(fact: any) => void} [live] hears of every change, where nothing is recorded here */
  constructor(ctx, forms, kind, fact, by, record, title, live) {
    this.live = live;
    this.ctx = ctx;
    this.by = by;
    this.title = title;
    this.outlook = new Outlook(ctx, (found) => strike(this.enter, found?.no?.say ?? found?.may?.say ?? ctx.barred));
    this.form = formOf(new Words(ctx, forms, around(ctx)), kind, forms.kinds[kind], fact, () => this.changed());
    this.sayers = SAYERS.map((who) => button(ctx.t(`desk.form.by.${who}`), () => this.say(who), { class: "chip", many: true, data: { value: who } }));
    this.enter = button("", () => record(this.form.read(), title, this.by), { class: "pri big" });
    const whose = make("fieldset", { data: { field: "by" } }, make("legend", { text: ctx.t("desk.form.who_says") }), make("div", { class: "picks" }, ...this.sayers));
    this.at = make("div", { class: "telling full", data: { kind } }, this.form.at, ...(live ? [] : [whose, this.outlook.at, this.enter]));
    this.begun = false;
    this.changed();
    this.begun = true;
  }

  /** @param {string} who */
  say(who) {
    this.by = who;
    this.changed();
  }

  changed() {
    if (this.live) {
      if (this.begun) this.live(this.form.read());
      return;
    }
    for (const chip of this.sayers) chip.setAttribute("aria-pressed", String(chip.dataset.value === this.by));
    tell(this.enter, this.ctx.t("desk.happened.record", { words: this.title }));
    strike(this.enter, this.ctx.barred);
    this.outlook.ask(this.form.read(), this.by);
  }

  leave() {
    this.outlook.stop();
  }
}
