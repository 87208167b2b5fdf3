// Clocks as they are shown: from absolute instants of game time, never by counting; they only propose.

import { make, tell } from "./dom.js";

const CALLS_S = [30, 15, 0];

/**
 * What a clock shows now, in ms: what is left (below 0: over), or what has passed where there is no limit.
 * @param {any} clock CLOCK of the view @param {number} now game time
 * @returns {{ms: number, left: boolean}|null} null: nobody noted when it began
 */
export function reading(clock, now) {
  const spent = clock.spent_ms ?? (clock.start_ms === null ? null : Math.max(0, now - clock.start_ms));
  if (spent === null || spent === undefined) return null;
  return clock.limit_ms === null ? { ms: spent, left: false } : { ms: clock.limit_ms - spent, left: true };
}

/** Minutes and seconds; a begun second of what is left is shown whole. @param {number} ms @param {boolean} [left] */
export function minutes(ms, left = true) {
  const seconds = ms >= 0 && left ? Math.ceil(ms / 1000) : Math.floor(Math.abs(ms) / 1000);
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(Math.floor(rest / 60))}:${two(rest % 60)}` : `${Math.floor(rest / 60)}:${two(rest % 60)}`;
}

/** A clock as text: `0:41`, `+0:03` when it is over, `≈` where the phone's own clock has been moved. */
export function face(/** @type {import("./app.js").Ctx} */ ctx, /** @type {any} */ clock) {
  const now = reading(clock, ctx.now());
  if (!now) return "–";
  return `${ctx.approx() ? "≈" : ""}${now.left && now.ms < 0 ? "+" : ""}${minutes(now.ms, now.left)}`;
}

/** A clock that goes on by itself while it is on the page. */
export class Face {
  /**
   * @param {import("./app.js").Ctx} ctx @param {() => any} pick the clock to show, or null
   * @param {{calls?: boolean, class?: string}} [how] `calls`: it flashes, sounds and is read out at its marks
   */
  constructor(ctx, pick, { calls = false, class: kind = "clk" } = {}) {
    this.ctx = ctx;
    this.pick = pick;
    this.calls = calls;
    this.at = make("div", { class: kind, role: "timer", "aria-live": "off" });
    this.frame = 0;
    /** @type {{key: string, s: number}|null} */
    this.before = null;
    this.run();
  }

  run() {
    this.draw();
    this.frame = requestAnimationFrame(() => this.run());
  }

  stop() {
    cancelAnimationFrame(this.frame);
  }

  draw() {
    const clock = this.pick();
    if (!clock) {
      this.before = null;
      return this.show("", null);
    }
    const now = reading(clock, this.ctx.now());
    this.show(face(this.ctx, clock), now?.left ? now.ms : null);
    if (this.calls && now?.left && clock.spent_ms === null) this.called(clock, Math.ceil(now.ms / 1000));
  }

  /** @param {string} text @param {number|null} left */
  show(text, left) {
    tell(this.at, text);
    this.at.classList.toggle("short", left !== null && left <= 15_000 && left > 0);
    this.at.classList.toggle("over", left !== null && left <= 0);
  }

  /** At 30, 15 and 0 seconds, when the page sees it pass. @param {any} clock @param {number} s */
  called(clock, s) {
    const key = `${clock.id}@${clock.start_ms}`;
    const was = this.before?.key === key ? this.before.s : null;
    this.before = { key, s };
    const passed = CALLS_S.find((mark) => was !== null && was > mark && s <= mark);
    if (passed === undefined) return;
    const { ctx } = this;
    const wished = marks(ctx);
    if (passed === 0) {
      ctx.announce(ctx.t("desk.clocks.over_now", { clock: clock.say }), true);
      if (wished.flash_0) flash();
      if (wished.vibrate_0) navigator.vibrate?.([200, 100, 200]);
      if (wished.sound) ring(3);
    } else {
      ctx.announce(ctx.t("desk.clocks.left", { clock: clock.say, n: passed }), false);
      if (passed === 15 && wished.flash_15) flash();
      if (passed === 15 && wished.sound_15) ring(1);
    }
  }
}

/** What happens at the marks, as the person wants it. @param {import("./app.js").Ctx} ctx */
export function marks(ctx) {
  return { flash_15: true, sound_15: false, flash_0: true, vibrate_0: true, sound: ctx.prefs.sound, ...(ctx.prefs.marks ?? {}) };
}

function flash() {
  document.body.classList.add("flash");
  setTimeout(() => document.body.classList.remove("flash"), 1200);
}

/** A few notes, where the phone lets a page sound. @param {number} notes */
function ring(notes) {
  const Audio = window.AudioContext;
  if (!Audio) return;
  const audio = new Audio();
  for (let n = 0; n < notes; n += 1) {
    const tone = audio.createOscillator();
    tone.connect(audio.destination);
    tone.start(audio.currentTime + n * 0.35);
    tone.stop(audio.currentTime + n * 0.35 + 0.2);
  }
  setTimeout(() => audio.close(), 2000);
}

/** Stop a clock for a while, or let it go on: the time of the pause does not count. */
export function pauseOrGoOn(/** @type {import("./app.js").Ctx} */ ctx, /** @type {any} */ clock) {
  const now = ctx.now();
  if (clock.paused_ms === null) {
    const words = ctx.t("desk.clocks.paused", { clock: clock.say });
    return ctx.record({ kind: "ClockPaused", clock: clock.id }, { words, undoes: words, at_ms: now });
  }
  const fact = { kind: "ClockStarted", clock: clock.id, happened_ms: Math.max(0, now - (clock.spent_ms ?? 0)) };
  const words = ctx.t("desk.clocks.goes_on", { clock: clock.say });
  return ctx.record({ ...fact, ...(clock.side ? { side: clock.side } : {}), ...(clock.player ? { player: clock.player } : {}) }, { words, undoes: words, at_ms: now });
}
