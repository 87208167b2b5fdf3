// The phone's own store: IndexedDB `carreau`, version 1. A write is kept when its transaction has completed.

const NAME = "carreau";
const VERSION = 1;

/** @type {Promise<IDBDatabase>|null} */
let opened = null;

/** @returns {Promise<IDBDatabase>} */
export function database() {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, VERSION);
    asked.onupgradeneeded = () => build(asked.result);
    asked.onerror = () => reject(asked.error);
    asked.onblocked = () => reject(new DOMException("blocked by another version", "AbortError"));
    asked.onsuccess = () => {
      const db = asked.result;
      db.onversionchange = () => forget(db);
      db.onclose = () => forget(null);
      resolve(db);
    };
  });
  opened.catch(() => (opened = null));
  return opened;
}

/** @param {IDBDatabase|null} db */
function forget(db) {
  db?.close();
  opened = null;
}

/** @param {IDBDatabase} db */
function build(db) {
  db.createObjectStore("games", { keyPath: "id" });
  db.createObjectStore("facts", { keyPath: ["game", "seq"] });
  db.createObjectStore("outbox", { keyPath: "fid" });
  db.createObjectStore("diary", { autoIncrement: true });
  db.createObjectStore("prefs");
}

/**
 * One transaction. `run` puts its requests; what it returns comes back after the transaction is complete, on the disk
 * when `strict`. Throws what the store throws (QuotaExceededError, ...): then nothing of it is kept.
 * @template T
 * @param {string[]} stores
 * @param {IDBTransactionMode} mode
 * @param {(open: (name: string) => IDBObjectStore) => Promise<T>|T} run only await requests of this transaction in it
 * @param {boolean} [strict]
 * @returns {Promise<T>}
 */
export async function transact(stores, mode, run, strict = false) {
  const db = await database();
  const tx = db.transaction(stores, mode, strict ? { durability: "strict" } : undefined);
  const complete = new Promise((resolve, reject) => {
    tx.oncomplete = () => resolve(null);
    tx.onabort = () => reject(tx.error ?? new DOMException("aborted", "AbortError"));
  });
  complete.catch(() => null);
  let result;
  try {
    result = await run((name) => tx.objectStore(name));
  } catch (wrong) {
    try {
      tx.abort();
    } catch {
      // it had ended by itself
    }
    throw wrong;
  }
  if (mode === "readwrite" && tx.commit) {
    try {
      tx.commit();
    } catch {
      // it was complete already
    }
  }
  await complete;
  return result;
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {string} store @param {IDBValidKey} key @returns {Promise<any>} */
export function read(store, key) {
  return transact([store], "readonly", (open) => done(open(store).get(key)));
}

/** @param {string} store @param {IDBKeyRange} [range] @returns {Promise<any[]>} */
export function readAll(store, range) {
  return transact([store], "readonly", (open) => done(open(store).getAll(range)));
}

/** @param {string} store @param {any} value @param {IDBValidKey} [key] @returns {Promise<void>} */
export function write(store, value, key) {
  return transact([store], "readwrite", (open) => {
    open(store).put(value, key);
  });
}

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** `length` letters of Crockford's alphabet from the machine's own randomness. @param {number} length */
export function randomId(length) {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => LETTERS[byte & 31]).join("");
}

/** Everything goes: games, entries, settings, who this phone is. */
export async function erase() {
  (await database().catch(() => null))?.close();
  opened = null;
  await new Promise((resolve, reject) => {
    const asked = indexedDB.deleteDatabase(NAME);
    asked.onsuccess = resolve;
    asked.onblocked = resolve; // another page of ours lets go when it hears of it
    asked.onerror = () => reject(asked.error);
  });
}
