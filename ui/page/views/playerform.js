// The form of a player: its name, strength and options from the catalogue.

import { html, live, nothing } from '../dom.js';
import { localized, t } from '../i18n.js';
import { describeLevel, levelOf, playableForm, playersOn, specOf } from '../logic/spec.js';
import { state, update } from '../store.js';

/** @typedef {import('../store.js').PlayerForm} PlayerForm */
/** @typedef {import('../wire.js').Option} Option */
/** @typedef {(key: string, value: string) => void} Setter of an option */

/**
 * @param {string} title
 * @param {PlayerForm} chosen which the form changes
 * @param {{id: string, size: number, human?: boolean, only?: (entry: import('../wire.js').PlayerEntry) => boolean, usual?: PlayerForm, skip?: string[], changed?: () => void}} about
 */
export function playerForm(title, chosen, about) {
  if (!state.catalogue) return nothing;
  const fits = playersOn(about.size).filter((entry) => (about.human || entry.kind === 'program') && (about.only?.(entry) ?? true));
  const form = playableForm(chosen, fits, about.usual);
  const entry = fits.find(({ name }) => name === form.name);
  const choose = (/** @type {string} */ name, /** @type {PlayerForm['options']} */ options) => {
    Object.assign(chosen, { name, options });
    about.changed?.();
    update();
  };
  /** @type {Setter} */
  const set = (key, value) => choose(form.name, { ...form.options, [key]: value });
  const options = (entry?.options ?? []).filter(({ name }) => !about.skip?.includes(name));
  return html`<fieldset class="player-form stack tight">
    <legend class="unseen">${title}</legend>
    <label class="field"><span>${title}</span>
      <select id=${about.id} .value=${live(form.name)} @change=${(/** @type {Event} */ event) => choose(valueOf(event), keepKnown(form, valueOf(event)))}>
        ${groups(fits).map(({ label, players }) => html`<optgroup label=${label}>
          ${players.map(({ name }) => html`<option value=${name} ?selected=${name === form.name}>${nameIn(name)}</option>`)}</optgroup>`)}
      </select></label>
    <p class="muted small">${entry ? localized(entry.about) : ''}${entry?.stands_for ? html` <code class="mono">${entry.stands_for}</code>` : nothing}</p>
    ${form.name === 'champion' ? levelSlider(form, about.id, set) : nothing}
    ${options.length > 0
      ? html`<details><summary>${t('options')}</summary><div class="options">
          ${options.map((option) => optionField(option, form, about.size, set))}
          <p class="small muted wide">${t('spec')}${t('colon')}<code class="mono">${specOf(form)}</code></p></div></details>`
      : nothing}
  </fieldset>`;
}

/** @param {Event} event */
export const valueOf = (event) => /** @type {HTMLInputElement} */ (event.target).value;

/** @param {string} name */
const nameIn = (name) => (name === 'human' ? t('human') : name === 'champion' ? t('champion') : name);

/** The options that the other player has too. @param {PlayerForm} form @param {string} name */
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

/** @param {PlayerForm} form @param {string} id @param {Setter} set */
function levelSlider(form, id, set) {
  const levels = state.catalogue?.levels ?? [];
  if (levels.length === 0) return nothing;
  const at = levelOf(form);
  return html`<label class="field"><span><b>${describeLevel(levels[at])}</b></span>
    <input id=${`${id}-level`} type="range" min="0" max=${levels.length - 1} .value=${live(String(at))}
      aria-label=${t('strength')} aria-valuetext=${describeLevel(levels[at])}
      @input=${(/** @type {Event} */ event) => set('level', String(levels[Number(valueOf(event))].level))} /><small class="muted">${t(levels[at].elo === null ? 'elo-unmeasured-about' : 'elo-about')}</small></label>`;
}

/** @param {Option} option @param {PlayerForm} form @param {number} size @param {Setter} set */
function optionField(option, form, size, set) {
  const value = form.options[option.name] ?? option.default;
  const take = (/** @type {Event} */ event) => set(option.name, valueOf(event).trim());
  const choices = option.kind === 'choice' ? option.choices : option.kind === 'evaluator'
    ? state.catalogue?.evaluators.filter(({ sizes }) => sizes.includes(size)).map(({ name }) => name) : undefined;
  // No `live` here: a render would reset the text that is being typed.
  const field = choices
    ? html`<select @change=${take}>${choices.map((choice) => html`<option value=${choice} ?selected=${choice === value}>${choice}</option>`)}</select>`
    : option.kind === 'number'
      ? html`<input type="number" min=${option.min ?? nothing} max=${option.max ?? nothing} .value=${value} @change=${take} />`
      : html`<input type="text" .value=${value} placeholder=${option.kind === 'duration' ? '500ms' : ''} @change=${take} />`;
  return html`<label class="field" title=${localized(option.about)}><span><code>${option.name}</code> · ${localized(option.about)}</span>${field}</label>`;
}
