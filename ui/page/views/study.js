// Notes and signs of the current move, and the studies that the user keeps.

import { html, live, nothing } from '../dom.js';
import { dateOf, localized, t } from '../i18n.js';
import { readFile } from '../logic/exchange.js';
import { download, saveGif, savePng } from '../logic/picture.js';
import { deleteChapter, deleteStudy, DRAFTS, exported, findChapter, GLYPHS, rename, saveBoard, setNote, sgfOf, studyName, toggleGlyph } from '../logic/shelf.js';
import { openChapter, studyPosition } from '../logic/study.js';
import { lineThrough } from '../logic/tree.js';
import { squareOf } from '../squares.js';
import { state, update } from '../store.js';
import { icon } from './icons.js';
import { valueOf } from './playerform.js';
import { miniBoard } from './mini.js';

/** @typedef {import('../logic/shelf.js').Study} Study */

export function studyCard() {
  const { tree, node, marking } = state;
  const here = tree.nodes[node];
  if (!here) return nothing;
  const kept = findChapter(tree.chapter);
  return html`<section class="card study-card">
    <div class="row spread"><h2>${t('notes')}</h2>
      <button type="button" @click=${() => update({ dialog: 'studies' })}>${icon('list')}${t('studies')}</button></div>
    <p class="muted small">${kept ? t('study-in', { study: studyName(kept.study), chapter: kept.chapter.name }) : t('study-none')}</p>
    <div class="row tight" role="group" aria-label=${t('glyphs')}>
      ${GLYPHS.map((glyph) => html`<button type="button" class="icon glyph" title=${t(`glyph-${glyph}`)} aria-label=${t(`glyph-${glyph}`)} aria-pressed=${here.glyph === glyph} ?disabled=${node === 0} @click=${() => toggleGlyph(glyph)}>${glyph}</button>`)}
      <button type="button" aria-pressed=${marking !== null} title=${t('mark-how')} @click=${() => update({ marking: marking === null ? '' : null })}>${icon('arrow')}${t('mark')}</button></div>
    <label class="field"><span class="unseen">${t('note')}</span>
      <textarea id="note" rows="3" placeholder=${t('note')} .value=${live(here.note ?? '')} @input=${(/** @type {Event} */ event) => setNote(valueOf(event))}></textarea></label>
  </section>`;
}

/** The dialog of all studies. */
export function studiesDialog() {
  const now = findChapter(state.tree.chapter);
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    saveBoard('', String(new FormData(form).get('name') ?? '').trim());
    form.reset();
  };
  const named = state.studies.filter(({ id }) => id !== DRAFTS);
  return html`<div class="stack">
    ${state.tree.nodes.length > 0 ? html`<form class="row" @submit=${submit}>
      <label class="field grow"><span>${t('study-new')}</span><input name="name" maxlength="100" autocomplete="off" /></label>
      <button type="submit" class="primary">${t('study-save')}</button></form>
      ${named.length > 0 ? html`<div class="row tight">${named.filter((study) => study !== now?.study).map((study) => html`<button type="button" @click=${() => saveBoard(study.id, '')}>${icon('fresh')}${t('study-add', { name: study.name })}</button>`)}</div>` : nothing}` : nothing}
    ${state.studies.length === 0 ? html`<p class="muted">${t('studies-none')}</p>` : state.studies.map(studyRow)}
    <div class="row tight">
      ${state.studies.length > 0 ? html`<button type="button" @click=${() => download(new Blob([exported(state.studies)], { type: 'application/json' }), 'othellier-studies.json')}>${icon('download')}${t('studies-export')}</button>` : nothing}
      <label class="button">${icon('paste')}${t('studies-import')}<input class="unseen" type="file" accept=".json" @change=${(/** @type {Event} */ event) => {
        const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
        if (file) void readFile(file);
      }} /></label></div>
    <div class="actions"><button type="button" class="primary" @click=${() => update({ dialog: '' })}>${t('close')}</button></div>
  </div>`;
}

/** @param {Study} study */
function studyRow(study) {
  const sure = (/** @type {() => void} */ act) => () => { if (confirm(t('delete-sure'))) act(); };
  return html`<section class="study" aria-label=${studyName(study)}>
    <div class="row">
      ${study.id === DRAFTS ? html`<h3 class="grow">${studyName(study)}</h3>` : html`<input class="grow" aria-label=${t('study-name')} .value=${live(study.name)} @change=${(/** @type {Event} */ event) => rename(study, valueOf(event))} />`}
      <button type="button" class="quiet" @click=${() => download(new Blob([sgfOf(study)], { type: 'application/x-go-sgf' }), 'study.sgf')}>${icon('download')}SGF</button>
      <button type="button" class="icon quiet" title=${t('delete')} aria-label=${`${t('delete')}${t('colon')}${studyName(study)}`} @click=${sure(() => deleteStudy(study))}>${icon('trash')}</button></div>
    <ul class="cards">${[...study.chapters].reverse().map((chapter) => html`<li class="game-card">
      <button type="button" class="quiet open" @click=${() => { update({ dialog: '' }); openChapter(chapter); location.hash = '#/analyse'; }}>
        ${miniBoard((chapter.tree.nodes[chapter.node]?.text ?? chapter.tree.start).split(' ')[0])}
        <span><b>${chapter.name}</b><br /><span class="muted small">${t('n-moves', { n: chapter.tree.nodes.length - 1 })} · ${dateOf(chapter.when)}</span></span></button>
      <button type="button" class="icon quiet" title=${t('rename')} aria-label=${`${t('rename')}${t('colon')}${chapter.name}`} @click=${() => { const name = prompt(t('study-name'), chapter.name); if (name) rename(chapter, name); }}>${icon('setup')}</button>
      <button type="button" class="icon quiet" title=${t('delete')} aria-label=${`${t('delete')}${t('colon')}${chapter.name}`} @click=${sure(() => deleteChapter(study, chapter))}>${icon('trash')}</button></li>`)}</ul>
  </section>`;
}

/** The dialog of named openings. */
export function openingsDialog() {
  const { list, filter } = state.openings;
  const wanted = filter.trim().toLowerCase();
  const found = list.filter(({ moves, name }) => moves.startsWith(wanted) || localized(name).toLowerCase().includes(wanted));
  return html`<div class="stack">
    <label class="field"><span>${t('openings-search')}</span><input id="opening-filter" autocomplete="off" .value=${live(filter)} @input=${(/** @type {Event} */ event) => { state.openings.filter = valueOf(event); update(); }} /></label>
    <ul class="found">${found.map(({ moves, name }) => html`<li><button type="button" class="quiet" @click=${async () => { update({ dialog: '' }); await studyPosition(moves); location.hash = '#/analyse'; }}>
      <b>${localized(name)}</b> <span class="muted mono">${moves}</span></button></li>`)}</ul>
    <div class="actions"><button type="button" class="primary" @click=${() => update({ dialog: '' })}>${t('close')}</button></div>
  </div>`;
}

/** Saves the line through the current node as an animated picture. */
function saveLine() {
  const { tree, node } = state;
  const frames = lineThrough(tree, node).map((at) => ({ board: tree.nodes[at].text.split(' ')[0], last: squareOf(tree.nodes[at].move ?? '', tree.size) }));
  saveGif(frames, tree.size);
}

/** The game that is played as an animated picture. */
function saveGame() {
  const { game } = state;
  if (!game) return;
  saveGif([{ board: game.start.split(' ')[0], last: -1 }, ...game.moves.map(({ after, move }) => ({ board: after.split(' ')[0], last: squareOf(move, game.size) }))], game.size);
}

/** Buttons for pictures and paper, in the dialog of sharing. */
export const pictureButtons = () => html`<div><h3>${t('pictures')}</h3><div class="row tight">
  <button type="button" @click=${() => savePng()}>${icon('download')}PNG</button>
  <button type="button" @click=${() => (state.section === 'play' ? saveGame() : saveLine())}>${icon('download')}GIF</button>
  <button type="button" @click=${() => { update({ dialog: '' }); setTimeout(print, 100); }}>${icon('paste')}${t('print')}</button></div></div>`;
