// The opening explorer, and what survives a kill of the server.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { myTurn, playAll } from './harness.js';
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
  // Our own games come with the page: each of the three replies was tried.
  const own = card.getByRole('list', { name: 'Othellier’s own games' }).locator('.reply');
  await own.nth(2).waitFor();
  assert.deepEqual((await own.locator('b').allInnerTexts()).sort(), ['d6', 'f4', 'f6']);

  const file = path.join(folder, 'games.txt');
  writeFileSync(file, GAMES.join('\n') + '\n');
  mkdirSync(path.join(folder, 'othellier'), { recursive: true });
  const archive = path.join(folder, 'othellier', 'archive.sqlite');
  const imported = spawnSync(program(), ['archive', 'import', file, '--archive', archive], { encoding: 'utf8' });
  assert.equal(imported.status, 0, imported.stderr);

  await empty.reload();
  const replies = card.getByRole('list', { name: 'Archive', exact: true }).locator('.reply');
  await replies.first().waitFor();
  assert.match(await card.innerText(), /Games here: 4/);
  const names = await replies.evaluateAll((rows) => rows.map((row) => (row.textContent ?? '').replace(/\s+/g, ' ').trim()));
  assert.equal(names.length, 2);
  assert.match(names[0], /^d6 Games 3 /);
  await replies.locator('.pill').first().waitFor();
  await replies.first().click();
  await empty.waitForFunction(() => /Games here: 3/.test(document.querySelector('.archive-card')?.textContent ?? ''));
  await card.getByRole('button', { name: /^c5 Games 1 / }).click();
  await empty.waitForFunction(() => /Games here: 1/.test(document.querySelector('.archive-card')?.textContent ?? ''));
  await empty.evaluate(() => { location.hash = '#/analyse?position=f5d6c3d3c4f4f6'; });
  await empty.waitForFunction(() => /None of the 4 games/.test(document.querySelector('.archive-card')?.textContent ?? ''));
  await empty.context().close();
});

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).first().click();
/** @param {Page} page */
const question = (page) => page.locator('.task, .school-task').getAttribute('data-state');
/** @param {Page} page */
const touchLegal = (page) => page.locator('.cell.legal').first().click();

/**
 * The work in each section: before the server is killed, while it is away, and when it is back. What the user made
 * must still be there, and the section must work without a reload.
 * @type {Record<string, {path: string, begin?: (page: Page) => Promise<unknown>, away: (page: Page) => Promise<unknown>, back: (page: Page) => Promise<unknown>}>}
 */
const PLACES = {
  entrance: {
    path: '/',
    away: (page) => page.locator('[data-opponent=pip]').click(),
    back: async (page) => { await page.locator('[data-opponent=pip]').click(); await myTurn(page); },
  },
  play: {
    path: '/',
    begin: async (page) => {
      await page.locator('[data-opponent=pip]').click();
      await myTurn(page);
      await touchLegal(page);
      await myTurn(page, 2);
    },
    away: touchLegal,
    // The move that did not arrive is taken back, and can be played again.
    back: async (page) => {
      const { moves } = await myTurn(page, 2);
      assert.equal(moves, 2);
      await touchLegal(page);
      await myTurn(page, 4);
    },
  },
  analysis: {
    path: '/#/analyse?position=f5d6',
    begin: async (page) => {
      await page.locator('.line .pill').first().waitFor();
      assert.equal(await page.locator('.moves .ply').count(), 2, 'a link to moves shows them');
    },
    away: (page) => press(page, 'Back one move'),
    back: (page) => page.waitForFunction(() => document.querySelectorAll('.chip').length === 3),
  },
  review: {
    path: '/#/analyse',
    begin: async (page) => {
      await press(page, 'Load');
      await page.locator('#paste-text').fill('f5d6c3d3c4f4c5b3c2e3d2c6');
      await page.locator('dialog[open]').getByRole('button', { name: 'Open', exact: true }).click();
      await page.locator('.section-analyse').waitFor();
      await page.getByLabel('Depth of the review').selectOption('14');
      await press(page, 'Review the game');
      await page.locator('.review-card progress').waitFor();
    },
    away: (page) => press(page, 'Back one move'),
    back: (page) => page.locator('table.summary').waitFor({ timeout: 60000 }),
  },
  study: {
    path: '/#/analyse?position=f5d6c3',
    begin: async (page) => {
      await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 3);
      await press(page, 'Studies');
      await page.getByLabel('A new study with this board').fill('Kept');
      await page.locator('dialog[open]').getByRole('button', { name: 'Save' }).click();
      await page.keyboard.press('Escape');
    },
    away: async (page) => {
      await page.locator('#note').fill('Written without a server.');
      await press(page, 'To the start');
    },
    back: async (page) => {
      await press(page, 'To the end');
      assert.equal(await page.locator('#note').inputValue(), 'Written without a server.');
      assert.match(await page.locator('.study-card').innerText(), /Kept/);
    },
  },
  lesson: {
    path: '/#/learn?chapter=rules',
    begin: (page) => page.locator('.school-task[data-state=ask]').waitFor(),
    away: async (page) => {
      await page.getByRole('gridcell', { name: /^(f5|d3|c4|e6), legal/ }).first().click();
      await page.locator('.school-task[data-state=right]').waitFor();
      await page.locator('.school-task .primary').click();
    },
    back: async (page) => {
      await page.locator('.school-task .primary').click();
      await page.locator('.school-task[data-state=ask]').waitFor();
    },
  },
  puzzle: {
    path: '/#/learn?daily',
    begin: (page) => page.locator('.school-task[data-state=ask]').waitFor(),
    away: async (page) => {
      await press(page, 'Show the solution');
      await page.locator('.school-task .primary').click();
    },
    back: async (page) => {
      await page.locator('.school-task .primary').click();
      await page.locator('.school-task[data-state=ask]').waitFor();
      assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('othellier.learn') ?? '{}').cards.length), 1, 'the first one counts');
    },
  },
  exercise: {
    path: '/#/learn',
    begin: async (page) => {
      await page.getByLabel('empty squares').fill('6');
      await press(page, 'New endgame');
      await page.locator('.task .status').waitFor();
      await page.locator('.cell.legal').first().waitFor();
    },
    away: touchLegal,
    back: async (page) => {
      assert.equal(await question(page), 'ask', 'the answer did not count');
      await touchLegal(page);
      await page.locator('.task:is([data-state=right], [data-state=wrong])').waitFor();
    },
  },
  think: {
    path: '/#/think',
    begin: async (page) => { await press(page, 'Draw the tree'); await page.locator('.tree').waitFor(); },
    away: (page) => page.getByRole('gridcell', { name: /^f5, legal/ }).click(),
    back: async (page) => {
      await page.locator('.cell.legal').first().waitFor();
      await press(page, 'Draw the tree');
      await page.locator('.tree').waitFor();
    },
  },
  room: {
    path: '/',
    begin: async (page) => {
      await page.getByRole('button', { name: 'Play a friend' }).click();
      const dialog = page.locator('dialog[open]');
      await dialog.getByRole('button', { name: 'A room for a class or a club' }).click();
      await dialog.getByLabel('Name of the room').fill('Class 5b');
      await dialog.getByLabel('Your name').fill('Ms Noether');
      await dialog.getByRole('button', { name: 'Open the room' }).click();
      await page.getByLabel('A position or a game').fill('f5d6c3');
    },
    away: (page) => press(page, 'Show to everybody'),
    back: async (page) => {
      assert.equal(await page.getByLabel('A position or a game').inputValue(), 'f5d6c3', 'what was typed is kept');
      await press(page, 'Show to everybody');
      await page.getByRole('gridcell', { name: /^c3, .*last move/ }).waitFor();
    },
  },
};

test('a server that is killed and restarted loses nothing in any section, and the page says when it is away', async () => {
  /** @type {Record<string, Page>} */
  const pages = {};
  for (const [place, { path, begin }] of Object.entries(PLACES)) {
    pages[place] = await page(path);
    await begin?.(pages[place]).catch((error) => { throw new Error(`${place}: ${error.message}`); });
  }
  // A friend's game: both seats are kept.
  const ada = await page('/');
  await ada.getByRole('button', { name: 'Play a friend' }).click();
  const form = ada.locator('dialog[open]');
  await form.getByLabel('Your name').fill('Ada');
  await form.getByLabel('Your colour').selectOption('black');
  await form.getByRole('button', { name: 'Invite' }).click();
  const ben = await page(`/i/${await ada.locator('dialog[open] .code').innerText()}`);
  await ben.getByLabel('Your name').fill('Ben');
  await ben.getByRole('button', { name: 'Accept' }).click();
  await ada.locator('.seat-role', { hasText: 'You have Black' }).waitFor();
  await playAll(ada, ['f5']);
  const installed = await page('/', 'allow');
  // Without the server only a service worker that is active can answer.
  if (!fromFolder) await installed.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated' && Boolean(await caches.match('/')));

  child.kill('SIGKILL');
  await once(child, 'exit');
  const all = { ...pages, ada, ben };
  for (const [place, { away }] of Object.entries(PLACES)) await away(pages[place]).catch((error) => { throw new Error(`${place}, away: ${error.message}`); });
  await ben.getByRole('gridcell', { name: /^d6, legal/ }).click();
  for (const [place, page] of Object.entries(all)) await page.getByText('Not connected').waitFor().catch(() => { throw new Error(`${place}: no banner`); });
  if (!fromFolder) {
    await installed.reload();
    await installed.getByText('Not connected').waitFor();
    // Parts that are loaded later were kept too.
    await installed.locator('.lang').click();
    await installed.getByRole('button', { name: 'Réglages' }).click();
    await installed.locator('dialog[open]').waitFor();
    await installed.keyboard.press('Escape');
    await installed.locator('.lang').click();
  }

  await open();
  for (const [place, page] of Object.entries(all)) await page.getByText('Not connected').waitFor({ state: 'detached' }).catch(() => { throw new Error(`${place}: the banner stays`); });
  for (const [place, { back }] of Object.entries(PLACES)) await back(pages[place]).catch((error) => { throw new Error(`${place}, back: ${error.message}`); });
  await playAll(ben, ['d6']);
  await ada.getByRole('gridcell', { name: /^d6, .*last move/ }).waitFor();
  await installed.getByText('Not connected').waitFor({ state: 'detached' });
  for (const page of [...Object.values(all), installed]) await page.context().close();
});

test('a review and a match survive a kill', async () => {
  const first = await page('/#/analyse');
  await first.getByRole('button', { name: 'Load' }).click();
  await first.locator('#paste-text').fill('f5d6c3d3c4f4c5b3c2e3d2c6b4a3');
  await first.locator('dialog[open]').getByRole('button', { name: 'Open', exact: true }).click();
  await first.locator('.section-analyse').waitFor();
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
