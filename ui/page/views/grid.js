// The grid: a card per job with its progress and dead letters, and the workers.

import { html, nothing } from '../dom.js';
import { number, t } from '../i18n.js';
import { readLetters } from '../logic/grid.js';
import { state } from '../store.js';

/** @typedef {import('../wire.js').GridJob} GridJob */
/** @typedef {import('../wire.js').GridWorker} GridWorker */

export function gridCards() {
  const { status, away } = state.grid;
  return html`<section class="card stack grid-card" aria-labelledby="grid-title">
    <h2 id="grid-title">${t('grid-title')}</h2>
    <div role="status">${away ? html`<p class="error-note">${t('grid-away', { message: away.message })}</p>` : nothing}</div>
    ${status ? html`${status.jobs.length === 0 ? html`<p class="muted">${t('grid-no-jobs')}</p>` : nothing}
      ${[...status.jobs].reverse().map(jobCard)}
      ${workers(status.workers)}` : away ? nothing : html`<p class="muted">${t('grid-asks')}</p>`}
  </section>`;
}

/** @param {GridJob} job */
const jobCard = (job) => html`<article class="stack" data-job=${job.job}>
  <div class="row spread"><h3 class="versus" title=${job.job}>${job.name}</h3><span class=${`tag state-${job.state}`}>${t(`grid-${job.state}`)}</span></div>
  <label class="small muted row">${t('grid-done-n', { n: number(job.done), of: number(job.units) })}<progress class="grow" max=${Math.max(1, job.units)} value=${job.done}></progress></label>
  ${isOpen(job) ? html`<p class="small figures">${t('grid-pace', { taken: number(job.taken), waiting: number(job.waiting), rate: number(job.units_per_second, 2), left: duration(job.seconds_left) })}</p>` : nothing}
  ${job.failed > 0 ? html`<details @toggle=${(/** @type {Event} */ event) => { if (/** @type {HTMLDetailsElement} */ (event.target).open) void readLetters(job.job); }}>
    <summary>${t('grid-dead-n', { n: number(job.failed) })}</summary>
    ${(state.grid.letters[job.job] ?? []).map((letter) => html`<p class="small versus">${t('grid-dead', { number: letter.number, n: letter.deliveries, worker: letter.worker, error: letter.error })}</p>`)}
  </details>` : nothing}
</article>`;

/** @param {GridJob} job */
const isOpen = ({ state }) => state === 'submitting' || state === 'running';

/** @param {GridWorker[]} workers */
const workers = (workers) => workers.length === 0 ? html`<p class="muted">${t('grid-no-workers')}</p>` : html`
  <div class="table-wrap" tabindex="0" role="region" aria-label=${t('grid-workers')}><table>
    <thead><tr><th scope="col">${t('grid-worker')}</th><th scope="col">${t('grid-busy')}</th><th scope="col">${t('grid-units')}</th><th scope="col">${t('grid-rate')}</th><th scope="col">${t('grid-seen')}</th></tr></thead>
    <tbody>${workers.map((worker) => html`<tr><th scope="row" title=${`othellier ${worker.version}`}>${worker.worker}</th>
      <td class="figures">${worker.busy}/${worker.threads}</td><td class="figures">${number(worker.done)}</td>
      <td class="figures">${number(Object.values(worker.units_per_second).reduce((sum, rate) => sum + rate, 0), 2)}</td>
      <td class="figures">${t('grid-ago', { n: worker.seen_seconds })}</td></tr>`)}</tbody></table></div>`;

/** Hours, minutes and seconds; a dash if the time is not known. @param {number | null} seconds */
function duration(seconds) {
  if (seconds === null) return '–';
  const whole = Math.round(seconds);
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
