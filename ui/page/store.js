// The state of the page: one plain object, changed through `update`; the page is rendered after each change.

/**
 * @typedef {import('./wire.js').Catalogue} Catalogue
 * @typedef {import('./wire.js').Game} Game
 * @typedef {import('./wire.js').Depth} Depth
 * @typedef {import('./logic/tree.js').Tree} Tree
 * @typedef {'home' | 'room' | 'play' | 'analyse' | 'learn' | 'think' | 'lab'} Section
 */

/** The form of a player: its name and the values of its options.
 * @typedef {{name: string, options: Record<string, string>}} PlayerForm */

/**
 * The settings of the next game.
 * @typedef {object} Draft
 * @property {PlayerForm} black
 * @property {PlayerForm} white
 * @property {number} size
 * @property {string} clock
 * @property {number} pace
 * @property {'black' | 'white' | 'lot'} side the colour of the person against an opponent of the entrance
 */

/** @typedef {{id: string, when: number, black: string, white: string, size: number, result: string, board?: string, over?: boolean}} SavedGame */

/**
 * @typedef {object} Analysis
 * @property {boolean} on
 * @property {string} text its position
 * @property {Depth | null} depth
 * @property {number | null} ahead the number of tasks before it in the queue
 * @property {PlayerForm} player the engine
 * @property {boolean} allLines whether all lines are listed
 * @property {boolean} losses whether losses are shown as a heat map
 * @property {number} reviewLevel the level of reviews
 * @property {boolean} busy
 */

/**
 * @typedef {object} Archive
 * @property {string} text its position
 * @property {import('./wire.js').Archive | null} result
 * @property {import('./wire.js').BookProbe | null} book
 * @property {Awaited<ReturnType<typeof import('./logic/selfplay.js').selfPlay>> | null} own the games of our own
 * @property {boolean} failed
 */

/**
 * @typedef {object} Review
 * @property {string | null} game
 * @property {boolean} busy
 * @property {number} total
 * @property {number} done the moves of this pass
 * @property {Map<number, import('./wire.js').ReviewedMove>} moves
 * @property {import('./wire.js').ReviewSummary | null} summary
 * @property {string} method `champion`, `proof` or `textbook`
 */

/** A mistake, and the position before it.
 * @typedef {import('./wire.js').ReviewedMove & {text: string}} Mistake */

/**
 * @typedef {object} Lesson
 * @property {'menu' | 'exercise' | 'mistakes'} kind
 * @property {number} empties
 * @property {'best' | 'win'} goal
 * @property {number} stars the least difficulty
 * @property {number | null} hard the difficulty of this one
 * @property {import('./wire.js').Position | null} position
 * @property {import('./wire.js').ReviewedMove | null} mistake
 * @property {Mistake[]} queue
 * @property {number} index
 * @property {string | null} tried the answer
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
 * @property {string} text the position of the trees
 * @property {import('./wire.js').SearchTree | null} leftTree
 * @property {import('./wire.js').SearchTree | null} rightTree
 * @property {number} step
 * @property {boolean} running
 * @property {boolean} busy
 * @property {boolean} heat whether the heat map is shown
 * @property {string} evaluator
 * @property {(import('./wire.js').Heatmap & {text: string}) | null} map with its position
 */

/**
 * @typedef {object} Lab
 * @property {PlayerForm} a
 * @property {PlayerForm} b
 * @property {number} size
 * @property {number} games
 * @property {number} plies
 * @property {string} time per move, or empty
 * @property {string} sprt the two hypotheses in Elo, or empty
 * @property {import('./wire.js').Match | null} match
 * @property {import('./wire.js').MatchGame[]} played
 */

/**
 * @typedef {object} GridState
 * @property {import('./wire.js').GridStatus | null} status the last one that was received
 * @property {import('./wire.js').ErrorBody | null} away why the server of the grid gives no answer
 * @property {Record<string, import('./wire.js').GridDeadLetter[]>} letters the dead letters that were read, by job
 */

/**
 * @typedef {object} WorkState
 * @property {import('./wire.js').WorkKind[]} kinds that can be asked for, once they are read
 * @property {string} kind the chosen one
 * @property {Record<string, string>} values the settings that were typed
 * @property {import('./wire.js').Work | null} shown
 */

/**
 * @typedef {object} EngineState
 * @property {'' | 'small' | 'full'} evaluation the one in use
 * @property {'' | 'small' | 'full'} loading
 * @property {number} share of what is loading
 * @property {boolean} missed whether the full one did not arrive
 * @property {'' | 'engine-no-worker' | 'engine-no-wasm' | 'engine-no-simd' | 'engine-not-loaded'} trouble why it cannot think
 * @property {'' | 'site-storage-none' | 'site-storage-full'} storage why games are lost when the page is closed
 */

/**
 * @typedef {object} State
 * @property {Section} section
 * @property {'en' | 'fr'} lang
 * @property {'auto' | 'dark' | 'light'} theme
 * @property {{animate: boolean, hints: boolean, flips: boolean, coordinates: boolean, numbers: boolean, keys: boolean, sound?: boolean, coach: boolean, thoughts: boolean}} preferences
 * @property {{board: typeof BOARDS[number], discs: typeof DISCS[number]}} look
 * @property {Catalogue | null} catalogue
 * @property {Game | null} game
 * @property {import('./wire.js').Seats | null} seats the seats of the game, if two people play it
 * @property {import('./wire.js').Invitation | null} invitation
 * @property {import('./wire.js').Room | null} room the room of a class or a club
 * @property {typeof import('./views/room.js').roomView | null} roomView how it is shown, which is loaded with the first room
 * @property {number} receivedAt when the game was received, for the clocks
 * @property {number | null} viewedPly the ply that is shown, if it is not the current one
 * @property {{square: string, text: string, idea: string, step: number} | null} hint of the position `text`: where to look, which idea, which move
 * @property {{text: string, square: string, position: import('./wire.js').Position} | null} pending the player's move that the server has not answered
 * @property {{square: string, words: string} | null} doubt what the coach has against a move that is not sent yet
 * @property {import('./wire.js').Thought | null} thought
 * @property {Tree} tree
 * @property {number} node
 * @property {Analysis} analysis
 * @property {Archive} archive
 * @property {Review} review
 * @property {Lesson} lesson
 * @property {import('./logic/school.js').School | null} school the school, once it is loaded
 * @property {Thinking} thinking
 * @property {Lab} lab
 * @property {GridState} grid
 * @property {WorkState} work
 * @property {Draft} draft
 * @property {number} cursor
 * @property {number | null} hover the square under the pointer
 * @property {string[]} preview a line to show on the board
 * @property {{square: string, ply: number}} branch a move that would leave the game as it was played
 * @property {'' | 'branch' | 'studies' | 'openings' | 'new' | 'help' | 'share' | 'paste' | 'setup' | 'settings' | 'games' | 'resign' | 'invite' | 'join' | 'room'} dialog
 * @property {{text: string, file: File | null, from: number, games: import('./wire.js').ImportedGame[], refused: import('./wire.js').GameFault[], more: number, busy: boolean}} paste
 * @property {{size: number, board: string, turn: 'X' | 'O', brush: 'X' | 'O' | '-' | 'cycle'}} setup
 * @property {{text: string, error: boolean} | null} toast
 * @property {import('./logic/shelf.js').Study[]} studies
 * @property {string | null} marking whether touches draw marks; the square where an arrow begins
 * @property {{list: import('./wire.js').NamedOpening[], filter: string}} openings
 * @property {string} copied the field that was copied last
 * @property {'' | 'missing' | 'nowhere'} banner what stays on the page until it is closed
 * @property {boolean} offline whether the server does not answer
 * @property {EngineState} engine the engine of a static site
 * @property {(() => void) | null} newVersion changes to a new version of a static site, if there is one
 * @property {SavedGame[]} games
 */

/** The looks of the board and of the discs. */
export const BOARDS = /** @type {const} */ (['green', 'blue', 'wood', 'slate', 'contrast', 'paper']);
export const DISCS = /** @type {const} */ (['round', 'flat', 'signs']);

/** The default settings of a game. @returns {Draft} */
export function defaultDraft() {
  return {
    black: { name: 'human', options: {} },
    white: { name: 'champion', options: { level: '2' } },
    size: 8, clock: '', pace: 600, side: 'black',
  };
}

/** @type {State} */
export const state = {
  section: 'home',
  lang: 'en',
  theme: 'auto',
  preferences: { animate: true, hints: true, flips: true, coordinates: true, numbers: false, keys: true, coach: false, thoughts: false },
  look: { board: 'green', discs: 'round' },
  catalogue: null,
  game: null,
  seats: null,
  invitation: null,
  room: null,
  roomView: null,
  receivedAt: 0,
  viewedPly: null,
  hint: null,
  pending: null,
  doubt: null,
  thought: null,
  tree: { game: null, size: 8, start: '', nodes: [] },
  node: 0,
  analysis: { on: true, allLines: false, losses: false, text: '', depth: null, ahead: null, busy: false, player: { name: 'champion', options: {} }, reviewLevel: 14 },
  archive: { text: '', result: null, book: null, own: null, failed: false },
  review: { game: null, busy: false, total: 0, done: 0, moves: new Map(), summary: null, method: '' },
  lesson: { kind: 'menu', empties: 8, goal: 'best', stars: 1, hard: null, position: null, mistake: null, queue: [], index: 0, tried: null, grade: null, state: 'ask', right: 0, asked: 0 },
  school: null,
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
  draft: defaultDraft(),
  cursor: 19,
  hover: null,
  preview: [],
  branch: { square: '', ply: 0 },
  grid: { status: null, away: null, letters: {} },
  work: { kinds: [], kind: '', values: {}, shown: null },
  dialog: '',
  paste: { text: '', file: null, from: 0, games: [], refused: [], more: 0, busy: false },
  setup: { size: 8, board: '', turn: 'X', brush: 'cycle' },
  toast: null,
  studies: [],
  marking: null,
  openings: { list: [], filter: '' },
  copied: '',
  banner: '',
  offline: false,
  engine: { evaluation: '', loading: '', share: 0, missed: false, trouble: '', storage: '' },
  newVersion: null,
  games: [],
};

/** @type {() => void} */
let draw = () => {};
let waiting = false;

/** @param {() => void} drawing called after changes */
export const onChange = (drawing) => void (draw = drawing);

/** Applies a change, if given, and schedules a render; several changes share one.
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

const PERSISTED = /** @type {const} */ (['lang', 'theme', 'look', 'preferences', 'draft', 'games']);

/** Saves preferences and the list of games in local storage. */
export function savePreferences() {
  const stored = Object.fromEntries(PERSISTED.map((key) => [key, state[key]]));
  try {
    localStorage.setItem('othellier', JSON.stringify(stored));
  } catch {
    // Local storage may be disabled: then nothing is saved.
  }
}

/** Restores what `savePreferences` saved, all keys or some. Values of another type are ignored.
 * @param {readonly (typeof PERSISTED[number])[]} [keys] */
export function restorePreferences(keys = PERSISTED) {
  try {
    const stored = JSON.parse(localStorage.getItem('othellier') ?? '{}');
    for (const key of keys) {
      const now = /** @type {unknown} */ (state[key]);
      if (typeof stored[key] !== typeof now || Array.isArray(stored[key]) !== Array.isArray(now)) continue;
      const value = typeof now === 'object' && !Array.isArray(now) ? { .../** @type {object} */ (now), ...stored[key] } : stored[key];
      Object.assign(state, { [key]: value });
    }
  } catch {
    // Local storage may be disabled.
  }
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let fading;

/** Shows a short message at the edge of the page. @param {string} text @param {boolean} [error] */
export function showToast(text, error = false) {
  clearTimeout(fading);
  fading = setTimeout(() => update({ toast: null }), error ? 7000 : 3500);
  update({ toast: { text, error } });
}

/** How long an announcement stays, so that one that follows at once does not replace it. */
const ANNOUNCED_MS = 8000;

/** Announces a text to screen readers, after those that were not read yet. @param {string} text */
export function announce(text) {
  const live = document.querySelector('dialog[open] .live') ?? document.getElementById('live');
  const said = document.createElement('p');
  said.textContent = text;
  live?.append(said);
  setTimeout(() => said.remove(), ANNOUNCED_MS);
}
