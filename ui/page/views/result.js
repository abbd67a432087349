// The card of a game that is over: its curve, accuracy, turning point, three moments, and what to do next.

import { classes, html, nothing } from '../dom.js';
import { colorName, localized, number, t } from '../i18n.js';
import { copy } from '../logic/clipboard.js';
import { linkOf } from '../logic/exchange.js';
import { challenge, nameOf, ownColor, rematch, viewPly } from '../logic/game.js';
import { startMistakes } from '../logic/lessons.js';
import { opponentIn, strongerThan } from '../logic/opponents.js';
import { reviewResult, studyGame } from '../logic/study.js';
import { state } from '../store.js';
import { face } from './faces.js';
import { graph } from './graph.js';
import { icon } from './icons.js';
import { miniBoard } from './mini.js';

/** @typedef {import('../wire.js').Game} Game */
/** @typedef {import('../wire.js').ReviewedMove} ReviewedMove */

/** The result of a game that is over. @param {Game} game */
export function result(game) {
  if (game.length === 0) return game.id ? next(game) : nothing;
  return html`<div class="result stack tight">
    ${game.id ? next(game) : nothing}
    ${isReviewed(game) ? reviewed(game) : html`<button type="button" @click=${() => reviewResult(game)}>${icon('chart')}${t('show-review')}</button>`}
    ${links(game)}
  </div>`;
}

/** Whether the review that the state has is one of this game. @param {Game} game */
const isReviewed = (game) => state.tree.game === (game.id ?? game.view) && (state.review.busy || state.review.moves.size > 0);

/** Suggestions for the next game. @param {Game} game */
function next(game) {
  if (state.seats) return nothing;
  const opponent = opponentIn(game);
  const stronger = opponent && game.outcome?.winner === ownColor(game) ? strongerThan(opponent) : undefined;
  return html`<div class="row tight even">
    <button type="button" class=${stronger ? '' : 'primary'} @click=${() => rematch(game)}>${icon('restart')}${t('rematch-now')}</button>
    ${stronger ? html`<button type="button" class="primary" @click=${() => challenge(stronger)}>${face(stronger.id)}${t('play-next', { name: stronger.name })}</button>` : nothing}
  </div>`;
}

/** @param {Game} game */
function reviewed(game) {
  const { review } = state;
  const count = game.length;
  const moments = momentsOf(game);
  return html`
    ${review.summary ? accuracies(game) : html`<label class="small muted row">${t('reviewing')} <progress max=${Math.max(1, review.total)} value=${review.done}></progress></label>`}
    ${graph({ count, here: state.viewedPly ?? count, go: (ply) => viewPly(ply) })}
    ${review.summary ? html`<p>${turningWords(game)}</p>` : nothing}
    ${moments.length > 0 && review.summary ? html`<h2 class="small-heading">${t('moments')}</h2><ul class="moments">${moments.map((move) => html`<li>${moment(game, move)}</li>`)}</ul>` : nothing}`;
}

/** Ways on from a game. @param {Game} game */
function links(game) {
  const { review } = state;
  const own = ownColor(game);
  const mistakes = isReviewed(game) && review.summary
    ? [...review.moves.values()].filter(({ mark, color }) => (mark === 'mistake' || mark === 'blunder') && color === (own ?? color)).length : 0;
  return html`<div class="row tight even">
      <a class="button" href="#/analyse">${icon('chart')}${t('review-it')}</a>
      ${mistakes > 0 ? html`<button type="button" @click=${() => practise(game)}>${icon('cap')}${t('practise', { n: mistakes })}</button>` : nothing}
      <button type="button" @click=${() => copy(`${linkOf(game.view)}#/analyse`)}>${icon('share')}${t('share-review')}</button>
    </div>`;
}

/** @param {Game} game */
function accuracies(game) {
  const totals = /** @type {import('../wire.js').ReviewSummary} */ (state.review.summary);
  return html`<dl class="accuracies">${(/** @type {const} */ (['black', 'white'])).map((color) => html`<div>
    <dt><span class=${`coin ${color}`} aria-hidden="true"></span> ${nameOf(game, color)}</dt>
    <dd>${totals[color].accuracy === null ? '–' : `${number(totals[color].accuracy, 0)} %`}</dd></div>`)}</dl>
    <p class="muted small">${t('accuracy-about')}</p>`;
}

/** @param {Game} game */
function turningWords(game) {
  const { turning_point: at } = /** @type {import('../wire.js').ReviewSummary} */ (state.review.summary);
  const move = at === null || at === undefined ? undefined : state.review.moves.get(at);
  if (!move) return t('no-turning');
  const own = ownColor(game) === move.color;
  return t(own ? 'turned-own' : 'turned', { ply: move.ply + 1, move: move.move, color: colorName(move.color) });
}

/** Three moves that cost most: the player's first. @param {Game} game @returns {ReviewedMove[]} */
function momentsOf(game) {
  const own = ownColor(game);
  const bad = [...state.review.moves.values()].filter(({ mark }) => mark === 'inaccuracy' || mark === 'mistake' || mark === 'blunder');
  const rank = (/** @type {ReviewedMove} */ { color, loss }) => loss + (color === own ? 1000 : 0);
  return bad.sort((a, b) => rank(b) - rank(a)).slice(0, 3).sort((a, b) => a.ply - b.ply);
}

/** @param {Game} game @param {ReviewedMove} move */
function moment(game, move) {
  const show = () => {
    studyGame(game, move.ply + 1);
    location.hash = '#/analyse';
  };
  const [reason] = move.reasons;
  return html`<button type="button" class="moment" @click=${show}>
    ${miniBoard(move.position.split(' ')[0])}
    <span class="grow"><b>${move.ply + 1}. ${move.move}</b> <span class=${classes('tag', move.mark)}>${t(`mark-${move.mark}`)}</span>
      <span class="muted small">${t('better-move', { move: move.best.move })} ${reason ? localized(reason.text) : ''}</span></span></button>`;
}

/** @param {Game} game */
function practise(game) {
  void startMistakes(ownColor(game) ?? 'both');
  location.hash = '#/learn';
}
