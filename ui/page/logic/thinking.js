// The tree of a textbook search on the studied position, stepped through, and the heat map of an evaluator.

import { address, get } from '../api.js';
import { showError } from '../i18n.js';
import { state, update } from '../store.js';
import { studiedPosition } from './positions.js';
import { playableForm, playersOn, specOf } from './spec.js';

/** @typedef {import('../wire.js').SearchTree} SearchTree */

/** @type {ReturnType<typeof setInterval> | undefined} */
let ticking;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Updates heat map and trees for another position, debounced: stepping through a game does not request every move. */
export function refreshThinking() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (!currentHeatmap()) void loadHeatmap();
    if (state.thinking.leftTree && state.thinking.text !== studiedPosition().text) void loadTrees();
  }, 90);
}

/** The players whose trees can be drawn. @param {number} size */
const drawable = (size) => playersOn(size).filter((entry) => entry.has_tree);

/** Loads one tree or two for the studied position. */
export async function loadTrees() {
  const { thinking } = state;
  const { text, size } = studiedPosition();
  stop();
  Object.assign(thinking, { busy: true });
  update();
  const treeOf = (/** @type {import('../store.js').PlayerForm} */ form) =>
    /** @type {Promise<SearchTree>} */ (get(address('/api/trees', { position: text, player: specOf(playableForm(form, drawable(size))) })));
  try {
    const [leftTree, rightTree] = await Promise.all([
      treeOf(thinking.left),
      thinking.both ? treeOf(thinking.right) : null,
    ]);
    if (text === studiedPosition().text) Object.assign(thinking, { text, leftTree, rightTree, step: Math.max(leftTree.steps.length, rightTree?.steps.length ?? 0) });
  } catch (error) {
    showError(error);
  }
  thinking.busy = false;
  update();
}

/** The last step that can be shown. */
export const lastStep = () =>
  Math.max(state.thinking.leftTree?.steps.length ?? 0, state.thinking.rightTree?.steps.length ?? 0);

/** @param {number} step */
export function stepTo(step) {
  state.thinking.step = Math.max(0, Math.min(lastStep(), step));
  update();
}

export function run() {
  const { thinking } = state;
  if (thinking.running) return stop();
  if (thinking.step >= lastStep()) thinking.step = 0;
  thinking.running = true;
  ticking = setInterval(() => {
    stepTo(thinking.step + 1);
    if (thinking.step >= lastStep()) stop();
  }, 350);
  update();
}

export function stop() {
  clearInterval(ticking);
  state.thinking.running = false;
  update();
}

/** The moves to the node that the search is at, if the tree is that of the studied position. */
export function currentPath() {
  const { leftTree: tree, step, text } = state.thinking;
  if (!tree || text !== studiedPosition().text || step >= tree.steps.length) return [];
  const moves = [];
  for (let at = /** @type {number | null} */ (tree.steps[step - 1]?.node ?? null); at !== null; at = tree.nodes[at].parent) moves.unshift(tree.nodes[at].move ?? '');
  return moves.filter(Boolean);
}

/** The heat map of the studied position, if it is switched on and loaded. */
export function currentHeatmap() {
  const { heat, map } = state.thinking;
  return heat && map?.text === studiedPosition().text ? map : null;
}

/** Loads the heat map of the studied position, if it is switched on. */
export async function loadHeatmap() {
  const { thinking } = state;
  if (!thinking.heat) return update();
  const { evaluator } = thinking;
  const { text } = studiedPosition();
  try {
    /** @type {import('../wire.js').Heatmap} */
    const map = await get(address('/api/heatmap', { position: text, evaluator }));
    if (evaluator === thinking.evaluator && text === studiedPosition().text) thinking.map = { ...map, text };
  } catch (error) {
    thinking.map = null;
    showError(error);
  }
  update();
}

/**
 * The state of a tree after a number of steps: for each node whether it was entered, and its window.
 * @param {SearchTree} tree @param {number} steps
 */
export function replay(tree, steps) {
  /** @type {Map<number, {state: 'open' | 'left' | 'cut', window: [number | null, number | null]}>} */
  const seen = new Map();
  let active = -1;
  for (const step of tree.steps.slice(0, steps)) {
    const node = tree.nodes[step.node];
    active = step.node;
    if (step.do === 'cut') seen.set(step.node, { state: 'cut', window: node.window });
    if (step.do === 'enter') seen.set(step.node, { state: 'open', window: node.window });
    if (step.do !== 'leave') continue;
    seen.set(step.node, { state: 'left', window: seen.get(step.node)?.window ?? node.window });
    const above = node.parent === null ? undefined : seen.get(node.parent);
    if (above && step.window) above.window = step.window;
  }
  return { seen, active };
}
