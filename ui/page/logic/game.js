// The game that is played: it lives on the server, and this follows it.

import { address, attend, follow, get, post, Refusal } from '../api.js';
import { colorName, complain, moveWords, other, signed, t } from '../i18n.js';
import { announce, keep, state, update } from '../store.js';
import { learn, positionOf } from './positions.js';
import { fitting, playersOn, specOf, titleOf } from './spec.js';
import { clearReview } from './study.js';

/** @typedef {import('../wire.js').Game} Game */

/** @type {() => void} */
let stopFollowing = () => {};

/** Puts a game on the table and follows it. @param {Game} game */
export function sitDown(game) {
  stopFollowing();
  state.game = null;
  state.look = null;
  const id = game.id ?? game.view;
  if (state.tree.game !== id) {
    state.tree = { game: null, size: game.size, start: '', nodes: [] };
    clearReview();
  }
  hear(game);
  stopFollowing = attend(`/api/games/${id}/events`, {
    game: hear,
    thought: (/** @type {import('../wire.js').Thought} */ thought) => update({ thought }),
    failed: ({ error }) => complain(new Refusal(error)),
  });
  history.replaceState(null, '', `/g/${id}${location.hash}`);
}

/** @param {Game} game */
function hear(game) {
  const before = state.game;
  if (before && before.view === game.view && before.version > game.version) return;
  learn(game.position);
  update({ game, heard: performance.now(), hint: null, thought: game.state === 'thinking' ? state.thought : null });
  const moved = before?.ply !== game.ply && game.ply >= game.length;
  if (state.look !== null && (moved || state.look > game.length)) state.look = null;
  if (before && before.view === game.view && before.version !== game.version) announceChange(before, game);
  remember(game);
}

/** Says the moves that were made since. @param {Game} before @param {Game} game */
function announceChange(before, game) {
  const said = [];
  for (const move of game.ply > before.ply ? game.moves.slice(before.ply, game.ply) : []) {
    said.push(move.move === 'pass'
      ? t('said-pass', { color: colorName(move.color) })
      : t('said-move', { color: colorName(move.color), square: move.move, flips: move.flips.length }));
  }
  if (game.ply < before.ply) said.push(t('said-back', { ply: game.ply }));
  if (game.outcome && !before.outcome) said.push(outcomeWords(game));
  else if (game.state === 'waiting') said.push(t('said-turn', { color: colorName(game.position.turn) }));
  if (said.length > 0) announce(said.join(' '));
}

/** @param {Game} game */
export function outcomeWords(game) {
  const { outcome, position } = game;
  if (!outcome) return '';
  const score = `${position.discs.black}–${position.discs.white}`;
  if (outcome.reason === 'played') {
    return outcome.winner ? t('won', { color: colorName(outcome.winner), score }) : t('drawn', { score });
  }
  const winner = outcome.winner ? colorName(outcome.winner) : '';
  return outcome.reason === 'resigned' ? t('won-resigned', { color: winner }) : t('won-time', { color: winner });
}

/** @param {Game} game */
function remember(game) {
  if (!game.id || game.length === 0) return;
  const result = game.outcome ? signed(game.outcome.black_score, true) : '';
  const entry = { id: game.id, when: Date.now(), black: nameOf(game, 'black'), white: nameOf(game, 'white'), size: game.size, result };
  state.games = [entry, ...state.games.filter(({ id }) => id !== game.id)].slice(0, 60);
  keep();
}

/** @param {Game} game @param {'black' | 'white'} color */
export function nameOf(game, color) {
  const seat = game.players[color];
  if (seat.name && seat.name !== seat.spec) return seat.name;
  if (seat.kind === 'program') return titleOf(seat.spec);
  return game.players[other(color)].kind === 'program' && game.may_play ? t('you') : colorName(color);
}

/** Whether discs turn at once: else a program lets people see what their own move turned. */
const calm = () => !state.wishes.animate || matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The players of the draft as they sit at a board: another for one who does not play on it. @param {number} size */
export function draftedFor(size) {
  const { black, white } = state.draft;
  const seat = (/** @type {import('../store.js').PlayerForm} */ form) => specOf(fitting(form, playersOn(size)));
  return { black: seat(black), white: seat(white) };
}

/** A new game as the draft says, which goes on at once wherever it begins.
 * @param {{size?: number, position?: string, text?: string}} [more] where it begins */
export async function startGame(more = {}) {
  const { draft } = state;
  const programs = draft.black.name !== 'human' && draft.white.name !== 'human';
  try {
    sitDown(await post('/api/games', {
      size: draft.size,
      players: draftedFor(more.size ?? draft.size),
      paused: false,
      ...(draft.clock ? { clock: draft.clock } : {}),
      pace_ms: programs ? draft.pace : calm() ? 0 : 300,
      ...more,
    }));
    update();
    keep();
    announce(t('said-new'));
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** Opens a game by its id. @param {string} id @returns {Promise<boolean>} */
export async function openGame(id) {
  try {
    sitDown(await get(`/api/games/${encodeURIComponent(id)}`));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') {
      state.games = state.games.filter((game) => game.id !== id);
      keep();
    }
    complain(error);
    return false;
  }
}

/** A request about the game: `undo`, `redo`, `swap` and the others. @param {string} what @param {object} [body] */
export async function ask(what, body) {
  if (!state.game?.id) return;
  try {
    hear(await post(`/api/games/${state.game.id}/${what}`, body));
  } catch (error) {
    complain(error);
  }
}

/** @param {object} change */
export async function change(change) {
  if (!state.game?.id) return;
  try {
    hear(await post(`/api/games/${state.game.id}`, change, 'PATCH'));
  } catch (error) {
    complain(error);
  }
}

/** The ply that is seen. */
export const shownPly = () => state.look ?? state.game?.ply ?? 0;

/** The position that is seen. */
export function shownPosition() {
  const { game } = state;
  if (!game) return null;
  const ply = shownPly();
  if (ply === game.ply) return game.position;
  return positionOf(ply === 0 ? game.start : game.moves[ply - 1].after);
}

/** Looks at another move without changing the game. @param {number} ply */
export function lookAt(ply) {
  const { game } = state;
  if (!game) return;
  const wanted = Math.max(0, Math.min(game.length, ply));
  update({ look: wanted === game.ply ? null : wanted, hint: null });
  const move = game.moves[wanted - 1];
  announce(moveWords(wanted, move?.color ?? null, move?.move ?? null));
}

/** A person touches a square: a move, where that is one. @param {string} square */
export async function playMove(square) {
  const { game } = state;
  const position = shownPosition();
  if (!game || !position || !game.may_play) return;
  if (!position.moves.some(({ move }) => move === square)) return;
  if (game.players[position.turn].kind !== 'human') {
    announce(t('said-not-your-turn'));
    return;
  }
  const ply = shownPly();
  if (ply !== game.ply) {
    await ask('goto', { ply });
    state.look = null;
  }
  await ask('moves', { move: square, ply });
}

/** @type {() => void} */
let stopHint = () => {};

/** Asks the engine for a good move here. */
export function askHint() {
  const position = shownPosition();
  if (!position || position.status !== 'to_move') return;
  stopHint();
  /** @type {import('../wire.js').Line | undefined} */
  let best;
  const show = () => {
    if (!best || shownPosition()?.text !== position.text) return;
    update({ hint: { square: best.move, text: signed(best.score, best.trust === 'exact') } });
    announce(t('said-hint', { square: best.move, score: signed(best.score) }));
  };
  stopHint = follow(address('/api/analysis', { position: position.text, lines: 1, level: 10, time: '2s' }), {
    depth: (/** @type {import('../wire.js').Depth} */ depth) => { best = depth.lines[0] ?? best; },
    done: show,
    failed: ({ error }) => (best ? show() : complain(new Refusal(error))),
  });
}
