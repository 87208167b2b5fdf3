// The public page of a game: what the desk has written goes on by itself, and says how old it is.

import { Age } from "./age.js";
import { face, part, put, shows } from "./face.js";
import { Stream } from "./stream.js";
import { t, time, use } from "./words.js";

const state = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("state")).textContent ?? "{}");
use(state.words);
const lang = document.documentElement.lang;
const age = new Age(part(document, "age"));
const began = state.board.head;
let board = state.board;
let offset = state.now_ms - Date.now();

/** @param {any} fresh */
function show(fresh) {
  if (!fresh || fresh.head < board.head) return;
  board = fresh;
  face(document.querySelector("main") ?? document, board);
  for (const name of ["A", "B"]) {
    put(document, `name-${name}`, board.teams[name].name);
    put(document, `score-${name}`, String(board.score[name]));
  }
  document.title = document.title.replace(/\d+–\d+/, `${board.score.A}–${board.score.B}`);
  document.querySelector(".why")?.setAttribute("href", `/g/${board.id}/story?lang=${lang}#e${board.head}`);
  news();
}

/** The story does not move under a reader's eyes: a link says how much is new. */
function news() {
  const at = part(document, "news");
  if (!at) return;
  at.hidden = board.head <= began;
  put(document, "news-link", t("desk.board.news", { n: board.head - began }));
}

/** The hours in the reader's own time. */
for (const at of document.querySelectorAll("time[datetime]")) at.textContent = time(Date.parse(at.getAttribute("datetime") ?? ""));

const clock = part(document, "clock");
if (clock) setInterval(() => put(document, "clock", shows(board.clock, Date.now() + offset)), 250);

new Stream({
  address: () => `/api/games/${board.id}/events?c=board&lang=${lang}`,
  refresh: async () => {
    const reply = await fetch(`/api/games/${board.id}/board?lang=${lang}`, { cache: "no-store", signal: AbortSignal.timeout(8000) }).catch(() => null);
    if (!reply?.ok) return false;
    const { board: fresh, now_ms } = await reply.json();
    offset = now_ms - Date.now();
    age.hear();
    show(fresh);
    return true;
  },
  event: (name, data) => {
    age.hear();
    if (name === "tick") offset = data.now_ms - Date.now();
    if (name === "board") show(data);
  },
  state: (live) => age.set(live),
}).start();
