// The page's side of the worker: it is asked for, and a new one waits until nothing is at stake.

import { readAll } from "./idb.js";
import { onChange } from "./outbox.js";

/** Only our own worker is ever loaded. */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("carreau", { createScriptURL: (/** @type {string} */ url) => (url === "/sw.js" ? url : "") });

/** Ask for the worker, where there can be one. @param {string} digest */
export async function attend(digest) {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registered = await navigator.serviceWorker.register(policy ? policy.createScriptURL("/sw.js") : "/sw.js", { updateViaCache: "none" });
    const wait = () => offer(registered);
    registered.addEventListener("updatefound", () => registered.installing?.addEventListener("statechange", wait));
    onChange(wait);
    document.addEventListener("visibilitychange", () => (document.hidden ? null : registered.update().catch(() => null)));
    await navigator.serviceWorker.ready;
    (registered.active ?? registered.waiting)?.postMessage({ take: digest, lang: document.documentElement.lang });
    await wait();
  } catch {
    // without a worker the page has to stay open; the banner of the lesser mode says so
  }
}

/** Let a new version in when the outbox is empty; it looks itself whether a game is under way in any window. @param {ServiceWorkerRegistration} registered */
async function offer(registered) {
  if (!registered.waiting || !navigator.serviceWorker.controller) return;
  if ((await readAll("outbox")).length === 0) registered.waiting.postMessage({ begin: true });
}
