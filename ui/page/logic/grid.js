// The grid: the jobs on many machines, followed while the lab is open, where the server shows one.

import { get, subscribe } from '../api.js';
import { showError } from '../i18n.js';
import { state, update } from '../store.js';

/** @typedef {import('../wire.js').GridStatus} GridStatus */

/** @type {(() => void) | null} */
let unfollow = null;

/** Follows the grid, or ends it. @param {boolean} wanted */
export function followGrid(wanted) {
  const follows = wanted && Boolean(state.catalogue?.grid);
  if (follows === (unfollow !== null)) return;
  unfollow?.();
  unfollow = !follows ? null : subscribe('/api/grid/events', {
    status: (/** @type {GridStatus} */ status) => {
      update({ grid: { ...state.grid, status, away: null } });
      for (const { job, failed } of status.jobs) {
        const known = state.grid.letters[job];
        if (known && known.length !== failed) void readLetters(job);
      }
    },
    away: ({ error }) => update({ grid: { ...state.grid, away: error } }),
  });
}

/** Reads the dead letters of a job: the units that were given up. @param {string} job */
export async function readLetters(job) {
  const answer = /** @type {GridStatus | void} */ (await get(`/api/grid?job=${encodeURIComponent(job)}`).catch(showError));
  if (!answer) return;
  update({ grid: { ...state.grid, letters: { ...state.grid.letters, [job]: answer.jobs[0].dead_letters ?? [] } } });
}
