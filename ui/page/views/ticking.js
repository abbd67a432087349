// The clocks: the server sends the time left, and the page counts it down between events.

import { state } from '../store.js';

/** @param {number} ms */
export function clockText(ms) {
  const left = Math.max(0, ms);
  const seconds = Math.floor(left / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : left < 10000 ? `${rest}.${Math.floor((left % 1000) / 100)}` : rest;
}

/** Writes the time left into the clocks that are on the page. */
export function tick() {
  const clocks = state.game?.clocks;
  if (!clocks) return;
  for (const face of document.querySelectorAll('[data-clock]')) {
    const color = /** @type {HTMLElement} */ (face).dataset.clock === 'white' ? 'white' : 'black';
    const spent = clocks.running === color ? performance.now() - state.receivedAt : 0;
    face.textContent = clockText((color === 'white' ? clocks.white_ms : clocks.black_ms) - spent);
  }
}
