// A room for a class or a club: who is there, challenges, games to watch, tournaments, the teacher's board, questions and
// exercises.

import { ApiError, orderIn, request, subscribeAs } from '../api.js';
import { showError } from '../i18n.js';
import { state, update } from '../store.js';
import { cachePosition, positionOf } from './positions.js';
import { openSeats } from './seats.js';
import { keepToken, kept } from './tokens.js';
import { transcriptTo } from './tree.js';

/** @typedef {import('../wire.js').Club} Club */
/** @typedef {import('../wire.js').Position} Position */

/** The exercise that this member solves. @type {{set: number, exercise: number, grade: import('../wire.js').Grade | null, busy: boolean} | null} */
let task = null;

/** @type {() => void} */
let unsubscribe = () => {};

/** Opens the room with this code. @param {string} code @returns {Promise<boolean>} */
export async function openClub(code) {
  try {
    receiveClub(await request(`/api/rooms/${encodeURIComponent(code)}`, {}, kept(code.toUpperCase())));
    follow();
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}

/** Opens a new room, and enters it as its owner. @param {string} name @param {string} owner */
export async function newClub(name, owner) {
  try {
    const opened = await request('/api/rooms', { name, owner });
    keepToken(opened.room.code, opened.token);
    receiveClub(opened.room);
    follow();
    history.replaceState(null, '', `/r/${opened.room.code}`);
    update({ dialog: '' });
    location.hash = '#/club';
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

/** The player's games that are played. @param {Club | null} club */
const ownGames = (club) =>
  (club?.games ?? []).filter(({ black, white, outcome }) => !outcome && club?.you && [black, white].includes(club.you));

/** @param {Club} club */
function receiveClub(club) {
  const known = new Set(ownGames(state.club).map(({ number }) => number));
  if (club.board) cachePosition(club.board.position);
  update({ club });
  const token = kept(club.code);
  orderIn(club.code, club.you ? token : undefined);
  // A new game of the player: the token of the member is the key to its seat.
  const fresh = ownGames(club).find(({ number, seats }) => seats && !known.has(number));
  if (!token || !fresh?.seats || state.seats?.id === fresh.seats) return;
  keepToken(fresh.seats, token);
  void play(fresh.seats);
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

/** Sends an action of this member; whether it was accepted.
 * @param {string} what @param {object} [body] @param {string} [method] @returns {Promise<boolean>} */
export async function actInClub(what, body = {}, method = 'POST') {
  const { club } = state;
  if (!club) return false;
  try {
    const room = await request(`/api/rooms/${club.code}${what && '/'}${what}`, body, kept(club.code), method);
    if (room) receiveClub(room);
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}

/** Watches a game of the room, or goes back to the player's. @param {string} id */
export async function play(id) {
  if (await openSeats(id)) location.hash = '#/play';
}

/** Goes to another move of the game on the board. @param {number} ply */
export function goOnBoard(ply) {
  const board = state.club?.board;
  if (board && ply >= 0 && ply <= board.moves.length) void actInClub('board', { ply, note: board.note });
}

/** Shows the line of the analysis room, at the move that is shown there. */
export const showAnalysis = () => {
  const { tree, node } = state;
  return actInClub('board', { position: tree.start, moves: transcriptTo(tree, node) });
};

/** The question that is answered on the board: the latest open one that asks for a move. */
export const moveQuestion = () => state.club?.questions.findLast(({ kind, open }) => kind === 'move' && open) ?? null;

/** The answer that this member has given. @param {Club['questions'][number]} question */
export const ownAnswer = ({ answers }) => answers.find(({ member }) => member === state.club?.you)?.answer ?? null;

/** The exercise that is solved, its position and its grade. */
export function currentTask() {
  const text = task && state.club?.sets[task.set - 1]?.positions[task.exercise - 1];
  return task && text ? { ...task, position: positionOf(text) } : null;
}

/** Shows the first exercise of a set that this member has not answered. @param {Club['sets'][number]} set */
export function solve({ number, results, positions }) {
  const answers = results.find(({ member }) => member === state.club?.you)?.answers ?? [];
  const open = positions.findIndex((_, i) => !answers[i]);
  task = open < 0 ? null : { set: number, exercise: open + 1, grade: null, busy: false };
  update();
}

/** Leaves the exercises. */
export function leaveTask() {
  task = null;
  update();
}

/** A square of the board is touched: it answers the exercise, else the question. @param {string} square */
export async function answerOnBoard(square) {
  const { club } = state;
  const question = moveQuestion();
  if (!club?.you) return;
  if (!task) return void (question && (await actInClub(`questions/${question.number}/answers`, { answer: square })));
  if (task.grade || task.busy) return;
  const solving = task;
  solving.busy = true;
  update();
  try {
    const body = { exercise: solving.exercise, move: square };
    solving.grade = await request(`/api/rooms/${club.code}/sets/${solving.set}/answers`, body, kept(club.code), 'POST');
  } catch (error) {
    showError(error);
  }
  solving.busy = false;
  update();
}
