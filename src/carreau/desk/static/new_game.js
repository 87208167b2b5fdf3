// A new game: what is played, by which book, who plays. It begins on this phone; the desk hears of it when it can.
// What there is to choose, what does not go together and why, and the book's numbers come as data from the desk.

import { digest } from "./app.js";
import { button, fill, make, tell } from "./dom.js";
import { desk } from "./exchange.js";
import { begin, persist } from "./game.js";
import { randomId, read } from "./idb.js";
import { Readings } from "./new_readings.js";
import { choose, device, prefs } from "./prefs.js";
import { sheet } from "./sheet.js";
import { has, t } from "./words.js";

const SIDES = /** @type {("A"|"B")[]} */ (["A", "B"]);
const SPORTS = ["petanque", "five_pins", "cochonnet"];

export async function page() {
  sheet("new_game.css");
  const lang = document.documentElement.lang;
  const books = await (await fetch(`/setups/${lang}.json?d=${digest}`)).json();
  const wizard = new Wizard(books);
  await wizard.begin();
}

class Wizard {
  /** @param {Record<string, any>} books */
  constructor(books) {
    this.books = books;
    const last = prefs.new_game ?? {};
    /** @type {string} */
    this.rulebook = books[last.rulebook] ? last.rulebook : "fipjp-2016";
    /** The option chosen for each question, by rulebook. @type {Record<string, Record<string, string>>} */
    this.chosen = last.chosen ?? {};
    /** @type {Record<string, Record<string, string>>} */
    this.readings = last.readings ?? {};
    this.names = { A: "", B: "" };
    /** @type {Record<string, string>} */
    this.people = {};
    this.terrain = "";
    this.hidden = false;
    /** The game that this form begins, however often Start is pressed. */
    this.id = randomId(8);
    this.starting = false;
    /** @type {Set<string>} what is open */
    this.open = new Set();
  }

  get book() {
    return this.books[this.rulebook];
  }

  /** @returns {Record<string, string>} */
  get options() {
    return (this.chosen[this.rulebook] ??= {});
  }

  async begin() {
    const again = new URLSearchParams(location.search).get("again");
    const row = again ? await read("games", again).catch(() => null) : null;
    if (row?.view) this.repeat(row);
    this.build();
  }

  /** The same teams once more; where the book asks who lost, it is known. @param {any} row */
  repeat(row) {
    for (const side of SIDES) this.names[side] = row.setup?.sides?.[side]?.name ?? "";
    this.people = { ...(row.people ?? {}) };
    if (this.books[row.view.book]) this.rulebook = row.view.book;
    const winner = row.view.winner;
    if (winner && this.question("previous")) this.options.previous = winner === "A" ? "B" : "A";
  }

  /** @param {string} name */
  question(name) {
    return this.book.choices.find((/** @type {any} */ one) => one.name === name);
  }

  // --- the page ----------------------------------------------------------------------------------

  build() {
    const header = /** @type {Element} */ (document.getElementById("header"));
    fill(header, button(t("desk.shell.close"), () => location.assign("/")), make("h1", { class: "mid", text: t("desk.new.title") }), make("span"));
    const work = /** @type {HTMLElement} */ (document.getElementById("work"));
    work.className = "page new";
    this.numbers = make("p", { class: "numbers" });
    this.wrong = make("p", { class: "say stop", role: "alert", hidden: true });
    this.starts = button(t("desk.new.start"), () => this.start(), { class: "pri big" });
    const game = make("section", { class: "stack" }, make("h2", { text: t("desk.new.what") }), this.sports(), this.rulebooks(), ...this.questions(true), this.more());
    const teams = make("section", { class: "stack" }, make("h2", { text: t("desk.new.who") }), ...SIDES.map((side) => this.team(side)), this.hide());
    fill(work, make("div", { class: "columns" }, game, teams), make("div", { class: "foot stack" }, this.numbers, this.wrong, this.starts));
    this.judge();
  }

  /** Build again; the control that was used keeps the focus. */
  again() {
    const active = /** @type {any} */ (document.activeElement);
    const name = active?.name ?? active?.dataset?.name ?? "";
    this.build();
    if (name) /** @type {HTMLElement|null} */ (document.querySelector(`[name="${name}"]:checked, select[name="${name}"], input[name="${name}"]:not([type]), [data-name="${name}"]`))?.focus();
  }

  sports() {
    const here = SPORTS.filter((sport) => this.booksOf(sport).length);
    const chosen = this.book.sport;
    const group = make("div", { class: "seg", role: "group", "aria-label": t("desk.new.sport") });
    for (const sport of here) {
      const press = () => {
        this.rulebook = this.booksOf(sport)[0];
        this.again();
      };
      group.append(button(t(`desk.new.sport.${sport}`), press, { "aria-pressed": String(sport === chosen), many: true, data: { name: `sport-${sport}` } }));
    }
    return group;
  }

  /** @param {string} sport */
  booksOf(sport) {
    return Object.keys(this.books).filter((id) => this.books[id].sport === sport);
  }

  rulebooks() {
    const ids = this.booksOf(this.book.sport);
    const notice = has(`desk.new.notice.${this.rulebook}`) ? make("p", { class: "quiet", text: t(`desk.new.notice.${this.rulebook}`) }) : null;
    if (ids.length < 2) return make("p", {}, make("strong", { text: t(`desk.book.${this.rulebook}`) }), notice);
    return this.select("rulebook", t("desk.new.rulebook"), ids.map((id) => ({ id, label: t(`desk.book.${id}`), no: null })), this.rulebook, (id) => {
      this.rulebook = id;
      this.again();
    });
  }

  /** @param {boolean} first */
  questions(first) {
    return this.book.choices.filter((/** @type {any} */ choice) => choice.first === first).map((/** @type {any} */ choice) => this.ask(choice));
  }

  /** One question; what would be refused with the rest as it is can't be chosen, and says by which row. @param {any} choice */
  ask(choice) {
    const now = this.option(choice).id;
    const offered = choice.options.map((/** @type {any} */ { id }) => ({ id, label: this.label(choice, id), no: id === now ? null : this.refused({ ...this.all(), [choice.name]: id }, choice.name) }));
    const take = (/** @type {string} */ id) => {
      this.options[choice.name] = id;
      this.again();
    };
    const title = t(`desk.new.${choice.name}`);
    if (choice.free) return this.typed(choice, title, take);
    if (choice.name === "detail" || choice.options.length === 2) return this.radios(choice.name, title, offered, now, take);
    return this.select(choice.name, title, offered, now, take);
  }

  /** @param {any} choice @param {string} id */
  label(choice, id) {
    for (const own of [`desk.new.${choice.name}.${id}`, `desk.${choice.name}.${id}`]) if (has(own)) return t(own);
    const [n, ends] = id.split("+").map(Number);
    return t(`desk.new.${choice.name}.n`, { points: n, n: ends ?? n, minutes: n, players: n });
  }

  /** @param {string} name @param {string} title @param {any[]} offered @param {string} now @param {(id: string) => void} take */
  select(name, title, offered, now, take) {
    const select = /** @type {HTMLSelectElement} */ (make("select", { name }));
    for (const { id, label, no } of offered) select.append(make("option", { value: id, selected: id === now, disabled: Boolean(no) }, no ? `${label} — ${rows(no)}` : label));
    select.addEventListener("change", () => take(select.value));
    return make("div", { class: "asked" }, make("label", {}, title, select), this.reasons(offered));
  }

  /** @param {string} name @param {string} title @param {any[]} offered @param {string} now @param {(id: string) => void} take */
  radios(name, title, offered, now, take) {
    const group = make("fieldset", { class: "asked" }, make("legend", { text: title }));
    for (const { id, label, no } of offered) {
      const input = /** @type {HTMLInputElement} */ (make("input", { type: "radio", name, value: id, checked: id === now, disabled: Boolean(no) }));
      input.addEventListener("change", () => take(id));
      group.append(make("label", { class: "tick" }, input, no ? `${label} — ${rows(no)}` : label));
    }
    group.append(this.reasons(offered) ?? "");
    return group;
  }

  /** A number that has to be said, with the usual ones to pick. @param {any} choice @param {string} title @param {(id: string) => void} take */
  typed(choice, title, take) {
    const list = make("datalist", { id: `usual-${choice.name}` }, ...choice.options.filter((/** @type {any} */ one) => /^\d+$/.test(one.id)).map((/** @type {any} */ one) => make("option", { value: one.id })));
    const input = /** @type {HTMLInputElement} */ (make("input", { name: choice.name, inputmode: "numeric", pattern: "[0-9]*", maxlength: "4", autocomplete: "off", list: `usual-${choice.name}`, "aria-required": "true" }));
    const now = this.options[choice.name] ?? "";
    input.value = /^\d+$/.test(now) ? now : "";
    input.addEventListener("input", () => {
      const typed = input.value.trim();
      this.options[choice.name] = /^[1-9]\d*$/.test(typed) ? typed : choice.options[0].id;
      this.judge();
    });
    return make("div", { class: "asked" }, make("label", {}, title, input), list);
  }

  /** Each reason once, under the question. @param {any[]} offered */
  reasons(offered) {
    const said = [...new Map(offered.filter((one) => one.no).map((one) => [one.no.say, one])).values()];
    return said.length ? make("ul", { class: "reasons" }, ...said.map(({ no }) => make("li", {}, no.say, " ", make("small", { text: rows(no) })))) : null;
  }

  more() {
    const inside = [...this.questions(false), this.book.sport === "petanque" ? this.text("terrain", t("desk.new.terrain"), this.terrain, (text) => (this.terrain = text)) : null, this.openQuestions()];
    return this.folded("more", t("desk.new.more"), inside);
  }

  /** The open questions of the edition, with the answers that this game takes. */
  openQuestions() {
    const mine = (this.readings[this.rulebook] ??= {});
    const list = new Readings(this.rulebook, mine, () => this.badge());
    this.changed = make("span", { class: "badge" });
    this.badge();
    const summary = make("summary", {}, t("desk.new.readings", { n: this.book.open }), " ", this.changed);
    const details = make("details", { data: { name: "readings" } }, summary, list.at);
    if (this.open.has("readings")) details.setAttribute("open", "");
    details.addEventListener("toggle", () => {
      this.remember("readings", details);
      if (/** @type {HTMLDetailsElement} */ (details).open) list.load(digest);
    });
    return details;
  }

  badge() {
    const n = Object.keys(this.readings[this.rulebook] ?? {}).length;
    if (this.changed) tell(this.changed, n ? t("desk.new.readings_changed", { n }) : "");
  }

  /** @param {string} name @param {string} title @param {any[]} inside */
  folded(name, title, inside) {
    const details = make("details", { data: { name } }, make("summary", { text: title }), make("div", { class: "stack" }, ...inside));
    if (this.open.has(name)) details.setAttribute("open", "");
    details.addEventListener("toggle", () => this.remember(name, details));
    return details;
  }

  /** @param {string} name @param {HTMLElement} details */
  remember(name, details) {
    if (/** @type {HTMLDetailsElement} */ (details).open) this.open.add(name);
    else this.open.delete(name);
  }

  /** @param {string} name @param {string} title @param {string} value @param {(text: string) => void} take */
  text(name, title, value, take) {
    const input = /** @type {HTMLInputElement} */ (make("input", { maxlength: "40", autocomplete: "off", name }));
    input.value = value;
    input.addEventListener("input", () => take(input.value.trim()));
    return make("label", {}, title, input);
  }

  /** @param {"A"|"B"} side */
  team(side) {
    const n = side === "A" ? 1 : 2;
    const sign = side === "A" ? "●" : "◎";
    const name = this.text(side, `${sign} ${t(this.book.sport === "five_pins" ? "desk.new.player" : "desk.new.team", { n })}`, this.names[side], (text) => (this.names[side] = text));
    const players = this.players();
    if (!players) return name;
    const inside = Array.from({ length: players }, (_, k) => {
      const id = `${side}${k + 1}`;
      return this.text(id, t("desk.new.player", { n: k + 1 }), this.people[id] ?? "", (text) => (this.people[id] = text));
    });
    return make("div", { class: "stack" }, name, this.folded(`players-${side}`, t("desk.new.players_of", { side: `${sign}` }), inside));
  }

  /** How many players a side has, where they can be named. */
  players() {
    const format = this.question("format");
    if (format) return this.book.formats[this.option(format).id]?.players ?? 0;
    const players = this.question("players");
    return players ? Number(this.option(players).id) || 0 : 0;
  }

  hide() {
    const box = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", name: "hidden" }));
    box.checked = this.hidden;
    box.addEventListener("change", () => (this.hidden = box.checked));
    return make("div", {}, make("label", { class: "tick" }, box, t("desk.new.hide_names")), make("p", { class: "quiet", text: t("desk.new.who_sees") }));
  }

  // --- what was chosen ---------------------------------------------------------------------------

  /** @param {any} choice */
  option(choice) {
    const id = this.options[choice.name];
    const found = choice.options.find((/** @type {any} */ one) => one.id === id);
    if (found) return found;
    return choice.free && /^\d+$/.test(id ?? "") ? { id, sets: { [choice.free]: Number(id) } } : choice.options[0];
  }

  /** The option of each question. @returns {Record<string, string>} */
  all() {
    return Object.fromEntries(this.book.choices.map((/** @type {any} */ choice) => [choice.name, this.option(choice).id]));
  }

  /**
   * Why a game with these options is none of this book; null if it is one.
   * @param {Record<string, string>} options @param {string} [about] only for a reason that this question has part in
   */
  refused(options, about) {
    const fits = (/** @type {any} */ no) => no.when.every((/** @type {string[]} */ [name, id]) => options[name] === id);
    return this.book.no.find((/** @type {any} */ no) => fits(no) && (!about || no.when.some((/** @type {string[]} */ [name]) => name === about))) ?? null;
  }

  /** The book's numbers for this game, and whether it can begin. */
  judge() {
    const all = this.all();
    const lines = this.book.numbers.filter((/** @type {any} */ one) => one.when.every((/** @type {string[]} */ [name, id]) => all[name] === id));
    const format = all.format ? t(`desk.format.${all.format}`) : "";
    if (this.numbers) tell(this.numbers, [t(`desk.book.${this.rulebook}`), format, ...lines.map((/** @type {any} */ one) => one.text)].filter(Boolean).join(" · "));
    const no = this.refused(all);
    this.refuse(no ? `${no.say} ${rows(no)}` : "");
    return no;
  }

  /** @param {string} text */
  refuse(text) {
    if (!this.wrong) return;
    this.wrong.hidden = !text;
    tell(this.wrong, text);
  }

  setup() {
    const parts = this.book.choices.map((/** @type {any} */ choice) => this.option(choice).sets);
    const setup = merged({ kind: "GameSetUp", version: 1, rulebook: this.rulebook }, ...parts);
    for (const side of SIDES) if (this.names[side]) setup.sides = merged(setup.sides ?? {}, { [side]: { name: this.names[side] } });
    if (this.terrain) setup.terrain = { ...setup.terrain, id: this.terrain };
    const readings = this.readings[this.rulebook] ?? {};
    if (Object.keys(readings).length) setup.readings = readings;
    const n = this.players();
    if (n && Object.keys(this.persons()).length) {
      const players = (/** @type {string} */ side) => ({ players: Array.from({ length: n }, (_, k) => ({ id: `${side}${k + 1}` })) });
      setup.sides = merged(setup.sides ?? {}, Object.fromEntries(SIDES.map((side) => [side, players(side)])));
    }
    return setup;
  }

  /** The names of those who play in this format. @returns {Record<string, string>} */
  persons() {
    const n = this.players();
    return Object.fromEntries(Object.entries(this.people).filter(([id, name]) => name && Number(id.slice(1)) <= n));
  }

  async start() {
    if (this.starting) return;
    if (this.judge()) return this.wrong?.scrollIntoView({ block: "center" });
    this.starting = true;
    await this.begun().finally(() => (this.starting = false));
  }

  async begun() {
    await choose("new_game", { rulebook: this.rulebook, chosen: this.chosen, readings: this.readings }).catch(() => null);
    const setup = this.setup();
    const people = this.persons();
    const { id } = this;
    const now = Date.now();
    const row = { id, setup, people, names_hidden: this.hidden, begun_ms: now, opened_ms: now, touched_ms: now, unsent: true, role: "scorer", head: 0, view: this.first(setup), story: [] };
    persist();
    const body = { id, setup, people, at_ms: now, device, names: this.hidden ? "hidden" : "teams" };
    const reply = await desk(`/api/games?lang=${document.documentElement.lang}`, { body });
    if (reply.status === 409) this.id = randomId(8); // it was begun before, and with something else
    if (reply.status >= 400 && reply.status < 500) return this.refuse(reply.body?.say ?? String(reply.status));
    const there = reply.status === 200 || reply.status === 201;
    try {
      await begin({ ...row, unsent: !there, begun_ms: reply.body?.begun_ms ?? row.begun_ms });
    } catch {
      if (!there) return this.refuse(t("desk.shell.not_kept", { what: t("desk.new.title") }));
    }
    location.assign(`/play/${id}`);
  }

  /** What is shown of a game that the desk has not seen. @param {any} setup */
  first(setup) {
    const boules = this.boules(setup);
    return {
      sport: this.book.sport,
      book: this.rulebook,
      detail: setup.detail ?? "boules",
      umpire: Boolean(setup.umpire),
      head: 0,
      teams: Object.fromEntries(SIDES.map((side, n) => [side, { name: setup.sides?.[side]?.name ?? t(this.book.sport === "five_pins" ? "desk.new.player" : "desk.new.team", { n: n + 1 }) }])),
      players: this.persons(),
      score: { A: 0, B: 0 },
      target: setup.target ?? setup.distance ?? this.book.target,
      chapter: 0,
      end: 1,
      status: { text: t("desk.new.begins"), art: null, rows: [], seq: null },
      turn: null,
      phase: "draw",
      asks: "draw",
      last: null,
      again: null,
      question: null,
      likely: [],
      legal: [{ kind: "DrawWon", fields: {} }, { kind: "EndCounted", fields: {} }],
      most: boules ? { A: boules, B: boules } : null,
      clocks: [],
      place: null,
      closed: false,
      winner: null,
    };
  }

  /** @param {any} setup */
  boules(setup) {
    const format = this.book.formats[setup.format];
    return format ? format.players * format.boules : null;
  }
}

/** The articles of a refusal, for people. @param {any} no */
function rows(no) {
  return t("desk.board.article", { article: no.rows.map((/** @type {string} */ row) => row.slice(row.indexOf("/") + 1)).join(", ") });
}

/** Fields laid over one another; objects are merged. @param {...any} parts */
function merged(...parts) {
  /** @type {any} */
  const whole = {};
  const isMap = (/** @type {any} */ value) => value && typeof value === "object" && !Array.isArray(value);
  for (const part of parts) for (const [name, value] of Object.entries(part)) whole[name] = isMap(whole[name]) && isMap(value) ? merged(whole[name], value) : value;
  return whole;
}
