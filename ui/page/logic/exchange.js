// Import and export: pasting, opening files, copying, links.

import { post } from '../api.js';
import { showError, t } from '../i18n.js';
import { showToast, state, update } from '../store.js';
import { showGame } from './game.js';
import { isUsualStart, studyGame } from './study.js';

/** Imports pasted or dropped text. A single game is opened, several are listed. @param {string} text */
export async function readText(text) {
  const { paste } = state;
  Object.assign(paste, { text, games: [], refused: [], more: 0, busy: true });
  update();
  try {
    /** @type {import('../wire.js').Imports} */
    const imports = await post('/api/imports', { text, size: state.draft.size });
    Object.assign(paste, { games: imports.games, refused: imports.refused.map(({ message }) => message), more: imports.more });
    if (imports.games.length > 1) update({ dialog: 'paste' });
    if (imports.games.length === 1) await openImported(0);
    if (imports.games.length === 0) showToast(t('error-bad_game', { message: paste.refused[0] ?? '' }), true);
  } catch (error) {
    showError(error);
  }
  paste.busy = false;
  update();
}

/** @param {number} index */
export async function openImported(index) {
  const { paste } = state;
  try {
    /** @type {import('../wire.js').Game} */
    const game = await post('/api/games', { text: paste.text, size: paste.games[index]?.size ?? 8, ...(index > 0 ? { index } : {}) });
    showGame(game);
    studyGame(game, game.ply);
    update({ dialog: '' });
    location.hash = '#/analyse';
  } catch (error) {
    showError(error);
  }
}

/** @param {File} file */
export async function readFile(file) {
  await readText(await file.text());
}

/** @param {string} text @param {string} [field] whose button shows that it was copied */
export async function copy(text, field = '') {
  try {
    await navigator.clipboard.writeText(text);
    showToast(t('copied'));
    update({ copied: field });
    setTimeout(() => update({ copied: '' }), 3500);
  } catch {
    showToast(t('copy-by-hand'), true);
  }
}

/** The link to a position: the moves that lead to it, if it has any from the usual start, else the board.
 * @param {string} moves @param {string} text */
export const linkToPosition = (moves, text) => {
  const start = (state.room === 'play' ? state.game?.start : state.tree.start) ?? '';
  const position = moves && isUsualStart(start) && start.length === 66 ? moves.replaceAll('--', '') : text;
  return `${location.origin}/#/analyse?position=${encodeURIComponent(position)}`;
};

/** The link of a game. @param {string} id */
export const linkOf = (id) => `${location.origin}/g/${id}`;
