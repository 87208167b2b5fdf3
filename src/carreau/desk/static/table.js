// The control table goes on by itself; a click on a heading sorts, calls for the umpire stay on top.

import { Age } from "./age.js";
import { part } from "./face.js";
import { t, use } from "./words.js";

const AGAIN_MS = 10_000;
const LATE_S = 120;

const state = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("state")).textContent ?? "{}");
use(state.words);
const lang = document.documentElement.lang;
const age = new Age(part(document, "age"));
/** @type {any[]} */
let games = state.games;
let offset = state.wall_ms - Date.now();
let by = "";
let down = false;

/** What a column is sorted by. @type {Record<string, (game: any) => any>} */
const VALUES = {
  place: (game) => game.place ?? "~",
  game: (game) => game.teams.A.name,
  score: (game) => Math.max(game.score.A, game.score.B),
  chapter: (game) => game.chapter,
  minutes: (game) => game.minutes,
  entry: (game) => -game.entry_ms,
  heard: (game) => -(game.heard_ms ?? 0),
  unsent: (game) => game.unsent,
};

/** @param {string} tag @param {string} text @param {string} [kind] */
function cell(tag, text, kind = "") {
  return Object.assign(document.createElement(tag), { textContent: text, className: kind });
}

/** How long ago, in words. @param {number|null} ms */
function ago(ms) {
  if (ms === null) return "–";
  const s = Math.max(0, Math.round((Date.now() + offset - ms) / 1000));
  return s < 120 ? t("desk.control.seconds", { n: s }) : t("desk.control.minutes_ago", { n: Math.round(s / 60) });
}

/** @param {any} game */
function row(game) {
  const made = document.createElement("tr");
  made.className = game.called_ms ? "called" : "";
  const name = cell("th", `${game.called_ms ? `⚑ ${t("desk.control.called")} ` : ""}● ${game.teams.A.name} – ◎ ${game.teams.B.name}`);
  name.setAttribute("scope", "row");
  const late = !game.closed && game.heard_ms !== null && Date.now() + offset - game.heard_ms > LATE_S * 1000;
  const link = Object.assign(document.createElement("a"), { className: "button", href: `/g/${game.id}?lang=${lang}`, textContent: t("desk.control.open") });
  link.setAttribute("aria-label", `${t("desk.control.open")}: ${game.teams.A.name} – ${game.teams.B.name}`);
  const last = document.createElement("td");
  last.append(link);
  made.append(cell("td", game.place ?? "–"), name, cell("td", `${game.score.A}–${game.score.B}`, "n"), cell("td", game.closed ? t("desk.control.closed") : game.chapter), cell("td", String(game.minutes), "n"), cell("td", ago(game.entry_ms), "n"), cell("td", ago(game.heard_ms), late ? "n late" : "n"), cell("td", game.unsent ? String(game.unsent) : "", game.unsent ? "n late" : "n"), last);
  return made;
}

function draw() {
  const value = VALUES[by];
  const order = (/** @type {any} */ a, /** @type {any} */ b) => {
    if (Boolean(a.called_ms) !== Boolean(b.called_ms)) return a.called_ms ? -1 : 1;
    if (!value) return 0;
    const [x, y] = [value(a), value(b)];
    return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
  };
  const rows = part(document, "rows");
  const focused = /** @type {HTMLElement|null} */ (document.activeElement)?.getAttribute("href");
  if (games.length) rows?.replaceChildren(...[...games].sort(order).map(row));
  if (focused) /** @type {HTMLElement|null} */ (rows?.querySelector(`a[href="${focused}"]`))?.focus();
}

for (const head of document.querySelectorAll("[data-sort]")) {
  const name = /** @type {HTMLElement} */ (head).dataset.sort ?? "";
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: head.textContent });
  made.addEventListener("click", () => {
    down = by === name && !down;
    by = name;
    for (const other of document.querySelectorAll("[data-sort]")) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    draw();
  });
  head.replaceChildren(made);
}

async function again() {
  const reply = await fetch(`/api/desk/table?lang=${lang}`, { cache: "no-store", signal: AbortSignal.timeout(8000) }).catch(() => null);
  age.set(Boolean(reply?.ok));
  if (!reply?.ok) return;
  const said = await reply.json();
  games = said.games;
  offset = said.wall_ms - Date.now();
  age.hear();
  draw();
}

draw();
age.set(true);
setInterval(again, AGAIN_MS);
document.addEventListener("visibilitychange", () => document.hidden || again());
