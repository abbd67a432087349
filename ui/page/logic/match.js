// The lab corner: a match between two players, followed while it is played.

import { attend, get, post, Refusal } from '../api.js';
import { complain, t } from '../i18n.js';
import { announce, state, update } from '../store.js';
import { fitting, playersOn, specOf } from './spec.js';

/** @typedef {import('../wire.js').Match} Match */
/** @typedef {import('../wire.js').MatchGame} MatchGame */

/** @type {() => void} */
let stopFollowing = () => {};

export async function startMatch() {
  const { lab } = state;
  const players = playersOn(lab.size);
  try {
    watch(await post('/api/matches', {
      a: specOf(fitting(lab.a, players)), b: specOf(fitting(lab.b, players)), size: lab.size, games: lab.games, random_plies: lab.plies,
      ...(lab.time ? { time: lab.time } : {}),
      ...(lab.sprt ? { sprt: lab.sprt.split(' ').map(Number) } : {}),
    }));
  } catch (error) {
    complain(error);
  }
}

/** @param {string} id */
export async function openMatch(id) {
  const match = await get(`/api/matches/${encodeURIComponent(id)}`).catch(complain);
  if (match) watch(/** @type {Match} */ (match));
}

/** @param {Match} match */
function watch(match) {
  const { lab } = state;
  stopFollowing();
  Object.assign(lab, { match, played: [] });
  try {
    localStorage.setItem('othellier.match', match.id);
  } catch {
    // Only a later visit would have needed it.
  }
  /** @type {Map<number, MatchGame>} */
  const games = new Map();
  stopFollowing = attend(`/api/matches/${match.id}/events`, {
    match: (/** @type {Match} */ told) => { lab.match = told; update(); },
    game: (/** @type {MatchGame} */ game) => {
      games.set(game.index, game);
      lab.played = [...games.values()].sort((a, b) => a.index - b.index);
      if (lab.match && game.standings) lab.match.standings = game.standings;
      update();
    },
    done: () => { stopFollowing(); announce(t('said-match-done')); update(); },
    failed: ({ error }) => { lab.match = null; complain(new Refusal(error)); },
  });
  update();
}

export async function stopMatch() {
  const { lab } = state;
  if (!lab.match) return;
  try {
    lab.match = await post(`/api/matches/${lab.match.id}/stop`);
  } catch (error) {
    complain(error);
  }
  update();
}
