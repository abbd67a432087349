// The board widget: it knows geometry, but no rules. It gets discs, legal squares, marks and
// numbers, draws them, and reports which square was clicked. The picture is SVG and hidden from
// screen readers; a grid of labelled cells above it has the focus, the clicks and the labels.

import { classes, html, nothing, svg } from './dom.js';

/**
 * A number on a square: the score of a move there.
 * @typedef {object} Chip
 * @property {string} text
 * @property {string} [small] a second line, smaller
 * @property {string} tone `best`, `loss-0` … `loss-4`, or `plain`
 */

/** A circle around a square, or an arrow from one to another. @typedef {{from: number, to: number}} Mark */

/**
 * @typedef {object} BoardView
 * @property {number} size
 * @property {string} discs size² characters, `X` black, `O` white, `-` empty, from a1 row by row
 * @property {'X' | 'O' | null} ghost the disc that a click would place
 * @property {ReadonlySet<number>} legal squares of legal moves
 * @property {number | null} last the square of the last move
 * @property {number} cursor the square with the keyboard focus
 * @property {boolean} coordinates
 * @property {boolean} hints whether legal squares are shown
 * @property {boolean} animate
 * @property {ReadonlyMap<number, Chip>} chips
 * @property {ReadonlyMap<number, string>} badges name of a mark by square
 * @property {ReadonlyMap<number, string>} rings squares that words speak of: `reason` or `better`
 * @property {ReadonlyMap<number, number>} heat from −1 to 1 by square
 * @property {ReadonlyMap<number, number>} numbers move numbers by square
 * @property {ReadonlySet<number>} turning discs that the move under the pointer would flip
 * @property {readonly number[]} line squares of the best line, in order
 * @property {readonly Mark[]} [marks] circles and arrows
 * @property {string} label
 * @property {(square: number) => string} name the label of a square for screen readers
 * @property {(square: number) => void} touch
 * @property {(square: number) => void} focus
 * @property {(square: number | null) => void} point where the pointer is
 */

const CELL = 100;
const FRAME = 46;
const SIGNS = { best: '★', good: '✓', inaccuracy: '?!', mistake: '?', blunder: '??', wrong: '✗' };

/** @param {BoardView} view */
export function board(view) {
  const { size } = view;
  const squares = Array.from({ length: size * size }, (_, square) => square);
  const edge = size * CELL;
  const box = `${-FRAME} ${-FRAME} ${edge + 2 * FRAME} ${edge + 2 * FRAME}`;
  return html`<div class=${classes('board', `size-${size}`, view.animate && 'animate')}>
    <svg class="board-picture" viewBox=${box} aria-hidden="true" focusable="false">
      ${paints}
      <rect class="frame" x=${-FRAME} y=${-FRAME} width=${edge + 2 * FRAME} height=${edge + 2 * FRAME} rx="22" />
      <rect class="frame-inner" x="-7" y="-7" width=${edge + 14} height=${edge + 14} rx="8" />
      <rect class="felt" width=${edge} height=${edge} rx="2" />
      <rect class="felt-light" width=${edge} height=${edge} rx="2" />
      ${[...view.heat].map(([square, value]) => heatOf(square, value, size))}
      <path class="lines" d=${lines(size)} />
      ${stars(size)} ${view.coordinates ? coordinates(size) : nothing}
      ${view.hints ? [...view.legal].map((square) => spot(view, square)) : nothing} ${squares.map((square) => disc(view, square))}
      ${bestLine(view)} ${squares.filter((square) => isCovered(view, square)).map((square) => overlay(view, square))} ${(view.marks ?? []).map((mark) => markOf(mark, view.size))}
    </svg>
    ${cells(view)}
  </div>`;
}

const paints = svg`<defs>
  <radialGradient id="black-face" cx="0.36" cy="0.28" r="0.85">
    <stop offset="0" stop-color="#5a6066" /><stop offset="0.32" stop-color="#2a2e32" />
    <stop offset="0.8" stop-color="#121416" /><stop offset="1" stop-color="#08090a" />
  </radialGradient>
  <radialGradient id="white-face" cx="0.36" cy="0.28" r="0.9">
    <stop offset="0" stop-color="#ffffff" /><stop offset="0.5" stop-color="#f5f2ea" />
    <stop offset="0.86" stop-color="#dcd7ca" /><stop offset="1" stop-color="#bdb7a7" />
  </radialGradient>
  <radialGradient id="shade">
    <stop offset="0.72" stop-color="#000" stop-opacity="0.5" /><stop offset="1" stop-color="#000" stop-opacity="0" />
  </radialGradient>
  <radialGradient id="felt-glow" cx="0.42" cy="0.34" r="0.8">
    <stop offset="0" stop-color="#fff" stop-opacity="0.13" /><stop offset="0.55" stop-color="#fff" stop-opacity="0" />
    <stop offset="0.56" stop-color="#000" stop-opacity="0" /><stop offset="1" stop-color="#000" stop-opacity="0.22" />
  </radialGradient>
  <linearGradient id="wood" x1="0" y1="0" x2="1" y2="1">
    <stop class="wood-1" offset="0" /><stop class="wood-2" offset="0.5" /><stop class="wood-3" offset="1" />
  </linearGradient>
</defs>`;

/** @param {number} square @param {number} size */
function centre(square, size) {
  return [(square % size) * CELL + CELL / 2, Math.floor(square / size) * CELL + CELL / 2];
}

/** @param {number} size */
function lines(size) {
  const edge = size * CELL;
  let path = '';
  for (let i = 0; i <= size; i++) path += `M${i * CELL} 0V${edge}M0 ${i * CELL}H${edge}`;
  return path;
}

/** @param {number} size */
function stars(size) {
  if (size < 6) return nothing;
  const at = [2 * CELL, (size - 2) * CELL];
  return at.flatMap((y) => at.map((x) => svg`<circle class="star" cx=${x} cy=${y} r="6" />`));
}

/** @param {number} size */
function coordinates(size) {
  const out = (size * CELL) + FRAME / 2 + 2;
  return Array.from({ length: size }, (_, i) => {
    const at = i * CELL + CELL / 2;
    const letter = 'abcdefghij'[i];
    return svg`<g class="coordinate">
      <text x=${at} y=${-FRAME / 2 - 2}>${letter}</text><text x=${at} y=${out}>${letter}</text>
      <text x=${-FRAME / 2 - 3} y=${at}>${i + 1}</text><text x=${out + 1} y=${at}>${i + 1}</text>
    </g>`;
  });
}

/** @param {number} square @param {number} value @param {number} size */
function heatOf(square, value, size) {
  const [x, y] = centre(square, size);
  const side = value >= 0 ? 'heat for' : 'heat against';
  return svg`<rect class=${side} x=${x - CELL / 2} y=${y - CELL / 2} width=${CELL} height=${CELL}
    fill-opacity=${(Math.min(1, Math.abs(value)) * 0.85).toFixed(2)} />`;
}

/** @param {BoardView} view @param {number} square */
function spot(view, square) {
  if (view.chips.has(square)) return nothing;
  const [x, y] = centre(square, view.size);
  return svg`<circle class=${`spot ${view.ghost === 'X' ? 'black' : 'white'}`} cx=${x} cy=${y} r="13" />`;
}

/** Every square has a disc; that of an empty square is invisible. So flips are CSS transitions between classes. The
 * shadow belongs to a face, so that it narrows with it. There are 64 of them before the first move can be played:
 * they are one template without others inside.
 * @param {BoardView} view @param {number} square */
function disc(view, square) {
  const [x, y] = centre(square, view.size);
  const what = { X: 'black', O: 'white', '-': 'empty' }[view.discs[square]] ?? 'empty';
  const delay = view.last === null ? 0 : what === 'empty' ? 1 : lateness(square, view.last, view.size);
  const number = view.numbers.get(square);
  return svg`<g class=${classes('disc', what, `late-${delay}`, view.turning.has(square) && 'turning')} transform=${`translate(${x} ${y})`}>
    <g class="face black-face"><circle class="shadow" cx="3" cy="6" r="48" /><circle class="rim" r="42" /><circle class="top" r="40" /><circle class="bevel" r="33.5" /></g>
    <g class="face white-face"><circle class="shadow" cx="3" cy="6" r="48" /><circle class="rim" r="42" /><circle class="top" r="40" /><circle class="bevel" r="33.5" /></g>
    <path class="disc-sign" d=${what === 'black' ? 'M-14 -14L14 14M14 -14L-14 14' : 'M-15 0H15M0 -15V15'} />
    ${view.last === square && number === undefined ? svg`<circle class="last" r="9.5" />` : nothing}
    ${number === undefined ? nothing : svg`<text class="number">${number}</text>`}
  </g>`;
}

/** How late a disc flips: by its distance from the move, on its lines. Others keep the same class whatever the move is, and
 * are not styled again. @param {number} square @param {number} last @param {number} size */
function lateness(square, last, size) {
  const columns = Math.abs((square % size) - (last % size));
  const rows = Math.abs(Math.floor(square / size) - Math.floor(last / size));
  return columns === 0 || rows === 0 || columns === rows ? Math.min(9, Math.max(columns, rows)) : 1;
}

/** @param {BoardView} view */
function bestLine(view) {
  return view.line.map((square, i) => {
    if (view.chips.has(square)) return nothing;
    const [x, y] = centre(square, view.size);
    return svg`<g class=${classes('line-step', `step-${Math.min(i, 8)}`)}><circle cx=${x} cy=${y} r="17" /><text x=${x} y=${y}>${i + 1}</text></g>`;
  });
}

/** @param {BoardView} view @param {number} square */
const isCovered = ({ chips, badges, rings }, square) => chips.has(square) || badges.has(square) || rings.has(square);

/** @param {BoardView} view @param {number} square */
function overlay(view, square) {
  const chip = view.chips.get(square);
  const badge = view.badges.get(square);
  const ring = view.rings.get(square);
  const [x, y] = centre(square, view.size);
  return svg`${chip ? chipOf(chip, x, y) : nothing}${ring ? svg`<circle class=${`ring ${ring}`} cx=${x} cy=${y} r="44" />` : nothing}${badge ? badgeOf(badge, x, y) : nothing}`;
}

/** @param {Mark} mark @param {number} size */
function markOf({ from, to }, size) {
  const [x, y] = centre(from, size);
  if (from === to) return svg`<circle class="mark-circle" cx=${x} cy=${y} r="44" />`;
  const [endX, endY] = centre(to, size);
  const long = Math.hypot(endX - x, endY - y);
  const [dx, dy] = [(endX - x) / long, (endY - y) / long];
  const [tipX, tipY] = [endX - dx * 8, endY - dy * 8];
  const at = (/** @type {number} */ back, /** @type {number} */ aside) => `${(tipX - dx * back - dy * aside).toFixed(1)} ${(tipY - dy * back + dx * aside).toFixed(1)}`;
  return svg`<path class="mark-arrow" d=${`M${at(long - 20, 6)}L${at(30, 6)}L${at(34, 20)}L${at(0, 0)}L${at(34, -20)}L${at(30, -6)}L${at(long - 20, -6)}Z`} />`;
}

/** @param {Chip} chip @param {number} x @param {number} y */
function chipOf(chip, x, y) {
  return svg`<g class=${`chip ${chip.tone}`} transform=${`translate(${x} ${y})`}>
    <circle r="41" />
    <text class=${classes('value', chip.text.length > 3 && 'long')} y=${chip.small ? -6 : 1}>${chip.text}</text>
    ${chip.small ? svg`<text class="small" y="23">${chip.small}</text>` : nothing}
  </g>`;
}

/** @param {string} badge @param {number} x @param {number} y */
function badgeOf(badge, x, y) {
  const sign = SIGNS[/** @type {keyof typeof SIGNS} */ (badge)] ?? '';
  return svg`<g class=${`badge ${badge}`} transform=${`translate(${x + 31} ${y - 31})`}>
    <circle r="21" /><text y="1">${sign}</text>
  </g>`;
}

/** @param {BoardView} view */
function cells(view) {
  const { size } = view;
  const rows = Array.from({ length: size }, (_, row) => row);
  /** @param {(square: number) => void} act @returns {(event: Event) => void} */
  const onCell = (act) => ({ target }) => {
    const { square } = /** @type {HTMLElement} */ (target).dataset;
    if (square !== undefined) act(Number(square));
  };
  return html`<div class="cells" role="grid" aria-label=${view.label} aria-rowcount=${size} aria-colcount=${size}
    @click=${onCell(view.touch)} @focusin=${onCell(view.focus)} @pointerover=${onCell(view.point)}
    @keydown=${(/** @type {KeyboardEvent} */ event) => steer(event, view)} @pointerleave=${() => view.point(null)}>
    ${rows.map(
      (row) => html`<div role="row" class="cell-row">
        ${rows.map((column) => cell(view, row * size + column))}
      </div>`,
    )}
  </div>`;
}

/** @param {BoardView} view @param {number} square */
function cell(view, square) {
  const ghost = view.legal.has(square) && (view.ghost === 'X' ? 'legal black' : 'legal white');
  return html`<div role="gridcell" class=${classes('cell', ghost)}
    data-square=${square} tabindex=${square === view.cursor ? 0 : -1} aria-label=${view.name(square)}></div>`;
}

/** Arrow keys move the cursor, Enter and Space click a square.
 * @param {KeyboardEvent} event @param {BoardView} view */
function steer(event, view) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const { size, cursor } = view;
  const column = cursor % size;
  const row = Math.floor(cursor / size);
  const target = {
    ArrowLeft: column > 0 ? cursor - 1 : cursor,
    ArrowRight: column < size - 1 ? cursor + 1 : cursor,
    ArrowUp: row > 0 ? cursor - size : cursor,
    ArrowDown: row < size - 1 ? cursor + size : cursor,
    Home: row * size,
    End: row * size + size - 1,
    PageUp: column,
    PageDown: (size - 1) * size + column,
  }[event.key];
  if (target !== undefined) {
    const grid = /** @type {HTMLElement} */ (event.currentTarget);
    /** @type {HTMLElement | null} */ (grid.querySelector(`[data-square="${target}"]`))?.focus();
  } else if (event.key === 'Enter' || event.key === ' ') {
    view.touch(cursor);
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}
