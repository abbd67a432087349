// The state of the page: one plain object, changed through `update`, drawn as a whole after each change.

/**
 * @typedef {import('./wire.js').Catalogue} Catalogue
 * @typedef {import('./wire.js').Game} Game
 * @typedef {import('./wire.js').Depth} Depth
 * @typedef {import('./logic/tree.js').Tree} Tree
 * @typedef {'play' | 'analyse' | 'learn' | 'think' | 'lab'} Room
 */

/** Where a player's form stands: a name and what was typed for its options.
 * @typedef {{name: string, options: Record<string, string>}} PlayerForm */

/**
 * What is set for the next game.
 * @typedef {object} Draft
 * @property {PlayerForm} black
 * @property {PlayerForm} white
 * @property {number} size
 * @property {string} clock
 * @property {number} pace
 */

/** @typedef {{id: string, when: number, black: string, white: string, size: number, result: string}} Remembered */

/**
 * @typedef {object} Analysis
 * @property {boolean} on
 * @property {string} text the position it is about
 * @property {Depth | null} depth
 * @property {number | null} ahead how many wait before us
 * @property {PlayerForm} player who thinks
 * @property {number} reviewLevel how deep a review looks
 * @property {boolean} busy
 */

/**
 * @typedef {object} Archive
 * @property {string} text the position it is about
 * @property {import('./wire.js').Archive | null} told
 * @property {boolean} failed
 */

/**
 * @typedef {object} Review
 * @property {string | null} game
 * @property {boolean} busy
 * @property {number} total
 * @property {Map<number, import('./wire.js').ReviewedMove>} moves
 * @property {import('./wire.js').ReviewSummary | null} summary
 * @property {string} means what judged: `champion`, `proof` or `textbook`
 */

/** A move to be bettered, and the position before it.
 * @typedef {import('./wire.js').ReviewedMove & {text: string}} Mistake */

/**
 * @typedef {object} Lesson
 * @property {'menu' | 'exercise' | 'mistakes'} kind
 * @property {number} empties
 * @property {'best' | 'win'} goal
 * @property {number} stars how hard it is to be, at least
 * @property {number | null} hard how hard this one is
 * @property {import('./wire.js').Position | null} position
 * @property {import('./wire.js').ReviewedMove | null} mistake
 * @property {Mistake[]} queue
 * @property {number} index
 * @property {string | null} tried the move that was answered
 * @property {import('./wire.js').Grade | null} grade
 * @property {'ask' | 'wait' | 'right' | 'wrong' | 'shown'} state
 * @property {number} right
 * @property {number} asked
 */

/**
 * @typedef {object} Thinking
 * @property {PlayerForm} left
 * @property {PlayerForm} right
 * @property {boolean} both
 * @property {string} text the position that the trees are about
 * @property {import('./wire.js').SearchTree | null} leftTree
 * @property {import('./wire.js').SearchTree | null} rightTree
 * @property {number} step
 * @property {boolean} running
 * @property {boolean} busy
 * @property {boolean} heat whether the evaluator's map lies on the board
 * @property {string} evaluator
 * @property {(import('./wire.js').Heatmap & {text: string}) | null} map with the position that it is about
 */

/**
 * @typedef {object} Lab
 * @property {PlayerForm} a
 * @property {PlayerForm} b
 * @property {number} size
 * @property {number} games
 * @property {number} plies
 * @property {string} time for each move, or none
 * @property {string} sprt the two hypotheses in Elo, or none
 * @property {import('./wire.js').Match | null} match
 * @property {import('./wire.js').MatchGame[]} played
 */

/**
 * @typedef {object} State
 * @property {Room} room
 * @property {'en' | 'fr'} lang
 * @property {'auto' | 'dark' | 'light'} theme
 * @property {{animate: boolean, hints: boolean, flips: boolean, coordinates: boolean, numbers: boolean}} wishes
 * @property {Catalogue | null} catalogue
 * @property {Game | null} game
 * @property {number} heard when the game was told, for the clocks
 * @property {number | null} look the ply that is looked at, where it is not the game's own
 * @property {{square: string, text: string} | null} hint
 * @property {import('./wire.js').Thought | null} thought
 * @property {Tree} tree
 * @property {number} node
 * @property {Analysis} analysis
 * @property {Archive} archive
 * @property {Review} review
 * @property {Lesson} lesson
 * @property {Thinking} thinking
 * @property {Lab} lab
 * @property {Draft} draft
 * @property {number} cursor
 * @property {number | null} hover the square that is pointed at
 * @property {string[]} preview a line to be seen on the board
 * @property {'' | 'new' | 'help' | 'share' | 'paste' | 'setup' | 'settings' | 'games' | 'resign'} dialog
 * @property {{text: string, games: import('./wire.js').ImportedGame[], refused: string[], more: number, busy: boolean}} paste
 * @property {{size: number, board: string, turn: 'X' | 'O', brush: 'X' | 'O' | '-' | 'cycle'}} setup
 * @property {{text: string, error: boolean} | null} toast
 * @property {Remembered[]} games
 */

/** What is set when nothing was chosen yet. @returns {Draft} */
export function usualDraft() {
  return {
    black: { name: 'human', options: {} },
    white: { name: 'champion', options: { level: '2' } },
    size: 8, clock: '', pace: 600,
  };
}

/** @type {State} */
export const state = {
  room: 'play',
  lang: 'en',
  theme: 'auto',
  wishes: { animate: true, hints: true, flips: true, coordinates: true, numbers: false },
  catalogue: null,
  game: null,
  heard: 0,
  look: null,
  hint: null,
  thought: null,
  tree: { game: null, size: 8, start: '', nodes: [] },
  node: 0,
  analysis: { on: true, text: '', depth: null, ahead: null, busy: false, player: { name: 'champion', options: {} }, reviewLevel: 14 },
  archive: { text: '', told: null, failed: false },
  review: { game: null, busy: false, total: 0, moves: new Map(), summary: null, means: '' },
  lesson: { kind: 'menu', empties: 8, goal: 'best', stars: 1, hard: null, position: null, mistake: null, queue: [], index: 0, tried: null, grade: null, state: 'ask', right: 0, asked: 0 },
  thinking: {
    left: { name: 'minimax', options: { depth: '2' } },
    right: { name: 'alphabeta', options: { depth: '2' } },
    both: false, text: '', leftTree: null, rightTree: null, step: 0, running: false, busy: false, heat: false, evaluator: 'mobility', map: null,
  },
  lab: {
    a: { name: 'level-3', options: {} },
    b: { name: 'level-4', options: {} },
    size: 8, games: 40, plies: 8, time: '', sprt: '', match: null, played: [],
  },
  draft: usualDraft(),
  cursor: 0,
  hover: null,
  preview: [],
  dialog: '',
  paste: { text: '', games: [], refused: [], more: 0, busy: false },
  setup: { size: 8, board: '', turn: 'X', brush: 'cycle' },
  toast: null,
  games: [],
};

/** @type {() => void} */
let draw = () => {};
let waiting = false;

/** @param {() => void} drawing what to do after a change */
export const onChange = (drawing) => void (draw = drawing);

/** Says that the state was changed, by `change` or already: it is drawn soon, once for many changes.
 * @param {Partial<State>} [change] */
export function update(change) {
  if (change) Object.assign(state, change);
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => {
    waiting = false;
    draw();
  });
}

const KEPT = /** @type {const} */ (['lang', 'theme', 'wishes', 'draft', 'games']);

/** Writes down what outlives the page. */
export function keep() {
  const kept = Object.fromEntries(KEPT.map((key) => [key, state[key]]));
  try {
    localStorage.setItem('othellier', JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing is no reason to stop playing.
  }
}

/** Reads what an earlier page wrote down, all of it or some. What it does not understand is left out.
 * @param {readonly (typeof KEPT[number])[]} [keys] */
export function recall(keys = KEPT) {
  try {
    const kept = JSON.parse(localStorage.getItem('othellier') ?? '{}');
    for (const key of keys) {
      const now = /** @type {unknown} */ (state[key]);
      if (typeof kept[key] !== typeof now || Array.isArray(kept[key]) !== Array.isArray(now)) continue;
      const value = typeof now === 'object' && !Array.isArray(now) ? { .../** @type {object} */ (now), ...kept[key] } : kept[key];
      Object.assign(state, { [key]: value });
    }
  } catch {
    // See above.
  }
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let fading;

/** A short word at the edge of the page. @param {string} text @param {boolean} [error] */
export function tell(text, error = false) {
  clearTimeout(fading);
  fading = setTimeout(() => update({ toast: null }), error ? 7000 : 3500);
  update({ toast: { text, error } });
}

/** What a screen reader says next. @param {string} text */
export function announce(text) {
  const live = document.getElementById('live');
  if (live) live.textContent = text;
}
