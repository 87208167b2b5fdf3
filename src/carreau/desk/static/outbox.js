// What this phone has kept and the desk has not acknowledged. An entry leaves only by an acknowledgement or a person's word.

import { done, randomId, readAll, transact } from "./idb.js";

/**
 * @typedef {object} Entry an unsent fact
 * @property {string} fid its own id, 26 letters
 * @property {string} game
 * @property {number} n the order in which things were tapped on this phone
 * @property {number} seen the head that was on the screen when the finger lifted
 * @property {string|null} after the fid of this phone's entry before it
 * @property {number} at_ms game time
 * @property {string} by
 * @property {string} source
 * @property {any} fact as in the record; in `seqs` and `changes` an entry not yet acknowledged stands as {fid}
 * @property {boolean} [both_agree]
 * @property {string} words what was tapped, as a sentence
 * @property {number} wall_ms the phone's clock
 * @property {number} mono_ms
 * @property {"kept"|"held"|"refused"} state
 * @property {any} [answer] what the desk said to it: `since`, `same_subject`, `say`, `rows`, `breach`
 */

/** A change in another tab of this phone. */
const others = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("carreau-outbox");

/** @type {Set<() => void>} */
const listeners = new Set();

/** Hear of every change of the outbox, in this tab or another one. @param {() => void} run @returns {() => void} stop */
export function onChange(run) {
  listeners.add(run);
  return () => listeners.delete(run);
}

if (others) others.onmessage = () => listeners.forEach((run) => run());

function changed() {
  others?.postMessage(1);
  listeners.forEach((run) => run());
}

/** A new id of a proposal. */
export const newFid = () => randomId(26);

/**
 * Keep a tap: outbox and diary in one transaction that is on the disk when this returns.
 * @param {Omit<Entry, "n"|"state">} entry
 * @returns {Promise<Entry>}
 */
export async function keep(entry) {
  const kept = await transact(
    ["outbox", "diary"],
    "readwrite",
    async (open) => {
      const there = await done(open("outbox").get(entry.fid));
      if (there) return there; // it had been kept after all
      const n = Number(await done(open("diary").add({ what: "tapped", fid: entry.fid, entry, wall_ms: entry.wall_ms })));
      const whole = /** @type {Entry} */ ({ ...entry, n, state: "kept" });
      open("outbox").add(whole);
      return whole;
    },
    true,
  );
  changed();
  return kept;
}

/**
 * All unsent entries of a game, or of all, in their order; what can't be read is `broken` and holds nothing up.
 * @param {string} [game]
 * @returns {Promise<{entries: Entry[], broken: {key: string, raw: string}[]}>}
 */
export async function waiting(game) {
  const rows = await readAll("outbox");
  const entries = rows.filter((row) => isEntry(row) && (!game || row.game === game));
  const broken = rows
    .filter((row) => !isEntry(row) && (!game || row?.game === undefined || row.game === game))
    .map((row) => ({ key: row?.fid, raw: rawOf(row) }));
  return { entries: entries.sort((a, b) => a.n - b.n), broken };
}

/** @param {any} row */
function rawOf(row) {
  try {
    return JSON.stringify(row);
  } catch {
    return String(row);
  }
}

/** @param {any} row */
function isEntry(row) {
  return (
    typeof row?.fid === "string" &&
    typeof row.game === "string" &&
    Number.isFinite(row.n) &&
    Number.isFinite(row.seen) &&
    typeof row.fact?.kind === "string" &&
    ["kept", "held", "refused"].includes(row.state)
  );
}

/**
 * The desk has these: they leave, and their place in the story is noted.
 * @param {string} game
 * @param {{fid: string, seq: number, how: string}[]} acks
 */
export async function acknowledged(game, acks) {
  if (!acks.length) return;
  await transact(
    ["outbox", "facts", "diary"],
    "readwrite",
    async (open) => {
      for (const ack of acks) {
        const entry = await done(open("outbox").get(ack.fid));
        if (!entry) continue;
        open("outbox").delete(ack.fid);
        open("facts").put({ game, seq: ack.seq, fid: ack.fid, fact: entry.fact, how: ack.how, at_ms: entry.at_ms, by: entry.by, source: entry.source, words: entry.words, both_agree: entry.both_agree });
        open("diary").add({ what: "acknowledged", ...ack, wall_ms: Date.now() });
      }
    },
    true,
  );
  changed();
}

/** Note what the desk said to an entry; it stays. @param {string} fid @param {"held"|"refused"|"kept"} state @param {any} [answer] */
export async function answered(fid, state, answer) {
  await transact(["outbox", "diary"], "readwrite", async (open) => {
    const entry = await done(open("outbox").get(fid));
    if (!entry) return;
    open("outbox").put({ ...entry, state, answer });
    open("diary").add({ what: state, fid, answer, wall_ms: Date.now() });
  }, true);
  changed();
}

/** A person says that it is still true: from now on it has seen the story as far as `head`. @param {string} fid @param {number} head */
export async function stillTrue(fid, head) {
  await transact(["outbox", "diary"], "readwrite", async (open) => {
    const entry = await done(open("outbox").get(fid));
    if (!entry) return;
    open("outbox").put({ ...entry, seen: head, state: "kept", answer: undefined });
    open("diary").add({ what: "still true", fid, seen: head, wall_ms: Date.now() });
  }, true);
  changed();
}

/** A person takes unsent entries back, and with each what speaks of it. The diary keeps them. @param {string} game @param {string} fid */
export async function withdraw(game, fid) {
  const gone = await transact(["outbox", "diary"], "readwrite", async (open) => {
    const rows = (await done(open("outbox").getAll())).filter((row) => row?.game === game && isEntry(row));
    const out = new Set([fid]);
    for (const row of rows.sort((a, b) => a.n - b.n)) if (fidsIn(row.fact).some((one) => out.has(one))) out.add(row.fid);
    const left = rows.filter((row) => !out.has(row.fid));
    const of = rows.find((row) => row.fid === fid);
    for (const row of left) {
      const on = following(row, of, out.has(row.after) ? before(rows, out, row.after) : row.after);
      if (on !== row) open("outbox").put(on);
    }
    for (const one of out) {
      open("outbox").delete(one);
      open("diary").add({ what: "withdrawn", fid: one, wall_ms: Date.now() });
    }
    return [...out];
  }, true);
  changed();
  return gone;
}

/**
 * An entry that was typed after one that a person has decided about: it comes after what stands there instead. What somebody
 * else had entered about the same thing is known from then on, and nothing more.
 * @param {Entry} row @param {Entry|undefined} decided @param {string|null} after
 */
function following(row, decided, after) {
  const there = decided && row.n > decided.n ? (decided.answer?.same_subject ?? 0) : 0;
  return there > row.seen || after !== row.after ? { ...row, after, seen: Math.max(row.seen, there) } : row;
}

/** The last entry before a withdrawn one that is not withdrawn too. @param {Entry[]} rows @param {Set<string>} out @param {string|null} fid */
function before(rows, out, fid) {
  while (fid !== null && out.has(fid)) fid = rows.find((row) => row.fid === fid)?.after ?? null;
  return fid;
}

/**
 * Another body in the place of an unsent entry, as a new proposal. What speaks of the old one speaks of the new one then;
 * where the new one corrects an entry of the story, of that entry.
 * @param {Entry} old @param {Omit<Entry, "n"|"state">} entry
 */
export async function replaced(old, entry) {
  await transact(["outbox", "diary"], "readwrite", async (open) => {
    const rows = (await done(open("outbox").getAll())).filter((row) => row?.game === old.game && isEntry(row));
    const corrects = entry.fact.kind === "Corrected" && old.fact.kind !== "Corrected";
    const stands = corrects ? entry.fact.changes[0].seq : { fid: entry.fid };
    for (const row of rows.filter((one) => one.fid !== old.fid)) {
      const on = following(row, old, row.after === old.fid ? (corrects ? old.after : entry.fid) : row.after);
      const fact = pointed(row.fact, (one) => (one?.fid === old.fid ? stands : one));
      if (on !== row || fact !== row.fact) open("outbox").put({ ...on, fact });
    }
    open("outbox").delete(old.fid);
    open("outbox").add({ ...entry, n: old.n, state: "kept" });
    open("diary").add({ what: "replaced", fid: old.fid, entry, wall_ms: Date.now() });
  }, true);
  changed();
}

/**
 * Entries that the desk had and has lost go to it again, before everything tapped since; what speaks of them by their
 * number speaks of them by their id from then on, for they get other numbers.
 * @param {string} game @param {number} from the first number that is lost @param {any[]} lost @param {Map<number, string>} fids by number
 */
export async function givenBack(game, from, lost, fids) {
  const named = (/** @type {any} */ one) => (typeof one === "number" && one >= from ? { fid: fids.get(one) ?? `lost ${one}` } : one);
  await transact(["outbox", "facts", "diary"], "readwrite", async (open) => {
    const kept = (await done(open("outbox").getAll())).filter((row) => row?.game === game && isEntry(row));
    for (const row of kept) open("outbox").put({ ...row, fact: pointed(row.fact, named), seen: Math.min(row.seen, from - 1) });
    let after = null;
    for (const row of await stillThere(open("facts"), game, lost)) {
      const { seq, how, ...entry } = row;
      open("outbox").put({ ...entry, fact: pointed(entry.fact, named), game, n: seq - 1e9, seen: from - 1, after, wall_ms: Date.now(), mono_ms: 0, state: "kept" });
      open("facts").delete([game, seq]);
      open("diary").add({ what: "given back", fid: entry.fid, seq, wall_ms: Date.now() });
      after = entry.fid;
    }
  }, true);
  changed();
}

/** A person leaves it at what the desk has: what it has lost is nowhere but in the diary. @param {string} game @param {any[]} lost */
export async function letGo(game, lost) {
  await transact(["facts", "diary"], "readwrite", async (open) => {
    for (const row of await stillThere(open("facts"), game, lost)) {
      open("facts").delete([game, row.seq]);
      open("diary").add({ what: "let go", fid: row.fid, entry: row, wall_ms: Date.now() });
    }
  }, true);
  changed();
}

/** Of these rows, those that another tab has not dealt with. @param {IDBObjectStore} facts @param {string} game @param {any[]} rows */
async function stillThere(facts, game, rows) {
  const fids = new Set(rows.map((row) => row.fid));
  return (await done(facts.getAll(IDBKeyRange.bound([game, 0], [game, Infinity])))).filter((row) => fids.has(row?.fid));
}

/** A fact that names entries, with each of them as `name` gives it; the same object when nothing is another. @param {any} fact @param {(one: any) => any} name */
function pointed(fact, name) {
  if (fact.kind === "Undone") {
    const seqs = fact.seqs.map(name);
    return seqs.some((/** @type {any} */ one, /** @type {number} */ n) => one !== fact.seqs[n]) ? { ...fact, seqs } : fact;
  }
  if (fact.kind === "Corrected") {
    const changes = fact.changes.map((/** @type {any} */ change) => ({ ...change, seq: name(change.seq) }));
    return changes.some((/** @type {any} */ change, /** @type {number} */ n) => change.seq !== fact.changes[n].seq) ? { ...fact, changes } : fact;
  }
  return fact;
}

/** The unsent entries that a fact speaks of. @param {any} fact @returns {string[]} */
export function fidsIn(fact) {
  const named = [...(fact.kind === "Undone" ? fact.seqs : []), ...(fact.kind === "Corrected" ? fact.changes.map((/** @type {any} */ c) => c.seq) : [])];
  return named.filter((one) => typeof one === "object" && one).map((one) => one.fid);
}

/**
 * The fact with the numbers of the story in the place of fids; null while one of them is not acknowledged.
 * @param {any} fact @param {(fid: string) => number|undefined} seqOf
 */
export function resolved(fact, seqOf) {
  const number = (/** @type {any} */ one) => (typeof one === "object" && one ? seqOf(one.fid) : one);
  if (fact.kind === "Undone") {
    const seqs = fact.seqs.map(number);
    return seqs.includes(undefined) ? null : { ...fact, seqs };
  }
  if (fact.kind === "Corrected") {
    const changes = fact.changes.map((/** @type {any} */ change) => ({ ...change, seq: number(change.seq) }));
    return changes.some((/** @type {any} */ change) => change.seq === undefined) ? null : { ...fact, changes };
  }
  return fact;
}

/** Where this phone's acknowledged facts stand. @param {string} game @returns {Promise<Map<string, number>>} */
export async function places(game) {
  const rows = await readAll("facts", IDBKeyRange.bound([game, 0], [game, Infinity]));
  return new Map(rows.filter((row) => row?.fid).map((row) => [row.fid, row.seq]));
}
