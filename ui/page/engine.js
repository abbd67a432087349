// The engine of a static site: modules and weights, each in two steps, and the workers that run them.
// The module that only plays and the small weights come first. A module is compiled once and weights are loaded once;
// each worker gets both. Weights are a `Blob`, whose bytes are in no worker before it reads them.

import { ENGINE, fileAddress } from './place.js';
import { state, update } from './store.js';
import { partsOf } from './wasm.js';

/** @typedef {import('./wasm.js').Answer} Answer */
/** @typedef {import('./worker.js').Reply} Reply */
/** @typedef {{question: Record<string, any>, file?: Blob, answers: Answer[], each?: (answer: Answer) => void, resolve: (answers: Answer[]) => void, reject: (error: {code: string, message: string}) => void}} Pending */

/** A question that was stopped rejects with this code. */
export const STOPPED = 'stopped';

/** A question that the module that only plays has no answer to rejects with this code. */
export const NEEDS_FULL_MODULE = 'needs_full_module';

/** How long an analysis has to hear a stop between two slices before its worker is ended. */
const STOP_MS = 30;

/** Parts that can wait are loaded after the program's first answer, or this long after it could answer. */
const LATER_MS = 10_000;

/** A worker whose module has more memory than this is ended as soon as it is idle: the memory of a module never shrinks.
 * The next worker unpacks the tables of the evaluation that it needs. */
const MOST_BYTES = 48 << 20;

/** On a phone one worker thinks at a time; idle ones are ended. */
const isPhone = () => matchMedia('(pointer: coarse)').matches;

/** The smallest module with an instruction of simd128. */
const SIMD = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

/** Why the engine cannot run in this browser; empty if it can. @returns {'' | 'engine-no-worker' | 'engine-no-wasm' | 'engine-no-simd'} */
function missing() {
  if (typeof Worker !== 'function') return 'engine-no-worker';
  if (typeof WebAssembly !== 'object' || typeof DecompressionStream !== 'function') return 'engine-no-wasm';
  return WebAssembly.validate(SIMD) ? '' : 'engine-no-simd';
}

/** Loads a file and reports the share that has come. Each part is a `Blob` of its own, so that the page holds no bytes.
 * @param {string} path @param {(share: number) => void} [progress] */
async function load(path, progress) {
  const response = await fetch(fileAddress(path));
  if (!response.ok || !response.body) throw new Error(`${path}: ${response.status}`);
  const total = Number(response.headers.get('Content-Length'));
  const parts = [];
  let loaded = 0;
  for await (const part of partsOf(response.body)) {
    parts.push(new Blob([part]));
    loaded += part.length;
    if (total > 0) progress?.(Math.min(1, loaded / total));
  }
  return new Blob(parts);
}

/** A compiled module. Its file is compressed, since not every host compresses such files; some undo it. @param {'playing' | 'module'} name */
async function compile(name) {
  const found = missing();
  if (found) {
    update({ engine: { ...state.engine, trouble: found } });
    throw { code: 'no_engine', message: found };
  }
  const path = /** @type {NonNullable<typeof ENGINE>} */ (ENGINE)[name];
  const file = await load(path).catch(() => { throw { code: 'not_loaded', message: path }; });
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const packed = first === 0x1f && second === 0x8b;
  const unpacked = packed ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file;
  const bytes = await new Response(unpacked).arrayBuffer();
  const compiled = await WebAssembly.compile(bytes);
  // Frees the bytes now, where the browser can: the next collection may be far.
  /** @type {any} */ (bytes).transfer?.(0);
  return compiled;
}

/** Says that the engine did not arrive. @param {string} path @returns {never} */
function notLoaded(path) {
  update({ engine: { ...state.engine, loading: '', trouble: 'engine-not-loaded' } });
  throw { code: 'not_loaded', message: path };
}

/** The module that only plays. @type {Promise<WebAssembly.Module> | undefined} */
let playing;
let ready = false;

/** The full module. @type {Promise<WebAssembly.Module> | undefined} */
let full;
/** The compiled module as soon as it is there: from then on every worker begins with it. @type {WebAssembly.Module | null} */
let compiled = null;

/** Loads the full module, once. One that does not arrive is tried again by the next question that needs it. */
function loadModule() {
  full ??= compile('module');
  full.then((module) => { compiled = module; }, () => { full = undefined; });
  return full;
}

/** Loads the module that only plays, once. */
function loadPlaying() {
  playing ??= compile('playing').catch((error) => (error.code === 'not_loaded' ? notLoaded(error.message) : Promise.reject(error)));
  playing.then(() => { ready = true; }, () => { playing = undefined; });
  return playing;
}

/** Loads the full module, and ends the workers that only play: what they were asked has to be asked again. */
export async function useFullModule() {
  await loadModule();
  for (const other of minds) if (other.worker && other.module !== compiled) other.restart({ code: NEEDS_FULL_MODULE, message: '' });
}

/** The weights that new workers get. @type {Blob | null} */
let weights = null;

/** @type {Promise<void> | undefined} */
let small;

/** The workers that are running. @type {Set<Mind>} */
const minds = new Set();

/** @type {() => void} */
let hasAnswered = () => {};
/** Resolves with the program's first move. @type {Promise<void>} */
const answered = new Promise((resolve) => { hasAnswered = resolve; });

/** Begins to load the engine, once. The page calls it as soon as it is drawn. */
export function prepare() {
  void loadPlaying().catch(() => {});
  small ??= loadFirst();
  small.catch(() => { small = undefined; });
  return small;
}

/** Resolves when the engine needs the network no more for its first answer. */
export async function hasTime() {
  await prepare();
  await Promise.race([answered, new Promise((resolve) => { setTimeout(resolve, LATER_MS); })]);
}

/** Whether a module is there. */
export const isReady = () => ready;

/** Resolves when a player can think: those with the learned evaluation need weights. @param {string} [spec] any, if none is named */
export async function canThink(spec = 'champion') {
  const loading = weights ? Promise.resolve() : prepare();
  if (/champion|patterns|net/.test(spec)) await loading;
  else await loadPlaying();
}

/** Loads what the first answer needs; the rest follows, unless the browser asks to save data. */
async function loadFirst() {
  await loadWeights();
  const { saveData } = /** @type {{saveData?: boolean}} */ (/** @type {any} */ (navigator).connection ?? {});
  if (!saveData) void hasTime().then(() => loadModule().catch(() => {})).then(loadFull);
}

async function loadWeights() {
  const { small, full } = /** @type {NonNullable<typeof ENGINE>} */ (ENGINE);
  await loadPlaying();
  // A visit that had the full evaluation begins with it.
  const kept = typeof caches === 'object' ? await caches.match(fileAddress(full)).catch(() => undefined) : undefined;
  if (kept) {
    await install(await kept.blob(), 'full');
    return;
  }
  const show = (/** @type {number} */ share) => update({ engine: { ...state.engine, loading: 'small', share } });
  show(0);
  try {
    await install(await load(small, show), 'small');
  } catch {
    notLoaded(small);
  }
}

/** Loads the full evaluation, and changes to it between two moves. */
export async function loadFull() {
  if (state.engine.loading || state.engine.evaluation === 'full') return;
  const show = (/** @type {number} */ share) => update({ engine: { ...state.engine, loading: 'full', share } });
  show(0);
  try {
    const { full } = /** @type {NonNullable<typeof ENGINE>} */ (ENGINE);
    const file = await load(full, show);
    await install(file, 'full');
    await keepWeights(full, file);
  } catch {
    // The small one stays, and the page says so.
    update({ engine: { ...state.engine, loading: '', missed: true } });
    addEventListener('online', () => void loadFull(), { once: true });
  }
}

const KEPT = 'othellier-weights';

/** Keeps the full weights for the next visit. @param {string} path @param {Blob} file */
async function keepWeights(path, file) {
  try {
    await caches.delete(KEPT);
    await (await caches.open(KEPT)).put(fileAddress(path), new Response(file));
  } catch {
    // Without a store for files, or without room, they are loaded again.
  }
}

/** Hands weights to all workers that think. The first one checks their checksum. @param {Blob} file @param {'small' | 'full'} evaluation */
async function install(file, evaluation) {
  const checking = mind('play');
  await checking.ask({ do: 'weights' }, { file });
  weights = file;
  for (const other of minds) if (other !== checking && other.thinks) void other.ask({ do: 'weights' }, { file }).catch(() => {});
  update({ engine: { ...state.engine, evaluation, loading: '', share: 1, missed: false, trouble: '' } });
}

/** A worker with a module, and with the weights if it thinks. */
export class Mind {
  /** @param {{thinks?: boolean, plays?: boolean}} [task] whether it needs weights; whether it may begin with the module that only plays */
  constructor({ thinks = true, plays = false } = {}) {
    this.thinks = thinks;
    this.plays = plays;
    this.next = 1;
    /** @type {Map<number, Pending>} */
    this.pending = new Map();
    /** @type {Worker | null} */
    this.worker = null;
    /** The module that the worker runs. @type {WebAssembly.Module | null} */
    this.module = null;
    minds.add(this);
  }

  /** The worker, started if there is none. */
  async running() {
    if (!compiled) await (this.plays ? loadPlaying() : loadModule());
    const module = compiled ?? await loadPlaying();
    if (this.worker) return this.worker;
    this.module = module;
    if (this.thinks && isPhone()) for (const other of minds) if (other !== this && other.thinks && other.pending.size === 0) other.restart();
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    this.worker = worker;
    worker.addEventListener('message', ({ data }) => this.receive(data));
    worker.addEventListener('error', (event) => this.restart({ code: 'internal', message: event.message }));
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    worker.postMessage({ module, seed });
    if (weights && this.thinks) worker.postMessage({ number: 0, question: { do: 'weights' }, file: weights });
    return worker;
  }

  /**
   * The answers to a question; `each` sees them as they come. An `AbortSignal` stops it.
   * @param {Record<string, any>} question
   * @param {{file?: Blob, each?: (answer: Answer) => void, signal?: AbortSignal}} [more]
   * @returns {Promise<Answer[]>}
   */
  async ask(question, { file, each, signal } = {}) {
    if (signal?.aborted) throw { code: STOPPED, message: STOPPED };
    const number = this.next++;
    return new Promise((resolve, reject) => {
      // It is pending from now on, so that its worker is not idle.
      this.pending.set(number, { question, file, answers: [], each, resolve, reject });
      signal?.addEventListener('abort', () => this.stop(number), { once: true });
      this.post(number);
    });
  }

  /** Passes a pending question to the worker. @param {number} number */
  post(number) {
    this.running().then((worker) => {
      const { question, file } = this.pending.get(number) ?? {};
      if (question) worker.postMessage({ number, question, file });
    }, (error) => {
      this.pending.get(number)?.reject(error);
      this.pending.delete(number);
    });
  }

  /** @param {Reply} reply */
  receive({ number, answer, error, end, bytes = 0 }) {
    const asked = this.pending.get(number);
    if (!asked) return;
    if (answer) {
      asked.answers.push(answer);
      asked.each?.(answer);
    } else if (error) {
      this.pending.delete(number);
      asked.reject(error);
      // After a panic the module cannot be used any more.
      if (error.code === 'internal') this.restart(error);
    } else if (end) {
      this.pending.delete(number);
      asked.resolve(asked.answers);
      if (asked.question.do === 'choose') hasAnswered();
      if (bytes > MOST_BYTES && this.thinks && this.pending.size === 0) this.restart();
    }
  }

  /** Stops a question. A worker that is searching hears no message, so it is ended. An analysis is asked first: between
   * its slices it hears a stop, and its worker keeps the transposition table. @param {number} number */
  stop(number) {
    const asked = this.pending.get(number);
    if (!asked) return;
    asked.each = undefined;
    if (asked.question.do !== 'analyse_through') return void this.replace(number);
    this.worker?.postMessage({ stop: number });
    setTimeout(() => { if (this.pending.has(number)) this.replace(number); }, STOP_MS);
  }

  /** Ends the worker because of one question; a new one is asked the others again. @param {number} number */
  replace(number) {
    const { reject } = /** @type {Pending} */ (this.pending.get(number));
    this.pending.delete(number);
    reject({ code: STOPPED, message: STOPPED });
    // Before the module is there, there is nothing to end.
    if (!this.worker) return;
    const others = [...this.pending];
    this.pending.clear();
    this.restart();
    for (const [other, asked] of others) {
      this.pending.set(other, Object.assign(asked, { answers: [] }));
      this.post(other);
    }
  }

  /** Ends the worker; the next question starts another. @param {{code: string, message: string}} [reason] of the questions that are lost */
  restart(reason = { code: STOPPED, message: STOPPED }) {
    this.worker?.terminate();
    this.worker = null;
    const lost = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of lost) reject(reason);
    this.lost?.();
  }

  /** Ends the worker for good. */
  end() {
    minds.delete(this);
    this.restart();
  }

  /** @type {(() => void) | undefined} what to do when the worker has lost its memory */
  lost;
}

/** @type {Map<string, Mind>} */
const kept = new Map();

/** The worker of a task that comes again and again: `service` answers at once, `play` thinks about moves, `study` analyses.
 * @param {'service' | 'play' | 'study'} name */
export function mind(name) {
  const found = kept.get(name) ?? new Mind({ thinks: name !== 'service', plays: name !== 'study' });
  kept.set(name, found);
  return found;
}
