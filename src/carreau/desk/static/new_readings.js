// The open questions of a rulebook: what the text leaves unclear, what we take, on what ground, and what else there is.

import { fill, make } from "./dom.js";
import { t } from "./words.js";

export class Readings {
  /** @param {string} book @param {Record<string, string>} chosen what differs from the default @param {() => void} changed */
  constructor(book, chosen, changed) {
    this.book = book;
    this.chosen = chosen;
    this.changed = changed;
    this.at = make("div", { class: "stack readings" });
    this.loaded = false;
  }

  /** @param {string} digest */
  async load(digest) {
    if (this.loaded) return;
    this.loaded = true;
    try {
      const list = await (await fetch(`/readings/${this.book}.json?d=${digest}`)).json();
      fill(this.at, make("p", { class: "quiet", text: t("desk.new.readings_about") }), ...list.map((/** @type {any} */ one) => this.one(one)));
    } catch {
      this.loaded = false;
      fill(this.at, make("p", { text: t("desk.games.no_desk") }));
    }
  }

  /** @param {any} reading */
  one(reading) {
    const { id, question, answers, basis, rows } = reading;
    const select = /** @type {HTMLSelectElement} */ (make("select", { name: id }));
    for (const answer of answers) {
      const plain = answer.replaceAll("_", " ");
      select.append(make("option", { value: answer, selected: answer === (this.chosen[id] ?? reading.default) }, answer === reading.default ? t("desk.new.as_usual", { answer: plain }) : plain));
    }
    select.addEventListener("change", () => {
      if (select.value === reading.default) delete this.chosen[id];
      else this.chosen[id] = select.value;
      this.changed();
    });
    const about = [id, t(`desk.new.basis.${basis}`), rows.length ? rows.join(", ") : ""].filter(Boolean).join(" · ");
    return make("label", { class: "reading" }, make("span", { lang: "en", text: question }), make("small", { text: about }), select);
  }
}
