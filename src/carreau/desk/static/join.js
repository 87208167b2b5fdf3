// Coming in: by the key behind the # of the address, which the browser has sent to nobody, or by six digits.

import { button, fill, make } from "./dom.js";
import { desk } from "./exchange.js";
import { device } from "./prefs.js";
import { t } from "./words.js";

/** The page `/j/K7QM2XR4#s.KEY`, or `/join` for digits. @param {string|null} game */
export async function page(game) {
  const key = /^#([sud]\.[0-9A-Za-z]+)$/.exec(location.hash)?.[1] ?? null;
  if (key) history.replaceState(null, "", location.pathname); // the key does not stay in the address
  const header = /** @type {Element} */ (document.getElementById("header"));
  fill(header, button(t("desk.shell.close"), () => location.assign("/")), make("h1", { class: "mid", text: t("desk.join.title") }), make("span"));
  const work = /** @type {HTMLElement} */ (document.getElementById("work"));
  work.className = "page";
  form(work, game, key);
}

/** The same as a screen of a game. @param {import("./app.js").Ctx} ctx @param {HTMLElement} root */
export function show(ctx, root) {
  form(root, ctx.id, null, () => location.replace(location.pathname));
  return { title: ctx.t("desk.join.title") };
}

/** @param {HTMLElement} root @param {string|null} game @param {string|null} key @param {() => void} [inside] */
function form(root, game, key, inside) {
  const id = field("desk.join.game", { maxlength: "9", autocapitalize: "characters", autocomplete: "off", spellcheck: "false" });
  const digits = field("desk.join.digits", { inputmode: "numeric", maxlength: "7", autocomplete: "one-time-code" });
  const name = field("desk.join.name", { maxlength: "40", autocomplete: "name" });
  const said = make("p", { role: "alert" });
  const go = button(t("desk.join.go"), come, { class: "pri big" });
  fill(root, game ? null : id.at, key ? make("p", { text: t(`desk.join.key.${key[0]}`) }) : digits.at, name.at, make("p", { class: "quiet", text: t("desk.join.seen") }), said, go);

  async function come() {
    const to = game ?? id.input.value.replace(/[^0-9A-Za-z]/g, "").toUpperCase();
    const by = key ? { key } : { digits: digits.input.value.replace(/\D/g, "") };
    const reply = await desk(`/api/games/${to}/join?lang=${document.documentElement.lang}`, { body: { device, name: name.input.value.trim(), ...by } });
    if (reply.status === 200) return inside ? inside() : location.assign(`/play/${to}`);
    said.textContent = reply.body?.say ?? t("desk.share.no_desk");
  }
}

/** @param {string} label @param {Record<string, string>} props */
function field(label, props) {
  const input = /** @type {HTMLInputElement} */ (make("input", props));
  return { input, at: make("label", {}, t(label), input) };
}
