// The moves of an analysis as a tree: the first child of a node is the main line, the others are variations.

/**
 * @typedef {object} Node
 * @property {number} parent −1 for the root
 * @property {string | null} move
 * @property {import('../wire.js').Color | null} color who moved
 * @property {string} text the position here
 * @property {number} ply
 * @property {number[]} children
 * @property {string} [note]
 * @property {string} [glyph] a sign such as `!?`
 * @property {string[]} [marks] circles such as `f5` and arrows such as `f5-d6`
 */

/**
 * @typedef {object} Tree
 * @property {string | null} game the id of its game
 * @property {{game: string, moves: string}} [stored] the copy on the server of a tree without a game
 * @property {string} [chapter] the id of its chapter, if it is kept
 * @property {number} size
 * @property {string} start
 * @property {Node[]} nodes
 */

/** @param {string} start @param {number} size @param {string | null} game @returns {Tree} */
export function newTree(start, size, game) {
  return { game, size, start, nodes: [{ parent: -1, move: null, color: null, text: start, ply: 0, children: [] }] };
}

/** The node after a move, which is added if there is none.
 * @param {Tree} tree @param {number} at @param {string} move @param {string} after @returns {number} */
export function addMove(tree, at, move, after) {
  const found = tree.nodes[at].children.find((child) => tree.nodes[child].move === move);
  if (found !== undefined) return found;
  const from = tree.nodes[at];
  const color = from.text.endsWith('X') ? 'black' : 'white';
  tree.nodes.push({ parent: at, move, color, text: after, ply: from.ply + 1, children: [] });
  const born = tree.nodes.length - 1;
  from.children.push(born);
  return born;
}

/** Makes a list of moves the main line, before other variations, and returns its last node.
 * @param {Tree} tree @param {{move: string, after: string}[]} moves */
export function setMainLine(tree, moves) {
  let at = 0;
  for (const { move, after } of moves) {
    const next = addMove(tree, at, move, after);
    promote(tree, next);
    at = next;
  }
  return at;
}

/** The number of moves that a list has in common with the main line. @param {Tree} tree @param {{move: string}[]} moves */
export function commonLength(tree, moves) {
  const line = mainLine(tree).slice(1).map((node) => tree.nodes[node].move);
  const parting = moves.findIndex(({ move }, i) => move !== line[i]);
  return parting < 0 ? moves.length : parting;
}

/** Moves a node before its siblings. @param {Tree} tree @param {number} node */
export function promote(tree, node) {
  const { parent } = tree.nodes[node];
  if (parent < 0) return;
  const { children } = tree.nodes[parent];
  tree.nodes[parent].children = [node, ...children.filter((child) => child !== node)];
}

/** Removes a node with its subtree, and returns its parent. @param {Tree} tree @param {number} node */
export function prune(tree, node) {
  const { parent } = tree.nodes[node];
  if (parent < 0) return 0;
  tree.nodes[parent].children = tree.nodes[parent].children.filter((child) => child !== node);
  return parent;
}

/** The nodes from the root to a node, root included. @param {Tree} tree @param {number} node */
export function path(tree, node) {
  const nodes = [];
  for (let at = node; at >= 0; at = tree.nodes[at].parent) nodes.unshift(at);
  return nodes;
}

/** The line through a node: the path to it, then the first children to the end.
 * @param {Tree} tree @param {number} node */
export function lineThrough(tree, node) {
  if (tree.nodes.length === 0) return [];
  const nodes = path(tree, node);
  for (let at = node; tree.nodes[at].children.length > 0; ) {
    at = tree.nodes[at].children[0];
    nodes.push(at);
  }
  return nodes;
}

/** @param {Tree} tree */
export const mainLine = (tree) => lineThrough(tree, 0);

/** @param {Tree} tree @param {number} node */
export const isMain = (tree, node) => mainLine(tree).includes(node);

/** The moves to a node as text. @param {Tree} tree @param {number} node */
export const transcriptTo = (tree, node) =>
  path(tree, node).slice(1).map((at) => tree.nodes[at].move === 'pass' ? '--' : tree.nodes[at].move).join('');
