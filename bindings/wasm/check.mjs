// Plays a game of two programs in WebAssembly, reviews it, and asks whatever else the service answers;
// then the native program must give the same answers: moves, scores and node counts. With the full weights
// and with the small ones, and a game with the module that only plays.
//
//     node check.mjs MODULES_FOLDER NATIVE_PROGRAM ANSWERS.json
//
// The questions and answers are written to a file: a browser must give the same (`ui/tests/site.test.js`).

import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { start } from '../../ui/page/wasm.js';

const [modules, program, answersFile] = process.argv.slice(2);
const bytes = { playing: await readFile(`${modules}/playing.wasm`), full: await readFile(`${modules}/full.wasm`) };
const weightsFile = (path) => fileURLToPath(new URL(`../../crates/${path}`, import.meta.url));

// Fields that may differ between two runs or two machines: times, and the size of pointers.
const VARIES = ['seconds', 'nodes_per_second', 'took_ms', 'memory', 'memory_bytes'];
// The module has no outcome model.
const stable = (key, value) => {
    if (VARIES.includes(key)) return undefined;
    // A stored game has the time of each move.
    if (key === 'file') return value.replace(/ [\d.]+s/g, '');
    return key === 'evaluators' ? value.filter(({ name }) => name !== 'net') : value;
};

function expect(is, what) {
    if (is) return;
    console.error(`failed: ${what}`);
    process.exit(1);
}

/** A service with weights, which remembers what it was asked and what it answered. */
async function opened(module, weights) {
    const service = await start(await WebAssembly.compile(module));
    await service.attach(new Blob([await readFile(weights)]));
    const [{ name }] = service.ask({ do: 'weights' });
    const asked = [];
    const ask = (question) => {
        const answers = service.ask(question);
        asked.push({ question, answers });
        return answers;
    };
    /** The error code of a request that must fail. */
    const refused = (question) => {
        try {
            service.ask(question);
        } catch (error) {
            return error.code;
        }
        return 'none';
    };
    return { name, ask, attach: service.attach, refused, asked, memory: service.memory };
}

/** The native program gives the same answers. */
function compare({ asked, name }, weights) {
    const input = asked.map(({ question }) => JSON.stringify(question)).join('\n');
    const native = spawnSync(program, [weights], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
    expect(native.status === 0, `${program}: ${native.error ?? native.stderr}`);
    native.stdout.trimEnd().split('\n').forEach((line, index) => {
        const { question, answers } = asked[index];
        const [ours, theirs] = [answers, JSON.parse(line)].map((answer) => JSON.stringify(answer, stable));
        if (ours === theirs) return;
        console.error(`${name}: ${JSON.stringify(question)}\n  wasm:   ${ours}\n  native: ${theirs}`);
        process.exit(1);
    });
}

const began = performance.now();
const full = weightsFile('weights/patterns.bin');
const service = await opened(bytes.full, full);
const { ask, refused } = service;
const players = { black: 'champion(level=4, book=off)', white: 'champion(level=2, book=off)' };
/** A whole game of the two programs. */
function play({ ask }) {
    let [game] = ask({ do: 'new_game', players });
    while (game.state === 'thinking') {
        game = ask({ do: 'think', game: 1 }).at(-1);
        expect(!game.trouble, JSON.stringify(game.trouble));
    }
    expect(game.state === 'over' && game.length >= 50, 'a whole game is played');
    return game;
}
const game = play(service);
const nodes = game.moves.reduce((sum, move) => sum + (move.thought?.nodes ?? 0), 0);
expect(nodes > 1000, 'the programs searched');

const moves = game.moves.map((move) => move.move).filter((move) => move !== 'pass').join('');
const review = ask({ do: 'review', text: moves, level: 4 });
expect(review.filter((event) => event.type === 'move').length === game.length, 'every move is reviewed');
expect(review.some((event) => event.reasons?.length > 0), 'a bad move has reasons');

const position = game.moves[20].after;
/** An analysis in slices. */
function analyse({ ask }, query) {
    const [{ analysis }] = ask({ do: 'analyse', ...query });
    let slices = 0;
    let events;
    do {
        events = ask({ do: 'advance', analysis, nodes: 1_000 });
        slices += 1;
    } while (events.at(-1)?.type !== 'done');
    expect(slices > 1, 'the analysis takes more than one slice');
}
analyse(service, { position, level: 8, lines: '3' });

const [{ evaluators }] = ask({ do: 'catalogue' });
expect(evaluators.every(({ name }) => name !== 'net'), 'the outcome model is not listed');
expect(refused({ do: 'heatmap', position, evaluator: 'net' }) === 'bad_player', 'nor is it available');
ask({ do: 'openings' });
ask({ do: 'book', position: 'f5d6' });
ask({ do: 'position', position: 'f5d6c3', moves: 'd3c4' });
ask({ do: 'import', text: moves });
ask({ do: 'heatmap', position, evaluator: 'mobility' });
ask({ do: 'tree', position: 'startpos', player: 'alphabeta(depth=2)' });
const [exercise] = ask({ do: 'exercise', empties: 8, seed: 5 });
const [{ move }] = exercise.position.moves;
ask({ do: 'grade', position: exercise.position.text, move });
ask({ do: 'analyse', position: 'startpos', size: 6, player: 'mcts(playouts=200)' });
expect(refused({ do: 'analyse', position: 'startpos', player: 'gtp(cmd=id)' }) === 'bad_player', 'there are no foreign engines');
expect(refused({ do: 'advance', analysis: 99 }) === 'not_found', 'analyses have numbers');
const damaged = Uint8Array.from(await readFile(full)).fill(7, 1000, 1010);
await service.attach(new Blob([damaged]));
expect(refused({ do: 'weights' }) === 'bad_request', 'weights with a wrong checksum are refused');

// The game continues with other weights.
const small = weightsFile('weights-small/small.bin');
const light = await opened(bytes.full, small);
light.ask({ do: 'new_game', text: moves.slice(0, 40), players, paused: false });
light.ask({ do: 'think', game: 1 });
analyse(light, { position, level: 6, lines: '2' });

// A game with the module that only plays; the full one continues it.
const playing = await opened(bytes.playing, small);
play(playing);
playing.ask({ do: 'position', position: 'f5d6c3', moves: 'd3c4' });
playing.ask({ do: 'new_game', size: 8, players: { black: 'human', white: 'champion(level=6)' }, pace_ms: 300, paused: false });
playing.ask({ do: 'game', game: 2, command: 'move', move: 'f5', ply: 0 });
playing.ask({ do: 'think', game: 2 });
expect(playing.refused({ do: 'game', game: 2, command: 'move', move: 'a1' }) === 'illegal_move', 'what is wrong with a move is reported at once');
for (const command of ['undo', 'redo', 'swap']) playing.ask({ do: 'game', game: 2, command });
const [{ stored }] = playing.ask({ do: 'stored', game: 2 });
playing.ask({ do: 'restore', ...stored });
playing.ask({ do: 'think', game: 3 });
playing.ask({ do: 'show', game: 3 });
playing.ask({ do: 'close', game: 3 });
for (const more of [
    { do: 'catalogue' },
    { do: 'new_game', size: 6 },
    { do: 'new_game', text: moves },
    { do: 'new_game', players: { black: 'human', white: 'level-3' } },
    { do: 'new_game', players: { black: 'human', white: 'champion(book=on)' } },
    { do: 'position', position: '---- -OX- -XO- ---- X' },
    { do: 'restore', ...stored, settings: stored.settings.replace('human', 'pvs') },
    { do: 'restore', ...stored, file: stored.file.replaceAll('8', '6') },
]) expect(playing.refused(more) === 'needs_full_module', `${JSON.stringify(more)} needs the full module`);
const seconds = (performance.now() - began) / 1000;

compare(service, full);
compare(light, small);
compare(playing, small);
const fixed = { full: service.asked, small: light.asked, varies: VARIES };
if (answersFile) await writeFile(answersFile, JSON.stringify(fixed));

const [kilo, mega] = [1e3, 1 << 20].map((unit) => (size) => (size / unit).toFixed(unit === 1e3 ? 0 : 1));
const packed = (file) => `${kilo(gzipSync(file, { level: 9 }).length)} with gzip, ${kilo(brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }).length)} with brotli`;
console.log(
    `wasm: ${service.asked.length + light.asked.length + playing.asked.length} requests answered as natively; a game of ${game.length} moves and ${nodes} nodes; `
    + `${seconds.toFixed(1)} s; memory ${mega(service.memory.buffer.byteLength)} MiB`,
);
for (const [name, file] of Object.entries(bytes)) {
    const code = codeOf(file);
    console.log(`${name} module: ${kilo(file.length)} kB, ${packed(file)}; its code ${kilo(code.length)} kB, ${packed(code)}`);
}

/** The section of a module that is code. */
function codeOf(module) {
    for (let at = 8; ;) {
        const section = module[at++];
        let length = 0;
        for (let shift = 0, more = true; more; shift += 7) {
            more = module[at] >= 128;
            length |= (module[at++] & 127) << shift;
        }
        if (section === 10) return module.subarray(at, at + length);
        at += length;
    }
}
