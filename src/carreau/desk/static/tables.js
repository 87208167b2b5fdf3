// What a phone shows without the desk: looked up in the tables that the book has made, never ruled here.

import * as strokes from "./strokes.js";
import { t } from "./words.js";

/** @type {Map<string, any>} */
const loaded = new Map();
let names = null;

/** The names of the tables by edition. @param {string} digest @returns {Promise<Record<string, string>>} */
export async function index(digest) {
  names ??= await (await fetch(`/offline/index.json?d=${digest}`, { credentials: "same-origin" })).json();
  return names;
}

/** A table by its name (`fipjp-2016-81f1`), or null where it can't be had. @param {string} name @returns {Promise<any>} */
export async function table(name) {
  if (!loaded.has(name)) {
    const reply = await fetch(`/offline/${name}.json`, { credentials: "same-origin" }).catch(() => null);
    if (!reply?.ok) return null;
    loaded.set(name, await reply.json());
  }
  return loaded.get(name);
}

/** Facts that leave the state as it is. */
const BESIDE = new Set(["Noted", "ClockStarted", "ClockPaused", "Released", "Reported", "Inspected"]);
const QUESTIONS = 10_000;
const HEADS = ["nobody", "A", "B", "equal"];

/**
 * @typedef {object} Projected
 * @property {any} view what to show
 * @property {string|null} by the table it comes from; null: it is the desk's own
 * @property {boolean} waits something that no table holds: the book rules when there is a connection
 */

/**
 * The view with everything that is kept here and not sent.
 * @param {any} view the desk's last one @param {import("./outbox.js").Entry[]} entries
 * @param {any} rules the table, or null @param {Map<number, any>} before views by their head
 * @param {Map<string, number>} places where acknowledged entries stand, by their fid
 * @returns {Projected}
 */
export function project(view, entries, rules, before = new Map(), places = new Map()) {
  if (!entries.length) return { view, by: null, waits: false };
  const taken = standing(entries.map((entry) => ({ ...entry, fact: numbered(entry.fact, places) })));
  let base = view;
  let waits = false;
  for (const seq of taken.undone) {
    if (seq === base.head && before.has(seq - 1)) base = before.get(seq - 1);
    else waits = true;
  }
  let shown = base;
  let touched = base !== view;
  for (const { entry, fact } of taken.facts) {
    if (BESIDE.has(fact.kind)) continue;
    touched = true;
    if (waits) continue;
    const next = rules ? step(shown, fact, rules, entry) : null;
    if (next) shown = next;
    else waits = true;
  }
  const name = rules ? `${rules.edition}-${rules.digest.slice(0, 4)}` : null;
  shown = { ...shown, ...ends(shown, taken), head: view.head };
  if (waits) shown.status = { text: t("desk.shell.book_rules_later"), art: null, rows: [], seq: null };
  return { view: shown, by: touched && !waits ? name : null, waits };
}

/** The fact with a number in the place of each fid that has one. @param {any} fact @param {Map<string, number>} places */
function numbered(fact, places) {
  const number = (/** @type {any} */ one) => (typeof one === "object" && places.get(one.fid)) || one;
  if (fact.kind === "Undone") return { ...fact, seqs: fact.seqs.map(number) };
  if (fact.kind === "Corrected") return { ...fact, changes: fact.changes.map((/** @type {any} */ c) => ({ ...c, seq: number(c.seq) })) };
  return fact;
}

/** What an Undo takes back and what can be put back, among what is kept here. */
function ends(/** @type {any} */ shown, /** @type {any} */ taken) {
  const row = taken.facts.at(-1);
  const last = row?.entry;
  const at = { seq: row?.seq ?? null, fid: row?.seq ? null : last?.fid };
  const undone = taken.last.fact.kind === "Undone" ? taken.last : null;
  return {
    last: last ? { ...at, text: last.words, undo: t("desk.shell.undo", { what: last.undoes ?? last.words }), may_undo: null } : shown.last,
    again: undone ? { seq: null, fid: undone.fid, text: t("desk.shell.put_back", { what: undone.undoes ?? undone.words }), may_undo: null } : null,
  };
}

/** What of the entries stands: undone ones are out, corrected ones changed. @param {any[]} entries */
function standing(entries) {
  /** @type {Map<string, {entry: any, fact: any, stands: boolean, seq?: number|null}>} */
  const rows = new Map();
  const undone = new Set();
  for (const entry of entries) {
    rows.set(entry.fid, { entry, fact: entry.fact, stands: true });
    if (entry.fact.kind === "Undone") for (const seq of entry.fact.seqs) toggle(rows, undone, seq, false);
    if (entry.fact.kind === "Corrected") correct(rows, undone, entry);
  }
  const facts = [...rows.values()].filter((row) => row.stands && !["Undone", "Corrected"].includes(row.fact.kind));
  return { facts, undone, last: entries[entries.length - 1] };
}

/** @param {Map<string, any>} rows @param {Set<number>} undone @param {any} seq @param {boolean} stands */
function toggle(rows, undone, seq, stands) {
  if (typeof seq === "number") {
    const told = [...rows.values()].filter((row) => row.seq === seq); // what a correction has put in its place
    for (const row of told) row.stands = stands;
    if (stands && !told.length) undone.delete(seq);
    else undone.add(seq);
    return;
  }
  const row = rows.get(seq.fid);
  if (!row) return;
  row.stands = stands;
  if (row.fact.kind === "Undone") for (const one of row.fact.seqs) toggle(rows, undone, one, !stands);
}

/** @param {Map<string, any>} rows @param {Set<number>} undone @param {any} entry */
function correct(rows, undone, entry) {
  for (const change of entry.fact.changes) {
    const row = typeof change.seq === "number" ? null : rows.get(change.seq.fid);
    if (row && change.facts.length === 1) row.fact = change.facts[0];
    else {
      if (!row) undone.add(change.seq);
      else row.stands = false;
      change.facts.forEach((/** @type {any} */ fact, /** @type {number} */ n) => rows.set(`${entry.fid}.${n}`, { entry, fact, stands: true, seq: row ? null : change.seq }));
    }
  }
}

/** One fact on. Null: the table does not hold it. @param {any} view @param {any} fact @param {any} rules @param {any} entry */
function step(view, fact, rules, entry) {
  if (view.question || view.closed) return null;
  if (fact.kind === "DrawWon") return turned({ ...view, turn: fact.side, asks: "jack", legal: without(view.legal, "DrawWon") });
  if (fact.kind === "EndCounted") return counted(view, fact, rules);
  if (fact.kind === "JackThrown" || fact.kind === "JackPlaced") return jack(view, fact, rules);
  if (fact.kind === "BouleThrown" || fact.kind === "BallPlayed") return thrown(view, fact, rules);
  if (["StrokePlayed", "TableReady", "Placed"].includes(fact.kind) && view.work) return strokes.after(view, fact, rules, entry);
  return null;
}

/** @param {any[]} legal @param {string} kind */
const without = (legal, kind) => (legal ?? []).filter((form) => form.kind !== kind);

/** @param {any} view */
function turned(view) {
  const name = view.turn ? view.teams[view.turn].name : null;
  const text = name ? t("desk.shell.throws_jack", { side: name }) : t("desk.shell.end_under_way");
  return { ...view, status: { text, art: null, rows: [], seq: null } };
}

const JACK = new Set(["kind", "side", "player", "good", "reason"]);

/** After the jack: who plays the first boule, throws it again, or places it. @param {any} view @param {any} fact @param {any} rules */
function jack(view, fact, rules) {
  const [pass, attempt] = [view.jack?.passes ?? 0, view.jack?.attempt ?? 1];
  if (!rules.jack || fact.good === undefined || !Object.keys(fact).every((name) => JACK.has(name))) return null;
  const opposite = fact.side === "A" ? "B" : "A";
  const lies = { ...(view.jack ?? {}), by: fact.kind === "JackPlaced" ? view.jack?.by ?? null : fact.side };
  if (fact.kind === "JackPlaced") return fact.good && rules.jack.placed ? opened(view, rules.jack.placed === "thrower" ? opposite : fact.side, rules, lies) : null;
  if (fact.good) return opened(view, rules.jack.good[pass] === "thrower" ? fact.side : opposite, rules, lies);
  const what = rules.jack.bad[pass]?.[attempt - 1];
  if (what === "placed") return { ...view, asks: "place", turn: opposite, jack: lies, status: { text: t("desk.turn.place", { side: view.teams[opposite].name }), art: null, rows: [], seq: null } };
  if (what === "again") return turned({ ...view, asks: "jack", turn: fact.side, jack: { ...lies, attempt: attempt + 1 } });
  if (what === "passed") return turned({ ...view, asks: "jack", turn: opposite, jack: { ...lies, passes: pass + 1, attempt: 1 } });
  return null;
}

/** Before the first boule of an end. @param {any} view @param {"A"|"B"} side @param {any} rules @param {any} lies the jack */
function opened(view, side, rules, lies) {
  const name = String(view.most?.A);
  const order = rules.order?.[name];
  if (!order || view.most.A !== view.most.B) return null;
  const state = order.starts[side === "A" ? 0 : 1];
  const hands = { A: order.states.a[state], B: order.states.b[state] };
  const text = t("desk.shell.plays_by_table", { side: view.teams[side].name });
  const rows = order.rows[order.states.why[state]] ?? [];
  return {
    ...view, asks: "boule", turn: side, holds: "nobody", hands, allotted: hands, boule: 1, boules: [], outs: { A: [], B: [] }, clocks: [],
    jack: { ...lies, attempt: 1, passes: 0 }, place: { table: null, order: name, state }, status: { text, art: rows[0]?.split("/").pop() ?? null, rows, seq: null },
  };
}

/** The score after an end, and who throws the next jack. @param {any} view @param {any} fact @param {any} rules */
function counted(view, fact, rules) {
  const chart = rules.ends?.[String(view.target)];
  if (!chart || (fact.agreed_by && fact.agreed_by !== "both")) return null;
  const side = fact.side ?? null;
  const after = side && fact.points ? chart.score[view.score[side]]?.[fact.points - 1] : null;
  if (after === undefined || (fact.points && !side)) return null;
  const score = side && after ? { ...view.score, [side]: Math.abs(after) } : view.score;
  const won = Boolean(after && after < 0);
  const next = won ? null : { scorer: side, same: view.jack?.by ?? view.turn }[/** @type {string} */ (chart.jack[after ? "points" : "none"])];
  const shown = {
    ...view,
    score,
    chapter: view.chapter + (won ? 0 : 1),
    ...(view.end ? { end: view.end + (won ? 0 : 1) } : {}),
    winner: won ? side : null,
    asks: won ? "result" : "jack",
    phase: won ? "result" : view.phase,
    turn: next,
    ...(view.jack ? { jack: { ...view.jack, attempt: 1, passes: 0 } } : {}),
    place: null,
    legal: won ? [{ kind: "ResultAgreed", fields: {} }] : without(view.legal, "DrawWon"),
  };
  if (!won) return turned(shown);
  const text = t("desk.shell.won_by_table", { side: view.teams[/** @type {"A"|"B"} */ (side)].name, a: score.A, b: score.B });
  return { ...shown, status: { text, art: null, rows: [], seq: null } };
}

/** A boule or ball in the order of play. @param {any} view @param {any} fact @param {any} rules */
function thrown(view, fact, rules) {
  const order = view.place && rules.order?.[view.place.order];
  if (!order || !(view.ways ? way(view, fact) : plain(fact))) return null;
  const { states } = order;
  const n = view.place.state;
  const outcome = view.ways ? way(view, fact) : fact.holds ?? (out(fact) ? HEADS[states.head[n]] : null);
  const on = outcome === null ? null : states[outcome]?.[n];
  if (on === null || on === undefined || on >= QUESTIONS) return null;
  const next = n + on;
  const turn = [null, "A", "B"][states.turn[next]];
  const rows = order.rows[states.why[next]] ?? [];
  const name = turn ? view.teams[turn].name : null;
  return {
    ...view,
    place: { ...view.place, state: next },
    turn,
    holds: HEADS[states.head[next]],
    hands: { A: states.a[next], B: states.b[next] },
    boule: (view.boule ?? 1) + 1,
    ball: (view.ball ?? 1) + 1,
    ...(view.ways ? { ways: view.ways.map((/** @type {any} */ one) => ({ ...one, no: null })) } : {}),
    stop: null,
    asks: turn ? (view.ways ? "ball" : "boule") : "count",
    status: {
      text: name ? t("desk.shell.plays_by_table", { side: name }) : t("desk.shell.count_by_table"),
      art: rows[0]?.split("/").pop() ?? null,
      rows,
      seq: null,
    },
  };
}

/** What the book made of a ball that did just this. @param {any} view @param {any} fact @returns {string|null} */
function way(view, fact) {
  const { kind, side, player, ...rest } = fact;
  const found = view.ways.find((/** @type {any} */ one) => JSON.stringify(one.fields) === JSON.stringify(rest));
  return found?.outcome ?? null;
}

const PLAIN = new Set(["kind", "side", "player", "how", "holds", "moved"]);

/** Nothing but who holds, or that it went out. @param {any} fact */
function plain(fact) {
  return Object.keys(fact).every((name) => PLAIN.has(name)) && (!fact.moved || out(fact));
}

/** @param {any} fact */
function out(fact) {
  return fact.moved?.length === 1 && fact.moved[0].object === "thrown" && (fact.moved[0].out || fact.moved[0].dead);
}
