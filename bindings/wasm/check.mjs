// Plays a game of two programs in WebAssembly, reviews it, and asks whatever else the desk answers;
// then the native program must give the same answers: moves, scores and node counts.
//
//     node check.mjs MODULE.wasm NATIVE_PROGRAM

import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { load } from './othellier.mjs';

const [module, program] = process.argv.slice(2);
const bytes = await readFile(module);
const loaded = performance.now();
const desk = await load(bytes);
const asked = [];
const answers = [];

/** Asks, and remembers question and answers. */
function ask(question) {
    const answer = desk.ask(question);
    asked.push(question);
    answers.push(answer);
    return answer;
}

/** The error code of a request that must fail. */
function refused(question) {
    try {
        desk.ask(question);
    } catch (error) {
        return error.code;
    }
    return 'none';
}

function expect(is, what) {
    if (is) return;
    console.error(`failed: ${what}`);
    process.exit(1);
}

const began = performance.now();
const players = { black: 'champion(level=4, book=off)', white: 'champion(level=2, book=off)' };
let [game] = ask({ do: "new_game", players });
while (game.state === 'thinking') {
    game = ask({ do: 'think', game: 1 }).at(-1);
    expect(!game.trouble, JSON.stringify(game.trouble));
}
expect(game.state === 'over' && game.length >= 50, 'a whole game is played');
const nodes = game.moves.reduce((sum, move) => sum + (move.thought?.nodes ?? 0), 0);
expect(nodes > 1000, 'the programs searched');

const moves = game.moves.map((move) => move.move).filter((move) => move !== 'pass').join('');
const review = ask({ do: 'review', text: moves, level: 4 });
expect(review.filter((event) => event.type === 'move').length === game.length, 'every move is reviewed');
expect(review.some((event) => event.why?.length > 0), 'a bad move has reasons');

const position = game.moves[20].after;
const [{ analysis }] = ask({ do: 'analyse', position, level: 8, lines: '3' });
let slices = 0;
let events;
do {
    events = ask({ do: 'advance', analysis, nodes: 1_000 });
    slices += 1;
} while (events.at(-1)?.type !== 'done');
expect(slices > 1, 'the analysis takes more than one slice');

ask({ do: 'catalogue' });
ask({ do: 'position', position: 'f5d6c3', moves: 'd3c4' });
ask({ do: 'import', text: moves });
ask({ do: 'heatmap', position, evaluator: 'mobility' });
ask({ do: 'tree', position: 'startpos', player: 'alphabeta(depth=2)' });
const [exercise] = ask({ do: 'exercise', empties: 8, seed: 5 });
const [{ move }] = exercise.position.moves;
ask({ do: 'grade', position: exercise.position.text, move });
ask({ do: 'analyse', position: 'startpos', size: 6, player: 'mcts(playouts=200)' });
expect(refused({ do: 'analyse', position: 'startpos', player: 'gtp(cmd=id)' }) === 'not_allowed', 'no program is started');
expect(refused({ do: 'advance', analysis: 99 }) === 'not_found', 'analyses have numbers');
const seconds = (performance.now() - began) / 1000;

const input = asked.map((question) => JSON.stringify(question)).join('\n');
const nativeBegan = performance.now();
const native = spawnSync(program, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
const nativeSeconds = (performance.now() - nativeBegan) / 1000;
expect(native.status === 0, `${program}: ${native.error ?? native.stderr}`);

// What may differ between two runs or two machines: times, and the size of pointers.
const VARIES = new Set(['seconds', 'elapsed_ms', 'nodes_per_second', 'took_ms', 'memory', 'memory_bytes']);
const stable = (key, value) => (VARIES.has(key) ? undefined : value);
native.stdout.trimEnd().split('\n').forEach((line, index) => {
    const [ours, theirs] = [answers[index], JSON.parse(line).answers].map((answer) => JSON.stringify(answer, stable));
    if (ours === theirs) return;
    console.error(`${JSON.stringify(asked[index])}\n  wasm:   ${ours}\n  native: ${theirs}`);
    process.exit(1);
});

const megabytes = (size) => (size / (1 << 20)).toFixed(1);
console.log(
    `wasm: ${asked.length} requests answered as natively; a game of ${game.length} moves and ${nodes} nodes; `
    + `${seconds.toFixed(1)} s (native ${nativeSeconds.toFixed(1)} s), ready in ${((began - loaded) / 1000).toFixed(1)} s, `
    + `module ${megabytes(bytes.length)} MiB, memory ${megabytes(desk.memory.buffer.byteLength)} MiB`,
);
