// A clickable list of moves with its variations.

import { classes, html, nothing } from '../dom.js';
import { t } from '../i18n.js';

/** @typedef {{move: string | null, color: import('../wire.js').Color | null, ply: number, node: number, mark?: string, glyph?: string, noted?: boolean, branches?: unknown}} Item */

export const SIGNS = { best: '★', good: '', forced: '', inaccuracy: '?!', mistake: '?', blunder: '??' };

/**
 * @param {Item[]} items
 * @param {number} here the current node
 * @param {(node: number) => void} choose
 */
export function moveList(items, here, choose) {
  return html`<ol class="moves" aria-label=${t('moves')}>
    ${items.map((item) => html`<li class=${classes('move', item.mark)}>${moveButton(item, here, choose)}${item.branches ?? nothing}</li>`)}
  </ol>`;
}

/** @param {Item} item @param {number} here @param {(node: number) => void} choose */
export function moveButton(item, here, choose) {
  const sign = SIGNS[/** @type {keyof typeof SIGNS} */ (item.mark ?? 'good')] ?? '';
  return html`<button type="button" class="ply" aria-current=${item.node === here ? 'step' : nothing} @click=${() => choose(item.node)}>
    <span class="n">${item.ply}</span><span class=${`coin ${item.color ?? 'black'}`} aria-hidden="true"></span>
    <span class="m">${item.move === 'pass' ? t('pass') : item.move}</span>
    ${item.glyph ? html`<span class="sign">${item.glyph}</span>` : sign ? html`<span class=${`sign ${item.mark}`}>${sign}</span>` : nothing}${item.noted ? html`<span class="noted" title=${t('note')}>✎</span>` : nothing}
  </button>`;
}
