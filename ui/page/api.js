// Talking to the server: requests that answer or fail with a code, and streams of events.

/** @typedef {import('./wire.js').Trouble} Trouble */

/** A request that the server refused, or that never reached it. */
export class Refusal extends Error {
  /** @param {Trouble} trouble */
  constructor(trouble) {
    super(trouble.message);
    this.code = trouble.code;
  }
}

const UNREACHABLE = { code: 'unreachable', message: 'the server does not answer' };
const BROKEN = { code: 'stream', message: 'the stream broke' };

/**
 * @template T
 * @param {string} path
 * @param {RequestInit} [request]
 * @returns {Promise<T>}
 */
async function ask(path, request) {
  const answer = await fetch(path, request).catch(() => {
    throw new Refusal(UNREACHABLE);
  });
  if (answer.ok) return answer.status === 204 ? /** @type {T} */ (null) : answer.json();
  throw new Refusal(await troubleOf(answer));
}

/** What the server says of a request that it refused. @param {Response} answer @returns {Promise<Trouble>} */
async function troubleOf(answer) {
  const told = await answer.json().catch(() => null);
  return told?.error ?? { code: 'internal', message: `${answer.status}` };
}

/** Why a stream was refused, which an `EventSource` does not tell: it is asked for once more and let go at once.
 * @param {string} path @returns {Promise<Trouble>} */
async function whyRefused(path) {
  const enough = new AbortController();
  const answer = await fetch(path, { signal: enough.signal }).catch(() => null);
  const trouble = !answer ? UNREACHABLE : answer.ok ? BROKEN : await troubleOf(answer);
  enough.abort();
  return trouble;
}

/** @template T @param {string} path @returns {Promise<T>} */
export const get = (path) => ask(path);

/** @template T @param {string} path @param {object} [body] @param {string} [method] @returns {Promise<T>} */
export const post = (path, body = {}, method = 'POST') =>
  ask(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

/**
 * An address with what is given of its questions.
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} questions
 */
export function address(path, questions) {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(questions)) {
    if (value !== null && value !== undefined && value !== '') search.set(key, String(value));
  }
  return `${path}?${search}`;
}

/** @typedef {Record<string, (event: any) => void>} Ears what to do on each event of a stream */

/** @param {string} path @param {Ears} hear @param {string[]} ends events after which the server closes */
function listen(path, hear, ends) {
  const source = new EventSource(path);
  for (const name of new Set([...Object.keys(hear), ...ends])) {
    source.addEventListener(name, (event) => {
      const data = /** @type {MessageEvent} */ (event).data;
      if (data === undefined) return;
      if (ends.includes(name)) source.close();
      hear[name]?.(JSON.parse(data));
    });
  }
  return source;
}

/**
 * Follows a work until it is done, fails or is closed by the function that this returns.
 * @param {string} path
 * @param {Ears} hear `failed` also hears a broken line, and why the server refused
 */
export function follow(path, hear) {
  let closed = false;
  const source = listen(path, hear, ['done', 'failed']);
  source.addEventListener('error', async () => {
    const refused = source.readyState === EventSource.CLOSED;
    source.close();
    const error = refused ? await whyRefused(path) : BROKEN;
    if (!closed) hear.failed?.({ error });
  });
  return () => {
    closed = true;
    source.close();
  };
}

/**
 * Follows something that lasts: a line that breaks is taken up again, and a page that nobody sees lets go
 * of it, since a browser gives one host few lines. Returns what ends it.
 * @param {string} path
 * @param {Ears} hear `failed` hears that it is there no more, which ends it too
 */
export function attend(path, hear) {
  /** @type {EventSource | null} */
  let source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let again;
  const close = () => {
    clearTimeout(again);
    source?.close();
    source = null;
  };
  const open = () => {
    close();
    if (document.hidden) return;
    const line = listen(path, hear, []);
    source = line;
    line.addEventListener('error', async () => {
      if (line.readyState !== EventSource.CLOSED) return;
      const error = await whyRefused(path);
      if (source !== line) return;
      if (error.code !== 'not_found') return void (again = setTimeout(open, 2000));
      end();
      hear.failed?.({ error });
    });
  };
  const end = () => {
    document.removeEventListener('visibilitychange', open);
    close();
  };
  document.addEventListener('visibilitychange', open);
  open();
  return end;
}
