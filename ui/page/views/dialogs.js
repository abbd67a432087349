// The dialogs: a new game, keys, sharing, pasting, setting up a board, preferences, past games.

import { html, live, nothing } from '../dom.js';
import { dateOf, number, showError, t } from '../i18n.js';
import { address, get } from '../api.js';
import { branchInAnalysis, branchInCopy, change, draftPlayers, nameOf, openGame, requestGame, shownPly, shownPosition, startGame } from '../logic/game.js';
import { copy } from '../logic/clipboard.js';
import { faultWords, linkOf, linkToPosition, openImported, readFile, readGames, readText } from '../logic/exchange.js';
import { deleteOwnData, exportOwnData } from '../logic/owndata.js';
import { act } from '../logic/seats.js';
import { studyPosition } from '../logic/study.js';
import { transcriptTo } from '../logic/tree.js';
import { fileAddress, LOCAL } from '../place.js';
import { BOARDS, DISCS, savePreferences, state, update } from '../store.js';
import { engineSettings } from './engine.js';
import { fileLink } from './filelink.js';
import { coin, icon } from './icons.js';
import { playerForm, valueOf } from './playerform.js';
import { setTheme, toast } from './shell.js';
import { invitationDialog, joinDialog } from './seats.js';
import { setupBoard } from './setup.js';
import { openingsDialog, pictureButtons, studiesDialog } from './study.js';
import { miniBoard } from './mini.js';

/** @typedef {import('../store.js').State['dialog']} Name */

export const dialogs = () => html`${modal('new', t('new-game'), newGame)}${modal('help', t('help'), help)}
  ${modal('share', t('share'), share)}${modal('paste', t('load'), paste)}${modal('setup', t('setup'), setup)}
  ${modal('settings', t('settings'), settings)}${modal('games', t('my-games'), games)}${modal('resign', t('resign'), resign)}${modal('branch', t('branch'), branch)}${modal('studies', t('studies'), studiesDialog)}${modal('openings', t('openings'), openingsDialog)}
  ${modal('invite', t('play-friend'), LOCAL ? needsServer : invitationDialog)}${modal('join', t('invitation'), joinDialog)}
  ${modal('room', t('room-new'), () => state.roomView?.form() ?? nothing)}`;

/** Two people on two devices meet on a server. */
const needsServer = () => html`<p>${t('error-needs_server')}</p>
  <div class="actions"><button type="button" class="primary" @click=${close}>${t('close')}</button></div>`;

const close = () => update({ dialog: '' });

/** @param {Name} name @param {string} title @param {() => unknown} content */
function modal(name, title, content) {
  const open = state.dialog === name;
  return html`<dialog data-dialog=${name} aria-labelledby=${`title-${name}`} @close=${() => { if (state.dialog === name) close(); }}
    @click=${(/** @type {Event} */ event) => { if (event.target === event.currentTarget) close(); }}>
    ${open ? html`<div class="dialog-body"><h2 id=${`title-${name}`}>${title}</h2>${content()}</div>
      <div class="unseen live" role="log" aria-live="polite"></div>${toast()}` : nothing}
  </dialog>`;
}

/** Opens and closes the dialog elements according to the state. */
export function syncDialogs() {
  for (const dialog of document.querySelectorAll('dialog')) {
    const wanted = dialog.dataset.dialog === state.dialog;
    if (wanted && !dialog.open) dialog.showModal();
    if (!wanted && dialog.open) dialog.close();
  }
}

const CLOCKS = ['', '1m', '3m', '5m', '5m+2s', '10m', '15m+5s', '30m'];

function newGame() {
  const { draft } = state;
  const programs = draft.black.name !== 'human' && draft.white.name !== 'human';
  const turn = () => {
    [draft.black, draft.white] = [draft.white, draft.black];
    update();
  };
  return html`<form class="stack" novalidate @submit=${(/** @type {Event} */ event) => { event.preventDefault(); void startGame().then((begun) => { if (begun) { close(); location.hash = '#/play'; } }); }}>
    <div class="two">
      <div class="seat-form">${coin('black', 'large')}${playerForm(t('black'), draft.black, { id: 'new-black', size: draft.size, human: true })}</div>
      <div class="seat-form">${coin('white', 'large')}${playerForm(t('white'), draft.white, { id: 'new-white', size: draft.size, human: true })}</div>
    </div>
    <div class="row"><button type="button" @click=${turn}>${icon('swap')}${t('swap')}</button></div>
    <div class="row even">
      <div class="field"><span id="size-label">${t('size')}</span>${sizePicker(draft.size, (size) => { draft.size = size; update(); })}</div>
      <label class="field"><span>${t('clock')}</span><select @change=${(/** @type {Event} */ event) => { draft.clock = valueOf(event); update(); }}>
        ${CLOCKS.map((clock) => html`<option value=${clock} ?selected=${clock === draft.clock}>${clock || t('no-clock')}</option>`)}</select></label>
    </div>
    ${programs ? html`<label class="field"><span>${t('pace')}${t('colon')}<b>${number(draft.pace / 1000, 1)} s</b></span>
      <input type="range" min="0" max="3000" step="100" .value=${live(String(draft.pace))} @input=${(/** @type {Event} */ event) => { draft.pace = Number(valueOf(event)); update(); }} /></label>` : nothing}
    <div class="actions"><button type="button" @click=${close}>${t('cancel')}</button>
      ${state.game?.may_play && state.game.size === draft.size && state.game.length > 0 ? html`<button type="button" @click=${applyHere}>${t('apply-here')}</button>` : nothing}
      <button type="submit" class="primary" autofocus>${icon('play')}${t('start')}</button></div>
  </form>`;
}

/** Uses the players of the form in the current game. */
function applyHere() {
  const { draft } = state;
  close();
  void change({ players: draftPlayers(draft.size), pace_ms: draft.pace });
}

/** @param {number} chosen @param {(size: number) => void} choose */
export const sizePicker = (chosen, choose) => html`<div class="segments" role="group" aria-label=${t('size')}>
  ${(state.catalogue?.sizes ?? [8]).map((size) => html`<button type="button" aria-pressed=${size === chosen} @click=${() => choose(size)}>${size}×${size}</button>`)}</div>`;

const KEYS = /** @type {const} */ ([
  ['f 5', 'key-square'], ['↑ ↓ ← →', 'key-arrows'], ['Enter', 'key-enter'], ['k / l', 'key-walk'], ['K / L', 'key-ends'], ['u / r', 'key-undo'],
  ['t', 'key-hint'], ['n', 'key-new'], ['x', 'key-engine'], ['v', 'key-review'], ['y', 'key-copy'],
  ['s', 'key-score'], ['m', 'key-moves'], ['p', 'key-last'], ['o', 'key-board'],
  ['1 – 5', 'key-sections'], ['?', 'key-help'], ['Esc', 'key-close'],
]);

const LEGEND = [['best', '0'], ['loss-0', '≤ 1'], ['loss-1', '≤ 3'], ['loss-2', '≤ 6'], ['loss-3', '≤ 12'], ['loss-4', '> 12']];

const help = () => html`<p class="muted">${t('help-intro')}</p>
  <dl class="keys">${KEYS.map(([key, words]) => html`<dt><kbd>${key}</kbd></dt><dd>${t(words)}</dd>`)}</dl>
  <h3>${t('legend')}</h3>
  <p class="legend">${LEGEND.map(([tone, text]) => html`<span class=${`pill ${tone}`}>${text}</span>`)}</p>
  <p><a href=${fileAddress(state.lang === 'fr' ? 'docs/fr/index.html' : 'docs/index.html')} target="_blank" rel="noopener">${t('manual')}</a></p>
  <p class="small muted">Othellier ${state.catalogue?.version ?? ''}</p>
  <div class="actions"><button type="button" class="primary" @click=${close}>${t('close')}</button></div>`;

function share() {
  const { game } = state;
  const playing = state.section === 'play' || state.section === 'lab';
  const text = (playing ? shownPosition()?.text : state.tree.nodes[state.node]?.text) ?? '';
  const moves = playing
    ? (game?.moves.slice(0, shownPly()).map(({ move }) => (move === 'pass' ? '--' : move)).join('') ?? '')
    : transcriptTo(state.tree, state.node);
  return html`<div class="stack">
    ${game?.view && !LOCAL ? copyField('share-link', t('link-look'), linkOf(game.view)) : nothing}
    ${game?.id && !LOCAL ? copyField('share-play', t('link-play'), linkOf(game.id)) : nothing}
    ${copyField('share-here', t('link-position'), linkToPosition(moves, text))}
    ${copyField('share-embed', t('link-embed'), embedding(moves, text))}
    ${copyField('share-moves', t('transcript'), moves)} ${copyField('share-position', t('position'), text)}
    ${game ? html`<div><h3>${t('save-file')}</h3><div class="row tight">
      ${(state.catalogue?.formats ?? []).filter(({ writes }) => writes).map(({ name }) => exportLink(game, name))} ${exportLink(game, 'svg')}</div></div>` : nothing}
    ${pictureButtons()}
    <div class="actions"><button type="button" class="primary" @click=${close}>${t('close')}</button></div></div>`;
}

/** A board for another page. @param {string} moves @param {string} text */
const embedding = (moves, text) => {
  const query = moves && text.length === 66 ? `moves=${moves.replaceAll('--', '')}` : `position=${encodeURIComponent(text)}`;
  return `<iframe src="${location.origin}${fileAddress(LOCAL ? 'embed.html' : 'embed')}?${query}" width="400" height="452" title="Othello"></iframe>`;
};

/** Whether a file of this format gets the review of the game as comments. @param {import('../wire.js').Game} game @param {string} format */
const withReview = (game, format) =>
  (format === 'sgf' || format === 'ggf') && state.tree.game === (game.id ?? game.view) && state.review.summary !== null;

/** @param {import('../wire.js').Game} game @param {string} format */
const exportLink = (game, format) =>
  fileLink(address(`/api/games/${game.id ?? game.view}/export`, { format, comments: withReview(game, format) ? state.lang : null }), format);

/** @param {string} id @param {string} title @param {string} text */
const copyField = (id, title, text) => html`<div class="field"><label for=${id}>${title}</label><div class="row tight nowrap">
  <input id=${id} class="mono" type="text" readonly .value=${text} @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()} />
  <button type="button" class="icon" title=${t('copy')} aria-label=${`${t('copy')}${t('colon')}${title}`} @click=${() => copy(text, id)}>${icon(state.copied === id ? 'tick' : 'copy')}</button></div></div>`;

function paste() {
  const { paste } = state;
  return html`<form class="stack" novalidate @submit=${(/** @type {Event} */ event) => { event.preventDefault(); void readText(paste.text); }}>
    <label class="field"><span>${t('paste-here')}</span>
      <textarea id="paste-text" rows="6" spellcheck="false" .value=${live(paste.text)} placeholder="f5d6c3d3c4 …" @input=${(/** @type {Event} */ event) => { paste.text = valueOf(event); update(); }}></textarea></label>
    <div class="field"><label for="paste-file">${t('or-file')}</label><input id="paste-file" type="file" @change=${(/** @type {Event} */ event) => {
      const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
      if (file) void readFile(file);
    }} /></div>
    ${paste.games.length > 1 ? html`<ul class="found">${paste.games.map((game, i) => html`<li><button type="button" class="quiet" @click=${() => openImported(i)}>
      ${game.black || t('black')} – ${game.white || t('white')} <span class="muted">${game.date} ${t('n-moves', { n: game.length })}</span></button></li>`)}</ul>` : nothing}
    ${paste.more > 0 ? html`<p class="small muted">${t('found-more', { n: number(paste.more) })}</p>` : nothing}
    ${paste.file ? pages(paste.file) : nothing}
    ${paste.refused.length > 0 ? html`<ul class="small error-note" role="alert">${paste.refused.slice(0, 8).map((fault) => html`<li>${faultWords(fault)}</li>`)}</ul>` : nothing}
    <div class="actions"><button type="button" @click=${close}>${t('cancel')}</button>
      <button type="submit" class="primary" ?disabled=${paste.busy || !paste.text.trim()}>${t('open')}</button></div>
  </form>`;
}

/** The way to the other games of a large file. @param {File} file */
function pages(file) {
  const { from, more, games } = state.paste;
  return html`<div class="row">
    ${from > 0 ? html`<button type="button" @click=${() => readGames(file, Math.max(0, from - 100))}>${icon('back')}${t('games-before')}</button>` : nothing}
    ${more > 0 ? html`<button type="button" @click=${() => readGames(file, from + 100)}>${t('games-after')}${icon('forward')}</button>` : nothing}
    <span class="muted small figures">${t('games-shown', { from: number(from + 1), to: number(from + games.length) })}</span></div>`;
}

function setup() {
  const use = async (/** @type {'play' | 'analyse'} */ where) => {
    const text = `${state.setup.board} ${state.setup.turn}`;
    try {
      await get(address('/api/positions', { position: text }));
    } catch (error) {
      return showError(error);
    }
    update({ dialog: '' });
    if (where === 'play') {
      state.draft.size = state.setup.size;
      await startGame({ position: text });
      location.hash = '#/play';
    } else {
      await studyPosition(text);
      location.hash = '#/analyse';
    }
  };
  return html`${setupBoard()}
    <div class="actions"><button type="button" @click=${close}>${t('cancel')}</button>
      <button type="button" @click=${() => use('analyse')}>${icon('chart')}${t('analyse-this')}</button>
      <button type="button" class="primary" @click=${() => use('play')}>${icon('play')}${t('play-this')}</button></div>`;
}

function settings() {
  const { preferences } = state;
  const tick = (/** @type {keyof typeof preferences} */ key) => html`<label class="tick"><input type="checkbox" .checked=${live(preferences[key] ?? !matchMedia('(prefers-reduced-motion: reduce)').matches)}
    @change=${(/** @type {Event} */ event) => { preferences[key] = /** @type {HTMLInputElement} */ (event.target).checked; savePreferences(); update(); }} />${t(`preference-${key}`)}</label>`;
  const themes = /** @type {const} */ (['auto', 'dark', 'light']);
  const languages = /** @type {const} */ ([['en', 'English'], ['fr', 'Français']]);
  return html`<div class="stack">
    <div class="field"><span>${t('theme')}</span><div class="segments" role="group" aria-label=${t('theme')}>
      ${themes.map((theme) => html`<button type="button" aria-pressed=${state.theme === theme} @click=${() => setTheme(theme)}>${t(`theme-${theme}`)}</button>`)}</div></div>
    <div class="field"><span>${t('language')}</span><div class="segments" role="group" aria-label=${t('language')}>
      ${languages.map(([lang, name]) => html`<button type="button" lang=${lang} aria-pressed=${state.lang === lang} @click=${() => { update({ lang }); savePreferences(); }}>${name}</button>`)}</div></div>
    <div class="field"><span>${t('board')}</span><div class="segments wrap" role="group" aria-label=${t('board')}>
      ${BOARDS.map((board) => html`<button type="button" aria-pressed=${state.look.board === board} @click=${() => { state.look.board = board; savePreferences(); update(); }}><span class="board-swatch" data-board=${board} aria-hidden="true"></span>${t(`board-${board}`)}</button>`)}</div></div>
    <div class="field"><span>${t('discs')}</span><div class="segments wrap" role="group" aria-label=${t('discs')}>
      ${DISCS.map((discs) => html`<button type="button" aria-pressed=${state.look.discs === discs} @click=${() => { state.look.discs = discs; savePreferences(); update(); }}>${t(`discs-${discs}`)}</button>`)}</div></div>
    <div>${tick('hints')}${tick('flips')}${tick('animate')}${tick('coordinates')}${tick('numbers')}${tick('keys')}${tick('sound')}${tick('coach')}${tick('thoughts')}</div>
    <div><h3>${t('own-data')}</h3><p class="muted small">${t('own-data-about')}</p><div class="row tight">
      <button type="button" @click=${exportOwnData}>${icon('download')}${t('own-data-export')}</button>
      <label class="button">${icon('paste')}${t('studies-import')}<input class="unseen" type="file" accept=".json" @change=${(/** @type {Event} */ event) => {
        const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
        if (file) void readFile(file);
      }} /></label>
      <button type="button" class="danger" @click=${() => { if (confirm(t('own-data-sure'))) deleteOwnData(); }}>${icon('trash')}${t('own-data-delete')}</button></div></div>
    ${LOCAL ? engineSettings() : nothing}
    <div class="actions"><button type="button" class="primary" @click=${close}>${t('close')}</button></div></div>`;
}

const games = () => html`${state.games.length === 0 ? html`<p class="muted">${t('no-games')}</p>` : html`<ul class="cards found">
    ${state.games.map((game) => html`<li class="game-card"><button type="button" class="quiet open" @click=${async () => { if (await openGame(game.id)) { close(); location.hash = '#/play'; } else update(); }}>
      ${miniBoard(game.board ?? '-'.repeat(game.size ** 2))}
      <span><b>${game.black} – ${game.white}</b><br /><span class="muted small">${[`${game.size}×${game.size}`, game.result ? t('games-result', { score: game.result }) : t('games-open'), dateOf(game.when)].join(' · ')}</span></span></button>
      <button type="button" class="icon quiet" title=${t('delete')} aria-label=${`${t('delete')}${t('colon')}${game.black} – ${game.white}`} @click=${() => { state.games = state.games.filter((it) => it !== game); savePreferences(); update(); }}>${icon('trash')}</button></li>`)}</ul>`}
  <div class="actions"><button type="button" class="primary" @click=${close}>${t('close')}</button></div>`;

/** The question after a move in the past of a game. */
const branch = () => html`<p>${t('branch-sure', { ply: state.branch.ply, move: state.branch.square })}</p>
  <div class="actions"><button type="button" @click=${close}>${t('cancel')}</button>
    <button type="button" @click=${branchInAnalysis}>${icon('chart')}${t('branch-analyse')}</button>
    <button type="button" class="primary" autofocus @click=${branchInCopy}>${icon('play')}${t('branch-copy')}</button></div>`;

const resign = () => html`<p>${t('resign-sure', { name: state.game ? nameOf(state.game, state.seats?.color ?? state.game.position.turn) : '' })}</p>
  <div class="actions"><button type="button" @click=${close} autofocus>${t('cancel')}</button>
    <button type="button" class="danger" @click=${() => { close(); void (state.seats ? act('resign') : requestGame('resign', resigner())); }}>${icon('flag')}${t('resign')}</button></div>`;

/** The side that resigns: the only person, else the side to move. */
function resigner() {
  const { players, position } = /** @type {import('../wire.js').Game} */ (state.game);
  if (players[position.turn].kind === 'human') return { color: position.turn };
  return { color: players.black.kind === 'human' ? 'black' : players.white.kind === 'human' ? 'white' : position.turn };
}
