// Names of squares: a1 is the first, row by row.

/** @param {number} square @param {number} size */
export const squareName = (square, size) =>
  `${'abcdefghij'[square % size]}${Math.floor(square / size) + 1}`;

/** @param {string} name @param {number} size the square, or −1 if there is none with that name */
export function squareOf(name, size) {
  const found = /^([a-j])(\d{1,2})$/.exec(name.toLowerCase());
  if (!found) return -1;
  const column = found[1].charCodeAt(0) - 97;
  const row = Number(found[2]) - 1;
  return column < size && row >= 0 && row < size ? row * size + column : -1;
}
