// A new game: what is played, by which book, who plays. It begins on this phone; the desk hears of it when it can.

import { button, fill, make } from "./dom.js";
import { desk } from "./exchange.js";
import { begin, persist } from "./game.js";
import { randomId, read } from "./idb.js";
import { choose, device, prefs } from "./prefs.js";
import { t } from "./words.js";

export async function page() {
  const wizard = new Wizard(await (await fetch("/books.json")).json());
  await wizard.begin();
}

class Wizard {
  /** @param {Record<string, any>} books */
  constructor(books) {
    this.books = books;
    const { rulebook = "fipjp-2016", format = "triples", target = 13, detail = "ends" } = prefs.new_game ?? {};
    this.chosen = { rulebook, format, target, detail };
    this.names = { A: "", B: "" };
  }

  async begin() {
    const again = new URLSearchParams(location.search).get("again");
    const row = again ? await read("games", again).catch(() => null) : null;
    if (row?.view) for (const side of /** @type {("A"|"B")[]} */ (["A", "B"])) this.names[side] = row.view.teams[side].name ?? "";
    this.build();
  }

  build() {
    const header = /** @type {Element} */ (document.getElementById("header"));
    fill(header, button(t("desk.shell.close"), () => location.assign("/")), make("h1", { class: "mid", text: t("desk.new.title") }), make("span"));
    const work = /** @type {HTMLElement} */ (document.getElementById("work"));
    work.className = "page";
    const book = this.books[this.chosen.rulebook];
    const formats = Object.keys(book.formats);
    fill(
      work,
      this.pick("rulebook", Object.keys(this.books), (id) => t(`desk.book.${id}`)),
      formats.length ? this.pick("format", formats, (id) => t(`desk.format.${id}`)) : null,
      book.targets.length ? this.pick("target", book.targets, (points) => t("desk.new.to", { points })) : null,
      formats.length ? this.pick("detail", ["ends", "boules"], (id) => t(`desk.detail.${id}`)) : null,
      ...["A", "B"].map((side) => this.name(/** @type {"A"|"B"} */ (side))),
      (this.wrong = make("p", { class: "say stop", role: "alert", hidden: true })),
      button(t("desk.new.start"), () => this.start(), { class: "pri big" }),
    );
  }

  /** @param {string} name @param {any[]} values @param {(value: any) => string} label */
  pick(name, values, label) {
    const chosen = /** @type {any} */ (this.chosen);
    if (!values.includes(chosen[name])) chosen[name] = values[0];
    const select = /** @type {HTMLSelectElement} */ (make("select", { name }));
    for (const value of values) select.append(make("option", { value: String(value), selected: value === chosen[name] }, label(value)));
    select.addEventListener("change", () => {
      chosen[name] = values[select.selectedIndex];
      this.build();
    });
    return make("label", {}, t(`desk.new.${name}`), select);
  }

  /** @param {"A"|"B"} side */
  name(side) {
    const input = /** @type {HTMLInputElement} */ (make("input", { maxlength: "40", autocomplete: "off", name: side }));
    input.value = this.names[side];
    input.addEventListener("input", () => (this.names[side] = input.value.trim()));
    return make("label", {}, `${side === "A" ? "●" : "◎"} ${t("desk.new.team", { n: side === "A" ? 1 : 2 })}`, input);
  }

  setup() {
    const { rulebook, format, target, detail } = this.chosen;
    const book = this.books[rulebook];
    const sides = Object.fromEntries(Object.entries(this.names).filter(([, name]) => name).map(([side, name]) => [side, { name }]));
    const setup = { kind: "GameSetUp", version: 1, rulebook, sides };
    if (book.sport !== "petanque") return setup;
    const short = target !== book.targets[0] ? { target, stage: "league" } : {};
    return { ...setup, format, detail, umpire: false, ...short };
  }

  async start() {
    await choose("new_game", this.chosen).catch(() => null);
    const setup = this.setup();
    const id = randomId(8);
    const row = { id, setup, people: {}, begun_ms: Date.now(), opened_ms: Date.now(), touched_ms: Date.now(), unsent: true, role: "scorer", head: 0, view: this.first(setup), story: [] };
    persist();
    const reply = await desk(`/api/games?lang=${document.documentElement.lang}`, { body: { id, setup, people: {}, at_ms: row.begun_ms, device } });
    if (reply.status >= 400 && reply.status < 500) return this.refused(reply.body?.say ?? String(reply.status));
    const there = reply.status === 200 || reply.status === 201;
    try {
      await begin({ ...row, unsent: !there, begun_ms: reply.body?.begun_ms ?? row.begun_ms });
    } catch {
      if (!there) return this.refused(t("desk.shell.not_kept", { what: t("desk.new.title") }));
    }
    location.assign(`/play/${id}`);
  }

  /** @param {string} text */
  refused(text) {
    if (!this.wrong) return;
    this.wrong.hidden = false;
    this.wrong.textContent = text;
  }

  /** What is shown of a game that the desk has not seen. @param {any} setup */
  first(setup) {
    const book = this.books[setup.rulebook];
    const boules = book.formats[setup.format]?.boules ?? null;
    return {
      sport: book.sport,
      book: setup.rulebook,
      detail: setup.detail ?? "boules",
      umpire: false,
      head: 0,
      teams: Object.fromEntries(["A", "B"].map((side) => [side, { name: setup.sides[side]?.name ?? t("desk.new.team", { n: side === "A" ? 1 : 2 }) }])),
      players: {},
      score: { A: 0, B: 0 },
      target: setup.target ?? book.targets[0] ?? null,
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
}
