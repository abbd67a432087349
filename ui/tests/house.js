// What the tests stand on: the real program on a free port, and a real browser in front of it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { browse, serve } from './program.js';

/**
 * A house for the tests of one file: the server and the browser live as long as its tests.
 * @returns {{page: (manner?: Manner) => Promise<import('playwright-core').Page>, address: () => string, complaints: string[]}}
 *
 * @typedef {import('playwright-core').BrowserContextOptions & {path?: string, prepare?: (page: import('playwright-core').Page) => unknown}} Manner
 */
export function house() {
  const folder = mkdtempSync(path.join(tmpdir(), 'othellier-page-'));
  let address = process.env.OTHELLIER_URL ?? '';
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  /** @type {string[]} */
  const complaints = [];

  before(async () => {
    if (!address) {
      const server = serve(folder);
      child = server.child;
      address = await server.address;
    }
    browser = await browse();
  });

  after(async () => {
    await browser?.close();
    child?.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  /** @param {Manner} [manner] */
  async function page({ path: where = '/', prepare, ...options } = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', reducedMotion: 'reduce', colorScheme: 'dark', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(15000);
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await prepare?.(page);
    await page.goto(address + where);
    await page.waitForSelector('.board, .lab');
    return page;
  }

  return { page, address: () => address, complaints };
}

/** Forgives what the browser notes of requests that were refused on purpose. @param {string[]} complaints */
export function forgive(complaints) {
  const others = complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'));
  complaints.splice(0, complaints.length, ...others);
}

/** Begins a game in the dialog. @param {import('playwright-core').Page} page
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

/** How the game stands: the state, the number of moves, whether a square may be touched. @param {import('playwright-core').Page} page */
export const standing = (page) => page.evaluate(() => ({
  state: /** @type {HTMLElement | null} */ (document.querySelector('.status'))?.dataset.state ?? '',
  moves: document.querySelectorAll('.moves .ply').length,
  legal: [...document.querySelectorAll('.cell.legal')].map((cell) => Number(/** @type {HTMLElement} */ (cell).dataset.square)),
}));

/** The moves of the list, without the tries beside them. @param {import('playwright-core').Page} page */
export const listed = (page) => page.evaluate(() => [...document.querySelectorAll('.move > .ply .m')].map((move) => move.textContent).join(''));

/** Plays moves that persons may make, one after the other. @param {import('playwright-core').Page} page @param {string[]} moves */
export async function playAll(page, moves) {
  for (const move of moves) {
    await page.getByRole('gridcell', { name: new RegExp(`^${move}, legal`) }).click();
    await page.getByRole('gridcell', { name: new RegExp(`^${move}, .*last move`) }).waitFor();
  }
}

/** Opens a game that is pasted into the dialog. @param {import('playwright-core').Page} page @param {string} text */
export async function load(page, text) {
  await page.getByRole('button', { name: 'Load' }).click();
  await page.locator('#paste-text').fill(text);
  await page.locator('dialog[open]').getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('.room-analyse').waitFor();
}

/** Goes to a room. @param {import('playwright-core').Page} page @param {string} room */
export async function enter(page, room) {
  await page.evaluate((room) => { location.hash = `#/${room}`; }, room);
  await page.locator(`.room-${room}`).waitFor();
}

/** Waits until a person may move or the game is over. @param {import('playwright-core').Page} page @param {number} [beyond] moves that must be there */
export async function myTurn(page, beyond = 0) {
  for (let tries = 0; tries < 1000; tries++) {
    const now = await standing(page);
    if (now.state === 'over' || (now.legal.length > 0 && now.state === 'waiting' && now.moves >= beyond)) return now;
    await page.waitForTimeout(15);
  }
  throw new Error('nobody may move');
}
