// Words in English and French. A key that is missing would show itself; a test compares the two lists.

import { en } from './locales/en.js';
import { fr } from './locales/fr.js';
import { Refusal } from './api.js';
import { state, tell } from './store.js';

/** @typedef {keyof typeof en} Key */

const words = { en, fr };

/**
 * The sentence of a key, with `{name}` replaced by the values given.
 * @param {Key} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  return words[state.lang][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** @param {import('./wire.js').Words} said */
export const inWords = (said) => said[state.lang] || said.en;

/** @param {'black' | 'white'} color */
export const colorName = (color) => t(color === 'black' ? 'black' : 'white');

/** @param {'black' | 'white'} color */
export const other = (color) => (color === 'black' ? 'white' : 'black');

/** A number as this language writes it. @param {number} value @param {number} [digits] */
export const number = (value, digits = 0) =>
  value.toLocaleString(state.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A disc difference with its sign: whole where it is whole, known exactly or large, else with a decimal.
 * @param {number | null} score @param {boolean} [exact] */
export function signed(score, exact = false) {
  if (score === null) return '–';
  const digits = exact || Number.isInteger(score) || Math.abs(score) >= 9.95 ? 0 : 1;
  const rounded = Number(score.toFixed(digits));
  const text = number(Math.abs(rounded), digits);
  return rounded > 0 ? `+${text}` : rounded < 0 ? `−${text}` : text;
}

/** A place in a game, in words. @param {number} ply @param {'black' | 'white' | null} color @param {string | null} move */
export const moveWords = (ply, color, move) =>
  color && move ? t('said-at', { ply, color: colorName(color), move: move === 'pass' ? t('pass') : move }) : t('said-start');

/** What went wrong, in words. @param {import('./wire.js').Trouble} trouble */
export function troubleWords({ code, message }) {
  const key = `error-${code}`;
  return key in en ? t(/** @type {Key} */ (key), { message }) : message;
}

/** Tells people what went wrong. @param {unknown} error */
export function complain(error) {
  if (!(error instanceof Refusal)) throw error;
  tell(troubleWords(error), true);
}
