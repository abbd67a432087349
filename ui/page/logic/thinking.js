// How a textbook search thinks: its tree on the position that is studied, gone through step by step.

import { address, get } from '../api.js';
import { complain } from '../i18n.js';
import { state, update } from '../store.js';
import { studied } from './positions.js';
import { fitting, playersOn, specOf } from './spec.js';

/** @typedef {import('../wire.js').SearchTree} SearchTree */

/** @type {ReturnType<typeof setInterval> | undefined} */
let ticking;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;

/** Shows another position as the last one was, soon: whoever runs through a game does not ask for every move of it. */
export function reconsider() {
  clearTimeout(soon);
  soon = setTimeout(() => {
    if (!heatHere()) void paintHeat();
    if (state.thinking.leftTree && state.thinking.text !== studied().text) void growTrees();
  }, 90);
}

/** The players whose trees can be drawn. @param {number} size */
const drawable = (size) => playersOn(size).filter((entry) => entry.has_tree);

/** Grows the tree or the two trees for the position that is studied. */
export async function growTrees() {
  const { thinking } = state;
  const { text, size } = studied();
  stop();
  Object.assign(thinking, { busy: true });
  update();
  const treeOf = (/** @type {import('../store.js').PlayerForm} */ form) =>
    /** @type {Promise<SearchTree>} */ (get(address('/api/trees', { position: text, player: specOf(fitting(form, drawable(size))) })));
  try {
    const [leftTree, rightTree] = await Promise.all([
      treeOf(thinking.left),
      thinking.both ? treeOf(thinking.right) : null,
    ]);
    if (text === studied().text) Object.assign(thinking, { text, leftTree, rightTree, step: Math.max(leftTree.steps.length, rightTree?.steps.length ?? 0) });
  } catch (error) {
    complain(error);
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

/** The evaluator's map of the position that is studied, if it is to be seen and told already. */
export function heatHere() {
  const { heat, map } = state.thinking;
  return heat && map?.text === studied().text ? map : null;
}

/** Asks what the chosen evaluator thinks of the position, if its map is to be seen. */
export async function paintHeat() {
  const { thinking } = state;
  if (!thinking.heat) return update();
  const { evaluator } = thinking;
  const { text } = studied();
  try {
    /** @type {import('../wire.js').Heatmap} */
    const map = await get(address('/api/heatmap', { position: text, evaluator }));
    if (evaluator === thinking.evaluator && text === studied().text) thinking.map = { ...map, text };
  } catch (error) {
    thinking.map = null;
    complain(error);
  }
  update();
}

/**
 * What a tree has shown after so many steps: for each node whether it was entered, its value, its window.
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
