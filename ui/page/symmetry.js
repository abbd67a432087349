// A position up to symmetry: the key of a table, and its squares as they are on this board.

/** The eight symmetries of the board: where each takes a square. */
const SYMMETRIES = Array.from({ length: 8 }, (_, which) => Array.from({ length: 64 }, (_, square) => {
  let [column, row] = [square % 8, Math.floor(square / 8)];
  if (which & 1) column = 7 - column;
  if (which & 2) row = 7 - row;
  if (which & 4) [column, row] = [row, column];
  return row * 8 + column;
}));

/**
 * The least of the eight boards, with the mover's discs as `X`, and the symmetries that lead to it: more than one if
 * the position is symmetric itself.
 * @param {string} board @param {string} side
 */
export function canonical(board, side) {
  const seen = side === 'X' ? board : board.replace(/[XO]/g, (disc) => (disc === 'X' ? 'O' : 'X'));
  let least = '';
  /** @type {number[][]} */
  let ways = [];
  for (const symmetry of SYMMETRIES) {
    const discs = Array(64);
    for (let square = 0; square < 64; square++) discs[symmetry[square]] = seen[square];
    const turned = discs.join('');
    if (least === '' || turned < least) [least, ways] = [turned, []];
    if (turned === least) ways.push(symmetry);
  }
  return { board: least, ways };
}

/** The key of a position in a table: 36 bits of its canonical board. @param {string} board */
export function keyOf(board) {
  let [one, two] = [0x811c9dc5, 0x9e3779b9];
  for (let square = 0; square < 64; square++) {
    one = Math.imul(one ^ board.charCodeAt(square), 0x01000193);
    two = Math.imul(two ^ board.charCodeAt(square), 0x85ebca6b);
    two ^= two >>> 13;
  }
  return ((one >>> 0) % 2 ** 18 * 2 ** 18 + ((two >>> 0) % 2 ** 18)).toString(36).padStart(7, '0');
}
