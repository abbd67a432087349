// From the first visit to the first lesson, in a real browser.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { created, enter, gameStatus, harness, myTurn } from './harness.js';

const { page: open, browserErrors } = harness();

/** @param {string} name */
const data = (name) => JSON.parse(readFileSync(new URL(`../page/learn/${name}`, import.meta.url), 'utf8'));
/** @param {string} name */
const squareOf = (name) => name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1);

test('first visit, first game, result, review, exercise', async () => {
  const page = await open({ entrance: true });
  await page.locator('[data-opponent=pip]').click();
  await created(page);
  // The player's move is on the board before the server answers.
  /** @type {(() => void)[]} */
  const held = [];
  await page.route('**/moves', (route) => { held.push(() => void route.continue()); });
  const [first] = (await myTurn(page)).legal;
  await page.locator(`.cell[data-square="${first}"]`).click();
  assert.match(await page.locator(`.cell[data-square="${first}"]`).getAttribute('aria-label') ?? '', /Black.*last move/);
  held.forEach((release) => release());
  await page.unroute('**/moves');
  for (let now = await myTurn(page, 2); now.state !== 'over'; now = await myTurn(page, now.moves + 1)) {
    await page.locator(`.cell[data-square="${now.legal[0]}"]`).click();
  }
  assert.match(await page.locator('.status').first().innerText(), /^You (won|lost) \d+–\d+$|draw/);
  assert.equal(await page.locator('.side.to-move').count(), 0);
  await page.locator('.accuracies').waitFor({ timeout: 60000 });
  await page.locator('.moment').first().click();
  await page.locator('.section-analyse .verdict .why').first().waitFor();
  await page.locator('.ring.better').waitFor();
  await enter(page, 'play');
  await page.getByRole('button', { name: /^Practise/ }).click();
  await page.locator('.task .status').waitFor();
  assert.match(await page.locator('.task').innerText(), /Find a better move/);

  await enter(page, 'play');
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForFunction(() => document.querySelector('.side.white .who')?.textContent === 'You');
  await myTurn(page, 1);
  assert.match(await page.title(), /^● Your move/);
});

test('a hint has three steps, and the coach questions a blunder', async () => {
  // All moves but a6 give a corner away.
  const { position, accept } = data('course.json').find((/** @type {any} */ { id }) => id === 'corners').steps[2];
  const page = await open({ path: `/#/analyse?position=${encodeURIComponent(position)}` });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('.section-play').waitFor();
  for (const words of [/^Look at the/, /./, /^Play /]) {
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector('.notice p')?.textContent ?? ''), words.source);
  }
  await page.getByRole('switch', { name: 'Coach' }).click();
  const { legal } = await gameStatus(page);
  const bad = legal.find((square) => square !== squareOf(accept[0]));
  await page.locator(`.cell[data-square="${bad}"]`).click();
  await page.locator('.doubt').getByRole('button', { name: 'Take back' }).click();
  assert.equal((await myTurn(page)).moves, 0);
  await page.locator(`.cell[data-square="${bad}"]`).click();
  await page.locator('.doubt').getByRole('button', { name: 'Play it' }).click();
  await myTurn(page, 2);
});

test('a lesson to its end, and a puzzle that counts', async () => {
  const page = await open({ path: '/#/learn' });
  await page.getByRole('button', { name: 'Begin: The rules' }).click();
  const [rules] = data('course.json');
  for (const { accept, why } of rules.steps) {
    await page.locator('.school-task[data-state=ask]').waitFor();
    await page.locator(`.cell[data-square="${squareOf(accept[0])}"]`).click();
    await page.locator('.school-task[data-state=right]').waitFor();
    assert.ok((await page.locator('.school-task').innerText()).includes(why.en));
    await page.locator('.school-task .primary').click();
  }
  await page.waitForFunction(() => /Mobility/.test(document.querySelector('.school-task h2')?.textContent ?? ''));
  await page.getByRole('button', { name: 'Leave' }).click();
  assert.match(await page.locator('.chapter').first().innerText(), /✓[\s\S]*6\/6/);

  await page.getByRole('button', { name: /^Puzzle of the day/ }).click();
  await page.locator('.school-task').waitFor();
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.locator('.school-task[data-state=shown]').waitFor();
  const progress = await page.evaluate(() => JSON.parse(localStorage.getItem('othellier.learn') ?? '{}'));
  assert.ok(progress.rating < 800 && progress.cards.length === 1 && Object.values(progress.daily)[0] === 'wrong');
  await page.reload();
  await page.locator('.school-task').waitFor();
  assert.equal(await page.evaluate(() => location.hash), '#/learn?daily');
  await page.getByRole('button', { name: 'Leave' }).click();
  assert.match(await page.locator('.puzzle-card').innerText(), /Tried today/);

  await page.locator('select[name=line]').selectOption('f5d6c3d3c4');
  await page.getByRole('button', { name: 'Train' }).click();
  for (const move of ['c3', 'c4']) {
    await page.locator('.school-task[data-state=ask]').waitFor();
    await page.getByRole('gridcell', { name: new RegExp(`^${move}, legal`) }).click();
    await page.locator('.school-task[data-state=right]').waitFor();
    await page.locator('.school-task .primary').click();
  }
  await page.locator('.menu').waitFor();
});

test('the browser reported no errors', () => assert.deepEqual(browserErrors, []));
