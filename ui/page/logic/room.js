// A room for a class or a club: who is there, challenges, games to watch, tournaments, the teacher's board, questions and
// exercises.

import { ApiError, orderIn, request, subscribeAs } from '../api.js';
import { showError } from '../i18n.js';
import { state, update } from '../store.js';
import { cachePosition, positionOf } from './positions.js';
import { openSeats } from './seats.js';
import { keepToken, kept } from './tokens.js';
import { transcriptTo } from './tree.js';

/** @typedef {import('../wire.js').Room} Room */
/** @typedef {import('../wire.js').Position} Position */

/** The exercise that this member solves. @type {{set: number, exercise: number, grade: import('../wire.js').Grade | null, busy: boolean} | null} */
let task = null;

/** @type {() => void} */
let unsubscribe = () => {};

/** Opens the room with this code. @param {string} code @returns {Promise<boolean>} */
export async function openRoom(code) {
  try {
    receiveRoom(await request(`/api/rooms/${encodeURIComponent(code)}`, {}, kept(code.toUpperCase())));
    follow();
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}

/** Opens a new room, and enters it as its owner. @param {string} name @param {string} owner */
export async function createRoom(name, owner) {
  try {
    const opened = await request('/api/rooms', { name, owner });
    keepToken(opened.room.code, opened.token);
    receiveRoom(opened.room);
    follow();
    history.replaceState(null, '', `/r/${opened.room.code}`);
    update({ dialog: '' });
    location.hash = '#/room';
  } catch (error) {
    showError(error);
  }
}

/** Follows the room with the key that one has. */
function follow() {
  const { room } = state;
  if (!room) return;
  unsubscribe();
  unsubscribe = subscribeAs(kept(room.code), `/api/rooms/${room.code}/events`, {
    room: receiveRoom,
    failed: ({ error }) => showError(new ApiError(error)),
  });
}

/** The player's games that are played. @param {Room | null} room */
const ownGames = (room) =>
  (room?.games ?? []).filter(({ black, white, outcome }) => !outcome && room?.you && [black, white].includes(room.you));

/** @param {Room} room */
function receiveRoom(room) {
  const known = new Set(ownGames(state.room).map(({ number }) => number));
  if (room.board) cachePosition(room.board.position);
  update({ room });
  const token = kept(room.code);
  orderIn(room.code, room.you ? token : undefined);
  // A new game of the player: the token of the member is the key to its seat.
  const fresh = ownGames(room).find(({ number, seats }) => seats && !known.has(number));
  if (!token || !fresh?.seats || state.seats?.id === fresh.seats) return;
  keepToken(fresh.seats, token);
  void play(fresh.seats);
}

/** Joins the room under a name. @param {string} name */
export async function joinRoom(name) {
  const { room } = state;
  if (!room) return;
  try {
    const joined = await request(`/api/rooms/${room.code}/members`, { name });
    keepToken(room.code, joined.token);
    receiveRoom(joined.room);
    follow();
  } catch (error) {
    showError(error);
  }
}

/** Sends an action of this member; whether it was accepted.
 * @param {string} what @param {object} [body] @param {string} [method] @returns {Promise<boolean>} */
export async function actInRoom(what, body = {}, method = 'POST') {
  const { room } = state;
  if (!room) return false;
  try {
    const changed = await request(`/api/rooms/${room.code}${what && '/'}${what}`, body, kept(room.code), method);
    if (changed) receiveRoom(changed);
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
  const board = state.room?.board;
  if (board && ply >= 0 && ply <= board.moves.length) void actInRoom('board', { ply, note: board.note });
}

/** Shows the line of the section Analyse, at the move that is shown there. */
export const showAnalysis = () => {
  const { tree, node } = state;
  return actInRoom('board', { position: tree.start, moves: transcriptTo(tree, node) });
};

/** The question that is answered on the board: the latest open one that asks for a move. */
export const moveQuestion = () => state.room?.questions.findLast(({ kind, open }) => kind === 'move' && open) ?? null;

/** The answer that this member has given. @param {Room['questions'][number]} question */
export const ownAnswer = ({ answers }) => answers.find(({ member }) => member === state.room?.you)?.answer ?? null;

/** The exercise that is solved, its position and its grade. */
export function currentTask() {
  const text = task && state.room?.sets[task.set - 1]?.positions[task.exercise - 1];
  return task && text ? { ...task, position: positionOf(text) } : null;
}

/** Shows the first exercise of a set that this member has not answered. @param {Room['sets'][number]} set */
export function solve({ number, results, positions }) {
  const answers = results.find(({ member }) => member === state.room?.you)?.answers ?? [];
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
  const { room } = state;
  const question = moveQuestion();
  if (!room?.you) return;
  if (!task) return void (question && (await actInRoom(`questions/${question.number}/answers`, { answer: square })));
  if (task.grade || task.busy) return;
  const solving = task;
  solving.busy = true;
  update();
  try {
    const body = { exercise: solving.exercise, move: square };
    solving.grade = await request(`/api/rooms/${room.code}/sets/${solving.set}/answers`, body, kept(room.code), 'POST');
  } catch (error) {
    showError(error);
  }
  solving.busy = false;
  update();
}
