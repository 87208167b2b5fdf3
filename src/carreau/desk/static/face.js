// One board put into the elements that the desk has written for it: only what differs is touched.

import { t } from "./words.js";

const SIGNS = { A: "●", B: "◎" };

/** @param {ParentNode} root @param {string} name @returns {HTMLElement|null} */
export const part = (root, name) => root.querySelector(`[data-f="${name}"]`);

/** @param {ParentNode} root @param {string} name @param {string} text */
export function put(root, name, text) {
  const at = part(root, name);
  if (at && at.textContent !== text) at.textContent = text;
}

/** A whole board. @param {ParentNode} root @param {any} board @param {boolean} [brief] names of at most three letters */
export function face(root, board, brief = false) {
  for (const side of /** @type {("A"|"B")[]} */ (["A", "B"])) {
    put(root, `name-${side}`, brief ? short(board.teams[side].name) : board.teams[side].name);
    put(root, `score-${side}`, String(board.score[side]));
    const left = board.left?.[side] ?? 0;
    put(root, `left-${side}`, SIGNS[side].repeat(left));
    part(root, `left-${side}`)?.setAttribute("aria-label", t("desk.board.left_n", { n: left }));
  }
  const sets = board.sets && (board.sets.A || board.sets.B) ? ` · ${t("desk.board.sets", { a: board.sets.A, b: board.sets.B })}` : "";
  put(root, "chapter", board.chapter_text + sets);
  put(root, "line", board.line ?? "");
  put(root, "last", board.last ?? "");
  put(root, "art", board.art ? t("desk.board.article", { article: board.art }) : "");
  if (board.place) put(root, "place", t("desk.board.terrain", { place: board.place }));
  const hands = part(root, "hands");
  if (hands) hands.hidden = !board.left;
  ends(root, board.chapters ?? []);
  if (root instanceof HTMLElement) Object.assign(root.dataset, { turn: board.turn ?? "", holds: board.holds ?? "", closed: String(board.closed) });
}

/** The points of each end, a column for each. @param {ParentNode} root @param {number[][]} chapters */
function ends(root, chapters) {
  const table = part(root, "ends");
  if (!table) return;
  table.hidden = !chapters.length;
  row(table, "ends-n", chapters.map((_, n) => String(n + 1)), "th");
  ["A", "B"].forEach((side, at) => row(table, `ends-${side}`, chapters.map((got) => String(got[at] || (got[0] || got[1] ? "·" : "–"))), "td"));
}

/** @param {HTMLElement} table @param {string} name @param {string[]} texts @param {"th"|"td"} tag */
function row(table, name, texts, tag) {
  const at = /** @type {HTMLTableRowElement|null} */ (part(table, name));
  if (!at) return;
  while (at.cells.length > texts.length + 1) at.deleteCell(-1);
  texts.forEach((text, n) => {
    const cell = at.cells[n + 1] ?? at.appendChild(Object.assign(document.createElement(tag), tag === "th" ? { scope: "col" } : {}));
    if (cell.textContent !== text) cell.textContent = text;
  });
}

/** A name in at most three letters: the first of each word, else its beginning. @param {string} name */
export function short(name) {
  const parts = name.split(/[\s-]+/).filter(Boolean);
  const letters = parts.length > 1 ? parts.map((one) => one[0]).join("") : name;
  return [...letters].slice(0, 3).join("").toUpperCase();
}

/** What a clock shows. @param {any} clock @param {number} now game time */
export function shows(clock, now) {
  const spent = clock?.spent_ms ?? (clock?.start_ms === null || clock?.start_ms === undefined ? null : Math.max(0, now - clock.start_ms));
  if (spent === null) return "";
  const left = clock.limit_ms === null ? spent : clock.limit_ms - spent;
  const seconds = left >= 0 ? Math.ceil(left / 1000) : Math.floor(-left / 1000);
  return `${left < 0 ? "+" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
