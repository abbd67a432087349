// The board of a room, with the score above it and the controls below.

import { board } from '../board.js';
import { html, nothing } from '../dom.js';
import { colorName, signed, t } from '../i18n.js';
import { askHint, mayMove, nameOf, playMove, requestGame, shownPly, shownPosition, viewPly } from '../logic/game.js';
import { partOf } from '../logic/coach.js';
import { answer } from '../logic/lessons.js';
import { studiedPosition } from '../logic/positions.js';
import { go, toggleAnalysis, tryMove, walk } from '../logic/study.js';
import { toggleMark } from '../logic/shelf.js';
import { lineThrough, mainLine } from '../logic/tree.js';
import { currentHeatmap, currentPath } from '../logic/thinking.js';
import { squareName, squareOf } from '../squares.js';
import { state, update } from '../store.js';
import { opponentOf } from '../logic/opponents.js';
import { face } from './faces.js';
import { coin, iconButton } from './icons.js';

/** @typedef {import('../wire.js').Position} Position */
/** @typedef {import('../wire.js').Color} Color */
/** @typedef {import('../board.js').Chip} Chip */

/**
 * What a room shows on the board.
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

const SCENES = { home: playScene, club: clubScene, play: playScene, analyse: studyScene, learn: lessonScene, think: thinkScene, lab: playScene };

/** What the board of the room shows. */
export const scene = () => SCENES[state.room]();

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
    <div class="table">${boardOf(shown)}${state.room === 'analyse' ? scale(shown.balance ?? null) : nothing}</div>
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

/** What is shown until the server has answered. @type {Position} */
const START = {
  size: 8, board: `${'-'.repeat(27)}OX------XO${'-'.repeat(27)}`, text: '', turn: 'black', discs: { black: 2, white: 2 }, empties: 60,
  status: 'to_move', black_score: null, moves: [], opening: null,
};

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
const lastPlaced = (moves) => moves.findLast((move) => move && move !== 'pass') ?? null;

/** The quarter of the board around a hint. @param {string} square @param {number} size */
function partHeat(square, size) {
  const part = partOf(square, size);
  /** @type {Map<number, number>} */
  const heat = new Map();
  for (let at = 0; at < size * size; at++) if (partOf(squareName(at, size), size) === part) heat.set(at, 0.3);
  return heat;
}

/** @returns {Scene} */
function clubScene() {
  return state.clubView?.scene() ?? { position: null, open: false, touch: () => {}, last: null };
}

/** @param {(string | null)[]} moves */
function numbersOf(moves) {
  /** @type {Map<number, number>} */
  const numbers = new Map();
  if (!state.preferences.numbers) return numbers;
  const size = shownSize();
  moves.filter((move) => move !== 'pass').forEach((move, i) => numbers.set(squareOf(move ?? '', size), i + 1));
  return numbers;
}

const shownSize = () => (state.room === 'play' ? state.game?.size : state.tree.size) ?? 8;

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
  const reasons = reviewed?.why ?? [];
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

/** @param {Position | null} position */
function scoreboard(position) {
  const { game, room } = state;
  const seated = room === 'play' || (room === 'analyse' && game && state.tree.game === (game.id ?? game.view)) ? game : null;
  const name = (/** @type {Color} */ color) => (seated ? nameOf(seated, color) : colorName(color));
  const ended = room === 'play' && game?.outcome && state.viewedPly === null;
  const turn = position && position.status !== 'over' && !ended ? position.turn : null;
  const side = (/** @type {Color} */ color) => html`<div class=${`side ${color} ${turn === color ? 'to-move' : ''} ${room === 'play' && game?.state === 'thinking' && turn === color ? 'thinking' : ''}`}>
    ${coin(color, 'large')}${seated ? faceOf(seated.players[color]) : nothing}
    <div class="grow"><div class="who" title=${name(color)}>${name(color)}</div>
      ${room === 'play' && game?.clocks ? html`<output class="clock" data-clock=${color}></output>` : nothing}</div>
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
  const { room, game } = state;
  if (room === 'learn') return nothing;
  if (room === 'club') return state.clubView?.controls() ?? nothing;
  if (room !== 'play') {
    const end = lineThrough(state.tree, state.node).at(-1) ?? 0;
    return html`<div class="controls" role="toolbar" aria-label=${t('go-through')}>
      ${iconButton('first', t('to-start'), () => go(0))} ${iconButton('back', t('back'), () => walk(-1))}
      ${iconButton('forward', t('forward'), () => walk(1))} ${iconButton('last', t('to-end'), () => go(end))}
      ${room === 'analyse' ? iconButton('engine', t('engine'), toggleAnalysis, { pressed: state.analysis.on }) : nothing}
    </div>`;
  }
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
