// An animated GIF (GIF89a) from frames of palette indices.

/**
 * @param {number} width @param {number} height @param {[number, number, number][]} palette at most 16 colours
 * @param {{pixels: Uint8Array, centiseconds: number}[]} frames @returns {Uint8Array<ArrayBuffer>}
 */
export function gif(width, height, palette, frames) {
  /** @type {number[]} */
  const out = [];
  const word = (/** @type {number} */ n) => out.push(n & 255, n >> 8);
  out.push(...[...'GIF89a'].map((letter) => letter.charCodeAt(0)));
  word(width);
  word(height);
  out.push(0xf3, 0, 0);
  for (let i = 0; i < 16; i++) out.push(...(palette[i] ?? [0, 0, 0]));
  // Repeated for ever.
  out.push(0x21, 0xff, 11, ...[...'NETSCAPE2.0'].map((letter) => letter.charCodeAt(0)), 3, 1, 0, 0, 0);
  for (const { pixels, centiseconds } of frames) {
    out.push(0x21, 0xf9, 4, 0);
    word(centiseconds);
    out.push(0, 0, 0x2c, 0, 0, 0, 0);
    word(width);
    word(height);
    out.push(0, 4);
    for (const block of blocks(compressed(pixels))) out.push(block.length, ...block);
    out.push(0);
  }
  out.push(0x3b);
  return new Uint8Array(out);
}

/** LZW with codes of 5 to 12 bits. @param {Uint8Array} pixels */
function compressed(pixels) {
  const clear = 16;
  /** @type {number[]} */
  const bytes = [];
  let bits = 0;
  let held = 0;
  let size = 5;
  const emit = (/** @type {number} */ code) => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8) {
      bytes.push(held & 255);
      held >>>= 8;
    }
  };
  /** Known sequences: the code of their start and the next pixel. @type {Map<number, number>} */
  let known = new Map();
  let next = clear + 2;
  emit(clear);
  let prefix = pixels[0];
  for (let i = 1; i < pixels.length; i++) {
    const key = (prefix << 4) | pixels[i];
    const found = known.get(key);
    if (found !== undefined) {
      prefix = found;
      continue;
    }
    emit(prefix);
    known.set(key, next++);
    if (next - 1 === 1 << size && size < 12) size++;
    if (next > 4095) {
      emit(clear);
      known = new Map();
      next = clear + 2;
      size = 5;
    }
    prefix = pixels[i];
  }
  emit(prefix);
  emit(clear + 1);
  if (bits > 0) bytes.push(held & 255);
  return bytes;
}

/** @param {number[]} bytes */
function* blocks(bytes) {
  for (let at = 0; at < bytes.length; at += 255) yield bytes.slice(at, at + 255);
}
