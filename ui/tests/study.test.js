// Analysis, learning, search trees, and the lab.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { enter, harness, ignoreRefusals, listed, load, newGame, playAll } from './harness.js';
import { ROOT } from './program.js';

const { page: open, browserErrors } = harness();

const GAME = 'c4e3f2b4b3c5f4b2c6d6b5e2d2a5e6d3a6b6a4e7f8f6g6f7b1f5g8g3h2f3g4d8d7c3g7d1c2h4h3e8c8h6c7h1g5a3a2h7h5h8g2b8b7a1c1g1f1e1a7a8';

/** Reviews the game on the board at the lowest level. @param {import('playwright-core').Page} page @param {string} button */
async function review(page, button) {
  await page.getByLabel('Depth of the review').selectOption('6');
  await page.getByRole('button', { name: button }).click();
  await page.locator('table.summary').waitFor({ timeout: 60000 });
}

/** Refuses a request. @param {import('playwright-core').Page} page @param {string} what */
const refuse = (page, what) => page.route(what, (route) => route.fulfill({ status: 429, json: { error: { code: 'too_many', message: '' } } }));

/** The state of the lesson. @param {import('playwright-core').Page} page */
const lesson = (page) => page.evaluate(() => /** @type {HTMLElement | null} */ (document.querySelector('.task'))?.dataset.state);

test('a pasted game is reviewed, and its mistakes are learnt from', async () => {
  const page = await open();
  await load(page, GAME.toUpperCase().replace(/(..)/g, '$1 '));
  await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length >= 60);
  // The list follows the game.
  await page.keyboard.press('K');
  await page.waitForFunction(() => document.querySelector('.moves')?.scrollTop === 0 && !document.querySelector('.moves [aria-current]'));
  await page.keyboard.press('L');
  await page.waitForFunction(() => {
    const list = document.querySelector('.moves');
    const last = [...(list?.querySelectorAll('.ply') ?? [])].at(-1);
    if (!list || !last?.hasAttribute('aria-current')) return false;
    const [inner, outer] = [last.getBoundingClientRect(), list.getBoundingClientRect()];
    return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  });
  await review(page, 'Review the game');
  assert.match(await page.locator('td.accuracy').first().innerText(), /^\d+\s%$/);
  const marked = page.locator('.move.blunder .ply, .move.mistake .ply').first();
  await marked.click();
  assert.match(await page.locator('.verdict').innerText(), /blunder|mistake/);
  assert.equal(await page.locator('.badge').count(), 1);
  assert.ok((await page.locator('.graph .mark').count()) > 0);

  await page.locator('.graph').focus();
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelectorAll('.disc.black, .disc.white').length === 4);
  const graph = page.locator('.graph svg');
  const box = await graph.boundingBox();
  assert.ok(box);
  // The graph moves while the review gets deeper: a click waits until it stands still.
  await graph.click({ position: { x: box.width * 0.5, y: box.height * 0.4 } });
  const at = Number(await page.locator('.ply[aria-current] .n').innerText());
  assert.ok(at > 20 && at < 40, `${at}`);

  await page.getByRole('button', { name: 'Learn from the mistakes' }).click();
  await page.locator('.task').waitFor();
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.waitForFunction(() => /** @type {HTMLElement} */ (document.querySelector('.task'))?.dataset.state === 'shown');
  await page.locator('.chip.best').first().waitFor();

  await refuse(page, '**/api/analysis*');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.locator('.toast.error').waitFor();
  assert.equal(await lesson(page), 'ask');
  await page.locator('.cell.legal').first().waitFor();
  ignoreRefusals(browserErrors);

  await page.keyboard.press('n');
  await page.locator('dialog[open]').getByRole('button', { name: 'Start', exact: true }).click();
  await page.locator('.section-play').waitFor();
  await enter(page, 'learn');
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('link', { name: 'Review a game first' }).waitFor();
});

test('a game that diverged replaces the main line and drops the review', async () => {
  const page = await open();
  await newGame(page, { white: 'human' });
  await playAll(page, ['f5', 'd6', 'c3']);
  await enter(page, 'analyse');
  await review(page, 'Review the game');
  await enter(page, 'play');
  await page.getByRole('button', { name: 'Undo' }).click();
  await playAll(page, ['c4']);
  await enter(page, 'analyse');
  await page.locator('table.summary').waitFor({ state: 'detached' });
  assert.equal(await listed(page), 'f5d6c4');
  assert.equal(await page.locator('.branch .m').innerText(), 'c3');
});

test('a tree without a game is reviewed', async () => {
  const page = await open({ path: '/#/analyse?position=startpos' });
  const reviewed = page.locator('.move:is(.best, .good, .forced, .inaccuracy, .mistake, .blunder)');
  await playAll(page, ['f5', 'd6']);
  await review(page, 'Review the game');
  assert.equal(await reviewed.count(), 2);
  await playAll(page, ['c3']);
  await page.getByRole('button', { name: 'Again' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.move:is(.best, .good, .forced, .inaccuracy, .mistake, .blunder)').length === 3);
});

test('rejections are shown, and not retried forever', async () => {
  const page = await open({ path: '/#/analyse?position=f5' });
  await page.locator('.line .pill').first().waitFor();
  await page.getByText('Engine settings').click();
  await page.locator('#analyse-engine').selectOption('pvs');
  await page.getByText('Options', { exact: true }).click();
  await page.getByLabel(/^depth/).fill('13');
  await page.getByLabel(/^depth/).press('Tab');
  await page.waitForFunction(() => /expected at most 12/.test(document.querySelector('.toast.error')?.textContent ?? ''));

  await page.getByRole('switch').click();
  let asked = 0;
  await page.route('**/api/positions*', (route) => { asked++; return route.abort(); });
  await playAll(page, ['d6']);
  await page.waitForFunction(() => [...document.querySelectorAll('.toast.error')].some((toast) => /does not answer/.test(toast.textContent ?? '')));
  await page.waitForTimeout(300);
  assert.ok(asked <= 2, `${asked} requests`);
  ignoreRefusals(browserErrors);
});

test('the engine scores every legal square, and variations branch off', async () => {
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

test('a study is saved, survives a reload, and is exported; the board is a picture', async () => {
  const page = await open({ path: '/#/analyse?position=f5d6c3' });
  await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 3);
  await page.getByRole('group', { name: 'Book' }).waitFor();
  await page.getByRole('button', { name: 'To the start' }).click();
  await playAll(page, ['d3']);
  await page.locator('#note').fill('Another first move.');
  await page.getByRole('button', { name: 'interesting' }).click();
  await page.getByRole('button', { name: 'Draw' }).click();
  for (const square of [19, 42]) await page.locator(`.cell[data-square="${square}"]`).click();
  await page.locator('.mark-arrow').waitFor();
  await page.getByRole('button', { name: 'Studies' }).click();
  await page.getByLabel('A new study with this board').fill('First moves');
  await page.locator('dialog[open]').getByRole('button', { name: 'Save' }).click();
  await page.locator('.toast').getByText('Saved in First moves').waitFor();

  await page.goto(new URL('/#/analyse', page.url()).href);
  await page.reload();
  await page.locator('.branch .ply[aria-current]').waitFor();
  assert.equal(await page.locator('#note').inputValue(), 'Another first move.');
  assert.match(await page.locator('.study-card').innerText(), /First moves/);
  await page.locator('.mark-arrow').waitFor();

  /** @param {() => Promise<unknown>} act */
  const saved = async (act) => {
    const [download] = await Promise.all([page.waitForEvent('download'), act()]);
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  await page.getByRole('button', { name: 'Share' }).click();
  assert.equal((await saved(() => page.getByRole('button', { name: 'PNG' }).click())).subarray(1, 4).toString(), 'PNG');
  assert.equal((await saved(() => page.getByRole('button', { name: 'GIF' }).click())).subarray(0, 6).toString(), 'GIF89a');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Studies' }).click();
  const sgf = (await saved(() => page.locator('dialog[open]').getByRole('button', { name: 'SGF' }).click())).toString();
  assert.match(sgf, /B\[d3\]IT\[\]C\[Another first move\.\]/);
  const all = (await saved(() => page.getByRole('button', { name: 'Export all' }).click())).toString();
  assert.ok(JSON.parse(all).studies.every((/** @type {any} */ study) => study.chapters.every((/** @type {any} */ { tree }) => tree.game === null)), 'no key to a game is passed on');
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Delete: First moves' }).click();
  await page.getByText('No studies yet.').waitFor();
  await page.getByLabel('Import').setInputFiles({ name: 'studies.json', mimeType: 'application/json', buffer: Buffer.from(all) });
  await page.locator('.game-card').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Openings' }).click();
  await page.getByLabel('Name or first moves').fill('tiger');
  await page.locator('dialog[open] .found button').first().click();
  await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 5);
});

test('pasted text is imported, nonsense shows an error', async () => {
  const page = await open();
  const paste = (/** @type {string} */ text) => page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await paste('this is no game');
  await page.locator('.toast.error').waitFor();
  ignoreRefusals(browserErrors);
  await paste('---------------------------OX------XO--------------------------- O');
  await page.locator('.section-analyse').waitFor();
  await page.locator('.side.white.to-move').waitFor();
  await paste('f5d6c3');
  await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 3);
  await paste('f5d6c3\n'.repeat(102));
  await page.locator('dialog[open] .found button').nth(99).waitFor();
  assert.match(await page.locator('dialog[open]').innerText(), /not listed: 2/);
});

test('WTHOR and large files are read where they are dropped', async () => {
  const page = await open();
  const drop = (/** @type {string} */ name, /** @type {Buffer} */ bytes) => page.evaluate(({ name, bytes }) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, { name, bytes: bytes.toString('base64') });
  const wthor = readFileSync(path.join(ROOT, 'testdata', 'games', 'games.wtb'));
  await drop('games.wtb', wthor);
  const found = page.locator('dialog[open] .found button');
  await found.first().waitFor();
  assert.equal(await found.count(), wthor.readUInt32LE(4));
  await found.first().click();
  await page.locator('.section-analyse').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length > 50);

  await drop('many.txt', Buffer.from('f5d6c3d3c4f4\n'.repeat(25_000)));
  await found.nth(99).waitFor();
  assert.match(await page.locator('dialog[open]').innerText(), /not listed: \d+/);
});

test('an endgame is solved', async () => {
  const page = await open({ path: '/#/learn' });
  await page.getByLabel('empty squares').fill('6');
  await page.getByRole('button', { name: 'New endgame' }).click();
  await page.locator('.cell.legal').first().waitFor();
  const legal = await page.locator('.cell.legal').count();
  await page.reload();
  await page.locator('.task').waitFor();
  assert.equal(await page.locator('.cell.legal').count(), legal, 'a reload keeps the exercise');
  const tried = new Set();
  for (;;) {
    const state = await lesson(page);
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

test('a stale exercise is dropped, and an ungraded answer stays open', async () => {
  const page = await open({ path: '/#/learn' });
  await page.getByLabel('empty squares').fill('6');
  /** @type {(() => void)[]} */
  const held = [];
  await page.route('**/api/exercises/new*', (route) => { held.push(() => void route.continue()); });
  await page.getByRole('button', { name: 'New endgame' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  const response = page.waitForResponse('**/api/exercises/new*');
  held[0]();
  await (await response).finished();
  await page.waitForTimeout(50);
  assert.equal(await page.locator('.cell.legal').count(), 0);

  await page.unroute('**/api/exercises/new*');
  await page.getByRole('button', { name: 'New endgame' }).click();
  await page.locator('.cell.legal').first().waitFor();
  await refuse(page, '**/api/exercises/grade');
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.locator('.toast.error').waitFor();
  await page.locator('.cell.legal').first().waitFor();
  assert.equal(await lesson(page), 'ask');
  ignoreRefusals(browserErrors);
});

test('two search trees are drawn side by side and stepped through', async () => {
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
  // Both trees can be scrolled to their last leaf, and running goes there.
  await page.getByRole('button', { name: 'Run' }).click();
  await page.waitForFunction(() => [...document.querySelectorAll('[data-tree]')].every((tree) =>
    tree.scrollWidth <= tree.clientWidth || (getComputedStyle(tree).overflowX === 'auto' && tree.scrollLeft > 0)));
  await page.getByLabel('Show on the board').check();
  await page.locator('.heat').first().waitFor();

  const nodes = await page.locator('.node').count();
  await playAll(page, ['f5']);
  await page.waitForFunction((nodes) => document.querySelectorAll('.chip').length === 3 && document.querySelectorAll('.node').length !== nodes, nodes);
  await page.getByRole('toolbar', { name: 'Step through the game' }).getByRole('button', { name: 'Back' }).click();
  await page.waitForFunction((nodes) => document.querySelectorAll('.chip').length === 4 && document.querySelectorAll('.node').length === nodes, nodes);
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
  const report = await page.getByRole('link', { name: 'Report' }).getAttribute('href') ?? '';

  // The axis of a percentage has percentages.
  const file = await fetch(new URL(report.replace('lang=en', 'lang=fr'), page.url()));
  const shown = await page.context().newPage();
  await shown.setContent(await file.text());
  const texts = await shown.locator('svg text').allTextContents();
  assert.ok(texts.some((text) => text.includes('points de A, %')), texts.join());
  assert.ok(!texts.some((text) => /^0[.,]\d/.test(text)), texts.join());
});

test('the browser reported no errors', () => assert.deepEqual(browserErrors, []));
