// Leaves and full forms as the desk gives them: how answers become a fact, and a fact answers again. Nothing here rules.

import { digest } from "./app.js";

/** @typedef {import("./app.js").Ctx} Ctx */
/**
 * @typedef {object} Ask a question of a leaf
 * @property {string} text
 * @property {any[]} [values]
 * @property {string} [things] sides, people, players, boules, dead, objects
 * @property {string} [unit] m, min, s, n
 * @property {number} [least]
 * @property {number} [most]
 * @property {string} [yes]
 * @property {string} [no]
 */
/**
 * @typedef {object} Leaf
 * @property {string} id
 * @property {string} group
 * @property {string} kind
 * @property {string} text
 * @property {string} find
 * @property {any} [fact]
 * @property {string[]} [ask]
 * @property {string[]} rows
 * @property {string} [by]
 * @property {boolean} [confirm]
 * @property {boolean} [full]
 * @property {Record<string, any>} [usual]
 */

/** What a unit is worth in the record. */
export const UNITS = { m: 1000, min: 60_000, s: 1000, mm: 1, ms: 1, n: 1 };

/** @type {Map<string, Promise<any>>} */
const loaded = new Map();

/** @param {string} path */
function get(path) {
  let found = loaded.get(path);
  if (!found) {
    found = fetch(`${path}?d=${digest}`, { credentials: "same-origin" }).then((reply) => {
      if (!reply.ok) throw new Error(`nothing at ${path}`);
      return reply.json();
    });
    found.catch(() => loaded.delete(path));
    loaded.set(path, found);
  }
  return found;
}

/** The sheet of the game's book in the language of the page. @param {Ctx} ctx @returns {Promise<any>} */
export const sheetOf = (ctx) => get(`/forms/${ctx.view.book}/${ctx.lang}.json`);

/** The full forms. @param {Ctx} ctx @returns {Promise<any>} */
export const formsOf = (ctx) => get(`/forms/${ctx.view.book}/${ctx.lang}/full.json`);

/** The things of the game as it stands. @param {Ctx} ctx @returns {any} */
export const around = (ctx) => ({ players: { A: [], B: [] }, boules: [], dead: [], objects: [], ...(ctx.view.around ?? {}), ...(ctx.view.turn ? { turn: ctx.view.turn, opponent: ctx.view.turn === "A" ? "B" : "A" } : {}) });

const GONE = Symbol("no answer");
const INSIDE = /\$\{(\w+)\}/g;

/** The names of the questions, without the sign that says that they may stay open. @param {Leaf} leaf */
export const questions = (leaf) => (leaf.ask ?? []).map((name) => name.replace("?", ""));

/** The questions that have to be answered and have no usual answer. @param {Leaf} leaf @param {Record<string, any>} answers */
export const open = (leaf, answers) => (leaf.ask ?? []).filter((name) => !name.endsWith("?") && (answers[name] ?? leaf.usual?.[name] ?? null) === null);

/** The fact of a leaf with these answers, where the game stands so. @param {Leaf} leaf @param {Record<string, any>} answers @param {any} there */
export function factOf(leaf, answers, there) {
  const known = { ...there, ...(leaf.usual ?? {}), ...spread(answers) };
  return { kind: leaf.kind, ...filled(leaf.fact ?? {}, known) };
}

/** The answers, those about people by side and player as well. @param {Record<string, any>} answers */
function spread(answers) {
  /** @type {Record<string, any>} */
  const all = { ...answers };
  for (const [name, value] of Object.entries(answers)) {
    if (typeof value !== "string" || !/^[AB]/.test(value)) continue;
    all[`${name}.side`] = value[0];
    if (/^[AB]\d+$/.test(value)) all[`${name}.player`] = value;
  }
  return all;
}

/** @param {any} part @param {Record<string, any>} known @returns {any} */
function filled(part, known) {
  if (typeof part === "string") return worded(part, known);
  if (Array.isArray(part)) return part.filter((one) => !unnamed(one, known)).map((one) => filled(one, known)).filter((one) => one !== GONE);
  if (part === null || typeof part !== "object") return part;
  const pairs = Object.entries(part).map(([name, value]) => [filled(name, known), filled(value, known)]);
  return Object.fromEntries(pairs.filter(([name, value]) => name !== GONE && value !== GONE));
}

/** @param {string} part @param {Record<string, any>} known */
function worded(part, known) {
  const names = [...part.matchAll(INSIDE)].map((at) => at[1]);
  if (names.length) return names.every((name) => name in known) ? part.replace(INSIDE, (_, name) => String(known[name])) : GONE;
  return part.startsWith("$") ? known[part.slice(1)] ?? GONE : part;
}

/** A part of a list whose first field, what it is about, has no answer. @param {any} part @param {Record<string, any>} known */
function unnamed(part, known) {
  const first = part && typeof part === "object" ? Object.values(part)[0] : undefined;
  return first !== undefined && filled(first, known) === GONE;
}

/** The answers with which a leaf gives this fact, or null. @param {Leaf} leaf @param {any} fact @param {any} there @param {Record<string, Ask>} asks @returns {Record<string, any>|null} */
export function answersIn(leaf, fact, there, asks) {
  if (fact.kind !== leaf.kind) return null;
  /** @type {Record<string, any>} */
  const found = {};
  const { kind, ...fields } = fact;
  read(leaf.fact ?? {}, fields, found);
  /** @type {Record<string, any>} */
  const answers = {};
  for (const name of questions(leaf)) {
    const value = found[name] ?? found[`${name}.player`] ?? found[`${name}.side`];
    if (value !== undefined && !fits(asks[name], value)) return null;
    if (value !== undefined) answers[name] = value;
  }
  const whole = (leaf.ask ?? []).every((name) => name.endsWith("?") || name in answers);
  return whole && same(factOf(leaf, answers, there), fact) ? answers : null;
}

/** How the things of a game are written. */
const WRITTEN = /** @type {Record<string, RegExp>} */ ({ sides: /^[AB]$/, players: /^[AB]\d+$/, people: /^[AB]\d*$/, boules: /^[AB]\.\d+$/, dead: /^[AB]\.\d+$/, objects: /^(jack|[AB]\.\d+)$/ });

/** Can this be an answer to the question? @param {Ask} ask @param {any} value */
function fits(ask, value) {
  if (ask.values) return ask.values.includes(value);
  return !ask.things || (typeof value === "string" && WRITTEN[ask.things].test(value));
}

/** @param {any} part @param {any} value @param {Record<string, any>} found */
function read(part, value, found) {
  if (typeof part === "string") {
    const names = [...part.matchAll(INSIDE)].map((at) => at[1]);
    if (names.length && typeof value === "string") {
      const pattern = part.split(INSIDE).map((piece, n) => (n % 2 ? "(.+)" : piece.replace(/[^\w]/g, "\\$&"))).join("");
      const fit = new RegExp(`^${pattern}$`).exec(value);
      names.forEach((name, n) => fit && (found[name] = fit[n + 1]));
    } else if (part.startsWith("$")) found[part.slice(1)] = value;
  } else if (Array.isArray(part) && Array.isArray(value)) part.forEach((one, n) => n < value.length && read(one, value[n], found));
  else if (part && value && typeof part === "object" && typeof value === "object") {
    for (const [name, one] of Object.entries(part)) {
      for (const there of name.startsWith("$") ? Object.keys(value) : [name]) {
        if (name.startsWith("$")) found[name.slice(1)] = there;
        if (there in value) read(one, value[there], found);
      }
    }
  }
}

/** Are two facts the same, whatever the order of their fields? @param {any} a @param {any} b @returns {boolean} */
export function same(a, b) {
  if (a === b) return true;
  if (!a || !b || typeof a !== "object" || typeof b !== "object" || Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => name in b && same(a[name], b[name]));
}

// --- in words --------------------------------------------------------------------------------------

/** The things that a question can be answered with. @param {Ask} ask @param {any} there @returns {any[]} */
export function things(ask, there) {
  const players = [...there.players.A, ...there.players.B];
  const all = /** @type {Record<string, any[]>} */ ({ sides: ["A", "B"], people: ["A", "B", ...players], players, boules: there.boules, dead: there.dead, objects: there.objects });
  return ask.values ?? all[ask.things ?? ""] ?? [];
}

/** A side, a player, a boule or a word as people say it. @param {Ctx} ctx @param {any} sheet @param {Ask} ask @param {any} value @returns {string} */
export function named(ctx, sheet, ask, value) {
  if (value === true || value === false) return (value ? ask.yes : ask.no) ?? sheet.values[value ? "yes" : "no"];
  if (typeof value === "number") return amount(ctx, value, ask.unit ?? "n");
  if (value === "A" || value === "B") return ctx.named(value);
  if (/^[AB]\d+$/.test(value)) return `${ctx.sign(value[0])} ${ctx.view.players?.[value] ?? value.slice(1)}`;
  if (/^[AB]\.\d+$/.test(value)) return `${ctx.sign(value[0])}${value.slice(2)}`;
  if (value === "jack" && !ask.values) return ctx.t("desk.happened.jack");
  return sheet.values[value] ?? value;
}

/** @param {Ctx} ctx @param {number} value @param {string} unit */
function amount(ctx, value, unit) {
  const number = new Intl.NumberFormat(ctx.lang, { maximumFractionDigits: 3 }).format(value / UNITS[/** @type {keyof typeof UNITS} */ (unit)]);
  return unit === "n" ? number : ctx.t(`desk.happened.unit.${unit}`, { number });
}

/** What is recorded, in a sentence: the group, the leaf, the answers. @param {Ctx} ctx @param {any} sheet @param {Leaf} leaf @param {Record<string, any>} answers */
export function sentence(ctx, sheet, leaf, answers) {
  const group = sheet.groups.find((/** @type {any} */ one) => one.id === leaf.group)?.text ?? "";
  const all = { ...(leaf.usual ?? {}), ...answers };
  const said = questions(leaf).filter((name) => all[name] !== undefined && all[name] !== null).map((name) => named(ctx, sheet, sheet.asks[name], all[name]));
  const what = ctx.t("desk.happened.leaf", { group, leaf: leaf.text });
  return said.length ? ctx.t("desk.happened.with", { what, answers: said.join(", ") }) : what;
}
