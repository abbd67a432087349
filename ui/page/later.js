// The parts that the entrance and a game do not need: one file, loaded after them.

import { state, update } from './store.js';

/** @typedef {typeof import('./views/sections.js')} Sections */

/** @type {Sections | null} */
let sections = null;
/** @type {Promise<Sections> | null} */
let loading = null;

/** The other sections, once they are loaded. */
export const loadedSections = () => sections;

/** Loads the other sections, and what the browser keeps for them. What fails is tried again with the next call. */
export const loadSections = () => (loading ??= load().catch((error) => {
  loading = null;
  throw error;
}));

async function load() {
  const loaded = await import('./views/sections.js');
  await loaded.restoreStudies();
  loaded.restoreLesson(state.lesson);
  sections = loaded;
  update();
  return loaded;
}
