// Makes the data of the section Learn: node ui/lessons.js [address of a running server]
// The course and the puzzles are searched for in noisy games, with fixed seeds; what they claim is checked again by
// the tests of `crates/service`. The words of the course are here.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHAPTERS } from './lessons-words.js';
import { after, flips, moves, nameOf, onward, other, squareOf, START, STEPS } from './rules.js';

const UI = path.dirname(fileURLToPath(import.meta.url));
const SERVER = process.argv[2] ?? 'http://127.0.0.1:8088';

const CORNERS = [0, 7, 56, 63];

/** @param {string} board */
const empties = (board) => [...board].filter((disc) => disc === '-').length;

/** The neighbours of a square. @param {number} at */
const around = (at) => STEPS.map((step) => onward(at, step)).filter((to) => to >= 0);

// The claims of a step: the moves that are accepted are exactly those with the property.

/** @param {string} board @param {string} side @param {number} at */
const replies = (board, side, at) => moves(after(board, side, at), other(side));

/** Whether the opponent can take a corner after the move that was out of reach before. @param {string} board @param {string} side @param {number} at */
const givesCorner = (board, side, at) => {
  const before = moves(board, other(side)).filter((it) => CORNERS.includes(it));
  return replies(board, side, at).some((it) => CORNERS.includes(it) && !before.includes(it));
};

/** Whether the mover can take a corner next, whatever the reply. @param {string} board @param {string} side @param {number} at */
function forcesCorner(board, side, at) {
  const next = after(board, side, at);
  const answers = moves(next, other(side));
  const takes = (/** @type {string} */ it) => moves(it, side).some((to) => CORNERS.includes(to));
  return answers.length === 0 ? takes(next) : answers.every((reply) => takes(after(next, other(side), reply)));
}

/** Whether none of the flipped discs touches an empty square. @param {string} board @param {string} side @param {number} at */
function isQuiet(board, side, at) {
  const next = after(board, side, at);
  return flips(board, side, at).every((flipped) => around(flipped).every((to) => next[to] !== '-'));
}

/** Whether the move is between two discs of the opponent on an edge. @param {string} board @param {string} side @param {number} at */
function isWedge(board, side, at) {
  const [x, y] = [at % 8, Math.floor(at / 8)];
  const along = (y === 0 || y === 7) && x > 0 && x < 7 ? 1 : (x === 0 || x === 7) && y > 0 && y < 7 ? 8 : 0;
  return along > 0 && board[at - along] === other(side) && board[at + along] === other(side);
}

/** @type {Record<string, (board: string, side: string) => number[]>} */
const CLAIMS = {
  legal: moves,
  'most-flips': (board, side) => extreme(moves(board, side), (at) => flips(board, side, at).length),
  passes: (board, side) => moves(board, side).filter((at) => replies(board, side, at).length === 0 && moves(after(board, side, at), side).length > 0),
  corner: (board, side) => moves(board, side).filter((at) => CORNERS.includes(at)),
  mobility: (board, side) => extreme(moves(board, side), (at) => -replies(board, side, at).length),
  quiet: (board, side) => moves(board, side).filter((at) => isQuiet(board, side, at)),
  safe: (board, side) => moves(board, side).filter((at) => !givesCorner(board, side, at)),
  'forces-corner': (board, side) => moves(board, side).filter((at) => !CORNERS.includes(at) && forcesCorner(board, side, at)),
  stoner: (board, side) => moves(board, side).filter((at) => !CORNERS.includes(at) && givesCorner(board, side, at) && forcesCorner(board, side, at)),
  wedge: (board, side) => moves(board, side).filter((at) => isWedge(board, side, at)),
};

/** @param {number[]} squares @param {(at: number) => number} merit */
function extreme(squares, merit) {
  const most = Math.max(...squares.map(merit));
  return squares.filter((at) => merit(at) === most);
}

// Noisy games.

/** @param {number} seed */
function random(seed) {
  let now = seed >>> 0;
  return () => {
    now = (now + 0x6d2b79f5) >>> 0;
    let word = Math.imul(now ^ (now >>> 15), 1 | now);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 4294967296;
  };
}

/** Positions of noisy games with a number of empty squares within bounds. @param {number} seed @param {[number, number]} bounds */
function* positions(seed, [least, most]) {
  for (let number = 0; ; number++) {
    const dice = random(seed * 100003 + number);
    let [board, side] = [START, 'X'];
    const wild = 6 + Math.floor(dice() * 8);
    for (let ply = 0; ; ply++) {
      let legal = moves(board, side);
      if (legal.length === 0) {
        side = other(side);
        legal = moves(board, side);
        if (legal.length === 0) break;
      }
      if (empties(board) >= least && empties(board) <= most && legal.length >= 3) yield { board, side };
      const choice = ply < wild || dice() < 0.12 ? legal : extreme(legal, (at) => (CORNERS.includes(at) ? 6 : 0) - replies(board, side, at).length);
      const at = choice[Math.floor(dice() * choice.length)];
      board = after(board, side, at);
      side = other(side);
    }
  }
}

// The engine.

/** The losses of all moves by a search, in discs. @param {string} text @returns {Promise<Map<string, number>>} */
async function losses(text) {
  const response = await fetch(`${SERVER}/api/analysis?${new URLSearchParams({ position: text, level: '12', time: '3s' })}`);
  const stream = await response.text();
  const depths = [...stream.matchAll(/^event: depth\ndata: (.*)$/gm)].map(([, data]) => JSON.parse(data));
  const last = depths.at(-1) ?? [...stream.matchAll(/^data: (\{.*"lines".*\})$/gm)].map(([, data]) => JSON.parse(data)).at(-1);
  return new Map(last.lines.map((/** @type {any} */ line) => [line.move, line.loss]));
}

/** The exact scores of all moves. @param {string} text @param {string} move @returns {Promise<{move: string, score: number}[]>} */
async function scores(text, move) {
  const response = await fetch(`${SERVER}/api/exercises/grade`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ position: text, move }),
  });
  return (await response.json()).moves;
}

/** An exercise of the server. @param {Record<string, string>} query */
async function exercise(query) {
  const response = await fetch(`${SERVER}/api/exercises/new?${new URLSearchParams(query)}`);
  return response.ok ? response.json() : null;
}

// The course.

/** Positions that were used: no step or puzzle repeats one. @type {Set<string>} */
const used = new Set();

/** Finds a position in which the claim names few moves and the engine agrees. @param {any} step @param {number} seed */
async function search({ claim, empties: bounds = [20, 44], most = 1 }, seed) {
  for (const { board, side } of positions(seed, bounds)) {
    const accept = CLAIMS[claim](board, side);
    const legal = moves(board, side);
    const text = `${board} ${side}`;
    if (accept.length === 0 || accept.length > most || 2 * accept.length > legal.length || used.has(text)) continue;
    if (claim !== 'corner' && legal.some((at) => CORNERS.includes(at))) continue;
    if (claim === 'safe' && !legal.some((at) => givesCorner(board, side, at))) continue;
    if (claim === 'mobility' && Math.min(...legal.filter((at) => !accept.includes(at)).map((at) => replies(board, side, at).length)) < replies(board, side, accept[0]).length + 3) continue;
    const lost = await losses(text);
    if (!accept.every((at) => (lost.get(nameOf(at)) ?? 99) <= 1)) continue;
    if (claim !== 'quiet' && claim !== 'wedge' && claim !== 'mobility' && legal.some((at) => !accept.includes(at) && (lost.get(nameOf(at)) ?? 0) < 1)) continue;
    used.add(text);
    return { position: text, accept: accept.map(nameOf) };
  }
  throw new Error('unreachable');
}

/** An endgame of which one move is best. @param {any} step @param {number} seed */
async function solved({ empties: [count], region }, seed) {
  for (let attempt = 0; ; attempt++) {
    const found = await exercise({ empties: String(count), goal: 'best', seed: String(seed * 1000 + attempt) });
    if (!found || used.has(found.position.text)) continue;
    const { text, moves: legal } = found.position;
    const all = await scores(text, legal[0].move);
    const most = Math.max(...all.map(({ score }) => score));
    const accept = all.filter(({ score }) => score === most).map(({ move }) => move);
    const next = Math.max(...all.filter(({ move }) => !accept.includes(move)).map(({ score }) => score));
    if (accept.length !== 1 || next > most - 4) continue;
    if (region && (regionOf(text, squareOf(accept[0])) % 2 === 0 || !hasEvenRegion(text))) continue;
    used.add(text);
    return { position: text, accept };
  }
}

/** The number of squares in the region of an empty one. @param {string} text @param {number} at */
function regionOf(text, at) {
  const seen = new Set([at]);
  for (const square of seen) for (const to of around(square)) if (text[to] === '-') seen.add(to);
  return seen.size;
}

/** @param {string} text */
const hasEvenRegion = (text) => [...text.slice(0, 64)].some((disc, at) => disc === '-' && regionOf(text, at) % 2 === 0);

async function course() {
  const chapters = [];
  let seed = 1;
  for (const { id, title, about, steps } of CHAPTERS) {
    const done = [];
    for (const step of steps) {
      seed++;
      const { claim, words, why } = step;
      if (step.moves !== undefined) done.push({ claim, moves: step.moves, accept: step.accept, words, why });
      else if (step.position) done.push({ claim, position: step.position, accept: CLAIMS[claim](step.position.slice(0, 64), step.position[65]).map(nameOf), words, why });
      else if (claim === 'best') done.push({ claim, ...(await solved(step, seed)), words, why });
      else done.push({ claim, ...(await search(step, seed)), words, why });
      console.error(id, done.length, done.at(-1)?.position ?? done.at(-1)?.moves, done.at(-1)?.accept);
    }
    chapters.push({ id, title, about, steps: done });
  }
  return chapters;
}

// Puzzles: endgames, corners and best moves, each with the scores or the moves that solve it.

const EACH = 40;

async function puzzles() {
  const made = [];
  for (const [kind, least, most] of /** @type {const} */ ([['endgame', 5, 9], ['best', 11, 13]])) {
    for (let number = 0, seed = 70000 + least; number < EACH; seed++) {
      const count = least + (number % (most - least + 1));
      const found = await exercise({ empties: String(count), goal: 'best', stars: String(1 + (number % 4)), seed: String(seed) });
      if (!found || used.has(found.position.text)) continue;
      const { text, moves: legal } = found.position;
      const all = await scores(text, legal[0].move);
      const [first, second] = all.map(({ score }) => score).sort((a, b) => b - a);
      if (second === undefined || first - second < 2) continue;
      used.add(text);
      const best = all.filter(({ score }) => score === first).map(({ move }) => move);
      made.push({ kind, position: text, accept: best, stars: found.stars, scores: Object.fromEntries(all.map(({ move, score }) => [move, score])), themes: themesOf(text, best[0], all) });
      number++;
      console.error(kind, number);
    }
  }
  let number = 0;
  for (const { board, side } of positions(777, [16, 40])) {
    if (number === EACH) break;
    const text = `${board} ${side}`;
    const legal = moves(board, side);
    const accept = CLAIMS['forces-corner'](board, side);
    if (accept.length !== 1 || legal.some((at) => CORNERS.includes(at)) || used.has(text)) continue;
    const lost = await losses(text);
    if ((lost.get(nameOf(accept[0])) ?? 99) > 1) continue;
    used.add(text);
    number++;
    const gives = givesCorner(board, side, accept[0]);
    made.push({ kind: 'corner', position: text, accept: accept.map(nameOf), stars: Math.min(5, 1 + Math.floor(legal.length / 4) + (gives ? 1 : 0)), themes: gives ? ['sacrifice'] : [] });
    console.error('corner', number);
  }
  return made;
}

/** @param {string} text @param {string} best @param {{move: string, score: number}[]} all */
function themesOf(text, best, all) {
  const [board, side] = text.split(' ');
  const at = squareOf(best);
  const themes = [];
  if (CORNERS.includes(at)) themes.push('corner');
  if ([9, 14, 49, 54].includes(at)) themes.push('x-square');
  if (regionOf(text, at) % 2 === 1 && hasEvenRegion(text)) themes.push('parity');
  if (replies(board, side, at).length === 0) themes.push('pass');
  if (all.some(({ move }) => CORNERS.includes(squareOf(move))) && !CORNERS.includes(at)) themes.push('no-corner');
  return themes;
}

/** @param {string} name @param {object[]} entries one to a line */
const save = (name, entries) => writeFileSync(path.join(UI, 'page', 'learn', name), `[\n${entries.map((it) => JSON.stringify(it)).join(',\n')}\n]\n`);

save('course.json', await course());
save('puzzles.json', await puzzles());
