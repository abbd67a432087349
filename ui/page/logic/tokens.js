// Keys in local storage: the address bar has only ids that permit watching, so the right to play is kept here.

const STORED = 'othellier.seats';
/** Keys that are kept; the oldest is dropped first. */
const MOST = 300;

/** @returns {Record<string, string>} */
function tokens() {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? '{}');
  } catch {
    return {};
  }
}

/** @type {Record<string, string>} without local storage the keys live as long as the page */
const unsaved = {};

/** The key to a game, or of a member of a room. @param {string} id the id that permits watching */
export const kept = (id) => tokens()[id] ?? unsaved[id];

/** Keeps the key to a game, or of a member of a room. @param {string} id @param {string} token */
export function keepToken(id, token) {
  unsaved[id] = token;
  try {
    const others = Object.entries(tokens()).filter(([game]) => game !== id).slice(1 - MOST);
    localStorage.setItem(STORED, JSON.stringify(Object.fromEntries([...others, [id, token]])));
  } catch {
    // Local storage may be disabled.
  }
}
