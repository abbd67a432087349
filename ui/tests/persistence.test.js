// The opening explorer, and what survives a kill of the server.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { browse, fromFolder, program, serve } from './program.js';

const folder = mkdtempSync(path.join(tmpdir(), 'othellier-kept-'));
const GAMES = ['f5d6c3d3c4f4', 'f5d6c3d3c4b3', 'f5d6c5f4e3', 'f5f6e6f4e3'];

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {import('node:child_process').ChildProcess} */
let child;
let address = '';

async function open() {
  const server = serve(folder, address ? new URL(address).port : undefined);
  child = server.child;
  address = await server.address;
}

before(async () => {
  await open();
  browser = await browse();
});

after(async () => {
  await browser?.close();
  child?.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

/** @param {string} where @param {'allow' | 'block'} [serviceWorkers] */
async function page(where, serviceWorkers = 'block') {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', viewport: { width: 1280, height: 900 }, serviceWorkers });
  const opened = await context.newPage();
  await opened.goto(address + where);
  return opened;
}

test('the opening explorer shows replies that can be played', async () => {
  const empty = await page('/#/analyse?position=f5');
  const card = empty.locator('.archive-card');
  await card.getByRole('group', { name: 'Book' }).waitFor();
  assert.match(await card.innerText(), /No archive/);

  const file = path.join(folder, 'games.txt');
  writeFileSync(file, GAMES.join('\n') + '\n');
  mkdirSync(path.join(folder, 'othellier'), { recursive: true });
  const archive = path.join(folder, 'othellier', 'archive.sqlite');
  const imported = spawnSync(program(), ['archive', 'import', file, '--archive', archive], { encoding: 'utf8' });
  assert.equal(imported.status, 0, imported.stderr);

  await empty.reload();
  await card.locator('.reply').first().waitFor();
  assert.match(await card.innerText(), /Games here: 4/);
  const names = await card.locator('.reply').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
  assert.equal(names.length, 2);
  assert.match(names[0], /^d6: games 3,/);
  await card.locator('.reply .pill').first().waitFor();
  await card.locator('.reply').first().click();
  await empty.waitForFunction(() => /Games here: 3/.test(document.querySelector('.archive-card')?.textContent ?? ''));
  await card.getByRole('button', { name: /^c5: games 1,/ }).click();
  await empty.waitForFunction(() => /Games here: 1/.test(document.querySelector('.archive-card')?.textContent ?? ''));
  await empty.evaluate(() => { location.hash = '#/analyse?position=f5d6c3d3c4f4f6'; });
  await empty.waitForFunction(() => /None of the 4 games/.test(document.querySelector('.archive-card')?.textContent ?? ''));
  await empty.context().close();
});

test('the analysis resumes when the server is back, and meanwhile the page says that it is away', async () => {
  const board = await page('/#/analyse?position=f5d6');
  await board.locator('.line .pill').first().waitFor();
  assert.equal(await board.locator('.moves .ply').count(), 2, 'a link to moves shows them');
  const installed = await page('/', 'allow');
  // Without the server only a service worker that is active can answer.
  if (!fromFolder) await installed.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated' && Boolean(await caches.match('/')));
  child.kill('SIGKILL');
  await once(child, 'exit');
  await board.getByRole('button', { name: 'Back one move' }).click();
  await board.getByText('Not connected').waitFor();
  if (!fromFolder) {
    await installed.reload();
    await installed.getByText('Not connected').waitFor();
  }
  await open();
  await board.getByText('Not connected').waitFor({ state: 'detached' });
  await board.waitForFunction(() => document.querySelectorAll('.chip').length === 3);
  await board.context().close();
  await installed.getByText('Not connected').waitFor({ state: 'detached' });
  await installed.context().close();
});

test('a review and a match survive a kill', async () => {
  const first = await page('/#/analyse');
  await first.getByRole('button', { name: 'Load' }).click();
  await first.locator('#paste-text').fill('f5d6c3d3c4f4c5b3c2e3d2c6b4a3');
  await first.locator('dialog[open]').getByRole('button', { name: 'Open', exact: true }).click();
  await first.locator('.room-analyse').waitFor();
  await first.getByLabel('Depth of the review').selectOption('6');
  await first.getByRole('button', { name: 'Review the game' }).click();
  await first.locator('table.summary').waitFor({ timeout: 60000 });
  const summary = await first.locator('table.summary').innerText();
  const game = await first.evaluate(() => JSON.parse(localStorage.getItem('othellier') ?? '{}').games[0].id);

  await first.evaluate(() => { location.hash = '#/lab'; });
  await first.locator('#lab-a').selectOption('level-5');
  await first.locator('#lab-b').selectOption('level-5');
  await first.getByRole('button', { name: '8×8' }).click();
  await first.getByRole('button', { name: 'Start the match' }).click();
  await first.locator('.open-game').first().waitFor({ timeout: 60000 });
  const match = await first.evaluate(() => localStorage.getItem('othellier.match') ?? '');

  child.kill('SIGKILL');
  await once(child, 'exit');
  await open();
  await first.locator('.tag.state-stopped').waitFor();
  await first.locator('.banner').waitFor({ state: 'detached' });
  assert.ok(await first.getByRole('button', { name: 'Start the match' }).isEnabled());
  await first.context().close();
  const again = await page(`/g/${game}#/analyse`);
  await again.locator('table.summary').waitFor();
  assert.equal(await again.locator('table.summary').innerText(), summary);
  await again.evaluate((id) => {
    localStorage.setItem('othellier.match', id);
    location.hash = '#/lab';
  }, match);
  await again.locator('.open-game').first().waitFor();
  assert.equal(await again.locator('.tag').first().innerText(), 'stopped');
  await again.context().close();
});
