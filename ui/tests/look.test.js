// Layout and load: sizes, languages, themes, accessibility.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { enter, harness, myTurn, newGame } from './harness.js';
import { fromFolder } from './program.js';

const { page: open, browserErrors } = harness();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ROOMS = ['home', 'play', 'analyse', 'learn', 'think', 'lab'];

/** @param {import('playwright-core').Page} page */
async function audit(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document, { resultTypes: ['violations'] });
    return violations.filter((/** @type {any} */ it) => ['serious', 'critical'].includes(it.impact))
      .flatMap((/** @type {any} */ it) => it.nodes.slice(0, 3).map((/** @type {any} */ node) => `${it.id}: ${node.target.join(' ')}: ${node.failureSummary}`));
  });
  return found;
}

/** Audits the dialog that a button opens. @param {import('playwright-core').Page} page @param {string} name */
async function auditDialog(page, name) {
  await page.getByRole('button', { name, exact: true }).click();
  await page.locator('dialog[open]').waitFor();
  assert.deepEqual(await audit(page), [], name);
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

for (const colorScheme of /** @type {const} */ (['dark', 'light'])) {
  test(`no serious finding in any room, ${colorScheme}`, async () => {
    const page = await open({ colorScheme });
    await newGame(page, { size: 6 });
    await myTurn(page);
    await page.locator('.cell.legal').first().click();
    await myTurn(page, 2);
    // The rooms in both languages, the dialogs in one.
    if (colorScheme === 'light') await page.locator('.lang').click();
    for (const room of ROOMS) {
      await enter(page, room);
      if (room === 'think' && colorScheme === 'dark') {
        await page.getByRole('button', { name: 'Draw the tree' }).click();
        await page.locator('.tree').waitFor();
        await page.getByRole('button', { name: 'Draw the tree' }).hover();
      }
      assert.deepEqual(await audit(page), [], room);
    }
    if (colorScheme === 'light') await page.locator('.lang').click();
    await enter(page, 'analyse');
    for (const name of ['Studies', 'Openings']) await auditDialog(page, name);
    await enter(page, 'play');
    for (const name of ['New game', 'Play a friend', 'Set up', 'Load', 'Share', 'Keys and help', 'Settings']) await auditDialog(page, name);
  });
}

for (const [width, height] of [[360, 225], [740, 360], [320, 640], [390, 844], [820, 1180], [3840, 2160]]) {
  test(`${width} × ${height}: nothing sticks out, in both languages`, async () => {
    const page = await open({ viewport: { width, height }, hasTouch: width < 500 });
    for (const language of ['fr', 'en']) {
      await page.locator('.lang').click();
      await page.waitForFunction((lang) => document.documentElement.lang === lang, language);
      for (const room of ROOMS) {
        await enter(page, room);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${room}, ${language}: ${over} px`);
      }
    }
  });
}

test('on a phone the board fills the width, and a tap plays', async () => {
  const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { legal } = await myTurn(page);
  const box = await page.locator('.board').boundingBox();
  assert.ok(box && box.width > 360 && box.x >= 0 && box.y + box.height < 844, JSON.stringify(box));
  const small = await page.evaluate(() => [...document.querySelectorAll('button, a, select')].filter((it) => it.checkVisibility())
    .map((it) => ({ name: it.getAttribute('aria-label') ?? it.textContent, box: it.getBoundingClientRect() }))
    .filter(({ box, name }) => name !== 'Skip to the board' && (box.width < 44 || box.height < 44)).map(({ name, box }) => `${name} ${box.width}×${box.height}`));
  assert.deepEqual(small, []);
  await page.locator(`.cell[data-square="${legal[0]}"]`).tap();
  await myTurn(page, 2);
});

test('the language changes everywhere and is stored', async () => {
  const page = await open();
  await page.locator('.lang').click();
  await page.getByRole('button', { name: 'Nouvelle partie' }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr');
  assert.match(await page.title(), /^● À vous/);
  await page.reload();
  await page.getByRole('button', { name: 'Nouvelle partie' }).waitFor();
  assert.equal(await page.locator('[data-square="0"]').first().getAttribute('aria-label'), 'a1, vide');
});

test('forced colours keep discs, turn and room apart', async () => {
  const page = await open({ path: '/#/analyse?position=f5', forcedColors: 'active' });
  await page.locator('.side.to-move').waitFor();
  const seen = await page.evaluate(() => {
    const style = (/** @type {string} */ selector) => getComputedStyle(/** @type {Element} */ (document.querySelector(selector)));
    return { black: style('.coin.black').backgroundColor, white: style('.coin.white').backgroundColor, turn: style('.side.to-move').outlineStyle, room: style('.rooms [aria-current]').outlineStyle };
  });
  assert.deepEqual(seen, { black: 'rgb(0, 0, 0)', white: 'rgb(255, 255, 255)', turn: 'solid', room: 'solid' });
});

test('French browsers get the page in French', async () => {
  const page = await open({ locale: 'fr-FR' });
  await page.getByRole('button', { name: 'Nouvelle partie' }).waitFor();
});

test('the first load is small, from one host, and without layout shift', async () => {
  const page = await open({
    prepare: async (page) => {
      await page.addInitScript(() => {
        const watched = /** @type {any} */ (window);
        watched.shifted = 0;
        new PerformanceObserver((list) => {
          for (const entry of /** @type {any[]} */ (list.getEntries())) if (!entry.hadRecentInput) watched.shifted += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
    },
  });
  await myTurn(page);
  await page.waitForLoadState('load');
  const { bytes, requests, hosts } = await page.evaluate(() => {
    // The other rooms and the puzzle of the day are loaded by an idle page; the board does not wait for them.
    const loads = /** @type {PerformanceResourceTiming[]} */ ([...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')])
      .filter(({ name }) => !/main-views-|\/learn\//.test(name));
    return { bytes: loads.reduce((sum, load) => sum + load.encodedBodySize, 0), requests: loads.length, hosts: [...new Set(loads.map(({ name }) => new URL(name).host))] };
  });
  assert.deepEqual(hosts, [new URL(page.url()).host]);
  if (!fromFolder) assert.ok(bytes > 50_000 && bytes < 90_000 && requests <= 12, `${bytes} bytes in ${requests} requests`);
  const shifted = await page.evaluate(() => /** @type {any} */ (window).shifted);
  assert.ok(shifted < 0.02, `layout shift ${shifted}`);
});

test('the browser reported no errors', () => assert.deepEqual(browserErrors, []));
