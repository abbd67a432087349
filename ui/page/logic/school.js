// The school: the course, puzzles with a rating, the player's mistakes in spaced repetition, and a trainer of openings.
// Its data are in `learn/`; what one has learnt is kept by the browser, and can be exported, imported and deleted.

import { get } from '../api.js';
import { localized, showError, t } from '../i18n.js';
import { announce, showToast, state, update } from '../store.js';
import { keepText, PROGRESS, readText } from '../texts.js';
import { dateOf, DAY, puzzleOf } from './dates.js';
import { gradeOf } from './lessons.js';
import { fetchPosition } from './positions.js';

/** @typedef {import('../wire.js').Words} Words */
/** @typedef {{claim: string, position?: string, moves?: string, accept: string[], words: Words, why: Words}} Step */
/** @typedef {{id: string, title: Words, about: Words, steps: Step[]}} Chapter */
/** @typedef {'endgame' | 'corner' | 'best'} Kind */
/** @typedef {{kind: Kind, position: string, accept: string[], stars: number, themes: string[], scores?: Record<string, number>}} Puzzle */
/** @typedef {{moves: string, name: Words}} Line */
/** A position to repeat: a mistake of a game, or a puzzle that was failed.
 * @typedef {{text: string, best: string, accept?: string[], why: Words | null, box: number, due: number}} Card */

/**
 * What one has learnt.
 * @typedef {object} Progress
 * @property {Record<string, number>} course the steps done, by chapter
 * @property {number} rating
 * @property {number} streak
 * @property {number} longest the longest streak
 * @property {Record<string, 'right' | 'wrong'>} puzzles by position
 * @property {Record<string, 'right' | 'wrong'>} daily by date
 * @property {Card[]} cards
 * @property {Record<string, number>} openings how often each line was played without a mistake
 */

/**
 * A question on the board.
 * @typedef {object} Task
 * @property {'course' | 'puzzle' | 'daily' | 'cards' | 'opening'} kind
 * @property {string} title
 * @property {string} words
 * @property {string} text the position
 * @property {string[]} [accept] the moves that are right; without them the engine grades
 * @property {string} [why] the comment after the right move
 * @property {Record<string, number>} [scores]
 * @property {number} step
 * @property {number} steps
 * @property {(square: string, right: boolean) => Promise<string>} [note] what there is to say of an answer
 * @property {(right: boolean) => void} [settle] called once, with the first answer
 * @property {() => void} next
 * @property {string} next_label
 */

/**
 * @typedef {object} School
 * @property {Chapter[]} chapters
 * @property {Puzzle[]} puzzles
 * @property {Line[]} lines
 * @property {Progress} progress
 * @property {Task | null} task
 * @property {import('../wire.js').Position | null} position of the task, or after the right move
 * @property {'ask' | 'wait' | 'wrong' | 'right' | 'shown'} state
 * @property {string | null} tried
 * @property {string} note on the answer
 * @property {boolean} first whether the task has no answer yet
 * @property {Kind | 'any'} kind of puzzles
 * @property {string} theme of puzzles, or empty
 * @property {'black' | 'white'} side of the openings trainer
 * @property {() => unknown} view
 * @property {() => unknown} more what stands at the end of the menu
 * @property {(square: string) => void} answer
 */

/** Days until a card comes again, by the number of times it was right in a row. */
const INTERVALS = [1, 3, 7, 14, 30, 90];
const MOST_CARDS = 300;
/** Openings of four moves and more are trained: two characters to a move. */
const SHORTEST_LINE = 8;

/** @returns {Progress} */
const nothingLearnt = () => ({ course: {}, rating: 800, streak: 0, longest: 0, puzzles: {}, daily: {}, cards: [], openings: {} });

/** @param {string | null} text @returns {Progress} */
function readProgress(text) {
  const usual = nothingLearnt();
  const stored = JSON.parse(text ?? '{}');
  for (const key of /** @type {(keyof Progress)[]} */ (Object.keys(usual))) {
    const fits = typeof stored[key] === typeof usual[key] && Array.isArray(stored[key]) === Array.isArray(usual[key]);
    if (fits && stored[key] !== null) Object.assign(usual, { [key]: stored[key] });
  }
  return usual;
}

async function loadProgress() {
  const text = await readText(PROGRESS);
  try {
    return readProgress(text);
  } catch {
    return nothingLearnt();
  }
}

/** Keeps what was learnt; without storage it lives as long as the page. */
const saveProgress = () => void keepText(PROGRESS, JSON.stringify(school().progress));

/** The school, once it is open. */
const school = () => /** @type {School} */ (state.school);

/** @type {Promise<void> | null} */
let opening = null;

/** Opens the school: loads its data, once. @param {() => unknown} view @param {() => unknown} more */
export function openSchool(view, more) {
  opening ??= (async () => {
    try {
      const [chapters, puzzles, named, progress] = await Promise.all([get('/learn/course.json'), get('/learn/puzzles.json'), get('/api/openings'), loadProgress()]);
      const lines = named.openings.filter((/** @type {Line} */ { moves }) => moves.length >= SHORTEST_LINE);
      state.school = {
        chapters, puzzles, lines, progress, task: null, position: null, state: 'ask', tried: null, note: '', first: true,
        kind: 'any', theme: '', side: 'black', view, more, answer: (square) => void answer(square),
      };
      collectMistakes();
      update();
    } catch (error) {
      opening = null;
      showError(error);
    }
  })();
  return opening;
}

/** Follows an address such as `#/learn?chapter=rules`. @param {URLSearchParams} query */
export function followLink(query) {
  if (!state.school) return;
  const chapter = query.get('chapter');
  if (query.has('daily')) void startDaily();
  else if (query.has('puzzle')) void startPuzzle(Number(query.get('puzzle')));
  else if (chapter) void startChapter(chapter);
}

/** The number of the current task: answers of an older one are stale. */
let current = 0;

/** @param {Task} task @param {string} link */
async function present(task, link) {
  const mine = ++current;
  const position = await fetchPosition(task.text).catch(showError);
  if (!position || mine !== current) return;
  Object.assign(school(), { task, position, state: 'ask', tried: null, first: true });
  state.lesson.kind = 'menu';
  history.replaceState(null, '', `${location.pathname}#/learn${link}`);
  announce(task.words);
  update();
  document.querySelector('.stage')?.scrollIntoView({ block: 'start' });
}

/** Back to the menu. */
export function leaveSchool() {
  current++;
  Object.assign(school(), { task: null, position: null });
  history.replaceState(null, '', `${location.pathname}#/learn`);
  update();
}

/** @param {string} square */
async function answer(square) {
  const its = school();
  const { task, position } = its;
  const move = position?.moves.find((it) => it.move === square);
  if (!task || !position || !move || (its.state !== 'ask' && its.state !== 'wrong')) return;
  const mine = current;
  its.state = 'wait';
  update();
  const right = task.accept ? task.accept.includes(square) : (await gradeOf(position, square).catch(showError))?.loss;
  if (mine !== current) return;
  if (right === undefined) return update(void (its.state = 'ask'));
  await settle(square, typeof right === 'boolean' ? right : right <= 1);
}

/** @param {string} square @param {boolean} right */
async function settle(square, right) {
  const its = school();
  const { task, position } = its;
  if (!task || !position) return;
  const mine = current;
  const note = (await task.note?.(square, right)) ?? '';
  if (mine !== current) return;
  if (its.first) task.settle?.(right);
  Object.assign(its, { first: false, tried: square, state: right ? 'right' : 'wrong', note });
  saveProgress();
  if (right) await showMove(square);
  announce(right ? `${t('right')} ${task.why ?? ''}` : `${t('school-wrong')} ${its.note}`);
  update();
}

/** Plays the right move on the board. @param {string} square */
async function showMove(square) {
  const its = school();
  const move = its.position?.moves.find((it) => it.move === square);
  const after = move ? await fetchPosition(move.after).catch(showError) : null;
  if (after) Object.assign(its, { position: after, tried: square });
}

/** Shows the solution, which counts as a wrong answer. */
export async function showSolution() {
  const its = school();
  const { task } = its;
  const best = task?.accept?.[0];
  if (!task || !best) return;
  if (its.first) task.settle?.(false);
  Object.assign(its, { first: false, state: 'shown' });
  saveProgress();
  await showMove(best);
  update();
}

// The course.

/** @param {string} id */
export async function startChapter(id) {
  const chapter = school().chapters.find((it) => it.id === id);
  if (!chapter) return;
  const done = school().progress.course[id] ?? 0;
  await showStep(chapter, done >= chapter.steps.length ? 0 : done);
}

/** @param {Chapter} chapter @param {number} number */
async function showStep(chapter, number) {
  const { progress, chapters } = school();
  const step = chapter.steps[number];
  const last = number + 1 === chapter.steps.length;
  const following = chapters[chapters.indexOf(chapter) + 1];
  const next = last ? (following ? () => void showStep(following, 0) : leaveSchool) : () => void showStep(chapter, number + 1);
  await present({
    kind: 'course', title: localized(chapter.title), words: localized(step.words), why: localized(step.why),
    text: step.position ?? step.moves ?? 'startpos', accept: step.accept, step: number + 1, steps: chapter.steps.length, next,
    next_label: last ? (following ? t('next-chapter', { name: localized(following.title) }) : t('finish')) : t('next'),
    settle: () => { progress.course[chapter.id] = Math.max(progress.course[chapter.id] ?? 0, number + 1); },
  }, `?chapter=${chapter.id}`);
}

// Puzzles.

/** The rating of a puzzle, by its stars; a corner can be counted out, a best move is deepest.
 * @param {Puzzle} puzzle */
export const ratingOf = ({ stars, kind }) => 500 + 250 * stars + { corner: -100, endgame: 0, best: 200 }[kind];

/** The next puzzle: one that was not solved, near the rating. */
export async function nextPuzzle() {
  const { puzzles, progress, kind, theme } = school();
  const fits = puzzles.filter((it) => (kind === 'any' || it.kind === kind) && (!theme || it.themes.includes(theme)));
  const fresh = fits.filter(({ position }) => progress.puzzles[position] !== 'right');
  const pool = [...(fresh.length > 0 ? fresh : fits)];
  if (pool.length === 0) return showToast(t('no-puzzle'));
  const distance = (/** @type {Puzzle} */ puzzle) => Math.abs(ratingOf(puzzle) - progress.rating);
  pool.sort((a, b) => distance(a) - distance(b));
  const chosen = pool[Math.floor(Math.random() * Math.min(6, pool.length))];
  await startPuzzle(puzzles.indexOf(chosen));
}

/** @param {number} index */
export async function startPuzzle(index) {
  const puzzle = school().puzzles[index];
  if (puzzle) await showPuzzle(puzzle, 'puzzle', `?puzzle=${index}`);
}

export async function startDaily() {
  await showPuzzle(puzzleOf(school().puzzles), 'daily', '?daily');
}

/** @param {Puzzle} puzzle @param {'puzzle' | 'daily'} kind @param {string} link */
async function showPuzzle(puzzle, kind, link) {
  const { progress } = school();
  const turn = puzzle.position.endsWith('X') ? t('black') : t('white');
  await present({
    kind, title: t(kind === 'daily' ? 'daily' : `puzzle-${puzzle.kind}`), words: t(`ask-${puzzle.kind}`, { color: turn }), text: puzzle.position,
    accept: puzzle.accept, scores: puzzle.scores, why: t(`solved-${puzzle.kind}`), step: 0, steps: 0,
    next: () => void nextPuzzle(), next_label: t('next-puzzle'),
    settle: (right) => {
      if (kind === 'daily') progress.daily[dateOf()] ??= right ? 'right' : 'wrong';
      rate(puzzle, right);
    },
  }, link);
}

/** Counts an answer: rating, streak, and a card for one that was wrong. @param {Puzzle} puzzle @param {boolean} right */
function rate(puzzle, right) {
  const { progress } = school();
  // A puzzle that was solved before says nothing new.
  if (progress.puzzles[puzzle.position] !== 'right') {
    const expected = 1 / (1 + 10 ** ((ratingOf(puzzle) - progress.rating) / 400));
    progress.rating = Math.round(progress.rating + 40 * ((right ? 1 : 0) - expected));
  }
  progress.puzzles[puzzle.position] = right ? 'right' : 'wrong';
  progress.streak = right ? progress.streak + 1 : 0;
  progress.longest = Math.max(progress.longest, progress.streak);
  if (!right) addCard({ text: puzzle.position, best: puzzle.accept[0], accept: puzzle.accept, why: null, box: 0, due: Date.now() + DAY });
}

// The player's mistakes.

/** @param {Card} card */
function addCard(card) {
  const { progress } = school();
  if (progress.cards.some(({ text }) => text === card.text)) return;
  progress.cards = [card, ...progress.cards].slice(0, MOST_CARDS);
}

/** Takes the mistakes of the person in the reviewed game into the cards. */
export function collectMistakes() {
  const { game, review, tree } = state;
  if (!state.school || !game || !review.summary || tree.game !== (game.id ?? game.view) || game.size !== 8) return;
  const { black, white } = game.players;
  const own = state.seats?.color ?? (game.may_play && black.kind !== white.kind ? (black.kind === 'human' ? 'black' : 'white') : null);
  for (const { mark, color, position, best, reasons } of review.moves.values()) {
    if (color !== own || (mark !== 'mistake' && mark !== 'blunder')) continue;
    addCard({ text: position, best: best.move, why: reasons[0]?.text ?? null, box: 0, due: Date.now() });
  }
  saveProgress();
}

/** The cards that are due. */
export const dueCards = () => school().progress.cards.filter(({ due }) => due <= Date.now());

export async function nextCard() {
  const [card] = dueCards();
  if (!card) return leaveSchool();
  const turn = card.text.endsWith('X') ? t('black') : t('white');
  await present({
    kind: 'cards', title: t('cards'), words: t('ask-card', { color: turn }), text: card.text, accept: card.accept,
    why: card.why ? localized(card.why) : undefined, step: 0, steps: 0, next: () => void nextCard(), next_label: t('next'),
    settle: (right) => {
      card.box = right ? Math.min(card.box + 1, INTERVALS.length - 1) : 0;
      card.due = Date.now() + INTERVALS[card.box] * DAY;
    },
  }, '');
}

// Openings.

/** @param {Line} line */
export async function startLine(line) {
  await showLine(line, school().side === 'black' ? 2 : 1, true);
}

/** Asks for the move of a line at a ply; the other side's moves are played. The first move is always f5.
 * @param {Line} line @param {number} ply @param {boolean} clean whether there was no mistake yet */
async function showLine(line, ply, clean) {
  const moves = line.moves.match(/../g) ?? [];
  const { progress } = school();
  const left = Math.ceil((moves.length - ply) / 2);
  let flawless = clean;
  const last = ply + 2 >= moves.length;
  await present({
    kind: 'opening', title: localized(line.name), words: t('ask-opening', { name: localized(line.name), n: left }), text: moves.slice(0, ply).join(''),
    accept: [moves[ply]], why: last ? t('line-known') : undefined, step: Math.floor(ply / 2) + 1, steps: Math.ceil(moves.length / 2),
    note: async (square, right) => {
      const here = moves.slice(0, ply).join('');
      if (right) return last ? bookWords(here + square) : '';
      const other = school().lines.find((it) => it.moves.startsWith(here + square));
      return other ? t('other-line', { name: localized(other.name) }) : '';
    },
    next: last ? leaveSchool : () => void showLine(line, ply + 2, flawless), next_label: t(last ? 'finish' : 'next'),
    settle: (right) => {
      flawless &&= right;
      if (last && flawless) progress.openings[line.moves] = (progress.openings[line.moves] ?? 0) + 1;
    },
  }, '');
}

/** The book's continuation of some moves; empty, if it does not know them. @param {string} moves */
async function bookWords(moves) {
  /** @type {{known: boolean, replies: {move: string, loss: number}[]} | null} */
  const book = await get(`/api/book?position=${moves}`).catch(() => null);
  const best = (book?.known ? book.replies : []).filter(({ loss }) => loss === 0).map(({ move }) => move);
  return best.length > 0 ? t('book-goes-on', { moves: best.join(', ') }) : '';
}

// The progress of the school as a file.

export function exportProgress() {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(school().progress, null, 1)], { type: 'application/json' }));
  link.download = 'othellier-learn.json';
  link.click();
  URL.revokeObjectURL(link.href);
}

/** @param {File} file */
export async function importProgress(file) {
  try {
    school().progress = readProgress(await file.text());
    saveProgress();
    showToast(t('progress-read'));
  } catch {
    showToast(t('progress-bad'), true);
  }
  update();
}

export function deleteProgress() {
  school().progress = nothingLearnt();
  saveProgress();
  update();
}
