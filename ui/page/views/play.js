// The section Play: status, actions and moves of the game.

import { html, nothing } from '../dom.js';
import { colorName, localized, number, signed, t } from '../i18n.js';
import { hintWords } from '../logic/coach.js';
import { answerDoubt, change, describeOutcome, nameOf, ownColor, passWords, recentPass, requestGame, shownPly, shownPosition, startAgain, viewPly } from '../logic/game.js';
import { savePreferences, state, update } from '../store.js';
import { icon, iconButton } from './icons.js';
import { moveList } from './moves.js';
import { engineLine } from './engine.js';
import { LOCAL } from '../place.js';
import { loadedSections } from '../later.js';

export function playPanel() {
  const { game } = state;
  return html`${statusCard()} ${loadedSections()?.seatsCard() ?? nothing} ${watchCard()}
    <section class="card moves-card">
      <h2>${t('moves')}</h2>
      ${game && game.length > 0
        ? moveList(game.moves.map(({ move, color }, i) => ({ move, color, ply: i + 1, node: i + 1 })), shownPly(), (ply) => viewPly(ply))
        : game?.outcome ? nothing : html`<p class="muted">${t('no-moves')}</p>`}
    </section>`;
}

function statusCard() {
  const { game } = state;
  const mine = Boolean(game?.may_play);
  const opening = game?.opening;
  return html`<section class="card status-card">
    <p class="status" data-state=${game?.state ?? 'none'}>${statusWords()}</p>
    ${game && !mine && !state.seats ? html`<p class="seat-role" data-role="spectator">${t('watching')}</p>` : nothing}
    <p class="muted small line-1 figures">${[opening ? localized(opening.name) : '', thoughtWords()].filter(Boolean).join(' · ') || '\u00a0'}</p>
    ${notice()}
    ${game?.trouble ? html`<p class="error-note" role="alert">${game.trouble.message} <button type="button" @click=${() => requestGame('go')}>${t('try-again')}</button></p>` : nothing}
    ${mine && game?.state === 'paused' && !game.trouble && hasPerson(game) ? html`<button type="button" class="primary" @click=${() => requestGame('go')}>${icon('play')}${t('go-on')}</button>` : nothing}
    ${game?.outcome ? loadedSections()?.result(game) ?? nothing : actions()}
  </section>
  ${game?.outcome ? html`<section class="card status-card">${actions()}</section>` : nothing}`;
}

/** The actions beside a move. */
function actions() {
  const { game } = state;
  const mine = Boolean(game?.may_play);
  return html`<div class="row tight">
      <button type="button" class=${(game && !mine) || game?.outcome ? 'grow' : 'primary grow'} @click=${() => update({ dialog: 'new' })}>${icon('fresh')}${t('new-game')}</button>
      ${iconButton('restart', t('restart'), startAgain, { disabled: !mine || game?.length === 0 })}
      ${iconButton('swap', t('swap'), () => requestGame('swap'), { disabled: !mine })}
      ${iconButton('flag', t('resign'), () => update({ dialog: 'resign' }), { disabled: !mine || Boolean(game?.outcome) })}
    </div>
    ${coachSwitch()}
    ${LOCAL ? engineLine() : nothing}
    <div class="row"><button type="button" class="grow" @click=${() => update({ dialog: 'invite' })}>${icon('share')}${t('play-friend')}</button>
      ${state.room ? html`<a class="button" href="#/room">${icon('friend')}${t('room')}</a>` : nothing}</div>
    <div class="row tight even tools-row">
      <button type="button" @click=${openSetup}>${icon('setup')}<span>${t('setup')}</span></button>
      <button type="button" @click=${() => update({ dialog: 'paste' })}>${icon('paste')}<span>${t('load')}</span></button>
      <button type="button" @click=${() => update({ dialog: 'share' })}>${icon('share')}<span>${t('share')}</span></button>
      <button type="button" @click=${() => update({ dialog: 'games' })}>${icon('list')}<span>${t('my-games')}</span></button>
    </div>`;
}

/** The message to the person now: the doubt of the coach, a hint, a pass. */
function notice() {
  const { game, doubt, hint } = state;
  if (doubt) {
    return html`<div class="notice doubt" role="alert"><p>${doubt.words}</p><div class="row tight even">
      <button type="button" class="primary" @click=${() => answerDoubt(false)}>${icon('undo')}${t('take-it-back')}</button>
      <button type="button" @click=${() => answerDoubt(true)}>${t('play-anyway')}</button></div></div>`;
  }
  if (hint && hint.text === game?.position.text) {
    return html`<div class="notice"><p>${hintWords(hint)}</p>${hint.step < 3 ? html`<p class="muted small">${t('hint-more')}</p>` : nothing}</div>`;
  }
  const passer = game && !game.outcome && state.viewedPly === null ? recentPass(game) : null;
  return game && passer ? html`<div class="notice"><p>${passWords(game, passer)}</p></div>` : nothing;
}

/** The switch of the coach, for a person against a program. */
function coachSwitch() {
  const { game, preferences } = state;
  if (!game || game.outcome || state.seats || ownColor(game) === null) return nothing;
  const turn = () => {
    preferences.coach = !preferences.coach;
    savePreferences();
    update();
  };
  return html`<div class="row spread"><span class="muted small">${t('coach-about')}</span>
    <button type="button" class="switch" role="switch" aria-checked=${preferences.coach} @click=${turn}><span class="knob"></span><span>${t('coach')}</span></button></div>`;
}

/** @param {import('../wire.js').Game} game */
const hasPerson = ({ players }) => players.black.kind === 'human' || players.white.kind === 'human';

export function openSetup() {
  const text = state.section === 'play' ? shownPosition()?.text : state.tree.nodes[state.node]?.text;
  const [board = '', side] = (text ?? '').split(' ');
  const size = Math.round(Math.sqrt(board.length)) || 8;
  update({ dialog: 'setup', setup: { size, board: board || '-'.repeat(64), turn: side === 'O' ? 'O' : 'X', brush: 'cycle' } });
}

function statusWords() {
  const { game, viewedPly } = state;
  if (!game) return t(state.seats?.state === 'open' ? 'seats-open' : 'loading');
  if (game.outcome && viewedPly === null) return describeOutcome(game);
  if (viewedPly !== null) return t('looking', { ply: viewedPly });
  const { turn } = game.position;
  const color = colorName(turn);
  if (game.state === 'thinking') return t('thinks', { name: nameOf(game, turn), color });
  if (game.state === 'paused') return t('paused');
  const people = game.players.black.kind === 'human' && game.players.white.kind === 'human';
  if (state.seats?.color === turn) return t('your-move', { color });
  return people || !game.may_play ? t('to-move', { color }) : t('your-move', { color });
}

/** The program's evaluation of its last move, or of the current one, if that was asked for. */
function thoughtWords() {
  const { game, thought, viewedPly } = state;
  if (!state.preferences.thoughts) return '';
  const said = thought ?? (viewedPly === null ? game?.moves.slice(0, game.ply).reverse().find((move) => move.thought)?.thought : null);
  if (!said || said.score === null) return '';
  return t('thought', { score: signed(said.score, said.trust === 'exact'), depth: said.depth, nodes: number(said.nodes) });
}

function watchCard() {
  const { game } = state;
  if (!game || hasPerson(game)) return nothing;
  const resting = game.state === 'paused';
  return html`<section class="card watch">
    <h2>${t('watch')}</h2>
    <div class="row">
      <button type="button" class="primary" ?disabled=${!game.may_play || Boolean(game.outcome)} @click=${() => requestGame(resting ? 'go' : 'pause')}>
        ${icon(resting ? 'play' : 'pause')}${t(resting ? 'go-on' : 'pause')}</button>
      <label class="field grow"><span>${t('pace')}${t('colon')}<b>${number(game.pace_ms / 1000, 1)} s</b></span>
        <input type="range" min="0" max="3000" step="100" .value=${String(game.pace_ms)} ?disabled=${!game.may_play}
          @change=${(/** @type {Event} */ event) => change({ pace_ms: Number(/** @type {HTMLInputElement} */ (event.target).value) })} /></label>
    </div>
  </section>`;
}
