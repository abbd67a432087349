// The parts that the entrance and a game do not need: one file, loaded after them.

import { state, update } from './store.js';

/** @typedef {typeof import('./views/rooms.js')} Rooms */

/** @type {Rooms | null} */
let rooms = null;
/** @type {Promise<Rooms> | null} */
let loading = null;

/** The other rooms, once they are loaded. */
export const loadedRooms = () => rooms;

/** Loads the other rooms, and what the browser keeps for them. What fails is tried again with the next call. */
export const loadRooms = () => (loading ??= load().catch((error) => {
  loading = null;
  throw error;
}));

async function load() {
  const loaded = await import('./views/rooms.js');
  await loaded.restoreStudies();
  loaded.restoreLesson(state.lesson);
  rooms = loaded;
  update();
  return loaded;
}
