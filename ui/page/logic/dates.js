// Days: the puzzle of one, its name, its length.

export const DAY = 24 * 3600 * 1000;

/** The puzzle of a day: a function of the date. @template T @param {T[]} puzzles @param {Date} [day] @returns {T} */
export function puzzleOf(puzzles, day = new Date()) {
  const number = Math.floor(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / DAY);
  return puzzles[(number * 7919) % puzzles.length];
}

/** The current date, as a key. @param {Date} [day] */
export const dateOf = (day = new Date()) => `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`;
