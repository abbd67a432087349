// Analysing, learning, looking into a search, and the lab corner.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { house } from './house.js';

const { page: open, complaints } = house();

const GAME = 'c4e3f2b4b3c5f4b2c6d6b5e2d2a5e6d3a6b6a4e7f8f6g6f7b1f5g8g3h2f3g4d8d7c3g7d1c2h4h3e8c8h6c7h1g5a3a2h7h5h8g2b8b7a1c1g1f1e1a7a8';

/** @param {import('playwright-core').Page} page @param {string} text */
async function load(page, text) {
  await page.getByRole('button', { name: 'Load' }).click();
  await page.locator('#paste-text').fill(text);
  await page.locator('dialog[open]').getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('.room-analyse').waitFor();
}

test('a pasted game is reviewed, and its mistakes are learnt from', async () => {
  const page = await open();
  await load(page, GAME.toUpperCase().replace(/(..)/g, '$1 '));
  await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length >= 60);
  await page.getByLabel('Depth of the review').selectOption('6');
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.locator('table.summary').waitFor({ timeout: 60000 });
  assert.match(await page.locator('td.accuracy').first().innerText(), /^\d+ %$/);
  const marked = page.locator('.move.blunder .ply, .move.mistake .ply').first();
  await marked.click();
  assert.match(await page.locator('.verdict').innerText(), /blunder|mistake/);
  assert.equal(await page.locator('.badge').count(), 1);
  assert.ok((await page.locator('.graph .mark').count()) > 0);

  await page.locator('.graph').focus();
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelectorAll('.disc.black, .disc.white').length === 4);
  const box = await page.locator('.graph svg').boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width * 0.5, box.y + box.height * 0.4);
  const at = Number(await page.locator('.ply[aria-current] .n').innerText());
  assert.ok(at > 20 && at < 40, `${at}`);

  await page.getByRole('button', { name: 'Learn from the mistakes' }).click();
  await page.locator('.task').waitFor();
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.waitForFunction(() => /** @type {HTMLElement} */ (document.querySelector('.task'))?.dataset.state === 'shown');
  await page.locator('.chip.best').first().waitFor();
});

test('the engine puts a number on every legal square, and tries branch off', async () => {
  const page = await open();
  await load(page, 'f5d6c3');
  await page.waitForFunction(() => document.querySelectorAll('.chip').length === document.querySelectorAll('.cell.legal').length && document.querySelectorAll('.chip').length > 3);
  await page.locator('.chip.best').first().waitFor();
  await page.locator('.line .pill').first().waitFor();
  await page.getByRole('button', { name: 'To the start' }).click();
  const other = page.locator('.cell.legal[data-square="19"]');
  await other.click();
  await page.locator('.branch .ply[aria-current]').waitFor();
  await page.getByRole('button', { name: 'Drop branch' }).click();
  await page.locator('.branch').waitFor({ state: 'detached' });
  await page.getByRole('switch').click();
  await page.locator('.chip').first().waitFor({ state: 'detached' });
});

test('text from the clipboard goes onto the board, nonsense is told', async () => {
  const page = await open();
  const paste = (/** @type {string} */ text) => page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await paste('this is no game');
  await page.locator('.toast.error').waitFor();
  complaints.length = 0; // The browser notes the refused request.
  await paste('---------------------------OX------XO--------------------------- O');
  await page.locator('.room-analyse').waitFor();
  await page.locator('.side.white.to-move').waitFor();
});

test('an endgame is solved', async () => {
  const page = await open({ path: '/#/learn' });
  await page.getByLabel('empty squares').fill('6');
  await page.getByRole('button', { name: 'Give me one' }).click();
  await page.locator('.cell.legal').first().waitFor();
  const tried = new Set();
  for (;;) {
    const state = await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('.task'))?.dataset.state);
    if (state === 'right') break;
    if (state === 'wait') { await page.waitForTimeout(20); continue; }
    const squares = await page.evaluate(() => [...document.querySelectorAll('.cell.legal')].map((cell) => /** @type {HTMLElement} */ (cell).dataset.square ?? ''));
    const next = squares.find((square) => !tried.has(square));
    assert.ok(next !== undefined, 'one of the moves is right');
    tried.add(next);
    await page.locator(`.cell[data-square="${next}"]`).click();
  }
  await page.locator('.chip.best').first().waitFor();
});

test('two searches are drawn side by side and gone through', async () => {
  const page = await open({ path: '/#/think' });
  await page.getByLabel('Two side by side').check();
  await page.getByRole('button', { name: 'Draw the tree' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.tree').length === 2);
  const searched = await page.evaluate(() => [...document.querySelectorAll('.tree')].map((tree) => tree.querySelectorAll('.node.left').length));
  assert.ok(searched[1] < searched[0], `alpha-beta searches less than minimax: ${searched}`);
  assert.ok((await page.locator('.node.cut').count()) > 0);
  await page.getByRole('toolbar', { name: 'Steps' }).getByRole('button', { name: 'To the start' }).click();
  assert.equal(await page.locator('.node.left').count(), 0);
  await page.getByRole('toolbar', { name: 'Steps' }).getByRole('button', { name: 'Forward' }).click();
  await page.locator('.node.open').first().waitFor();
  await page.getByLabel('Show on the board').check();
  await page.locator('.heat').first().waitFor();
});

test('a match is played in the lab', async () => {
  const page = await open({ path: '/#/lab' });
  await page.locator('#lab-a').selectOption('random');
  await page.locator('#lab-b').selectOption('level-2');
  await page.getByRole('button', { name: '4×4' }).click();
  await page.getByLabel(/^\d+ games$/).fill('6');
  await page.getByRole('button', { name: 'Start the match' }).click();
  await page.locator('.tag.state-done').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.games-scroll tbody tr').length === 6);
  await page.getByRole('link', { name: 'Report' }).waitFor();
});

test('the browser had nothing to complain about', () => assert.deepEqual(complaints, []));
