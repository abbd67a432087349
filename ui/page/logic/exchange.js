// Import and export: pasting, opening files, copying, links.

import { address, post, sendFile } from '../api.js';
import { localized, showError, t } from '../i18n.js';
import { gameAddress, HOME } from '../place.js';
import { showToast, state, update } from '../store.js';
import { showGame } from './game.js';
import { importOwnData } from './owndata.js';
import { importStudies } from './shelf.js';
import { isUsualStart, studyGame } from './study.js';

/** A refused game in words: where it is, and what is wrong. @param {import('../wire.js').GameFault} fault */
export const faultWords = ({ line, offset, text }) =>
  `${line === undefined ? t('at-offset', { n: offset ?? 0 }) : t('at-line', { n: line })}${t('colon')}${localized(text)}`;

/** Imports pasted or dropped text. A single game is opened, several are listed. @param {string} text */
export async function readText(text) {
  if (importStudies(text) || importOwnData(text)) return;
  const { paste } = state;
  Object.assign(paste, { text, file: null, from: 0, games: [], refused: [], more: 0, busy: true });
  update();
  try {
    /** @type {import('../wire.js').Imports} */
    const imports = await post('/api/imports', { text, size: state.draft.size });
    Object.assign(paste, { games: imports.games, refused: imports.refused, more: imports.more });
    if (imports.games.length > 1) update({ dialog: 'paste' });
    if (imports.games.length === 1) await openImported(0);
    if (imports.games.length === 0) showToast(t('error-bad_game', { message: paste.refused.slice(0, 1).map(faultWords).join() }), true);
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
    const game = paste.file
      ? await newGameOf(paste.games[index])
      : await post('/api/games', { text: paste.text, size: paste.games[index]?.size ?? 8, ...(index > 0 ? { index } : {}) });
    showGame(game);
    studyGame(game, game.ply);
    update({ dialog: '' });
    location.hash = '#/analyse';
  } catch (error) {
    showError(error);
  }
}

/** A game on the server with the moves of an imported one.
 * @param {import('../wire.js').ImportedGame} imported @returns {Promise<import('../wire.js').Game>} */
async function newGameOf({ start, size, moves, black, white }) {
  const names = { black: black.slice(0, 100), white: white.slice(0, 100) };
  if (isUsualStart(start)) return post('/api/games', { text: moves, size, names, paused: true });
  /** @type {import('../wire.js').Game} */
  let game = await post('/api/games', { position: start, size, names, paused: true });
  for (const move of (moves.match(/[a-j]\d+/g) ?? [])) game = await post(`/api/games/${game.id}/moves`, { move });
  return game;
}

/** Texts up to this size are sent as such. */
const TEXT_BYTES = 200_000;

/** Imports a file. Large ones and those that are not text, such as WTHOR, are sent as bytes. @param {File} file */
export async function readFile(file) {
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  const isText = head.every((byte) => byte > 8);
  if (isText && file.size < TEXT_BYTES) return readText(await file.text());
  await readGames(file, 0);
}

/** Lists the games of a file, from one on. @param {File} file @param {number} from */
export async function readGames(file, from) {
  const { paste } = state;
  Object.assign(paste, { text: '', file, from, games: [], refused: [], more: 0, busy: true });
  update();
  try {
    /** @type {import('../wire.js').Imports} */
    const { games, refused, more } = await sendFile(address('/api/imports/file', { size: state.draft.size, from: from || null }), file);
    Object.assign(paste, { games, refused, more });
    if (games.length > 1 || from > 0) update({ dialog: 'paste' });
    else if (games.length === 1) await openImported(0);
    else showToast(t('error-bad_game', { message: paste.refused.slice(0, 1).map(faultWords).join() }), true);
  } catch (error) {
    showError(error);
  }
  paste.busy = false;
  update();
}

/** The link to a position: the moves that lead to it, if it has any from the usual start, else the board.
 * @param {string} moves @param {string} text */
export const linkToPosition = (moves, text) => {
  const start = (state.section === 'play' ? state.game?.start : state.tree.start) ?? '';
  const position = moves && isUsualStart(start) && start.length === 66 ? moves.replaceAll('--', '') : text;
  return `${location.origin}${HOME}#/analyse?position=${encodeURIComponent(position)}`;
};

/** The link of a game. @param {string} id */
export const linkOf = (id) => location.origin + gameAddress(id);
