// Types of the server's JSON, as documented in docs/api.md. There is no code here.

/** @typedef {'black' | 'white'} Color */
/** @typedef {'exact' | 'selective' | 'estimate' | 'none'} Trust */
/** @typedef {'forced' | 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder'} Mark */
/** @typedef {{en: string, fr: string}} Words */
/** @typedef {{code: string, message: string}} ErrorBody */
/** @typedef {{name: Words, ply: number}} Opening */

/**
 * @typedef {object} Option
 * @property {string} name
 * @property {Words} about
 * @property {'number' | 'real' | 'choice' | 'evaluator' | 'duration' | 'bytes'} kind
 * @property {string} default
 * @property {number} [min]
 * @property {number} [max]
 * @property {string[]} [choices]
 */
/** @typedef {{name: string, about: Words, stands_for?: string, kind: 'human' | 'program', sizes: number[], has_tree: boolean, options: Option[]}} PlayerEntry */
/** @typedef {{name: string, about: Words, sizes: number[], options: Option[]}} EvaluatorEntry */
/** @typedef {{level: number, spec: string, name: Words, elo: number | null, elo_error: number | null}} Level */
/** @typedef {{name: string, extension: string, about: Words, reads: boolean, writes: boolean}} Format */
/**
 * @typedef {object} Catalogue
 * @property {string} version
 * @property {number[]} sizes
 * @property {PlayerEntry[]} players
 * @property {EvaluatorEntry[]} evaluators
 * @property {Level[]} levels
 * @property {Format[]} formats
 * @property {boolean} [grid] whether the server shows a grid
 * @property {{analysis_ms: number, tree_depth: number, exercise_empties: [number, number], match_games: number, review_level: number}} limits
 */

/** @typedef {{move: string, flips: string[], after: string}} LegalMove */
/**
 * @typedef {object} Position
 * @property {number} size
 * @property {string} board
 * @property {Color} turn
 * @property {string} text
 * @property {{black: number, white: number}} discs
 * @property {number} empties
 * @property {'to_move' | 'must_pass' | 'over'} status
 * @property {number | null} black_score
 * @property {LegalMove[]} moves
 * @property {Opening | null} opening
 */

/** @typedef {{score: number | null, trust: Trust, percent: number | null, depth: number, nodes: number, pv: string[]}} Thought */
/** @typedef {{move: string, color: Color, flips: string[], after: string, took_ms: number | null, thought: Thought | null}} PlayedMove */
/** @typedef {{spec: string, kind: 'human' | 'program', name: string}} GamePlayer */
/** @typedef {{winner: Color | null, black_score: number, code: 'played' | 'resigned' | 'out_of_time'}} Outcome */
/**
 * @typedef {object} Game
 * @property {string | null} id
 * @property {string} view
 * @property {boolean} may_play
 * @property {number} version
 * @property {number} size
 * @property {string} start
 * @property {{black: GamePlayer, white: GamePlayer}} players
 * @property {string | null} clock
 * @property {{black_ms: number, white_ms: number, running: Color | null} | null} clocks
 * @property {number} pace_ms
 * @property {number} ply
 * @property {number} length
 * @property {PlayedMove[]} moves
 * @property {Position} position
 * @property {'waiting' | 'thinking' | 'paused' | 'over'} state
 * @property {Opening | null} opening
 * @property {Outcome | null} outcome
 * @property {{ply: number, moves: string[]}[]} variations
 * @property {ErrorBody | null} trouble
 */

/** @typedef {{size: number, black: string, white: string, event: string, date: string, length: number, start: string, moves: string, black_score: number | null}} ImportedGame */
/** @typedef {{format: string, games: ImportedGame[], refused: GameFault[], more: number}} Imports */
/** A game that was refused. @typedef {{line?: number, offset?: number, code: string, text: Words}} GameFault */

/** @typedef {{move: string, score: number | null, trust: Trust, percent: number | null, loss: number, pv: string[]}} Line */
/** @typedef {{depth: number, selectivity: number | null, to_the_end: boolean, lines: Line[], nodes: number, nodes_per_second: number, seconds: number}} Depth */

/** @typedef {{games: number, wins: number, draws: number, losses: number, score_rate: number | null, mean_discs: number | null, last_year: number | null}} ArchiveCount */
/** @typedef {{move: string, same: string[]} & ArchiveCount} ArchiveReply */
/** @typedef {{available: boolean, size: number, all: ArchiveCount, ended: number, replies: ArchiveReply[]}} Archive */

/** @typedef {{known: boolean, value: number | null, replies: {move: string, value: number, loss: number, pv: string[]}[]}} BookProbe */
/** @typedef {{moves: string, name: Words}} NamedOpening */

/** @typedef {{score: number, trust: Trust, percent: number | null}} Evaluation */
/** Moves of the side that moved, and of its opponent; or a number. @typedef {number | {mine: number, theirs: number}} Measured */
/** Why a move was bad. @typedef {{code: string, text: Words, square?: string, corner?: string, region?: string[], played?: Measured, best?: Measured}} Reason */

/**
 * @typedef {object} ReviewedMove
 * @property {number} ply
 * @property {Color} color
 * @property {string} move
 * @property {string} position before the move
 * @property {Evaluation} before
 * @property {Evaluation} after
 * @property {{move: string, pv: string[], score: number}} best
 * @property {string[]} pv
 * @property {number} loss
 * @property {Mark} mark
 * @property {Reason[]} reasons
 */
/** @typedef {{accuracy: number | null, loss: number, marks: Record<string, number>}} SideSummary */
/** @typedef {{black: SideSummary, white: SideSummary, turning_point: number | null, graph: {ply: number, black_score: number}[]}} ReviewSummary */

/** @typedef {{position: Position, empties: number, goal: 'best' | 'win', stars: number, seed: string}} Exercise */
/** @typedef {{right: boolean, keeps_result: boolean, loss: number, best: string[], moves: {move: string, score: number}[], pv: string[], best_pv: string[]}} Grade */

/**
 * @typedef {object} TreeNode
 * @property {number | null} parent
 * @property {number} ply
 * @property {string | null} move
 * @property {'inner' | 'leaf' | 'cut'} kind
 * @property {[number | null, number | null]} window
 * @property {number | null} value
 * @property {'exact' | 'least' | 'most'} bound
 * @property {boolean} end
 * @property {boolean} best
 */
/** @typedef {{do: 'enter' | 'leave' | 'cut', node: number, window?: [number | null, number | null]}} TreeStep */
/** @typedef {{player: string, depth: number, truncated: boolean, value: number, entered: number, cut: number, nodes: TreeNode[], steps: TreeStep[]}} SearchTree */
/** @typedef {{evaluator: string, score: number, squares: {square: string, kind: 'empty' | 'move' | 'disc', value: number | null}[], least: number, most: number}} Heatmap */

/**
 * @typedef {object} Standings
 * @property {number} played
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number | null} score_rate
 * @property {number | null} elo
 * @property {number | null} elo_error
 * @property {number[]} pairs
 * @property {number | null} mean_disc_difference
 * @property {{a: number, b: number}} mean_ms_per_move
 */
/**
 * @typedef {object} Match
 * @property {string} id
 * @property {'queued' | 'running' | 'done' | 'stopped' | 'failed'} state
 * @property {{a: string, b: string, size: number, games: number}} settings
 * @property {Standings} standings
 * @property {{elo0: number, elo1: number, llr: number, lower: number, upper: number, verdict: 'undecided' | 'h0' | 'h1'} | null} sprt
 * @property {'h0' | 'h1' | null} verdict
 * @property {ErrorBody | null} error
 */
/** @typedef {{index: number, pair: number | null, a_color: Color, black: string, white: string, result: string, difference: number, moves: string, opening_length: number, ending: 'board' | 'resigned' | 'illegal' | 'crash' | 'time', standings: Standings}} MatchGame */

/** @typedef {{size: number, clock: string | null, handicap: number}} Terms */
/** @typedef {{name: string, kind: 'person' | 'bot', present: boolean, away_ms: number | null}} Seat */
/**
 * @typedef {object} Seats
 * @property {string} id
 * @property {'open' | 'playing' | 'over' | 'aborted' | 'withdrawn' | 'expired'} state
 * @property {'player' | 'spectator'} role
 * @property {Color | null} color
 * @property {{black: Seat | null, white: Seat | null}} seats
 * @property {Terms} terms
 * @property {{from: Color, ask: 'take_back' | 'rematch'}[]} asks
 * @property {string | null} rematch
 * @property {{color: Color, fault: 'illegal' | 'absent', move: string | null} | null} fault
 * @property {number | null} claim_ms
 * @property {string | null} room
 * @property {Game | null} game
 */
/** @typedef {{code: string, link: string, local: boolean, seats: string, host: string, color: Color | null, terms: Terms, state: Seats['state']}} Invitation */
/** @typedef {{token: string, seats: Seats, invitation: Invitation | null}} SeatToken */

/**
 * A room of a class or a club.
 * @typedef {object} Room
 * @property {string} code
 * @property {string} name
 * @property {boolean} open
 * @property {number | null} you
 * @property {boolean} owner
 * @property {{number: number, name: string, kind: 'person' | 'bot', present: boolean, left: boolean}[]} members
 * @property {{number: number, from: number, to: number | null, terms: Terms}[]} challenges
 * @property {{number: number, seats: string | null, black: number, white: number, outcome: object | null}[]} games
 * @property {{number: number, round: number, rounds: number, state: 'running' | 'done' | 'stopped', standings: {rank: number, name: string, points: number, elo: number | null, elo_error: number | null}[]}[]} tournaments
 * @property {{start: string, moves: string[], ply: number, position: Position, note: string} | null} board
 * @property {{number: number, text: string, kind: 'move' | 'choice' | 'text', choices: string[], position: string | null, open: boolean, shown: boolean, answered: number, answers: {member: number, answer: string}[]}[]} questions
 * @property {{number: number, title: string, positions: string[], results: {member: number, right: number, answers: ({move: string, right: boolean, loss: number} | null)[]}[]}[]} sets
 */

export {};

/** @typedef {{number: number, deliveries: number, worker: string, error: string}} GridDeadLetter */
/** @typedef {{job: string, name: string, state: 'submitting' | 'running' | 'done' | 'cancelled', units: number, done: number, failed: number, taken: number, waiting: number, units_per_second: number, seconds_left: number | null, dead_letters?: GridDeadLetter[]}} GridJob */
/** @typedef {{worker: string, version: string, threads: number, busy: number, done: number, units_per_second: Record<string, number>, seen_seconds: number}} GridWorker */
/** @typedef {{jobs: GridJob[], workers: GridWorker[]}} GridStatus */
/** @typedef {{name: string, about: Words, default: string | null}} WorkSetting */
/** @typedef {{name: string, about: Words, settings: WorkSetting[]}} WorkKind */
/** @typedef {{id: string, kind: string, state: Match['state'], units: number, done: number, summary?: object, error: ErrorBody | null}} Work */
