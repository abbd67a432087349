// The rules for the tools that make data, on an array of 64 letters. The page asks the server.

export const STEPS = [-9, -8, -7, -1, 1, 7, 8, 9];
export const START = '---------------------------OX------XO---------------------------';
/** @param {string} side */
export const other = (side) => (side === 'X' ? 'O' : 'X');
/** @param {number} at */
export const nameOf = (at) => 'abcdefgh'[at % 8] + (Math.floor(at / 8) + 1);
/** @param {string} name */
export const squareOf = (name) => name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1);

/** @param {number} at @param {number} step */
export function onward(at, step) {
  const to = at + step;
  return to >= 0 && to < 64 && Math.abs((to % 8) - (at % 8)) <= 1 ? to : -1;
}

/** @param {string} board @param {string} side @param {number} at */
export function flips(board, side, at) {
  if (board[at] !== '-') return [];
  return STEPS.flatMap((step) => {
    const line = [];
    let to = onward(at, step);
    while (to >= 0 && board[to] === other(side)) { line.push(to); to = onward(to, step); }
    return to >= 0 && board[to] === side ? line : [];
  });
}

/** @param {string} board @param {string} side */
export const moves = (board, side) => [...board].flatMap((disc, at) => (disc === '-' && flips(board, side, at).length > 0 ? [at] : []));

/** @param {string} board @param {string} side @param {number} at */
export function after(board, side, at) {
  const discs = [...board];
  for (const flipped of [at, ...flips(board, side, at)]) discs[flipped] = side;
  return discs.join('');
}
