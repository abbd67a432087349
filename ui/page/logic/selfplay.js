// Statistics of Othellier's own games: what was played in a position, up to symmetry. The table comes with the page.

import { get } from '../api.js';
import { squareName } from '../squares.js';
import { canonical, keyOf } from '../symmetry.js';

/** @typedef {{move: string, games: number, wins: number, draws: number, losses: number}} Reply of the mover */
/** @typedef {{games: number, levels: [number, number], positions: Record<string, number[]>}} Table by key: square, games, wins and draws of each reply */

/** @type {Promise<Table> | null} */
let table = null;

/** Loads the table, once. */
const load = () => (table ??= /** @type {Promise<Table>} */ (get('/learn/selfplay.json')).catch((error) => {
  table = null;
  throw error;
}));

/** The moves of our games in a position of 8×8, the most frequent first.
 * @param {string} text @returns {Promise<{games: number, levels: [number, number], replies: Reply[]}>} */
export async function selfPlay(text) {
  const { games, levels, positions } = await load();
  const { board, ways } = canonical(text.slice(0, 64), text[65]);
  const row = positions[keyOf(board)] ?? [];
  /** @type {Reply[]} */
  const replies = [];
  for (let at = 0; at < row.length; at += 4) {
    const [square, played, wins, draws] = row.slice(at, at + 4);
    // Where the position is symmetric, equal moves are one; the first move of a game is f5.
    const squares = ways.map((way) => way.indexOf(square));
    const move = squareName(squares.includes(37) ? 37 : Math.max(...squares), 8);
    replies.push({ move, games: played, wins, draws, losses: played - wins - draws });
  }
  return { games, levels, replies };
}
