// This phone: how it speaks and looks, what it does when something is kept, and what it keeps.

import { digest, speak } from "./app.js";
import { ask, button, fill, make, tell } from "./dom.js";
import { erase, readAll } from "./idb.js";
import { ACTS, KEYS, labelOf } from "./keys.js";
import * as prefs from "./prefs.js";
import { files } from "./records.js";
import { sheet } from "./sheet.js";
import { add, LANGUAGES, t } from "./words.js";

/** What a language calls itself. @type {Record<string, string>} */
const NAMES = { en: "English", fr: "français", fi: "suomi", it: "italiano", es: "español" };
const CHIPS = ["who", "how", "jack", "others"];
/** What is chosen here. @type {Record<string, any>} */
const wishes = prefs.prefs;
const OWN = new Set(["umpire", "scorer"]);

export async function page() {
  sheet("settings.css");
  await add("play");
  await new Settings().build();
}

class Settings {
  async build() {
    const header = /** @type {Element} */ (document.getElementById("header"));
    fill(header, button(t("desk.shell.back"), () => this.back()), make("h1", { class: "mid", text: t("desk.settings.title") }), make("span"));
    const work = /** @type {HTMLElement} */ (document.getElementById("work"));
    work.className = "page settings";
    this.said = make("p", { role: "status", class: "quiet" });
    this.here = make("section", { class: "card" });
    const look = make("section", { class: "card" }, make("h2", { text: t("desk.settings.look") }), this.language(), this.choice("theme", ["light", "dark", "auto"]), this.choice("size", [1, 2, 3]), this.choice("hand", ["right", "left"]));
    const does = make("section", { class: "card" }, make("h2", { text: t("desk.settings.does") }), this.tick("vibrate"), this.tick("sound"), this.tick("keep_on"), make("p", { class: "quiet", text: t("desk.settings.keep_on_about") }), this.choice("agree", [null, true, false]));
    const boules = make("section", { class: "card" }, make("h2", { text: t("desk.settings.boules") }), ...CHIPS.map((row) => this.chip(row)));
    fill(work, make("div", { class: "columns" }, make("div", { class: "stack" }, look, boules), make("div", { class: "stack" }, does, this.keyboard(), this.here)), this.said);
    await this.keeps();
  }

  back() {
    if (history.length > 1 && document.referrer.startsWith(location.origin)) history.back();
    else location.assign("/");
  }

  /** @param {string} name @param {any} value */
  async choose(name, value) {
    try {
      await prefs.choose(name, value);
      tell(/** @type {HTMLElement} */ (this.said), t("desk.settings.kept"));
    } catch {
      tell(/** @type {HTMLElement} */ (this.said), t("desk.settings.not_kept"));
    }
  }

  language() {
    const select = /** @type {HTMLSelectElement} */ (make("select", { name: "lang" }));
    for (const lang of LANGUAGES) select.append(make("option", { value: lang, lang, selected: lang === document.documentElement.lang }, NAMES[lang]));
    select.addEventListener("change", async () => {
      await this.choose("lang", select.value);
      await speak(select.value);
      await this.build();
      /** @type {HTMLElement|null} */ (document.querySelector("select[name=lang]"))?.focus();
    });
    return make("label", {}, t("desk.settings.lang"), select);
  }

  /** One of a few. @param {string} name @param {any[]} values */
  choice(name, values) {
    const group = make("fieldset", {}, make("legend", { text: t(`desk.settings.${name}`) }));
    for (const value of values) {
      const input = /** @type {HTMLInputElement} */ (make("input", { type: "radio", name, value: String(value) }));
      input.checked = wishes[name] === value;
      input.addEventListener("change", () => this.choose(name, value));
      group.append(make("label", { class: "tick" }, input, t(`desk.settings.${name}.${value}`)));
    }
    return group;
  }

  /** @param {string} name */
  tick(name) {
    return this.box(t(`desk.settings.${name}`), Boolean(wishes[name]), (on) => this.choose(name, on), name);
  }

  /** @param {string} row */
  chip(row) {
    const usual = () => wishes.chips?.usual ?? [];
    const take = (/** @type {boolean} */ on) => this.choose("chips", { ...wishes.chips, usual: on ? [...usual(), row] : usual().filter((/** @type {string} */ one) => one !== row) });
    return this.box(t(`desk.chips.${row}`), usual().includes(row), take, `chip-${row}`);
  }

  /** @param {string} label @param {boolean} on @param {(on: boolean) => any} take @param {string} name */
  box(label, on, take, name) {
    const input = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", name }));
    input.checked = on;
    input.addEventListener("change", () => take(input.checked));
    return make("label", { class: "tick" }, input, label);
  }

  // --- keys ----------------------------------------------------------------------------------------

  keyboard() {
    const list = make("ul", { class: "keys", hidden: true });
    const edit = button(t("desk.settings.keys_edit"), () => {
      list.hidden = !list.hidden;
      edit.setAttribute("aria-expanded", String(!list.hidden));
    }, { "aria-expanded": "false", many: true });
    fill(list, ...ACTS.map((act) => this.key(act)), make("li", {}, button(t("desk.settings.keys_usual"), async () => {
      await this.choose("keymap", {});
      fill(list, ...ACTS.map((act) => this.key(act)));
    })));
    return make("section", { class: "card" }, make("h2", { text: t("desk.settings.keyboard") }), this.tick("keys"), this.tick("numpad"), make("p", { class: "quiet", text: t("desk.settings.keys_about") }), edit, list);
  }

  /** One act and its key; the key that is pressed next is the new one. @param {string} act */
  key(act) {
    const now = () => wishes.keymap?.[act] ?? KEYS[act];
    const made = button(labelOf(now()), () => {
      tell(made, t("desk.settings.press_a_key"));
      const take = (/** @type {KeyboardEvent} */ event) => {
        if (["Tab", "ShiftLeft", "ShiftRight"].includes(event.code)) return;
        event.preventDefault();
        made.removeEventListener("keydown", take);
        if (event.code !== "Escape") this.rebind(act, event.code);
        tell(made, labelOf(event.code === "Escape" ? now() : event.code));
      };
      made.addEventListener("keydown", take);
    }, { "aria-describedby": `act-${act}`, data: { key: act }, many: true });
    return make("li", {}, make("span", { id: `act-${act}`, text: t(`desk.settings.act.${act.length === 2 ? act[0] : act}`, { n: Number(act[1]) || 0 }) }), made);
  }

  /** A key does one thing: what had it before has none. @param {string} act @param {string} code */
  async rebind(act, code) {
    const map = /** @type {Record<string, string>} */ ({ ...KEYS, ...wishes.keymap });
    for (const [other, key] of Object.entries(map)) if (key === code && other !== act) map[other] = "";
    map[act] = code;
    await this.choose("keymap", map);
    for (const at of document.querySelectorAll("[data-key]")) tell(at, labelOf(map[/** @type {HTMLElement} */ (at).dataset.key ?? ""]));
  }

  // --- what this phone keeps -----------------------------------------------------------------------

  async keeps() {
    const games = await readAll("games").catch(() => []);
    const unsent = await readAll("outbox").catch(() => []);
    const waiting = unsent.length + games.filter((game) => game?.unsent).length;
    const safe = (await navigator.storage?.persisted?.().catch(() => false)) ?? false;
    const mine = games.filter((game) => OWN.has(game?.role)).length;
    const about = make("p", { text: t("desk.settings.keeps", { n: games.length, mine }) });
    const sent = make("p", { text: waiting ? t("desk.settings.waiting", { n: waiting }) : t("desk.settings.all_sent"), class: waiting ? "say stop" : "" });
    const storage = make("p", { text: t(safe ? "desk.settings.safe" : "desk.settings.not_safe") });
    const persist = safe || !navigator.storage?.persist ? null : button(t("desk.settings.ask_safe"), async () => {
      const granted = await navigator.storage.persist().catch(() => false);
      tell(storage, t(granted ? "desk.settings.safe" : "desk.settings.refused_safe"));
    });
    const every = button(t("desk.settings.export"), () => files(games));
    const gone = button(t("desk.settings.erase"), () => this.erase(games.length, waiting), { class: "stop" });
    fill(/** @type {Element} */ (this.here), make("h2", { text: t("desk.settings.here") }), about, sent, storage, persist, make("div", { class: "two" }, every, gone), make("p", { class: "quiet", text: t("desk.settings.version", { version: digest }) }));
  }

  /** Everything that this phone keeps goes, and never by one tap. @param {number} games @param {number} waiting */
  async erase(games, waiting) {
    const said = [t("desk.settings.erase_about", { n: games }), waiting ? t("desk.settings.erase_lost", { n: waiting }) : null];
    const answer = await ask(t("desk.settings.erase_title"), said, [
      { value: "", label: t("desk.settings.erase_not") },
      { value: "export", label: t("desk.settings.export") },
      { value: "erase", label: waiting ? t("desk.settings.erase_all_lost", { n: waiting }) : t("desk.settings.erase_all"), class: "stop" },
    ]);
    if (answer === "export") return files(await readAll("games").catch(() => []));
    if (answer !== "erase") return;
    await erase();
    for (const name of (await globalThis.caches?.keys?.()) ?? []) await caches.delete(name);
    location.assign("/");
  }
}
