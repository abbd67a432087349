// The section Learn: the menu of the school, and the question on the board.

import { classes, html, nothing } from '../dom.js';
import { localized, number, signed, t } from '../i18n.js';
import { dateOf, puzzleOf } from '../logic/dates.js';
import { deleteProgress, dueCards, exportProgress, importProgress, leaveSchool, nextCard, nextPuzzle, openSchool, showSolution, startChapter, startDaily, startLine } from '../logic/school.js';
import { state, update } from '../store.js';
import { icon } from './icons.js';
import { miniBoard } from './mini.js';

export { collectMistakes, followLink } from '../logic/school.js';

/** @typedef {import('../logic/school.js').School} School */

/** Loads the school; its view is drawn from then on. */
export const enterSchool = () => openSchool(view, progressCard);

function view() {
  const { school } = state;
  if (!school) return nothing;
  return school.task ? task(school, school.task) : html`${courseCard(school)} ${puzzleCard(school)} ${cardsCard()} ${openingsCard(school)}`;
}

/** @param {School} school */
function courseCard({ chapters, progress }) {
  const done = (/** @type {{id: string, steps: unknown[]}} */ { id, steps }) => Math.min(progress.course[id] ?? 0, steps.length);
  const begun = chapters.find((chapter) => done(chapter) < chapter.steps.length) ?? chapters[0];
  return html`<section class="card course-card"><h2>${t('course')}</h2>
    <p class="muted">${t('course-about', { n: chapters.reduce((sum, { steps }) => sum + steps.length, 0) })}</p>
    <button type="button" class="primary" @click=${() => startChapter(begun.id)}>${icon('play')}${t(done(begun) > 0 || begun !== chapters[0] ? 'course-on' : 'course-begin', { name: localized(begun.title) })}</button>
    <ol class="chapters">${chapters.map((chapter, i) => html`<li><button type="button" class="chapter" @click=${() => startChapter(chapter.id)}>
      <span class="chapter-number">${done(chapter) === chapter.steps.length ? '✓' : i + 1}</span>
      <span class="grow"><b>${localized(chapter.title)}</b> <span class="muted small">${localized(chapter.about)}</span></span>
      <span class="muted small figures">${done(chapter)}/${chapter.steps.length}</span></button></li>`)}</ol>
  </section>`;
}

const KINDS = /** @type {const} */ (['any', 'endgame', 'corner', 'best']);
const THEMES = /** @type {const} */ (['parity', 'x-square', 'no-corner', 'pass', 'corner']);

/** @param {School} school */
function puzzleCard(school) {
  const { progress, puzzles } = school;
  const daily = puzzleOf(puzzles);
  const solved = progress.daily[dateOf()];
  return html`<section class="card puzzle-card"><div class="row spread"><h2>${t('puzzles')}</h2>
      <span class="figures"><b>${number(progress.rating)}</b> <span class="muted small">${t('rating')}</span> · <b>${progress.streak}</b> <span class="muted small">${t('streak', { n: progress.longest })}</span></span></div>
    <button type="button" class="way" @click=${startDaily}>${miniBoard(daily.position.slice(0, 64))}
      <span class="grow"><b>${t('daily')}</b><span class="muted small">${t(solved ? `daily-${solved}` : `puzzle-${daily.kind}`)}</span></span></button>
    <div class="row">
      <label class="field grow"><span>${t('puzzle-kind')}</span><select @change=${(/** @type {Event} */ event) => { school.kind = /** @type {School['kind']} */ (/** @type {HTMLSelectElement} */ (event.target).value); update(); }}>
        ${KINDS.map((kind) => html`<option value=${kind} ?selected=${kind === school.kind}>${t(`puzzle-${kind}`)}</option>`)}</select></label>
      <label class="field grow"><span>${t('theme-of')}</span><select @change=${(/** @type {Event} */ event) => { school.theme = /** @type {HTMLSelectElement} */ (event.target).value; update(); }}>
        <option value="" ?selected=${school.theme === ''}>${t('theme-any')}</option>
        ${THEMES.map((theme) => html`<option value=${theme} ?selected=${theme === school.theme}>${t(`puzzle-theme-${theme}`)}</option>`)}</select></label>
    </div>
    <button type="button" class="primary" @click=${nextPuzzle}>${icon('play')}${t('next-puzzle')}</button>
  </section>`;
}

function cardsCard() {
  const due = dueCards().length;
  return html`<section class="card"><h2>${t('cards')}</h2><p class="muted">${t('cards-about')}</p>
    <button type="button" class=${due > 0 ? 'primary' : ''} ?disabled=${due === 0} @click=${nextCard}>${icon('restart')}${t('cards-due', { n: due })}</button></section>`;
}

/** @param {School} school */
function openingsCard(school) {
  const { lines, progress } = school;
  const start = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const line = lines.find(({ moves }) => moves === form.get('line'));
    school.side = form.get('side') === 'white' ? 'white' : 'black';
    if (line) void startLine(line);
  };
  const known = lines.filter(({ moves }) => progress.openings[moves]).length;
  return html`<section class="card"><div class="row spread"><h2>${t('trainer')}</h2><span class="muted small figures">${known}/${lines.length}</span></div>
    <p class="muted">${t('trainer-about')}</p>
    <form class="stack tight" @submit=${start}>
      <label class="field"><span>${t('trainer-line')}</span><select name="line">${lines.map(({ moves, name }) => html`<option value=${moves}>${progress.openings[moves] ? '✓ ' : ''}${localized(name)}</option>`)}</select></label>
      <label class="field"><span>${t('your-colour')}</span><select name="side"><option value="black">${t('black')}</option><option value="white">${t('white')}</option></select></label>
      <button type="submit">${icon('play')}${t('trainer-start')}</button>
    </form></section>`;
}

let sure = false;

/** Export, import and deletion of what was learnt. */
function progressCard() {
  const wipe = () => {
    if (sure) deleteProgress();
    sure = !sure;
    update();
  };
  return html`<details class="card"><summary>${t('progress')}</summary><p class="muted small">${t('progress-about')}</p>
    <div class="row tight">
      <button type="button" @click=${exportProgress}>${icon('download')}${t('progress-export')}</button>
      <label class="button">${t('progress-import')}<input class="unseen" type="file" accept=".json" @change=${(/** @type {Event} */ event) => { const file = /** @type {HTMLInputElement} */ (event.target).files?.[0]; if (file) void importProgress(file); }} /></label>
      <button type="button" class="danger" @click=${wipe}>${icon('trash')}${t(sure ? 'progress-sure' : 'progress-delete')}</button>
    </div></details>`;
}

/** @param {School} school @param {import('../logic/school.js').Task} task */
function task(school, task) {
  const done = school.state === 'right' || school.state === 'shown';
  return html`<section class="card task school-task" data-state=${school.state}>
    <div class="row spread"><h2>${task.title}</h2>
      ${task.steps > 0 ? html`<span class="muted figures">${task.step}/${task.steps}</span>` : html`<span class="figures"><b>${number(school.progress.rating)}</b> <span class="muted small">${t('rating')}</span></span>`}</div>
    ${task.steps > 0 ? html`<progress class="steps-done" aria-label=${t('progress')} max=${task.steps} value=${task.step - (done ? 0 : 1)}></progress>` : nothing}
    <p class="question">${task.words}</p>
    <div class="answer" role="status">${verdict(school, task)}</div>
    <div class="row">
      ${done ? html`<button type="button" class="primary" @click=${task.next}>${task.next_label}${icon('forward')}</button>`
        : html`<button type="button" ?disabled=${!task.accept || school.state === 'wait'} @click=${showSolution}>${icon('hint')}${t('show-solution')}</button>`}
      <button type="button" class="quiet" @click=${leaveSchool}>${t('leave')}</button>
    </div>
  </section>`;
}

/** @param {School} school @param {import('../logic/school.js').Task} task */
function verdict({ state: stands, tried, note }, task) {
  if (stands === 'wait') return html`<p class="muted">${t('thinking')}</p>`;
  if (stands === 'wrong') return html`<p class="bad">✗ ${t('school-wrong')}</p>${note ? html`<p>${note}</p>` : nothing}`;
  if (stands === 'ask') return html`<p class="muted">${t('touch-answer')}</p>`;
  const scores = Object.entries(task.scores ?? {}).sort(([, a], [, b]) => b - a);
  return html`<p class=${classes(stands === 'right' && 'good')}>${stands === 'right' ? `✓ ${t('right')}` : t('solution', { moves: task.accept?.join(', ') ?? tried ?? '' })}</p>
    ${task.why ? html`<p>${task.why}</p>` : nothing}${note ? html`<p>${note}</p>` : nothing}
    ${scores.length > 0 ? html`<p class="muted figures">${scores.map(([move, score]) => `${move} ${signed(score, true)}`).join(' · ')}</p>` : nothing}`;
}
