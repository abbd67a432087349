// The analysis board: a tree of moves, the current node, and the engine that analyses it.

import { address, ApiError, post, streamUntilDone } from '../api.js';
import { reconnected } from '../connection.js';
import { describeMove, errorMessage, showError, t } from '../i18n.js';
import { announce, showToast, state, update } from '../store.js';
import { lookUpArchive } from './archive.js';
import { fetchPosition, studiedPosition } from './positions.js';
import { formOf, playableForm, playersOn, specOf } from './spec.js';
import { chapterOfGame, findChapter, keepBoard } from './shelf.js';
import { refreshThinking } from './thinking.js';
import { addMove, commonLength, isMain, lineThrough, mainLine, newTree, path, prune, setMainLine, transcriptTo } from './tree.js';

/** @typedef {import('../wire.js').Game} Game */

/** Puts a game on the analysis board. Variations stay, and so does the review unless the game has diverged.
 * @param {Game} game @param {number} ply the ply to show */
export function studyGame(game, ply) {
  const id = game.id ?? game.view;
  if (state.tree.game !== id || state.tree.start !== game.start) {
    const kept = chapterOfGame(id)?.tree;
    state.tree = kept?.start === game.start ? kept : newTree(game.start, game.size, id);
    clearReview();
    if (game.length > 0) loadStoredReview(id);
  } else if (commonLength(state.tree, game.moves) < state.review.total) clearReview();
  setMainLine(state.tree, game.moves);
  const line = mainLine(state.tree);
  go(line[Math.min(ply, line.length - 1)]);
}

/** Whether the game has moves that the board does not have. @param {Game} game */
export const hasDiverged = (game) => state.tree.game === (game.id ?? game.view) && commonLength(state.tree, game.moves) < game.length;

/** The positions from the start through these moves. @param {string} moves */
const lineOf = (moves) => Promise.all(
  Array.from({ length: moves.length / 2 + 1 }, (_, ply) => fetchPosition(ply === 0 ? 'startpos' : moves.slice(0, 2 * ply))));

/** Puts a position on the analysis board, with the moves that lead to it if the text is moves. @param {string} text which shows its size, unless that is 8 */
export async function studyPosition(text) {
  try {
    const line = /^(?:[a-h][1-8])+$/i.test(text) ? await lineOf(text.toLowerCase()) : [await fetchPosition(text)];
    const tree = newTree(line[0].text, line[0].size, null);
    let node = 0;
    line.slice(1).forEach((position, i) => {
      if (line[i].status === 'must_pass') node = addMove(tree, node, 'pass', line[i].moves[0].after);
      node = addMove(tree, node, text.slice(2 * i, 2 * i + 2).toLowerCase(), position.text);
    });
    state.tree = tree;
    clearReview();
    go(node);
  } catch (error) {
    showError(error);
  }
}

/** Puts a chapter of a study on the analysis board. @param {import('./shelf.js').Chapter} chapter */
export function openChapter({ id, tree, node }) {
  if (!findChapter(id)) return;
  tree.chapter = id;
  state.tree = tree;
  clearReview();
  if (tree.game) loadStoredReview(tree.game);
  go(Math.min(node, tree.nodes.length - 1));
}

export function clearReview() {
  stopReview();
  state.review = { game: null, busy: false, total: 0, done: 0, moves: new Map(), summary: null, method: '' };
}

/** @param {number} node */
export function go(node) {
  update({ node, preview: [] });
  if (state.section === 'analyse') startAnalysis();
  if (state.section === 'think') refreshThinking();
  const here = state.tree.nodes[node];
  if (here) announce(describeMove(here.ply, here.color, here.move));
}

/** @param {number} steps back where negative */
export function walk(steps) {
  const line = lineThrough(state.tree, state.node);
  const at = line.indexOf(state.node);
  go(line[Math.max(0, Math.min(line.length - 1, at + steps))]);
}

/** Plays a move on the analysis board; forced passes are added. @param {string} square */
export async function tryMove(square) {
  const move = studiedPosition().moves.find((it) => it.move === square);
  if (!move) return;
  let node = addMove(state.tree, state.node, move.move, move.after);
  go(node);
  keepBoard();
  const position = await fetchPosition(move.after).catch(showError);
  if (position?.status !== 'must_pass' || state.node !== node) return;
  node = addMove(state.tree, node, 'pass', position.moves[0].after);
  go(node);
  keepBoard();
}

/** Plays a line from the current node. @param {string[]} moves */
export async function tryLine(moves) {
  let node = state.node;
  for (const name of moves) {
    const position = await fetchPosition(state.tree.nodes[node].text).catch(showError);
    const move = position?.moves.find((it) => it.move === name);
    if (!move) break;
    node = addMove(state.tree, node, move.move, move.after);
  }
  go(node);
  keepBoard();
}

/** Removes the current variation. */
export function dropBranch() {
  const { tree } = state;
  if (isMain(tree, state.node)) return;
  const main = new Set(mainLine(tree));
  const first = path(tree, state.node).find((node) => !main.has(node)) ?? state.node;
  go(prune(tree, first));
  keepBoard();
}

/** @type {() => void} */
let stopThinking = () => {};
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Starts the engine on the current position, if it is switched on. */
export function startAnalysis() {
  stopThinking();
  clearTimeout(timer);
  const { analysis } = state;
  const { text, status } = studiedPosition();
  lookUpArchive(text);
  if (analysis.text !== text) Object.assign(analysis, { text, depth: null });
  Object.assign(analysis, { ahead: null, busy: false });
  update();
  if (!analysis.on || status === 'over' || !text) return;
  analysis.busy = true;
  timer = setTimeout(() => {
    const end = () => {
      analysis.busy = false;
      update();
    };
    stopThinking = streamUntilDone(address('/api/analysis', { position: text, player: thinker() }), {
      queued: ({ ahead }) => { analysis.ahead = ahead; update(); },
      depth: (depth) => { Object.assign(analysis, { depth, ahead: null }); update(); },
      done: end,
      failed: ({ error }) => { showError(new ApiError(error)); end(); },
    });
  }, 90);
}

/** The engine for boards that the champion does not support; the server has the same default. */
export const OTHER_SIZES_PLAYER = formOf('pvs(depth=12, eval=genome, order=mobility, table=zobrist, hash=8MiB, endgame=16)');

/** The spec of the engine; null for the server's default, the champion at full strength. */
function thinker() {
  const spec = specOf(playableForm(state.analysis.player, playersOn(state.tree.size), OTHER_SIZES_PLAYER));
  return spec === 'champion' ? null : spec;
}

/** Stops the engine. */
export function stopAnalysis() {
  clearTimeout(timer);
  stopThinking();
  state.analysis.busy = false;
}

export function toggleAnalysis() {
  state.analysis.on = !state.analysis.on;
  startAnalysis();
}

/** @type {() => void} */
let stopReview = () => {};

/** Stream handlers that fill a review. @param {import('../store.js').Review} review */
const reviewHandlers = (review) => ({
  begin: (/** @type {{moves: number, method: string}} */ { moves, method }) => { Object.assign(review, { total: moves, method }); update(); },
  move: (/** @type {import('../wire.js').ReviewedMove} */ move) => { review.moves.set(move.ply, move); review.done++; update(); },
});

/** Shows the stored review of a game, if the server has one. @param {string} game */
function loadStoredReview(game) {
  const review = Object.assign(state.review, { game });
  stopReview = streamUntilDone(address('/api/reviews', { game, kept: 'true' }), {
    ...reviewHandlers(review),
    summary: (summary) => { review.summary = summary; update(); },
  });
}

/** A review begins at these levels, so that it can be read at once, and deepens to the chosen one. */
const FIRST_LEVELS = [6, 10];

/** Reviews the main line in passes. @param {number} [deepest] the level of the last one */
export async function review(deepest = state.analysis.reviewLevel) {
  const { game: played, tree } = state;
  if (played && hasDiverged(played)) studyGame(played, played.ply);
  const last = mainLine(tree).at(-1) ?? 0;
  if (last === 0) return showToast(t('nothing-to-review'));
  const game = tree.game ?? (await store(last));
  if (!game || tree !== state.tree) return;
  clearReview();
  stopAnalysis();
  Object.assign(state.review, { game, busy: true, total: last });
  update();
  reviewPass(state.review, game, [...FIRST_LEVELS.filter((level) => level < deepest), deepest]);
}

/** A review whose stream breaks is resumed so often. */
const RESUMED = 5;

/** One pass of a review; deeper ones replace its moves as they come. It resumes when the connection was lost.
 * @param {import('../store.js').Review} review @param {string} game @param {number[]} levels @param {number} [resumed] */
function reviewPass(review, game, [level, ...deeper], resumed = 0) {
  const end = () => {
    review.busy = false;
    update();
  };
  const readable = () => { if (state.section === 'analyse') startAnalysis(); };
  const first = review.summary === null;
  review.done = 0;
  stopReview = streamUntilDone(address('/api/reviews', { game, level }), {
    ...reviewHandlers(review),
    summary: (summary) => { review.summary = summary; if (first) announce(t('said-reviewed')); update(); },
    done: () => {
      if (first) readable();
      if (deeper.length > 0) reviewPass(review, game, deeper);
      else end();
    },
    failed: async ({ error }) => {
      if (['stream', 'unreachable'].includes(error.code) && resumed < RESUMED) {
        await reconnected();
        if (state.review === review) reviewPass(review, game, [level, ...deeper], resumed + 1);
        return;
      }
      showToast(t('review-failed', { message: errorMessage(error) }), true);
      end();
      readable();
    },
  });
}

/** Reviews a game that has ended, quickly: the card of its result shows what there is to see. @param {Game} game */
export function reviewResult(game) {
  studyGame(game, game.ply);
  if (state.review.moves.size === 0) void review(FIRST_LEVELS[0]);
}

/** Stores the main line as a game on the server, unless it has it, and returns its id. @param {number} last */
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
    showError(error);
    return null;
  }
}

/** Whether a game begins with the four discs in the middle, so that its moves alone describe it. @param {string} text */
export const isUsualStart = (text) => /^(-*)OX(-+)XO\1 X$/.test(text);

/** The start of a game from the current node. */
export function fromHere() {
  const { tree, node } = state;
  return isUsualStart(tree.start) && node > 0
    ? { text: transcriptTo(tree, node), size: tree.size }
    : { position: tree.nodes[node].text, size: tree.size };
}
