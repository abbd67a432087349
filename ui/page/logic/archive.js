// Opening explorer: what the archive, the book and our own games have for the studied position.

import { address, get } from '../api.js';
import { state, update } from '../store.js';
import { selfPlay } from './selfplay.js';

/** @typedef {import('../wire.js').Archive} Archive */

/** Cache of positions, the latest last. @type {Map<string, Archive>} */
const known = new Map();
const CACHE_SIZE = 200;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Looks a position up, debounced: stepping through a game does not request every move. @param {string} text */
export function lookUpArchive(text) {
  const { archive } = state;
  clearTimeout(timer);
  if (archive.text === text && archive.result) return;
  Object.assign(archive, { text, result: known.get(text) ?? null, book: null, own: null, failed: false });
  update();
  if (text) timer = setTimeout(() => void ask(text), 90);
}

/** @param {string} text */
async function ask(text) {
  const { archive } = state;
  const [result, book, own] = await Promise.all([
    /** @type {Promise<Archive>} */ (get(address('/api/archive', { position: text }))).catch(() => null),
    // The book has 8×8 alone.
    text.length === 66 ? /** @type {Promise<import('../wire.js').BookProbe>} */ (get(address('/api/book', { position: text }))).catch(() => null) : null,
    text.length === 66 ? selfPlay(text).catch(() => null) : null,
  ]);
  // A missing archive may be created later, so it is not cached.
  if (result?.available) known.set(text, result);
  if (known.size > CACHE_SIZE) known.delete(known.keys().next().value ?? '');
  if (archive.text !== text) return;
  Object.assign(archive, { result, book, own, failed: result === null });
  update();
}
