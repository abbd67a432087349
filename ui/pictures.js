// Takes the pictures of the README and of the views of the page from the real program: node ui/pictures.js [NAME…]
// Without names it takes all of them.
// With pngquant on the path the files have a third of their size.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { browse, ROOT, serve } from './tests/program.js';

const GAME = 'c4e3f2b4b3c5f4b2c6d6b5e2d2a5e6d3a6b6a4e7f8f6g6f7b1f5g8g3h2f3g4d8d7c3g7d1c2h4h3e8c8h6c7h1g5a3a2h7h5h8g2b8b7a1c1g1f1e1a7a8';
const folder = mkdtempSync(path.join(tmpdir(), 'othellier-pictures-'));
const pictures = path.join(ROOT, 'docs', 'pictures');
mkdirSync(pictures, { recursive: true });
const { child, address } = serve(folder);
const browser = await browse();

/** @typedef {import('playwright-core').Page} Page */

/** @type {string[]} */
const taken = [];
const wanted = process.argv.slice(2);

/** One view on a desk and on a phone; a desk alone is the picture of the README, under the plain name.
 * @param {string} name @param {import('playwright-core').BrowserContextOptions & {path?: string, only?: 'desk'}} manner
 * @param {(page: Page) => Promise<void>} act */
async function picture(name, { path: where = '/', only, ...manner }, act) {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  for (const kind of only ? ['desk'] : ['desk', 'phone']) {
    const viewport = kind === 'desk' ? { width: 1280, height: 800 } : { width: 360, height: 740 };
    const context = await browser.newContext({ viewport, hasTouch: kind === 'phone', locale: 'en-GB', reducedMotion: 'reduce', colorScheme: 'dark', ...manner });
    const page = await context.newPage();
    await page.goto((await address) + where);
    await page.waitForSelector('.board, .home, .menu');
    await act(page);
    const file = path.join(pictures, `${only ? name : `${name}-${kind}`}.png`);
    await page.screenshot({ path: file });
    taken.push(file);
    await context.close();
  }
}

/** Starts a game against an opponent. @param {Page} page @param {string} id */
async function against(page, id) {
  await page.locator(`[data-opponent=${id}]`).click();
  await page.locator('.section-play .cell.legal').first().waitFor();
}

/** Plays some moves of the player, or all. @param {Page} page @param {number} count */
async function playMoves(page, count) {
  for (let i = 0; i < count; i++) {
    await page.waitForFunction(() => document.querySelector('.status[data-state=over], .status[data-state=waiting]') && (document.querySelector('.cell.legal') || document.querySelector('.status[data-state=over]')));
    if (await page.locator('.status[data-state=over]').count()) return;
    await page.locator('.cell.legal').nth(1).or(page.locator('.cell.legal').first()).first().click();
    await page.waitForTimeout(150);
  }
}

/** Loads the game and reviews it at the lowest level. @param {Page} page */
async function reviewGame(page) {
  await page.getByRole('button', { name: 'Load' }).click();
  await page.locator('#paste-text').fill(GAME);
  await page.locator('dialog[open]').getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByLabel('Depth of the review').selectOption('6');
  await page.getByRole('button', { name: /^(Review the game|Again)$/ }).click();
  await page.locator('table.summary').waitFor({ timeout: 120000 });
  await page.locator('.move.blunder .ply, .move.mistake .ply').first().click();
  await page.waitForTimeout(3000);
}

await picture('home', { colorScheme: 'light' }, async (page) => page.waitForTimeout(2500));
await picture('play', { only: 'desk', colorScheme: 'light', locale: 'fr-FR' }, async (page) => {
  await against(page, 'otto');
  await playMoves(page, 10);
  await page.waitForTimeout(1500);
});
await picture('hint', {}, async (page) => {
  await against(page, 'vera');
  await playMoves(page, 6);
  await page.waitForFunction(() => document.querySelector('.status[data-state=waiting]'));
  for (const step of [1, 2]) {
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.waitForTimeout(step === 1 ? 3000 : 300);
  }
});
await picture('result', { colorScheme: 'light' }, async (page) => {
  await against(page, 'pip');
  await playMoves(page, 64);
  await page.locator('.accuracies').waitFor({ timeout: 60000 });
  await page.waitForTimeout(4000);
});
await picture('analyse', { only: 'desk', path: '/#/analyse' }, reviewGame);
await picture('review', { path: '/#/analyse' }, reviewGame);
await picture('learn', { path: '/#/learn', colorScheme: 'light' }, async (page) => page.locator('.chapter').first().waitFor());
await picture('lesson', { path: '/#/learn?chapter=mobility' }, async (page) => {
  await page.locator('.school-task').waitFor();
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.locator('.school-task[data-state=shown]').waitFor();
});
await picture('puzzle', { path: '/#/learn?puzzle=90', colorScheme: 'light' }, async (page) => page.locator('.school-task').waitFor());
await picture('friend', {}, async (page) => {
  await page.getByRole('button', { name: /^Play a friend/ }).click();
  await page.getByLabel('Your name').fill('Ada');
  await page.locator('dialog[open]').getByRole('button', { name: 'Invite' }).click();
  await page.locator('img.qr').waitFor();
  await page.waitForTimeout(500);
});
await picture('watch', { colorScheme: 'light' }, async (page) => {
  await page.getByRole('button', { name: /^Watch/ }).click();
  await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length >= 12, null, { timeout: 60000 });
});
await picture('think', { only: 'desk', viewport: { width: 1600, height: 900 }, path: '/#/think' }, async (page) => {
  await page.getByLabel('Two side by side').check();
  await page.getByRole('button', { name: 'Draw the tree' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.tree').length === 2);
  for (let i = 0; i < 12; i++) await page.getByRole('toolbar', { name: 'Steps' }).getByRole('button', { name: 'Back' }).click();
  await page.getByLabel('Show on the board').check();
  await page.waitForTimeout(500);
});

spawnSync('pngquant', ['--force', '--ext', '.png', '160', ...taken]);
await browser.close();
child.kill('SIGTERM');
rmSync(folder, { recursive: true, force: true });
