// Opening explorer: the replies of the book, of the archive (with frequency, results and last year) and of our own games.

import { classes, html, nothing } from '../dom.js';
import { get, sendFile } from '../api.js';
import { number, percent, showError, signed, t } from '../i18n.js';
import { studiedPosition } from '../logic/positions.js';
import { tryMove } from '../logic/study.js';
import { LOCAL } from '../place.js';
import { lookUpArchive } from '../logic/archive.js';
import { showToast, state, update } from '../store.js';
import { icon } from './icons.js';
import { toneOf } from './scenes.js';

/** @typedef {import('../wire.js').ArchiveReply} Reply */

export function archiveCard() {
  const { result } = state.archive;
  const games = result?.available && result.all.games > 0 ? t('archive-games', { n: number(result.all.games) }) : '';
  return html`<section class="card archive-card">
    <div class="row spread"><h2>${t('explorer')}</h2><span class="muted small figures">${games}</span>
      <button type="button" class="quiet" @click=${openOpenings}>${icon('list')}${t('openings')}</button></div>
    <div class="archive-body">${bookReplies()}${games ? html`${body()}${ownReplies()}` : html`${ownReplies()}${body()}`}</div>
  </section>`;
}

async function openOpenings() {
  update({ dialog: 'openings' });
  if (state.openings.list.length > 0) return;
  const found = await /** @type {Promise<{openings: import('../wire.js').NamedOpening[]}>} */ (get('/api/openings')).catch(showError);
  state.openings.list = found?.openings ?? [];
  update();
}

/** The replies of the book, with their values. */
function bookReplies() {
  const { book } = state.archive;
  if (!book?.known || book.replies.length === 0) return nothing;
  return html`<div class="row tight book" role="group" aria-label=${t('book')}><span class="muted small">${t('book')}</span>
    ${book.replies.map(({ move, value, loss, pv }) => {
      const show = () => update({ preview: pv });
      const hide = () => update({ preview: [] });
      return html`<button type="button" class="quiet" aria-label=${t('book-reply', { move, value: signed(value) })} @click=${() => { hide(); void tryMove(move); }} @pointerenter=${show} @focus=${show} @pointerleave=${hide} @blur=${hide}><b class="mono">${move}</b><span class=${`pill ${toneOf(loss)}`}>${signed(value)}</span></button>`;
    })}</div>`;
}

function body() {
  const { result, failed } = state.archive;
  if (failed) return html`<p class="muted small">${t('archive-failed')}</p>`;
  if (!result) return nothing;
  if (!result.available && LOCAL) return openFile();
  if (!result.available) {
    return html`<details><summary>${t('archive-none')}</summary><p class="muted small">${t('archive-how')}</p><p class="small"><code class="mono command">othellier archive import wthor/</code></p></details>`;
  }
  if (result.all.games === 0) return html`<p class="muted small">${t('archive-unknown', { n: number(result.size) })}</p>`;
  return html`<div class="reply-head muted small" aria-hidden="true"><span>${t('archive-move')}</span><span>${t('games')}</span><span class="outcome">${t('archive-results')}</span><span>${t('archive-points')}</span><span>${t('archive-last')}</span><span>${t('engine')}</span></div>
    <ol class="replies" tabindex=${result.replies.length > 5 ? 0 : nothing} aria-label=${t('archive')}>${result.replies.map((reply) => replyRow(reply))}</ol>
    ${result.ended > 0 ? html`<p class="muted small">${t('archive-ended', { n: number(result.ended) })}</p>` : nothing}`;
}

/** On a static site the explorer reads a file that the user opens. */
const openFile = () => html`<details><summary>${t('archive-none')}</summary><p class="muted small">${t('archive-file-about')}</p>
  <label class="button">${icon('paste')}${t('archive-file')}<input class="unseen" type="file" @change=${(/** @type {Event} */ event) => {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (file) void readArchive(file);
  }} /></label></details>`;

/** @param {File} file */
async function readArchive(file) {
  try {
    /** @type {{games: number}} */
    const { games } = await sendFile('/api/archive', file);
    showToast(t('archive-file-open', { name: file.name, n: number(games) }));
    lookUpArchive('');
    lookUpArchive(studiedPosition().text);
  } catch (error) {
    showError(error);
  }
}

/** The replies of our own games. */
function ownReplies() {
  const { own } = state.archive;
  if (!own || own.replies.length === 0) return nothing;
  const all = own.replies.reduce((sum, { games }) => sum + games, 0);
  return html`<p class="muted small">${t('selfplay-here', { n: number(all) })}</p>
    <div class="reply-head own muted small" aria-hidden="true"><span>${t('archive-move')}</span><span>${t('games')}</span><span class="outcome">${t('archive-results')}</span><span>${t('archive-points')}</span><span>${t('engine')}</span></div>
    <ol class="replies" tabindex=${own.replies.length > 5 ? 0 : nothing} aria-label=${t('selfplay')}>${own.replies.map((reply) => replyRow({ ...reply, score_rate: (reply.wins + reply.draws / 2) / reply.games }))}</ol>
    <p class="muted small">${t('selfplay-about', { n: number(own.games), least: own.levels[0], most: own.levels[1] })}</p>`;
}

/** The name of a column, for those who hear a row. @param {import('../i18n.js').Key} name */
const unseen = (name) => html`<span class="unseen"> ${t(name)} </span>`;

/** @param {Pick<Reply, 'move' | 'games' | 'wins' | 'draws' | 'losses' | 'score_rate'> & {last_year?: number | null}} reply one of our own games has no year */
function replyRow(reply) {
  const rate = reply.score_rate === null ? '–' : percent(reply.score_rate);
  const own = reply.last_year === undefined;
  const year = reply.last_year ?? '–';
  const show = () => update({ preview: [reply.move] });
  const hide = () => update({ preview: [] });
  return html`<li><button type="button" class=${classes('reply', own && 'own')}
    @click=${() => { hide(); void tryMove(reply.move); }} @pointerenter=${show} @focus=${show} @pointerleave=${hide} @blur=${hide}>
    <b class="mono">${reply.move}</b><span>${unseen('games')}${number(reply.games)}</span>${results(reply)}<span>${unseen('archive-points')}${rate}</span>${own ? nothing : html`<span class="muted">${unseen('archive-last')}${year}</span>`}${engineScore(reply)}</button></li>`;
}

/** The results as a bar: Black's wins, draws, White's wins. @param {Pick<Reply, 'wins' | 'draws' | 'losses'>} reply */
function results({ wins, draws, losses }) {
  const all = wins + draws + losses;
  if (all === 0) return html`<span class="outcome"></span>`;
  const [black, white] = studiedPosition().turn === 'black' ? [wins, losses] : [losses, wins];
  const at = (/** @type {number} */ part) => (100 * part) / all;
  return html`<svg class="results outcome" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect class="won-black" width=${at(black)} height="8" /><rect class="drawn" x=${at(black)} width=${at(draws)} height="8" /><rect class="won-white" x=${100 - at(white)} width=${at(white)} height="8" /></svg>`;
}

/** The engine's score of a reply, if it analyses this position. @param {{move: string}} reply */
function engineScore(reply) {
  const { analysis, archive } = state;
  const line = analysis.text === archive.text ? analysis.depth?.lines.find(({ move }) => move === reply.move) : undefined;
  if (!line) return html`<span class="muted">·</span>`;
  return html`<span class=${`pill ${toneOf(line.loss)}`}>${signed(line.score, line.trust === 'exact' || line.trust === 'selective')}</span>`;
}
