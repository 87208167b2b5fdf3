// A big screen: one game, all of them in a grid, or one after the other; and the score over a picture. Nobody touches it,
// so it keeps what it has seen, comes back for ever, and begins anew at night.

import { Age } from "./age.js";
import { face, part, put, shows } from "./face.js";
import { Stream } from "./stream.js";
import { t, use } from "./words.js";

const MOST = 12;
const TURN_MS = 12_000;
const HELD_MS = 20_000;
const ANEW_HOUR = 5;
const KEPT = "carreau-tv";

const state = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("state")).textContent ?? "{}");
use(state.words);
const lang = document.documentElement.lang;
const asked = new URLSearchParams(location.search);
const main = /** @type {HTMLElement} */ (part(document, "boards"));
const template = /** @type {HTMLTemplateElement} */ (document.getElementById("face"));
const rotates = asked.get("rotate") === "1" && !state.one;
document.body.classList.toggle("swap", asked.get("swap") === "1");
document.body.dataset.at = asked.get("at") ?? "left";

class Screen {
  constructor() {
    /** @type {Map<string, any>} */
    this.boards = new Map(state.boards.map((/** @type {any} */ board) => [board.id, board]));
    /** @type {Map<string, HTMLElement>} */
    this.faces = new Map([...main.querySelectorAll("[data-board]")].map((at) => [/** @type {HTMLElement} */ (at).dataset.board ?? "", /** @type {HTMLElement} */ (at)]));
    this.offset = state.now_ms - Date.now();
    this.age = new Age(part(document, "age"), this.kept());
    this.shown = 0;
    this.held = 0;
    if (rotates) setInterval(() => Date.now() > this.held && this.next(), TURN_MS);
    setInterval(() => this.clocks(), 250);
    setInterval(() => this.anew(), 60_000);
    this.draw();
  }

  /** After a power cut the page comes from what the browser kept, and is as old as the last word of the desk. */
  kept() {
    const before = read();
    if (!before || before.now_ms <= state.now_ms || before.one !== state.one) return Date.now();
    for (const board of before.boards) this.take(board, false);
    return before.heard;
  }

  /** @param {any} board @param {boolean} [draws] */
  take(board, draws = true) {
    if (!board || (state.one && board.id !== state.one)) return;
    const before = this.boards.get(board.id);
    if (before && before.head > board.head) return;
    this.boards.set(board.id, board);
    if (!draws) return;
    if (before && before.head < board.head && board.art) this.hold(board);
    this.draw();
  }

  /** A ruling stays on the screen for a while. @param {any} board */
  hold(board) {
    this.held = Date.now() + HELD_MS;
    if (rotates) this.shown = this.listed().findIndex((one) => one.id === board.id);
  }

  next() {
    this.shown = (this.shown + 1) % Math.max(this.boards.size, 1);
    this.draw();
  }

  /** The games under way first. */
  listed() {
    return [...this.boards.values()].sort((a, b) => Number(a.closed) - Number(b.closed));
  }

  draw() {
    const listed = this.listed();
    const now = state.one ? listed : rotates ? listed.slice(this.shown % Math.max(listed.length, 1)).slice(0, 1) : listed.slice(0, MOST);
    main.dataset.n = String(now.length);
    for (const [id, at] of this.faces) if (!now.some((board) => board.id === id)) this.drop(id, at);
    for (const board of now) face(this.face(board.id), board, asked.get("names") === "short");
    if (now.length) main.querySelector(".none")?.remove();
  }

  /** @param {string} id @param {HTMLElement} at */
  drop(id, at) {
    at.remove();
    this.faces.delete(id);
  }

  /** @param {string} id @returns {HTMLElement} */
  face(id) {
    const there = this.faces.get(id);
    if (there) return there;
    const made = /** @type {HTMLElement} */ (/** @type {Element} */ (template.content.firstElementChild).cloneNode(true));
    made.dataset.board = id;
    main.append(made);
    this.faces.set(id, made);
    return made;
  }

  clocks() {
    for (const [id, at] of this.faces) {
      const board = this.boards.get(id);
      put(at, "clock", board?.clock ? shows(board.clock, Date.now() + this.offset - board.begun_ms) : "");
    }
  }

  keep() {
    const kept = { one: state.one, now_ms: Date.now() + this.offset, heard: Date.now(), boards: [...this.boards.values()] };
    try {
      localStorage.setItem(`${KEPT}:${location.pathname}`, JSON.stringify(kept));
    } catch {
      // a browser that keeps nothing
    }
  }

  /** Once a night, when the desk is there: what a browser piles up in a day is gone. */
  anew() {
    const now = new Date();
    if (now.getHours() === ANEW_HOUR && now.getMinutes() === 0 && document.body.dataset.live === "live") location.reload();
  }
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(`${KEPT}:${location.pathname}`) ?? "null");
  } catch {
    return null;
  }
}

const screen = new Screen();

/** The boards as they are now. @returns {Promise<boolean>} */
async function refresh() {
  const path = state.one ? `/api/games/${state.one}/board` : "/api/games";
  const reply = await fetch(`${path}?lang=${lang}`, { cache: "no-store", signal: AbortSignal.timeout(8000) }).catch(() => null);
  if (!reply?.ok) return false;
  const { board, games, wall_ms, now_ms } = await reply.json();
  screen.offset = (wall_ms ?? now_ms) - Date.now();
  for (const one of games ?? [board]) screen.take(one);
  heard();
  return true;
}

function heard() {
  screen.age.hear();
  screen.keep();
}

new Stream({
  address: () => (state.one ? `/api/games/${state.one}/events?c=board&lang=${lang}` : `/api/desk/events?lang=${lang}`),
  refresh,
  event: (name, data) => {
    if (name === "board") screen.take(data);
    heard();
  },
  state: (live) => screen.age.set(live),
}).start();

/** The worker keeps this page for the next power cut. */
function keeper() {
  if (!("serviceWorker" in navigator) || state.kind !== "tv") return;
  const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("carreau", { createScriptURL: (/** @type {string} */ url) => (url === "/sw.js" ? url : "") });
  navigator.serviceWorker.register(policy ? policy.createScriptURL("/sw.js") : "/sw.js", { updateViaCache: "none" }).catch(() => null);
}

keeper();
document.title = state.one ? document.title : t("desk.board.boards");
