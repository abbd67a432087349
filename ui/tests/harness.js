// Test harness: the real program on a free port, and a real browser.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before } from 'node:test';
import { browse, serve } from './program.js';

/**
 * Starts a server and a browser for the tests of one file.
 * @returns {{page: (options?: PageOptions) => Promise<import('playwright-core').Page>, address: () => string, browserErrors: string[]}}
 *
 * @typedef {import('playwright-core').BrowserContextOptions & {path?: string, entrance?: boolean, prepare?: (page: import('playwright-core').Page) => unknown}} PageOptions
 */
export function harness() {
  const folder = mkdtempSync(path.join(tmpdir(), 'othellier-page-'));
  let address = process.env.OTHELLIER_URL ?? '';
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  /** @type {string[]} */
  const browserErrors = [];

  before(async () => {
    if (!address) {
      const server = serve(folder);
      child = server.child;
      address = await server.address;
    }
    browser = await browse();
  });

  // A page that stays open would keep searching, at the expense of the tests after it.
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  after(async () => {
    await browser?.close();
    child?.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  /** A page; on the address `/` with a game against the fourth opponent, unless the entrance is asked for. @param {PageOptions} [options] */
  async function page({ path: where = '/', entrance = false, prepare, ...options } = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', reducedMotion: 'reduce', colorScheme: 'dark', serviceWorkers: 'block', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(15000);
    page.on('console', (message) => message.type() === 'error' && browserErrors.push(message.text()));
    page.on('pageerror', (error) => browserErrors.push(error.message));
    await prepare?.(page);
    await page.goto(address + where);
    await page.waitForSelector('.board, .lab, .home, .menu');
    if (where === '/' && !entrance) {
      await page.locator('[data-opponent=otto]').click();
      await page.waitForSelector('.section-play .board');
      await created(page);
    }
    return page;
  }

  return { page, address: () => address, browserErrors };
}

/** Waits until the server has the game: the board does not. @param {import('playwright-core').Page} page */
export const created = (page) => page.waitForFunction(() => location.pathname.startsWith('/g/'));

/** Ignores browser errors about requests that a test expects to be refused. @param {string[]} browserErrors */
export function ignoreRefusals(browserErrors) {
  const others = browserErrors.filter((error) => !error.startsWith('Failed to load resource'));
  browserErrors.splice(0, browserErrors.length, ...others);
}

/** Starts a game in the dialog. @param {import('playwright-core').Page} page
 * @param {{size?: number, black?: string, white?: string, clock?: string}} wishes */
export async function newGame(page, { size = 8, black = 'human', white = 'random', clock }) {
  await page.getByRole('button', { name: 'New game' }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.getByRole('button', { name: `${size}×${size}` }).click();
  await dialog.locator('#new-black').selectOption(black);
  await dialog.locator('#new-white').selectOption(white);
  if (clock) await dialog.getByLabel('Clock').selectOption(clock);
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** The status of the game: its state, the number of moves, the legal squares. @param {import('playwright-core').Page} page */
export const gameStatus = (page) => page.evaluate(() => ({
  state: /** @type {HTMLElement | null} */ (document.querySelector('.status'))?.dataset.state ?? '',
  moves: document.querySelectorAll('.moves .ply').length,
  legal: [...document.querySelectorAll('.cell.legal')].map((cell) => Number(/** @type {HTMLElement} */ (cell).dataset.square)),
}));

/** The moves of the list, without variations. @param {import('playwright-core').Page} page */
export const listed = (page) => page.evaluate(() => [...document.querySelectorAll('.move > .ply .m')].map((move) => move.textContent).join(''));

/** Plays moves one after the other. @param {import('playwright-core').Page} page @param {string[]} moves */
export async function playAll(page, moves) {
  for (const move of moves) {
    await page.getByRole('gridcell', { name: new RegExp(`^${move}, legal`) }).click();
    await page.getByRole('gridcell', { name: new RegExp(`^${move}, .*last move`) }).waitFor();
  }
}

/** Opens a game by pasting it into the dialog. @param {import('playwright-core').Page} page @param {string} text */
export async function load(page, text) {
  await page.getByRole('button', { name: 'Load' }).click();
  await page.locator('#paste-text').fill(text);
  await page.locator('dialog[open]').getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('.section-analyse').waitFor();
}

/** Opens a section. @param {import('playwright-core').Page} page @param {string} section */
export async function enter(page, section) {
  await page.evaluate((name) => { location.hash = `#/${name}`; }, section);
  await page.locator(`.section-${section}`).waitFor();
}

/** Waits until a person may move or the game is over. @param {import('playwright-core').Page} page @param {number} [beyond] the least number of moves */
export async function myTurn(page, beyond = 0) {
  for (let attempts = 0; attempts < 1000; attempts++) {
    const now = await gameStatus(page);
    if (now.state === 'over' || (now.legal.length > 0 && now.state === 'waiting' && now.moves >= beyond)) return now;
    await page.waitForTimeout(15);
  }
  throw new Error('no person is to move');
}
