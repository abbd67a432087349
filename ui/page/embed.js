// A board for other sites, in a frame: `/embed?moves=f5d6c3&ply=2&theme=light&lang=fr`, or `?position=…`; on a static site
// the file is `embed.html`, and the engine in the browser knows the rules. It is stepped through and links to the analysis; it has no game and no key.

import { address, answerLocally, get } from './api.js';
import { board } from './board.js';
import { html, nothing, render } from './dom.js';
import { errorMessage, loadLanguage, t } from './i18n.js';
import { HOME, LOCAL } from './place.js';
import { squareName, squareOf } from './squares.js';
import { state } from './store.js';
import { coin, iconButton } from './views/icons.js';

/** @typedef {import('./wire.js').Position} Position */

if (LOCAL) answerLocally(import('./local.js'));

const asked = new URLSearchParams(location.search);
const moves = /^(?:[a-h][1-8])*$/i.test(asked.get('moves') ?? '') ? (asked.get('moves') ?? '').toLowerCase() : '';
const position = asked.get('position');
const theme = asked.get('theme') ?? (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');

/** @type {Position[]} */
let line = [];
let at = 0;

/** @param {number} ply */
function go(ply) {
  at = Math.max(0, Math.min(line.length - 1, ply));
  draw();
}

function draw() {
  const here = line[at];
  const last = at > 0 ? squareOf(moves.slice(2 * at - 2, 2 * at), here.size) : null;
  const link = `${HOME}#/analyse?position=${encodeURIComponent(moves && at > 0 ? moves.slice(0, 2 * at) : here.text)}`;
  render(html`<main class="embed">
    ${board({
      size: here.size, discs: here.board, ghost: null, legal: new Set(), last, cursor: 0, coordinates: true, hints: false, animate: true,
      chips: new Map(), badges: new Map(), heat: new Map(), numbers: new Map(), rings: new Map(), turning: new Set(), line: [], marks: [], label: t('board'),
      name: (square) => `${squareName(square, here.size)}, ${t(here.board[square] === 'X' ? 'black' : here.board[square] === 'O' ? 'white' : 'empty')}`,
      touch: () => {}, focus: () => {}, point: () => {},
    })}
    <nav aria-label=${t('go-through')}>
      ${line.length > 1 ? html`${iconButton('first', t('to-start'), () => go(0), { disabled: at === 0 })}${iconButton('back', t('back'), () => go(at - 1), { disabled: at === 0 })}` : nothing}
      <span class="counts">${coin('black')} ${here.discs.black} – ${here.discs.white} ${coin('white')}</span>
      ${line.length > 1 ? html`${iconButton('forward', t('forward'), () => go(at + 1), { disabled: at === line.length - 1 })}${iconButton('last', t('to-end'), () => go(line.length - 1), { disabled: at === line.length - 1 })}` : nothing}
      <a href=${link} target="_blank" rel="noopener">${t('section-analyse')}</a>
    </nav>
  </main>`, /** @type {HTMLElement} */ (document.getElementById('app')));
}

async function begin() {
  state.lang = (asked.get('lang') ?? navigator.language).startsWith('fr') ? 'fr' : 'en';
  document.documentElement.lang = state.lang;
  document.documentElement.dataset.theme = theme === 'light' ? 'light' : 'dark';
  const texts = position && !moves ? [position] : Array.from({ length: moves.length / 2 + 1 }, (_, ply) => moves.slice(0, 2 * ply) || 'startpos');
  try {
    await loadLanguage(state.lang);
    line = await Promise.all(texts.map((text) => /** @type {Promise<Position>} */ (get(address('/api/positions', { position: text })))));
    go(asked.has('ply') ? Number(asked.get('ply')) : line.length - 1);
  } catch (error) {
    const { code, message } = /** @type {import('./wire.js').ErrorBody} */ (error);
    const known = code === 'bad_position' ? moves || position || '' : message;
    render(html`<p role="alert">${errorMessage({ code, message: known })}</p>`, /** @type {HTMLElement} */ (document.getElementById('app')));
  }
}

addEventListener('keydown', ({ key }) => {
  if (key === 'ArrowLeft') go(at - 1);
  if (key === 'ArrowRight') go(at + 1);
});

void begin();
