// The texts of the page in one language, by message key: whole sentences with named slots, plurals and variants.

const COUNTS = ["points", "boules", "n"];

/** @type {{lang: string, one: number[], texts: Record<string, string|string[]>}} */
let words = { lang: "en", one: [1], texts: {} };

export const LANGUAGES = ["en", "fr", "fi", "it", "es"];

/** The language of a person who has not chosen one. @param {readonly string[]} wished */
export function language(wished) {
  const found = wished.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => LANGUAGES.includes(tag));
  return found ?? "en";
}

let digest = "";

/** The parts that are here or on their way. @type {Map<string, Promise<void>>} */
let parts = new Map();

/**
 * Load the texts of a language; the old ones stay when that is impossible. Of a part that can't be had now they stay until
 * it is asked for again.
 * @param {string} lang @param {string} of
 */
export async function load(lang, of) {
  digest = of;
  const first = await fetched(lang, "core");
  const others = [...parts.keys()].filter((part) => part !== "core");
  const more = await Promise.all(others.map((part) => fetched(lang, part).catch(() => null)));
  const here = others.filter((_, n) => more[n]);
  const before = here.length < others.length ? words.texts : {};
  words = { ...first, texts: Object.assign({}, before, first.texts, ...more.map((one) => one?.texts)) };
  parts = new Map([...here, "core"].map((part) => [part, Promise.resolve()]));
  document.documentElement.lang = words.lang;
  return words.lang;
}

/** Are there words? */
export const loaded = () => parts.has("core");

/** Load the texts of one more part: `play` of the sports' screens, `screens`, `five_pins`. Without the desk they are missing. @param {string} part */
export function add(part) {
  const known = parts.get(part);
  const { texts } = words;
  const coming = known ?? fetched(words.lang, part).then((more) => void (texts === words.texts ? Object.assign(texts, more.texts) : null));
  parts.set(part, coming);
  return coming.catch(() => void (parts.get(part) === coming && parts.delete(part)));
}

/** @param {string} lang @param {string} part @returns {Promise<typeof words>} */
async function fetched(lang, part) {
  const reply = await fetch(`/words/${lang}.json?part=${part}&d=${digest}`, { credentials: "same-origin" });
  if (!reply.ok) throw new Error(`no words in ${lang}`);
  return reply.json();
}

/** Give the texts directly, as a page does that carries them. @param {typeof words} given */
export function use(given) {
  words = given;
}

/**
 * A text. Slots stand in braces; `points`, `boules` or `n` chooses the plural, `as` a variant of the text.
 * @param {string} key @param {Record<string, string|number>} [slots] @returns {string}
 */
export function t(key, slots = {}) {
  const found = (slots.as !== undefined ? words.texts[`${slots.as}\u0004${key}`] : undefined) ?? words.texts[key];
  if (found === undefined) return key;
  const count = COUNTS.map((name) => slots[name]).find((value) => typeof value === "number");
  const text = typeof found === "string" ? found : found[words.one.includes(Math.abs(Number(count ?? 1))) ? 0 : 1];
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in slots ? String(slots[name]) : whole));
}

/** Is there a text? @param {string} key */
export const has = (key) => key in words.texts;

/** Hours and minutes of an instant, as people of this language write them. @param {number} wall_ms */
export function time(wall_ms) {
  return new Intl.DateTimeFormat(words.lang, { hour: "2-digit", minute: "2-digit" }).format(wall_ms);
}
