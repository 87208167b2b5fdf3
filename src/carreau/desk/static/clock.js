// Game time on this phone: the desk's clock by the offset that was learnt from it.

const JUMP_MS = 2000;
const SAMPLES = 5;

export class Clock {
  /** @param {{offset: number, wall: number}|null} [kept] what was learnt before the page was loaded again */
  constructor(kept) {
    /** @type {{offset: number, rtt: number}[]} */
    this.samples = [];
    this.offset = kept?.offset ?? 0;
    this.known = Boolean(kept);
    this.wall = Date.now();
    this.mono = performance.now();
    /** The phone's clock has been set, or it slept, since the desk was heard: the display gets ≈. */
    this.approx = Boolean(kept) && this.wall < /** @type {any} */ (kept).wall - JUMP_MS;
  }

  /** An answer of the desk with its time, after a round trip of `rtt` ms. @param {number} now_ms @param {number} rtt */
  heard(now_ms, rtt) {
    if (this.jumped()) this.samples = []; // they were measured by another clock
    this.anchor();
    this.samples.push({ offset: now_ms + rtt / 2 - this.wall, rtt });
    this.samples = this.samples.slice(-SAMPLES);
    this.offset = this.samples.reduce((best, one) => (one.rtt < best.rtt ? one : best)).offset;
    this.known = true;
  }

  /** A tick of the stream: it can only be late, so it says the least that the offset can be. @param {number} now_ms */
  tick(now_ms) {
    const moved = this.jumped();
    this.anchor();
    const least = now_ms - this.wall;
    if (!this.known || moved || least > this.offset || this.offset - least > 3 * JUMP_MS) {
      this.samples = [];
      this.offset = least;
    }
    this.known = true;
  }

  anchor() {
    this.wall = Date.now();
    this.mono = performance.now();
    this.approx = false;
  }

  jumped() {
    return Math.abs(Date.now() - this.wall - (performance.now() - this.mono)) > JUMP_MS;
  }

  /** Game time now, in ms. */
  now() {
    if (this.jumped()) this.approx = true;
    return Math.max(0, Math.round(Date.now() + this.offset));
  }

  /** What is kept for the next load of the page. */
  kept() {
    return { offset: this.offset, wall: Date.now() };
  }
}
