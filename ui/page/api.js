// Client of the API: requests, which return or throw an `ApiError`, and event streams. A server answers them; on a
// static site the engine in the browser does (`local.js`).

import { checkConnection, whenBack } from './connection.js';

/** @typedef {import('./wire.js').ErrorBody} ErrorBody */

/** A request that the server rejected, or that did not reach it. */
export class ApiError extends Error {
  /** @param {ErrorBody} error */
  constructor(error) {
    super(error.message);
    this.code = error.code;
  }
}

/** The API in the browser, on a static site. @type {Promise<typeof import('./local.js')> | null} */
let local = null;

/** From now on the engine in the browser answers. @param {Promise<typeof import('./local.js')>} engine */
export const answerLocally = (engine) => void (local = engine);

/** The headers of a member who orders in a room. @type {Record<string, string>} */
let inRoom = {};

/**
 * Charges the page's orders to a room from now on; without a key of a member, to the page itself.
 * @param {string} code @param {string | undefined} token
 */
export const orderIn = (code, token) => void (inRoom = token ? { 'X-Room': code, ...keyHeader(token) } : {});

const UNREACHABLE = { code: 'unreachable', message: 'the server does not answer' };
const BROKEN = { code: 'stream', message: 'the stream broke' };

/**
 * @template T
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<T>}
 */
async function ask(path, options) {
  if (local) return (await local).answer(path, options);
  const given = /** @type {Record<string, string>} */ (options?.headers ?? {});
  const headers = given.Authorization ? given : { ...inRoom, ...given };
  const response = await fetch(path, { ...options, headers }).catch(() => {
    void checkConnection();
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

/** @template T @param {string} path @returns {Promise<T>} */
export const get = (path) => ask(path);

/** @template T @param {string} path @param {object} [body] @param {string} [method] @returns {Promise<T>} */
export const post = (path, body = {}, method = 'POST') =>
  ask(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

/** Sends the bytes of a file. @template T @param {string} path @param {Blob} file @returns {Promise<T>} */
export const sendFile = (path, file) =>
  ask(path, { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: file });

/** The header of a key. @param {string | undefined} token @returns {Record<string, string>} */
const keyHeader = (token) => (token ? { Authorization: `Bearer ${token}` } : {});

/**
 * A request with the key of a seat. Without a method it is a POST if it has a body that is not empty, else a GET.
 * @template T @param {string} path @param {object} body @param {string} [token] @param {string} [method] @returns {Promise<T>}
 */
export function request(path, body, token, method = Object.keys(body).length > 0 ? 'POST' : 'GET') {
  const headers = { 'Content-Type': 'application/json', ...keyHeader(token) };
  return ask(path, method === 'GET' ? { headers } : { method, headers, body: JSON.stringify(body) });
}

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

/** Saves a file of the API, on a static site. @param {string} path @returns {Promise<{text: string, extension: string}>} */
export const fileOf = async (path) => (await /** @type {NonNullable<typeof local>} */ (local)).fileOf(path);

/** A stream of the engine in the browser. @param {'stream' | 'follow'} how @param {string} path @param {Handlers} handlers */
function openLocal(how, path, handlers) {
  let closed = false;
  let close = () => {};
  void local?.then((engine) => { if (!closed) close = engine[how](path, handlers); });
  return () => {
    closed = true;
    close();
  };
}

/**
 * Reads a stream to its end, by a request: an `EventSource` sends no headers and reports no error.
 * @param {string} path
 * @param {Record<string, string>} headers
 * @param {AbortSignal} signal
 * @param {Handlers} handlers
 */
async function readStream(path, headers, signal, handlers) {
  const response = await fetch(path, { headers, signal }).catch(() => { throw new ApiError(UNREACHABLE); });
  if (!response.ok || !response.body) throw new ApiError(await errorOf(response));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read().catch(() => { throw new ApiError(BROKEN); });
    if (done) return;
    const events = (text + value).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      const body = data ? JSON.parse(data) : null;
      if (body && !signal.aborted) handlers[body.type]?.(body);
    }
  }
}

/**
 * Reads a stream until it is done or fails. Returns a function that closes it.
 * @param {string} path
 * @param {Handlers} handlers `failed` also gets connection errors and rejections
 */
export function streamUntilDone(path, handlers) {
  if (local) return openLocal('stream', path, handlers);
  const controller = new AbortController();
  const { signal } = controller;
  /** @param {'done' | 'failed'} name */
  const last = (name) => (/** @type {any} */ event) => {
    controller.abort();
    handlers[name]?.(event);
  };
  const read = async () => {
    await readStream(path, inRoom, signal, { ...handlers, done: last('done'), failed: last('failed') });
    throw new ApiError(BROKEN);
  };
  read().catch((error) => {
    if (!(error instanceof ApiError)) throw error;
    if (signal.aborted) return;
    if ([BROKEN.code, UNREACHABLE.code].includes(error.code)) void checkConnection();
    handlers.failed?.({ error });
  });
  return () => controller.abort();
}

/**
 * Reads a stream without an end, again after each break, until it is aborted or the resource no longer exists.
 * @param {string} path
 * @param {() => Record<string, string>} headers
 * @param {AbortSignal} signal
 * @param {Handlers} handlers
 */
async function follow(path, headers, signal, handlers) {
  while (!signal.aborted) {
    try {
      await readStream(path, headers(), signal, handlers);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!signal.aborted && error.code === 'not_found') return handlers.failed?.({ error });
    }
    if (signal.aborted) return;
    void checkConnection();
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

/**
 * Subscribes to a stream without an end. It reconnects after an error, and disconnects while the page is hidden,
 * since browsers limit the connections per host. Returns a function that ends it.
 * @param {string} path
 * @param {Handlers} handlers `failed` is called when the resource no longer exists, which ends the subscription
 */
export function subscribe(path, handlers) {
  if (local) return openLocal('follow', path, handlers);
  let controller = new AbortController();
  const open = () => {
    controller.abort();
    if (document.hidden) return;
    controller = new AbortController();
    const failed = (/** @type {any} */ event) => {
      end();
      handlers.failed?.(event);
    };
    void follow(path, () => inRoom, controller.signal, { ...handlers, failed });
  };
  const end = () => {
    document.removeEventListener('visibilitychange', open);
    forget();
    controller.abort();
  };
  const forget = whenBack(open);
  document.addEventListener('visibilitychange', open);
  open();
  return end;
}

/**
 * Subscribes to a stream with the key of a seat. It stays open while the page is hidden: it is also the sign of being
 * there. Returns a function that ends it.
 * @param {string | undefined} token
 * @param {string} path
 * @param {Handlers} handlers `failed` is called when the resource no longer exists, which ends the subscription
 */
export function subscribeAs(token, path, handlers) {
  const controller = new AbortController();
  void follow(path, () => keyHeader(token), controller.signal, handlers);
  return () => controller.abort();
}
