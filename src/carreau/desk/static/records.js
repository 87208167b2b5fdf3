// The record files of all games of this phone, from what it keeps itself: no desk is needed.

import { make } from "./dom.js";
import { readAll } from "./idb.js";

/** One file for each game. @param {any[]} games */
export async function files(games) {
  const made = [];
  for (const game of games) if (game?.id) made.push(new File([await record(game)], `carreau-${game.id}.jsonl`, { type: "application/x-ndjson" }));
  if (!made.length) return;
  if (navigator.canShare?.({ files: made }) && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ files: made }).catch(() => null);
    return;
  }
  for (const file of made) await save(file);
}

/** What the desk has acknowledged, in its order, then what waits here. @param {any} game */
export async function record(game) {
  const known = (await readAll("facts", IDBKeyRange.bound([game.id, 0], [game.id, Infinity])).catch(() => [])).filter((/** @type {any} */ one) => one?.fact);
  const lines = known.sort((/** @type {any} */ a, /** @type {any} */ b) => a.seq - b.seq).map(({ seq, at_ms, by, source, fact }) => ({ seq, at_ms, by, source, fact }));
  const begins = lines.length || !game.setup ? [] : [{ fact: game.setup }, ...(Object.keys(game.people ?? {}).length ? [{ people: game.people }] : [])];
  const waiting = (await readAll("outbox").catch(() => [])).filter((/** @type {any} */ entry) => entry?.game === game.id).sort((/** @type {any} */ a, /** @type {any} */ b) => a.n - b.n);
  const kept = waiting.map(({ at_ms, by, source, fact }) => ({ at_ms, by, source, fact }));
  return `${[...lines, ...begins, ...kept].map((line) => JSON.stringify(line)).join("\n")}\n`;
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
