// The user's own work: studies with chapters, kept in this browser. A board with branches or notes is kept by itself,
// as a chapter among the drafts; it can be moved into a study with a name. All of it can be exported and deleted.

import { t } from '../i18n.js';
import { announce, showToast, state, update } from '../store.js';
import { keepText, readText, STUDIES } from '../texts.js';
import { mainLine } from './tree.js';

/**
 * @typedef {import('./tree.js').Tree} Tree
 * @typedef {{id: string, name: string, when: number, node: number, tree: Tree}} Chapter
 * @typedef {{id: string, name: string, when: number, chapters: Chapter[]}} Study
 */

const BOARD = 'othellier.board';
/** The study of boards that were kept by themselves. */
export const DRAFTS = 'drafts';
/** Drafts that are kept; the oldest is dropped first. */
const MOST_DRAFTS = 40;

/** Signs that a player gives a move. */
export const GLYPHS = /** @type {const} */ (['!!', '!', '!?', '?!', '?', '??']);

const newId = () => crypto.getRandomValues(new Uint32Array(2)).join('-');

/** Reads the studies that this browser keeps. */
export async function restoreStudies() {
  const text = await readText(STUDIES);
  try {
    const stored = JSON.parse(text ?? '[]');
    state.studies = Array.isArray(stored) ? stored.filter(isStudy) : [];
  } catch {
    state.studies = [];
  }
}

/** @param {any} it @returns {it is Study} */
const isStudy = (it) => typeof it?.id === 'string' && typeof it.name === 'string' && Array.isArray(it.chapters)
  && it.chapters.every((/** @type {any} */ chapter) => typeof chapter?.id === 'string' && Array.isArray(chapter.tree?.nodes) && chapter.tree.nodes.length > 0);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Writes the studies, soon. */
function save() {
  clearTimeout(timer);
  timer = setTimeout(saveNow, 200);
  update();
}

/** Writes the studies. */
export function saveNow() {
  clearTimeout(timer);
  timer = undefined;
  void keepText(STUDIES, JSON.stringify(state.studies)).then((kept) => { if (!kept) showToast(t('storage-full'), true); });
  try {
    localStorage.setItem(BOARD, state.tree.chapter ?? '');
  } catch {
    // Without local storage the next visit begins with another board.
  }
}

/** Writes what is not written yet. */
export const flush = () => void (timer !== undefined && saveNow());

/** @param {string | undefined} id @returns {{study: Study, chapter: Chapter} | null} */
export function findChapter(id) {
  for (const study of state.studies) {
    const chapter = study.chapters.find((it) => it.id === id);
    if (chapter) return { study, chapter };
  }
  return null;
}

/** The kept board of a game. @param {string} game */
export const chapterOfGame = (game) =>
  state.studies.flatMap(({ chapters }) => chapters).filter(({ tree }) => tree.game === game).sort((a, b) => b.when - a.when)[0];

/** The board of the last visit. */
export function lastChapter() {
  try {
    return findChapter(localStorage.getItem(BOARD) ?? '')?.chapter;
  } catch {
    return undefined;
  }
}

/** Whether a tree has more than a game that the server has. @param {Tree} tree */
const isOwnWork = (tree) => (!tree.game && tree.nodes.length > 1)
  || tree.nodes.some(({ children, note, glyph, marks }) => children.length > 1 || note || glyph || marks?.length);

/** Keeps the board, if there is something of the user on it. */
export function keepBoard() {
  const { tree, node } = state;
  const kept = findChapter(tree.chapter);
  if (kept) Object.assign(kept.chapter, { tree, node, when: Date.now() });
  else if (isOwnWork(tree)) addChapter(draftsOf(), nameOfBoard());
  else return;
  save();
}

/** @returns {Study} */
function draftsOf() {
  let drafts = state.studies.find(({ id }) => id === DRAFTS);
  if (!drafts) state.studies.push(drafts = { id: DRAFTS, name: '', when: Date.now(), chapters: [] });
  return drafts;
}

/** The name of a study. @param {Study} study */
export const studyName = (study) => (study.id === DRAFTS ? t('study-drafts') : study.name);

/** A name for the board: its first moves. */
function nameOfBoard() {
  const { tree } = state;
  const moves = mainLine(tree).slice(1, 9).map((at) => tree.nodes[at].move).join('');
  return moves || t('position');
}

/** Puts the board into a study as its newest chapter. @param {Study} study @param {string} name */
function addChapter(study, name) {
  const { tree, node } = state;
  const chapter = { id: newId(), name, when: Date.now(), node, tree };
  tree.chapter = chapter.id;
  study.chapters.push(chapter);
  study.when = chapter.when;
  if (study.id === DRAFTS && study.chapters.length > MOST_DRAFTS) {
    study.chapters.sort((a, b) => a.when - b.when).shift();
  }
}

/** Puts the board into a study; a draft moves there. @param {string} id of the study @param {string} name of a new one */
export function saveBoard(id, name) {
  const now = findChapter(state.tree.chapter);
  let study = state.studies.find((it) => it.id === id);
  if (!study) state.studies.push(study = { id: newId(), name: name || t('study-unnamed'), when: Date.now(), chapters: [] });
  if (now?.study === study) return;
  if (now?.study.id === DRAFTS) now.study.chapters = now.study.chapters.filter((it) => it !== now.chapter);
  if (now && now.study.id !== DRAFTS) state.tree = structuredClone(state.tree);
  addChapter(study, now?.chapter.name ?? nameOfBoard());
  state.studies = state.studies.filter(({ id, chapters }) => id !== DRAFTS || chapters.length > 0);
  saveNow();
  update();
  showToast(t('study-saved', { name: studyName(study) }));
  announce(t('study-saved', { name: studyName(study) }));
}

/** @param {Chapter | Study} it @param {string} name */
export function rename(it, name) {
  it.name = name.slice(0, 100);
  save();
}

/** @param {Study} study @param {Chapter} chapter */
export function deleteChapter(study, chapter) {
  study.chapters = study.chapters.filter((it) => it !== chapter);
  if (state.tree.chapter === chapter.id) delete state.tree.chapter;
  if (study.chapters.length === 0 && study.id === DRAFTS) return deleteStudy(study);
  save();
}

/** @param {Study} study */
export function deleteStudy(study) {
  if (study.chapters.some(({ id }) => id === state.tree.chapter)) delete state.tree.chapter;
  state.studies = state.studies.filter((it) => it !== study);
  saveNow();
  update();
}

/** @param {string} note */
export function setNote(note) {
  const here = state.tree.nodes[state.node];
  if (!here) return;
  if (note) here.note = note;
  else delete here.note;
  keepBoard();
}

/** Gives the move that led here a sign, or takes it away. @param {string} glyph */
export function toggleGlyph(glyph) {
  const here = state.tree.nodes[state.node];
  if (!here) return;
  if (here.glyph === glyph) delete here.glyph;
  else here.glyph = glyph;
  keepBoard();
}

/** Draws an arrow or, from a square to itself, a circle; one that is there is removed. @param {string} from @param {string} to */
export function toggleMark(from, to) {
  const here = state.tree.nodes[state.node];
  if (!here) return;
  const mark = from === to ? from : `${from}-${to}`;
  const marks = here.marks ?? [];
  here.marks = marks.includes(mark) ? marks.filter((it) => it !== mark) : [...marks, mark];
  keepBoard();
}

/** Adds studies from an exported file. @param {string} text @returns {boolean} whether it is one */
export function importStudies(text) {
  if (!/^\s*\{\s*"othellier":\s*"studies"/.test(text)) return false;
  try {
    const { studies } = JSON.parse(text);
    const good = studies.filter(isStudy);
    for (const study of good) {
      const copy = { ...study, id: newId(), name: studyName(study), chapters: study.chapters.map((/** @type {Chapter} */ chapter) => ({ ...chapter, id: newId() })) };
      for (const chapter of copy.chapters) chapter.tree.chapter = chapter.id;
      state.studies.push(copy);
    }
    saveNow();
    update({ dialog: 'studies' });
    showToast(t('studies-imported', { n: good.length }));
  } catch {
    showToast(t('error-bad_game', { message: 'JSON' }), true);
  }
  return true;
}

/** Studies as a file that can be imported again and passed on: without the keys to the games they come from.
 * @param {Study[]} studies */
export function exported(studies) {
  const keyless = studies.map((study) => ({
    ...study,
    chapters: study.chapters.map((chapter) => ({ ...chapter, tree: { ...chapter.tree, game: null, stored: undefined } })),
  }));
  return JSON.stringify({ othellier: 'studies', version: 1, studies: keyless }, null, 1);
}

const MARKS = { '!!': 'TE[2]', '!': 'TE[1]', '!?': 'IT[]', '?!': 'DO[]', '?': 'BM[1]', '??': 'BM[2]' };

/** A study as SGF, one game tree for each chapter, with variations, notes and signs. @param {Study} study */
export function sgfOf(study) {
  const quoted = (/** @type {string} */ text) => text.replace(/[\\\]]/g, '\\$&');
  return study.chapters.map(({ name, tree }) => {
    const { size, start, nodes } = tree;
    const squares = (/** @type {string} */ disc) => [...start.split(' ')[0]].map((it, i) => (it === disc ? `[${'abcdefghij'[i % size]}${Math.floor(i / size) + 1}]` : '')).join('');
    /** @param {number} at @returns {string} */
    const write = (at) => {
      const { move, color, note, glyph, children } = nodes[at];
      const played = at === 0 ? '' : `;${color === 'black' ? 'B' : 'W'}[${move === 'pass' ? '' : move}]`;
      const sign = glyph ? MARKS[/** @type {keyof typeof MARKS} */ (glyph)] : '';
      const rest = children.length === 1 ? write(children[0]) : children.map((child) => `(${write(child)})`).join('');
      return `${played}${sign}${note ? `C[${quoted(note)}]` : ''}${rest}`;
    };
    return `(;FF[4]GM[2]SZ[${size}]GN[${quoted(name)}]AB${squares('X')}AW${squares('O')}PL[${start.endsWith('X') ? 'B' : 'W'}]${write(0)})`;
  }).join('\n');
}
