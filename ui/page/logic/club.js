// A room for a class or a club: who is there, challenges, games to watch, standings.

import { ApiError, request, subscribeAs } from '../api.js';
import { showError } from '../i18n.js';
import { state, update } from '../store.js';
import { openSeats } from './seats.js';
import { keepToken, kept } from './tokens.js';

/** @typedef {import('../wire.js').Club} Club */

/** @type {() => void} */
let unsubscribe = () => {};

/** Opens the room with this code. @param {string} code */
export async function openClub(code) {
  try {
    const name = code.toUpperCase();
    receiveClub(await request(`/api/rooms/${encodeURIComponent(code)}`, {}, kept(name)));
    follow();
    update({ dialog: 'club' });
  } catch (error) {
    showError(error);
  }
}

/** Follows the room with the key that one has. */
function follow() {
  const { club } = state;
  if (!club) return;
  unsubscribe();
  unsubscribe = subscribeAs(kept(club.code), `/api/rooms/${club.code}/events`, {
    room: receiveClub,
    failed: ({ error }) => showError(new ApiError(error)),
  });
}

/** The games of one's own that are played. @param {Club | null} club */
const ownGames = (club) =>
  (club?.games ?? []).filter(({ black, white, outcome }) => !outcome && club?.you && [black, white].includes(club.you));

/** @param {Club} club */
function receiveClub(club) {
  const known = new Set(ownGames(state.club).map(({ number }) => number));
  update({ club });
  const token = kept(club.code);
  // A new game of one's own: the token of the member is the key to its seat.
  const fresh = ownGames(club).find(({ number, seats }) => seats && !known.has(number));
  if (!token || !fresh?.seats || state.seats?.id === fresh.seats) return;
  keepToken(fresh.seats, token);
  update({ dialog: '' });
  void openSeats(fresh.seats);
}

/** Joins the room under a name. @param {string} name */
export async function joinClub(name) {
  const { club } = state;
  if (!club) return;
  try {
    const joined = await request(`/api/rooms/${club.code}/members`, { name });
    keepToken(club.code, joined.token);
    receiveClub(joined.room);
    follow();
  } catch (error) {
    showError(error);
  }
}

/** Sends an action of this member. @param {string} what @param {object} [body] */
export async function actInClub(what, body = {}) {
  const { club } = state;
  if (!club) return;
  try {
    receiveClub(await request(`/api/rooms/${club.code}/${what}`, body, kept(club.code), 'POST'));
  } catch (error) {
    showError(error);
  }
}

/** Watches a game of the room, or goes back to one's own. @param {string} id */
export function watch(id) {
  update({ dialog: '' });
  void openSeats(id);
}
