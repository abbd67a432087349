// A small picture of a position, for lists and tiles.

import { html, svg } from '../dom.js';

/** @param {string} board the discs from a1, row by row */
export function miniBoard(board) {
  const size = Math.round(Math.sqrt(board.length)) || 8;
  let lines = '';
  for (let i = 1; i < size; i++) lines += `M${i * 10} 0V${size * 10}M0 ${i * 10}H${size * 10}`;
  return html`<svg class="mini" viewBox=${`0 0 ${size * 10} ${size * 10}`} aria-hidden="true" focusable="false">
    ${svg`<rect class="felt" width="100%" height="100%" /><path class="lines" d=${lines} />
      ${[...board].map((disc, i) => disc === '-' ? null : svg`<circle class=${disc === 'X' ? 'black' : 'white'} cx=${(i % size) * 10 + 5} cy=${Math.floor(i / size) * 10 + 5} r="4.1" />`)}`}</svg>`;
}
