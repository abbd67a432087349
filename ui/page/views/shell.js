// The frame of the page: top bar, board, panel of the section, dialogs.

import { classes, html, nothing } from '../dom.js';
import { loadLanguage, t } from '../i18n.js';
import { savePreferences, state, update } from '../store.js';
import { loadedSections, loadSections } from '../later.js';
import { LOCAL } from '../place.js';
import { engineBanners } from './engine.js';
import { homeSection } from './home.js';
import { icon, iconButton } from './icons.js';
import { playPanel } from './play.js';
import { stage } from './stage.js';

/** @typedef {import('../store.js').Section} Section */

/** @type {{section: Section, picture: import('./icons.js').Icon}[]} */
const SECTIONS = [
  { section: 'play', picture: 'board' },
  { section: 'analyse', picture: 'chart' },
  { section: 'learn', picture: 'cap' },
  { section: 'think', picture: 'tree' },
  { section: 'lab', picture: 'flask' },
];

/** The room of a class or a club, once the user has entered it. @type {typeof SECTIONS[number]} */
const ROOM = { section: 'room', picture: 'friend' };

const PANELS = {
  room: () => state.roomView?.panel() ?? nothing,
  play: playPanel,
  analyse: () => loadedSections()?.analysePanel() ?? nothing,
  learn: () => loadedSections()?.learnPanel() ?? nothing,
  think: () => loadedSections()?.thinkPanel() ?? nothing,
};

/** Opens and closes the dialogs, and loads what the page shows now. */
export function sync() {
  const { dialog, section, seats, game } = state;
  loadedSections()?.syncDialogs();
  if (!loadedSections() && (dialog || seats || game?.outcome || !['home', 'play', 'room'].includes(section))) void loadSections();
}

export function shell() {
  const { section } = state;
  return html`
    <a class="skip" href="#main">${t('skip')}</a>
    ${bar()} ${banners()}
    <main id="main" class=${classes('floor', `section-${section}`, isMenu() && 'menu')} tabindex="-1">
      <h1 class="unseen">Othellier: ${t(`section-${section}`)}</h1>
      ${section === 'home' ? homeSection() : section === 'lab' ? loadedSections()?.labSection() ?? nothing : html`${isMenu() ? nothing : stage()}<div class="panel">${PANELS[section]()}</div>`}
    </main>
    ${loadedSections()?.dialogs() ?? nothing} ${state.dialog ? nothing : toast()}`;
}

/** Whether the learning section shows what there is to learn, without a board. */
const isMenu = () => state.section === 'learn' && state.lesson.kind === 'menu' && !state.school?.task;

/** Messages that stay until they are settled: no connection, a link that leads nowhere. */
const banners = () => html`<div class="banners" role="status">
  ${state.offline ? html`<p class="banner">${t('offline')}</p>` : nothing}
  ${LOCAL ? engineBanners() : nothing}
  ${state.banner ? html`<p class="banner">${t(state.banner === 'missing' ? 'game-missing' : 'page-missing')}
    <button type="button" @click=${() => update({ banner: '', dialog: 'games' })}>${t('my-games')}</button>
    <button type="button" @click=${() => update({ banner: '' })}>${t('close')}</button></p>` : nothing}
</div>`;

function bar() {
  const dark = isDark();
  return html`<header class="bar">
    <a class="brand" href="#/" aria-label="Othellier">${emblem}<span>Othellier</span></a>
    <nav class="sections" aria-label=${t('sections')}>
      ${[...SECTIONS, ...(state.room ? [ROOM] : [])].map(({ section, picture }) => html`<a href=${`#/${section}`} aria-current=${state.section === section ? 'page' : nothing}>
        ${icon(picture)}<span>${t(`section-${section}`)}</span></a>`)}
    </nav>
    <div class="tools">
      <button type="button" class="quiet lang" lang=${state.lang === 'en' ? 'fr' : 'en'} title=${t('other-language')} aria-label=${`${state.lang === 'en' ? 'FR' : 'EN'}, ${t('other-language')}`} @click=${switchLanguage}>${state.lang === 'en' ? 'FR' : 'EN'}</button>
      ${iconButton(dark ? 'sun' : 'moon', t(dark ? 'to-light' : 'to-dark'), () => setTheme(dark ? 'light' : 'dark'), { quiet: true })}
      ${iconButton('settings', t('settings'), () => update({ dialog: 'settings' }), { quiet: true })}
      ${iconButton('help', t('help'), () => update({ dialog: 'help' }), { quiet: true })}
    </div>
  </header>`;
}

const emblem = html`<svg viewBox="0 0 64 64" aria-hidden="true" focusable="false">
  <rect width="64" height="64" rx="14" fill="#1d6a4b" />
  <path d="M32 4v56M4 32h56" stroke="#0c3a28" stroke-width="2" />
  <circle cx="18" cy="18" r="11" fill="#f5f2ea" /><circle cx="46" cy="18" r="11" fill="#16181a" />
  <circle cx="18" cy="46" r="11" fill="#16181a" /><circle cx="46" cy="46" r="11" fill="#f5f2ea" />
</svg>`;

export async function switchLanguage() {
  const lang = state.lang === 'en' ? 'fr' : 'en';
  await loadLanguage(lang);
  update({ lang });
  savePreferences();
}

/** @param {'auto' | 'dark' | 'light'} theme */
export function setTheme(theme) {
  update({ theme });
  savePreferences();
}

export const isDark = () =>
  state.theme === 'auto' ? !matchMedia('(prefers-color-scheme: light)').matches : state.theme === 'dark';

/** The short message. A dialog shows it inside: what is outside of it is dimmed and silent. */
export const toast = () => state.toast
  ? html`<div class=${classes('toast', state.toast.error && 'error')} role=${state.toast.error ? 'alert' : 'status'}>${state.toast.text}</div>`
  : nothing;
