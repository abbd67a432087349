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
  const response = await fetch(path, options).catch(() => {
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

/** Why a stream was rejected. An `EventSource` does not report it, so the request is repeated and aborted.
 * @param {string} path @returns {Promise<ErrorBody>} */
async function streamError(path) {
  const controller = new AbortController();
  const response = await fetch(path, { signal: controller.signal }).catch(() => null);
  if (!response) void checkConnection();
  const error = !response ? UNREACHABLE : response.ok ? BROKEN : await errorOf(response);
  controller.abort();
  return error;
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
  if (local) return openLocal('stream', path, handlers);
  let closed = false;
  const source = openStream(path, handlers, ['done', 'failed']);
  source.addEventListener('error', async () => {
    const refused = source.readyState === EventSource.CLOSED;
    source.close();
    if (!refused) void checkConnection();
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
  if (local) return openLocal('follow', path, handlers);
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
      void checkConnection();
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
    forget();
    close();
  };
  const forget = whenBack(open);
  document.addEventListener('visibilitychange', open);
  open();
  return end;
}

/**
 * Subscribes to a stream with the key of a seat, which an `EventSource` cannot send. It stays open while the page is
 * hidden: it is also the sign of being there. Returns a function that ends it.
 * @param {string | undefined} token
 * @param {string} path
 * @param {Handlers} handlers `failed` is called when the resource no longer exists, which ends the subscription
 */
export function subscribeAs(token, path, handlers) {
  const controller = new AbortController();
  const { signal } = controller;
  const read = async () => {
    const response = await fetch(path, { headers: keyHeader(token), signal });
    if (!response.ok || !response.body) {
      const error = await errorOf(response);
      if (error.code === 'not_found') controller.abort();
      if (error.code === 'not_found') handlers.failed?.({ error });
      return;
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const events = (text + value).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        const body = data ? JSON.parse(data) : null;
        if (body && !signal.aborted) handlers[body.type]?.(body);
      }
    }
  };
  const follow = async () => {
    while (!signal.aborted) {
      await read().catch(() => {});
      if (signal.aborted) return;
      void checkConnection();
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
  };
  void follow();
  return () => controller.abort();
}
