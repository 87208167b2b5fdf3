// The record file of a game, as far as this phone knows it: what the desk has, then what is kept here. Without the desk it
// is made of the story that was heard last, so that it can be read wherever it is taken.

import { make } from "./dom.js";
import { desk } from "./exchange.js";
import { readAll } from "./idb.js";
import * as outbox from "./outbox.js";

const NOTES = new Set(["petanque", "five_pins"]); // the sports whose story takes a remark

/** One file for each game that has a beginning. @param {any[]} games */
export async function files(games) {
  const made = [];
  for (const game of games) {
    const text = game?.id ? await record(game) : null;
    if (text) made.push(new File([text], `carreau-${game.id}.jsonl`, { type: "application/x-ndjson" }));
  }
  if (!made.length) return;
  if (navigator.canShare?.({ files: made }) && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ files: made }).catch(() => null);
    return;
  }
  for (const file of made) await save(file);
}

/** The file of a game, or null where nobody knows how it began. @param {any} game its row @returns {Promise<string|null>} */
export async function record(game) {
  const asked = await fromDesk(game.id);
  const { story = [], head = -1 } = asked ?? game;
  const known = asked?.lines ?? (await fromHere({ ...game, story }));
  const entered = known.filter((line) => line.fact);
  if (!entered.length) return null;
  const numbers = await outbox.places(game.id).catch(() => new Map());
  for (const line of story) for (const fid of [line.fid, ...(line.same ?? [])]) if (fid) numbers.set(fid, line.seq);
  const { entries } = await outbox.waiting(game.id).catch(() => ({ entries: [] }));
  const waiting = entries.filter((entry) => (numbers.get(entry.fid) ?? Infinity) >= entered.length);
  const kept = following(waiting, entered, numbers, entered.length > head, NOTES.has(game.view?.sport));
  return `${[...known, ...kept].map((line) => JSON.stringify(line)).join("\n")}\n`;
}

/**
 * What the desk has: the lines of its record, and its story, which tells whose entries they are. Null: it can't be asked.
 * @param {string} id @returns {Promise<{lines: any[], story: any[], head: number}|null>}
 */
async function fromDesk(id) {
  try {
    const reply = await fetch(`/api/games/${id}/record`, { credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(8000) });
    if (!reply.ok) return null;
    const lines = (await reply.text()).split("\n").filter(Boolean).map((line) => JSON.parse(line));
    const { status, body } = await desk(`/api/games/${id}?lang=${document.documentElement.lang}`);
    return status === 200 ? { lines, story: body.story, head: lines.filter((line) => line.fact).length - 1 } : null;
  } catch {
    return null;
  }
}

/** What this phone has: the story without a gap from its beginning, or its own entries where it has more of these. @param {any} game */
async function fromHere(game) {
  const facts = await readAll("facts", IDBKeyRange.bound([game.id, 0], [game.id, Infinity])).catch(() => []);
  const own = game.setup ? [{ seq: 0, at_ms: 0, fact: game.setup }, ...facts] : facts;
  const [told, mine] = [game.story, own].map((lines) => lines.filter((/** @type {any} */ line, /** @type {number} */ n) => line.seq === n && line.fact));
  const lines = (told.length >= mine.length ? told : mine).map((/** @type {any} */ { seq, at_ms, by, source, fact }) => ({ seq, at_ms, by, source, fact }));
  const names = Object.keys(game.people ?? {}).length && lines.length ? [{ people: game.people }] : [];
  return [...lines.slice(0, 1), ...names, ...lines.slice(1)];
}

/**
 * What is kept here, numbered on from what is known. What a person has still to decide about, or what follows a gap, is a
 * remark: as a fact it might be none.
 * @param {outbox.Entry[]} waiting @param {any[]} entered @param {Map<string, number>} numbers @param {boolean} whole @param {boolean} notes
 */
function following(waiting, entered, numbers, whole, notes) {
  /** @type {any[]} */
  const lines = [];
  let least = Math.max(0, ...entered.map((line) => line.at_ms ?? 0));
  for (const { fid, at_ms, by, source, words, state, fact } of waiting) {
    const certain = whole && state === "kept" ? outbox.resolved(fact, (one) => numbers.get(one)) : null;
    if (!certain && !notes) continue;
    const seq = entered.length + lines.length;
    if (certain) numbers.set(fid, seq);
    least = Math.max(least, at_ms);
    lines.push({ seq, at_ms: least, by, source, fact: certain ?? { kind: "Noted", text: `■ ${words}` } });
  }
  return lines;
}

/** @param {File} file */
async function save(file) {
  const address = URL.createObjectURL(file);
  const link = make("a", { href: address, download: file.name });
  document.body.append(link);
  link.click();
  link.remove();
  await new Promise((done) => setTimeout(done, 300)); // browsers take several downloads only one after the other
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
