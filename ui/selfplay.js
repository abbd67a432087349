// Makes the statistics of the explorer, page/learn/selfplay.json: node ui/selfplay.js
// Every reply to every early position and to every position on the way to a named opening is tried in games between
// levels of the champion; what is counted is that reply and what the players chose themselves after it. The games are
// the same each time: the players are deterministic.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonical, keyOf } from './page/symmetry.js';
import { after, moves, nameOf, other, squareOf, START } from './rules.js';
import { program, serve } from './tests/program.js';

/** All positions of the first plies, and those on the way to named openings, are begun from. */
const EARLY_PLIES = 4;
/** Positions of the first plies are counted. */
const COUNTED_PLIES = 16;
/** A position with fewer games is left out. */
const LEAST_GAMES = 4;
/** The levels of the two players; each plays both colours. */
const PAIRS = [[2, 3], [3, 4]];

const folder = mkdtempSync(path.join(tmpdir(), 'othellier-selfplay-'));

/** @typedef {{board: string, side: string, line: string}} Node a position, and moves that lead to it */

/** @param {Node} node @param {number} at @returns {Node} */
const next = ({ board, side, line }, at) => ({ board: after(board, side, at), side: other(side), line: line + nameOf(at) });
/** @param {Node} node */
const key = ({ board, side }) => canonical(board, side).board;

async function namedOpenings() {
  const { child, address } = serve(folder);
  const { openings } = /** @type {{openings: {moves: string}[]}} */ (await (await fetch(`${await address}/api/openings`)).json());
  child.kill('SIGTERM');
  return openings.map((opening) => opening.moves.toLowerCase().match(/../g) ?? []);
}

/** The positions whose replies are tried, each once up to symmetry. */
async function origins() {
  /** @type {Map<string, Node>} */
  const found = new Map();
  const add = (/** @type {Node} */ node) => found.has(key(node)) || found.set(key(node), node);
  /** @type {Node[]} */
  let level = [{ board: START, side: 'X', line: '' }];
  for (let ply = 0; ply <= EARLY_PLIES; ply++) {
    level.forEach(add);
    level = level.flatMap((node) => moves(node.board, node.side).map((at) => next(node, at)));
  }
  for (const opening of await namedOpenings()) {
    let node = { board: START, side: 'X', line: '' };
    add(node);
    for (const move of opening) add(node = next(node, squareOf(move)));
  }
  return [...found.values()];
}

/** The lines to play: each origin with each reply, once up to symmetry. @param {Node[]} from */
function linesFrom(from) {
  return from.flatMap((node) => {
    const replies = new Map(moves(node.board, node.side).map((at) => [key(next(node, at)), node.line + nameOf(at)]));
    return [...replies.values()];
  });
}

/** By key: by square of the canonical board: games, wins and draws of the mover. @type {Map<string, Map<number, [number, number, number]>>} */
const table = new Map();
/** The canonical board of each key: two boards must not share one. @type {Map<string, string>} */
const boards = new Map();

/** Counts a game from the last move of its opening on. @param {string} game @param {string} score @param {string} line */
function count(game, score, line) {
  const [black, white] = score.split('-').map(Number);
  let node = { board: START, side: 'X', line: '' };
  for (const [ply, move] of (game.match(/../g) ?? []).slice(0, COUNTED_PLIES).entries()) {
    if (moves(node.board, node.side).length === 0) node = { ...node, side: other(node.side) };
    const at = squareOf(move);
    if (2 * ply >= line.length - 2) {
      const { board, ways } = canonical(node.board, node.side);
      const known = keyOf(board);
      if ((boards.get(known) ?? board) !== board) throw new Error(`two boards have the key ${known}`);
      boards.set(known, board);
      const replies = table.get(known) ?? new Map();
      table.set(known, replies);
      const square = Math.min(...ways.map((way) => way[at]));
      const counts = replies.get(square) ?? [0, 0, 0];
      const margin = (black - white) * (node.side === 'X' ? 1 : -1);
      counts[0] += 1;
      if (margin > 0) counts[1] += 1;
      if (margin === 0) counts[2] += 1;
      replies.set(square, counts);
    }
    node = next(node, at);
  }
}

const lines = linesFrom(await origins());
console.error(`${lines.length} lines`);
const [openings, played] = [path.join(folder, 'openings.txt'), path.join(folder, 'games.txt')];
writeFileSync(openings, `${lines.join('\n')}\n`);
for (const [a, b] of PAIRS) {
  execFileSync(program(), ['match', `champion(level=${a})`, `champion(level=${b})`, '--openings', openings, '--games', String(2 * lines.length), '--games-out', played, '--seed', '1', '--threads', process.env.THREADS ?? '2'], { stdio: ['ignore', 'ignore', 'inherit'] });
  // Each line of the file is played twice in a row.
  for (const [i, text] of readFileSync(played, 'utf8').trim().split('\n').entries()) {
    const [game, score] = text.split(' ');
    const line = lines[Math.floor(i / 2)];
    if (!game.startsWith(line)) throw new Error(`game ${i} does not begin with ${line}: ${game}`);
    count(game, score, line);
  }
}
rmSync(folder, { recursive: true, force: true });

const games = (/** @type {Map<number, [number, number, number]>} */ replies) => [...replies.values()].reduce((sum, [played]) => sum + played, 0);
const positions = [...table].filter(([, replies]) => games(replies) >= LEAST_GAMES).sort(([one], [two]) => (one < two ? -1 : 1));
const rows = positions.map(([known, replies]) =>
  `"${known}":${JSON.stringify([...replies].sort(([, one], [, two]) => two[0] - one[0]).flatMap(([square, counts]) => [square, ...counts]))}`);
const file = path.join(path.dirname(fileURLToPath(import.meta.url)), 'page', 'learn', 'selfplay.json');
writeFileSync(file, `{"games":${2 * PAIRS.length * lines.length},"levels":[${Math.min(...PAIRS.flat())},${Math.max(...PAIRS.flat())}],"positions":{\n${rows.join(',\n')}\n}}\n`);
console.error(`${positions.length} positions`);
