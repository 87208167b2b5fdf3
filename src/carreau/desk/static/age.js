// How old is what a page shows: it is called live only while the desk is heard.

import { t, time } from "./words.js";

const GONE_MS = 35_000;

export class Age {
  /** @param {HTMLElement|null} at where it is written @param {number} [heard] when the desk was heard last, wall clock */
  constructor(at, heard = Date.now()) {
    this.at = at;
    this.heard = heard;
    this.live = false;
    setInterval(() => this.show(), 1000);
  }

  hear() {
    this.heard = Date.now();
  }

  /** @param {boolean} live */
  set(live) {
    this.live = live;
    this.show();
  }

  show() {
    const ms = Date.now() - this.heard;
    const state = this.live && ms < GONE_MS ? "live" : ms < GONE_MS ? "old" : "gone";
    const text = { live: t("desk.board.live"), old: t("desk.board.old", { n: Math.round(ms / 1000) }), gone: t("desk.board.no_signal", { time: time(this.heard) }) }[state];
    document.body.dataset.live = state;
    if (!this.at) return;
    if (state === "old") this.at.setAttribute("aria-live", "off");
    else this.at.removeAttribute("aria-live");
    if (this.at.textContent !== text) this.at.textContent = text;
  }
}
