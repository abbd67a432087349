// The engine of a static site: which evaluation it thinks with, what is loading, and what does not work here.

import { html, nothing } from '../dom.js';
import { percent, t } from '../i18n.js';
import { state, update } from '../store.js';
import { icon } from './icons.js';

/** The engine's evaluation and loading state, in a few words. */
export function engineLine() {
  const { evaluation, loading, share, missed } = state.engine;
  const now = evaluation === 'full' ? t('engine-full') : evaluation === 'small' ? t('engine-small') : '';
  const next = loading ? t(loading === 'small' ? 'engine-loading' : 'engine-loading-full', { share: percent(share) }) : missed ? t('engine-full-missed') : '';
  return html`<p class="muted small engine-line" data-evaluation=${evaluation} data-loading=${loading}>${[now, next].filter(Boolean).join(' ')}</p>`;
}

/** Messages that stay on the page until they are settled. */
export function engineBanners() {
  const { trouble, storage } = state.engine;
  return html`
    ${trouble ? html`<p class="banner">${t(trouble)}</p>` : nothing}
    ${storage ? html`<p class="banner">${t(storage)} <button type="button" @click=${() => update({ engine: { ...state.engine, storage: '' } })}>${t('close')}</button></p>` : nothing}
    ${state.newVersion ? html`<p class="banner">${t('new-version')}
      <button type="button" @click=${state.newVersion}>${t('new-version-now')}</button>
      <button type="button" @click=${() => update({ newVersion: null })}>${t('new-version-later')}</button></p>` : nothing}`;
}

/** The engine in the settings. */
export const engineSettings = () => html`<div><h3>${t('engine')}</h3>${engineLine()}
  <p class="muted small">${t('engine-about')}</p>
  ${state.engine.evaluation === 'small' && !state.engine.loading
    ? html`<button type="button" @click=${() => void import('../engine.js').then(({ loadFull }) => loadFull())}>${icon('download')}${t('engine-load-full')}</button>` : nothing}</div>`;
