// Playing, in a real browser against the real program.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { START } from '../page/logic/positions.js';
import { gameStatus, harness, ignoreRefusals, load, myTurn, newGame, playAll } from './harness.js';

const { page: open, address, browserErrors } = harness();

test('the entrance makes no game until an opponent is chosen, and leads back to it', async () => {
  /** @type {string[]} */
  const made = [];
  const page = await open({ entrance: true, prepare: (page) => page.on('request', (request) => { if (request.method() === 'POST') made.push(request.url()); }) });
  assert.equal(await page.locator('[data-opponent]').count(), 8);
  await page.waitForFunction(() => /3,246 Elo/.test(document.querySelector('[data-opponent=octavia]')?.textContent ?? ''));
  assert.deepEqual(made, []);
  await page.getByRole('button', { name: 'White', exact: true }).click();
  await page.locator('[data-opponent=mina]').click();
  await myTurn(page, 1);
  assert.equal(await page.locator('.side.black .who').innerText(), 'Mina');
  await page.goto(new URL('/', page.url()).href);
  await page.getByRole('button', { name: /Continue your game/ }).click();
  await myTurn(page, 1);
});

test('a game can be played at once', async () => {
  const page = await open();
  const { legal } = await myTurn(page);
  assert.equal(legal.length, 4);
  await page.locator('.cell.legal').first().click();
  await myTurn(page, 2);
  assert.ok((await page.locator('.status-card .line-1').innerText()).length > 0);
  const count = await page.locator('.side.black .count').innerText();
  assert.ok(Number(count) >= 1);
});

test('a move can be played before the server has created the game; if it cannot, the entrance is back', async () => {
  const served = await (await fetch(`${address()}/api/positions?position=startpos`)).json();
  assert.deepEqual(START, Object.fromEntries(Object.keys(START).map((key) => [key, served[key]])));

  let released = () => {};
  const release = new Promise((resolve) => { released = () => resolve(null); });
  const page = await open({ entrance: true, prepare: (page) => page.route('**/api/games', async (route) => { await release; await route.continue(); }) });
  await page.locator('[data-opponent=pip]').click();
  await page.getByRole('gridcell', { name: /^f5, legal/ }).click();
  await page.getByRole('gridcell', { name: /^f5, Black, last move/ }).waitFor();
  assert.equal((await gameStatus(page)).moves, 0);
  released();
  await myTurn(page, 2);
  assert.match(await page.locator('.moves .ply').first().innerText(), /f5/);

  await page.route('**/api/games', (route) => route.abort());
  await page.evaluate(() => { location.hash = '#/'; });
  await page.locator('[data-opponent=mina]').click();
  await page.locator('.toast.error, .banner').waitFor();
  await page.locator('.section-home').waitFor();
  ignoreRefusals(browserErrors);
});

/** A game from a position, against random moves. @param {string} position @returns {Promise<string>} its path */
async function gameFrom(position) {
  const body = JSON.stringify({ position, players: { black: 'human', white: 'random' }, paused: false });
  const game = await (await fetch(`${address()}/api/games`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).json();
  return `/g/${game.id}`;
}

test('a pass is shown, announced and listed, and the last disc keeps its mark', async () => {
  const page = await open({ path: await gameFrom(`XO------${'-'.repeat(48)}XO------ X`) });
  await page.getByRole('gridcell', { name: /^c1, legal/ }).click();
  await page.locator('.status-card .notice').waitFor();
  assert.equal(await page.locator('.status-card .notice').innerText(), 'White has no move: you play again.');
  assert.equal(await page.locator('.toast').innerText(), 'White has no move: you play again.');
  assert.equal(await page.locator('.status').first().innerText(), 'Your move: Black');
  assert.equal(await page.locator('.moves .ply').nth(1).locator('.m').innerText(), 'pass');
  assert.match(await page.locator('#live').innerText(), /White has no move and passes\./);
  await page.getByRole('gridcell', { name: /^c1, Black, last move/ }).waitFor();
  assert.equal(await page.locator('.disc .last').count(), 1);
});

test('one’s own move and the reply are both announced, in this order', async () => {
  const page = await open();
  await page.getByRole('gridcell', { name: /^f5, legal/ }).click();
  await myTurn(page, 2);
  const said = () => page.locator('#live').innerText();
  const reply = await page.locator('.moves .ply .m').nth(1).innerText();
  assert.match(await said(), new RegExp(`Black plays f5 and flips 1\\.[^]*White plays ${reply} and flips 1\\.[^]*Black to move\\.`));
  // A later message is added.
  await page.keyboard.press('s');
  assert.match(await said(), /Black plays f5[^]*White plays [^]*Black \d+, White \d+/);
});

test('a disc that flips has no shadow of a whole one', async () => {
  const page = await open({ reducedMotion: 'no-preference' });
  // Every transition is held in the middle, from its first frame on.
  await page.evaluate(() => document.addEventListener('transitionrun', ({ target }) => {
    for (const animation of /** @type {Element} */ (target).getAnimations()) {
      animation.pause();
      animation.currentTime = Number(animation.effect?.getComputedTiming().delay) + 70;
    }
  }));
  await page.getByRole('gridcell', { name: /^f5, legal/ }).click();
  await page.waitForFunction(() => document.getAnimations().length > 0);
  const widths = await page.evaluate(() => [...document.querySelectorAll('.disc .face')].map((face) => {
    const width = (/** @type {string} */ part) => face.querySelector(part)?.getBoundingClientRect().width ?? NaN;
    return { top: width('.top'), shadow: width('.shadow') };
  }));
  const whole = Math.max(...widths.map(({ top }) => top));
  const half = widths.filter(({ top }) => top > 0 && top < 0.99 * whole);
  assert.ok(half.length > 0, 'no disc is flipping');
  for (const { top, shadow } of widths) assert.ok(Math.abs(shadow - 1.2 * top) < 0.5, `a shadow of ${shadow} under a disc of ${top}`);
});

test('a whole game by mouse', async () => {
  const page = await open();
  await newGame(page, { size: 4 });
  for (let now = await myTurn(page); now.state !== 'over'; now = await myTurn(page, now.moves + 1)) {
    await page.locator(`.cell[data-square="${now.legal[0]}"]`).click();
  }
  assert.match(await page.locator('.status').first().innerText(), /^You (won|lost) \d+–\d+$|draw/);
  await page.getByRole('link', { name: 'Review this game' }).waitFor();

  // A touch in the past of the game, and a restart, leave it as it was played. Its key is not in the address.
  const saved = () => page.evaluate(() => JSON.parse(localStorage.getItem('othellier') ?? '{}').games);
  const [{ id }] = await saved();
  const stored = () => page.evaluate(async (id) => (await (await fetch(`/api/games/${id}`)).json()), id);
  const { length, view } = await stored();
  assert.ok(length > 8);
  assert.equal(new URL(page.url()).pathname, `/g/${view}`);
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.locator('.cell.legal').first().click();
  await page.locator('dialog[open]').getByRole('button', { name: 'Play in a copy' }).click();
  await page.waitForFunction((view) => !location.pathname.includes(view), view);
  await myTurn(page, 2);
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 0);
  assert.equal((await stored()).length, length);
  assert.equal((await saved()).length, 2);
});

test('a whole game by keyboard and screen reader', async () => {
  const page = await open();
  await page.keyboard.press('n');
  const dialog = page.locator('dialog[open]');
  await dialog.getByRole('button', { name: '4×4' }).press('Enter');
  await dialog.locator('#new-white').selectOption('random');
  await dialog.getByRole('button', { name: 'Start', exact: true }).press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.locator('.cells [tabindex="0"]').focus();
  for (let now = await myTurn(page); now.state !== 'over'; now = await myTurn(page, now.moves + 1)) {
    const target = now.legal[now.legal.length - 1];
    await walkTo(page, target, 4);
    assert.match(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''), /legal move/);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('s');
  await page.keyboard.press('o');
  assert.match(await page.locator('#live').innerText(), /Black \d+, White \d+[^]*\n[a-d]\d (Black|White)/);
  const cell = await page.evaluate(() => document.activeElement?.getAttribute('role'));
  assert.equal(cell, 'gridcell', 'the focus stays on the board');
  assert.match(await page.locator('#live').innerText(), /plays|passes|won|lost|draw/);
});

/** Moves the focus with the arrow keys. @param {import('playwright-core').Page} page @param {number} target @param {number} size */
async function walkTo(page, target, size) {
  const here = Number(await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.dataset.square));
  const rows = Math.floor(target / size) - Math.floor(here / size);
  const columns = (target % size) - (here % size);
  for (let i = 0; i < Math.abs(rows); i++) await page.keyboard.press(rows > 0 ? 'ArrowDown' : 'ArrowUp');
  for (let i = 0; i < Math.abs(columns); i++) await page.keyboard.press(columns > 0 ? 'ArrowRight' : 'ArrowLeft');
}

test('undo, redo, going to any move', async () => {
  const page = await open();
  await newGame(page, { size: 6 });
  for (let moves = 0; moves < 4; moves += 2) {
    const { legal } = await myTurn(page, moves);
    await page.locator(`.cell[data-square="${legal[0]}"]`).click();
  }
  await myTurn(page, 4);
  const discs = () => page.evaluate(() => [...document.querySelectorAll('.disc')].map((disc) => disc.classList[1]).join());
  const end = await discs();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction(() => document.querySelector('.ply[aria-current]')?.textContent?.trim().startsWith('2'));
  const before = await discs();
  assert.notEqual(before, end);
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.waitForFunction(() => document.querySelector('.ply[aria-current]')?.textContent?.trim().startsWith('4'));
  assert.equal(await discs(), end);
  await page.locator('.ply').nth(1).click();
  assert.equal(await discs(), before);
  await page.keyboard.press('L');
  assert.equal(await discs(), end);
  await page.keyboard.press('K');
  assert.equal((await page.locator('.disc.black, .disc.white').count()), 4);
});

test('swapping sides, resigning and restarting', async () => {
  const page = await open();
  await newGame(page, { size: 4 });
  await myTurn(page);
  await page.getByRole('button', { name: 'Swap sides' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length > 0);
  assert.equal(await page.locator('.side.white .who').innerText(), 'You');
  await myTurn(page, 1);
  await page.getByRole('button', { name: 'Resign', exact: true }).first().click();
  await page.locator('dialog[open]').getByRole('button', { name: 'Resign' }).click();
  await page.waitForFunction(() => /resigned/.test(document.querySelector('.status')?.textContent ?? ''));
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.waitForFunction(() => !/resigned/.test(document.querySelector('.status')?.textContent ?? ''));
});

test('a square is typed; one-letter keys can be switched off', async () => {
  const page = await open();
  await newGame(page, { white: 'human' });
  await page.keyboard.press('m');
  await page.waitForFunction(() => /d3, c4, f5, e6/.test(document.getElementById('live')?.textContent ?? ''));
  await page.keyboard.type('f5');
  await page.getByRole('gridcell', { name: /^f5, .*last move/ }).waitFor();
  await page.keyboard.type('a1');
  await page.locator('.toast').getByText('a1 is not possible here').waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel(/^One-letter keys/).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await page.keyboard.type('d6');
  assert.equal(await page.locator('dialog[open]').count(), 0);
  assert.equal(await page.locator('.moves .ply').count(), 1);
  await page.locator('.cells [tabindex="0"]').focus();
  await page.keyboard.type('d6');
  await page.getByRole('gridcell', { name: /^d6, .*last move/ }).waitFor();
});

test('two programs are watched, slowed down and paused', async () => {
  const page = await open();
  await newGame(page, { size: 6, black: 'random', white: 'random' });
  await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length >= 2);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  const { moves } = await gameStatus(page);
  await page.getByLabel('Time between moves').fill('0');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.waitForFunction((n) => document.querySelectorAll('.moves .ply').length > n, moves);
});

test('clocks run for the side to move', async () => {
  const page = await open();
  await newGame(page, { size: 8, clock: '5m' });
  await myTurn(page);
  await page.locator('.cell.legal').first().click();
  await myTurn(page, 2);
  await page.waitForFunction(() => /^04:5\d/.test(document.querySelector('[data-clock=black]')?.textContent ?? ''));
});

test('a board is edited and played', async () => {
  const page = await open();
  await newGame(page, { size: 4 });
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.locator('.cell[data-square="0"]').click();
  await dialog.getByRole('button', { name: 'White to move' }).click();
  await dialog.getByRole('button', { name: 'Play from here' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.querySelectorAll('.disc.black, .disc.white').length >= 5);
});

test('a view link shows the game to others, who cannot move', async () => {
  const page = await open();
  await newGame(page, { size: 6 });
  const { legal } = await myTurn(page);
  await page.locator(`.cell[data-square="${legal[0]}"]`).dblclick();
  await myTurn(page, 2);
  assert.equal(await page.locator('.toast.error').count(), 0, 'the second click of a double click is no mistake');
  // The shared board is the shown one.
  await page.keyboard.press('K');
  await page.getByRole('button', { name: 'Share' }).click();
  assert.equal(await page.locator('#share-moves').inputValue(), '');
  assert.equal(await page.locator('#share-position').inputValue(), `${'-'.repeat(14)}OX----XO${'-'.repeat(14)} X`);
  await page.keyboard.press('Escape');
  // The page hears of it a moment after the browser has closed the dialog: then its content is gone.
  await page.locator('.dialog-body').waitFor({ state: 'detached' });
  await page.keyboard.press('L');
  await page.locator('.ply[aria-current]', { hasText: '2' }).waitFor();
  await page.getByRole('button', { name: 'Share' }).click();
  assert.equal((await page.locator('#share-moves').inputValue()).length, 4);
  const link = await page.locator('#share-link').inputValue();
  await page.getByRole('button', { name: 'Copy: Link to watch' }).click();
  await page.locator('dialog[open] .toast').waitFor();
  const viewer = await open({ path: new URL(link).pathname });
  await viewer.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 2);
  assert.equal(await viewer.locator('.cell.legal').count(), 0);
  await viewer.locator('.seat-role', { hasText: 'You are watching' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.cell.legal').first().click();
  await viewer.waitForFunction(() => document.querySelectorAll('.moves .ply').length >= 3);
});

test('a reload finds the game again', async () => {
  const page = await open();
  await newGame(page, { size: 6 });
  await myTurn(page);
  await page.locator('.cell.legal').first().click();
  const { moves } = await myTurn(page, 2);
  await page.reload();
  await page.waitForFunction((n) => document.querySelectorAll('.moves .ply').length === n, moves);
});

test('a game from an analysis starts at once, and a paused one resumes on request', async () => {
  const page = await open();
  await newGame(page, {});
  await load(page, 'f5d6');
  await page.getByRole('button', { name: 'Back one move' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('.section-play').waitFor();
  await myTurn(page, 2);
  await page.locator('.cell.legal').first().click();
  await myTurn(page, 4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction(() => document.querySelector('.ply[aria-current] .n')?.textContent === '2');
  await page.getByRole('button', { name: 'Swap sides' }).click();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 3);
  await myTurn(page, 3);
  assert.equal(await page.getByRole('button', { name: 'Resume' }).count(), 0);
});

test('resigning may drop the move that is shown', async () => {
  const page = await open();
  await newGame(page, { white: 'human' });
  await playAll(page, ['f5', 'd6', 'c3']);
  for (const ply of ['2', '1']) {
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction((ply) => document.querySelector('.ply[aria-current] .n')?.textContent === ply, ply);
  }
  await page.getByRole('button', { name: 'Forward one move' }).click();
  await page.getByRole('button', { name: 'Resign', exact: true }).first().click();
  await page.locator('dialog[open]').getByRole('button', { name: 'Resign' }).click();
  await page.waitForFunction(() => /resigned/.test(document.querySelector('.status')?.textContent ?? ''));
  assert.equal(await page.locator('.moves .ply').count(), 1);
});

test('a small board has an engine and an opponent, and 8×8 has the champion again', async () => {
  const page = await open({ path: '/#/analyse?position=--------------OX----XO--------------+X' });
  await page.locator('.line .pill').first().waitFor();
  assert.equal(await page.locator('#analyse-engine').inputValue(), 'pvs');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('.section-play').waitFor();
  assert.equal((await myTurn(page)).legal.length, 4);
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.getByRole('button', { name: '4×4' }).click();
  await page.waitForFunction(() => document.querySelectorAll('dialog[open] .cell').length === 16);
  await dialog.getByRole('button', { name: 'Play from here' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.stage .cell').length === 16);
  await page.locator('.cell.legal').first().click();
  await myTurn(page, 2);
  await page.evaluate(() => { location.hash = '#/analyse?position=f5'; });
  await page.waitForFunction(() => document.querySelectorAll('.stage .cell').length === 64);
  assert.equal(await page.locator('#analyse-engine').inputValue(), 'champion');
});

test('two tabs do not lose each other’s games', async () => {
  const first = await open();
  await newGame(first, { white: 'human' });
  const second = await first.context().newPage();
  await second.goto(first.url());
  await newGame(second, { white: 'human' });
  await playAll(second, ['f5']);
  await playAll(first, ['d3']);
  await first.waitForFunction(() => JSON.parse(localStorage.getItem('othellier') ?? '{}').games.length === 2);
});

test('a link to a missing game says so', async () => {
  const page = await open({ path: '/g/AAAAAAAAAAAAAAAAAAAAAA' });
  await page.locator('.banner').waitFor();
  await page.locator('.home').waitFor();
  ignoreRefusals(browserErrors);
});

test('the browser reported no errors', () => assert.deepEqual(browserErrors, []));
