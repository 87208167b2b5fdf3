// Typed commands: short questions about the game, and short words that press the same buttons as a finger does.

import { control, press } from "./acts.js";
import { fill, make } from "./dom.js";
import { face } from "./minute.js";

const PINS = ["c", "n", "e", "s", "w"];

/** @param {import("./app.js").Ctx} ctx @param {HTMLElement} root */
export function show(ctx, root) {
  const list = make("ol", { class: "said" });
  const log = make("div", { role: "log", "aria-label": ctx.t("desk.typed.answers") }, list);
  const input = /** @type {HTMLInputElement} */ (make("input", { autocomplete: "off", autocapitalize: "none", spellcheck: "false", name: "typed", maxlength: "60" }));
  const form = make("form", { class: "stack" }, make("label", {}, ctx.t("desk.typed.command"), input), make("p", { class: "quiet", text: ctx.t("desk.typed.help") }), make("p", { class: "quiet", text: ctx.t("desk.typed.help_five") }));
  const say = (/** @type {string} */ word, /** @type {string} */ text) => list.prepend(make("li", {}, make("b", { text: word }), " ", make("span", { text })));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const word = input.value.trim();
    if (!word) return;
    input.value = "";
    say(word, await answer(ctx, word.toLowerCase()));
  });
  fill(root, form, log);
  setTimeout(() => input.focus(), 0);
  return { title: ctx.t("desk.typed.title") };
}

/** @param {import("./app.js").Ctx} ctx @param {string} word @returns {Promise<string>} */
async function answer(ctx, word) {
  const asked = QUESTIONS[word];
  if (asked) return asked(ctx);
  const acts = meant(word);
  if (!acts) return ctx.t("desk.typed.unknown", { word });
  for (const act of acts) {
    if (act === "announce") await ready(act);
    const why = press(act, ctx.t);
    if (why) return why;
    await pause(60);
  }
  await pause(250);
  return said(ctx);
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** What a stroke gives may have to be looked up first. @param {string} act */
async function ready(act) {
  for (let n = 0; n < 20 && control(act)?.getAttribute("aria-disabled") === "true"; n += 1) await pause(100);
}

/** The buttons that a word means, in their order; null: none. @param {string} word @returns {string[]|null} */
export function meant(word) {
  const points = /^([ab])\s*([1-9])$/.exec(word);
  if (points) return [`${points[1].toUpperCase()}${points[2]}`];
  const holds = /^(?:holds?|h)\s+([ab]|equal|=)$/.exec(word);
  if (holds) return [holds[1] === "a" || holds[1] === "b" ? holds[1].toUpperCase() : "equal"];
  if (["null", "out", "measure", "equal"].includes(word)) return [word];
  const five = /^5pin:?\s+(.+)$/.exec(word);
  return five ? stroke(five[1].split(/\s+/)) : null;
}

/** A stroke of five pins: what was first (o, r, p, miss), the pins, cannon, casin, cue; then it is announced. @param {string[]} words */
function stroke(words) {
  const named = /** @type {Record<string, string>} */ ({ o: "first_object", r: "first_red", p: "first_pin", miss: "miss", all: "all", cannon: "cannon", casin: "casin", cue: "cue" });
  /** @type {string[]} */
  const acts = [];
  for (const word of words) {
    if (named[word]) acts.push(named[word]);
    else if ([...word].every((letter) => PINS.includes(letter))) acts.push(...[...word].map((letter) => `pin_${letter}`));
    else return null;
  }
  return [...acts, "announce"];
}

/** The score and who plays, as one reads it out. @param {import("./app.js").Ctx} ctx */
function said(ctx) {
  const { view, t } = ctx;
  const score = t("desk.typed.score", { side_a: ctx.team("A"), side_b: ctx.team("B"), a: view.score.A, b: view.score.B, target: view.target ?? "" });
  return [ctx.pending.at(-1)?.words ?? "", score, view.status.text].filter(Boolean).join(" ");
}

/** @type {Record<string, (ctx: import("./app.js").Ctx) => string>} */
const QUESTIONS = {
  p: (ctx) => [ctx.view.status.text, ctx.view.status.art ? ctx.t("desk.typed.article", { article: ctx.view.status.art }) : ""].join(" "),
  s: said,
  h: (ctx) => head(ctx),
  c: (ctx) => ctx.view.clocks.map((/** @type {any} */ clock) => `${clock.say ?? clock.kind}: ${face(ctx, clock)}`).join("; ") || ctx.t("desk.typed.no_clock"),
  l: (ctx) => ctx.story.filter((line) => line.rulings.length && !line.undone_by).at(-1)?.rulings.map((/** @type {any} */ ruling) => ruling.text).join(" ") ?? ctx.t("desk.typed.nothing_yet"),
  w: (ctx) => {
    ctx.open("ruling", { seq: ctx.view.status.seq ?? ctx.view.head });
    return ctx.t("desk.shell.why");
  },
  u: (ctx) => {
    const what = ctx.view.last?.undo;
    if (!what) return ctx.t("desk.shell.nothing_to_undo");
    const why = press("undo", ctx.t);
    return why ?? what;
  },
};

/** Who holds, and the boules of the head as far as they are told. @param {import("./app.js").Ctx} ctx */
function head(ctx) {
  const { view, t } = ctx;
  const holds = view.holds === "A" || view.holds === "B" ? t("desk.typed.holds", { side: ctx.team(view.holds) }) : t("desk.typed.nobody_holds");
  const hands = ["A", "B"].filter((side) => view.hands?.[side] !== undefined).map((side) => t("desk.typed.left", { side: ctx.team(/** @type {"A"|"B"} */ (side)), n: view.hands[side] }));
  return [holds, ...hands].join(" ");
}
