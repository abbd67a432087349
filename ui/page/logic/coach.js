// The coach: judges a move before the opponent sees it, and gives hints in three steps. All it says is counted on
// the board; only the choice of the best move comes from the engine.

import { address, ApiError, streamUntilDone } from '../api.js';
import { colorName, other, showError, t } from '../i18n.js';
import { squareOf } from '../squares.js';
import { announce, state, update } from '../store.js';
import { fetchPosition } from './positions.js';

/** @typedef {import('../wire.js').Position} Position */
/** @typedef {import('../wire.js').Line} Line */

/** A move that loses this many discs is questioned; one that gives a corner, sooner. */
const BLUNDER = 7;
const CORNER_LOSS = 4;

/** Evaluates the moves of a position: all, or the best. The answer is empty if that fails.
 * @param {Position} position @param {number | null} lines @param {string} time @returns {Promise<Line[]>} */
function evaluate(position, lines, time) {
  return new Promise((resolve) => {
    /** @type {Line[]} */
    let found = [];
    const end = () => resolve(found);
    streamUntilDone(address('/api/analysis', { position: position.text, lines, level: position.size === 8 ? 10 : null, time }), {
      depth: (depth) => { found = depth.lines; },
      done: end,
      failed: ({ error }) => { if (found.length === 0) showError(new ApiError(error)); end(); },
    });
  });
}

/** The last position that was evaluated. @type {{text: string, lines: Promise<Line[]>}} */
let known = { text: '', lines: Promise.resolve([]) };

/** Evaluates the position in which the person is to move, so that the verdict is there when the move is made.
 * @param {Position} position */
export function prepareCoach(position) {
  if (known.text !== position.text) known = { text: position.text, lines: evaluate(position, null, '1500ms') };
  return known.lines;
}

/** The objection to a move; null if it may be played. @param {Position} position @param {string} square
 * @returns {Promise<string | null>} */
export async function objection(position, square) {
  const lines = await prepareCoach(position);
  const line = lines.find(({ move }) => move === square);
  const move = position.moves.find((it) => it.move === square);
  if (!line || !move || line.loss < CORNER_LOSS) return null;
  const after = await fetchPosition(move.after).catch(() => null);
  if (!after || after.turn === position.turn) return null;
  const corner = after.moves.find((reply) => isCorner(reply.move, position.size) && !hadCorner(position, reply.move));
  if (corner) return t('coach-corner', { square: corner.move });
  if (line.loss < BLUNDER) return null;
  const best = position.moves.find((it) => it.move === lines[0].move);
  const better = best ? await fetchPosition(best.after).catch(() => null) : null;
  if (better && after.moves.length >= better.moves.length + 3) return t('coach-moves', { n: after.moves.length, color: colorName(other(position.turn)), better: better.moves.length });
  return t('coach-blunder', { n: Math.round(line.loss) });
}

/** @param {string} square @param {number} size */
export function isCorner(square, size) {
  const at = squareOf(square, size);
  return [0, size - 1, size * (size - 1), size * size - 1].includes(at);
}

/** Whether the opponent could take this corner before the move: then the move did not give it.
 * @param {Position} position @param {string} corner */
function hadCorner(position, corner) {
  const size = position.size;
  const opponent = position.turn === 'black' ? 'O' : 'X';
  const own = position.turn === 'black' ? 'X' : 'O';
  const start = squareOf(corner, size);
  const [column, row] = [start % size, Math.floor(start / size)];
  for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [1, -1], [-1, 1], [-1, -1]]) {
    let [x, y, seen] = [column + dx, row + dy, 0];
    while (x >= 0 && y >= 0 && x < size && y < size && position.board[y * size + x] === own) { x += dx; y += dy; seen++; }
    if (seen > 0 && x >= 0 && y >= 0 && x < size && y < size && position.board[y * size + x] === opponent) return true;
  }
  return false;
}

/** Gives the next of three hints: where to look, which idea, which move. @param {Position} position */
export async function nextHint(position) {
  const { hint } = state;
  if (hint && hint.text === position.text) {
    if (hint.step < 3) show({ ...hint, step: hint.step + 1 });
    return;
  }
  const [best] = await evaluate(position, 1, '2s');
  const move = position.moves.find((it) => it.move === best?.move);
  if (!move || state.game?.position.text !== position.text) return;
  const after = await fetchPosition(move.after).catch(() => null);
  show({ text: position.text, square: move.move, idea: idea(position, move, after), step: 1 });
}

/** @param {NonNullable<import('../store.js').State['hint']>} hint */
function show(hint) {
  update({ hint });
  announce(hintWords(hint));
}

/** @param {NonNullable<import('../store.js').State['hint']>} hint */
export function hintWords({ step, square, idea, text }) {
  if (step === 1) return t('hint-where', { part: t(`part-${partOf(square, Math.round(Math.sqrt(text.length - 2)))}`) });
  return step === 2 ? idea : t('hint-move', { square });
}

/** The quarter of the board in which a square lies. @param {string} square @param {number} size */
export function partOf(square, size) {
  const at = squareOf(square, size);
  const upper = Math.floor(at / size) < size / 2;
  const left = at % size < size / 2;
  if (upper) return left ? 'nw' : 'ne';
  return left ? 'sw' : 'se';
}

/** The idea behind a move, in words. @param {Position} position @param {import('../wire.js').LegalMove} move @param {Position | null} after */
function idea(position, move, after) {
  const { size, turn } = position;
  const at = squareOf(move.move, size);
  const edge = at % size === 0 || at % size === size - 1 || at < size || at >= size * (size - 1);
  const color = colorName(other(turn));
  if (isCorner(move.move, size)) return t('idea-corner');
  if (after && after.turn === turn && after.status !== 'over') return t('idea-pass', { color });
  if (after && after.moves.length <= 4) return t('idea-mobility', { color, n: after.moves.length });
  if (move.flips.length <= 2 && !edge) return t('idea-quiet');
  return t(edge ? 'idea-edge' : position.empties <= 14 ? 'idea-parity' : 'idea-choose', { color });
}
