// The static site: the engine in the browser, without a server, then without a network. A plain file server serves the
// folder that `othellier site` writes.

import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { enter, gameStatus, myTurn } from './harness.js';
import { browse, ROOT } from './program.js';
import { ANSWERS, hasModules, serveFolder, stopAll, stopsOf, watchStops, writeSite } from './static.js';

/** @typedef {import('playwright-core').Page} Page */

const skip = hasModules ? false : 'bindings/wasm/build has not built the modules';
const folder = mkdtempSync(path.join(tmpdir(), 'othellier-site-'));
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {{address: string, close: () => void}} */
let host;
/** @type {string[]} */
const errors = [];

before(async () => {
  if (skip) return;
  writeSite(folder);
  host = await serveFolder(folder);
  browser = await browse();
});

after(async () => {
  await browser?.close();
  host?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A whole game against the third opponent, its review, an analysis and an exercise. @param {Page} page */
async function playAndLearn(page) {
  await page.locator('[data-opponent=mina]').click();
  for (let now = await myTurn(page); now.state !== 'over'; now = await myTurn(page, now.moves + 1)) {
    await page.locator(`.cell[data-square="${now.legal[0]}"]`).click();
  }
  assert.match(await page.locator('.status').first().innerText(), /^You (won|lost) \d+–\d+$|draw/);
  await page.locator('.accuracies').waitFor({ timeout: 30000 });
  const { moves } = await gameStatus(page);

  await enter(page, 'analyse');
  await page.locator('table.summary').waitFor();
  await page.locator('.ply').nth(20).click();
  await page.locator('.line .pill').first().waitFor();

  await enter(page, 'learn');
  await page.getByRole('button', { name: 'New endgame' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.cell.legal').length > 0);
  await page.locator('.cell.legal').first().click();
  await page.locator('.task[data-state=right], .task[data-state=wrong]').waitFor();
  await page.locator('.task button.quiet').click();

  await enter(page, 'play');
  await page.reload();
  await page.waitForFunction((moves) => document.querySelectorAll('.moves .ply').length === moves, moves);
  return moves;
}

test('the site plays, reviews, analyses and teaches, also without a network; only its own files are loaded', { skip }, async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'allow' });
  /** @type {string[]} */
  const foreign = [];
  context.on('request', (request) => { if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(host.address)) foreign.push(request.url()); });
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(host.address);
  await playAndLearn(page);
  await page.waitForFunction(() => document.querySelector('.engine-line')?.getAttribute('data-evaluation') === 'full');
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated' && navigator.serviceWorker.controller !== null);

  // A new version is offered, and waits.
  appendFileSync(path.join(folder, 'sw.js'), '// another version\n');
  await page.evaluate(async () => { await (await navigator.serviceWorker.ready).update(); });
  await page.getByText('There is a new version').waitFor();
  await page.getByRole('button', { name: 'Later' }).click();

  // Two people need a server, and the page says so.
  await page.getByRole('button', { name: 'Play a friend' }).click();
  await page.locator('dialog[open]').getByText('needs a server').waitFor();
  await page.keyboard.press('Escape');

  host.close();
  await context.setOffline(true);
  await page.goto(host.address);
  await page.locator('[data-opponent=mina]').waitFor();
  await playAndLearn(page);
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('othellier') ?? '{}').games.length), 2);
  assert.deepEqual(foreign, []);
  assert.deepEqual(errors.filter((error) => !/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED/.test(error)), []);
  await context.close();
});

test('a tab that is closed in a search finds its game, data can be taken along, and node counts are the native ones', { skip }, async () => {
  host = await serveFolder(folder);
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'block', acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  await page.goto(host.address);
  await page.locator('[data-opponent=octavia]').click();
  await page.locator('.cell.legal').first().click();
  await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length >= 1);
  const url = page.url();
  await page.close();
  const again = await context.newPage();
  again.setDefaultTimeout(15000);
  await again.goto(url);
  await again.waitForFunction(() => document.querySelectorAll('.moves .ply').length >= 1);
  await again.getByRole('button', { name: 'Undo' }).click();
  await again.waitForFunction(() => document.querySelectorAll('.cell.legal').length === 4);

  // Everything that the browser keeps is one file, which another browser reads.
  await again.getByRole('button', { name: 'Settings' }).click();
  const [download] = await Promise.all([again.waitForEvent('download'), again.getByRole('button', { name: /Export/ }).click()]);
  const file = await download.path();
  const data = JSON.parse(readFileSync(file, 'utf8'));
  assert.equal(data.stored.games.length, 1);
  const other = await (await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' })).newPage();
  other.setDefaultTimeout(15000);
  await other.goto(host.address);
  await other.getByRole('button', { name: 'Settings' }).click();
  await other.locator('dialog[open] input[type=file]').setInputFiles({ name: 'data.json', mimeType: 'application/json', buffer: readFileSync(file) });
  await other.getByRole('button', { name: /Continue your game/ }).click();
  await other.waitForFunction(() => document.querySelectorAll('.board .legal').length > 0);
  await other.context().close();

  if (!existsSync(ANSWERS)) return;
  const { varies, ...sets } = JSON.parse(readFileSync(ANSWERS, 'utf8'));
  /** @param {string} key @param {any} value */
  const stable = (key, value) => (varies.includes(key) ? undefined : value);
  for (const [name, asked] of Object.entries(sets)) {
    const answers = await again.evaluate(answerAll, { name, questions: asked.map((/** @type {any} */ { question }) => question) });
    asked.forEach((/** @type {any} */ { question, answers: native }, /** @type {number} */ at) =>
      assert.equal(JSON.stringify(answers[at], stable), JSON.stringify(native, stable), JSON.stringify(question)));
  }
  const { signature, wrong, kernel } = (await again.evaluate(answerAll, { name: 'full', questions: [{ do: 'bench' }] }))[0][0];
  const native = /SIGNATURE: u64 = ([\d_]+)/.exec(readFileSync(path.join(ROOT, 'crates/measure/src/bench.rs'), 'utf8'));
  assert.deepEqual([signature, wrong, kernel], [Number(native?.[1].replaceAll('_', '')), 0, 'simd128']);
  await context.close();
});

test('a stop is heard, in a long move, an analysis and an endgame', { skip }, async () => {
  const page = await browser.newPage({ locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'block' });
  page.setDefaultTimeout(15000);
  await page.addInitScript(watchStops);
  await page.goto(host.address);
  await stopAll(page);
  // It is meant to be 100 ms; a machine that tests other things at the same time may need longer.
  for (const ms of await stopsOf(page)) assert.ok(ms < 1000, `${ms} ms`);
  await page.close();
});

test('studies and what was learnt are in IndexedDB, moved there from the local storage, and taken along', { skip }, async () => {
  const learnt = { rating: 934, streak: 3 };
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'block', acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  await page.goto(host.address);
  await page.evaluate((learnt) => localStorage.setItem('othellier.learn', JSON.stringify(learnt)), learnt);
  await page.goto(`${host.address}#/learn`);
  await page.reload();
  await page.getByText('934').first().waitFor();
  await page.goto(`${host.address}#/analyse?position=f5d6c3`);
  await page.locator('.section-analyse .cell.legal').first().click();
  const studies = await whenStored(page, 'othellier.studies');
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => /studies|learn/.test(key))), []);
  assert.equal(JSON.parse(await whenStored(page, 'othellier.learn')).rating, 934);

  // They are there after a reload, and in the file of everything, which another browser reads.
  await page.reload();
  await page.getByRole('button', { name: 'Settings' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /Export/ }).click()]);
  const file = await download.path();
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).data['othellier.studies'], studies);
  const other = await (await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' })).newPage();
  other.setDefaultTimeout(15000);
  await other.goto(host.address);
  await other.getByRole('button', { name: 'Settings' }).click();
  // The page loads itself again after an import; a browser that is closed meanwhile may never answer.
  const loaded = other.waitForEvent('load');
  await other.locator('dialog[open] input[type=file]').setInputFiles({ name: 'data.json', mimeType: 'application/json', buffer: readFileSync(file) });
  await loaded;
  assert.equal(await whenStored(other, 'othellier.studies'), studies);
  await other.context().close();
  await context.close();
});

/** A text of the database, as soon as it is there. The page may load itself again meanwhile: a look that is lost with the
 * old document, or that waits for a database which the new one upgrades, is followed by another. @param {Page} page @param {string} key */
async function whenStored(page, key) {
  for (const end = Date.now() + 15000; Date.now() < end; await page.waitForTimeout(50)) {
    const look = page.evaluate(stored, key).catch(() => undefined);
    const text = await Promise.race([look, page.waitForTimeout(1000)]);
    if (text) return text;
  }
  return assert.fail(`${key} is not stored`);
}

/** A text that the database of the page has, in the browser. @param {string} key @returns {Promise<string | undefined>} */
async function stored(key) {
  const done = (/** @type {IDBRequest} */ request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = /** @type {IDBDatabase} */ (await done(indexedDB.open('othellier')));
  try {
    return (await done(database.transaction('texts').objectStore('texts').get(key)))?.text;
  } finally {
    database.close();
  }
}

test('the games of a match are saved as GGF, and its report', { skip }, async () => {
  const page = await browser.newPage({ locale: 'en-GB', serviceWorkers: 'block', acceptDownloads: true });
  page.setDefaultTimeout(15000);
  await page.goto(`${host.address}#/lab`);
  await page.locator('.lab input[type=range]').first().waitFor();
  await page.locator('.lab label', { hasText: /games/i }).locator('input[type=range]').first().press('Home');
  await page.getByRole('button', { name: 'Start the match' }).click();
  await page.locator('.tag.state-done').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'GGF' }).click()]);
  const games = readFileSync(await download.path(), 'utf8').match(/\(;GM\[Othello\]/g);
  assert.equal(games?.length, 2);
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Report' }).click()]);
  assert.match(saved.suggestedFilename(), /\.html$/);
  const report = readFileSync(await saved.path(), 'utf8');
  assert.match(report, /<html lang="en">[^]*<th>games played<\/th><td>2 \/ 2<\/td>[^]*<svg[^]*<h2>Games<\/h2>/);
  assert.equal(report.match(/<td>[●○]<\/td>/g)?.length, 2);
  await page.close();
});

test('full weights that do not arrive leave the small ones in use; the page says so and tries again', { skip }, async () => {
  const page = await browser.newPage({ locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'block' });
  page.setDefaultTimeout(15000);
  let isLost = true;
  await page.route(/engine\/full/, (route) => (isLost ? route.abort() : route.continue()));
  await page.goto(host.address);
  await page.locator('[data-opponent=mina]').click();
  await page.locator('.cell.legal').first().click();
  await myTurn(page, 2);
  const line = page.locator('.engine-line').first();
  await line.getByText('did not arrive').waitFor({ state: 'attached' });
  assert.equal(await line.getAttribute('data-evaluation'), 'small');
  await page.locator('.cell.legal').first().click();
  await myTurn(page, 4);
  isLost = false;
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: /Load the full evaluation/ }).click();
  await page.locator('dialog[open] .engine-line[data-evaluation=full]').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.cell.legal').first().click();
  await myTurn(page, 6);
  await page.close();
});

test('games are played before the full module is there; what needs it is asked again', { skip }, async () => {
  const page = await browser.newPage({ locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'block' });
  page.setDefaultTimeout(15000);
  let isLost = true;
  await page.route(/engine\/othellier/, (route) => (isLost ? route.abort() : route.continue()));
  await page.goto(host.address);
  await page.locator('[data-opponent=mina]').click();
  await page.locator('.cell.legal').first().click();
  await myTurn(page, 2);
  const game = `/api/games/${new URL(page.url()).searchParams.get('g')}`;
  /** A request of the page to its engine: the answer, or the code of the error. @param {string} address @param {string} method @param {object} body */
  const ask = (address, method, body) => page.evaluate(async ({ address, options }) => {
    const { modules$: modules } = await import(/** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]')).src);
    return modules['local.js'].answer(address, options).catch((/** @type {{code: string}} */ { code }) => code);
  }, { address, options: { method, body } });
  const textbook = { players: { black: 'human', white: 'level-3' } };
  assert.equal(await ask(game, 'PATCH', textbook), 'not_loaded');
  assert.equal(await ask(`${game}/moves`, 'POST', { move: 'a1' }), 'illegal_move');
  await page.locator('.cell.legal').first().click();
  await myTurn(page, 4);
  isLost = false;
  assert.equal((await ask(game, 'PATCH', textbook)).players.white.spec, 'level-3');
  await page.locator('.cell.legal').first().click();
  await myTurn(page, 6);
  assert.equal((await ask('/api/games', 'POST', { size: 6 })).size, 6);
  await page.close();
});

test('a board for other sites is stepped through in a frame, without weights', { skip }, async () => {
  const page = await browser.newPage({ locale: 'en-GB', serviceWorkers: 'block' });
  page.setDefaultTimeout(15000);
  /** @type {string[]} */
  const loaded = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.setContent(`<iframe src="${host.address}embed.html?moves=f5d6c3&ply=1" width="400" height="452"></iframe>`);
  const board = page.frameLocator('iframe');
  await board.locator('.counts').getByText('4 – 1').waitFor();
  await board.getByRole('button', { name: 'Forward' }).click();
  await board.locator('.counts').getByText('3 – 3').waitFor();
  const link = await board.locator('nav a').getAttribute('href');
  assert.equal(new URL(link ?? '', host.address).href, `${host.address}#/analyse?position=f5d6`);
  assert.ok(loaded.every((url) => !/engine\/(small|full)/.test(url)), loaded.join('\n'));
  await page.goto(`${host.address}embed.html?moves=a1`);
  await page.getByRole('alert').getByText('a1').waitFor();
  await page.close();
});

test('what is missing is reported, and the rest works', { skip }, async () => {
  /** @param {() => void} without @param {RegExp} words @param {(page: Page) => Promise<unknown>} [act] @param {RegExp} [lost] files that do not arrive */
  const says = async (without, words, act, lost = /^$/) => {
    const page = await browser.newPage({ locale: 'en-GB', serviceWorkers: 'block' });
    page.setDefaultTimeout(15000);
    await page.addInitScript(without);
    await page.route(lost, (route) => route.abort());
    await page.goto(host.address);
    await page.locator('[data-opponent=pip]').click();
    await act?.(page);
    await page.locator('.banner').getByText(words).waitFor();
    await page.locator('.cell.legal').first().waitFor();
    await page.close();
  };
  const nothing = () => {};
  await says(() => { WebAssembly.validate = () => false; }, /no vectors \(simd128\)/);
  await says(() => { Reflect.deleteProperty(globalThis, 'WebAssembly'); }, /no WebAssembly/);
  await says(() => { Reflect.deleteProperty(globalThis, 'Worker'); }, /no workers/);
  // A random player needs no weights, and no storage.
  const play = async (/** @type {Page} */ page) => {
    await page.locator('.cell.legal').first().click();
    await myTurn(page, 2);
  };
  await says(() => { indexedDB.open = () => { throw new Error('private'); }; }, /keeps nothing/, play);
  await says(() => { IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }; }, /is full/, play);
  await says(nothing, /could not be loaded/, play, /engine\/small/);
  await says(nothing, /could not be loaded/, undefined, /engine\/playing/);
});

/** Asks the engine of the page, in the browser. @param {{name: string, questions: any[]}} asked */
async function answerAll({ name, questions }) {
  const files = JSON.parse(document.querySelector('meta[name=othellier-engine]')?.getAttribute('content') ?? '{}');
  const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]')).src;
  const packed = (await fetch(files.module)).body?.pipeThrough(new DecompressionStream('gzip'));
  const module = await WebAssembly.compile(await new Response(packed).arrayBuffer());
  const worker = new Worker(script.replace(/[^/]+$/, 'worker.js'), { type: 'module' });
  worker.postMessage({ module, seed: 0 });
  const ask = (/** @type {number} */ number, /** @type {any} */ question, /** @type {Blob} */ file) => new Promise((resolve, reject) => {
    /** @type {any[]} */
    const answers = [];
    worker.onmessage = ({ data }) => {
      if (data.number !== number) return;
      if (data.answer) answers.push(data.answer);
      if (data.error) reject(new Error(`${JSON.stringify(question)}: ${data.error.message}`));
      if (data.end) resolve(answers);
    };
    worker.postMessage({ number, question, file });
  });
  await ask(1, { do: 'weights' }, await (await fetch(files[name])).blob());
  const all = [];
  for (const [at, question] of questions.entries()) all.push(await ask(at + 2, question, new Blob()));
  worker.terminate();
  return all;
}
