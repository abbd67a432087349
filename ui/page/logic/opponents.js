// The opponents of the entrance: eight characters, each a player of the catalogue with a measured strength.

import { state } from '../store.js';
import { formOf } from './spec.js';

/** @typedef {'pip' | 'gus' | 'mina' | 'otto' | 'vera' | 'bruno' | 'nadia' | 'octavia'} OpponentId */
/** @typedef {{id: OpponentId, name: string, spec: string, elo?: number}} Opponent */

/** Weakest first. The levels of the champion have their Elo in the catalogue; that of `level-3` is the sum of two
 * matches in docs/results/0002-levels.md. All count from random moves. @type {Opponent[]} */
export const OPPONENTS = [
  { id: 'pip', name: 'Pip', spec: 'random', elo: 0 },
  { id: 'gus', name: 'Gus', spec: 'level-3', elo: 285 },
  { id: 'mina', name: 'Mina', spec: 'champion(level=1)' },
  { id: 'otto', name: 'Otto', spec: 'champion(level=2)' },
  { id: 'vera', name: 'Vera', spec: 'champion(level=4)' },
  { id: 'bruno', name: 'Bruno', spec: 'champion(level=6)' },
  { id: 'nadia', name: 'Nadia', spec: 'champion(level=10)' },
  { id: 'octavia', name: 'Octavia', spec: 'champion(level=16)' },
];

/** The opponent that plays as a spec says. @param {string} spec */
export function opponentOf(spec) {
  const { name, options } = formOf(spec);
  const text = Object.keys(options).length === 0 ? name : `${name}(${Object.entries(options).map(([key, value]) => `${key}=${value}`).join(', ')})`;
  return OPPONENTS.find((opponent) => opponent.spec === text);
}

/** The opponent of a game against the computer, and the colour of the person. @param {import('../wire.js').Game} game */
export function opponentIn({ players }) {
  const person = players.black.kind === 'human' ? 'black' : 'white';
  const program = players[person === 'black' ? 'white' : 'black'];
  return program.kind === 'program' && players[person].kind === 'human' ? opponentOf(program.spec) : undefined;
}

/** Elo above random moves; null before the catalogue has arrived. @param {Opponent} opponent */
export const eloOf = ({ spec, elo }) => elo ?? state.catalogue?.levels.find((level) => level.spec === spec)?.elo ?? null;

/** The next stronger opponent. @param {Opponent} opponent */
export const strongerThan = (opponent) => OPPONENTS[OPPONENTS.indexOf(opponent) + 1];
