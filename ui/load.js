// How soon the page can be used on a slow phone: node ui/load.js [RUNS]
// 360×740 pixels, 1.6 Mbit/s, 150 ms to the server, a processor four times slower. Prints, for a first visit
// and for a second one: milliseconds to the first paint and to the entrance, from the choice of an opponent to
// a board that takes a move, and the sum of the last two.

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
  const chosen = Date.now();
  await opponent.click();
  await page.locator('.room-play .board .legal').first().waitFor({ state: 'attached' });
  const board = Date.now() - chosen;
  await page.close();
  return { painted, entrance, board, both: entrance + board };
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
  const of = (/** @type {'painted' | 'entrance' | 'board' | 'both'} */ part) => Math.round(median(all.map((times) => times[part])));
  console.log(`${which} visit, median of ${runs}: first paint ${of('painted')} ms, entrance ${of('entrance')} ms, then a board ${of('board')} ms, together ${of('both')} ms`);
}
await browser.close();
child.kill('SIGTERM');
rmSync(folder, { recursive: true, force: true });
