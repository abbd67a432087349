// A static site as any host serves it: `othellier site` writes a folder, a plain file server serves it under a path.

import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { program, ROOT } from './program.js';

/** The WebAssembly module that `bindings/wasm/build` makes. */
export const MODULE = path.join(process.env.CARGO_TARGET_DIR ?? path.join(ROOT, 'target'), 'wasm32-unknown-unknown', 'wasm', 'othellier_wasm.wasm');

/** Whether the module was built. */
export const hasModule = existsSync(MODULE);

/** The questions that `bindings/wasm/check` asked, with the answers of the native program. */
export const ANSWERS = MODULE.replace(/\.wasm$/, '.json');

/** Writes the site. @param {string} folder */
export function writeSite(folder) {
  const { status, stderr } = spawnSync(program(), ['site', folder, '--wasm', MODULE, '--lang', 'en'], { encoding: 'utf8' });
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

/** Measures, in the page, how long each stop takes: until the worker has ended the question, or is ended itself. The
 * milliseconds are in `window.stops`; a stop that nobody hears is not there. `window.asked` has what workers were asked.
 * For `addInitScript`. */
export function watchStops() {
  /** @type {{stops: number[], asked: string[]}} */
  const { stops, asked } = Object.assign(window, { stops: [], asked: [] });
  const Plain = Worker;
  window.Worker = class extends Plain {
    /** @type {Map<number, number>} */
    stopping = new Map();

    /** @param {string | URL} script @param {WorkerOptions} [options] */
    constructor(script, options) {
      super(script, options);
      this.addEventListener('message', ({ data }) => { if (data.end) this.ended(data.number); });
    }

    /** @param {any} message */
    postMessage(message) {
      if (message.stop) this.stopping.set(message.stop, performance.now());
      if (message.question) asked.push(message.question.do);
      super.postMessage(message);
    }

    terminate() {
      super.terminate();
      for (const number of this.stopping.keys()) this.ended(number);
    }

    /** @param {number} number */
    ended(number) {
      const when = this.stopping.get(number);
      if (when !== undefined) stops.push(performance.now() - when);
      this.stopping.delete(number);
    }
  };
}

/** The stops that were heard so far, in milliseconds. @param {import('playwright-core').Page} page @returns {Promise<number[]>} */
export const stopsOf = (page) => page.evaluate(() => /** @type {any} */ (window).stops);

/** Stops an analysis that is under way, and a program in the middle of a long move. @param {import('playwright-core').Page} page at the entrance of a site */
export async function stopBoth(page) {
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
  await page.evaluate(() => { location.hash = '#/analyse'; });
  await page.locator('.line .pill').first().waitFor();
  await page.waitForTimeout(1000);
  await page.evaluate(() => { location.hash = '#/play'; });
  await page.locator('.room-play').waitFor();
}
