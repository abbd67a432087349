// A search tree: the root on the left, one row per leaf, cut branches dashed.

import { classes, html, nothing, svg } from '../dom.js';
import { signed, t } from '../i18n.js';
import { replay } from '../logic/thinking.js';

/** @typedef {import('../wire.js').SearchTree} SearchTree */
/** @typedef {import('../wire.js').TreeNode} TreeNode */

const ROW = 30;
const COLUMN = 122;
const BOX = 96;
const MOST = 700;

/** Cache of node positions, by tree. @type {WeakMap<SearchTree, {places: {x: number, y: number}[], height: number, width: number}>} */
const layouts = new WeakMap();

/** @param {SearchTree} tree */
function layout(tree) {
  const found = layouts.get(tree);
  if (found) return found;
  /** @type {number[][]} */
  const children = tree.nodes.map(() => []);
  /** @type {number[]} */
  const roots = [];
  tree.nodes.forEach(({ parent }, i) => (parent === null ? roots : children[parent]).push(i));
  const places = tree.nodes.map(({ ply }) => ({ x: ply * COLUMN + 8, y: 0 }));
  let row = 0;
  const place = (/** @type {number} */ node) => {
    for (const child of children[node]) place(child);
    const below = children[node];
    places[node].y = below.length > 0 ? (places[below[0]].y + places[below[below.length - 1]].y) / 2 : (row++ + 0.5) * ROW;
  };
  roots.forEach(place);
  const deepest = Math.max(0, ...tree.nodes.map(({ ply }) => ply));
  const made = { places, height: Math.max(1, row) * ROW + 8, width: deepest * COLUMN + BOX + 16 };
  layouts.set(tree, made);
  return made;
}

/** @param {SearchTree} tree @param {number} step @param {string} id */
export function treePicture(tree, step, id) {
  const { places, height, width } = layout(tree);
  const { seen, active } = replay(tree, step);
  const done = step >= tree.steps.length;
  const shown = tree.nodes.slice(0, MOST);
  return html`<div class="tree-scroll" tabindex="0" role="img" aria-label=${words(tree, seen, done ? -1 : active)} data-tree=${id} data-active-y=${active >= 0 ? places[active].y : 0} data-active-x=${active >= 0 ? places[active].x + BOX / 2 : 0}>
    <svg class="tree" width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} aria-hidden="true">
      ${shown.map((node, i) => (node.parent === null ? nothing : edge(places[node.parent], places[i], node, seen.get(i)?.state)))}
      ${shown.map((node, i) => box(node, places[i], seen.get(i), i === active && !done, done))}
    </svg></div>
    ${tree.nodes.length > MOST ? html`<p class="small muted">${t('tree-part', { shown: MOST, all: tree.nodes.length })}</p>` : nothing}`;
}

/** @param {{x: number, y: number}} from @param {{x: number, y: number}} to @param {TreeNode} node @param {string | undefined} state */
function edge(from, to, node, state) {
  const start = from.x + BOX;
  const middle = (start + to.x) / 2;
  return svg`<path class=${classes('edge', state ?? 'unseen-yet', node.best && 'best')} d=${`M${start} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`} />`;
}

/**
 * @param {TreeNode} node @param {{x: number, y: number}} place
 * @param {{state: string, window: [number | null, number | null]} | undefined} seen
 * @param {boolean} active @param {boolean} done
 */
function box(node, place, seen, active, done) {
  const state = seen?.state ?? 'unseen-yet';
  const name = node.move === null ? '●' : node.move === 'pass' ? t('pass') : node.move;
  const value = state === 'left' ? `${bound(node)}${signed(node.value)}` : state === 'cut' ? '✂' : state === 'open' ? '…' : '';
  const window = state === 'open' && seen ? `${end(seen.window[0], '−∞')} ${end(seen.window[1], '∞')}` : '';
  return svg`<g class=${classes('node', state, node.kind, active && 'active', done && node.best && 'best', node.ply % 2 === 0 ? 'most' : 'least')} transform=${`translate(${place.x} ${place.y})`}>
    <rect y="-12" width=${BOX} height="24" rx="7" />
    <text class="move" x="9" y="1">${name}</text><text class="value" x=${BOX - 9} y="1">${window ? `[${window}]` : value}</text>
  </g>`;
}

/** @param {TreeNode} node */
const bound = (node) => (node.bound === 'least' ? '≥ ' : node.bound === 'most' ? '≤ ' : '');

/** @param {number | null} value @param {string} none */
const end = (value, none) => (value === null ? none : signed(value));

/** @param {SearchTree} tree @param {Map<number, {state: string, window: [number | null, number | null]}>} seen @param {number} active */
function words(tree, seen, active) {
  if (active < 0) return t('tree-words-done', { value: signed(tree.value), entered: tree.entered, cut: tree.cut });
  const node = tree.nodes[active];
  const now = seen.get(active);
  const move = node.move ?? t('root');
  if (now?.state === 'cut') return t('tree-words-cut', { move });
  if (now?.state === 'left') return t('tree-words-left', { move, value: signed(node.value) });
  return t('tree-words-enter', { move, alpha: end(now?.window[0] ?? null, '−∞'), beta: end(now?.window[1] ?? null, '∞') });
}
