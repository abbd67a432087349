// A static site as any host serves it: `othellier site` writes a folder, a plain file server serves it under a path.

import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { program, ROOT } from './program.js';

/** The folder of the WebAssembly modules that `bindings/wasm/build` makes. */
export const MODULES = path.join(process.env.CARGO_TARGET_DIR ?? path.join(ROOT, 'target'), 'wasm32-unknown-unknown', 'wasm', 'modules');

/** Whether the modules were built. */
export const hasModules = existsSync(MODULES);

/** The questions that `bindings/wasm/check` asked, with the answers of the native program. */
export const ANSWERS = path.join(MODULES, 'answers.json');

/** Writes the site. @param {string} folder */
export function writeSite(folder) {
  const { status, stderr } = spawnSync(program(), ['site', folder, '--wasm', MODULES, '--lang', 'en'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`othellier site: ${stderr}`);
}

/** @type {Record<string, string>} */
const KINDS = { html: 'text/html', js: 'text/javascript', css: 'text/css', json: 'application/json', svg: 'image/svg+xml', png: 'image/png', webmanifest: 'application/manifest+json', woff2: 'font/woff2' };

/** Where the site is: not at the root of its host. */
const PLACE = '/some/place/';

/** Serves a folder, with text compressed as hosts do. @param {string} folder
 * @returns {Promise<{address: string, close: () => void}>} */
export function serveFolder(folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const wanted = pathname.startsWith(PLACE) ? pathname.slice(PLACE.length) : '\0';
    const file = path.join(folder, wanted === '' || wanted.endsWith('/') ? `${wanted}index.html` : wanted);
    if (wanted.includes('..') || !existsSync(file)) return void response.writeHead(404).end();
    const extension = path.extname(file).slice(1);
    const bytes = readFileSync(file);
    const packed = extension in KINDS && !['png', 'woff2'].includes(extension);
    const body = packed ? gzipSync(bytes) : bytes;
    response.writeHead(200, { 'Content-Type': KINDS[extension] ?? 'application/octet-stream', 'Content-Length': body.length, ...(packed ? { 'Content-Encoding': 'gzip' } : {}) }).end(body);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    resolve({ address: `http://127.0.0.1:${port}${PLACE}`, close: () => { server.close(); server.closeAllConnections(); } });
  }));
}

/** Measures, in the page, how long each stop of a search takes: from the click or the change of section until the worker has
 * ended the question, or is ended itself. The milliseconds are in `window.stops`; a stop that nobody hears is not there.
 * `window.asked` has what workers were asked. For `addInitScript`. */
export function watchStops() {
  /** @type {{stops: number[], asked: string[]}} */
  const { stops, asked } = Object.assign(window, { stops: [], asked: [] });
  /** The searches that run, and when the person did something else. @type {Map<string, number | null>} */
  const searches = new Map();
  for (const act of ['click', 'hashchange']) {
    addEventListener(act, ({ timeStamp }) => { for (const [search, when] of searches) searches.set(search, when ?? timeStamp); }, true);
  }
  const Plain = Worker;
  let workers = 0;
  window.Worker = class extends Plain {
    id = workers++;

    /** @param {string | URL} script @param {WorkerOptions} [options] */
    constructor(script, options) {
      super(script, options);
      this.addEventListener('message', ({ data }) => { if (data.end) this.ended(`${this.id}/${data.number}`); });
    }

    /** @param {any} message */
    postMessage(message) {
      if (message.question) asked.push(message.question.do);
      if (['choose', 'analyse_through'].includes(message.question?.do)) searches.set(`${this.id}/${message.number}`, null);
      super.postMessage(message);
    }

    terminate() {
      super.terminate();
      for (const search of searches.keys()) if (search.startsWith(`${this.id}/`)) this.ended(search);
    }

    /** @param {string} search */
    ended(search) {
      const when = searches.get(search);
      if (typeof when === 'number') stops.push(performance.now() - when);
      searches.delete(search);
    }
  };
}

/** The stops that were heard so far, in milliseconds. @param {import('playwright-core').Page} page @returns {Promise<number[]>} */
export const stopsOf = (page) => page.evaluate(() => /** @type {any} */ (window).stops);

/** The first 32 moves of a game: an endgame that takes long to solve. */
const ENDGAME = 'c4c5b6e3f4f3f5g6f2e6f6e2d2g2h2c6g3b5h6a6d7h1d3h3a7d6a4a5h4f7e7d1';

/** Stops a program in the middle of a long move, an analysis of the start, and one of an endgame.
 * @param {import('playwright-core').Page} page at the entrance of a site */
export async function stopAll(page) {
  await page.locator('[data-opponent=otto]').click();
  await page.waitForURL(/\?g=/);
  const other = page.url();
  await page.getByRole('button', { name: 'New game' }).click();
  await page.locator('#new-white-level').press('End');
  await page.locator('dialog[open]').getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL((url) => url.href !== other);
  await page.locator('.engine-line:not([data-evaluation=""])').first().waitFor({ state: 'attached' });
  await page.locator('.cell.legal').first().click();
  await page.waitForFunction(() => /** @type {any} */ (window).asked.includes('choose'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.cell.legal').length === 4);
  for (const [section, heard] of [['#/analyse', 2], [`#/analyse?position=${ENDGAME}`, 3]]) {
    await page.evaluate((hash) => { location.hash = hash; }, String(section));
    await page.locator('.line .pill').first().waitFor();
    await page.waitForTimeout(1000);
    await page.evaluate(() => { location.hash = '#/play'; });
    await page.locator('.section-play').waitFor();
    await page.waitForFunction((heard) => /** @type {any} */ (window).stops.length >= heard, Number(heard));
  }
}
