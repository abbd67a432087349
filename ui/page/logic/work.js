// Long work of any kind in the lab: asked for by its settings, followed while it is done.

import { ApiError, get, post, subscribe } from '../api.js';
import { showError, t } from '../i18n.js';
import { LOCAL } from '../place.js';
import { announce, state, update } from '../store.js';

/** @typedef {import('../wire.js').Work} Work */

/** @type {() => void} */
let unsubscribe = () => {};

/** Reads the kinds of work once; a static site does none. */
export async function loadKinds() {
  const { work } = state;
  if (LOCAL || work.kinds.length > 0) return;
  const answer = /** @type {{kinds: import('../wire.js').WorkKind[]} | void} */ (await get('/api/kinds').catch(showError));
  if (!answer) return;
  Object.assign(work, { kinds: answer.kinds, kind: answer.kinds[0]?.name ?? '' });
  update();
}

/** The kind that is chosen. */
export const chosenKind = () => state.work.kinds.find(({ name }) => name === state.work.kind);

/** The given settings: a number where the text is one. */
function settings() {
  const given = (chosenKind()?.settings ?? []).map(({ name }) => [name, (state.work.values[name] ?? '').trim()]);
  return Object.fromEntries(given.filter(([, text]) => text !== '').map(([name, text]) => [name, Number.isNaN(Number(text)) ? text : Number(text)]));
}

export async function startWork() {
  const { work } = state;
  try {
    follow(await post('/api/work', { kind: work.kind, settings: settings() }));
  } catch (error) {
    showError(error);
  }
}

/** @param {Work} begun */
function follow(begun) {
  const { work } = state;
  unsubscribe();
  work.shown = begun;
  unsubscribe = subscribe(`/api/work/${begun.id}/events`, {
    work: (/** @type {Work} */ received) => { work.shown = received; update(); },
    done: () => { unsubscribe(); announce(t('said-work-done')); update(); },
    failed: ({ error }) => { work.shown = null; showError(new ApiError(error)); },
  });
  update();
}

export async function stopWork() {
  const { work } = state;
  if (!work.shown) return;
  try {
    work.shown = await post(`/api/work/${work.shown.id}/stop`);
  } catch (error) {
    showError(error);
  }
  update();
}
