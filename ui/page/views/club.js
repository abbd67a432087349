// The room of a class or a club, as a dialog.

import { html, nothing } from '../dom.js';
import { number, t } from '../i18n.js';
import { actInClub, joinClub, openClub, watch } from '../logic/club.js';
import { state, update } from '../store.js';

/** @typedef {import('../wire.js').Club} Club */

/** Opens the room with this code. @param {string} code */
export function enterClub(code) {
  state.clubView = clubDialog;
  return openClub(code);
}

function clubDialog() {
  const { club } = state;
  if (!club) return nothing;
  const name = (/** @type {number} */ of) => club.members.find((member) => member.number === of)?.name ?? '';
  return html`<div class="stack">
    <p><b>${club.name}</b> · ${club.code}</p>
    ${club.you ? nothing : joinForm(club)}
    <h3>${t('club-members')}</h3>
    <ul>${club.members.filter(({ left }) => !left).map((member) => html`<li>${member.name}${member.kind === 'bot' ? ` (${t('club-program')})` : ''}: ${t(member.present ? 'is-here' : 'is-away')}</li>`)}</ul>
    ${club.you ? challenges(club, name) : nothing}
    ${games(club, name)}
    ${club.tournaments.map(standings)}
    <div class="actions"><button type="button" class="primary" @click=${() => update({ dialog: '' })}>${t('close')}</button></div>
  </div>`;
}

/** @param {Club} club */
function joinForm(club) {
  if (!club.open) return html`<p>${t('club-closed')}</p>`;
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    void joinClub(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('name') ?? ''));
  };
  return html`<form class="row" @submit=${submit}>
    <label class="field grow"><span>${t('your-name')}</span><input name="name" maxlength="40" required autocomplete="nickname" /></label>
    <button type="submit" class="primary">${t('club-join')}</button></form>`;
}

/** @param {Club} club @param {(member: number) => string} name */
const challenges = (club, name) => html`<h3>${t('club-challenges')}</h3>
  <ul>${club.challenges.map(({ number: which, from, to, terms }) => html`<li>${name(from)} · ${terms.size}×${terms.size} · ${terms.clock}
    ${from !== club.you && (to === null || to === club.you)
      ? html`<button type="button" @click=${() => actInClub(`challenges/${which}/accept`)}>${t('accept')}</button>` : nothing}</li>`)}</ul>
  <div class="row"><button type="button" @click=${() => actInClub('challenges', { clock: '10m' })}>${t('club-challenge')}</button></div>`;

/** @param {Club} club @param {(member: number) => string} name */
function games(club, name) {
  const running = club.games.filter(({ outcome, seats }) => !outcome && seats);
  if (running.length === 0) return nothing;
  return html`<h3>${t('club-games')}</h3>
    <ul>${running.map(({ seats, black, white }) => html`<li><button type="button" @click=${() => watch(/** @type {string} */ (seats))}>${name(black)} – ${name(white)}</button></li>`)}</ul>`;
}

/** @param {Club['tournaments'][number]} tournament */
const standings = ({ number: which, round, rounds, standings: rows }) => html`<h3>${t('club-tournament', { number: which, round, rounds })}</h3>
  <table><thead><tr><th scope="col">#</th><th scope="col">${t('your-name')}</th><th scope="col">${t('club-points')}</th><th scope="col">Elo</th></tr></thead>
    <tbody>${rows.map((row) => html`<tr><td>${row.rank}</td><td>${row.name}</td><td>${number(row.points, 1)}</td>
      <td>${row.elo === null ? '–' : `${number(row.elo)} ± ${number(row.elo_error ?? 0)}`}</td></tr>`)}</tbody></table>`;
