// The board editor: a click changes a square.

import { board } from '../board.js';
import { html } from '../dom.js';
import { t } from '../i18n.js';
import { fetchPosition } from '../logic/positions.js';
import { squareName } from '../squares.js';
import { state, update } from '../store.js';
import { coin } from './icons.js';
import { sizePicker } from './dialogs.js';
import { showError } from '../i18n.js';

const NEXT = { '-': 'X', X: 'O', O: '-' };
const NAMES = /** @type {const} */ ({ '-': 'empty', X: 'black', O: 'white' });

/** @param {string} text @param {number} size */
async function loadSetup(text, size) {
  const position = await fetchPosition(text, size).catch(showError);
  if (!position) return;
  Object.assign(state.setup, { size: position.size, board: position.board, turn: position.turn === 'black' ? 'X' : 'O' });
  update();
}

export function setupBoard() {
  const { setup } = state;
  const paint = (/** @type {number} */ square) => {
    const now = /** @type {'X' | 'O' | '-'} */ (setup.board[square]);
    const disc = setup.brush === 'cycle' ? NEXT[now] : setup.brush === now ? '-' : setup.brush;
    setup.board = setup.board.slice(0, square) + disc + setup.board.slice(square + 1);
    update({ cursor: square });
  };
  const brushes = /** @type {const} */ (['cycle', 'X', 'O', '-']);
  return html`<div class="stack setup">
    <p class="muted small">${t('setup-intro')}</p>
    <div class="row">${sizePicker(setup.size, (size) => void loadSetup('startpos', size))}
      <div class="segments" role="group" aria-label=${t('brush')}>
        ${brushes.map((brush) => html`<button type="button" aria-pressed=${setup.brush === brush} @click=${() => { setup.brush = brush; update(); }}>
          ${brush === 'X' ? coin('black') : brush === 'O' ? coin('white') : ''}${brush === 'cycle' ? t('brush-cycle') : t(NAMES[brush])}</button>`)}</div></div>
    <div class="setup-board">${board({
      size: setup.size, discs: setup.board, ghost: null, legal: new Set(), last: null,
      cursor: Math.min(state.cursor, setup.size ** 2 - 1), coordinates: true, hints: false, animate: false,
      chips: new Map(), badges: new Map(), rings: new Map(), heat: new Map(), numbers: new Map(), turning: new Set(), line: [], point: () => {},
      label: t('board-of', { size: setup.size }),
      name: (square) => `${squareName(square, setup.size)}, ${t(NAMES[/** @type {'X' | 'O' | '-'} */ (setup.board[square])])}`,
      touch: paint,
      focus: (cursor) => update({ cursor }),
    })}</div>
    <div class="row">
      <div class="segments" role="group" aria-label=${t('side-to-move')}>
        ${(/** @type {const} */ (['X', 'O'])).map((side) => html`<button type="button" aria-pressed=${setup.turn === side} @click=${() => { setup.turn = side; update(); }}>
          ${coin(side === 'X' ? 'black' : 'white')}${t('to-move', { color: t(NAMES[side]) })}</button>`)}</div>
      <button type="button" @click=${() => { setup.board = '-'.repeat(setup.size ** 2); update(); }}>${t('clear')}</button>
      <button type="button" @click=${() => void loadSetup('startpos', setup.size)}>${t('start-position')}</button>
    </div>
  </div>`;
}
