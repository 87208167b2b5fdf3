// The games: what this phone keeps, what is played on this desk.

import { button, fill, make, tell } from "./dom.js";
import { desk } from "./exchange.js";
import { readAll } from "./idb.js";
import { onChange } from "./outbox.js";
import { t } from "./words.js";

const AGAIN_MS = 15_000;

export async function page() {
  const games = new Games();
  await games.begin();
}

class Games {
  constructor() {
    /** @type {any[]} */
    this.boards = [];
    this.answered = false;
    this.here = make("ul", { class: "games" });
    this.there = make("ul", { class: "games" });
    this.quiet = make("p", { class: "quiet", role: "status" });
    const title = make("h1", { class: "mid", text: t("desk.games.title") });
    const fresh = button(t("desk.games.new"), () => location.assign("/new"), { class: "pri" });
    const join = button(t("desk.games.join"), () => location.assign("/join"));
    fill(/** @type {Element} */ (document.getElementById("header")), join, title, fresh);
    const work = /** @type {HTMLElement} */ (document.getElementById("work"));
    this.again = make("div", { class: "stack" });
    this.mine = make("section", { class: "stack" }, make("h2", { text: t("desk.games.here") }), this.here, this.again);
    work.className = "page";
    fill(work, this.mine, make("section", { class: "stack" }, make("h2", { text: t("desk.games.there") }), this.there, this.quiet));
    const settings = make("a", { class: "button", href: "/settings", text: t("desk.shell.menu.settings") });
    const lang = document.documentElement.lang;
    const link = (/** @type {string} */ href, /** @type {string} */ key) => make("a", { class: "button", href: `${href}?lang=${lang}`, text: t(key) });
    work.append(make("nav", { class: "two" }, settings, link("/rulebook", "desk.shell.menu.rulebook"), link("/table", "desk.games.table"), link("/tv", "desk.games.tv")));
  }

  async begin() {
    onChange(() => this.kept());
    document.addEventListener("visibilitychange", () => document.hidden || this.ask());
    await this.kept();
    await this.ask();
    setInterval(() => document.hidden || this.ask(), AGAIN_MS);
  }

  /** Ask the desk what is played there. */
  async ask() {
    const reply = await desk(`/api/games?lang=${document.documentElement.lang}`);
    this.answered = reply.status === 200;
    if (this.answered) this.boards = reply.body.games;
    tell(this.quiet, this.answered ? (this.boards.length ? "" : t("desk.games.none_there")) : t("desk.games.no_desk"));
    await this.kept();
    this.show();
  }

  /** Games of this phone; those with something unsent first. */
  async kept() {
    const rows = (await readAll("games").catch(() => [])).filter((row) => typeof row?.id === "string");
    const unsent = new Map();
    for (const entry of await readAll("outbox").catch(() => [])) if (entry?.game) unsent.set(entry.game, [...(unsent.get(entry.game) ?? []), entry]);
    this.rows = rows.sort((a, b) => Number(unsent.has(b.id) || b.unsent) - Number(unsent.has(a.id) || a.unsent) || b.touched_ms - a.touched_ms);
    this.mine.hidden = !rows.length;
    fill(this.here, ...this.rows.map((row) => this.card(row, unsent.get(row.id) ?? [])));
    const last = this.rows.find((row) => row.setup || row.view);
    fill(this.again, last ? button(t("desk.games.again"), () => location.assign(`/new?again=${last.id}`)) : null);
  }

  /** @param {any} row @param {any[]} unsent */
  card(row, unsent) {
    const view = row.view ?? {};
    const waits = unsent.length || row.unsent;
    const names = ["A", "B"].map((side) => view.teams?.[side]?.name ?? side).join(" – ");
    const score = view.score ? `${view.score.A}–${view.score.B}` : "";
    const left = waits ? this.until(unsent) : null;
    return make(
      "li",
      { class: `card${waits ? " loud" : ""}` },
      make("strong", { text: `${waits ? "▲" : "●"} ${names}` }),
      make("span", { text: `${score} · ${view.closed ? t("desk.games.closed") : t("desk.games.chapter", { n: view.chapter ?? 1 })}` }),
      waits ? make("span", { text: unsent.length ? t("desk.games.unsent", { n: unsent.length }) : t("desk.games.unsent_game") }) : null,
      left,
      make("a", { class: "button", href: `/play/${row.id}`, text: t("desk.games.open", { game: names }) }),
    );
  }

  /** Some browsers forget pages that nobody visits for a week. @param {any[]} unsent */
  until(unsent) {
    if (matchMedia("(display-mode: standalone)").matches || !unsent.length) return null;
    const week = Math.min(...unsent.map((entry) => entry.wall_ms)) + 7 * 86_400_000;
    return make("small", { text: t("desk.games.send_before", { date: new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" }).format(week) }) });
  }

  show() {
    const mine = new Set(this.rows?.map((row) => row.id));
    const others = this.boards.filter((board) => !mine.has(board.id) || board.called_ms).sort((a, b) => Number(Boolean(b.called_ms)) - Number(Boolean(a.called_ms)));
    fill(this.there, ...others.map((board) => this.board(board)));
  }

  /** @param {any} board */
  board(board) {
    const names = ["A", "B"].map((side) => `${side === "A" ? "●" : "◎"} ${board.teams[side].name ?? side}`).join(" – ");
    const may = board.role !== "viewer";
    return make(
      "li",
      { class: "card" },
      board.called_ms ? make("b", { class: "called", text: t("desk.happened.flag") }) : null,
      make("strong", { text: board.example ? t("desk.games.example", { game: names }) : names }),
      make("span", { text: `${board.score.A}–${board.score.B} · ${board.closed ? t("desk.games.closed") : board.line ?? ""}` }),
      make("a", { class: "button", href: may ? `/play/${board.id}` : `/g/${board.id}`, text: t(may ? "desk.games.open" : "desk.games.watch", { game: names }) }),
    );
  }
}

