// Texts in English and French. A test checks that both languages have the same keys.

import { en } from './locales/en.js';
import { ApiError } from './api.js';
import { showToast, state } from './store.js';

/** @typedef {keyof typeof en} Key */

/** The texts of the languages that are loaded. English is part of the page; others come when they are wanted.
 * @type {Record<'en' | 'fr', Record<Key, string>>} */
const words = { en, fr: en };

/** Loads the texts of a language. @param {'en' | 'fr'} lang */
export async function loadLanguage(lang) {
  if (lang === 'fr') words.fr = (await import('./locales/fr.js')).fr;
}

/**
 * The text of a key, with each `{name}` replaced by its value.
 * @param {Key} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  return words[state.lang][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** @param {import('./wire.js').Words} said */
export const localized = (said) => said[state.lang] || said.en;

/** @param {'black' | 'white'} color */
export const colorName = (color) => t(color === 'black' ? 'black' : 'white');

/** @param {'black' | 'white'} color */
export const other = (color) => (color === 'black' ? 'white' : 'black');

/** A number in the format of the language. The first `toLocaleString` of a page would take a tenth of a second on a
 * slow phone, before the entrance is drawn. @param {number} value @param {number} [digits] */
export function number(value, digits = 0) {
  const [thousands, point] = state.lang === 'fr' ? ['\u202f', ','] : [',', '.'];
  const [whole, decimals] = value.toFixed(digits).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, thousands);
  return decimals === undefined ? grouped : grouped + point + decimals;
}

/** A share of 1 as a percentage that does not break. @param {number} share @param {number} [digits] */
export const percent = (share, digits = 0) => `${number(share * 100, digits)}\u00a0%`;

/** A move as players write it. @param {string} move */
export const moveName = (move) => (move === 'pass' ? t('pass') : move);

/** A date as the user writes it: the browser's own region, if it has the language of the page. @param {number} when */
export const dateOf = (when) =>
  new Date(when).toLocaleDateString(navigator.languages.find((tag) => tag.startsWith(state.lang)) ?? (state.lang === 'en' ? 'en-GB' : 'fr'));

/** A disc difference with its sign: without decimals if it is whole, exact or large, else with one.
 * @param {number | null} score @param {boolean} [exact] */
export function signed(score, exact = false) {
  if (score === null) return '–';
  const digits = exact || Number.isInteger(score) || Math.abs(score) >= 9.95 ? 0 : 1;
  const rounded = Number(score.toFixed(digits));
  const text = number(Math.abs(rounded), digits);
  return rounded > 0 ? `+${text}` : rounded < 0 ? `−${text}` : text;
}

/** Describes a move of a game. @param {number} ply @param {'black' | 'white' | null} color @param {string | null} move */
export const describeMove = (ply, color, move) =>
  color && move ? t('said-at', { ply, color: colorName(color), move: move === 'pass' ? t('pass') : move }) : t('said-start');

/** The message of an error. @param {import('./wire.js').ErrorBody} error */
export function errorMessage({ code, message }) {
  const key = `error-${code}`;
  return key in en ? t(/** @type {Key} */ (key), { message }) : message;
}

/** Shows an error to the user. @param {unknown} error */
export function showError(error) {
  if (!(error instanceof ApiError)) throw error;
  // The banner says it already.
  if (state.offline && ['unreachable', 'stream'].includes(error.code)) return;
  showToast(errorMessage(error), true);
}
