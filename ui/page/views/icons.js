// Icons as single paths. They are hidden from screen readers: buttons have labels.

import { html, svg } from '../dom.js';

const PATHS = {
  play: 'M8 5.5v13l11-6.5z',
  pause: 'M8.5 5v14M15.5 5v14',
  first: 'M18 5.5 9.5 12l8.5 6.5zM6 5v14',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  last: 'M6 5.5 14.5 12 6 18.5zM18 5v14',
  undo: 'M9 14 4.5 9.5 9 5M5 9.5h9a5.5 5.5 0 0 1 0 11h-3',
  redo: 'M15 14l4.5-4.5L15 5M19 9.5h-9a5.5 5.5 0 0 0 0 11h3',
  hint: 'M9.5 18.5h5M10.5 21.5h3M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3z',
  fresh: 'M12 5v14M5 12h14',
  swap: 'M7 4 3.5 7.5 7 11M4 7.5h12M17 13l3.5 3.5L17 20M20 16.5H8',
  flag: 'M6 21V4h11l-2.5 4L17 12H6',
  restart: 'M4 12a8 8 0 1 0 2.6-5.9M4 4v4.5h4.5',
  setup: 'M4 4h16v16H4zM12 4v16M4 12h16',
  share: 'M12 15V3.5M8 7l4-3.5L16 7M5 12v7.5h14V12',
  paste: 'M9 4.5h6v3H9zM9 6H6v14.5h12V6h-3M9 12h6M9 16h4',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.6 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.2.9-1.2 1.8M12 16.8h.01',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2.2M12 19.3v2.2M2.5 12h2.2M19.3 12h2.2M5.3 5.3l1.5 1.5M17.2 17.2l1.5 1.5M5.3 18.7l1.5-1.5M17.2 6.8l1.5-1.5',
  moon: 'M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2z',
  board: 'M4 4h16v16H4zM12 4v16M4 12h16',
  chart: 'M4 4v16h16M7.5 15l3.5-5 3.5 3 4.5-7',
  cap: 'M12 5 2.5 9.5 12 14l9.5-4.5zM6.5 11.5v5c1.5 1.3 3.3 2 5.5 2s4-.7 5.5-2v-5',
  tree: 'M12 3.5v4M12 7.5 6 13M12 7.5l6 5.5M6 13v3M6 16l-3 4M6 16l3 4M18 13v7',
  flask: 'M9.5 3.5h5M10.5 3.5V10L5 19.2c-.5.9.1 1.8 1.1 1.8h11.8c1 0 1.6-.9 1.1-1.8L13.5 10V3.5M7.5 15.5h9',
  arrow: 'M5 19 18 6M9 6h9v9',
  tick: 'M5 12.5l4.5 4.5L19 7.5',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 13h8.4L17 7',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  download: 'M12 4v11.5M8 12l4 3.5L16 12M5 20h14',
  friend: 'M8.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-3.6 2.5-6 6-6s6 2.4 6 6M16.5 11.5a3 3 0 1 0-1.5-5.6M17 14.2c2.600.4 4.5 2.6 4.5 5.8',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  engine: 'M7 7h10v10H7zM10 7V4M14 7V4M10 20v-3M14 20v-3M7 10H4M7 14H4M20 10h-3M20 14h-3',
};

/** @param {keyof typeof PATHS} name */
export const icon = (name) => html`<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" fill="none"
  stroke="currentColor" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round">${svg`<path d=${PATHS[name]} />`}</svg>`;

/** @typedef {keyof typeof PATHS} Icon */

/**
 * A button with an icon, and its label for screen readers.
 * @param {Icon} picture @param {string} name @param {() => void} press
 * @param {{disabled?: boolean, pressed?: boolean, quiet?: boolean}} [manner]
 */
export const iconButton = (picture, name, press, manner = {}) =>
  manner.pressed === undefined
    ? html`<button type="button" class=${manner.quiet ? 'icon quiet' : 'icon'} title=${name} aria-label=${name} ?disabled=${manner.disabled ?? false} @click=${press}>${icon(picture)}</button>`
    : html`<button type="button" class="icon" title=${name} aria-label=${name} aria-pressed=${manner.pressed} ?disabled=${manner.disabled ?? false} @click=${press}>${icon(picture)}</button>`;

/** @param {'black' | 'white'} color @param {string} [more] */
export const coin = (color, more = '') => html`<span class=${`coin ${color} ${more}`} aria-hidden="true"></span>`;
