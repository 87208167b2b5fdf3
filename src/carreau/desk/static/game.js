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
    /** Those whose keeping is done, and that no reading of the outbox has shown since. @type {Set<string>} */
    this.landed = new Set();
    /** Taps that could not be kept. @type {{entry: any, why: string}[]} */
    this.unkept = [];
    /** The desk has come back with an older log: entries `from` to `to` are missing there, `mine` are here. @type {any} */
    this.lost = null;
    this.live = false;
    /** Where the entries stand that the story has, by their fid. @type {Map<string, number>} */
    this.places = new Map();
    this.rules = null;
    /** @type {import("./tables.js").Projected} */
    this.projected = { view: null, by: null, waits: false };
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.clock = new Clock(null);
    /** @type {Snapshot[]} */
    this.snapshots = [];
    outbox.onChange(() => this.reload().then(() => this.sender.kick()));
    this.sender = new Sender(id, {
      who: () => ({ device, lang: document.documentElement.lang }),
      adopt: (reply) => this.adopt(reply),
      changed: () => this.changed(),
      waits: () => this.lost !== null,
      sure: async () => this.live || (await this.asked()) !== 0,
      places: () => this.placed(),
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
      this.lost = this.row.lost ?? null;
      this.base = this.row.view ?? null;
      this.story = this.row.story ?? [];
      this.head = this.row.head ?? -1;
      this.role = this.row.role ?? "viewer";
      this.snapshots = this.row.snapshots ?? [];
    }
    await this.reload();
    this.stream.start();
    this.sender.kick();
    await this.ruled();
  }

  /** Read the outbox again, and show it: a reading that begins now or later. One after the other. @returns {Promise<void>} */
  reload() {
    this.coming ??= this.reading.then(() => {
      this.coming = null;
      this.reading = this.reread().catch((wrong) => console.error(wrong));
      return this.reading;
    });
    return this.coming;
  }

  /** @type {Promise<void>} */
  reading = Promise.resolve();
  /** @type {Promise<void>|null} */
  coming = null;

  async reread() {
    const landed = [...this.landed];
    try {
      const { entries, broken } = await outbox.waiting(this.id);
      this.places = await this.placed();
      this.pending = entries;
      this.broken = broken;
      const there = new Set([...landed, ...entries.map((entry) => entry.fid)]);
      this.drawn = this.drawn.filter((entry) => !there.has(entry.fid));
      landed.forEach((fid) => this.landed.delete(fid));
    } catch {
      // no store: what is drawn says so
    }
    this.show();
    this.ruled();
  }

  /** Where entries stand: those that this phone has been told of, and those of the story. What the desk has lost stands nowhere. */
  async placed() {
    const told = await outbox.places(this.id);
    for (const row of this.lost?.mine ?? []) told.delete(row.fid);
    for (const line of this.story) for (const fid of [line.fid, ...(line.same ?? [])]) if (fid) told.set(fid, line.seq);
    return told;
  }

  /** Show it by the tables, as soon as they are here. */
  async ruled() {
    if (this.rules || !this.base) return;
    this.finding ??= this.findRules().finally(() => (this.finding = null));
    await this.finding;
    if (this.rules && this.pending.length) this.show();
  }

  /** @type {Promise<void>|null} */
  finding = null;

  show() {
    const before = new Map(this.snapshots.map((one) => [one.head, one.view]));
    const told = new Set(this.story.flatMap((line) => [line.fid, ...(line.same ?? [])]));
    const more = [...this.pending, ...this.drawn].filter((entry) => !told.has(entry.fid)); // the view has the others
    this.projected = this.base ? tables.project(this.base, more, this.rules, before, this.places) : { view: null, by: null, waits: false };
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
    return (await this.asked()) === 200;
  }

  /** Ask the desk for the present state; the status of its answer, 0 for none. Who asks meanwhile waits for the same answer. */
  asked() {
    this.asking ??= this.look().finally(() => (this.asking = null));
    return this.asking;
  }

  /** @type {Promise<number>|null} */
  asking = null;

  async look() {
    const known = this.head;
    const whole = known < 0 || !this.told;
    const reply = await this.storyFrom(whole ? null : known - 1); // the last line that is known comes with it: is it still the same?
    if (reply.status === 404 && this.row?.unsent) this.sender.kick();
    if (reply.status !== 200) return reply.status;
    if (this.lost || known < 0 || !this.parted(reply.body, known)) return this.take(reply, whole);
    const all = whole ? reply : await this.storyFrom(null);
    if (all.status !== 200) return all.status;
    await this.fellBack(all.body);
    return this.take(all, true);
  }

  /** @param {number|null} since */
  storyFrom(since) {
    return desk(`/api/games/${this.id}?lang=${document.documentElement.lang}${since === null ? "" : `&since=${since}`}`);
  }

  /** @param {any} reply @param {boolean} whole */
  async take({ status, body, rtt }, whole) {
    if (typeof body.now_ms === "number") this.clock.heard(body.begun_ms + body.now_ms, rtt);
    this.row = { ...(this.row ?? { id: this.id, opened_ms: Date.now() }), begun_ms: body.begun_ms };
    if (body.me?.role) this.role = body.me.role;
    await this.adopt(body, whole);
    return status;
  }

  /**
   * Has the desk another log than it had? Only its present state can show that, for other answers and events may be late:
   * it ends before what was known when it was asked, or another entry stands where one was known.
   * @param {any} body @param {number} known
   */
  parted(body, known) {
    const here = new Map(this.story.map((line) => [line.seq, line.fid]));
    return body.head < known || body.story.some((/** @type {any} */ line) => line.fid && here.get(line.seq) && here.get(line.seq) !== line.fid);
  }

  /** Has the whole story been heard in this language since the page was loaded? */
  told = false;

  /** Take what the desk says; what is older than what is known here is late. `whole`: the story is all of it. @param {any} reply @param {boolean} [whole] */
  async adopt(reply, whole = false) {
    if (!reply || typeof reply.head !== "number" || reply.head < this.head) return;
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

  /** The desk has not what it acknowledged: it was restored from a backup. @param {any} body all that it has */
  async fellBack(body) {
    const theirs = new Set(body.story.flatMap((/** @type {any} */ line) => [line.fid, ...(line.same ?? [])]));
    const tells = body.story.some((/** @type {any} */ line) => line.fid); // whose entries they are
    const from = (tells && this.story.find((line) => line.fid && line.fid !== body.story[line.seq]?.fid)?.seq) || body.head + 1;
    const rows = await readAll("facts", IDBKeyRange.bound([this.id, from], [this.id, Infinity])).catch(() => []);
    const mine = rows.filter((row) => !theirs.has(row.fid));
    const fids = this.story.filter((line) => line.seq >= from && line.fid).map((line) => [line.seq, line.fid]);
    this.lost = { from, to: this.head, mine, fids: [...fids, ...mine.map((row) => [row.seq, row.fid])] };
    this.snapshots = [];
    this.story = [];
    this.head = -1;
  }

  /** Give back what the desk has lost and this phone has, under the same ids. */
  async giveBack() {
    const { from, mine, fids } = this.lost;
    await outbox.givenBack(this.id, from, mine, new Map(fids));
    await this.found();
  }

  /** The person leaves it at what the desk has. */
  async letGo() {
    await outbox.letGo(this.id, this.lost.mine);
    await this.found();
    await this.refresh();
  }

  /** It is decided what becomes of what was lost. */
  async found() {
    this.lost = null;
    this.told = false;
    await this.remember();
    await this.reload();
    await this.sender.retry();
  }

  /** @param {string} name @param {any} data */
  async event(name, data) {
    if (typeof data?.now_ms === "number" && this.row?.begun_ms) this.clock.tick(this.row.begun_ms + data.now_ms);
    if (name === "fact") await this.adopt({ head: data.view?.head ?? data.line.seq, view: data.view, story: [...(data.changed ?? []), data.line] });
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
    const row = { ...(this.row ?? { id: this.id, opened_ms: Date.now() }), head: this.head, view: this.base, story: this.story, snapshots: this.snapshots, lost: this.lost, role: this.role, touched_ms: Date.now(), lang: document.documentElement.lang };
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
   * @param {import("./app.js").About} about
   * @returns {Promise<boolean>}
   */
  async record(fact, { words, undoes, by = "scorer", source = "stated", both_agree, at_ms, made }) {
    const entry = {
      fid: outbox.newFid(),
      game: this.id,
      seen: Math.max(this.view?.head ?? this.head, 0), // what the person has seen, which may be less than what has come
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
    made?.(entry.fid);
    return this.keep(entry);
  }

  /** @param {any} entry */
  async keep(entry) {
    this.drawn = [...this.drawn, entry];
    this.show();
    try {
      await outbox.keep(entry);
    } catch (wrong) {
      this.drawn = this.drawn.filter((one) => one.fid !== entry.fid);
      this.unkept = [...this.unkept, { entry, why: /** @type {Error} */ (wrong).name }];
      this.show();
      return false;
    }
    this.latest = entry.fid;
    this.landed.add(entry.fid);
    await this.reload();
    this.sender.kick();
    return true;
  }

  /** The fid of this phone's proposal before the next one. @returns {string|null} */
  previous() {
    return this.drawn.at(-1)?.fid ?? this.pending.at(-1)?.fid ?? this.latest ?? null;
  }

  /** The last tap that was kept. @type {string|null} */
  latest = null;

  /** Try to keep again what was not kept: the same entries, of the same time. */
  async keepAgain() {
    const again = this.unkept;
    this.unkept = [];
    for (const { entry } of again) await this.keep(entry);
  }

  /** Is there an entry of this id, here or in the story? @param {string} fid */
  has(fid) {
    return this.places.has(fid) || [...this.pending, ...this.drawn].some((entry) => entry.fid === fid);
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
    if (this.unkept.length) return { state: "unkept", n: this.unkept.length };
    if (!this.base && !n) return { state: "looking", n };
    if (this.drawn.length) return { state: "keeping", n }; // on the screen, and not yet on the disk
    if (this.lost || this.pending.some((entry) => entry.state !== "kept") || this.broken.length) return { state: "choose", n };
    if (this.sender.sending.size && !this.sender.failures) return { state: "sending", n };
    if (this.row?.unsent) return { state: "kept", n: Math.max(n, 1) }; // the game itself is only here
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
