// Layout and load: sizes, languages, themes, accessibility.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditAll } from './audit.js';
import { enter, harness, myTurn, newGame } from './harness.js';
import { fromFolder } from './program.js';

const { page: open, browserErrors } = harness();
const SECTIONS = ['home', 'play', 'analyse', 'learn', 'think', 'lab'];

/** @typedef {import('playwright-core').Page} Page */

/** Audits the dialogs that buttons open. @param {Page} page @param {string[]} names */
async function auditDialogs(page, names) {
  for (const name of names) {
    await page.getByRole('button', { name, exact: true }).first().click();
    await page.locator('dialog[open]').waitFor();
    // Dates are those of the browser's region.
    if (name === 'My games') assert.ok((await page.locator('dialog[open]').innerText()).includes(new Date().toLocaleDateString('en-GB')));
    await auditAll(page, name);
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
}

test('axe finds nothing at the entrance, in a game and at its end', async () => {
  const page = await open({ entrance: true });
  await page.locator('.way').first().waitFor();
  await auditAll(page, 'entrance');
  await auditDialogs(page, ['Settings', 'Keys and help']);
  await page.locator('[data-opponent=pip]').click();
  await newGame(page, { size: 4 });
  await myTurn(page);
  await page.locator('.cell.legal').first().click();
  await myTurn(page, 2);
  await auditAll(page, 'play');
  await auditDialogs(page, ['New game', 'Set up', 'Load', 'Share', 'My games', 'Resign']);
  for (let now = await myTurn(page); now.state !== 'over'; now = await myTurn(page, now.moves + 1)) {
    await page.locator(`.cell[data-square="${now.legal[0]}"]`).click();
  }
  await page.locator('.result').waitFor();
  await auditAll(page, 'result');
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.locator('.cell.legal').first().click();
  await page.locator('dialog[open]').waitFor();
  await auditAll(page, 'a move in the past');
});

test('axe finds nothing where one studies and learns', async () => {
  const page = await open({ path: '/#/analyse?position=f5d6c3d3c4f4c5b3' });
  await page.locator('.line .pill').first().waitFor();
  await page.getByRole('switch').click();
  await page.getByLabel('Depth of the review').selectOption('6');
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.locator('table.summary').waitFor({ timeout: 60000 });
  await page.locator('#note').fill('A note.');
  await auditAll(page, 'review');
  await auditDialogs(page, ['Studies', 'Openings']);
  await enter(page, 'think');
  await page.getByRole('button', { name: 'Draw the tree' }).click();
  await page.locator('.tree').waitFor();
  await page.locator('.section-think .primary:enabled').waitFor();
  await auditAll(page, 'search tree');
  await enter(page, 'lab');
  await auditAll(page, 'lab');
  await enter(page, 'learn');
  await page.locator('.course-card').waitFor();
  await auditAll(page, 'learn');
  await page.getByRole('button', { name: 'Begin: The rules' }).click();
  await page.locator('.school-task').waitFor();
  await auditAll(page, 'lesson');
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('button', { name: /^Puzzle of the day/ }).click();
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.locator('.school-task[data-state=shown]').waitFor();
  await auditAll(page, 'puzzle');
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByLabel('empty squares').fill('6');
  await page.getByRole('button', { name: 'New endgame' }).click();
  await page.locator('.cell.legal').first().waitFor();
  // While the program answers, the button is disabled.
  await page.getByRole('button', { name: 'Show the solution', disabled: false }).waitFor();
  await auditAll(page, 'exercise');
});

test('axe finds nothing among friends and in a room', async () => {
  const page = await open({ entrance: true });
  const invite = () => page.getByRole('button', { name: 'Play a friend' }).first().click();
  await invite();
  await page.locator('dialog[open]').waitFor();
  await auditAll(page, 'invite');
  await page.locator('dialog[open]').getByLabel('Your name').fill('Ada');
  await page.locator('dialog[open]').getByRole('button', { name: 'Invite' }).click();
  await page.locator('dialog[open] img.qr').waitFor();
  await auditAll(page, 'invitation');
  const ben = await open({ path: `/i/${await page.locator('dialog[open] .code').innerText()}` });
  await ben.locator('dialog[open]').waitFor();
  await auditAll(ben, 'join');
  await ben.getByLabel('Your name').fill('Ben');
  await ben.getByRole('button', { name: 'Accept' }).click();
  await ben.locator('.seat-role').waitFor();
  await auditAll(ben, 'seats');

  const teacher = await open({ entrance: true });
  await teacher.getByRole('button', { name: 'Play a friend' }).first().click();
  await teacher.getByRole('button', { name: 'A room for a class or a club' }).click();
  await teacher.getByLabel('Name of the room').waitFor();
  await auditAll(teacher, 'new room');
  await teacher.getByLabel('Name of the room').fill('Class 5b');
  await teacher.getByLabel('Your name').fill('Ms Noether');
  await teacher.getByRole('button', { name: 'Open the room' }).click();
  await teacher.getByLabel('A position or a game').fill('f5d6c3');
  await teacher.getByRole('button', { name: 'Show to everybody' }).click();
  await teacher.getByRole('gridcell', { name: /^c3, .*last move/ }).waitFor();
  await auditAll(teacher, 'room');

  // The arrow keys go through the board of the room, not through an analysis behind it.
  await teacher.keyboard.press('ArrowLeft');
  await teacher.getByRole('gridcell', { name: /^d6, .*last move/ }).waitFor();
});

for (const [width, height] of [[360, 225], [740, 360], [320, 640], [390, 844], [820, 1180], [3840, 2160]]) {
  test(`${width} × ${height}: nothing sticks out, in both languages`, async () => {
    const page = await open({ viewport: { width, height }, hasTouch: width < 500 });
    for (const language of ['fr', 'en']) {
      await page.locator('.lang').click();
      await page.waitForFunction((lang) => document.documentElement.lang === lang, language);
      for (const section of SECTIONS) {
        await enter(page, section);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${section}, ${language}: ${over} px`);
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
  // An exercise begins with its board in sight, though its button is far below.
  await enter(page, 'learn');
  await page.getByRole('button', { name: 'New endgame' }).tap();
  await page.locator('.cell.legal').first().waitFor();
  const exercise = await page.locator('.board').boundingBox();
  assert.ok(exercise && exercise.y >= 0 && exercise.y + exercise.height < 844, JSON.stringify(exercise));
});

test('a wide screen has the moves beside the engine, and no stretched card', async () => {
  const page = await open({ path: '/#/analyse?position=f5d6c3d3c4', viewport: { width: 1920, height: 1080 } });
  await page.locator('.line .pill').first().waitFor();
  const cards = await page.evaluate(() => [...document.querySelectorAll('.section-analyse .panel > .card')].map((card) => {
    const { x, y, bottom } = card.getBoundingClientRect();
    const content = Math.max(...[...card.children].map((child) => child.getBoundingClientRect().bottom));
    return { name: card.className, x: Math.round(x), y: Math.round(y), hole: Math.round(bottom - content) };
  }));
  assert.equal(new Set(cards.map(({ x }) => x)).size, 2, 'two columns');
  assert.deepEqual(cards.filter(({ hole }) => hole > 40), []);
  assert.ok(cards.every(({ name, y }) => !name.includes('moves-card') || y < 800), JSON.stringify(cards));
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

test('forced colours keep discs, turn and section apart', async () => {
  const page = await open({ path: '/#/analyse?position=f5', forcedColors: 'active' });
  await page.locator('.side.to-move').waitFor();
  const seen = await page.evaluate(() => {
    const style = (/** @type {string} */ selector) => getComputedStyle(/** @type {Element} */ (document.querySelector(selector)));
    return { black: style('.coin.black').backgroundColor, white: style('.coin.white').backgroundColor, turn: style('.side.to-move').outlineStyle, section: style('.sections [aria-current]').outlineStyle };
  });
  assert.deepEqual(seen, { black: 'rgb(0, 0, 0)', white: 'rgb(255, 255, 255)', turn: 'solid', section: 'solid' });
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
    // The other sections and the puzzle of the day are loaded by an idle page; the board does not wait for them.
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
