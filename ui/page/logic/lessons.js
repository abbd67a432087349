// Learning: endgame exercises, and better moves for the player's mistakes.

import { address, ApiError, get, post, streamUntilDone } from '../api.js';
import { showError, t } from '../i18n.js';
import { announce, showToast, state, update } from '../store.js';
import { fetchPosition } from './positions.js';
import { mainLine } from './tree.js';

/** @typedef {import('../wire.js').Line} Line */

/** The number of the current question: responses to an older one are stale. */
let question = 0;

export async function nextExercise() {
  const { lesson } = state;
  const mine = ++question;
  Object.assign(lesson, { kind: 'exercise', state: 'wait', tried: null, grade: null, mistake: null });
  update();
  try {
    /** @type {import('../wire.js').Exercise} */
    const exercise = await get(address('/api/exercises/new', { empties: lesson.empties, goal: lesson.goal, stars: lesson.stars > 1 ? lesson.stars : null }));
    if (mine !== question) return;
    Object.assign(lesson, { position: exercise.position, hard: exercise.stars ?? null, state: 'ask' });
    scrollTo({ top: 0 });
    announce(t('said-exercise', { empties: exercise.position.empties }));
  } catch (error) {
    if (mine !== question) return;
    leave();
    showError(error);
  }
  update();
}

/** Mistakes of the reviewed game, of one side or both. @param {'black' | 'white' | 'both'} side */
export async function startMistakes(side) {
  const { review, tree } = state;
  const line = mainLine(tree);
  const queue = [...review.moves.values()]
    .filter(({ mark, color }) => (mark === 'mistake' || mark === 'blunder') && (side === 'both' || color === side))
    .sort((a, b) => a.ply - b.ply)
    .map((move) => ({ ...move, text: tree.nodes[line[move.ply]].text }));
  if (queue.length === 0) return showToast(t('no-mistakes'));
  Object.assign(state.lesson, { queue, right: 0, asked: 0 });
  await showMistake(0);
}

/** @param {number} index */
export async function showMistake(index) {
  const { lesson } = state;
  const mistake = lesson.queue[index];
  if (!mistake) return leave();
  const mine = ++question;
  const position = await fetchPosition(mistake.text).catch(showError);
  if (!position || mine !== question) return;
  Object.assign(lesson, { kind: 'mistakes', index, mistake, position, tried: null, grade: null, state: 'ask' });
  scrollTo({ top: 0 });
  announce(t('said-mistake', { move: mistake.move, ply: mistake.ply + 1 }));
  update();
}

export function leave() {
  question++;
  Object.assign(state.lesson, { kind: 'menu', position: null, mistake: null, state: 'ask' });
  update();
}

/** @param {string} square */
export async function answer(square) {
  const { lesson } = state;
  const { position } = lesson;
  if (!position || (lesson.state !== 'ask' && lesson.state !== 'wrong')) return;
  if (!position.moves.some(({ move }) => move === square)) return;
  const first = lesson.state === 'ask';
  const grade = await requestGrade(position, square);
  if (!grade) return;
  const wins = lesson.kind === 'exercise' && lesson.goal === 'win';
  const right = wins ? grade.keeps_result : lesson.mistake ? grade.loss <= 1 : grade.right;
  if (first) lesson.asked++;
  if (first && right) lesson.right++;
  Object.assign(lesson, { tried: square, grade, state: right ? 'right' : 'wrong' });
  announce(right ? t('right') : t('wrong', { loss: grade.loss }));
  update();
}

/** Shows the solution. */
export async function reveal() {
  const { lesson } = state;
  const { position } = lesson;
  if (!position) return;
  if (!lesson.grade) {
    const first = lesson.state === 'ask';
    const grade = await requestGrade(position, lesson.mistake?.best.move ?? position.moves[0].move);
    if (!grade) return;
    if (first) lesson.asked++;
    lesson.grade = grade;
  }
  lesson.state = 'shown';
  update();
}

/** Grades a move; null if that fails or the response is stale.
 * @param {import('../wire.js').Position} position @param {string} move */
async function requestGrade(position, move) {
  const { lesson } = state;
  const before = lesson.state;
  const mine = question;
  lesson.state = 'wait';
  update();
  const grade = await gradeOf(position, move).catch(showError);
  if (mine !== question) return null;
  lesson.state = before;
  update();
  return grade ?? null;
}

/** The solver grades positions near the end, an analysis all others.
 * @param {import('../wire.js').Position} position @param {string} move
 * @returns {Promise<import('../wire.js').Grade>} */
export function gradeOf(position, move) {
  const [, most] = state.catalogue?.limits.exercise_empties ?? [2, 14];
  if (position.size === 8 && position.empties <= most) {
    return post('/api/exercises/grade', { position: position.text, move });
  }
  return new Promise((resolve, reject) => {
    /** @type {Line[]} */
    let lines = [];
    const end = (/** @type {import('../wire.js').ErrorBody} */ error) => {
      const mine = lines.find((line) => line.move === move);
      if (!mine) return reject(new ApiError(error));
      resolve({
        right: mine.loss < 0.5, keeps_result: mine.loss < 0.5, loss: Math.round(mine.loss * 10) / 10,
        best: [lines[0].move], pv: mine.pv, best_pv: lines[0].pv,
        moves: lines.map((line) => ({ move: line.move, score: Math.round((line.score ?? 0) * 10) / 10 })),
      });
    };
    streamUntilDone(address('/api/analysis', { position: position.text, level: 16, time: '3s' }), {
      depth: (depth) => { lines = depth.lines; },
      done: () => end({ code: 'busy', message: 'no evaluation in time' }),
      failed: ({ error }) => end(error),
    });
  });
}
