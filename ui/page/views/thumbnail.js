// A small picture of a position.

import { html, svg } from '../dom.js';

/** @param {string} text the position @param {string} [label] none if it stands beside its words */
export function thumbnail(text, label = '') {
  const board = text.split(' ')[0];
  const size = Math.round(Math.sqrt(board.length)) || 8;
  const discs = [...board].map((disc, i) => disc === '-' ? '' : svg`<circle class=${disc === 'X' ? 'black' : 'white'} cx=${(i % size) * 10 + 5} cy=${Math.floor(i / size) * 10 + 5} r="4" />`);
  const edge = size * 10;
  return html`<svg class="thumbnail" viewBox=${`0 0 ${edge} ${edge}`} role=${label ? 'img' : 'presentation'} aria-label=${label} aria-hidden=${label ? 'false' : 'true'}>
    <rect class="felt" width=${edge} height=${edge} />${discs}</svg>`;
}
