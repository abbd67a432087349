// Player specs: from a form to text and back.

import { state } from '../store.js';
import { localized, number, t } from '../i18n.js';

/** @typedef {import('../store.js').PlayerForm} PlayerForm */

/** `name(key=value, …)` with the options that differ from their defaults. @param {PlayerForm} form */
export function specOf(form) {
  const entry = state.catalogue?.players.find((player) => player.name === form.name);
  const given = (entry?.options ?? [])
    .filter(({ name, default: usual }) => (form.options[name] ?? usual) !== usual && form.options[name] !== '')
    .map(({ name }) => `${name}=${form.options[name]}`);
  return given.length > 0 ? `${form.name}(${given.join(', ')})` : form.name;
}

/** Parses a spec into a form. @param {string} spec @returns {PlayerForm} */
export function formOf(spec) {
  const found = /^([\w-]+)\s*(?:\((.*)\))?$/s.exec(spec.trim());
  if (!found) return { name: 'human', options: {} };
  /** @type {Record<string, string>} */
  const options = {};
  for (const part of splitTop(found[2] ?? '')) {
    const at = part.indexOf('=');
    if (at > 0) options[part.slice(0, at).trim()] = part.slice(at + 1).trim();
  }
  return { name: found[1], options };
}

/** The players that support a board size. @param {number} size */
export const playersOn = (size) => state.catalogue?.players.filter(({ sizes }) => sizes.includes(size)) ?? [];

/** @type {PlayerForm} */
const STUDENT = { name: 'level-5', options: {} };

/** A form of one of these players: the given one, else the default, else the first.
 * @param {PlayerForm} form @param {{name: string}[]} players @param {PlayerForm} [usual] @returns {PlayerForm} */
export function playableForm(form, players, usual = STUDENT) {
  const fits = [form, usual].find(({ name }) => players.some((player) => player.name === name));
  return fits ?? (players.length > 0 ? { name: players[0].name, options: {} } : form);
}

/** Splits at commas outside of brackets. @param {string} text */
function splitTop(text) {
  const parts = [''];
  let deep = 0;
  for (const letter of text) {
    if (letter === '(') deep++;
    if (letter === ')') deep--;
    if (letter === ',' && deep === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

/** The display name of a player. @param {string} spec */
export function titleOf(spec) {
  const form = formOf(spec);
  if (form.name === 'human') return t('human');
  const level = /^level-(\d)$/.exec(form.name);
  if (level) return t('student-level', { level: level[1] });
  if (form.name !== 'champion') return spec;
  const keys = Object.keys(form.options);
  if (keys.some((key) => key !== 'level')) return spec;
  return t('champion-level', { level: form.options.level ?? '16' });
}

/** The index of the level that is nearest to a champion's form. @param {PlayerForm} form */
export function levelOf(form) {
  const levels = state.catalogue?.levels ?? [];
  const wanted = Number(form.options.level ?? 16);
  let nearest = 0;
  levels.forEach(({ level }, i) => {
    if (Math.abs(level - wanted) < Math.abs(levels[nearest].level - wanted)) nearest = i;
  });
  return nearest;
}

/** @param {import('../wire.js').Level} level */
export function describeLevel(level) {
  const name = `${localized(level.name)} · ${t('level-n', { level: level.level })}`;
  if (level.elo === null) return name;
  return `${name} · ${number(level.elo)} Elo${level.elo_error === null ? '' : ` ± ${number(level.elo_error)}`}`;
}
