// One game on this phone: what the desk said last, what is kept here, and what both together show.

import { Clock } from "./clock.js";
import { desk, Sender } from "./exchange.js";
import { read, readAll, transact, write } from "./idb.js";
import * as outbox from "./outbox.js";
import { device } from "./prefs.js";
import { Stream } from "./stream.js";
import * as tables from "./tables.js";

const SNAPSHOTS = 6;

/** The views before the last facts, to show an Undo without the desk. @typedef {{head: number, view: any}} Snapshot */

export class Game {
  /** @param {string} id @param {string} digest */
  constructor(id, digest) {
    this.id = id;
    this.digest = digest;
    /** What the desk said last. @type {any} */
    this.base = null;
    /** @type {any[]} */
    this.story = [];
    this.head = -1;
    this.role = "viewer";
    /** @type {any} */
    this.row = null;
    /** @type {outbox.Entry[]} */
    this.pending = [];
    /** @type {{key: string, raw: string}[]} */
    this.broken = [];
    /** Drawn, and not yet on the disk. @type {any[]} */
    this.drawn = [];
    /** A tap that could not be kept. @type {any} */
    this.unkept = null;
    /** The desk has come back with an older log: entries `from` to `to` are missing there. @type {any} */
    this.lost = null;
    this.live = false;
    /** Where this phone's acknowledged entries stand. @type {Map<string, number>} */
    this.places = new Map();
    this.rules = null;
    /** @type {import("./tables.js").Projected} */
    this.projected = { view: null, by: null, waits: false };
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.clock = new Clock(null);
    /** @type {Snapshot[]} */
    this.snapshots = [];
    this.stops = [outbox.onChange(() => this.reload().then(() => this.sender.kick()))];
    this.sender = new Sender(id, {
      who: () => ({ device, lang: document.documentElement.lang }),
      adopt: (reply) => this.adopt(reply, this.head),
      changed: () => this.changed(),
      unsentGame: async () => (this.row?.unsent ? this.creation() : null),
      gameSent: () => this.sent(),
    });
    this.stream = new Stream({
      address: () => `/api/games/${id}/events?c=full&lang=${document.documentElement.lang}&since=${this.head}`,
      refresh: () => this.refresh(),
      event: (name, data) => this.event(name, data),
      state: (live) => {
        this.live = live;
        if (live) this.sender.kick();
        this.changed();
      },
    });
  }

  /** Hear of every change. @param {() => void} run */
  on(run) {
    this.listeners.add(run);
    return () => this.listeners.delete(run);
  }

  changed() {
    this.listeners.forEach((run) => run());
  }

  /** What is shown: the desk's view and everything that is kept here. */
  get view() {
    return this.projected.view;
  }

  /** Game time now, in ms: what a fact gets as its `at_ms`. */
  now() {
    return Math.max(0, this.clock.now() - (this.row?.begun_ms ?? this.clock.now()));
  }

  /** First what this phone has, then the desk. */
  async open() {
    try {
      this.row = (await read("games", this.id)) ?? null;
      const offset = await read("prefs", `clock:${this.id}`);
      this.clock = new Clock(offset ?? null);
    } catch {
      this.row = null;
    }
    if (this.row) {
      this.base = this.row.view ?? null;
      this.story = this.row.story ?? [];
      this.head = this.row.head ?? -1;
      this.role = this.row.role ?? "viewer";
      this.snapshots = this.row.snapshots ?? [];
    }
    await this.reload();
    this.stream.start();
    await this.sender.kick();
  }

  close() {
    this.stream.stop();
    this.sender.stop();
    this.stops.forEach((stop) => stop());
    this.listeners.clear();
  }

  /** Read the outbox again, and show it. */
  async reload() {
    try {
      const { entries, broken } = await outbox.waiting(this.id);
      this.places = await outbox.places(this.id);
      this.pending = entries;
      this.broken = broken;
      const kept = new Set(entries.map((entry) => entry.fid));
      this.drawn = this.drawn.filter((entry) => !kept.has(entry.fid));
    } catch {
      // no store: what is drawn says so
    }
    await this.project();
  }

  async project() {
    this.show();
    if (this.rules || !this.base) return;
    await this.findRules();
    if (this.rules && this.pending.length) this.show();
  }

  show() {
    const before = new Map(this.snapshots.map((one) => [one.head, one.view]));
    this.projected = this.base ? tables.project(this.base, [...this.pending, ...this.drawn], this.rules, before, this.places) : { view: null, by: null, waits: false };
    this.changed();
  }

  async findRules() {
    if (!this.base) return;
    try {
      const name = this.base.place?.table ?? this.base.table ?? (await tables.index(this.digest))[this.base.book];
      this.rules = name ? await tables.table(name) : null;
    } catch {
      this.rules = null;
    }
  }

  /** The present state from the desk. True when it answered. */
  async refresh() {
    const known = this.head;
    const reply = await desk(`/api/games/${this.id}?lang=${document.documentElement.lang}${known >= 0 && this.told ? `&since=${known}` : ""}`);
    if (reply.status !== 200) return reply.status === 404 && Boolean(this.row?.unsent) ? (await this.sender.kick(), false) : false;
    if (typeof reply.body.now_ms === "number") this.clock.heard(reply.body.begun_ms + reply.body.now_ms, reply.rtt);
    this.row = { ...(this.row ?? { id: this.id, opened_ms: Date.now() }), begun_ms: reply.body.begun_ms };
    if (reply.body.me?.role) this.role = reply.body.me.role;
    await this.adopt(reply.body, known, !this.told);
    return true;
  }

  /** Has the whole story been heard in this language since the page was loaded? */
  told = false;

  /**
   * Take what the desk says. `known`: the head when it was asked; `whole`: the story is all of it.
   * @param {any} reply @param {number} known @param {boolean} [whole]
   */
  async adopt(reply, known, whole = false) {
    if (!reply || typeof reply.head !== "number") return;
    if (reply.head < this.head) {
      if (reply.head >= known || this.lost) return;
      await this.fellBack(reply.head);
    }
    if (reply.view) {
      if (this.base && this.head >= 0 && this.head < reply.head) this.snapshots = [...this.snapshots, { head: this.head, view: this.base }].slice(-SNAPSHOTS);
      this.base = reply.view;
      this.head = reply.head;
    }
    if (reply.story) this.tell(reply.story, whole);
    await this.remember();
    await this.reload();
  }

  /** @param {any[]} lines @param {boolean} whole */
  tell(lines, whole) {
    if (whole) {
      this.story = lines;
      this.told = true;
    } else if (lines.length) {
      const known = new Map(this.story.map((line) => [line.seq, line]));
      lines.forEach((line) => known.set(line.seq, line));
      this.story = [...known.values()].sort((a, b) => a.seq - b.seq);
    }
    if (this.story.some((line, n) => line.seq !== n)) this.told = false; // a gap: the next time all of it
  }

  /** The page speaks another language now: so does the desk. */
  async relanguage() {
    this.told = false;
    this.stream.again();
  }

  /** The desk's log is shorter than what it acknowledged: it was restored from a backup. @param {number} head */
  async fellBack(head) {
    const rows = await readAll("facts", IDBKeyRange.bound([this.id, head + 1], [this.id, Infinity])).catch(() => []);
    this.lost = { from: head + 1, to: this.head, mine: rows };
    this.snapshots = [];
    this.head = head;
    this.told = false;
  }

  /** Give back what the desk has lost and this phone has, under the same ids. */
  async giveBack() {
    const { mine, from } = this.lost;
    await transact(["outbox", "facts", "diary"], "readwrite", (open) => {
      let after = null;
      for (const row of mine.sort((/** @type {any} */ a, /** @type {any} */ b) => a.seq - b.seq)) {
        const { seq, how, ...entry } = row;
        const n = seq - 1e9; // before everything tapped since
        open("outbox").put({ ...entry, game: this.id, n, seen: from - 1, after, wall_ms: Date.now(), mono_ms: 0, state: "kept" });
        open("facts").delete([this.id, seq]);
        open("diary").add({ what: "given back", fid: row.fid, seq, wall_ms: Date.now() });
        after = row.fid;
      }
    }, true);
    this.lost = null;
    await this.reload();
    await this.sender.retry();
  }

  /** The person leaves it at what the desk has. */
  async letGo() {
    this.lost = null;
    this.told = false;
    await this.refresh();
  }

  /** @param {string} name @param {any} data */
  async event(name, data) {
    if (typeof data?.now_ms === "number" && this.row?.begun_ms) this.clock.tick(this.row.begun_ms + data.now_ms);
    if (name === "fact") await this.adopt({ head: data.view?.head ?? data.line.seq, view: data.view, story: [...(data.changed ?? []), data.line] }, this.head);
    if (name === "fact" && !this.told) await this.refresh();
    if (name === "tick" && typeof data?.head === "number" && data.head !== this.head) await this.refresh();
    if (name === "tick") await this.keepClock();
    this.changed();
  }

  keepClock() {
    return write("prefs", this.clock.kept(), `clock:${this.id}`).catch(() => null);
  }

  /** Keep the state on this phone: the next load begins with it, with or without network. */
  async remember() {
    const row = { ...(this.row ?? { id: this.id, opened_ms: Date.now() }), head: this.head, view: this.base, story: this.story, snapshots: this.snapshots, role: this.role, touched_ms: Date.now(), lang: document.documentElement.lang };
    this.row = row;
    try {
      await write("games", row);
      await this.keepClock();
    } catch {
      // what the desk said is on the desk; only taps must be kept
    }
  }

  /** What makes a game on the desk that began here. */
  creation() {
    const { id, setup, people, begun_ms, names_hidden = false } = this.row;
    return { id, setup, people, at_ms: begun_ms, device, names: names_hidden ? "hidden" : "teams" };
  }

  async sent() {
    this.row = { ...this.row, unsent: false };
    await write("games", this.row);
    this.stream.again();
  }

  // --- what a person does ------------------------------------------------------------------------

  /**
   * Record what was tapped: drawn at once, kept on the disk, then sent. False when it could not be kept.
   * @param {any} fact
   * @param {{words: string, undoes?: string, by?: string, source?: string, both_agree?: boolean, at_ms?: number}} about
   * @returns {Promise<boolean>}
   */
  async record(fact, { words, undoes, by = "scorer", source = "stated", both_agree, at_ms }) {
    const entry = {
      fid: outbox.newFid(),
      game: this.id,
      seen: Math.max(this.head, 0),
      after: this.previous(),
      at_ms: at_ms ?? this.now(),
      by,
      source,
      fact,
      ...(both_agree ? { both_agree } : {}),
      words,
      undoes,
      wall_ms: Date.now(),
      mono_ms: Math.round(performance.now()),
    };
    this.drawn = [...this.drawn, entry];
    this.latest = entry.fid;
    this.show();
    try {
      await outbox.keep(entry);
    } catch (wrong) {
      this.drawn = this.drawn.filter((one) => one.fid !== entry.fid);
      this.unkept = { entry, why: /** @type {Error} */ (wrong).name };
      this.show();
      return false;
    }
    this.unkept = null;
    await this.reload();
    this.sender.kick();
    return true;
  }

  /** The fid of this phone's proposal before the next one. @returns {string|null} */
  previous() {
    return this.drawn.at(-1)?.fid ?? this.pending.at(-1)?.fid ?? this.latest ?? null;
  }

  /** @type {string|null} */
  latest = null;

  /** Try to keep again what was not kept. */
  async keepAgain() {
    const { entry } = this.unkept;
    const { fact, words, undoes, by, source, both_agree } = entry;
    this.unkept = null;
    return this.record(fact, { words, undoes, by, source, both_agree });
  }

  /** What would follow, or null where the desk can't be asked. @param {any} fact @param {{by?: string, at_ms?: number, both_agree?: boolean}} [about] */
  async preview(fact, { by = "scorer", at_ms = this.now(), both_agree = false } = {}) {
    const whole = outbox.resolved(fact, (fid) => this.places.get(fid));
    if (!whole) return null;
    const reply = await desk(`/api/games/${this.id}/preview?lang=${document.documentElement.lang}`, { body: { fact: whole, by, at_ms, ...(both_agree ? { both_agree } : {}) } });
    return reply.status === 200 ? reply.body : null;
  }

  /** The state of saving, for the mark. */
  saving() {
    const n = this.pending.length;
    if (this.unkept) return { state: "unkept", n: 1 };
    if (!this.base && !n) return { state: "looking", n };
    if (this.drawn.length) return { state: "keeping", n }; // on the screen, and not yet on the disk
    if (this.lost || this.pending.some((entry) => entry.state !== "kept") || this.broken.length) return { state: "choose", n };
    if (this.sender.sending.size && !this.sender.failures) return { state: "sending", n };
    return n ? { state: "kept", n } : { state: "saved", n: 0 };
  }
}

/** A game that begins here: the desk hears of it when it can. @param {any} row */
export async function begin(row) {
  await transact(["games"], "readwrite", (open) => {
    open("games").add(row);
  }, true);
}

/** May the phone forget nothing by itself? @returns {Promise<boolean>} */
export async function persist() {
  return (await navigator.storage?.persist?.().catch(() => false)) ?? false;
}
