// The form of a player: who, how strong, and every option it has in the catalogue.

import { html, live, nothing } from '../dom.js';
import { inWords, t } from '../i18n.js';
import { levelOf, levelWords, specOf } from '../logic/spec.js';
import { state, update } from '../store.js';

/** @typedef {import('../store.js').PlayerForm} PlayerForm */
/** @typedef {import('../wire.js').Option} Option */

/**
 * @param {string} title
 * @param {PlayerForm} form which it changes
 * @param {{id: string, size: number, human?: boolean, only?: (entry: import('../wire.js').PlayerEntry) => boolean, skip?: string[], changed?: () => void}} about
 */
export function playerForm(title, form, about) {
  const { catalogue } = state;
  if (!catalogue) return nothing;
  const fits = catalogue.players.filter((entry) =>
    entry.sizes.includes(about.size) && (about.human || entry.kind === 'program') && (about.only?.(entry) ?? true));
  const entry = fits.find(({ name }) => name === form.name) ?? fits.find(({ name }) => name === 'level-5') ?? fits[0];
  if (entry && entry.name !== form.name) Object.assign(form, { name: entry.name, options: {} });
  const choose = (/** @type {string} */ name) => {
    Object.assign(form, { name, options: keepKnown(form, name) });
    about.changed?.();
    update();
  };
  const options = (entry?.options ?? []).filter(({ name }) => !about.skip?.includes(name));
  const champion = form.name === 'champion';
  return html`<fieldset class="player-form stack tight">
    <legend class="unseen">${title}</legend>
    <label class="field"><span>${title}</span>
      <select id=${about.id} .value=${live(form.name)} @change=${(/** @type {Event} */ event) => choose(valueOf(event))}>
        ${groups(fits).map(({ label, players }) => html`<optgroup label=${label}>
          ${players.map(({ name }) => html`<option value=${name} ?selected=${name === form.name}>${nameIn(name)}</option>`)}</optgroup>`)}
      </select></label>
    <p class="muted small">${entry ? inWords(entry.about) : ''}</p>
    ${champion ? levelSlider(form, about) : nothing}
    ${options.length > 0
      ? html`<details><summary>${t('options')}</summary><div class="options">
          ${options.map((option) => optionField(option, form, about))}
          <p class="small muted wide">${t('spec')}: <code class="mono">${specOf(form)}</code></p></div></details>`
      : nothing}
  </fieldset>`;
}

/** @param {Event} event */
export const valueOf = (event) => /** @type {HTMLInputElement} */ (event.target).value;

/** @param {string} name */
const nameIn = (name) => (name === 'human' ? t('human') : name === 'champion' ? t('champion') : name);

/** Options that the other player has too are kept. @param {PlayerForm} form @param {string} name */
function keepKnown(form, name) {
  const known = state.catalogue?.players.find((entry) => entry.name === name)?.options.map((option) => option.name) ?? [];
  return Object.fromEntries(Object.entries(form.options).filter(([key]) => known.includes(key)));
}

/** @param {import('../wire.js').PlayerEntry[]} players */
function groups(players) {
  const people = players.filter(({ kind, name }) => kind === 'human' || name === 'champion');
  const students = players.filter(({ name }) => name.startsWith('level-'));
  const rest = players.filter((player) => !people.includes(player) && !students.includes(player));
  return [
    { label: t('group-main'), players: people },
    { label: t('group-students'), players: students },
    { label: t('group-textbook'), players: rest },
  ].filter((group) => group.players.length > 0);
}

/** @param {PlayerForm} form @param {{id: string, changed?: () => void}} about */
function levelSlider(form, about) {
  const levels = state.catalogue?.levels ?? [];
  if (levels.length === 0) return nothing;
  const at = levelOf(form);
  return html`<label class="field"><span><b>${levelWords(levels[at])}</b></span>
    <input id=${`${about.id}-level`} type="range" min="0" max=${levels.length - 1} .value=${live(String(at))}
      aria-label=${t('strength')} aria-valuetext=${levelWords(levels[at])}
      @input=${(/** @type {Event} */ event) => {
        form.options.level = String(levels[Number(valueOf(event))].level);
        about.changed?.();
        update();
      }} /><small class="muted">${t(levels[at].elo === null ? 'elo-unmeasured-about' : 'elo-about')}</small></label>`;
}

/** @param {Option} option @param {PlayerForm} form @param {{id: string, size: number, changed?: () => void}} about */
function optionField(option, form, about) {
  const value = form.options[option.name] ?? option.default;
  const set = (/** @type {Event} */ event) => {
    form.options[option.name] = valueOf(event).trim();
    about.changed?.();
    update();
  };
  const choices = option.kind === 'choice' ? option.choices : option.kind === 'evaluator'
    ? state.catalogue?.evaluators.filter(({ sizes }) => sizes.includes(about.size)).map(({ name }) => name) : undefined;
  const field = choices
    ? html`<select @change=${set}>${choices.map((choice) => html`<option value=${choice} ?selected=${choice === value}>${choice}</option>`)}</select>`
    : option.kind === 'number'
      ? html`<input type="number" min=${option.min ?? nothing} max=${option.max ?? nothing} .value=${live(value)} @change=${set} />`
      : html`<input type="text" .value=${live(value)} placeholder=${option.kind === 'duration' ? '500ms' : ''} @change=${set} />`;
  return html`<label class="field" title=${inWords(option.about)}><span><code>${option.name}</code> · ${inWords(option.about)}</span>${field}</label>`;
}
