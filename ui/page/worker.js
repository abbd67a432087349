// The engine in a worker. A message is a question with a number; each answer comes back as soon as it is known, then
// the end. `analyse_through` is an analysis in slices, and `play_match` a match game by game: between them other
// questions are answered and a stop is heard. Whatever does not hear it is ended with its worker (`engine.js`).

import { start } from './wasm.js';

/** @typedef {import('./wasm.js').Answer} Answer */
/** @typedef {{number: number, question: Record<string, any>, file?: Uint8Array}} Question */
/** @typedef {{number: number, answer?: Answer, error?: {code: string, message: string}, end?: true}} Reply */

/** @type {Promise<Awaited<ReturnType<typeof start>>>} */
let desk;

/** The numbers of questions that were stopped. @type {Set<number>} */
const stopped = new Set();

/** @param {Reply} reply */
const post = (reply) => postMessage(reply);

/** Lets messages in. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 0));

/** @param {Question} asked */
async function answer({ number, question, file }) {
  const each = (/** @type {Answer} */ answer) => post({ number, answer });
  try {
    const { ask } = await desk;
    if (stopped.has(number)) return;
    if (question.do === 'analyse_through') await analyse(ask, number, question, each);
    else if (question.do === 'play_match') await playMatch(ask, number, question, each);
    else ask(question, { file, each });
  } catch (error) {
    const { code, message } = /** @type {{code?: string, message: string}} */ (error);
    post({ number, error: { code: code ?? 'internal', message } });
  } finally {
    stopped.delete(number);
    post({ number, end: true });
  }
}

/** @typedef {Awaited<ReturnType<typeof start>>['ask']} Ask */

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

/** @param {Ask} ask @param {number} number @param {object} question @param {(answer: Answer) => void} each */
async function playMatch(ask, number, question, each) {
  const [begun] = ask({ ...question, do: 'new_match' }, { each });
  for (;;) {
    const [event] = ask({ do: 'next_game', match: Number(begun.id) }, { each });
    if (event.type === 'match') return;
    await pause();
    if (stopped.has(number)) return;
  }
}

addEventListener('message', ({ data }) => {
  if (data.module) desk = start(data.module, data.seed);
  else if (data.stop) stopped.add(data.stop);
  else void answer(data);
});
