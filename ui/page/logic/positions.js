// Positions that the server has told, remembered by their text.

import { address, get } from '../api.js';
import { complain } from '../i18n.js';
import { state, update } from '../store.js';

/** @typedef {import('../wire.js').Position} Position */

/** @type {Map<string, Position>} */
const known = new Map();
/** @type {Set<string>} */
const asked = new Set();
/** Texts that were asked for in vain since the server last told a position. @type {Set<string>} */
const failed = new Set();

/** @param {Position} position */
export function learn(position) {
  if (known.size > 4000) known.clear();
  known.set(position.text, position);
  failed.clear();
}

/** The position of a text, or what the text alone shows until the server has told the rest.
 * @param {string} text @returns {Position} */
export function positionOf(text) {
  const position = known.get(text);
  if (position) return position;
  if (text && !asked.has(text) && !failed.has(text)) void fetchPosition(text).catch(complain);
  return glimpse(text);
}

/** The position that is studied. */
export const studied = () => positionOf(state.tree.nodes[state.node]?.text ?? '');

/** @param {string} text @param {number} [size] @returns {Promise<Position>} */
export async function fetchPosition(text, size) {
  const found = known.get(text);
  if (found) return found;
  asked.add(text);
  try {
    /** @type {Position} */
    const position = await get(address('/api/positions', { position: text, size }));
    learn(position);
    if (position.text !== text && size === undefined) known.set(text, position);
    update();
    return position;
  } catch (error) {
    failed.add(text);
    throw error;
  } finally {
    asked.delete(text);
  }
}

/** @param {string} text @returns {Position} */
function glimpse(text) {
  const [board = '', side = 'X'] = text.split(' ');
  const size = Math.round(Math.sqrt(board.length));
  const count = (/** @type {string} */ disc) => [...board].filter((it) => it === disc).length;
  return {
    size, board, text, turn: side === 'X' ? 'black' : 'white',
    discs: { black: count('X'), white: count('O') }, empties: count('-'),
    status: 'to_move', black_score: null, moves: [], opening: null,
  };
}
