// Pictures of the board: a PNG as it is shown, and an animated GIF of a line of moves.

import { gif } from '../gif.js';

/** Offers a file to the user. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const STYLES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap', 'opacity', 'transform', 'font-family', 'font-size',
  'font-weight', 'text-anchor', 'dominant-baseline', 'stop-color', 'stop-opacity', 'marker-end'];

/** Saves the board that is shown as PNG. @param {number} [side] in pixels */
export async function savePng(side = 1024) {
  const shown = document.querySelector('.stage .board-picture');
  if (!shown) return;
  const copy = /** @type {SVGElement} */ (shown.cloneNode(true));
  const originals = shown.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (value && !(name === 'transform' && value === 'none')) element.setAttribute(name, value);
    }
  });
  copy.setAttribute('width', String(side));
  copy.setAttribute('height', String(side));
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  canvas.getContext('2d')?.drawImage(image, 0, 0, side, side);
  canvas.toBlob((blob) => { if (blob) download(blob, 'othello.png'); });
}

const CELL = 40;
/** @type {[number, number, number][]} */
const PALETTE = [[29, 106, 75], [12, 58, 40], [22, 24, 26], [245, 242, 234], [255, 159, 28], [90, 90, 88]];
const [FELT, LINE, BLACK, WHITE, LAST, RIM] = [0, 1, 2, 3, 4, 5];

/** The picture of a board, drawn without a canvas: palette indices. @param {string} board @param {number} size @param {number} last the square of the last move, or −1 */
export function pixelsOf(board, size, last) {
  const side = size * CELL + 1;
  const pixels = new Uint8Array(side * side);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const column = Math.min(size - 1, Math.floor(x / CELL));
      const row = Math.min(size - 1, Math.floor(y / CELL));
      const square = row * size + column;
      const away = Math.hypot(x - column * CELL - CELL / 2, y - row * CELL - CELL / 2);
      const disc = board[square];
      let color = x % CELL === 0 || y % CELL === 0 ? LINE : FELT;
      if (disc !== '-' && away < 17) color = away > 15.8 ? RIM : disc === 'X' ? BLACK : WHITE;
      if (square === last && away < 4.5) color = LAST;
      pixels[y * side + x] = color;
    }
  }
  return pixels;
}

/** Saves positions as an animated picture. @param {{board: string, last: number}[]} frames @param {number} size */
export function saveGif(frames, size) {
  const side = size * CELL + 1;
  const made = frames.map(({ board, last }, i) => ({ pixels: pixelsOf(board, size, last), centiseconds: i === frames.length - 1 ? 400 : 90 }));
  download(new Blob([gif(side, side, PALETTE, made)], { type: 'image/gif' }), 'othello.gif');
}
