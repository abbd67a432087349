// The section Learn: endgame exercises and the player's mistakes.

import { html, live, nothing } from '../dom.js';
import { colorName, localized, moveName, signed, t } from '../i18n.js';
import { leave, nextExercise, reveal, showMistake, startMistakes } from '../logic/lessons.js';
import { state, update } from '../store.js';
import { icon } from './icons.js';
import { valueOf } from './playerform.js';

export function learnPanel() {
  const { lesson } = state;
  if (lesson.kind === 'menu') return state.school?.task ? state.school.view() : html`${state.school?.view() ?? nothing} ${menu()} ${state.school?.more() ?? nothing}`;
  return html`${task()} ${lesson.kind === 'exercise' ? exerciseSettings() : nothing}`;
}

function menu() {
  const marked = [...state.review.moves.values()].filter(({ mark }) => mark === 'mistake' || mark === 'blunder');
  const of = (/** @type {string} */ color) => marked.filter((move) => move.color === color).length;
  return html`<section class="card">
      <h2>${t('mistakes')}</h2>
      <p class="muted">${t('mistakes-intro')}</p>
      ${state.review.moves.size === 0
        ? html`<div class="row"><a class="button primary" href="#/analyse">${icon('chart')}${t('review-first')}</a></div>`
        : html`<div class="row">
            ${(/** @type {const} */ (['black', 'white'])).map((color) => html`<button type="button" class="primary" ?disabled=${of(color) === 0} @click=${() => startMistakes(color)}>${t('mistakes-of', { color: colorName(color), n: of(color) })}</button>`)}
            <button type="button" ?disabled=${marked.length === 0} @click=${() => startMistakes('both')}>${t('mistakes-both', { n: marked.length })}</button></div>`}
    </section>
    <section class="card"><h2>${t('exercises')}</h2><p class="muted">${t('exercises-intro')}</p>${exerciseForm()}
      <div class="row"><button type="button" class="primary" @click=${nextExercise}>${icon('play')}${t('exercise-start')}</button></div></section>`;
}

const exerciseSettings = () => html`<section class="card"><h2>${t('exercise-settings')}</h2>${exerciseForm()}</section>`;

function exerciseForm() {
  const { lesson, catalogue } = state;
  const [least, most] = catalogue?.limits.exercise_empties ?? [2, 14];
  const goals = /** @type {const} */ (['best', 'win']);
  return html`<div class="stack tight">
    <label class="field"><span>${t('empties-n', { n: lesson.empties })}</span>
      <input type="range" min=${Math.max(4, least)} max=${most} .value=${live(String(lesson.empties))} @input=${(/** @type {Event} */ event) => { lesson.empties = Number(valueOf(event)); update(); }} /></label>
    <label class="field"><span>${t('stars-least', { n: lesson.stars })}</span>
      <input type="range" min="1" max="5" .value=${live(String(lesson.stars))} @input=${(/** @type {Event} */ event) => { lesson.stars = Number(valueOf(event)); update(); }} /></label>
    <div class="segments" role="group" aria-label=${t('goal')}>${goals.map((goal) => html`<button type="button" aria-pressed=${lesson.goal === goal} @click=${() => { lesson.goal = goal; update(); }}>${t(`goal-${goal}`)}</button>`)}</div>
  </div>`;
}

function task() {
  const { lesson } = state;
  const color = lesson.position ? colorName(lesson.position.turn) : '';
  const mistakes = lesson.kind === 'mistakes';
  const done = lesson.state === 'right' || lesson.state === 'shown';
  const last = mistakes && lesson.index + 1 >= lesson.queue.length;
  return html`<section class="card task" data-state=${lesson.state}>
    <div class="row spread"><h2>${t(mistakes ? 'mistakes' : 'exercises')}</h2><span class="muted figures">${lesson.asked > 0 ? t('tally', { right: lesson.right, asked: lesson.asked }) : ''}</span></div>
    ${mistakes && lesson.mistake ? html`<p class="muted small">${t('mistake-n', { n: lesson.index + 1, of: lesson.queue.length, ply: lesson.mistake.ply + 1 })}</p>` : nothing}
    ${!mistakes && lesson.hard ? html`<p class="stars" role="img" aria-label=${t('stars-n', { n: lesson.hard })}>${'★'.repeat(lesson.hard)}${'☆'.repeat(5 - lesson.hard)}</p>` : nothing}
    <p class="status">${question(color)}</p>
    <div class="answer" role="status">${verdict()}</div>
    <div class="row">
      ${done
        ? html`<button type="button" class="primary" @click=${() => (mistakes ? (last ? leave() : showMistake(lesson.index + 1)) : nextExercise())}>${t(last ? 'finish' : 'next')}${icon('forward')}</button>`
        : html`<button type="button" ?disabled=${lesson.state === 'wait'} @click=${reveal}>${icon('hint')}${t('show-solution')}</button>`}
      <button type="button" class="quiet" @click=${leave}>${t('leave')}</button>
    </div>
  </section>`;
}

/** @param {string} color */
function question(color) {
  const { lesson } = state;
  if (!lesson.position) return t('making');
  if (lesson.mistake) return t('ask-better', { color, move: lesson.mistake.move });
  return t(lesson.goal === 'win' ? 'ask-win' : 'ask-best', { color });
}

function verdict() {
  const { lesson } = state;
  const { grade } = lesson;
  if (lesson.state === 'wait') return html`<p class="muted">${t('thinking')}</p>`;
  if (lesson.state === 'wrong' && grade) return html`<p class="bad">✗ ${t('wrong', { loss: signed(-grade.loss, Number.isInteger(grade.loss)) })}</p>`;
  if ((lesson.state === 'right' || lesson.state === 'shown') && grade) {
    return html`<p class=${lesson.state === 'right' ? 'good' : ''}>${lesson.state === 'right' ? `✓ ${t('right')}` : t('solution', { moves: grade.best.map(moveName).join(', ') })}</p>
      <p class="mono muted">${grade.best_pv.map(moveName).join(' ')}</p>
      ${lesson.mistake?.reasons.map(({ text }) => html`<p class="why">${localized(text)}</p>`) ?? nothing}`;
  }
  return html`<p class="muted">${t('touch-answer')}</p>`;
}
