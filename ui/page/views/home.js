// The entrance: an opponent, a friend, a puzzle, a lesson, an analysis, a game to watch.

import { html, nothing } from '../dom.js';
import { number, t } from '../i18n.js';
import { challenge, openGame, startGame } from '../logic/game.js';
import { eloOf, OPPONENTS } from '../logic/opponents.js';
import { puzzleOf } from '../logic/dates.js';
import { savePreferences, state, update } from '../store.js';
import { face } from './faces.js';
import { icon } from './icons.js';
import { engineLine } from './engine.js';
import { LOCAL } from '../place.js';
import { miniBoard } from './mini.js';

export const homeSection = () => html`<div class="home">
  <div class="home-main">${opponents()}</div>
  <div class="home-side">${lastGame()}${ways()}</div>
</div>`;

function opponents() {
  const { draft } = state;
  const sides = /** @type {const} */ (['black', 'lot', 'white']);
  const choose = (/** @type {typeof sides[number]} */ side) => {
    draft.side = side;
    savePreferences();
    update();
  };
  return html`<section class="card" aria-labelledby="home-opponents">
    <div class="row spread"><h2 id="home-opponents">${t('home-opponents')}</h2>
      <div class="segments" role="group" aria-label=${t('your-colour')}>
        ${sides.map((side) => html`<button type="button" aria-pressed=${draft.side === side} @click=${() => choose(side)}>${side === 'lot' ? t('lot-short') : html`<span class=${`coin ${side}`} aria-hidden="true"></span>${t(side)}`}</button>`)}</div></div>
    <ul class="opponents">${OPPONENTS.map((opponent) => html`<li>${tile(opponent)}</li>`)}</ul>
    <div class="row spread"><p class="muted small">${t('home-elo')}</p>
      <button type="button" class="quiet" @click=${() => update({ dialog: 'new' })}>${icon('settings')}${t('home-more')}</button></div>
    ${LOCAL ? engineLine() : nothing}
  </section>`;
}

/** @param {import('../logic/opponents.js').Opponent} opponent */
function tile(opponent) {
  const { id, name } = opponent;
  const elo = eloOf(opponent);
  return html`<button type="button" class="opponent" data-opponent=${id} @click=${() => challenge(opponent)}>
    ${face(id)}
    <span class="opponent-words"><span class="opponent-name">${name}</span>
      <span class="strength">${t(`strength-${id}`)}${elo === null ? '' : html` · <span class="nowrap-text">${number(elo)} Elo</span>`}</span>
      <span class="character">${t(`opponent-${id}`)}</span></span>
  </button>`;
}

/** The game that was played last. */
function lastGame() {
  const [game] = state.games;
  if (!game) return nothing;
  return html`<button type="button" class="way last-game" @click=${async () => { if (await openGame(game.id)) location.hash = '#/play'; }}>
    ${game.board ? miniBoard(game.board) : icon('play')}
    <span class="grow"><b>${t(game.over ? 'home-last' : 'home-continue')}</b>
      <span class="muted small">${game.black} – ${game.white}${game.result ? ` · ${game.result}` : ''}</span></span>
  </button>`;
}

const ways = () => html`<nav class="ways" aria-label=${t('home-ways')}>
  <button type="button" class="way" @click=${() => update({ dialog: 'invite' })}>${icon('friend')}${words('play-friend', 'home-friend')}</button>
  <a class="way" href="#/learn?daily">${state.school ? miniBoard(puzzleOf(state.school.puzzles).position.slice(0, 64)) : html`<span class="mini-place">${icon('board')}</span>`}${words('daily', 'home-daily')}</a>
  <a class="way" href="#/learn">${icon('cap')}${words('section-learn', 'home-learn')}</a>
  <a class="way" href="#/analyse">${icon('chart')}${words('section-analyse', 'home-analyse')}</a>
  <button type="button" class="way" @click=${watch}>${icon('eye')}${words('watch', 'home-watch')}</button>
</nav>`;

/** @param {import('../i18n.js').Key} title @param {import('../i18n.js').Key} about */
const words = (title, about) => html`<span class="grow"><b>${t(title)}</b><span class="muted small">${t(about)}</span></span>`;

/** A game between two opponents of about the same strength. */
async function watch() {
  const at = 4 + Math.floor(Math.random() * 3);
  const players = { black: OPPONENTS[at].spec, white: OPPONENTS[at + 1].spec };
  if (await startGame({ players, size: 8, pace_ms: 900 })) location.hash = '#/play';
}
