// Long work of any kind: a form made of the settings of the kind, its progress, and what it found in sum.

import { html, nothing } from '../dom.js';
import { localized, number, t } from '../i18n.js';
import { chosenKind, startWork, stopWork } from '../logic/work.js';
import { state, update } from '../store.js';
import { fileLink } from './filelink.js';
import { icon } from './icons.js';
import { valueOf } from './playerform.js';

/** @typedef {import('../wire.js').Work} Work */
/** @typedef {import('../wire.js').WorkSetting} WorkSetting */

export function workCard() {
  const { work } = state;
  const kind = chosenKind();
  if (!kind) return nothing;
  const running = work.shown?.state === 'running' || work.shown?.state === 'queued';
  const choose = (/** @type {Event} */ event) => { Object.assign(work, { kind: valueOf(event), values: {} }); update(); };
  return html`<section class="card stack work-card" aria-labelledby="work-title">
    <h2 id="work-title">${t('work-title')}</h2>
    <form class="stack" novalidate @submit=${(/** @type {Event} */ event) => { event.preventDefault(); void startWork(); }}>
      <label class="field"><span>${t('work-kind')}</span><select @change=${choose}>
        ${work.kinds.map(({ name }) => html`<option value=${name} ?selected=${name === kind.name}>${name}</option>`)}</select></label>
      <p class="muted small">${localized(kind.about)}</p>
      ${kind.settings.map(settingField)}
      <div class="row">
        <button type="submit" class="primary grow" ?disabled=${running}>${icon('play')}${t('work-start')}</button>
        <button type="button" class="danger" ?disabled=${!running} @click=${stopWork}>${t('match-stop')}</button>
      </div>
    </form>
    ${work.shown ? progress(work.shown) : nothing}
  </section>`;
}

/** @param {WorkSetting} setting */
const settingField = ({ name, about, default: usual }) => html`<label class="field"><span><code>${name}</code> · ${localized(about)}</span>
  <input type="text" ?required=${usual === null} .value=${state.work.values[name] ?? usual ?? ''} @change=${(/** @type {Event} */ event) => { state.work.values[name] = valueOf(event); }} /></label>`;

/** @param {Work} work */
const progress = (work) => html`
  <div class="row spread"><h3 class="versus">${work.kind}</h3><span class=${`tag state-${work.state}`}>${t(`match-${work.state}`)}</span></div>
  ${work.error ? html`<p class="error-note" role="alert">${work.error.message}</p>` : nothing}
  <label class="small muted row">${t('grid-done-n', { n: number(work.done), of: number(work.units) })}<progress class="grow" max=${Math.max(1, work.units)} value=${work.done}></progress></label>
  ${work.summary ? html`<dl class="figures-grid">${figures(work.summary)}</dl>
    <div class="row">${fileLink(`/api/work/${work.id}/rows`, t('work-rows'))}</div>` : nothing}`;

/** The values of a summary, each under its path. @param {object} summary @param {string} path @returns {unknown[]} */
const figures = (summary, path = '') => Object.entries(summary).flatMap(([name, value]) => value === null ? []
  : typeof value === 'object' ? figures(value, `${path}${name}.`)
  : [html`<div><dt>${path}${name}</dt><dd>${typeof value === 'number' ? number(value, Number.isInteger(value) ? 0 : 3) : String(value)}</dd></div>`]);
