// The table as it has to be set up before the next stroke: what lies where, what to do in which order, and Ready.

import { PINS } from "./castle.js";
import { button, fill, make, strike } from "./dom.js";
import { sheet } from "./sheet.js";

/** @typedef {import("./app.js").Ctx} Ctx */

const SVG = "http://www.w3.org/2000/svg";
const [WIDE, LONG, EDGE] = [200, 190, 14]; // of the picture; the table is drawn shorter than it is
const SPAN = LONG - 2 * EDGE;
const PIN_AT = { c: [0, 0], n: [0, -1], s: [0, 1], w: [-1, 0], e: [1, 0] };
const APART = 17;
const GUESSED = { lower: 0.3, upper: 0.7, astride: 0.5, across: 0.5 }; // where a ball is drawn of which only the half is known
const BESIDE = { A: -50, B: 50, red: 28 }; // of the middle

/** @param {Ctx} ctx @param {HTMLElement} root */
export function show(ctx, root) {
  sheet("five.css");
  const screen = new Picture(ctx, root);
  return { title: ctx.t("desk.five.picture.title"), update: () => screen.update() };
}

class Picture {
  /** @param {Ctx} ctx @param {HTMLElement} root */
  constructor(ctx, root) {
    this.ctx = ctx;
    this.root = root;
    root.classList.add("picture");
    /** The places that balls cover, once somebody has said so. @type {Set<string>|null} */
    this.covered = null;
    this.asking = false;
    this.drawn = "";
  }

  update() {
    const { ctx } = this;
    const { view } = ctx;
    if (!view?.work) return;
    const key = JSON.stringify([view.work, view.open, view.head, ctx.pending.length, ctx.barred, ctx.lang, this.asking, this.covered ? [...this.covered] : null]);
    if (key === this.drawn) return;
    this.drawn = key;
    const focused = /** @type {HTMLElement|null} */ (document.activeElement)?.dataset?.press;
    fill(this.root, drawing(ctx), this.mark(), this.jobs(), ...this.where(), ...this.choice(), this.places(), this.ready());
    if (focused) /** @type {HTMLElement|null} */ (this.root.querySelector(`[data-press="${focused}"]`))?.focus();
  }

  mark() {
    const { source } = this.ctx.view.work;
    return make("p", { class: "quiet", text: `${source.say} ${source.reading}` });
  }

  jobs() {
    const { t, view } = this.ctx;
    const jobs = view.work.jobs.map((/** @type {any} */ job) => make("li", { text: job.say }));
    if (!jobs.length) return make("p", { text: t("desk.five.work.none") });
    return make("ol", { class: "jobs", "aria-label": t("desk.five.work") }, ...jobs);
  }

  // --- where the other white ball lies -----------------------------------------------------------

  where() {
    const { ctx } = this;
    const { where, hand } = ctx.view.work;
    if (!where) return [];
    const side = ctx.team(hand.side === "A" ? "B" : "A");
    if (!this.asking) return [button(ctx.t("desk.five.where"), () => this.ask(true), { data: { press: "where" } })];
    const halves = ["lower", "upper", "across"].map((half) => button(ctx.t(`desk.five.where.${half}`), () => this.said({ [where.ball]: { half } }, side), { data: { press: half } }));
    const red = button(ctx.t("desk.five.where.red"), () => this.said({ red: { half: "upper", spot: "top" } }, side), { data: { press: "red" } });
    return [make("fieldset", { class: "seg" }, make("legend", { text: ctx.t("desk.five.where.ask", { side }) }), ...halves, red)];
  }

  /** @param {boolean} asking */
  ask(asking) {
    this.asking = asking;
    this.update();
  }

  /** The last stroke, told with where the ball lies. @param {any} lies @param {string} side */
  async said(lies, side) {
    const { ctx } = this;
    const { seq, fact } = ctx.view.work.where;
    const words = ctx.t("desk.five.where.said", { side });
    this.asking = false;
    await ctx.correct([{ seq, facts: [{ ...fact, lies: { ...fact.lies, ...lies } }] }], { words, undoes: words });
  }

  // --- what the incoming player may choose -------------------------------------------------------

  choice() {
    const { ctx } = this;
    const question = (ctx.view.open ?? []).find((/** @type {any} */ one) => one.ask === "hand_choice");
    if (!question || !ctx.view.work.hand) return [];
    const answers = question.choices.map((/** @type {any} */ choice) => {
      const words = ctx.t("desk.five.choice.said", { side: ctx.team(question.of), answer: choice.text });
      const press = () => ctx.record({ kind: "Chosen", option: question.id, choice: choice.id }, { words, undoes: words, by: question.of });
      const made = button(choice.text, press, { class: "answer", "aria-pressed": String(choice.id === question.default), data: { press: choice.id } });
      strike(made, ctx.barred ?? choice.refused?.say ?? null);
      return made;
    });
    return [make("fieldset", { class: "stack choice" }, make("legend", { text: ctx.t("desk.five.choice", { side: ctx.team(question.of) }) }), ...answers)];
  }

  // --- pins whose place is covered, and Ready ----------------------------------------------------

  places() {
    const { ctx } = this;
    const off = this.covered ?? new Set(ctx.view.pins.filter((/** @type {any} */ pin) => pin.status === "out").map((/** @type {any} */ pin) => pin.pin));
    const toggle = (/** @type {string} */ pin) => {
      const now = new Set(off);
      if (now.has(pin)) now.delete(pin);
      else now.add(pin);
      this.covered = now;
      this.update();
    };
    const buttons = PINS.map((pin) => button(ctx.t(`desk.five.letter.${pin}`), () => toggle(pin), { many: true, "aria-pressed": String(off.has(pin)), "aria-label": ctx.t(`desk.five.pin.${pin}`), data: { press: pin } }));
    return make("fieldset", { class: "seg covered" }, make("legend", { text: ctx.t("desk.five.covered") }), ...buttons);
  }

  ready() {
    const { ctx } = this;
    const { work, ready, asks } = ctx.view;
    const starts = work.ready?.kind === "BallsPlacedForStart";
    const label = starts ? ctx.t("desk.five.ready.start", { side: ctx.team(ctx.view.turn ?? "A") }) : ctx.t("desk.five.ready", { n: Math.round((ready?.limit_ms ?? 0) / 1000) });
    const made = button(label, () => this.done(), { class: "pri big", data: { press: "ready" } });
    strike(made, ctx.barred ?? (asks === "stroke" || starts ? null : ctx.view.status.text));
    return made;
  }

  async done() {
    const { ctx } = this;
    const fact = { ...(ctx.view.work.ready ?? { kind: "TableReady" }) };
    if (this.covered && fact.kind !== "BallsPlacedForStart") fact.covered = PINS.filter((pin) => this.covered?.has(pin));
    const kept = await ctx.record(fact, { words: ctx.t(`desk.said.${fact.kind}`), undoes: ctx.t(`desk.undo.${fact.kind}`), by: ctx.role === "umpire" ? "umpire" : "scorer" });
    if (kept) ctx.back();
  }
}

// --- the drawing ------------------------------------------------------------------------------------

/** @param {string} tag @param {Record<string, any>} props @param {...(Node|string)} children */
function draw(tag, props, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** How far down a place lies that is `part` of the way up the table. @param {number} part */
const down = (part) => EDGE + SPAN * (1 - part);

/** @param {Ctx} ctx */
function drawing(ctx) {
  const { work } = ctx.view;
  const said = described(ctx);
  const parts = [draw("rect", { class: "bed", x: EDGE, y: EDGE, width: WIDE - 2 * EDGE, height: SPAN })];
  const half = work.hand?.half ?? (work.kind === "starting" || work.ready?.kind === "BallsPlacedForStart" ? "lower" : null);
  if (half) parts.push(...hatched(ctx, half));
  const middle = down(0.5);
  parts.push(draw("line", { class: "line", x1: EDGE, x2: WIDE - EDGE, y1: middle, y2: middle }));
  parts.push(text(WIDE / 2, EDGE - 3, ctx.t("desk.five.picture.top")), text(WIDE / 2, LONG - 2, ctx.t("desk.five.picture.bottom")));
  for (const spot of Object.values(work.spots)) parts.push(draw("circle", { class: "spot", cx: WIDE / 2, cy: down(Number(spot) / 1000), r: 1.6 }));
  parts.push(...work.pins.flatMap((/** @type {any} */ pin) => pinned(ctx, pin)));
  parts.push(...lying(work).flatMap((ball) => drawnBall(ctx, ball)));
  if (work.exchanged) parts.push(text(WIDE - EDGE - 8, middle, "⇅"));
  return draw("svg", { class: "table", viewBox: `0 0 ${WIDE} ${LONG}`, role: "img", "aria-label": ctx.t("desk.five.picture", { what: said }) }, ...parts);
}

/** @param {number} x @param {number} y @param {string} words */
function text(x, y, words) {
  return draw("text", { x, y, "text-anchor": "middle" }, words);
}

/** Where the ball may be placed. @param {Ctx} ctx @param {"lower"|"upper"} half */
function hatched(ctx, half) {
  const top = half === "upper" ? EDGE : down(0.5);
  const side = ctx.view.work.hand?.side ?? ctx.view.turn ?? "A";
  const rect = draw("rect", { class: `anywhere ${side.toLowerCase()}`, x: EDGE, y: top, width: WIDE - 2 * EDGE, height: SPAN / 2 });
  return [rect, text(WIDE / 2, half === "upper" ? top + 24 : top + SPAN / 2 - 18, ctx.t("desk.five.picture.anywhere", { side: ctx.team(side) }))];
}

/** @param {Ctx} ctx @param {any} pin */
function pinned(ctx, pin) {
  const [x, y] = PIN_AT[/** @type {keyof typeof PIN_AT} */ (pin.pin)];
  const back = ctx.view.work.jobs.some((/** @type {any} */ job) => job.pins.includes(pin.pin));
  const at = { cx: WIDE / 2 + x * APART, cy: down(0.5) + y * APART };
  return [draw("circle", { class: `pin ${pin.status} ${back ? "back" : ""}`.trim(), ...at, r: 7 }), text(at.cx, at.cy + 3, ctx.t(`desk.five.letter.${pin.pin}`))];
}

/** The balls of which somebody has said where they lie. @param {any} work @returns {{ball: "A"|"B"|"red", part: number, spot: boolean, half: string|null}[]} */
function lying(work) {
  return work.lies.flatMap((/** @type {any} */ ball) => {
    if (ball.off || (!ball.spot && !ball.half)) return [];
    const part = ball.spot ? work.spots[ball.spot] / 1000 : GUESSED[/** @type {keyof typeof GUESSED} */ (ball.half)];
    return [{ ball: ball.ball, part, spot: Boolean(ball.spot), half: ball.half }];
  });
}

/** @param {Ctx} ctx @param {{ball: "A"|"B"|"red", part: number, spot: boolean}} lies */
function drawnBall(ctx, { ball, part, spot }) {
  const x = spot ? WIDE / 2 : WIDE / 2 + BESIDE[ball];
  const y = down(part);
  return [draw("circle", { class: `ball ${ball.toLowerCase()} ${spot ? "" : "guessed"}`.trim(), cx: x, cy: y, r: 6 }), text(x + 20, y + 3, called(ctx, ball).slice(0, 12))];
}

/** @param {Ctx} ctx @param {"A"|"B"|"red"} ball */
function called(ctx, ball) {
  return ball === "red" ? ctx.t("desk.five.ball.red") : ctx.team(ball);
}

/** The picture in words. @param {Ctx} ctx */
function described(ctx) {
  const { work } = ctx.view;
  const said = lying(work).map(({ ball, spot, half }) => ctx.t(spot ? "desk.five.picture.spot" : "desk.five.picture.half", { ball: called(ctx, ball), as: half ?? "" }));
  if (work.exchanged) said.push(ctx.t("desk.five.picture.exchanged"));
  return said.length ? said.join("; ") : ctx.t("desk.five.picture.unknown");
}
