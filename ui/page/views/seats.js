// A game between two people: the invitation, who is there, what is asked.

import { html, nothing } from '../dom.js';
import { colorName, t } from '../i18n.js';
import { copy } from '../logic/clipboard.js';
import { act, enterCode, invite, join, withdraw } from '../logic/seats.js';
import { state, update } from '../store.js';
import { icon } from './icons.js';

/** @typedef {import('../wire.js').Seats} Seats */

/** A player's card beside the board, and the banner of a spectator. */
export function seatsCard() {
  const { seats } = state;
  if (!seats) return nothing;
  const plays = seats.role === 'player';
  return html`<section class="card seats-card" aria-label=${t('two-people')}>
    <p class="seat-role" data-role=${seats.role}>${roleWords(seats)}</p>
    ${seats.state === 'open' && plays ? html`<button type="button" class="primary" @click=${() => update({ dialog: 'invite' })}>${icon('share')}${t('show-invitation')}</button>` : nothing}
    <ul class="plain">${(/** @type {const} */ (['black', 'white'])).map((color) => presence(seats, color))}</ul>
    ${seats.terms.clock && seats.state === 'playing' ? html`<p class="muted small">${t('clock-runs-on')}</p>` : nothing}
    ${plays ? html`${asked(seats)}${actions(seats)}` : nothing}
  </section>`;
}

/** @param {Seats} seats */
function roleWords({ state: stands, role, color, fault }) {
  if (stands === 'aborted') return t('seats-aborted');
  if (stands === 'withdrawn') return t('seats-withdrawn');
  if (stands === 'expired') return t('seats-expired');
  if (stands === 'open') return t('seats-open');
  if (fault) return t(`fault-${fault.fault}`, { color: colorName(fault.color) });
  return role === 'player' && color ? t('you-have', { color: colorName(color) }) : t('you-watch');
}

/** @param {Seats} seats @param {'black' | 'white'} color */
function presence({ seats }, color) {
  const seat = seats[color];
  if (!seat) return nothing;
  return html`<li>${seat.name || colorName(color)}${t('colon')}${t(seat.present ? 'is-here' : 'is-away')}</li>`;
}

/** The requests of the opponent, and those of the player. @param {Seats} seats */
function asked({ asks, color }) {
  return asks.map(({ from, ask }) => from === color
    ? html`<p class="muted">${t(`asked-${ask}`)}</p>`
    : html`<p role="alert">${t(`asks-${ask}`)}</p>
      <div class="row tight even">
        <button type="button" class="primary" @click=${() => act('answer', { ask, accept: true })}>${t('accept')}</button>
        <button type="button" @click=${() => act('answer', { ask, accept: false })}>${t('decline')}</button>
      </div>`);
}

/** @param {Seats} seats */
function actions({ state: stands, asks, color, game, claim_ms: claim, rematch, room }) {
  const asking = (/** @type {string} */ kind) => asks.some(({ ask }) => ask === kind);
  const moved = game?.moves.some((move) => move.color === color && move.move !== 'pass');
  if (stands === 'playing') {
    return html`<div class="row tight even">
      <button type="button" ?disabled=${!moved || asking('take_back')} @click=${() => act('ask', { ask: 'take_back' })}>${icon('undo')}${t('take-back')}</button>
      ${(game?.length ?? 0) < 2
        ? html`<button type="button" @click=${() => act('abort')}>${t('abort')}</button>`
        : html`<button type="button" @click=${() => update({ dialog: 'resign' })}>${icon('flag')}${t('resign')}</button>`}
      ${claim !== null && game?.position.turn !== color ? html`<button type="button" ?disabled=${claim > 0} @click=${() => act('claim')}>${t('claim')}</button>` : nothing}
    </div>`;
  }
  return stands === 'over' && !rematch && !room
    ? html`<button type="button" class="primary" ?disabled=${asks.some(({ from }) => from === color)} @click=${() => act('ask', { ask: 'rematch' })}>${icon('restart')}${t('rematch')}</button>`
    : nothing;
}

/** The form of a room for a class or a club. */
async function newRoom() {
  const { roomView } = await import('./room.js');
  update({ roomView, dialog: 'room' });
}

/** The form of an invitation, the way in by a code, and that of a new room. */
export function inviteForm() {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const text = (/** @type {string} */ name) => String(form.get(name) ?? '');
    void invite({ name: text('name'), color: text('color'), size: Number(text('size')), clock: text('clock'), handicap: Number(text('handicap')) });
  };
  const enter = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const code = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('code') ?? '').trim();
    if (code) void enterCode(code);
  };
  const choice = (/** @type {string} */ name, /** @type {string} */ label, /** @type {[string, string][]} */ values) =>
    html`<label class="field"><span>${label}</span><select name=${name}>${values.map(([value, words]) => html`<option value=${value}>${words}</option>`)}</select></label>`;
  return html`<form class="stack" @submit=${submit}>
      <label class="field"><span>${t('your-name')}</span><input name="name" maxlength="40" autocomplete="nickname" /></label>
      <div class="row even">
        ${choice('color', t('your-colour'), [['lot', t('by-lot')], ['black', t('black')], ['white', t('white')]])}
        ${choice('size', t('size'), ['8', '6', '10', '4'].map((size) => [size, `${size}×${size}`]))}
      </div>
      <div class="row even">
        ${choice('clock', t('clock'), ['', '3m', '5m', '5m+2s', '10m', '15m+5s', '30m'].map((clock) => [clock, clock || t('no-clock')]))}
        ${choice('handicap', t('handicap'), ['0', '1', '2', '3', '4'].map((corners) => [corners, corners]))}
      </div>
      <div class="actions"><button type="submit" class="primary">${icon('share')}${t('invite')}</button></div>
    </form>
    <form class="row" @submit=${enter}>
      <label class="field grow"><span>${t('have-code')}</span><input name="code" autocomplete="off" autocapitalize="characters" placeholder="K7QM-2XPA" /></label>
      <button type="submit">${t('open')}</button>
    </form>
    <div class="row"><button type="button" class="quiet" @click=${newRoom}>${icon('friend')}${t('room-new')}</button></div>`;
}

/** The invitation to be passed on; the form, while there is none. */
export function invitationDialog() {
  const { invitation, seats } = state;
  if (!invitation || seats?.state !== 'open' || seats.id !== invitation.seats) return inviteForm();
  return html`<div class="stack">
    <p>${t('invitation-how')}</p>
    ${invitation.local ? html`<p class="error-note">${t('invitation-local')}</p>` : nothing}
    <p class="code" aria-label=${t('code')}>${invitation.code}</p>
    <img class="qr" alt=${t('qr')} width="240" height="240" src=${`/api/invitations/${invitation.code}/qr`} />
    <div class="row"><input class="grow" readonly aria-label=${t('link')} .value=${invitation.link} />
      <button type="button" @click=${() => copy(invitation.link)}>${icon('copy')}${t('copy')}</button></div>
    <div class="actions"><button type="button" @click=${withdraw}>${t('withdraw')}</button>
      <button type="button" class="primary" @click=${() => update({ dialog: '' })}>${t('close')}</button></div>
  </div>`;
}

/** The invitation that one has received. */
export function joinDialog() {
  const { invitation } = state;
  if (!invitation) return nothing;
  const { host, color, terms } = invitation;
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    void join(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('name') ?? ''));
  };
  return html`<form class="stack" @submit=${submit}>
    <p>${t('invited-by', { name: host || t('somebody') })}</p>
    <ul>
      <li>${t('your-colour')}${t('colon')}${color ? colorName(color) : t('by-lot')}</li>
      <li>${t('size')}${t('colon')}${terms.size}×${terms.size}</li>
      <li>${t('clock')}${t('colon')}${terms.clock ?? t('no-clock')}</li>
      ${terms.handicap ? html`<li>${t('handicap')}${t('colon')}${terms.handicap}</li>` : nothing}
    </ul>
    <label class="field"><span>${t('your-name')}</span><input name="name" maxlength="40" autocomplete="nickname" autofocus /></label>
    <div class="actions"><button type="button" @click=${() => update({ dialog: '' })}>${t('cancel')}</button>
      <button type="submit" class="primary">${icon('play')}${t('accept')}</button></div>
  </form>`;
}
