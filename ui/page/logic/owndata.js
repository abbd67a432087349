// Everything that this browser keeps for the user, as one file: preferences, the list of games with their keys,
// studies, results of exercises; on a static site also the games, reviews and matches themselves.

import { t } from '../i18n.js';
import { HOME, LOCAL } from '../place.js';
import { clear, exported, imported } from '../storage.js';
import { showToast } from '../store.js';
import { isTextKey, keepText, storedTexts } from '../texts.js';
import { download } from './picture.js';

const ours = () => Object.keys(localStorage).filter((key) => key.startsWith('othellier'));

/** Saves all of it as a file. */
export async function exportOwnData() {
  const texts = LOCAL ? await storedTexts() : {};
  const data = { ...texts, ...Object.fromEntries(ours().map((key) => [key, localStorage.getItem(key)])) };
  const stored = LOCAL ? { stored: await exported() } : {};
  download(new Blob([JSON.stringify({ othellier: 'data', version: 1, data, ...stored }, null, 1)], { type: 'application/json' }), 'othellier-data.json');
}

/** Deletes all of it, and begins anew. Games on a server stay there until it drops them. */
export async function deleteOwnData() {
  if (LOCAL) await clear();
  for (const key of ours()) localStorage.removeItem(key);
  sessionStorage.removeItem(LESSON);
  location.href = HOME;
}

/** Restores an exported file. @param {string} text @returns {boolean} whether it is one */
export function importOwnData(text) {
  if (!/^\s*\{\s*"othellier":\s*"data"/.test(text)) return false;
  void restore(text).catch(() => showToast(t('error-bad_game', { message: 'JSON' }), true));
  return true;
}

/** @param {string} text */
async function restore(text) {
  const { data, stored } = JSON.parse(text);
  for (const [key, value] of Object.entries(data)) {
    if (typeof value !== 'string') continue;
    if (isTextKey(key)) await keepText(key, value);
    else if (key.startsWith('othellier')) localStorage.setItem(key, value);
  }
  if (LOCAL && stored) await imported(stored);
  location.reload();
}

const LESSON = 'othellier.lesson';

/** Keeps the exercise for a reload of this tab. @param {import('../store.js').Lesson} lesson */
export function keepLesson(lesson) {
  try {
    sessionStorage.setItem(LESSON, JSON.stringify(lesson));
  } catch {
    // Without storage a reload begins anew.
  }
}

/** The exercise before the reload. @param {import('../store.js').Lesson} lesson */
export function restoreLesson(lesson) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(LESSON) ?? '{}');
    if (!kept.kind || typeof kept.kind !== 'string') return;
    Object.assign(lesson, kept, kept.state === 'wait' ? { state: 'ask' } : {});
    if (kept.kind !== 'menu' && !kept.position) lesson.kind = 'menu';
  } catch {
    // A text that cannot be read is not restored.
  }
}
