// Takes the screenshots of the README from the real program: node ui/pictures.js
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

/** @param {string} name @param {import('playwright-core').BrowserContextOptions & {path?: string}} manner
 * @param {(page: import('playwright-core').Page) => Promise<void>} act */
async function picture(name, { path: where = '/', ...manner }, act) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', reducedMotion: 'reduce', colorScheme: 'dark', ...manner });
  const page = await context.newPage();
  await page.goto((await address) + where);
  await page.locator('.cell.legal').first().waitFor();
  await act(page);
  await page.screenshot({ path: path.join(pictures, `${name}.png`) });
  await context.close();
}

await picture('play', { colorScheme: 'light', locale: 'fr-FR' }, async (page) => {
  for (let moves = 2; moves <= 20; moves += 2) {
    await page.waitForFunction((n) => document.querySelectorAll('.moves .ply').length >= n && document.querySelector('.cell.legal'), moves - 2);
    await page.locator('.cell.legal').nth(1).or(page.locator('.cell.legal').first()).first().click();
  }
  await page.waitForTimeout(1500);
});

await picture('analyse', {}, async (page) => {
  await page.getByRole('button', { name: 'Load' }).click();
  await page.locator('#paste-text').fill(GAME);
  await page.locator('dialog[open]').getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByLabel('Depth of the review').selectOption('6');
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.locator('table.summary').waitFor({ timeout: 120000 });
  await page.locator('.move.blunder .ply, .move.mistake .ply').first().click();
  await page.waitForTimeout(5000);
  await page.locator('.panel').evaluate((panel) => panel.scrollTo(0, 0));
});

await picture('think', { viewport: { width: 1600, height: 900 }, path: '/#/think' }, async (page) => {
  await page.getByLabel('Two side by side').check();
  await page.getByRole('button', { name: 'Draw the tree' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.tree').length === 2);
  for (let i = 0; i < 12; i++) await page.getByRole('toolbar', { name: 'Steps' }).getByRole('button', { name: 'Back' }).click();
  await page.getByLabel('Show on the board').check();
  await page.waitForTimeout(500);
});

spawnSync('pngquant', ['--force', '--ext', '.png', '160', ...['play', 'analyse', 'think'].map((name) => path.join(pictures, `${name}.png`))]);
await browser.close();
child.kill('SIGTERM');
rmSync(folder, { recursive: true, force: true });
