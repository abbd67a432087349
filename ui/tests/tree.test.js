// The tree of an analysis: main line and variations.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMove, commonLength, isMain, lineThrough, mainLine, newTree, prune, setMainLine, transcriptTo } from '../page/logic/tree.js';
import { gif } from '../page/gif.js';
import { pixelsOf } from '../page/logic/picture.js';
import { formOf, playableForm } from '../page/logic/spec.js';
import { squareName, squareOf } from '../page/squares.js';

const moves = ['f5', 'd6', 'c3'].map((move, i) => ({ move, after: `${i} ${i % 2 ? 'X' : 'O'}` }));

test('a game is the main line, and a variation branches off', () => {
  const tree = newTree('s X', 8, null);
  const end = setMainLine(tree, moves);
  assert.equal(transcriptTo(tree, end), 'f5d6c3');
  const first = mainLine(tree)[1];
  const attempt = addMove(tree, first, 'f6', 't X');
  assert.ok(!isMain(tree, attempt));
  assert.equal(commonLength(tree, moves), 3);
  assert.equal(commonLength(tree, [...moves, { move: 'd3' }]), 3);
  assert.equal(transcriptTo(tree, attempt), 'f5f6');
  assert.equal(addMove(tree, first, 'f6', 't X'), attempt, 'a variation is not added twice');
  assert.deepEqual(lineThrough(tree, first).at(-1), end);
  assert.equal(prune(tree, attempt), first);
  assert.equal(tree.nodes[first].children.length, 1);
});

test('a game that diverged becomes the main line, and the old one a variation', () => {
  const tree = newTree('s X', 8, null);
  const old = setMainLine(tree, moves);
  setMainLine(tree, [{ move: 'f5', after: '0 O' }, { move: 'f4', after: 'u X' }]);
  assert.equal(commonLength(tree, moves), 1);
  assert.equal(transcriptTo(tree, mainLine(tree).at(-1) ?? 0), 'f5f4');
  assert.ok(!isMain(tree, old));
});

test('a spec is parsed into a form', () => {
  assert.deepEqual(formOf('alphabeta(depth=4, eval=matrix1(count=own, x=1))'), { name: 'alphabeta', options: { depth: '4', eval: 'matrix1(count=own, x=1)' } });
  assert.deepEqual(formOf('random'), { name: 'random', options: {} });
});

test('a player that does not support a board is replaced, but not forgotten', () => {
  const champion = { name: 'champion', options: { level: '2' } };
  assert.equal(playableForm(champion, [{ name: 'random' }, { name: 'champion' }]), champion);
  assert.equal(playableForm(champion, [{ name: 'random' }, { name: 'level-5' }]).name, 'level-5');
  assert.equal(playableForm(champion, [{ name: 'level-5' }, { name: 'pvs' }], formOf('pvs(depth=12)')).options.depth, '12');
  assert.equal(playableForm(champion, [{ name: 'random' }]).name, 'random');
  assert.equal(playableForm(champion, []), champion);
  assert.deepEqual(champion, { name: 'champion', options: { level: '2' } });
});

test('a GIF has its header, a loop, and as many frames as positions', () => {
  const board = `${'-'.repeat(27)}OX------XO${'-'.repeat(27)}`;
  const frame = { pixels: pixelsOf(board, 8, 27), centiseconds: 50 };
  const bytes = Buffer.from(gif(321, 321, [[0, 0, 0]], [frame, frame]));
  assert.equal(bytes.subarray(0, 6).toString(), 'GIF89a');
  assert.equal(bytes.readUInt16LE(6), 321);
  assert.equal(bytes.at(-1), 0x3b);
  // The decoder reads the drawing.
  let at = bytes.indexOf(Buffer.from([0, 4]), 61) + 2;
  const data = [];
  for (; bytes[at] > 0; at += bytes[at] + 1) data.push(...bytes.subarray(at + 1, at + 1 + bytes[at]));
  assert.deepEqual(Buffer.from(decode(data)), Buffer.from(frame.pixels));
});

/** Reads LZW codes of 4-bit pixels. @param {number[]} data */
function decode(data) {
  /** @type {number[][]} */
  let table = [];
  let [size, bit] = [5, 0];
  /** @type {number[]} */
  const out = [];
  /** @type {number[] | null} */
  let last = null;
  for (;;) {
    let code = 0;
    for (let i = 0; i < size; i++, bit++) code |= ((data[bit >> 3] >> (bit & 7)) & 1) << i;
    if (code === 17) return out;
    if (code === 16) {
      table = Array.from({ length: 18 }, (_, i) => [i]);
      size = 5;
      last = null;
      continue;
    }
    /** @type {number[]} */
    const entry = table[code] ?? [...(last ?? []), (last ?? [])[0]];
    out.push(...entry);
    if (last) table.push([...last, entry[0]]);
    if (table.length === 1 << size && size < 12) size++;
    last = entry;
  }
}

test('squares have names on every board', () => {
  for (const size of [4, 6, 8, 10]) {
    for (let square = 0; square < size * size; square++) assert.equal(squareOf(squareName(square, size), size), square);
  }
  assert.equal(squareOf('pass', 8), -1);
  assert.equal(squareOf('i1', 8), -1);
  assert.equal(squareOf('j10', 10), 99);
});
