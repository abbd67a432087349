// How fast the static site is: node ui/site-speed.js [RUNS]
// Needs the program in release (`cargo build --release`) and the modules (`bindings/wasm/build`).
// 1. The search in the browser against the native scalar kernel, on the positions of `othellier bench`, taking turns.
// 2. First and second visit on a slow phone, as in ui/load.js: 360×740 pixels, 1.6 Mbit/s, 150 ms, a processor four times
//    slower. Milliseconds to the first paint, the entrance, a board that takes a move, and the first answer of the
//    program; bytes until the board takes a move and until that answer; memory after it.
// 3. Memory on a phone in a whole game against the sixth opponent: the most after any move, and in its review.
// 4. How long a stop takes: in a long move, in an analysis, and in one of an endgame.
// 5. The sizes of the modules and of the weights.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { myTurn } from './tests/harness.js';
import { browse, program } from './tests/program.js';
import { MODULES, serveFolder, stopAll, stopsOf, watchStops, writeSite } from './tests/static.js';

const runs = Number(process.argv[2] ?? 5);
const folder = mkdtempSync(path.join(tmpdir(), 'othellier-speed-'));
writeSite(folder);
const host = await serveFolder(folder);
const browser = await browse();
const best = (/** @type {number[]} */ values) => Math.max(...values);
const median = (/** @type {number[]} */ values) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)];

/** The bench of the module, in a worker of the page. */
async function bench() {
  const files = JSON.parse(document.querySelector('meta[name=othellier-engine]')?.getAttribute('content') ?? '{}');
  const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]')).src;
  const packed = (await fetch(files.module)).body?.pipeThrough(new DecompressionStream('gzip'));
  const module = await WebAssembly.compile(await new Response(packed).arrayBuffer());
  const worker = new Worker(script.replace(/[^/]+$/, 'worker.js'), { type: 'module' });
  worker.postMessage({ module, seed: 0 });
  worker.postMessage({ number: 1, question: { do: 'weights' }, file: await (await fetch(files.full)).blob() });
  // The first search is slower: the browser compiles the module twice, first quickly, then well.
  for (const number of [2, 3]) worker.postMessage({ number, question: { do: 'bench' } });
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => {
      if (data.number !== 3 || !data.answer) return;
      worker.terminate();
      resolve(data.answer);
    };
  });
}

/** @typedef {{signature: number, parts: {name: string, nodes: number, seconds: number}[]}} Bench */
/** @type {Record<string, {native: number[], browser: number[]}>} */
const speeds = {};
const plain = await browser.newPage();
await plain.goto(host.address);
for (let run = 0; run < runs; run++) {
  const { stdout } = spawnSync(program(), ['bench', '--kernel', 'scalar', '--json'], { encoding: 'utf8' });
  /** @type {{native: Bench, browser: Bench}} */
  const both = { native: JSON.parse(stdout), browser: /** @type {Bench} */ (await plain.evaluate(bench)) };
  if (both.native.signature !== both.browser.signature) throw new Error(`signature ${both.browser.signature}, natively ${both.native.signature}`);
  for (const [who, { parts }] of Object.entries(both)) {
    for (const { name, nodes, seconds } of parts) (speeds[name] ??= { native: [], browser: [] })[/** @type {'native'} */ (who)].push(nodes / seconds);
  }
}
await plain.close();
for (const [name, { native, browser }] of Object.entries(speeds)) {
  const mega = (/** @type {number} */ speed) => (speed / 1e6).toFixed(2);
  console.log(`${name}, best of ${runs}: browser ${mega(best(browser))} M nodes/s, native scalar ${mega(best(native))} M nodes/s, ratio ${(best(browser) / best(native)).toFixed(2)}`);
}

/** Playwright's tracking of requests keeps the bodies of all answers in the process of the page: 14 MB that are not
 * those of the page. A function that it does not export turns this off. @param {import('playwright-core').Page} page */
async function keepNoBodies(page) {
  const { delegate } = /** @type {any} */ (page)._connection.toImpl(page);
  await delegate._mainFrameSession._client.send('Network.enable', NO_BODIES);
}

const NO_BODIES = { maxTotalBufferSize: 1, maxResourceBufferSize: 1 };

/** The memory of the process that runs the page and its workers, with its share of what processes share: the largest one. */
async function renderer() {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const resident = (/** @type {number} */ id) => 1024 * Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  return best(processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => resident(id)));
}

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'en-GB' };

/** @param {import('playwright-core').BrowserContext} context */
async function visit(context) {
  const page = await context.newPage();
  const phone = await context.newCDPSession(page);
  let bytes = 0;
  phone.on('Network.loadingFinished', ({ encodedDataLength }) => { bytes += encodedDataLength; });
  phone.on('Network.dataReceived', ({ encodedDataLength }) => { partial += encodedDataLength; });
  let partial = 0;
  await phone.send('Network.enable', NO_BODIES);
  await keepNoBodies(page);
  await phone.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 7.5e5 / 8 });
  await phone.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const began = Date.now();
  await page.goto(host.address, { waitUntil: 'commit' });
  const opponent = page.locator('[data-opponent=otto]');
  await opponent.waitFor();
  const entrance = Date.now() - began;
  const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  await opponent.click();
  await page.locator('.section-play .board .legal').first().waitFor({ state: 'attached' });
  const board = Date.now() - began;
  const boardBytes = Math.max(bytes, partial);
  await page.locator('.cell.legal').first().click();
  await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length >= 2, undefined, { timeout: 120000 });
  const answer = Date.now() - began;
  const answerBytes = Math.max(bytes, partial);
  const memory = await renderer();
  await page.close();
  return { painted, entrance, board, answer, boardBytes, answerBytes, memory };
}

/** @type {Record<string, Awaited<ReturnType<typeof visit>>[]>} */
const visits = { first: [], second: [] };
for (let run = 0; run < runs; run++) {
  const context = await browser.newContext(PHONE);
  for (const which of ['first', 'second']) visits[which].push(await visit(context));
  await context.close();
}
for (const [which, all] of Object.entries(visits)) {
  const of = (/** @type {keyof typeof all[0]} */ part) => Math.round(median(all.map((times) => times[part])));
  console.log(`${which} visit, median of ${runs}: first paint ${of('painted')} ms, entrance ${of('entrance')} ms, a board that takes a move ${of('board')} ms, the first answer ${of('answer')} ms; `
    + `${(of('boardBytes') / 1e3).toFixed(0)} kB until the board, ${(of('answerBytes') / 1e3).toFixed(0)} kB until the answer; memory ${(of('memory') / 1e6).toFixed(0)} MB`);
}

const megabytes = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
const phone = await browser.newPage({ ...PHONE, reducedMotion: 'reduce', serviceWorkers: 'block' });
phone.setDefaultTimeout(60000);
await keepNoBodies(phone);
await phone.goto(host.address);
await phone.locator('[data-opponent=bruno]').click();
/** @type {number[]} */
const playing = [];
for (let now = await myTurn(phone); now.state !== 'over'; now = await myTurn(phone, now.moves + 1)) {
  await phone.locator(`.cell[data-square="${now.legal[0]}"]`).click();
  playing.push(await renderer());
}
/** @type {number[]} */
const reviewing = [];
while (await phone.locator('.accuracies').count() === 0) {
  reviewing.push(await renderer());
  await phone.waitForTimeout(500);
}
console.log(`memory on a phone: at most ${megabytes(best(playing))} in a game, ${megabytes(best([0, ...reviewing]))} in its review`);
await phone.close();

/** @type {number[]} */
const stops = [];
for (let run = 0; run < runs; run++) {
  const page = await browser.newPage({ locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'block' });
  await page.addInitScript(watchStops);
  await page.goto(host.address);
  await stopAll(page);
  stops.push(...(await stopsOf(page)));
  await page.close();
}
console.log(`${stops.length} stops in ${runs} runs: median ${median(stops).toFixed(0)} ms, at most ${best(stops).toFixed(0)} ms`);

for (const name of ['playing.wasm', 'full.wasm']) {
  const module = readFileSync(path.join(MODULES, name));
  console.log(`${name}: ${megabytes(module.length)}, brotli ${megabytes(brotliCompressSync(module).length)}`);
}
for (const name of readdirSync(path.join(folder, 'engine'))) console.log(`engine/${name}: ${megabytes(readFileSync(path.join(folder, 'engine', name)).length)}`);

await browser.close();
host.close();
rmSync(folder, { recursive: true, force: true });
