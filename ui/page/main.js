// The entry point: restores preferences, loads the catalogue and a game, handles keys, pasting and dropping.

import { answerLocally, get } from './api.js';
import { checkConnection, onConnection, whenBack } from './connection.js';
import { addressed, fileAddress, HOME, LOCAL } from './place.js';
import { render } from './dom.js';
import { loadLanguage, showError, t } from './i18n.js';
import { isTyping, onKey, SECTIONS } from './keyboard.js';
import { loadedSections, loadSections } from './later.js';
import { createdGame, lastGame, openGame, ownColor, shownPly } from './logic/game.js';
import { forgetFailures } from './logic/positions.js';
import { openInvitation, openSeats } from './logic/seats.js';
import { onChange, restorePreferences, state, update } from './store.js';
import { onOtherTab, STUDIES } from './texts.js';
import { isDark, shell, sync } from './views/shell.js';
import { tick } from './views/ticking.js';

/** @typedef {import('./store.js').Section} Section */

const local = LOCAL ? import('./local.js') : null;
if (local) answerLocally(local);
/** The engine is loaded at once. */
const loaded = local?.then((engine) => engine.loaded());

/** When a page that nobody touches loads what is not shown yet. */
const LATER_MS = 1500;

/** Loads what is not shown yet; on a static site after the engine, with which it would share the line. @param {() => unknown} load */
const later = (load) => void setTimeout(async () => {
  await loaded;
  load();
}, LATER_MS);

const app = /** @type {HTMLElement} */ (document.getElementById('app'));

function draw() {
  setOnRoot({ lang: state.lang, 'data-theme': isDark() ? 'dark' : 'light', 'data-board': state.look.board, 'data-discs': state.look.discs });
  document.title = `${isYourTurn() ? `● ${t('title-turn')}` : t(`section-${state.section}`)} · Othellier`;
  render(shell(), app);
  sync();
  tick();
  scrollTrees();
  followMoves();
}

/** Sets the attributes of the root that differ: even the same value would restyle the whole page. @param {Record<string, string>} attributes */
function setOnRoot(attributes) {
  const root = document.documentElement;
  for (const [name, value] of Object.entries(attributes)) if (root.getAttribute(name) !== value) root.setAttribute(name, value);
}

let followed = '';

/** Scrolls the list of moves to the current one, when that has changed. */
function followMoves() {
  const current = document.querySelector('.moves [aria-current]');
  const list = current?.closest('.moves');
  const now = `${state.section} ${state.tree.game} ${current?.textContent}`;
  if (now === followed) return;
  followed = now;
  if (!list) return void document.querySelector('.moves')?.scrollTo({ top: 0 });
  const { top, height } = /** @type {Element} */ (current).getBoundingClientRect();
  list.scrollTop += top - list.getBoundingClientRect().top - (list.clientHeight - height) / 2;
}

/** Whether the person at this page is to move in the game. */
const isYourTurn = () => state.game?.state === 'waiting' && ownColor(state.game) === state.game.position.turn;

/** Scrolls to the active node of a tree. */
function scrollTrees() {
  for (const scroll of document.querySelectorAll('[data-tree]')) {
    const { activeX, activeY } = /** @type {HTMLElement} */ (scroll).dataset;
    if (state.thinking.running) scroll.scrollTo({ top: Number(activeY) - scroll.clientHeight / 2, left: Number(activeX) - scroll.clientWidth / 2 });
  }
}

/** Opens the section that the URL names. */
function enter() {
  const [, name = '', query = ''] = /^#\/(\w*)(?:\?(.*))?$/.exec(location.hash) ?? [];
  if (location.hash && !location.hash.startsWith('#/')) return;
  const section = sectionOf(name);
  if (!section) return void resume();
  const position = new URLSearchParams(query).get('position');
  const sections = loadedSections();
  sections?.stopAnalysis();
  sections?.stopSteps();
  if (section !== state.section) scrollTo(0, 0);
  update({ section, hover: null, preview: [] });
  if (section === 'analyse' || section === 'think') void study(section, position);
  if (section === 'lab' && !state.lab.match) restoreMatch();
  if (section === 'lab') void loadSections().then(({ followGrid, loadKinds }) => { followGrid(state.section === 'lab'); void loadKinds(); });
  else sections?.followGrid(false);
  if (section === 'learn') void learn(query);
  if (section === 'home') later(() => { if (state.section === 'home') void import('./views/school.js').then(({ enterSchool }) => enterSchool()); });
}

/** The section of a name. An address without one is that of a game or of the entrance; Play without a game has no section yet.
 * @param {string} name @returns {Section | null} */
function sectionOf(name) {
  const usual = location.hash ? 'home' : /[gs]/.test(addressed().kind) ? 'play' : state.room ? 'room' : 'home';
  const section = name === 'room' && state.room ? name : (SECTIONS.find((it) => it === name) ?? usual);
  if (section !== 'play' || state.game || state.seats) return section;
  return lastPlayed() ? null : 'home';
}

/** The game that was open last, else the first of the list. */
const lastPlayed = () => lastGame() ?? state.games[0]?.id;

/** Opens the last game; the entrance, if that is missing. */
async function resume() {
  const last = lastPlayed();
  if (last && (await openGame(last))) enter();
  else location.hash = '#/';
}

/** @param {Section} section @param {string | null} position */
async function study(section, position) {
  const { hasDiverged, lastChapter, openChapter, refreshThinking, startAnalysis, studyGame, studyPosition } = await loadSections();
  const game = await createdGame();
  if (state.section !== section) return;
  const { tree } = state;
  const last = position || tree.nodes.length > 0 ? undefined : lastChapter();
  if (position) await studyPosition(position);
  else if (last && !last.tree.game) openChapter(last);
  else if (game && (tree.nodes.length === 0 || hasDiverged(game))) studyGame(game, shownPly());
  if (state.tree.nodes.length === 0) await studyPosition('startpos');
  if (section === 'analyse') startAnalysis();
  else refreshThinking();
}

/** Loads the school with the first visit, and follows a link into it. @param {string} query */
async function learn(query) {
  await loadSections();
  const { collectMistakes, enterSchool, followLink } = await import('./views/school.js');
  await enterSchool();
  collectMistakes();
  if (state.section === 'learn') followLink(new URLSearchParams(query));
  update();
}

function restoreMatch() {
  try {
    const id = localStorage.getItem('othellier.match');
    if (id) void loadSections().then(({ openMatch }) => openMatch(id));
  } catch {
    // Without storage there is no match to restore.
  }
}

addEventListener('keydown', onKey);

addEventListener('paste', (event) => {
  const text = event.clipboardData?.getData('text/plain');
  if (!text || isTyping(event.target) || state.dialog) return;
  event.preventDefault();
  void loadSections().then(({ readText }) => readText(text));
});

addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) void loadSections().then(({ readFile }) => readFile(file));
});

// The engine stops while the page is hidden.
document.addEventListener('visibilitychange', () => {
  const sections = loadedSections();
  if (document.hidden) sections?.stopAnalysis();
  else if (state.section === 'analyse') sections?.startAnalysis();
});

// Another tab changed the list of games: it is reloaded, else this tab would overwrite it.
onOtherTab(async (key) => {
  if (key === STUDIES) await loadedSections()?.restoreStudies();
  restorePreferences(['games']);
  update();
});

// After a break: what the server had not answered is asked again, and the engine resumes.
onConnection((offline) => update({ offline }));
whenBack(() => {
  forgetFailures();
  if (!state.catalogue) return location.reload();
  if (state.section === 'play' && !state.game && !state.seats) enter();
  else if (state.section === 'analyse') loadedSections()?.startAnalysis();
  else if (state.section === 'think') loadedSections()?.refreshThinking();
});
addEventListener('online', () => { if (!LOCAL) void checkConnection(); });

// A part of the page that is loaded later may be gone: the server has another version, and so gets the page.
addEventListener('unhandledrejection', async ({ reason }) => {
  if (LOCAL || !/dynamically imported module|Importing a module script/.test(reason?.message ?? '')) return;
  await checkConnection();
  if (!state.offline) location.reload();
});

addEventListener('pagehide', () => {
  loadedSections()?.flush();
  loadedSections()?.keepLesson(state.lesson);
});
addEventListener('hashchange', enter);
matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => update());
setInterval(tick, 100);

/** Loads the font of the headings when the page is painted: to look for it would delay that. */
const loadFont = () => requestAnimationFrame(() => setTimeout(async () => {
  const faces = await document.fonts.load('600 1rem Libertinus').catch(() => []);
  if (faces.length > 0) setOnRoot({ 'data-font': '' });
}));

/** Begins with what is fetched while the page is drawn: before that, only its script and its style share the line. */
async function begin() {
  const catalogue = get('/api/catalogue');
  catalogue.catch(() => {});
  restorePreferences();
  if (!localStorageHasLanguage()) state.lang = navigator.language.startsWith('fr') ? 'fr' : 'en';
  try {
    await loadLanguage(state.lang);
  } catch {
    // The connection is lost: the page says so in English, and reloads when it is back.
    state.lang = 'en';
    void checkConnection();
  }
  onChange(draw);
  draw();
  loadFont();
  later(() => void loadSections());
  try {
    update({ catalogue: await catalogue });
  } catch (error) {
    showError(error);
  }
  const { kind, id } = addressed();
  if (kind === 'nowhere') {
    history.replaceState(null, '', `/${location.hash}`);
    update({ banner: 'nowhere' });
  }
  if (kind === 'r') await import('./views/room.js').then(({ enterRoom }) => enterRoom(id));
  else if ((kind === 's' && (await openSeats(id))) || (kind === 'i' && (await openInvitation(id)))) return enter();
  if (kind === 'g' && !(await openGame(id))) {
    history.replaceState(null, '', HOME);
    update({ banner: 'missing' });
  }
  const last = lastPlayed();
  if (/^#\/(analyse|think|learn)$/.test(location.hash) && !state.game && last) await openGame(last);
  enter();
}

function localStorageHasLanguage() {
  try {
    return (localStorage.getItem('othellier') ?? '').includes('"lang"');
  } catch {
    return false;
  }
}

// The joined page of the program can open without its server; that of a folder changes too often.
if (import.meta.url.includes('/a/') && 'serviceWorker' in navigator) {
  addEventListener('load', () => later(() => navigator.serviceWorker.register(fileAddress('sw.js')).then(offerUpdates, () => {})));
}

/** On a static site a new version waits until the user wants it. @param {ServiceWorkerRegistration} registration */
function offerUpdates(registration) {
  if (!LOCAL) return;
  const offer = () => { if (registration.waiting && navigator.serviceWorker.controller) update({ newVersion: () => registration.waiting?.postMessage('activate') }); };
  offer();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer));
  const had = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => { if (had) location.reload(); });
}

void begin();
