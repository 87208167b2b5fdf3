// After an Undo: what it may have been instead, so that a wrong key is mended by one more tap and keeps its time.

import { sheetOf } from "./leaves.js";

/** @typedef {import("./app.js").Ctx} Ctx */

const SHOWN = 3;

/**
 * What an entry that was just taken back may have been: buttons for the strip.
 * @param {Ctx} ctx @param {any} fact @param {{seq?: number|null, fid?: string}} entry
 * @returns {Promise<{label: string, press: () => any}[]>}
 */
export async function instead(ctx, fact, entry) {
  const sheet = await sheetOf(ctx).catch(() => null);
  if (!sheet || !fact) return [];
  const found = sheet.instead.filter((/** @type {any} */ one) => one.kind === fact.kind).map((/** @type {any} */ one) => ({ one, fact: variant(one, fact) }));
  const others = found.filter((/** @type {any} */ it) => JSON.stringify(sorted(it.fact)) !== JSON.stringify(sorted(fact)) && !unknown(it.fact));
  return others.slice(0, SHOWN).map((/** @type {any} */ it) => ({ label: said(ctx, it.one, fact), press: () => record(ctx, it.fact, entry, said(ctx, it.one, fact)) }));
}

/** @param {any} one @param {any} fact */
export function variant(one, fact) {
  const kept = Object.fromEntries(Object.entries(fact).filter(([name]) => !(one.drop ?? []).includes(name)));
  const set = Object.fromEntries(Object.entries(one.set ?? {}).map(([name, value]) => [name, value === "$other" ? other(fact) : value]));
  return { ...kept, ...set };
}

/** @param {any} fact */
const other = (fact) => ({ A: "B", B: "A" })[/** @type {"A"|"B"} */ (fact.side ?? fact.won_by)] ?? null;

/** @param {any} fact */
const unknown = (fact) => Object.values(fact).includes(null);

/** @param {any} fact @returns {any} */
const sorted = (fact) => (fact && typeof fact === "object" && !Array.isArray(fact) ? Object.fromEntries(Object.entries(fact).sort(([a], [b]) => (a < b ? -1 : 1))) : fact);

/** @param {Ctx} ctx @param {any} one @param {any} fact */
function said(ctx, one, fact) {
  const signs = /** @type {Record<string, string>} */ ({ a: ctx.sign("A"), b: ctx.sign("B"), other: other(fact) ? ctx.sign(/** @type {"A"|"B"} */ (other(fact))) : "" });
  return one.text.replace(/\{(\w+)\}/g, (/** @type {string} */ whole, /** @type {string} */ name) => signs[name] ?? whole);
}

/** The entry comes back and is corrected at once: it keeps its place, and the minute its start. @param {Ctx} ctx @param {any} fact @param {any} entry @param {string} words */
async function record(ctx, fact, entry, words) {
  ctx.strip.clear();
  const again = ctx.view?.again;
  if (!again) return;
  const back = await ctx.record({ kind: "Undone", seqs: [again.seq ?? { fid: again.fid }] }, { words: again.text, undoes: again.text });
  if (!back) return;
  const said = ctx.t("desk.story.instead", { words });
  await ctx.correct([{ seq: entry.seq ?? { fid: entry.fid }, facts: [fact] }], { words: said, undoes: said });
}
