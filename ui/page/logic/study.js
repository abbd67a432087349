// The analysis board: a tree of moves, the node that is looked at, and the engine that thinks about it.

import { address, follow, post, Refusal } from '../api.js';
import { complain, moveWords, t, troubleWords } from '../i18n.js';
import { announce, state, tell, update } from '../store.js';
import { lookUp } from './archive.js';
import { fetchPosition, studied } from './positions.js';
import { fitting, formOf, playersOn, specOf } from './spec.js';
import { reconsider } from './thinking.js';
import { common, grow, isMain, layMainLine, lineThrough, mainLine, path, prune, sprout, transcriptTo } from './tree.js';

/** @typedef {import('../wire.js').Game} Game */

/** Lays a game on the analysis board; what was tried in it before stays, and so does its review unless it went another way.
 * @param {Game} game @param {number} ply where to look */
export function studyGame(game, ply) {
  const id = game.id ?? game.view;
  if (state.tree.game !== id || state.tree.start !== game.start) {
    state.tree = sprout(game.start, game.size, id);
    clearReview();
    if (game.length > 0) recallReview(id);
  } else if (common(state.tree, game.moves) < state.review.total) clearReview();
  layMainLine(state.tree, game.moves);
  const line = mainLine(state.tree);
  go(line[Math.min(ply, line.length - 1)]);
}

/** Whether the game on the board went on since it was laid there, or another way. @param {Game} game */
export const parted = (game) => state.tree.game === (game.id ?? game.view) && common(state.tree, game.moves) < game.length;

/** A new board, at a position. @param {string} text which shows its size, unless that is the usual one */
export async function studyPosition(text) {
  try {
    const position = await fetchPosition(text);
    state.tree = sprout(position.text, position.size, null);
    clearReview();
    go(0);
  } catch (error) {
    complain(error);
  }
}

export function clearReview() {
  stopReview();
  state.review = { game: null, busy: false, total: 0, moves: new Map(), summary: null, means: '' };
}

/** @param {number} node */
export function go(node) {
  update({ node, preview: [] });
  if (state.room === 'analyse') think();
  if (state.room === 'think') reconsider();
  const here = state.tree.nodes[node];
  if (here) announce(moveWords(here.ply, here.color, here.move));
}

/** @param {number} steps back where negative */
export function walk(steps) {
  const line = lineThrough(state.tree, state.node);
  const at = line.indexOf(state.node);
  go(line[Math.max(0, Math.min(line.length - 1, at + steps))]);
}

/** Plays a move on the analysis board; forced passes follow by themselves. @param {string} square */
export async function tryMove(square) {
  const move = studied().moves.find((it) => it.move === square);
  if (!move) return;
  let node = grow(state.tree, state.node, move.move, move.after);
  go(node);
  const position = await fetchPosition(move.after).catch(complain);
  if (position?.status !== 'must_pass' || state.node !== node) return;
  node = grow(state.tree, node, 'pass', position.moves[0].after);
  go(node);
}

/** Plays out a line from here. @param {string[]} moves */
export async function tryLine(moves) {
  let node = state.node;
  for (const name of moves) {
    const position = await fetchPosition(state.tree.nodes[node].text).catch(complain);
    const move = position?.moves.find((it) => it.move === name);
    if (!move) break;
    node = grow(state.tree, node, move.move, move.after);
  }
  go(node);
}

/** Takes the branch away on which one stands. */
export function dropBranch() {
  const { tree } = state;
  if (isMain(tree, state.node)) return;
  const main = new Set(mainLine(tree));
  const first = path(tree, state.node).find((node) => !main.has(node)) ?? state.node;
  go(prune(tree, first));
}

/** @type {() => void} */
let stopThinking = () => {};
/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;

/** Lets the engine think about the position that is looked at, if it should. */
export function think() {
  stopThinking();
  clearTimeout(soon);
  const { analysis } = state;
  const { text, status } = studied();
  lookUp(text);
  if (analysis.text !== text) Object.assign(analysis, { text, depth: null });
  Object.assign(analysis, { ahead: null, busy: false });
  update();
  if (!analysis.on || status === 'over' || !text) return;
  analysis.busy = true;
  soon = setTimeout(() => {
    const end = () => {
      analysis.busy = false;
      update();
    };
    stopThinking = follow(address('/api/analysis', { position: text, player: thinker() }), {
      queued: ({ ahead }) => { analysis.ahead = ahead; update(); },
      depth: (depth) => { Object.assign(analysis, { depth, ahead: null }); update(); },
      done: end,
      failed: ({ error }) => { complain(new Refusal(error)); end(); },
    });
  }, 90);
}

/** Who thinks on boards that the champion does not know, as the server would have it. */
export const ELSEWHERE = formOf('pvs(depth=12, eval=genome, order=mobility, table=zobrist, hash=8MiB, endgame=16)');

/** The text of the player that thinks; the champion at its best is what the server takes by itself. */
function thinker() {
  const spec = specOf(fitting(state.analysis.player, playersOn(state.tree.size), ELSEWHERE));
  return spec === 'champion' ? null : spec;
}

/** Stops all thought, when one leaves the room. */
export function rest() {
  clearTimeout(soon);
  stopThinking();
  state.analysis.busy = false;
}

export function toggleAnalysis() {
  state.analysis.on = !state.analysis.on;
  think();
}

/** @type {() => void} */
let stopReview = () => {};

/** What a review tells, as it is written down. @param {import('../store.js').Review} judged */
const hearing = (judged) => ({
  begin: (/** @type {{moves: number, means?: string}} */ { moves, means }) => { Object.assign(judged, { total: moves, means: means ?? '' }); update(); },
  move: (/** @type {import('../wire.js').ReviewedMove} */ move) => { judged.moves.set(move.ply, move); update(); },
});

/** Shows the review of a game that the server has kept, if it has. @param {string} game */
function recallReview(game) {
  const judged = Object.assign(state.review, { game });
  stopReview = follow(address('/api/reviews', { game, kept: 'true' }), {
    ...hearing(judged),
    summary: (summary) => { judged.summary = summary; update(); },
  });
}

/** Reviews the main line, as it stands on the server or as a list of moves. */
export async function review() {
  const { game: played, tree } = state;
  if (played && parted(played)) studyGame(played, played.ply);
  const last = mainLine(tree).at(-1) ?? 0;
  if (last === 0) return tell(t('nothing-to-review'));
  const game = tree.game ?? (await store(last));
  if (!game || tree !== state.tree) return;
  clearReview();
  rest();
  const judged = state.review;
  Object.assign(judged, { game, busy: true, total: last });
  update();
  const end = () => {
    judged.busy = false;
    update();
    if (state.room === 'analyse') think();
  };
  stopReview = follow(address('/api/reviews', { game, level: state.analysis.reviewLevel }), {
    ...hearing(judged),
    summary: (summary) => { judged.summary = summary; announce(t('said-reviewed')); update(); },
    done: end,
    failed: ({ error }) => { tell(t('review-failed', { message: troubleWords(error) }), true); end(); },
  });
}

/** Gives the main line to the server as a game, unless it has it, and says its id. @param {number} last */
async function store(last) {
  const { tree } = state;
  const moves = transcriptTo(tree, last);
  if (tree.stored?.moves === moves) return tree.stored.game;
  try {
    /** @type {Game} */
    const game = await post('/api/games', { position: tree.start, size: tree.size, paused: true });
    for (const node of path(tree, last).slice(1)) {
      const { move } = tree.nodes[node];
      if (move !== 'pass') await post(`/api/games/${game.id}/moves`, { move });
    }
    tree.stored = { moves, game: game.id ?? game.view };
    return tree.stored.game;
  } catch (error) {
    complain(error);
    return null;
  }
}

/** What a game from here would begin with. */
export function fromHere() {
  const { tree, node } = state;
  const usual = /^-*OX-*XO-* X$/.test(tree.start);
  return usual && node > 0
    ? { text: transcriptTo(tree, node), size: tree.size }
    : { position: tree.nodes[node].text, size: tree.size };
}
