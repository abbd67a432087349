// The board in the sections analysis, learning and search, and the controls below it.

import { html, nothing } from '../dom.js';
import { signed, t } from '../i18n.js';
import { shownPosition } from '../logic/game.js';
import { answer } from '../logic/lessons.js';
import { studiedPosition } from '../logic/positions.js';
import { go, toggleAnalysis, tryMove, walk } from '../logic/study.js';
import { toggleMark } from '../logic/shelf.js';
import { lineThrough, mainLine } from '../logic/tree.js';
import { currentHeatmap, currentPath } from '../logic/thinking.js';
import { squareName, squareOf } from '../squares.js';
import { state, update } from '../store.js';
import { iconButton } from './icons.js';
import { lastPlaced, numbersOf } from './stage.js';

/** @typedef {import('../wire.js').Position} Position */
/** @typedef {import('../wire.js').Color} Color */
/** @typedef {import('../board.js').Chip} Chip */
/** @typedef {import('./stage.js').Scene} Scene */

export const SCENES = { analyse: studyScene, learn: lessonScene, think: thinkScene };

/** The colour class of a loss. @param {number} loss */
export const toneOf = (loss) =>
  loss < 0.05 ? 'best' : loss <= 1 ? 'loss-0' : loss <= 3 ? 'loss-1' : loss <= 6 ? 'loss-2' : loss <= 12 ? 'loss-3' : 'loss-4';

/** How far a score can be trusted, in few characters. @param {{trust: string, percent: number | null}} line @param {number} depth */
export const trustSign = (line, depth) =>
  line.trust === 'exact' ? '100%' : line.trust === 'selective' ? `${line.percent ?? ''}%` : depth > 0 ? `d${depth}` : '';

/** @returns {Scene} */
function studyScene() {
  const { tree, node, analysis, review } = state;
  const position = studiedPosition();
  const here = tree.nodes[node];
  /** @type {Map<number, Chip>} */
  const chips = new Map();
  const fresh = analysis.on && analysis.text === position.text ? analysis.depth : null;
  for (const line of fresh?.lines ?? []) {
    const square = squareOf(line.move, position.size);
    if (square < 0) continue;
    const sure = line.trust === 'exact' || line.trust === 'selective';
    chips.set(square, { text: signed(line.score, sure), small: trustSign(line, fresh?.depth ?? 0), tone: toneOf(line.loss) });
  }
  /** @type {Map<number, string>} */
  const badges = new Map();
  const reviewed = reviewOf(node);
  if (reviewed && reviewed.mark !== 'forced') badges.set(squareOf(reviewed.move, position.size), reviewed.mark);
  /** @type {Map<number, string>} */
  const rings = new Map();
  const reasons = reviewed?.reasons ?? [];
  const crowd = reasons.map((reason) => crowdOf(reason, position)).find((squares) => squares.length > 0) ?? [];
  for (const name of [...reasons.flatMap(placesOf), ...crowd]) rings.set(squareOf(name, position.size), 'reason');
  if (reviewed && reviewed.best.move !== reviewed.move && reviewed.mark !== 'best') rings.set(squareOf(reviewed.best.move, position.size), 'better');
  const way = lineThrough(tree, node).slice(1).map((at) => tree.nodes[at]).filter(({ ply }) => ply <= (here?.ply ?? 0));
  const best = fresh?.lines[0]?.score ?? null;
  const next = review.moves.get(here?.ply ?? 0);
  const score = best ?? (next && onMain(node) ? next.before.score : position.black_score === null ? null : position.black_score * sideOf(position.turn));
  return {
    position, open: true, touch: state.marking === null ? tryMove : drawMark, last: lastPlaced(way.map(({ move }) => move)), chips, badges, rings,
    heat: lossHeat(fresh, position.size), marks: [...(here?.marks ?? []), ...(state.marking ? [state.marking] : [])],
    balance: score === null ? null : score * sideOf(position.turn),
    numbers: numbersOf(way.map(({ move }) => move)),
  };
}

/** The squares that a reason names. @param {import('../wire.js').Reason} reason */
const placesOf = ({ square, corner, region }) => [square, corner, ...(region ?? [])].filter((name) => name !== undefined);

/** The squares that a reason counts, on the board after the move: the replies that it opened, or the mover's discs beside empty squares.
 * They are many, so only the first reason that has some shows them. @param {import('../wire.js').Reason} reason @param {Position} position @returns {string[]} */
function crowdOf({ code, played, best }, position) {
  if (code.startsWith('frontier')) return frontierOf(position);
  const opened = typeof played === 'object' && typeof best === 'object' && played.theirs > best.theirs;
  return code.startsWith('mobility') && opened ? position.moves.map(({ move }) => move).filter((move) => move !== 'pass') : [];
}

/** The discs beside empty squares of the side that has moved. @param {Position} position */
function frontierOf({ size, board, turn }) {
  const disc = turn === 'black' ? 'O' : 'X';
  const isEmpty = (/** @type {number} */ column, /** @type {number} */ row) => column >= 0 && row >= 0 && column < size && row < size && board[row * size + column] === '-';
  const near = [-1, 0, 1];
  return [...board].flatMap((it, at) => (it === disc && near.some((down) => near.some((right) => isEmpty((at % size) + right, Math.floor(at / size) + down))) ? [squareName(at, size)] : []));
}

/** Draws with touches: the first begins an arrow, the second ends it; twice the same square is a circle. @param {string} square */
function drawMark(square) {
  if (!state.marking) return update({ marking: square });
  toggleMark(state.marking, square);
  update({ marking: '' });
}

/** The losses of the moves as heat, if that is switched on: blue loses nothing, brown much.
 * @param {import('../wire.js').Depth | null} depth @param {number} size @returns {Map<number, number>} */
const lossHeat = (depth, size) => new Map(!state.analysis.losses ? [] : (depth?.lines ?? [])
  .map((line) => /** @type {[number, number]} */ ([squareOf(line.move, size), Math.max(-1, 1 - line.loss / 4)])).filter(([square]) => square >= 0));

/** @param {Color} color */
const sideOf = (color) => (color === 'black' ? 1 : -1);

/** @param {number} node */
export const onMain = (node) => mainLine(state.tree).includes(node);

/** The review of the move that led to a node. @param {number} node */
export function reviewOf(node) {
  const here = state.tree.nodes[node];
  if (!here?.move || !onMain(node)) return undefined;
  return state.review.moves.get(here.ply - 1);
}

/** @returns {Scene} */
function lessonScene() {
  const { lesson, school } = state;
  if (school?.task && lesson.kind === 'menu') return schoolScene(school);
  const { position } = lesson;
  if (!position) return { position: shownPosition(), open: false, touch: () => {}, last: null };
  /** @type {Map<number, Chip>} */
  const chips = new Map();
  /** @type {Map<number, string>} */
  const badges = new Map();
  const done = lesson.state === 'right' || lesson.state === 'shown';
  if (done && lesson.grade) {
    const most = Math.max(...lesson.grade.moves.map(({ score }) => score));
    for (const { move, score } of lesson.grade.moves) {
      chips.set(squareOf(move, position.size), { text: signed(score, Number.isInteger(score)), tone: toneOf(most - score) });
    }
  }
  if (lesson.tried && lesson.state === 'wrong') badges.set(squareOf(lesson.tried, position.size), 'wrong');
  if (lesson.mistake && !done) {
    const square = squareOf(lesson.mistake.move, position.size);
    if (!badges.has(square)) badges.set(square, lesson.mistake.mark);
  }
  return { position, open: !done && lesson.state !== 'wait', touch: answer, last: null, chips, badges };
}

/** @param {import('../logic/school.js').School} school @returns {Scene} */
function schoolScene({ position, state: stands, tried, answer: touch }) {
  const done = stands === 'right' || stands === 'shown';
  /** @type {Map<number, string>} */
  const badges = new Map();
  if (tried && position && stands !== 'ask') badges.set(squareOf(tried, position.size), done ? 'best' : 'wrong');
  return { position, open: stands === 'ask' || stands === 'wrong', touch, last: done ? tried : null, badges };
}

/** @returns {Scene} */
function thinkScene() {
  const { tree, node } = state;
  const position = studiedPosition();
  const map = currentHeatmap();
  /** @type {Map<number, number>} */
  const heat = new Map();
  /** @type {Map<number, Chip>} */
  const chips = new Map();
  if (map) {
    const most = Math.max(1e-9, Math.abs(map.least), Math.abs(map.most));
    map.squares.forEach(({ value, kind }, square) => {
      if (value === null) return;
      heat.set(square, value / most);
      if (kind === 'move') chips.set(square, { text: signed(value), tone: 'plain' });
    });
  }
  return { position, open: true, touch: tryMove, last: tree.nodes[node]?.move ?? null, heat, chips, line: currentPath() };
}

export function studyControls() {
  const end = lineThrough(state.tree, state.node).at(-1) ?? 0;
  return html`<div class="controls" role="toolbar" aria-label=${t('go-through')}>
    ${iconButton('first', t('to-start'), () => go(0))} ${iconButton('back', t('back'), () => walk(-1))}
    ${iconButton('forward', t('forward'), () => walk(1))} ${iconButton('last', t('to-end'), () => go(end))}
    ${state.section === 'analyse' ? iconButton('engine', t('engine'), toggleAnalysis, { pressed: state.analysis.on }) : nothing}
  </div>`;
}
