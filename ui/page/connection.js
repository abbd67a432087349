// Whether the server answers. A lost connection is retried with growing pauses until it is back.

const FIRST_MS = 700;
const MOST_MS = 15000;

let lost = false;
let asking = false;
let pause = FIRST_MS;
/** @type {(offline: boolean) => void} */
let changed = () => {};
/** @type {Set<() => void>} */
const waiting = new Set();

/** @param {(offline: boolean) => void} listener */
export const onConnection = (listener) => void (changed = listener);

/** Calls back each time the server is there again after it was away. Returns a function that ends this.
 * @param {() => void} listener */
export function whenBack(listener) {
  waiting.add(listener);
  return () => void waiting.delete(listener);
}

/** Asks the server whether it is there, after a request or a stream has failed. */
export async function checkConnection() {
  if (asking) return;
  asking = true;
  const there = await fetch('/health', { cache: 'no-store' }).then(() => true, () => false);
  asking = false;
  if (there && !lost) return;
  if (!there) {
    setTimeout(() => void checkConnection(), pause);
    pause = Math.min(MOST_MS, pause * 1.6);
    if (!lost) changed(true);
    lost = true;
    return;
  }
  lost = false;
  pause = FIRST_MS;
  changed(false);
  for (const listener of waiting) listener();
}

/** Resolves when the server answers, after a stream broke. */
export async function reconnected() {
  do await new Promise((resolve) => setTimeout(resolve, FIRST_MS));
  while (lost || asking);
}
