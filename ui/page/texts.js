// The user's writing and learning, as texts: studies and the progress of the school. On a server the browser keeps them
// in the local storage, on a static site in IndexedDB beside the games. What IndexedDB does not take stays in the local
// storage, and the page says so.

import { LOCAL } from './place.js';
import { all, find, keep } from './storage.js';

export const STUDIES = 'othellier.studies';
export const PROGRESS = 'othellier.learn';
const KEYS = [STUDIES, PROGRESS];

/** @typedef {typeof STUDIES | typeof PROGRESS} TextKey */

const others = LOCAL && typeof BroadcastChannel === 'function' ? new BroadcastChannel('othellier.texts') : null;

/** The text in the local storage, which may be disabled. @param {TextKey} key */
function localText(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The text of a key. On a static site one in the local storage is newer than that in the database: it was written when the
 * database was full. It is moved. @param {TextKey} key @returns {Promise<string | null>} */
export async function readText(key) {
  const text = localText(key);
  if (!LOCAL) return text;
  if (text === null) return (await find('texts', key))?.text ?? null;
  await keepText(key, text);
  return text;
}

/** Keeps a text. On a server it is kept when this returns. @param {TextKey} key @param {string} text @returns {Promise<boolean>} whether it will be there at the next visit */
export async function keepText(key, text) {
  const stored = LOCAL && (await keep('texts', { id: key, text }));
  try {
    if (!stored) localStorage.setItem(key, text);
    else if (localText(key) !== null) localStorage.removeItem(key);
  } catch {
    return stored;
  }
  others?.postMessage(key);
  return true;
}

/** Calls back when another tab has kept a text. @param {(key: string | null) => void} changed */
export function onOtherTab(changed) {
  addEventListener('storage', ({ key }) => changed(key));
  others?.addEventListener('message', ({ data }) => changed(data));
}

/** The texts that are in the database, by key. */
export const storedTexts = async () => Object.fromEntries((await all('texts')).map(({ id, text }) => [id, text]));

/** @param {string} key @returns {key is TextKey} */
export const isTextKey = (key) => KEYS.some((known) => known === key);
