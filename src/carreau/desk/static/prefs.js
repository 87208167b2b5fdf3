// What this phone is told to do, and who it is.

import { done, randomId, transact } from "./idb.js";

const FIRST = {
  lang: null,
  theme: "light",
  hand: "right",
  size: 1,
  keep_on: false,
  vibrate: true,
  sound: false,
  agree: null,
  keys: false,
  keymap: {},
  chips: {},
};

/** @type {typeof FIRST & Record<string, any>} */
export const prefs = { ...FIRST };

/** The phone's own id; it makes one when it has none. */
export let device = "";

/** @returns {Promise<void>} */
export async function load() {
  try {
    await transact(["prefs"], "readwrite", async (open) => {
      device = await done(open("prefs").get("device"));
      if (typeof device !== "string" || device.length !== 26) {
        device = randomId(26);
        open("prefs").put(device, "device");
      }
      Object.assign(prefs, await done(open("prefs").get("chosen")));
    });
  } catch {
    device ||= randomId(26); // nothing can be kept here; the first tap will say so
  }
  show();
}

/** @param {string} name @param {any} value */
export async function choose(name, value) {
  prefs[name] = value;
  show();
  await transact(["prefs"], "readwrite", (open) => {
    open("prefs").put({ ...prefs }, "chosen");
  });
}

/** Look, hand and size as attributes of the page. */
function show() {
  const { dataset } = document.documentElement;
  dataset.theme = prefs.theme;
  dataset.hand = prefs.hand;
  dataset.size = String(prefs.size);
}

/** A short buzz where the phone has one. @param {number|number[]} pattern */
export function buzz(pattern) {
  if (prefs.vibrate) navigator.vibrate?.(pattern);
}

/** Keep the screen on while the page is shown, where that is wished and possible. */
export async function keepOn() {
  if (!prefs.keep_on || document.hidden || !("wakeLock" in navigator)) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // the phone saves its battery
  }
}
