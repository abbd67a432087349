// Cache of positions from the server, by their text.

import { address, get } from '../api.js';
import { showError } from '../i18n.js';
import { state, update } from '../store.js';

/** @typedef {import('../wire.js').Position} Position */

/** The usual start, which needs no server. A test compares it with the server's. @type {Position} */
export const START = {
  size: 8, board: `${'-'.repeat(27)}OX------XO${'-'.repeat(27)}`, text: `${'-'.repeat(27)}OX------XO${'-'.repeat(27)} X`,
  turn: 'black', discs: { black: 2, white: 2 }, empties: 60, status: 'to_move', black_score: null, opening: null,
  moves: [
    { move: 'd3', flips: ['d4'], after: `${'-'.repeat(19)}X-------XX------XO${'-'.repeat(27)} O` },
    { move: 'c4', flips: ['d4'], after: `${'-'.repeat(26)}XXX------XO${'-'.repeat(27)} O` },
    { move: 'f5', flips: ['e5'], after: `${'-'.repeat(27)}OX------XXX${'-'.repeat(26)} O` },
    { move: 'e6', flips: ['e5'], after: `${'-'.repeat(27)}OX------XX-------X${'-'.repeat(19)} O` },
  ],
};

/** @type {Map<string, Position>} */
const known = new Map([[START.text, START]]);
/** @type {Set<string>} */
const pending = new Set();
/** Texts whose request failed since the last successful one. @type {Set<string>} */
const failed = new Set();

/** Permits positions that could not be loaded to be requested again. */
export const forgetFailures = () => failed.clear();

/** @param {Position} position */
export function cachePosition(position) {
  if (known.size > 4000) known.clear();
  known.set(position.text, position);
  failed.clear();
}

/** The position of a text, or what the text alone shows until the response arrives.
 * @param {string} text @returns {Position} */
export function positionOf(text) {
  const position = known.get(text);
  if (position) return position;
  if (text && !pending.has(text) && !failed.has(text)) void fetchPosition(text).catch(showError);
  return placeholder(text);
}

/** The position on the analysis board. */
export const studiedPosition = () => positionOf(state.tree.nodes[state.node]?.text ?? '');

/** @param {string} text @param {number} [size] @returns {Promise<Position>} */
export async function fetchPosition(text, size) {
  const found = known.get(text);
  if (found) return found;
  pending.add(text);
  try {
    /** @type {Position} */
    const position = await get(address('/api/positions', { position: text, size }));
    cachePosition(position);
    if (position.text !== text && size === undefined) known.set(text, position);
    update();
    return position;
  } catch (error) {
    failed.add(text);
    throw error;
  } finally {
    pending.delete(text);
  }
}

/** The position that its text alone shows. @param {string} text @returns {Position} */
export function placeholder(text) {
  const [board = '', side = 'X'] = text.split(' ');
  const size = Math.round(Math.sqrt(board.length));
  const count = (/** @type {string} */ disc) => [...board].filter((it) => it === disc).length;
  return {
    size, board, text, turn: side === 'X' ? 'black' : 'white',
    discs: { black: count('X'), white: count('O') }, empties: count('-'),
    status: 'to_move', black_score: null, moves: [], opening: null,
  };
}
