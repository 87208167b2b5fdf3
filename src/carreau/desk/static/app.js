// The page of a phone. It looks at its address and loads what is shown there; with or without network it is the same.
//
//   /            games.js       /new   new_game.js       /settings   settings.js       /play/{id}   play.js
//
// HOW A SCREEN IS WRITTEN
//
// The scorer's page of a sport is a module `sport_<sport>.js` (pétanque by ends: `petanque_ends.js`); any other screen of
// a game is a module that is opened by its name in the address, `#story?seq=7` is `story.js`. Each exports
//
//   export function show(ctx, root, args) { ...; return { title, update(), leave() }; }
//
// `show` builds the screen once into `root` (an element that is empty); `update` is called when anything has changed and
// puts new texts into what is there (no button moves or changes its size); `leave` stops timers. All three fields of
// what it returns may be missing. `title` is shown in the header of a screen; in that of a sport `middle()` gives it.
// The module of a sport may also return `third`: {label(), press()} for the third button of the bar, and `menu()`: more
// entries of the menu, [{label, press}].

/**
 * @typedef {object} Ctx what a screen gets
 * @property {string} id the game
 * @property {import("./game.js").Game} game the game on this phone, for the screens of what is kept
 * @property {any} view VIEW as it is shown: the desk's last word, and what is kept here worked in by the tables
 * @property {any} base VIEW as the desk said it last
 * @property {any[]} story LINE by LINE, oldest first
 * @property {import("./outbox.js").Entry[]} pending what was tapped here and is not acknowledged, oldest first: kept
 *   (`game.pending`), or only drawn yet
 * @property {string|null} by the table that `view` comes from (`fipjp-2016-81f1`), or null
 * @property {boolean} waits something is kept here that no table holds: the book rules when there is a connection
 * @property {string} lang
 * @property {string} role viewer, scorer, umpire
 * @property {boolean} live the stream is open and has spoken
 * @property {string|null} barred why nothing can be entered on this phone now, as a sentence, or null
 * @property {(key: string, slots?: Record<string, any>) => string} t a text (`as`: its variant)
 * @property {(side: "A"|"B") => string} sign ● or ◎
 * @property {(side: "A"|"B") => string} team the team's name
 * @property {(side: "A"|"B") => string} named sign and name
 * @property {() => number} now game time, ms, for clocks; `approx()` says whether to write ≈ before it
 * @property {() => boolean} approx
 * @property {(fact: any, about: About) => Promise<boolean>} record keep and send a fact; false: it could not be kept
 * @property {(fact: any, about?: {by?: string, at_ms?: number}) => Promise<any>} preview what would follow; null: no desk
 * @property {() => Promise<void>} undo take back the last entry (`view.last`)
 * @property {() => Promise<void>} putBack take the last undoing back (`view.again`)
 * @property {(changes: {seq: any, facts: any[]}[], about: About) => Promise<boolean>} correct
 * @property {(screen: string, args?: Record<string, string|number>) => void} open
 * @property {() => void} back
 * @property {(text: string, loud?: boolean) => void} announce say to screen readers
 * @property {import("./strip.js").Strip} strip the strip that stays for 10 s after a tap; the sport puts `strip.at` in its place
 * @property {(path: string, options?: any) => Promise<{status: number, body: any}>} desk ask the desk: `/api/...`
 * @property {typeof import("./prefs.js").prefs} prefs
 * @property {(name: string, value: any) => Promise<void>} choose keep a preference
 *
 * @typedef {object} About
 * @property {string} words what was tapped as a sentence: it stands in the outbox and in the story until the desk has it
 * @property {string} [undoes] what an Undo of it would take back, without a full stop: `● +3, end 7`
 * @property {string} [by] as in the record; scorer without it
 * @property {string} [source]
 * @property {boolean} [both_agree] both teams agree to change an agreed end
 * @property {number} [at_ms]
 * @property {(fid: string) => void} [made] called at once with the id of the entry that is drawn now
 *
 * In `Undone.seqs` and `Corrected.changes[].seq` an entry that the desk does not have yet is {fid}: `view.last.seq ??
 * {fid: view.last.fid}`. The number is filled in when it is known.
 */

import { fill, make } from "./dom.js";
import * as prefs from "./prefs.js";
import { add, language, load, loaded, t } from "./words.js";

/** The digest of all files, from the address of this one. */
export const digest = new URL(import.meta.url).pathname.split("/")[2];

const PLACES = [
  { at: /^\/play\/([0-9A-Za-z]{8})\/?$/, file: "play", words: null },
  { at: /^\/new\/?$/, file: "new_game", words: "new" },
  { at: /^\/settings\/?$/, file: "settings", words: "screens" },
  { at: /^\/join\/?$/, file: "join", words: "screens" },
  { at: /^\/j\/([0-9A-Za-z]{8})\/?$/, file: "join", words: "screens" },
  { at: /^\/$/, file: "games", words: null },
];

/** The page. */
async function begin() {
  await prefs.load();
  await speak(prefs.prefs.lang ?? language(navigator.languages));
  const place = PLACES.find(({ at }) => at.test(location.pathname)) ?? PLACES[PLACES.length - 1];
  const found = place.at.exec(location.pathname);
  const [module] = await Promise.all([import(`./${place.file}.js`), place.words ? add(place.words) : null]);
  await module.page(found?.[1]?.toUpperCase() ?? null);
  import("./worker.js").then(({ attend }) => attend(digest)).catch(() => null);
}

/** Load the words of a language; without them the page works on in the one it has. @param {string} lang */
export async function speak(lang) {
  await load(lang, digest).catch(async () => (loaded() ? lang : load("en", digest))).catch(() => null);
}

begin().catch((wrong) => {
  console.error(wrong);
  const work = document.getElementById("work");
  if (work) fill(work, make("p", { class: "say stop", role: "alert", text: t("desk.shell.page_failed") }), make("p", { text: String(wrong) }));
});
