// How soon the page can be used on a slow phone: node ui/load.js [RUNS]
// 360×740 pixels, 1.6 Mbit/s, 150 ms to the server, a processor four times slower. Prints, for a first visit
// and for a second one: milliseconds to the first paint and to the entrance, from the choice of an opponent to
// a board that takes a move, and the sum of the last two, as the driver of the browser sees them; then from the
// touch to the painted board, and from the start to it, as the page sees them, without the driver's own time. A
// move is then played on that board, and must reach the server.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { browse, serve } from './tests/program.js';

const runs = Number(process.argv[2] ?? 5);
const folder = mkdtempSync(path.join(tmpdir(), 'othellier-load-'));
const { child, address } = serve(folder);
const browser = await browse();

/** @param {import('playwright-core').BrowserContext} context */
async function visit(context) {
  const page = await context.newPage();
  const phone = await context.newCDPSession(page);
  await phone.send('Network.enable');
  await phone.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 7.5e5 / 8 });
  await phone.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const began = Date.now();
  await page.goto((await address) + '/', { waitUntil: 'commit' });
  const opponent = page.locator('[data-opponent=otto]');
  await opponent.waitFor();
  const entrance = Date.now() - began;
  const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  await page.evaluate(watchTouch);
  const chosen = Date.now();
  await opponent.click();
  const square = page.locator('.section-play .board .legal').first();
  await square.waitFor({ state: 'attached' });
  const board = Date.now() - chosen;
  await square.click();
  const touched = await page.evaluate(() => /** @type {any} */ (window).boardPainted);
  const game = await page.waitForFunction(() => /\/g\/(.+)/.exec(location.pathname)?.[1]).then((id) => id.jsonValue());
  await page.locator('.moves .ply').nth(1).waitFor();
  const { length } = await (await fetch(`${await address}/api/games/${game}`)).json();
  if (length < 2) throw new Error('the move was not accepted');
  // The next visit finds what this one leaves after its first seconds.
  await page.evaluate(async () => void (await navigator.serviceWorker?.ready));
  await page.close();
  return { painted, entrance, board, both: entrance + board, touched, seen: painted + touched };
}

/** In the page: how long after the touch a board with legal squares is painted. */
function watchTouch() {
  addEventListener('click', ({ timeStamp }) => {
    /** @type {any} */ (window).boardPainted = new Promise((resolve) => {
      const look = () => requestAnimationFrame(() => {
        if (document.querySelector('.section-play .board .legal')) setTimeout(() => resolve(performance.now() - timeStamp));
        else look();
      });
      look();
    });
  }, { capture: true, once: true });
}

const median = (/** @type {number[]} */ times) => times.sort((one, other) => one - other)[Math.floor(times.length / 2)];
/** @type {Record<string, Awaited<ReturnType<typeof visit>>[]>} */
const visits = { first: [], second: [] };
for (let run = 0; run < runs; run++) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, locale: 'en-GB' });
  for (const which of ['first', 'second']) visits[which].push(await visit(context));
  await context.close();
}
for (const [which, all] of Object.entries(visits)) {
  const of = (/** @type {keyof Awaited<ReturnType<typeof visit>>} */ part) => Math.round(median(all.map((times) => times[part])));
  console.log(`${which} visit, median of ${runs}: first paint ${of('painted')} ms, entrance ${of('entrance')} ms, then a board ${of('board')} ms, together ${of('both')} ms; in the page, touch to board ${of('touched')} ms, together ${of('seen')} ms`);
}
await browser.close();
child.kill('SIGTERM');
rmSync(folder, { recursive: true, force: true });
