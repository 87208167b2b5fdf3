// The desk's stream of one game: it says "live" only after the present state has been fetched and the stream has spoken.

const SILENCE_MS = 35_000;
const HIDDEN_MS = 30_000;
const MOST_WAIT_MS = 30_000;
const NAMES = ["board", "fact", "tick", "resync", "bye"];

/**
 * @typedef {object} Hearer
 * @property {() => string} address where the stream is, from the last entry known
 * @property {() => Promise<boolean>} refresh fetch the present state; true when the desk answered
 * @property {(name: string, data: any) => void} event
 * @property {(live: boolean) => void} state
 */

export class Stream {
  /** @param {Hearer} hearer */
  constructor(hearer) {
    this.hearer = hearer;
    /** @type {EventSource|null} */
    this.source = null;
    this.live = false;
    this.tries = 0;
    this.watch = 0;
    this.retry = 0;
    this.hiding = 0;
    /** The asking that may become the stream. @type {symbol|null} */
    this.opening = null;
  }

  /** Begin, and go on through everything. */
  start() {
    document.addEventListener("visibilitychange", () => this.shown());
    addEventListener("pageshow", (event) => event.persisted && this.again());
    addEventListener("online", () => this.again());
    this.open();
  }

  shown() {
    clearTimeout(this.hiding);
    if (document.hidden) this.hiding = setTimeout(() => this.close(), HIDDEN_MS);
    else this.again();
  }

  /** What is on the screen may be old: fetch before anything is called live. */
  again() {
    this.set(false);
    this.open();
  }

  /** No stream, and none on its way. */
  close() {
    this.opening = null;
    clearTimeout(this.watch);
    clearTimeout(this.retry);
    this.source?.close();
    this.source = null;
    this.set(false);
  }

  async open() {
    this.close();
    const mine = (this.opening = Symbol());
    const answered = await this.hearer.refresh();
    if (this.opening !== mine) return;
    if (!answered) return this.later();
    const source = new EventSource(this.hearer.address());
    this.source = source;
    for (const name of NAMES) source.addEventListener(name, (event) => this.hear(source, name, /** @type {MessageEvent} */ (event).data));
    source.addEventListener("error", () => this.failed(source));
    this.guard();
  }

  /** @param {EventSource} source @param {string} name @param {string} text */
  hear(source, name, text) {
    if (source !== this.source) return;
    this.tries = 0;
    this.guard();
    let data = null;
    try {
      data = JSON.parse(text);
    } catch {
      // an event without words
    }
    if (name === "bye") {
      this.close();
      this.later(Number(data?.wait_ms) || 1000);
    } else if (name === "resync") {
      this.again();
    } else {
      this.set(true);
      this.hearer.event(name, data);
    }
  }

  /** @param {EventSource} source */
  failed(source) {
    if (source !== this.source) return;
    this.set(false);
    this.close();
    this.later();
  }

  /** 35 s of silence is no stream. */
  guard() {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.again(), SILENCE_MS);
  }

  /** @param {number} [ms] */
  later(ms) {
    const wait = ms ?? Math.min(MOST_WAIT_MS, 1000 * 2 ** this.tries) * (0.5 + Math.random() * 0.5);
    this.tries = Math.min(this.tries + 1, 6);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.open(), wait);
  }

  /** @param {boolean} live */
  set(live) {
    if (this.live === live) return;
    this.live = live;
    this.hearer.state(live);
  }
}
