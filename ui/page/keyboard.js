// The keyboard: shortcuts, squares that are typed, and what is read aloud on request.

import { copy } from './logic/clipboard.js';
import { askHint, requestGame, shownPly, viewPly } from './logic/game.js';
import { loadedSections, loadSections } from './later.js';
import { describeMove, colorName, t } from './i18n.js';
import { squareName } from './squares.js';
import { announce, showToast, state, update } from './store.js';
import { scene, touchSquare } from './views/stage.js';

/** The sections in the order of their digits. */
export const SECTIONS = /** @type {const} */ (['play', 'analyse', 'learn', 'think', 'lab']);

/** One-letter shortcuts. None is a letter of a column: those begin the name of a square. @type {Record<string, () => void>} */
const KEYS = {
  k: () => step(-1),
  l: () => step(1),
  K: () => step(-Infinity),
  L: () => step(Infinity),
  u: () => void requestGame('undo'),
  r: () => void requestGame('redo'),
  t: () => (state.section === 'play' ? askHint() : undefined),
  n: () => update({ dialog: 'new' }),
  x: () => (state.section === 'analyse' ? loadedSections()?.toggleAnalysis() : void (location.hash = '#/analyse')),
  v: () => (state.section === 'analyse' ? void loadedSections()?.review() : undefined),
  y: () => void loadSections().then(({ transcriptTo }) => copy(state.section === 'play' ? playedMoves() : transcriptTo(state.tree, state.node))),
  s: () => announce(scoreWords()),
  m: () => announce(movesWords()),
  p: () => announce(lastWords()),
  o: () => announce(boardWords()),
  '?': () => update({ dialog: 'help' }),
};

/** Goes through the moves of the board that is shown. @param {number} by how many, or to an end */
function step(by) {
  const { section } = state;
  if (section === 'play') viewPly(shownPly() + by);
  else if (section === 'room') state.roomView?.step(by);
  else if (section === 'analyse' || section === 'think') loadedSections()?.walk(by);
}

const playedMoves = () => state.game?.moves.slice(0, shownPly()).map(({ move }) => (move === 'pass' ? '--' : move)).join('') ?? '';

/** The score and whose turn it is. */
function scoreWords() {
  const { position } = scene();
  if (!position) return t('loading');
  const turn = position.status === 'over' ? '' : t('said-turn', { color: colorName(position.turn) });
  return `${t('said-score', { black: position.discs.black, white: position.discs.white, empties: position.empties })} ${turn}`;
}

function movesWords() {
  const { position } = scene();
  const moves = position?.moves.map(({ move }) => (move === 'pass' ? t('pass') : move)) ?? [];
  return moves.length > 0 ? t('said-legal', { moves: moves.join(', ') }) : t('said-no-legal');
}

function lastWords() {
  if (state.section !== 'play') {
    const here = state.tree.nodes[state.node];
    return describeMove(here?.ply ?? 0, here?.color ?? null, here?.move ?? null);
  }
  const move = state.game?.moves[shownPly() - 1];
  return describeMove(shownPly(), move?.color ?? null, move?.move ?? null);
}

/** The discs row by row; a row without discs is left out. */
function boardWords() {
  const { position } = scene();
  if (!position) return t('loading');
  const { size, board } = position;
  const rows = Array.from({ length: size }, (_, row) => [...board.slice(row * size, (row + 1) * size)]
    .map((disc, column) => (disc === '-' ? '' : `${squareName(row * size + column, size)} ${colorName(disc === 'X' ? 'black' : 'white')}`))
    .filter(Boolean).join(', '));
  return rows.filter(Boolean).join('. ');
}

/** The letter of a square whose digit is awaited, and its digit if it may have two. */
let typed = '';
/** @type {ReturnType<typeof setTimeout> | undefined} */
let forgetting;

/** @param {string} text @param {number} ms @param {() => void} [then] */
function awaitMore(text, ms, then) {
  clearTimeout(forgetting);
  typed = text;
  forgetting = setTimeout(() => { typed = ''; then?.(); }, ms);
}

/** Takes a letter and a digit as a square, which is played. @param {string} key @returns {boolean} whether the key was part of one */
function typeSquare(key) {
  const size = scene().position?.size ?? 8;
  const columns = 'abcdefghij'.slice(0, size);
  const lower = key.toLowerCase();
  if (lower.length === 1 && columns.includes(lower)) {
    awaitMore(lower, 4000);
    return true;
  }
  if (!typed || !/^\d$/.test(key)) return false;
  const name = typed + key;
  if (size === 10 && key === '1' && typed.length === 1) awaitMore(name, 700, () => play(name));
  else play(name);
  return true;
}

/** @param {string} square */
function play(square) {
  clearTimeout(forgetting);
  typed = '';
  if (!touchSquare(square)) {
    const text = t('said-illegal', { square });
    showToast(text);
    announce(text);
  }
}

/** @param {EventTarget | null} target */
export const isTyping = (target) =>
  target instanceof HTMLElement && (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable);

/** @param {KeyboardEvent} event */
export function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target) || state.dialog) return;
  const { key } = event;
  const onBoard = event.target instanceof Element && event.target.closest('.cells') !== null;
  const letters = state.preferences.keys;
  const section = SECTIONS[Number(key) - 1];
  if (key === 'ArrowLeft') KEYS.k();
  else if (key === 'ArrowRight') KEYS.l();
  else if ((letters || onBoard) && !['lab', 'home'].includes(state.section) && typeSquare(key)) { /* part of a square */ }
  else if (letters && section && !onBoard) location.hash = `#/${section}`;
  else if (letters && KEYS[key]) KEYS[key]();
  else return;
  event.preventDefault();
}
