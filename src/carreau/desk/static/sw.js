// The worker: it keeps the shell and its files under their digest, so that the page opens without network. It never
// touches what a person has entered: that is in IndexedDB. The desk writes DIGEST, FILES and GONE before these lines.

const CACHE = `carreau-${DIGEST}`;
const SHELL = "/";
const PARTS = ["core", "play", "screens", "new", "five_pins", "cochonnet"];
const REST_MS = 200; // the desk counts how often somebody asks
const LANGUAGES = ["en", "fr", "fi", "it", "es"];

self.addEventListener("install", (event) => {
  if (GONE) return self.skipWaiting();
  event.waitUntil(fetched([SHELL, ...FILES.map((name) => `/s/${DIGEST}/${name}`)], true));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(GONE ? gone() : onlyMine());
});

self.addEventListener("message", (event) => {
  if (event.data?.begin) event.waitUntil(begun());
  if (event.data?.take) event.waitUntil(along(event.data.lang));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (GONE || event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate") {
    if (isShell(url.pathname)) event.respondWith(kept(SHELL, event.request));
    else if (isWritten(url.pathname)) event.respondWith(lately(event.request));
  } else if (url.pathname.startsWith("/rulebook/")) {
    event.respondWith(lately(event.request));
  } else if (/^\/(s|words|offline|forms|setups|readings|checks)\/|^\/books\.json$/.test(url.pathname)) {
    event.respondWith(kept(event.request, event.request));
  }
});

/** @param {string} path */
function isShell(path) {
  return path === "/" || path === "/new" || path === "/settings" || path.startsWith("/play/");
}

/** Pages that the desk writes, and that are still of use when it is gone: big screens, rulebooks. @param {string} path */
function isWritten(path) {
  return /^\/(tv|overlay|rulebook)(\/|$)/.test(path);
}

/** Take over, unless a game is under way in any window. */
async function begun() {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!windows.some((one) => new URL(one.url).pathname.startsWith("/play/"))) await self.skipWaiting();
}

/** The network, else what it gave the last time. */
async function lately(request) {
  const cache = await caches.open(CACHE);
  const reply = await fetch(request).catch(() => null);
  if (reply?.ok) await cache.put(request, reply.clone());
  return reply && reply.status < 500 ? reply : ((await cache.match(request, { ignoreVary: true })) ?? (await cache.match(request, { ignoreVary: true, ignoreSearch: true })) ?? reply ?? Response.error());
}

/** What is kept, also of the version before if the address names its version, else the network, and then it is kept. */
async function kept(key, request) {
  const cache = await caches.open(CACHE);
  const named = /\/s\/|[?&]d=/.test(key.url ?? key);
  const found = (await cache.match(key, { ignoreVary: true })) ?? (named ? await caches.match(key, { ignoreVary: true }) : null);
  if (found) return found;
  const reply = await fetch(request);
  if (reply.ok) await cache.put(key, reply.clone());
  return reply;
}

/** Everything that a page may need without network: first in its own language, the others without haste. @param {string} lang */
async function along(lang) {
  const list = `/offline/index.json?d=${DIGEST}`;
  const index = await kept(list, list).then((reply) => reply.clone().json()).catch(() => ({}));
  const books = Object.keys(index);
  const tables = Object.values(index).map((name) => `/offline/${name}.json`);
  const readings = books.map((book) => `/readings/${book}.json?d=${DIGEST}`);
  await fetched(["/books.json", ...tables, ...spoken(lang, books), ...readings], false);
  for (const other of LANGUAGES) if (other !== lang) await fetched(spoken(other, books), false, REST_MS);
}

/** What is in a language. @param {string} lang @param {string[]} books */
function spoken(lang, books) {
  const words = PARTS.map((part) => `/words/${lang}.json?part=${part}&d=${DIGEST}`);
  const forms = books.flatMap((book) => [`/forms/${book}/${lang}.json?d=${DIGEST}`, `/forms/${book}/${lang}/full.json?d=${DIGEST}`]);
  return [...words, `/setups/${lang}.json?d=${DIGEST}`, ...forms];
}

/** @param {string[]} addresses @param {boolean} all one that is missing is a failure @param {number} rest ms between two of them */
async function fetched(addresses, all, rest = 0) {
  const cache = await caches.open(CACHE);
  for (const address of addresses) {
    if (await cache.match(address, { ignoreVary: true })) continue;
    if (rest) await new Promise((resolve) => setTimeout(resolve, rest));
    const reply = await fetch(address, { cache: all ? "reload" : "default" }).catch(() => null);
    if (reply?.ok) await cache.put(address, reply);
    else if (all) throw new Error(`not there: ${address}`);
  }
}

/** The files of other versions go, but for the last one, whose pages may still be open. */
async function onlyMine() {
  const others = (await caches.keys()).filter((name) => name.startsWith("carreau-") && name !== CACHE);
  for (const name of others.slice(0, -1)) await caches.delete(name);
  await self.clients.claim();
}

/** The kill switch: no worker and no kept files any more; what a person has entered stays. */
async function gone() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
