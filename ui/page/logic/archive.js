// What the archive of games knows of the position that is studied.

import { address, get } from '../api.js';
import { state, update } from '../store.js';

/** @typedef {import('../wire.js').Archive} Archive */

/** Positions that were looked up, the latest last. @type {Map<string, Archive>} */
const known = new Map();
const MOST = 200;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;

/** Looks a position up, soon: whoever runs through a game does not ask for every move of it. @param {string} text */
export function lookUp(text) {
  const { archive } = state;
  clearTimeout(soon);
  if (archive.text === text && archive.told) return;
  Object.assign(archive, { text, told: known.get(text) ?? null, failed: false });
  update();
  if (!archive.told && text) soon = setTimeout(() => void ask(text), 90);
}

/** @param {string} text */
async function ask(text) {
  const { archive } = state;
  /** @type {Archive | null} */
  const told = await get(address('/api/archive', { position: text })).catch(() => null);
  // An archive that is not there yet may be made meanwhile.
  if (told?.available) known.set(text, told);
  if (known.size > MOST) known.delete(known.keys().next().value ?? '');
  if (archive.text !== text) return;
  Object.assign(archive, { told, failed: told === null });
  update();
}
