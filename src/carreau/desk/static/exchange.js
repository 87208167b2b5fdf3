// The exchange with the desk: kept facts go in order, fact by fact the desk says what became of them.

import { done, transact } from "./idb.js";
import * as outbox from "./outbox.js";

/** Waiting times between tries, in s. */
const TRIES = [1, 2, 4, 8, 15, 30];
const TIMEOUT_MS = 8000;
const LEASE_MS = 5000;
const MOST_FACTS = 50;
const MOST_BYTES = 60_000;

/**
 * Ask the desk. A status of 0 is no answer.
 * @param {string} path
 * @param {{body?: any, method?: string, timeout?: number}} [options] with a body it is a POST
 * @returns {Promise<{status: number, body: any, wait: number, rtt: number}>} `wait`: ms that the desk asks us to wait
 */
export async function desk(path, { body, method, timeout = TIMEOUT_MS } = {}) {
  const headers = { Accept: "application/json", "X-Carreau": "1", ...(body === undefined ? {} : { "Content-Type": "application/json" }) };
  const from = performance.now();
  try {
    const reply = await fetch(path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
      cache: "no-store",
      signal: AbortSignal.timeout(timeout),
    });
    const text = await reply.text();
    const wait = Math.min(300, Number(reply.headers.get("Retry-After")) || 0) * 1000;
    const said = parsed(text);
    const status = reply.ok && said === null ? 0 : reply.status; // a page of somebody between us and the desk
    return { status, body: said, wait, rtt: performance.now() - from };
  } catch {
    return { status: 0, body: null, wait: 0, rtt: performance.now() - from };
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Sends what is kept for one game: one request in flight, over all tabs of this phone.
 * `blocked`: why this phone may not write now (`not_yours`, `expired`, `viewer`, `no_game`, or another word of the desk).
 */
export class Sender {
  /**
   * @param {string} game
   * @param {object} ways
   * @param {() => {device: string, lang: string}} ways.who
   * @param {(reply: any) => void|Promise<void>} ways.adopt a reply with `head`, `view`, `story`
   * @param {() => void} ways.changed the state of sending is another one
   * @param {() => boolean} ways.waits a person has to say first what becomes of what the desk has lost
   * @param {() => Promise<boolean>} ways.sure is the desk that answers the one that we have heard? false: nobody answers
   * @param {() => Promise<Map<string, number>>} ways.places where the entries stand that the story has, by their fid
   * @param {() => Promise<any>} ways.unsentGame the set-up of a game that the desk does not have yet, or null
   * @param {() => Promise<void>} ways.gameSent
   */
  constructor(game, ways) {
    this.game = game;
    this.ways = ways;
    /** @type {Set<string>} */
    this.sending = new Set();
    /** @type {string|null} */
    this.blocked = null;
    /** What the desk says about that. @type {string|null} */
    this.said = null;
    /** How often nothing came back; 0 when the desk answered last time. */
    this.failures = 0;
    this.running = false;
    this.again = false;
    this.most = MOST_FACTS;
    this.timer = 0;
  }

  /** There may be something to send: a tap, the stream is open, the page is shown, the network is back. */
  async kick() {
    if (this.running) {
      this.again = true;
      return;
    }
    clearTimeout(this.timer);
    this.running = true;
    try {
      do {
        this.again = false;
        const held = await alone(this.game, () => this.drain());
        if (!held && (await outbox.waiting(this.game)).entries.length) this.later(LEASE_MS + 1000);
      } while (this.again);
    } catch (wrong) {
      console.warn("outbox", wrong);
      this.later();
    } finally {
      this.running = false;
      this.sending = new Set();
      this.ways.changed();
    }
  }

  /** This phone may write again, or a person wants it tried. */
  retry() {
    this.blocked = null;
    this.said = null;
    this.failures = 0;
    return this.kick();
  }

  /** @param {number} [ms] */
  later(ms) {
    clearTimeout(this.timer);
    const wait = ms ?? TRIES[Math.min(this.failures, TRIES.length) - 1] * 1000 * (0.8 + Math.random() * 0.4);
    this.timer = setTimeout(() => this.kick(), wait || 1000);
  }

  async drain() {
    while (!this.blocked && !this.ways.waits()) {
      if (!(await this.gameFirst())) return;
      const batch = await this.batch();
      if (!batch.facts.length) return;
      if (!(await this.ways.sure())) return this.noAnswer({ status: 0, body: null, wait: 0 }, null);
      if (this.ways.waits()) return;
      this.sending = new Set(batch.facts.map((fact) => fact.fid));
      this.ways.changed();
      const { device, lang } = this.ways.who();
      const reply = await desk(`/api/games/${this.game}/facts?lang=${lang}`, { body: { device, queue: batch.queue, facts: batch.facts } });
      this.sending = new Set();
      if (!(await this.heard(reply, batch.facts))) return;
    }
  }

  /** A game that began without network goes to the desk before its facts. */
  async gameFirst() {
    const unsent = await this.ways.unsentGame();
    if (!unsent) return true;
    const { lang } = this.ways.who();
    const reply = await desk(`/api/games?lang=${lang}`, { body: unsent });
    if (reply.status === 200 || reply.status === 201) {
      await this.ways.gameSent();
      return true;
    }
    this.noAnswer(reply, "no_start");
    return false;
  }

  /**
   * The entries that can go now: from the first one on, as far as none waits for a person or for another's number. One that
   * speaks of an entry that is neither in the story nor here before it is for a person.
   */
  async batch() {
    const { entries } = await outbox.waiting(this.game);
    const places = entries.some((entry) => outbox.fidsIn(entry.fact).length) ? await this.ways.places() : new Map();
    const before = new Set();
    const facts = [];
    let size = 200;
    for (const entry of entries) {
      if (entry.state !== "kept" || facts.length === this.most) break;
      const fact = outbox.resolved(entry.fact, (fid) => places.get(fid));
      if (outbox.fidsIn(entry.fact).some((fid) => !places.has(fid) && !before.has(fid))) {
        await outbox.answered(entry.fid, "refused", { why: "gone", rows: [] });
        break;
      }
      if (!fact) break;
      before.add(entry.fid);
      const line = proposal({ ...entry, fact });
      size += JSON.stringify(line).length * 3;
      if (size > MOST_BYTES && facts.length) break;
      facts.push(line);
    }
    return { facts, queue: entries.length };
  }

  /** What the desk said. True: go on. @param {{status: number, body: any, wait: number}} reply @param {any[]} sent */
  async heard(reply, sent) {
    const body = reply.body ?? {};
    if ([200, 409, 422].includes(reply.status) && Array.isArray(body.acks)) {
      this.failures = 0;
      this.most = MOST_FACTS;
      await outbox.acknowledged(this.game, body.acks);
      if (reply.status !== 200 && body.stopped_at) {
        const { acks, view, story, ...answer } = body;
        await outbox.answered(body.stopped_at, reply.status === 409 ? "held" : "refused", answer);
      }
      await this.ways.adopt(body);
      return reply.status === 200;
    }
    if (reply.status === 413 || reply.status === 400 || reply.status === 422) return this.tooMuch(body, sent);
    this.noAnswer(reply, reply.status === 404 ? "no_game" : null);
    return false;
  }

  /** The desk can't read it: half of it, down to the one entry that a person has to look at. @param {any} body @param {any[]} sent */
  async tooMuch(body, sent) {
    if (sent.length > 1) {
      this.most = Math.ceil(sent.length / 2);
      return true;
    }
    this.most = MOST_FACTS;
    await outbox.answered(sent[0].fid, "refused", { why: body.why ?? "malformed", say: body.say ?? null, rows: [], breach: null });
    return false;
  }

  /** @param {{status: number, body: any, wait: number}} reply @param {string|null} lost */
  noAnswer(reply, lost) {
    this.said = reply.body?.say ?? null;
    if (reply.status === 401 || reply.status === 403) this.blocked = reply.body?.why ?? "not_yours";
    else if (reply.status >= 400 && reply.status < 500 && reply.status !== 429 && reply.status !== 408) this.blocked = lost ?? "not_yours";
    else {
      this.failures += 1;
      this.later(reply.wait || undefined);
    }
    this.ways.changed();
  }
}

/** What goes over the line. @param {outbox.Entry} entry */
export function proposal({ fid, seen, after, at_ms, by, source, fact, both_agree }) {
  return { fid, seen, after, at_ms, by, source, fact, ...(both_agree ? { both_agree } : {}) };
}

/**
 * Run while no other tab sends for this game: with a Web Lock, or on plain http with a lease of 5 s in the store.
 * @param {string} game @param {() => Promise<void>} run @returns {Promise<boolean>} false: another tab is at it
 */
async function alone(game, run) {
  if (navigator.locks) {
    return navigator.locks.request(`carreau-send-${game}`, { ifAvailable: true }, async (lock) => {
      if (lock) await run();
      return Boolean(lock);
    });
  }
  if (!(await lease(game, LEASE_MS))) return false;
  const renew = setInterval(() => lease(game, LEASE_MS), LEASE_MS / 3);
  try {
    await run();
  } finally {
    clearInterval(renew);
    await lease(game, 0);
  }
  return true;
}

const TAB = Array.from(crypto.getRandomValues(new Uint8Array(8))).join(".");

/** @param {string} game @param {number} ms @returns {Promise<boolean>} */
function lease(game, ms) {
  const key = `lease:${game}`;
  return transact(["prefs"], "readwrite", async (open) => {
    const now = Date.now();
    const held = await done(open("prefs").get(key));
    if (held && held.tab !== TAB && held.until > now && held.until < now + 10 * LEASE_MS) return false;
    open("prefs").put({ tab: TAB, until: now + ms }, key);
    return true;
  });
}
