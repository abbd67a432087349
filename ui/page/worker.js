// The engine in a worker. A message is a question with a number; each answer comes back as soon as it is known, then
// the end. `analyse_through` is an analysis in slices: between them other questions are answered and a stop is heard.
// `play_match` is a match, game by game, and `choose` the move of a program in a stored game. Whatever does not hear a
// stop is ended with its worker (`engine.js`).

import { start } from './wasm.js';

/** @typedef {import('./wasm.js').Answer} Answer */
/** @typedef {{number: number, question: Record<string, any>, file?: Blob}} Question */
/** @typedef {Awaited<ReturnType<typeof start>>} Service */
/** @typedef {{number: number, answer?: Answer, error?: {code: string, message: string}, end?: true, bytes?: number}} Reply with the end, the memory of the module */

/** The service; while it is given weights, whatever comes after them waits. @type {Promise<Service>} */
let service;

/** The numbers of questions that were stopped. @type {Set<number>} */
const stopped = new Set();

/** @param {Reply} reply */
const post = (reply) => postMessage(reply);

/** Lets messages in. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 0));

/** @param {Question} asked @param {Promise<Service>} service */
async function answer({ number, question, file }, service) {
  const each = (/** @type {Answer} */ answer) => post({ number, answer });
  try {
    const { ask, attach } = await service;
    if (stopped.has(number)) return;
    if (file) await attach(file);
    if (question.do === 'analyse_through') await analyse(ask, number, question, each);
    else if (question.do === 'choose') choose(ask, question, each);
    else if (question.do === 'play_match') await playMatch(ask, question, each);
    else ask(question, { each });
  } catch (error) {
    const { code, message } = /** @type {{code?: string, message: string}} */ (error);
    post({ number, error: { code: code ?? 'internal', message } });
  } finally {
    stopped.delete(number);
    post({ number, end: true, bytes: (await service).memory.buffer.byteLength });
  }
}

/** @typedef {Service['ask']} Ask */

/** @param {Ask} ask @param {number} number @param {object} question @param {(answer: Answer) => void} each */
async function analyse(ask, number, question, each) {
  const [{ analysis }] = ask({ ...question, do: 'analyse' });
  for (;;) {
    const events = ask({ do: 'advance', analysis }, { each });
    if (events.at(-1)?.type === 'done') return;
    await pause();
    if (stopped.has(number)) return void ask({ do: 'forget', analysis });
  }
}

/** The last answer is the game to store. @param {Ask} ask @param {Record<string, any>} question @param {(answer: Answer) => void} each */
function choose(ask, { file, settings }, each) {
  const game = Number(ask({ do: 'restore', file, settings })[0].id);
  try {
    ask({ do: 'think', game }, { each });
    ask({ do: 'stored', game }, { each });
  } finally {
    ask({ do: 'close', game });
  }
}

/** @param {Ask} ask @param {object} question @param {(answer: Answer) => void} each */
async function playMatch(ask, question, each) {
  const [begun] = ask({ ...question, do: 'new_match' }, { each });
  for (;;) {
    const [event] = ask({ do: 'next_game', match: Number(begun.id) }, { each });
    if (event.type === 'match') return;
    await pause();
  }
}

addEventListener('message', ({ data }) => {
  if (data.module) return void (service = start(data.module, data.seed));
  if (data.stop) return void stopped.add(data.stop);
  const now = service;
  const answered = answer(data, now);
  if (data.question.do === 'weights') service = answered.then(() => now);
});
