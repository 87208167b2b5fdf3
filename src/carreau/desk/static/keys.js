// Single keys for those who score at a keyboard: off unless somebody wants them, by the place of a key, and changeable.

import { press } from "./acts.js";
import { ask } from "./dom.js";
import { prefs } from "./prefs.js";

/** @type {Record<string, string>} */
export const KEYS = {
  A1: "KeyQ", A2: "KeyW", A3: "KeyE", A4: "KeyR", A5: "KeyT", A6: "KeyY",
  B1: "KeyA", B2: "KeyS", B3: "KeyD", B4: "KeyF", B5: "KeyG", B6: "KeyH",
  null: "KeyN", undo: "KeyZ", sheet: "KeyJ", clock: "Space", typed: "Period", help: "Slash",
}; // prettier-ignore
export const ACTS = Object.keys(KEYS);

/** What stands on a key, as far as its code says. @param {string} [code] */
export function labelOf(code) {
  if (!code) return "–";
  const named = /** @type {Record<string, string>} */ ({ Space: "␣", Period: ".", Slash: "?", Comma: ",", Minus: "-", Enter: "↵", Backspace: "⌫" });
  return named[code] ?? code.replace(/^(Key|Digit)/, "").replace(/^Numpad/, "№ ");
}

/** Listen for a game's page. @param {import("./app.js").Ctx} ctx */
export function attend(ctx) {
  document.addEventListener("keydown", (event) => heard(ctx, event));
}

/** @param {import("./app.js").Ctx} ctx @param {KeyboardEvent} event */
function heard(ctx, event) {
  if (!prefs.keys || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  const at = /** @type {HTMLElement} */ (event.target);
  if (at.closest?.("input, select, textarea, dialog, [contenteditable]") || document.querySelector("dialog[open]")) return;
  const act = ACTS.find((name) => (prefs.keymap?.[/** @type {never} */ (name)] ?? KEYS[name]) === event.code);
  if (!act || (act === "clock" && at.closest?.("button, a, summary"))) return; // the space bar presses what has the focus
  if (document.body.classList.contains("on-screen") && !["help", "sheet"].includes(act)) return;
  event.preventDefault();
  run(ctx, act);
}

/** @param {import("./app.js").Ctx} ctx @param {string} act */
function run(ctx, act) {
  if (act === "sheet") return ctx.open("happened");
  if (act === "clock") return ctx.open("clocks");
  if (act === "typed") return ctx.open("typed");
  if (act === "help") return help(ctx);
  const side = act[0] === "A" || act[0] === "B" ? act[0] : "";
  const why = press(side && ctx.view?.asks !== "count" && ctx.view?.detail === "boules" && act[1] === "1" ? side : act, ctx.t);
  if (why) ctx.announce(why);
}

/** @param {import("./app.js").Ctx} ctx */
function help(ctx) {
  const { t } = ctx;
  const lines = ACTS.map((act) => `${labelOf(prefs.keymap?.[/** @type {never} */ (act)] ?? KEYS[act])}  ${t(`desk.settings.act.${act.length === 2 ? act[0] : act}`, { n: Number(act[1]) || 0 })}`);
  return ask(t("desk.settings.keyboard"), lines, [{ value: "", label: t("desk.shell.close") }]);
}
