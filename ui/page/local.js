// The API without a server: the same requests and streams, answered by the engine in workers. Games, reviews and matches
// are in IndexedDB, so a tab that is closed in the middle of a search finds its game again; other tabs hear of changes.

import { ApiError } from './api.js';
import { canThink, hasTime, isReady, Mind, mind, NEEDS_FULL_MODULE, STOPPED, useFullModule } from './engine.js';
import { fileAddress } from './place.js';
import { all, drop, find, keep } from './storage.js';

/** @typedef {import('./wire.js').Game} Game */
/** @typedef {import('./api.js').Handlers} Handlers */
/** @typedef {{method?: string, body?: any}} Asked */

/** Query parameters that are numbers. */
const NUMBERS = ['size', 'level', 'empties', 'stars', 'from', 'seed'];

/** The query of an address, as the service wants it. @param {URLSearchParams} search @returns {Record<string, any>} */
const questions = (search) => Object.fromEntries([...search].map(([key, value]) => [key, NUMBERS.includes(key) ? Number(value) : value]));

/** @param {string} code @param {string} message */
const refuse = (code, message) => { throw new ApiError({ code, message }); };

/** The first answer of a worker. @param {'service' | 'study'} who @param {Record<string, any>} question @param {Blob} [file] */
async function ask(who, question, file) {
  try {
    if (who === 'study') await canThink();
    return (await mind(who).ask(question, { file }))[0];
  } catch (error) {
    throw new ApiError(/** @type {{code: string, message: string}} */ (error));
  }
}

/** Does what the module that only plays may refuse; then it is done again with the full one. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
async function withFullModule(work) {
  try {
    return await work();
  } catch (error) {
    if (/** @type {{code?: string}} */ (error).code !== NEEDS_FULL_MODULE) throw error;
  }
  await useFullModule().catch((error) => { throw new ApiError(error); });
  return work();
}

/** A file of the site. @param {string} path */
async function file(path) {
  const response = await fetch(fileAddress(path)).catch(() => null);
  return response?.ok ? response.json() : refuse('not_loaded', path);
}

/** Answers a request. @template T @param {string} address @param {Asked} [options] @returns {Promise<T>} */
export const answer = (address, options) => withFullModule(() => answerNow(address, options));

/** @param {string} address @param {Asked} [options] @returns {Promise<any>} */
async function answerNow(address, { method = 'GET', body } = {}) {
  const { pathname, searchParams } = new URL(address, location.origin);
  const query = questions(searchParams);
  const sent = typeof body === 'string' ? JSON.parse(body) : body;
  const [, api, kind, ...rest] = pathname.split('/');
  if (api !== 'api') return file(pathname);
  const path = `${method} ${kind}`;
  switch (path) {
    case 'GET catalogue': case 'GET openings': return file(`${kind}.json`);
    case 'GET positions': return ask('service', { do: 'position', ...query });
    case 'POST positions': return ask('service', { do: 'position', position: sent.text, ...(sent.size ? { size: sent.size } : {}) });
    case 'GET book': return ask('service', { do: 'book', ...query });
    case 'GET archive': return ask('service', { do: 'archive', ...query });
    case 'POST archive': return ask('service', { do: 'open_games' }, sent);
    case 'POST imports':
      return rest[0] === 'file' ? ask('service', { do: 'import_file', ...query }, sent) : ask('service', { do: 'import', ...sent });
    case 'GET heatmap': return ask('study', { do: 'heatmap', ...query });
    case 'GET trees': return ask('study', { do: 'tree', ...query });
    case 'GET exercises': return ask('study', { do: 'exercise', ...query });
    case 'POST exercises': return ask('study', { do: 'grade', ...sent });
    case 'POST matches': return rest.length === 0 ? newMatch(sent) : stopMatch(rest[0]);
    case 'GET matches': return matchOf(rest[0]).then(({ match }) => match);
    case 'POST games': case 'GET games': case 'PATCH games': case 'DELETE games':
      return gameRequest(method, rest, sent ?? {});
    default: return refuse('needs_server', address);
  }
}

/** A file of the API: its text and its extension. @param {string} address */
export const fileOf = (address) => withFullModule(() => fileNow(address));

/** @param {string} address @returns {Promise<{text: string, extension: string}>} */
async function fileNow(address) {
  const { pathname, searchParams } = new URL(address, location.origin);
  const [, , kind, id, what] = pathname.split('/');
  if (kind === 'games' && what === 'export') {
    const number = await numberOf(id);
    const lang = searchParams.get('comments');
    const comments = lang ? { comments: { lang, moves: await reviewedMoves(id) } } : {};
    const { text, extension } = await ask('service', { do: 'export', game: number, format: searchParams.get('format') ?? '', ...comments });
    return { text, extension };
  }
  if (kind === 'matches' && what === 'games.csv') {
    const { games } = await matchOf(id);
    const rows = games.map((game) => [game.index, game.black, game.white, game.result, game.difference, game.moves].map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(','));
    return { text: ['game,black,white,result,difference,moves', ...rows, ''].join('\n'), extension: 'csv' };
  }
  if (kind === 'matches' && what === 'games') {
    const { match, games } = await matchOf(id);
    const files = [];
    for (const { moves, black, white } of games) files.push(await gameFile({ size: match.settings.size, text: moves, names: { black, white }, paused: true }, searchParams.get('format') ?? ''));
    return { text: files.map(({ text }) => text).join(''), extension: files[0]?.extension ?? 'txt' };
  }
  if (kind === 'matches' && what === 'report') {
    const { match, games } = await matchOf(id);
    const { text, extension } = await ask('service', { do: 'match_report', match, games, lang: searchParams.get('lang') ?? 'en' });
    return { text, extension };
  }
  return refuse('needs_server', address);
}

/** A game that is not kept, as a file. @param {Record<string, any>} game @param {string} format */
async function gameFile(game, format) {
  const number = Number((await ask('service', { do: 'new_game', ...game })).id);
  const { text, extension } = await ask('service', { do: 'export', game: number, format });
  await ask('service', { do: 'close', game: number });
  return { text, extension };
}

// Games.

/** The games that the service has: their number there and their version. @type {Map<string, {number: number, game: Game}>} */
const open = new Map();
/** Who follows a game or a match. @type {Map<string, Set<Handlers>>} */
const followers = new Map();
/** The running searches, so that each can be stopped. @type {Map<string, AbortController>} */
const turns = new Map();
/** @type {Map<string, ReturnType<typeof setTimeout>>} */
const flags = new Map();

const others = typeof BroadcastChannel === 'function' ? new BroadcastChannel('othellier.games') : null;
others?.addEventListener('message', ({ data: { id, version } }) => {
  const known = open.get(id);
  if (!known || known.game.version >= version) return;
  open.delete(id);
  void load(id).then(({ game }) => changed(id, game));
});

/** @type {Map<string, Promise<unknown>>} */
const queues = new Map();

/** Does one thing after the other with a game. @template T @param {string} id @param {() => Promise<T>} work @returns {Promise<T>} */
function inTurn(id, work) {
  const next = (queues.get(id) ?? Promise.resolve()).then(() => withFullModule(work));
  queues.set(id, next.catch(() => {}));
  return next;
}

/** @param {string} id @param {string} name @param {object} event */
function tell(id, name, event) {
  for (const handlers of followers.get(id) ?? []) handlers[name]?.(event);
}

/** A random id of 22 letters, as on a server. */
const newId = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');

/** Remembers a game of the service under its id. @param {string} id @param {import('./wasm.js').Answer} answer */
function remember(id, answer) {
  const number = Number(answer.id);
  const game = /** @type {Game} */ (/** @type {unknown} */ ({ ...answer, id, view: id }));
  open.set(id, { number, game });
  return { number, game };
}

/** The service has a game, or gets it from the store. @param {string} id */
async function load(id) {
  mind('service').lost ??= () => open.clear();
  await begun.get(id);
  const known = open.get(id);
  if (known) return known;
  const row = await find('games', id);
  if (!row) return refuse('not_found', 'there is no such game');
  return remember(id, await withFullModule(() => ask('service', { do: 'restore', file: row.file, settings: row.settings })));
}

/** @param {string} id */
const numberOf = async (id) => (await load(id)).number;

/** Stores a game and tells everybody. @param {string} id */
async function store(id) {
  const { number, game } = /** @type {{number: number, game: Game}} */ (open.get(id));
  const { stored } = await ask('service', { do: 'stored', game: number });
  await keep('games', { id, ...stored, version: game.version, when: Date.now() });
  others?.postMessage({ id, version: game.version });
  return changed(id, game);
}

/** Shows a game, and lets its program or its clock run. @param {string} id @param {Game} game */
function changed(id, game) {
  tell(id, 'game', game);
  turns.get(id)?.abort();
  clearTimeout(flags.get(id));
  if (followers.get(id)?.size) {
    if (game.state === 'thinking') void think(id, game);
    const { clocks } = game;
    if (clocks?.running) flags.set(id, setTimeout(() => void flag(id, game.version), (clocks.running === 'black' ? clocks.black_ms : clocks.white_ms) + 10));
  }
  return game;
}

/** Looks whether the time of a game has run out. @param {string} id @param {number} version */
async function flag(id, version) {
  await inTurn(id, async () => {
    const { game } = remember(id, await ask('service', { do: 'show', game: await numberOf(id) }));
    if (game.version !== version) await store(id);
  });
}

/** Lets the program to move think, in its own worker and in one tab only. @param {string} id @param {Game} game */
async function think(id, game) {
  const controller = new AbortController();
  const { signal } = controller;
  turns.set(id, controller);
  if (game.pace_ms > 0) await new Promise((resolve) => setTimeout(resolve, game.pace_ms));
  const choose = async () => {
    if (signal.aborted) return;
    const row = await find('games', id);
    if (!row || row.version !== game.version) return;
    const each = (/** @type {{type: string}} */ event) => { if (event.type === 'thought' && !signal.aborted) tell(id, 'thought', event); };
    const answers = await mind('play').ask({ do: 'choose', file: row.file, settings: row.settings }, { each, signal });
    if (signal.aborted) return;
    const { stored } = answers[answers.length - 1];
    await inTurn(id, async () => {
      if (signal.aborted) return;
      const old = open.get(id);
      if (old) void ask('service', { do: 'close', game: old.number }).catch(() => {});
      remember(id, await ask('service', { do: 'restore', ...stored }));
      await store(id);
    });
  };
  try {
    await canThink(game.players[game.position.turn].spec);
    await (navigator.locks ? navigator.locks.request(`othellier.think.${id}`, { signal }, () => withFullModule(choose)) : withFullModule(choose));
  } catch (error) {
    const { code, name } = /** @type {{code?: string, name?: string}} */ (error);
    if (code !== STOPPED && name !== 'AbortError') tell(id, 'game', { ...game, state: 'paused', trouble: { code: code ?? 'internal', message: '' } });
  }
}

/** Games that were shown before the module was there; it opens them then. @type {Map<string, Promise<unknown>>} */
const begun = new Map();

/** A new game from the usual start is shown at once: on the first visit its board takes a move while the engine is
 * loading. @param {string} id @param {Record<string, any>} body @returns {Promise<Game | null>} */
async function firstGame(id, { size = 8, players, names, clock, position, text, from, pace_ms: pace = 0 }) {
  if (isReady() || size !== 8 || !players || names || clock || position || text || from) return null;
  /** @type {Game} */
  const game = await file('game.json');
  const player = (/** @type {string} */ spec) => ({ spec, kind: spec === 'human' ? 'human' : 'program', name: spec === 'human' ? '' : spec });
  const shown = { black: player(players.black), white: player(players.white) };
  return /** @type {Game} */ ({ ...game, id, view: id, players: shown, pace_ms: pace, state: players.black === 'human' ? 'waiting' : 'thinking' });
}

/** @param {string} id @param {Record<string, any>} body */
async function newGame(id, body) {
  const from = body.from ? { from: { ...body.from, id: String(await numberOf(body.from.id)) } } : {};
  remember(id, await ask('service', { do: 'new_game', ...body, ...from }));
  void navigator.storage?.persist?.().catch(() => {});
  return store(id);
}

/** @param {string} method @param {string[]} path @param {Record<string, any>} body */
async function gameRequest(method, [id, what], body) {
  if (!id) {
    const fresh = newId();
    const first = await firstGame(fresh, body);
    if (!first) return newGame(fresh, body);
    begun.set(fresh, withFullModule(() => newGame(fresh, body)).catch(() => {}).finally(() => begun.delete(fresh)));
    return first;
  }
  if (method === 'DELETE') {
    open.delete(id);
    return drop('games', id);
  }
  if (method === 'GET') return (await load(id)).game;
  const command = method === 'PATCH' ? 'change' : what === 'moves' ? 'move' : what;
  // The search of the last position is of no use any more.
  turns.get(id)?.abort();
  return inTurn(id, async () => {
    const { number, game } = await load(id);
    try {
      remember(id, await ask('service', { do: 'game', game: number, command, ...body }));
    } catch (error) {
      changed(id, game);
      throw error;
    }
    return store(id);
  });
}

/** Follows a game or a match; returns a function that ends it. @param {string} address @param {Handlers} handlers */
export function follow(address, handlers) {
  const [, , kind, id] = new URL(address, location.origin).pathname.split('/');
  const set = followers.get(id) ?? new Set();
  followers.set(id, set.add(handlers));
  const begin = async () => {
    if (kind === 'matches') return followMatch(id, handlers);
    const { game } = await load(id);
    if (set.has(handlers)) changed(id, game);
  };
  begin().catch((error) => handlers.failed?.({ error }));
  return () => {
    set.delete(handlers);
    if (set.size === 0) turns.get(id)?.abort();
  };
}

// Analyses and reviews.

/** Runs a stream until it is done; returns a function that ends it. @param {string} address @param {Handlers} handlers */
export function stream(address, handlers) {
  const controller = new AbortController();
  const { signal } = controller;
  const { pathname, searchParams } = new URL(address, location.origin);
  const query = questions(searchParams);
  const tellIt = (/** @type {{type: string}} */ event) => { if (!signal.aborted) handlers[event.type]?.(event); };
  const run = async () => {
    if (pathname === '/api/analysis') return analyse(query, signal, tellIt);
    if (pathname === '/api/reviews') return review(query, signal, tellIt);
    return refuse('needs_server', address);
  };
  withFullModule(run).catch((error) => { if (!signal.aborted) handlers.failed?.({ error: { code: error.code ?? 'internal', message: error.message ?? String(error) } }); });
  return () => controller.abort();
}

/** @param {Record<string, any>} query @param {AbortSignal} signal @param {(event: any) => void} each */
async function analyse(query, signal, each) {
  const { status } = /** @type {any} */ (await ask('service', { do: 'position', position: query.position, ...(query.size ? { size: query.size } : {}), ...(query.moves ? { moves: query.moves } : {}) }));
  if (status === 'over') return each({ type: 'done' });
  await canThink();
  await mind('study').ask({ do: 'analyse_through', ...query }, { each, signal });
}

/** Reviews that are kept; the oldest are dropped first. */
const REVIEWS = 200;

/** @param {Game} game */
const reviewKey = ({ start, moves }) => `${start} ${moves.map(({ move }) => move).join('')}`;

/** The kept review of a game: of a level, or the deepest. @param {string} key @param {number} [level] */
async function keptReview(key, level) {
  if (level !== undefined) return find('reviews', `${level} ${key}`);
  const found = (await all('reviews')).filter((row) => row.key === key);
  return found.sort((one, other) => other.level - one.level)[0];
}

/** The moves of the kept review of a game. @param {string} id */
async function reviewedMoves(id) {
  const { game } = await load(id);
  const row = (await keptReview(reviewKey(game))) ?? refuse('not_found', 'this game has not been reviewed');
  return row.events.filter((/** @type {any} */ { type }) => type === 'move').map((/** @type {any} */ { type: _, ...move }) => move);
}

const REVIEW_LEVEL = 14;

/** @param {Record<string, any>} query @param {AbortSignal} signal @param {(event: any) => void} each */
async function review({ game: id, text, size, level, kept }, signal, each) {
  const known = id ? (await load(id)).game : null;
  const key = known ? reviewKey(known) : `${size ?? 8} ${text}`;
  const wanted = level ?? REVIEW_LEVEL;
  const row = await keptReview(key, kept ? level : wanted);
  if (row) return row.events.forEach(each);
  if (kept) return each({ type: 'done', stopped_by: 'unknown' });
  const file = id ? (await find('games', id))?.file : text;
  // Beside the analysis, and gone when it is done: a review needs memory of its own.
  const worker = new Mind();
  try {
    await canThink();
    const events = await worker.ask({ do: 'review', text: file, level: wanted, ...(size ? { size } : {}) }, { each, signal });
    if (signal.aborted) return;
    const rows = await all('reviews');
    for (const old of rows.slice(0, Math.max(0, rows.length - REVIEWS + 1))) await drop('reviews', old.id);
    await keep('reviews', { id: `${wanted} ${key}`, key, level: wanted, events });
  } finally {
    worker.end();
  }
}

// Matches.

/** @typedef {import('./storage.js').MatchRow} MatchRow */

/** The matches that are played now. @type {Map<string, {row: MatchRow, controller: AbortController}>} */
const played = new Map();

/** @param {string} id @returns {Promise<MatchRow>} */
async function matchOf(id) {
  const now = played.get(id)?.row;
  if (now) return now;
  const row = await find('matches', id);
  if (!row) return refuse('not_found', 'there is no such match');
  // The tab that played it was closed.
  return ['running', 'queued'].includes(row.match.state) ? { ...row, match: { ...row.match, state: 'stopped' } } : row;
}

/** @param {object} asked */
async function newMatch(asked) {
  await canThink();
  const id = newId();
  const controller = new AbortController();
  const { signal } = controller;
  const worker = new Mind();
  return new Promise((resolve, reject) => {
    /** @type {MatchRow | undefined} */
    let row;
    const each = (/** @type {any} */ event) => {
      if (event.type === 'match') {
        row = { id, match: { ...event, id }, games: row?.games ?? [] };
        played.set(id, { row, controller });
        resolve(row.match);
        tell(id, 'match', row.match);
      } else if (row) {
        row.games.push(event);
        row.match.standings = event.standings;
        tell(id, 'game', event);
      }
      if (row) void keep('matches', row);
    };
    const end = (/** @type {'done' | 'stopped'} */ how) => {
      worker.end();
      if (!row) return;
      row.match.state = how;
      tell(id, 'match', row.match);
      tell(id, 'done', {});
      played.delete(id);
      void keep('matches', row);
    };
    worker.ask({ do: 'play_match', ...asked }, { each, signal }).then(() => end(signal.aborted ? 'stopped' : 'done'), (error) => {
      reject(new ApiError(error));
      end('stopped');
    });
  });
}

/** @param {string} id */
async function stopMatch(id) {
  const { match } = await matchOf(id);
  played.get(id)?.controller.abort();
  return { ...match, state: 'stopped' };
}

/** @param {string} id @param {Handlers} handlers */
async function followMatch(id, handlers) {
  const { match, games } = await matchOf(id);
  handlers.match?.(match);
  for (const game of games) handlers.game?.(game);
  if (!played.has(id)) handlers.done?.({});
}

/** Loads the engine while the page is drawn; resolves when other files may follow. */
export const loaded = () => hasTime().catch(() => {});
