// The lab: a match between two players, followed while it is played.

import { ApiError, get, post, subscribe } from '../api.js';
import { showError, t } from '../i18n.js';
import { announce, state, update } from '../store.js';
import { playableForm, playersOn, specOf } from './spec.js';

/** @typedef {import('../wire.js').Match} Match */
/** @typedef {import('../wire.js').MatchGame} MatchGame */

/** @type {() => void} */
let unsubscribe = () => {};

export async function startMatch() {
  const { lab } = state;
  const players = playersOn(lab.size);
  try {
    watch(await post('/api/matches', {
      a: specOf(playableForm(lab.a, players)), b: specOf(playableForm(lab.b, players)), size: lab.size, games: lab.games, random_plies: lab.plies,
      ...(lab.time ? { time_per_move: lab.time } : {}),
      ...(lab.sprt ? { sprt: lab.sprt.split(' ').map(Number) } : {}),
    }));
  } catch (error) {
    showError(error);
  }
}

/** @param {string} id */
export async function openMatch(id) {
  const match = await get(`/api/matches/${encodeURIComponent(id)}`).catch(showError);
  if (match) watch(/** @type {Match} */ (match));
}

/** @param {Match} match */
function watch(match) {
  const { lab } = state;
  unsubscribe();
  Object.assign(lab, { match, played: [] });
  try {
    localStorage.setItem('othellier.match', match.id);
  } catch {
    // Without storage a later visit does not find the match.
  }
  /** @type {Map<number, MatchGame>} */
  const games = new Map();
  unsubscribe = subscribe(`/api/matches/${match.id}/events`, {
    match: (/** @type {Match} */ received) => { lab.match = received; update(); },
    game: (/** @type {MatchGame} */ game) => {
      games.set(game.index, game);
      lab.played = [...games.values()].sort((a, b) => a.index - b.index);
      if (lab.match && game.standings) lab.match.standings = game.standings;
      update();
    },
    done: () => { unsubscribe(); announce(t('said-match-done')); update(); },
    failed: ({ error }) => { lab.match = null; showError(new ApiError(error)); },
  });
  update();
}

export async function stopMatch() {
  const { lab } = state;
  if (!lab.match) return;
  try {
    lab.match = await post(`/api/matches/${lab.match.id}/stop`);
  } catch (error) {
    showError(error);
  }
  update();
}
