// Client of the API: requests, which return or throw an `ApiError`, and event streams.

/** @typedef {import('./wire.js').ErrorBody} ErrorBody */

/** A request that the server rejected, or that did not reach it. */
export class ApiError extends Error {
  /** @param {ErrorBody} error */
  constructor(error) {
    super(error.message);
    this.code = error.code;
  }
}

const UNREACHABLE = { code: 'unreachable', message: 'the server does not answer' };
const BROKEN = { code: 'stream', message: 'the stream broke' };

/**
 * @template T
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<T>}
 */
async function request(path, options) {
  const response = await fetch(path, options).catch(() => {
    throw new ApiError(UNREACHABLE);
  });
  if (response.ok) return response.status === 204 ? /** @type {T} */ (null) : response.json();
  throw new ApiError(await errorOf(response));
}

/** The error of a rejected request. @param {Response} response @returns {Promise<ErrorBody>} */
async function errorOf(response) {
  const body = await response.json().catch(() => null);
  return body?.error ?? { code: 'internal', message: `${response.status}` };
}

/** Why a stream was rejected. An `EventSource` does not report it, so the request is repeated and aborted.
 * @param {string} path @returns {Promise<ErrorBody>} */
async function streamError(path) {
  const controller = new AbortController();
  const response = await fetch(path, { signal: controller.signal }).catch(() => null);
  const error = !response ? UNREACHABLE : response.ok ? BROKEN : await errorOf(response);
  controller.abort();
  return error;
}

/** @template T @param {string} path @returns {Promise<T>} */
export const get = (path) => request(path);

/** @template T @param {string} path @param {object} [body] @param {string} [method] @returns {Promise<T>} */
export const post = (path, body = {}, method = 'POST') =>
  request(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

/**
 * A URL with the query parameters that have a value.
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

/** @typedef {Record<string, (event: any) => void>} Handlers what to do on each event of a stream */

/** @param {string} path @param {Handlers} handlers @param {string[]} ends events after which the server closes */
function openStream(path, handlers, ends) {
  const source = new EventSource(path);
  for (const name of new Set([...Object.keys(handlers), ...ends])) {
    source.addEventListener(name, (event) => {
      const data = /** @type {MessageEvent} */ (event).data;
      if (data === undefined) return;
      if (ends.includes(name)) source.close();
      handlers[name]?.(JSON.parse(data));
    });
  }
  return source;
}

/**
 * Reads a stream until it is done or fails. Returns a function that closes it.
 * @param {string} path
 * @param {Handlers} handlers `failed` also gets connection errors and rejections
 */
export function streamUntilDone(path, handlers) {
  let closed = false;
  const source = openStream(path, handlers, ['done', 'failed']);
  source.addEventListener('error', async () => {
    const refused = source.readyState === EventSource.CLOSED;
    source.close();
    const error = refused ? await streamError(path) : BROKEN;
    if (!closed) handlers.failed?.({ error });
  });
  return () => {
    closed = true;
    source.close();
  };
}

/**
 * Subscribes to a stream without an end. It reconnects after an error, and disconnects while the page is hidden,
 * since browsers limit the connections per host. Returns a function that ends it.
 * @param {string} path
 * @param {Handlers} handlers `failed` is called when the resource no longer exists, which ends the subscription
 */
export function subscribe(path, handlers) {
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
    const opened = openStream(path, handlers, []);
    source = opened;
    opened.addEventListener('error', async () => {
      if (opened.readyState !== EventSource.CLOSED) return;
      const error = await streamError(path);
      if (source !== opened) return;
      if (error.code !== 'not_found') return void (again = setTimeout(open, 2000));
      end();
      handlers.failed?.({ error });
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
