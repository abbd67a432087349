// The store of a static site: games, reviews, matches and texts, in IndexedDB. Where the browser offers none, as in some
// private windows, it is kept as long as the page is open; the page says so.

import { state, update } from './store.js';

/** @typedef {{id: string, file: string, settings: string, version: number, when: number}} GameRow a save file and its settings */
/** @typedef {{id: string, key: string, level: number, events: object[]}} ReviewRow */
/** @typedef {{id: string, match: import('./wire.js').Match, games: import('./wire.js').MatchGame[]}} MatchRow */
/** @typedef {{id: string, text: string}} TextRow what `texts.js` keeps */
/** @typedef {{games: GameRow, reviews: ReviewRow, matches: MatchRow, texts: TextRow}} Rows */
/** @typedef {keyof Rows} Table */

const TABLES = /** @type {const} */ (['games', 'reviews', 'matches', 'texts']);
/** Older versions had other tables and fields; what they kept is dropped. */
const VERSION = 3;

/** @type {Record<Table, Map<string, any>>} what the database did not take */
const unsaved = { games: new Map(), reviews: new Map(), matches: new Map(), texts: new Map() };

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @type {Promise<IDBDatabase | null> | undefined} */
let opened;

const database = () => (opened ??= open());

async function open() {
  try {
    const request = indexedDB.open('othellier', VERSION);
    request.onupgradeneeded = () => {
      for (const table of [...request.result.objectStoreNames]) request.result.deleteObjectStore(table);
      for (const table of TABLES) request.result.createObjectStore(table, { keyPath: 'id' });
    };
    const opened = await /** @type {Promise<IDBDatabase>} */ (new Promise((resolve, reject) => {
      // Another tab has an older version of the page open.
      request.onblocked = () => reject(new Error('blocked'));
      done(request).then(resolve, reject);
    }));
    opened.onversionchange = () => opened.close();
    return opened;
  } catch {
    update({ engine: { ...state.engine, storage: 'site-storage-none' } });
    return null;
  }
}

/** @template {Table} T @param {T} table @param {string} id @returns {Promise<Rows[T] | undefined>} */
export async function find(table, id) {
  const store = await database();
  return unsaved[table].get(id) ?? (store ? done(store.transaction(table).objectStore(table).get(id)) : undefined);
}

/** @template {Table} T @param {T} table @returns {Promise<Rows[T][]>} */
export async function all(table) {
  const store = await database();
  const saved = store ? await done(store.transaction(table).objectStore(table).getAll()) : [];
  return [...saved.filter(({ id }) => !unsaved[table].has(id)), ...unsaved[table].values()];
}

/** Keeps a row; one that does not fit is kept as long as the page is open. @template {Table} T @param {T} table @param {Rows[T]} row
 * @returns {Promise<boolean>} whether it will be there at the next visit */
export async function keep(table, row) {
  const store = await database();
  try {
    if (!store) throw new Error('no database');
    const transaction = store.transaction(table, 'readwrite');
    await done(transaction.objectStore(table).put(row));
    unsaved[table].delete(row.id);
    return true;
  } catch {
    unsaved[table].set(row.id, row);
    if (store) update({ engine: { ...state.engine, storage: 'site-storage-full' } });
    return false;
  }
}

/** @param {Table} table @param {string} id */
export async function drop(table, id) {
  unsaved[table].delete(id);
  const store = await database();
  if (store) await done(store.transaction(table, 'readwrite').objectStore(table).delete(id));
}

/** Games, reviews and matches, for a file that the user keeps. */
export async function exported() {
  return { games: await all('games'), reviews: await all('reviews'), matches: await all('matches') };
}

/** Adds what `exported` returned. @param {Partial<Record<Table, any[]>>} rows */
export async function imported(rows) {
  for (const table of TABLES) {
    for (const row of rows[table] ?? []) if (typeof row?.id === 'string') await keep(table, row);
  }
}

/** Forgets everything. */
export async function clear() {
  const store = await database();
  for (const table of TABLES) {
    unsaved[table].clear();
    if (store) await done(store.transaction(table, 'readwrite').objectStore(table).clear());
  }
}
