// The current game. Its state is on the server; this module mirrors it.

import { ApiError, get, post, subscribe } from '../api.js';
import { colorName, describeMove, other, showError, signed, t } from '../i18n.js';
import { soundEnd, soundMove, soundPass } from '../sound.js';
import { loadedSections, loadSections } from '../later.js';
import { gameAddress } from '../place.js';
import { announce, savePreferences, showToast, state, update } from '../store.js';
import { nextHint, objection, prepareCoach } from './coach.js';
import { cachePosition, placeholder, positionOf, START } from './positions.js';
import { opponentOf } from './opponents.js';
import { formOf, playableForm, playersOn, specOf, titleOf } from './spec.js';
import { act, isOwnTurn, leaveSeats } from './seats.js';
import { keepToken, kept } from './tokens.js';

/** @typedef {import('../wire.js').Game} Game */

/** @type {() => void} */
let unsubscribe = () => {};

/** Shows a game and subscribes to its changes. @param {Game} game */
export function showGame(game) {
  leaveGame();
  leaveSeats();
  const id = game.id ?? game.view;
  if (state.tree.game !== id) {
    state.tree = { game: null, size: game.size, start: '', nodes: [] };
    loadedSections()?.clearReview();
  }
  receiveGame(game);
  unsubscribe = subscribe(`/api/games/${id}/events`, {
    game: receiveGame,
    thought: (/** @type {import('../wire.js').Thought} */ thought) => update({ thought }),
    failed: ({ error }) => showError(new ApiError(error)),
  });
  if (game.id) keepToken(game.view, game.id);
  if (game.id) rememberLast(game.view);
  history.replaceState(null, '', gameAddress(game.view) + location.hash);
}

const LAST = 'othellier.last';

/** @param {string} view */
function rememberLast(view) {
  try {
    localStorage.setItem(LAST, view);
  } catch {
    // Local storage may be disabled: then each visit begins a new game.
  }
}

/** The game of the last visit, even if it has no move yet. */
export function lastGame() {
  try {
    return localStorage.getItem(LAST) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stops following the game: another is shown. */
export function leaveGame() {
  unsubscribe();
  unsubscribe = () => {};
  Object.assign(state, { game: null, viewedPly: null, pending: null, doubt: null });
}

/** @param {Game} game */
export function receiveGame(game) {
  const before = state.game;
  if (before && before.view === game.view && before.version > game.version) return;
  cachePosition(game.position);
  const hint = state.hint?.text === game.position.text ? state.hint : null;
  // The stream begins, and begins again, with the state that is known: that is no answer to the player's move.
  const isNews = before?.view !== game.view || before.version !== game.version;
  update({ game, receivedAt: performance.now(), hint, ...(isNews ? { pending: null, doubt: null } : {}), thought: game.state === 'thinking' ? state.thought : null });
  const moved = before?.ply !== game.ply && game.ply >= game.length;
  if (state.viewedPly !== null && (moved || state.viewedPly > game.length)) state.viewedPly = null;
  if (before && before.view === game.view && isNews) announceChange(before, game);
  if (state.preferences.coach && isOwnMove(game)) void prepareCoach(game.position);
  rememberGame(game);
}

/** Whether a person is to move against a program. @param {Game} game */
const isOwnMove = (game) =>
  game.state === 'waiting' && game.position.status === 'to_move' && game.may_play && !state.seats && game.players[other(game.position.turn)].kind === 'program';

/** The colour of the person at this page, if there is one against a program or on a seat. @param {Game} game */
export function ownColor(game) {
  if (state.seats) return state.seats.color;
  const { black, white } = game.players;
  if (!game.may_play || black.kind === white.kind) return null;
  return black.kind === 'human' ? 'black' : 'white';
}

/** A shorter game is not reviewed when it ends. */
const SHORTEST_REVIEWED = 10;

/** Announces the moves since the last state to screen readers. @param {Game} before @param {Game} game */
function announceChange(before, game) {
  const said = [];
  const played = game.ply > before.ply ? game.moves.slice(before.ply, game.ply) : [];
  const own = ownColor(game);
  for (const move of played) {
    if (move.move === 'pass') soundPass();
    // The sound of the player's move came with the touch.
    else if (move.color !== own || skipSound !== `${before.position.text} ${move.move}`) soundMove(move.flips.length, move.color === own);
    said.push(move.move === 'pass'
      ? t('said-pass', { color: colorName(move.color) })
      : t('said-move', { color: colorName(move.color), square: move.move, flips: move.flips.length }));
  }
  if (game.ply < before.ply) said.push(t('said-back', { ply: game.ply }));
  skipSound = '';
  const passed = played.find(({ move }) => move === 'pass');
  if (passed && !game.outcome) showToast(passWords(game, passed.color));
  if (game.outcome && !before.outcome) {
    said.push(describeOutcome(game));
    soundEnd(own === null || !game.outcome.winner ? 0 : game.outcome.winner === own ? 1 : -1);
    if (state.section === 'play' && game.length >= SHORTEST_REVIEWED) void loadSections().then(({ reviewResult }) => reviewResult(game));
  }
  if (!game.outcome && game.state === 'waiting') said.push(t('said-turn', { color: colorName(game.position.turn) }));
  if (said.length > 0) announce(said.join(' '));
}

/** Who had no move, from the side of the person at this page. @param {Game} game @param {'black' | 'white'} passer */
export function passWords(game, passer) {
  const own = ownColor(game);
  if (own === passer) return t('you-passed');
  return t(own ? 'they-passed' : 'one-passed', { color: colorName(passer), other: colorName(other(passer)) });
}

/** The pass that the person should know of: the last move, or the player's before it. @param {Game} game */
export function recentPass(game) {
  const [last, before] = game.moves.slice(0, game.ply).reverse();
  if (last?.move === 'pass') return last.color;
  return before?.move === 'pass' && before.color === ownColor(game) ? before.color : null;
}

/** @param {Game} game */
export function describeOutcome(game) {
  const { outcome, position } = game;
  if (!outcome) return '';
  const { black, white } = position.discs;
  const score = `${Math.max(black, white)}–${Math.min(black, white)}`;
  const own = ownColor(game);
  if (own && outcome.winner) {
    const name = nameOf(game, other(own));
    const how = outcome.winner === own ? 'won' : 'lost';
    const mine = own === 'black' ? `${black}–${white}` : `${white}–${black}`;
    return outcome.code === 'played' ? t(`you-${how}`, { score: mine }) : t(`you-${how}-${outcome.code}`, { name });
  }
  if (outcome.code === 'played') {
    return outcome.winner ? t('won', { color: colorName(outcome.winner), score }) : t('drawn', { score });
  }
  const winner = outcome.winner ? colorName(outcome.winner) : '';
  return outcome.code === 'resigned' ? t('won-resigned', { color: winner }) : t('won-time', { color: winner });
}

/** @param {Game} game */
function rememberGame(game) {
  if (!game.id || game.length === 0) return;
  const result = game.outcome ? signed(game.outcome.black_score, true) : '';
  const entry = { id: game.id, when: Date.now(), black: nameOf(game, 'black'), white: nameOf(game, 'white'), size: game.size, result, board: game.position.board, over: game.outcome !== null };
  state.games = [entry, ...state.games.filter(({ id }) => id !== game.id)].slice(0, 60);
  savePreferences();
}

/** @param {Game} game @param {'black' | 'white'} color */
export function nameOf(game, color) {
  const player = game.players[color];
  if (player.name && player.name !== player.spec) return player.name;
  if (player.kind === 'program') return opponentOf(player.spec)?.name ?? titleOf(player.spec);
  return game.players[other(color)].kind === 'program' && game.may_play ? t('you') : colorName(color);
}

/** Whether discs flip without animation. Otherwise a program waits until the animation of the last move is over. */
const skipsAnimation = () => !state.preferences.animate || matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The players of the draft on a board of this size; a player that does not support it is replaced. @param {number} size */
export function draftPlayers(size) {
  const { black, white } = state.draft;
  const player = (/** @type {import('../store.js').PlayerForm} */ form) => specOf(playableForm(form, playersOn(size)));
  return { black: player(black), white: player(white) };
}

/** The differences of a new game from the draft.
 * @typedef {{size?: number, position?: string, text?: string, players?: {black: string, white: string}, pace_ms?: number, clock?: string}} Start */

/** Creates a game with the settings of the draft. @param {Start} start @returns {Promise<Game | null>} null if that fails */
async function createGame(start) {
  const { draft } = state;
  const programs = draft.black.name !== 'human' && draft.white.name !== 'human';
  try {
    return await post('/api/games', {
      size: draft.size,
      players: draftPlayers(start.size ?? draft.size),
      paused: false,
      ...(draft.clock ? { clock: draft.clock } : {}),
      pace_ms: programs ? draft.pace : skipsAnimation() ? 0 : 300,
      ...start,
    });
  } catch (error) {
    showError(error);
    return null;
  }
}

/** Starts a new game with the settings of the draft. @param {Start} [start] */
export async function startGame(start = {}) {
  const game = await createGame(start);
  if (!game) return false;
  showGame(game);
  update();
  savePreferences();
  announce(t('said-new'));
  return true;
}

/** A game that the server has not created yet. On the usual board all of it is known. @param {{black: string, white: string}} players @returns {Game} */
function announcedGame({ black, white }) {
  /** @param {string} spec @returns {import('../wire.js').GamePlayer} */
  const player = (spec) => ({ spec, kind: spec === 'human' ? 'human' : 'program', name: spec === 'human' ? '' : spec });
  return {
    id: null, view: '', may_play: true, version: 0, size: START.size, start: START.text, players: { black: player(black), white: player(white) },
    clock: null, clocks: null, pace_ms: 0, ply: 0, length: 0, moves: [], position: START, state: black === 'human' ? 'waiting' : 'thinking',
    opening: null, outcome: null, variations: [], trouble: null,
  };
}

/** Resolves to the game on the board when the server has created it; to null if it was not created or is no longer on the board.
 * @type {Promise<Game | null>} */
let created = Promise.resolve(null);

/** The game on the board, once the server has it. */
export const createdGame = async () => (state.game?.view === '' ? created : state.game);

/** Starts a game against an opponent of the entrance, on the usual board. It can be played at once: a first move is sent
 * when the server has created the game. @param {import('./opponents.js').Opponent} opponent */
export function challenge({ spec }) {
  const { draft } = state;
  const side = draft.side === 'lot' ? (Math.random() < 0.5 ? 'black' : 'white') : draft.side;
  const players = side === 'black' ? { black: 'human', white: spec } : { black: spec, white: 'human' };
  Object.assign(draft, { size: 8, clock: '', black: formOf(players.black), white: formOf(players.white) });
  leaveGame();
  leaveSeats();
  const announced = announcedGame(players);
  if (state.section !== 'play') scrollTo(0, 0);
  update({ game: announced, section: 'play' });
  location.hash = '#/play';
  created = createGame({ players }).then((game) => {
    // Another game may have been opened meanwhile.
    if (state.game !== announced) return null;
    const { pending, doubt } = state;
    if (game) showGame(game);
    else leaveGame();
    if (game) update({ pending, doubt });
    else if (location.hash === '#/play') location.hash = '#/';
    return game;
  });
  savePreferences();
  announce(t('said-new'));
}

/** A new game between the same players, with colours swapped. @param {Game} game */
export async function rematch({ players, size, clock }) {
  const swapped = { black: players.white.spec, white: players.black.spec };
  if (await startGame({ players: swapped, size, ...(clock ? { clock } : {}) })) location.hash = '#/play';
}

/** Opens a game by its id, or by the id to watch it, for which this browser may have the key.
 * @param {string} id @returns {Promise<boolean>} */
export async function openGame(id) {
  try {
    const key = kept(id);
    /** @type {Game | null} */
    const own = key ? await get(`/api/games/${encodeURIComponent(key)}`).catch(() => null) : null;
    showGame(own ?? (await get(`/api/games/${encodeURIComponent(id)}`)));
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') {
      state.games = state.games.filter((game) => game.id !== id);
      savePreferences();
      return false;
    }
    showError(error);
    return false;
  }
}

/** Sends an action of the game: `undo`, `redo`, `swap` and others. @param {string} what @param {object} [body] */
export async function requestGame(what, body) {
  const game = await createdGame();
  if (!game?.id) return;
  try {
    receiveGame(await post(`/api/games/${game.id}/${what}`, body));
  } catch (error) {
    // A move that was sent twice, by a double click or in another tab: the stream shows the game as it is.
    if (!(error instanceof ApiError && error.code === 'conflict' && what === 'moves')) showError(error);
  }
}

/** Continues in a copy of the game, with the same players: the game itself stays as it is.
 * @param {number} ply how many moves the copy has @returns {Promise<boolean>} */
export async function continueInCopy(ply) {
  const { game } = state;
  if (!game) return false;
  const { black, white } = game.players;
  try {
    showGame(await post('/api/games', {
      from: { id: game.id ?? game.view, ply },
      players: { black: black.spec, white: white.spec },
      pace_ms: game.pace_ms, paused: false,
      ...(game.clock ? { clock: game.clock } : {}),
    }));
    update();
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}

/** A new game with the same players; the old one is in the list of games. */
export async function startAgain() {
  if (await continueInCopy(0)) showToast(t('old-game-kept'));
}

/** @param {object} change */
export async function change(change) {
  if (!state.game?.id) return;
  try {
    receiveGame(await post(`/api/games/${state.game.id}`, change, 'PATCH'));
  } catch (error) {
    showError(error);
  }
}

/** The ply that is shown. */
export const shownPly = () => state.viewedPly ?? state.game?.ply ?? 0;

/** The position that is shown. */
export function shownPosition() {
  const { game } = state;
  if (!game) return null;
  const ply = shownPly();
  if (ply === game.ply) return state.pending?.text === game.position.text ? state.pending.position : game.position;
  return positionOf(ply === 0 ? game.start : game.moves[ply - 1].after);
}

/** Shows another ply without changing the game. @param {number} ply */
export function viewPly(ply) {
  const { game } = state;
  if (!game) return;
  const wanted = Math.max(0, Math.min(game.length, ply));
  update({ viewedPly: wanted === game.ply ? null : wanted, hint: null });
  const move = game.moves[wanted - 1];
  announce(describeMove(wanted, move?.color ?? null, move?.move ?? null));
}

/** Whether a touch of a legal square does something: it plays, or asks whether to continue from an earlier move. */
export function mayMove() {
  const { game, seats } = state;
  const position = shownPosition();
  if (!game || !position || state.pending || (game.outcome && shownPly() === game.length)) return false;
  if (seats) return shownPly() === game.ply && isOwnTurn(position.turn);
  return game.may_play && (isLookingBack() || game.players[position.turn].kind === 'human');
}

/** Whether an earlier move is shown, or any move of a game that is over: a touch must not change the game. */
export const isLookingBack = () => Boolean(state.game && !state.seats && (shownPly() !== state.game.ply || state.game.outcome));

/** Whether the game was played to its end before moves were taken back. @param {Game} game */
const wasFinished = (game) => state.games.some(({ id, result }) => id === game.id && result !== '');

/** Plays a move on the clicked square, if it is legal. @param {string} square */
export async function playMove(square) {
  const { game } = state;
  const position = shownPosition();
  if (!game || !position || !position.moves.some(({ move }) => move === square)) return;
  if (!mayMove()) {
    if (game.may_play || state.seats?.role === 'player') announce(t('said-not-your-turn'));
    return;
  }
  const ply = shownPly();
  if (!state.seats && isLookingBack()) return update({ dialog: 'branch', branch: { square, ply } });
  if (!state.seats && ply < game.length && wasFinished(game)) {
    if (!(await continueInCopy(ply))) return;
    showToast(t('old-game-kept'));
    return requestGame('moves', { move: square, ply });
  }
  showPending(game, square);
  if (state.preferences.coach && isOwnMove(game)) {
    const words = await objection(position, square);
    if (state.pending?.text !== position.text) return;
    if (words) {
      update({ doubt: { square, words } });
      return announce(words);
    }
  }
  await sendMove(game, square, ply);
}

/** Plays the asked move in a copy of the game. */
export async function branchInCopy() {
  const { square, ply } = state.branch;
  update({ dialog: '' });
  if (!(await continueInCopy(ply))) return;
  const { turn } = /** @type {Game} */ (/** @type {unknown} */ (state.game)).position;
  if (state.game?.players[turn].kind === 'human') await requestGame('moves', { move: square, ply });
}

/** Tries the asked move on the analysis board. */
export async function branchInAnalysis() {
  const { game } = state;
  const { square, ply } = state.branch;
  update({ dialog: '' });
  if (!game) return;
  const { studyGame, tryMove } = await loadSections();
  studyGame(game, ply);
  await tryMove(square);
  location.hash = '#/analyse';
}

/** The move whose sound was played already. */
let skipSound = '';

/** Shows the player's move before the server answers: its flips came with the position. @param {Game} game @param {string} square */
function showPending(game, square) {
  const move = game.position.moves.find((it) => it.move === square);
  if (!move) return;
  update({ pending: { text: game.position.text, square, position: placeholder(move.after) }, hint: null });
  skipSound = `${game.position.text} ${square}`;
  soundMove(move.flips.length, true);
}

/** @param {Game} game @param {string} square @param {number} ply */
async function sendMove(game, square, ply) {
  await (state.seats ? act('moves', { move: square, ply }) : requestGame('moves', { move: square, ply }));
  // A refused move is taken from the board again.
  if (state.pending?.text === game.position.text) update({ pending: null });
}

/** Answers the doubt of the coach. @param {boolean} anyway whether the move is played */
export async function answerDoubt(anyway) {
  const { doubt, game } = state;
  if (!doubt || !game) return;
  if (!anyway) return update({ doubt: null, pending: null });
  update({ doubt: null });
  await sendMove(game, doubt.square, game.ply);
}

/** Gives the next hint for the position of the game. */
export function askHint() {
  const position = shownPosition();
  if (position?.status === 'to_move' && position.text === state.game?.position.text) void nextHint(position);
}
