// The strip that says what was just entered, with what can be done about it, for ten seconds.

import { button, fill, make } from "./dom.js";

const STAYS_MS = 10_000;

export class Strip {
  constructor() {
    /** The element; its place is kept free when it is empty. */
    this.at = make("div", { class: "strip" });
    this.timer = 0;
    /** Another number whenever it says something else. */
    this.turn = 0;
    this.said = make("span", { class: "said", role: "status" });
  }

  /**
   * @param {string} text
   * @param {{label: string, press: () => any, class?: string}[]} [actions]
   * @param {number} [ms] how long it stays; 0: until something else
   */
  show(text, actions = [], ms = STAYS_MS) {
    clearTimeout(this.timer);
    this.turn += 1;
    this.said.textContent = text;
    fill(this.at, this.said, ...actions.map(({ label, press, class: kind }) => button(label, press, { class: kind })));
    this.at.classList.add("full");
    this.at.classList.toggle("many", actions.length > 3);
    if (ms) this.timer = setTimeout(() => this.clear(), ms);
  }

  clear() {
    clearTimeout(this.timer);
    this.turn += 1;
    if (this.at.contains(document.activeElement)) document.getElementById("work")?.focus();
    this.at.classList.remove("full");
    fill(this.at, this.said);
    this.said.textContent = "";
  }
}
