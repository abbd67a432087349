// The board of a section, with the score above it and the controls below.

import { board } from '../board.js';
import { html, nothing } from '../dom.js';
import { colorName, signed, t } from '../i18n.js';
import { askHint, mayMove, nameOf, playMove, requestGame, shownPly, shownPosition, viewPly } from '../logic/game.js';
import { partOf } from '../logic/coach.js';
import { loadedSections } from '../later.js';
import { START } from '../logic/positions.js';
import { squareName, squareOf } from '../squares.js';
import { state, update } from '../store.js';
import { opponentOf } from '../logic/opponents.js';
import { face } from './faces.js';
import { coin, iconButton } from './icons.js';

/** @typedef {import('../wire.js').Position} Position */
/** @typedef {import('../wire.js').Color} Color */
/** @typedef {import('../board.js').Chip} Chip */

/**
 * What a section shows on the board.
 * @typedef {object} Scene
 * @property {Position | null} position
 * @property {string | null} last
 * @property {boolean} open whether legal squares can be clicked
 * @property {(square: string) => void} touch
 * @property {Map<number, Chip>} [chips]
 * @property {Map<number, string>} [badges]
 * @property {Map<number, string>} [rings] squares that words speak of
 * @property {string[]} [marks] circles and arrows
 * @property {string[]} [line] moves to number on the board
 * @property {Map<number, number>} [heat]
 * @property {Map<number, number>} [numbers]
 * @property {number | null} [balance] who is ahead, in discs for Black
 */

/** @type {Scene} */
const EMPTY = { position: null, open: false, touch: () => {}, last: null };

/** The board of the current section. @returns {Scene} */
export function scene() {
  const { section } = state;
  if (section === 'room') return state.roomView?.scene() ?? EMPTY;
  if (section === 'analyse' || section === 'learn' || section === 'think') return loadedSections()?.SCENES[section]() ?? EMPTY;
  return playScene();
}

/** Touches a square, if that does something. @param {string} name @returns {boolean} whether it does */
export function touchSquare(name) {
  const { position, open, touch } = scene();
  if (!open || !position?.moves.some(({ move }) => move === name)) return false;
  update({ cursor: squareOf(name, position.size) });
  touch(name);
  return true;
}

export function stage() {
  const shown = scene();
  const { position } = shown;
  return html`<section class="stage" aria-label=${t('board')}>
    ${scoreboard(position)}
    <div class="table">${boardOf(shown)}${state.section === 'analyse' ? scale(shown.balance ?? null) : nothing}</div>
    ${controls()}
  </section>`;
}

/** @param {Scene} scene */
function boardOf(scene) {
  const position = scene.position ?? START;
  const { size } = position;
  const place = (/** @type {string | null | undefined} */ name) => (name ? squareOf(name, size) : -1);
  const legal = new Set(scene.open ? position.moves.map(({ move }) => place(move)).filter((square) => square >= 0) : []);
  const last = place(scene.last);
  const chips = scene.chips ?? new Map();
  const pointed = state.hover ?? state.cursor;
  return board({
    size,
    discs: position.board,
    ghost: position.turn === 'black' ? 'X' : 'O',
    legal,
    last: last < 0 ? null : last,
    cursor: Math.min(state.cursor, size * size - 1),
    coordinates: state.preferences.coordinates,
    hints: state.preferences.hints,
    animate: state.preferences.animate,
    chips,
    badges: scene.badges ?? new Map(),
    rings: scene.rings ?? new Map(),
    heat: scene.heat ?? new Map(),
    numbers: scene.numbers ?? new Map(),
    turning: state.preferences.flips && legal.has(pointed) ? flipsOf(position, squareName(pointed, size)) : new Set(),
    point: (square) => { if (state.hover !== square) update({ hover: square }); },
    line: (scene.line ?? state.preview).map((name) => place(name)).filter((square) => square >= 0),
    marks: (scene.marks ?? []).map((mark) => mark.split('-').map(place)).map(([from, to = from]) => ({ from, to })),
    label: t('board-of', { size }),
    name: (square) => cellName(position, square, legal.has(square), square === last, chips.get(square)),
    touch: (square) => { update({ cursor: square }); scene.touch(squareName(square, size)); },
    focus: (square) => update({ cursor: square }),
  });
}

/** @param {Position} position @param {string} square */
const flipsOf = (position, square) =>
  new Set(position.moves.find(({ move }) => move === square)?.flips.map((name) => squareOf(name, position.size)));

/** @param {Position} position @param {number} square @param {boolean} legal @param {boolean} last @param {Chip | undefined} chip */
function cellName(position, square, legal, last, chip) {
  const disc = position.board[square];
  const parts = [squareName(square, position.size)];
  if (disc === 'X') parts.push(t('black'));
  if (disc === 'O') parts.push(t('white'));
  if (legal) parts.push(t('legal', { flips: flipsOf(position, parts[0]).size }));
  if (disc === '-' && !legal) parts.push(t('empty'));
  if (last) parts.push(t('last-move'));
  if (chip) parts.push(chip.text);
  return parts.join(', ');
}

/** @returns {Scene} */
function playScene() {
  const { game } = state;
  const position = shownPosition();
  const ply = shownPly();
  const open = mayMove();
  /** @type {Map<number, Chip>} */
  const chips = new Map();
  /** @type {Map<number, string>} */
  const badges = new Map();
  const { hint, pending, doubt } = state;
  const hinted = hint && position?.text === hint.text ? hint : null;
  if (hinted && position && hinted.step === 3) chips.set(squareOf(hinted.square, position.size), { text: '★', tone: 'best' });
  if (doubt && position) badges.set(squareOf(doubt.square, position.size), 'mistake');
  const played = game?.moves.slice(0, ply) ?? [];
  const moves = played.map(({ move }) => move);
  const last = pending && position === pending.position ? pending.square : lastPlaced(moves);
  return { position, open, touch: playMove, last, chips, badges, numbers: numbersOf(moves), heat: hinted && position ? partHeat(hinted.square, position.size) : undefined };
}

/** The last square of a line; a pass leaves the mark where it was. @param {(string | null)[]} moves */
export const lastPlaced = (moves) => moves.findLast((move) => move && move !== 'pass') ?? null;

/** The quarter of the board around a hint. @param {string} square @param {number} size */
function partHeat(square, size) {
  const part = partOf(square, size);
  /** @type {Map<number, number>} */
  const heat = new Map();
  for (let at = 0; at < size * size; at++) if (partOf(squareName(at, size), size) === part) heat.set(at, 0.3);
  return heat;
}

/** @param {(string | null)[]} moves */
export function numbersOf(moves) {
  /** @type {Map<number, number>} */
  const numbers = new Map();
  if (!state.preferences.numbers) return numbers;
  const size = shownSize();
  moves.filter((move) => move !== 'pass').forEach((move, i) => numbers.set(squareOf(move ?? '', size), i + 1));
  return numbers;
}

const shownSize = () => (state.section === 'play' ? state.game?.size : state.tree.size) ?? 8;

/** @param {Position | null} position */
function scoreboard(position) {
  const { game, section } = state;
  const seated = section === 'play' || (section === 'analyse' && game && state.tree.game === (game.id ?? game.view)) ? game : null;
  const name = (/** @type {Color} */ color) => (seated ? nameOf(seated, color) : colorName(color));
  const ended = section === 'play' && game?.outcome && state.viewedPly === null;
  const turn = position && position.status !== 'over' && !ended ? position.turn : null;
  const side = (/** @type {Color} */ color) => html`<div class=${`side ${color} ${turn === color ? 'to-move' : ''} ${section === 'play' && game?.state === 'thinking' && turn === color ? 'thinking' : ''}`}>
    ${coin(color, 'large')}${seated ? faceOf(seated.players[color]) : nothing}
    <div class="grow"><div class="who" title=${name(color)}>${name(color)}</div>
      ${section === 'play' && game?.clocks ? html`<output class="clock" data-clock=${color}></output>` : nothing}</div>
    <output class="count" aria-label=${t('discs-of', { color: colorName(color) })}>${position?.discs[color] ?? 2}</output>
  </div>`;
  return html`<div class="scoreboard">${side('black')}${side('white')}</div>`;
}

/** @param {import('../wire.js').GamePlayer} player */
function faceOf({ kind, spec }) {
  const opponent = kind === 'program' ? opponentOf(spec) : undefined;
  return opponent ? face(opponent.id) : nothing;
}

/** The evaluation bar beside the board. @param {number | null} balance */
function scale(balance) {
  const share = balance === null ? 0.5 : 1 / (1 + Math.exp(-balance / 7));
  const height = (share * 100).toFixed(1);
  return html`<div class="scale" role="img" aria-label=${balance === null ? t('scale-unknown') : t('scale', { score: signed(balance) })}>
    <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true"><rect x="0" y=${100 - Number(height)} width="10" height=${height} /><line x1="0" x2="10" y1="50" y2="50" /></svg>
  </div>`;
}

function controls() {
  const { section, game } = state;
  if (section === 'learn') return nothing;
  if (section === 'room') return state.roomView?.controls() ?? nothing;
  if (section !== 'play') return loadedSections()?.studyControls() ?? nothing;
  const ply = shownPly();
  const length = game?.length ?? 0;
  const mine = Boolean(game?.may_play);
  return html`<div class="controls" role="toolbar" aria-label=${t('go-through')}>
    ${iconButton('first', t('to-start'), () => viewPly(0), { disabled: ply === 0 })}
    ${iconButton('back', t('back'), () => viewPly(ply - 1), { disabled: ply === 0 })}
    ${iconButton('forward', t('forward'), () => viewPly(ply + 1), { disabled: ply >= length })}
    ${iconButton('last', t('to-end'), () => viewPly(length), { disabled: ply >= length })}
    <span class="gap"></span>
    ${iconButton('undo', t('undo'), () => requestGame('undo'), { disabled: !mine || (game?.ply ?? 0) === 0 })}
    ${iconButton('redo', t('redo'), () => requestGame('redo'), { disabled: !mine || (game?.ply ?? 0) >= length })}
    ${iconButton('hint', t('hint'), askHint, { disabled: !game || Boolean(game.outcome) || state.seats?.state === 'playing' })}
  </div>`;
}
