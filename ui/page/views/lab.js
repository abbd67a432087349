// The lab: a match between any two players, with live standings and charts.

import { html, live, nothing } from '../dom.js';
import { number, percent, signed, t } from '../i18n.js';
import { openImported } from '../logic/exchange.js';
import { startMatch, stopMatch } from '../logic/match.js';
import { state, update } from '../store.js';
import { histogram, rateChart } from './charts.js';
import { sizePicker } from './dialogs.js';
import { fileLink } from './filelink.js';
import { gridCards } from './grid.js';
import { coin, icon } from './icons.js';
import { playerForm, valueOf } from './playerform.js';
import { workCard } from './work.js';

export const labSection = () => html`<div class="lab">
  ${matchForm()}
  <div class="stack">${state.lab.match ? results(state.lab.match) : html`<section class="card empty-lab"><h2>${t('lab-title')}</h2><p class="muted">${t('lab-intro')}</p></section>`}
    ${workCard()}
    ${state.catalogue?.grid ? gridCards() : nothing}</div>
</div>`;

function matchForm() {
  const { lab, catalogue } = state;
  const running = lab.match?.state === 'running' || lab.match?.state === 'queued';
  const most = catalogue?.limits.match_games ?? 200;
  const set = (/** @type {'games' | 'plies'} */ key) => (/** @type {Event} */ event) => { lab[key] = Number(valueOf(event)); update(); };
  return html`<form class="card stack" novalidate @submit=${(/** @type {Event} */ event) => { event.preventDefault(); void startMatch(); }}>
    <h2>${t('match')}</h2>
    ${playerForm(t('player-a'), lab.a, { id: 'lab-a', size: lab.size })}
    ${playerForm(t('player-b'), lab.b, { id: 'lab-b', size: lab.size })}
    <div class="field"><span>${t('size')}</span>${sizePicker(lab.size, (size) => { lab.size = size; update(); })}</div>
    <label class="field"><span>${t('games-n', { n: lab.games })}</span><input type="range" min="2" max=${most} step="2" .value=${live(String(lab.games))} @input=${set('games')} /></label>
    <label class="field"><span>${t('plies-n', { n: lab.plies })}</span><input type="range" min="0" max="20" .value=${live(String(lab.plies))} @input=${set('plies')} /></label>
    <div class="row even">
      <label class="field"><span>${t('time-move')}</span><select @change=${(/** @type {Event} */ event) => { lab.time = valueOf(event); update(); }}>
        ${['', '10ms', '50ms', '100ms', '500ms'].map((time) => html`<option value=${time} ?selected=${time === lab.time}>${time || t('as-it-likes')}</option>`)}</select></label>
      <label class="field"><span>${t('stop-when')}</span><select @change=${(/** @type {Event} */ event) => { lab.sprt = valueOf(event); update(); }}>
        ${['', '0 20', '0 50', '0 100'].map((sprt) => html`<option value=${sprt} ?selected=${sprt === lab.sprt}>${sprt ? t('sprt', { elo: sprt.split(' ')[1] }) : t('all-games')}</option>`)}</select></label>
    </div>
    <div class="row">
      <button type="submit" class="primary grow" ?disabled=${running}>${icon('play')}${t('match-start')}</button>
      <button type="button" class="danger" ?disabled=${!running} @click=${stopMatch}>${t('match-stop')}</button>
    </div></form>`;
}

/** @param {import('../wire.js').Match} match */
function results(match) {
  const { settings, standings } = match;
  const elo = standings.elo === null ? '–' : `${signed(standings.elo, true)}${standings.elo_error === null ? '' : ` ± ${number(standings.elo_error)}`}`;
  return html`<section class="card stack" aria-live="off">
      <div class="row spread"><h2 class="mono versus">${settings.a} – ${settings.b}</h2><span class=${`tag state-${match.state}`}>${t(`match-${match.state}`)}</span></div>
      ${match.verdict ? html`<p>${t('verdict', { verdict: match.verdict })}</p>` : nothing}
      ${match.error ? html`<p class="error-note" role="alert">${match.error.message}</p>` : nothing}
      <label class="small muted row">${t('played-n', { n: standings.played, of: settings.games })}<progress class="grow" max=${settings.games} value=${standings.played}></progress></label>
      <dl class="figures-grid">
        ${figure(t('wins'), number(standings.wins))}${figure(t('draws'), number(standings.draws))}${figure(t('losses'), number(standings.losses))}
        ${figure(t('score-rate'), standings.score_rate === null ? '–' : percent(standings.score_rate, 1))}${figure('Elo', elo)}${figure(t('mean-difference'), signed(standings.mean_disc_difference))}
        ${figure(t('ms-a'), number(standings.mean_ms_per_move.a, 1))}${figure(t('ms-b'), number(standings.mean_ms_per_move.b, 1))}
      </dl>
      <div class="two">${rateChart(state.lab.played, settings.games)}${histogram(state.lab.played, settings.size)}</div>
      <div class="row">
        ${fileLink(`/api/matches/${match.id}/games.csv`, 'CSV')}
        ${fileLink(`/api/matches/${match.id}/games?format=ggf`, 'GGF')}
        ${fileLink(`/api/matches/${match.id}/report?lang=${state.lang}`, t('report'))}
      </div>
    </section>
    <section class="card"><h2>${t('games')}</h2>
      <div class="table-wrap games-scroll" tabindex="0" role="region" aria-label=${t('games')}><table><thead><tr><th scope="col">#</th><th scope="col">A</th><th scope="col">${t('difference')}</th><th scope="col">${t('transcript')}</th></tr></thead>
        <tbody>${[...state.lab.played].reverse().slice(0, 200).map((game) => html`<tr><td>${game.index + 1}</td><td>${coin(game.a_color)}</td><td class="figures">${signed(game.difference, true)}</td>
          <td><button type="button" class="quiet mono open-game" title=${t('analyse-this')} @click=${() => openGameOf(game, match)}>${game.moves.slice(0, 24)}…</button></td></tr>`)}</tbody></table></div>
    </section>`;
}

/** @param {string} name @param {string} value */
const figure = (name, value) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

/** @param {import('../wire.js').MatchGame} game @param {import('../wire.js').Match} match */
function openGameOf(game, match) {
  Object.assign(state.paste, { text: game.moves, games: [{ size: match.settings.size }] });
  void openImported(0);
}
