// A game between two people on two devices. The key to a seat is kept in local storage and sent in a header;
// the address bar has the id of the game, which permits watching only.

import { ApiError, get, request, subscribeAs } from '../api.js';
import { colorName, showError, t } from '../i18n.js';
import { announce, state, update } from '../store.js';
import { leaveGame, receiveGame } from './game.js';
import { keepToken, kept } from './tokens.js';

/** @typedef {import('../wire.js').Seats} Seats */

/** @type {() => void} */
let unsubscribe = () => {};

/** Stops watching the seats: another game is shown. */
export function leaveSeats() {
  unsubscribe();
  unsubscribe = () => {};
  if (state.seats) update({ seats: null, invitation: null });
}

/** Opens a game with seats and follows it. @param {string} id @returns {Promise<boolean>} */
export async function openSeats(id) {
  try {
    const seats = await request(`/api/seats/${id}`, {}, kept(id));
    leaveGame();
    leaveSeats();
    receiveSeats(seats);
    unsubscribe = subscribeAs(kept(id), `/api/seats/${id}/events`, {
      seats: receiveSeats,
      failed: ({ error }) => showError(new ApiError(error)),
    });
    history.replaceState(null, '', `/s/${id}${location.hash}`);
    if (/^(#\/)?$/.test(location.hash)) location.hash = '#/play';
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}

/** @param {Seats} seats */
function receiveSeats(seats) {
  const before = state.seats?.id === seats.id ? state.seats : null;
  state.seats = seats;
  if (seats.game) receiveGame(seats.game);
  update();
  const asked = seats.asks.find(({ from }) => from !== seats.color);
  if (asked && seats.role === 'player' && !before?.asks.some(({ ask }) => ask === asked.ask)) announce(t(`asks-${asked.ask}`));
  if (before?.state === 'open' && seats.state === 'playing') {
    if (state.dialog === 'invite') update({ dialog: '' });
    if (seats.color) announce(t('seats-begun', { color: colorName(seats.color) }));
  }
  // The other player accepted a rematch: both go to the new game.
  if (seats.rematch && before && !before.rematch && seats.role === 'player') void followRematch(seats);
}

/** @param {Seats} seats */
async function followRematch({ id, rematch }) {
  const token = kept(id);
  if (!rematch || !token) return;
  keepToken(rematch, token);
  await openSeats(rematch);
}

/** Whether this player may move in the position that is shown. @param {'black' | 'white'} turn */
export const isOwnTurn = (turn) => state.seats?.state === 'playing' && state.seats.color === turn;

/** Invites somebody. @param {{name: string, color: string, size: number, clock: string, handicap: number}} asked */
export async function invite({ name, color, size, clock, handicap }) {
  try {
    const seat = await request('/api/invitations', { name, color, size, handicap, ...(clock ? { clock } : {}) });
    keepToken(seat.seats.id, seat.token);
    await openSeats(seat.seats.id);
    update({ invitation: seat.invitation, dialog: 'invite' });
  } catch (error) {
    showError(error);
  }
}

/** Follows a code that was typed: to a room, or to an invitation. @param {string} code */
export async function enterCode(code) {
  const path = encodeURIComponent(code.toUpperCase());
  try {
    await get(`/api/rooms/${path}`);
  } catch {
    return void (await openInvitation(code));
  }
  location.assign(`/r/${path}`);
}

/** Looks at an invitation: the free seat is offered, a taken one is watched. @param {string} code @returns {Promise<boolean>} */
export async function openInvitation(code) {
  try {
    /** @type {import('../wire.js').Invitation} */
    const invitation = await get(`/api/invitations/${encodeURIComponent(code)}`);
    if (invitation.state !== 'open' || kept(invitation.seats)) return openSeats(invitation.seats);
    update({ invitation, dialog: 'join' });
    return false;
  } catch (error) {
    showError(error);
    return false;
  }
}

/** Accepts the invitation that is shown. @param {string} name */
export async function join(name) {
  const { invitation } = state;
  if (!invitation) return;
  try {
    const seat = await request(`/api/invitations/${invitation.code}/join`, { name });
    keepToken(seat.seats.id, seat.token);
    update({ dialog: '' });
    await openSeats(seat.seats.id);
  } catch (error) {
    showError(error);
  }
}

/** Withdraws the invitation that is shown. */
export async function withdraw() {
  const { invitation } = state;
  if (!invitation) return;
  try {
    await request(`/api/invitations/${invitation.code}`, {}, kept(invitation.seats), 'DELETE');
    update({ dialog: '' });
  } catch (error) {
    showError(error);
  }
}

/** Sends an action of this player: a move, a question, an answer. @param {string} what @param {object} [body] */
export async function act(what, body = {}) {
  const { seats } = state;
  if (!seats || seats.role !== 'player') return;
  try {
    receiveSeats(await request(`/api/seats/${seats.id}/${what}`, body, kept(seats.id), 'POST'));
  } catch (error) {
    // The other player was faster: the stream shows it.
    if (!(error instanceof ApiError && error.code === 'conflict' && what === 'moves')) showError(error);
  }
}
