// Two people in two browsers, by an invitation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { harness, ignoreRefusals, playAll } from './harness.js';

const { page: open, browserErrors } = harness();

/** The line that says what one may do here. @param {import('playwright-core').Page} page @param {string} words */
const role = (page, words) => page.locator('.seat-role', { hasText: words }).waitFor();

/** The other player's request. @param {import('playwright-core').Page} page @param {string} words */
const asked = (page, words) => page.locator('.seats-card', { hasText: words }).waitFor();

/** Two people at a game: the host has Black. */
async function two() {
  const ada = await open();
  await ada.getByRole('button', { name: 'Play a friend' }).click();
  const form = ada.locator('dialog[open]');
  await form.getByLabel('Your name').fill('Ada');
  await form.getByLabel('Your colour').selectOption('black');
  await form.getByRole('button', { name: 'Invite' }).click();
  const code = await ada.locator('dialog[open] .code').innerText();
  assert.match(code, /^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  await ada.locator('dialog[open] img.qr').waitFor();
  const ben = await open({ path: `/i/${code}` });
  const invited = ben.locator('dialog[open]');
  assert.match(await invited.innerText(), /Ada invites you/);
  await invited.getByLabel('Your name').fill('Ben');
  await invited.getByRole('button', { name: 'Accept' }).click();
  await role(ben, 'You have White');
  await role(ada, 'You have Black');
  return { ada, ben, code };
}

test('an invitation leads to a game in which each plays one colour', async () => {
  const { ada, ben, code } = await two();
  assert.equal(await ada.locator('dialog[open]').count(), 0, 'the invitation is closed');
  assert.equal(await ben.locator('.cell.legal').count(), 0, 'it is not White’s turn');
  await playAll(ada, ['f5']);
  await ben.getByRole('gridcell', { name: /^f5, .*last move/ }).waitFor();
  await playAll(ben, ['d6']);
  await ada.getByRole('gridcell', { name: /^d6, .*last move/ }).waitFor();

  // The address permits watching only, and a spectator knows it.
  assert.match(new URL(ada.url()).pathname, /^\/s\/[\w-]{22}$/);
  assert.equal(new URL(ada.url()).pathname, new URL(ben.url()).pathname);
  const eve = await open({ path: new URL(ada.url()).pathname });
  await role(eve, 'You are watching');
  assert.equal(await eve.locator('.cell.legal').count(), 0);
  assert.equal(await eve.getByRole('button', { name: 'Take back?' }).count(), 0);
  const late = await open({ path: `/i/${code}` });
  await role(late, 'You are watching');

  // A reload keeps the seat.
  await ada.reload();
  await role(ada, 'You have Black');

  await ada.getByRole('button', { name: 'Take back?' }).click();
  await asked(ben, 'asks to take a move back');
  await ben.getByRole('button', { name: 'Accept' }).click();
  await ada.locator('.cell.legal').first().waitFor();
  await playAll(ada, ['d3']);
  await ben.close();
  await asked(ada, 'Ben: away');
  ignoreRefusals(browserErrors);
});

test('resigning, and a rematch with the colours exchanged', async () => {
  const { ada, ben } = await two();
  await playAll(ada, ['f5']);
  await ben.getByRole('gridcell', { name: /^f5, .*last move/ }).waitFor();
  await playAll(ben, ['f6']);
  await ben.locator('.seats-card').getByRole('button', { name: 'Resign' }).click();
  await ben.locator('dialog[open]').getByRole('button', { name: 'Resign' }).click();
  await ada.getByRole('button', { name: 'Rematch?' }).click();
  await asked(ben, 'asks for a rematch');
  await ben.getByRole('button', { name: 'Accept' }).click();
  await role(ada, 'You have White');
  await role(ben, 'You have Black');
  await playAll(ben, ['f5']);
  await ada.getByRole('gridcell', { name: /^f5, .*last move/ }).waitFor();
  ignoreRefusals(browserErrors);
});

test('a class: the teacher shows, asks, hands out exercises and draws a tournament; members answer and play', async () => {
  const teacher = await open();
  await teacher.getByRole('button', { name: 'Play a friend' }).first().click();
  const dialog = teacher.locator('dialog[open]');
  await dialog.getByRole('button', { name: 'A room for a class or a club' }).click();
  await dialog.getByLabel('Name of the room').fill('Class 5b');
  await dialog.getByLabel('Your name').fill('Ms Noether');
  await dialog.getByRole('button', { name: 'Open the room' }).click();
  const code = await teacher.locator('.section-room .room-code').innerText();
  assert.equal(new URL(teacher.url()).pathname, `/r/${code}`);
  /** @param {string} name @param {boolean} types whether the code is typed, not a link followed */
  const member = async (name, types) => {
    const page = await open(types ? {} : { path: `/r/${code}` });
    if (types) {
      await page.getByRole('button', { name: 'Play a friend' }).first().click();
      await page.getByLabel('You have a code?').fill(code.toLowerCase());
      await page.getByRole('button', { name: 'Open', exact: true }).click();
    }
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText(`${name}: here`).waitFor();
    return page;
  };
  const ada = await member('Ada', false);
  const ben = await member('Ben', true);
  assert.equal(await ada.getByRole('button', { name: 'Ask', exact: true }).count(), 0, 'the forms are the owner’s');

  // The board is on everybody's screen.
  await teacher.getByLabel('A position or a game').fill('f5d6c3');
  await teacher.getByLabel('Remark').fill('The Tiger');
  await teacher.getByRole('button', { name: 'Show to everybody' }).click();
  await ada.locator('.room-note', { hasText: 'The Tiger' }).waitFor();
  await ada.getByRole('gridcell', { name: /^c3, .*last move/ }).waitFor();
  await teacher.getByRole('button', { name: 'Back one move' }).click();
  await ada.getByRole('gridcell', { name: /^d6, .*last move/ }).waitFor();

  // A question is answered on the board; its answers are the teacher's until they are shown.
  await teacher.getByLabel('Question', { exact: true }).fill('Your move?');
  await teacher.getByRole('button', { name: 'Ask', exact: true }).click();
  await ada.getByText('Your move?').waitFor();
  await ada.getByRole('gridcell', { name: /^c3, legal/ }).click();
  await ada.getByText('Your answer: c3').waitFor();
  await teacher.locator('.answers', { hasText: 'c3 Ada' }).waitFor();
  await ben.getByText('1 of 2 have answered').waitFor();
  assert.equal(await ben.locator('.answers').count(), 0);
  await teacher.getByRole('button', { name: 'Show the answers to all' }).click();
  await ben.locator('.answers', { hasText: 'c3 Ada' }).waitFor();
  await teacher.getByRole('button', { name: 'Take no more answers' }).click();

  // Exercises, with results.
  await teacher.getByLabel('Title').fill('Four squares');
  await teacher.getByLabel('How many').fill('1');
  await teacher.getByLabel('Empty squares').fill('4');
  await teacher.getByRole('button', { name: 'Hand out' }).click();
  await ada.getByRole('button', { name: 'Solve' }).click();
  await ada.locator('.cell.legal').first().click();
  await ada.getByRole('button', { name: 'Finish' }).click();
  await teacher.getByRole('row', { name: /^Ada (✓ 1|✗ \d+ 0) \/ 1$/ }).waitFor();

  await ada.getByRole('button', { name: /^Challenge anybody/ }).click();
  await ben.getByRole('button', { name: 'Accept' }).click();
  await role(ada, 'You have');
  await role(ben, 'You have');
  const eve = await open({ path: `/r/${code}` });
  await eve.getByRole('button', { name: /^(Ada – Ben|Ben – Ada)$/ }).click();
  await role(eve, 'You are watching');
  await ben.locator('.seats-card').getByRole('button', { name: 'Break off' }).click();

  await teacher.getByLabel('Format').selectOption('round-robin');
  await teacher.getByRole('button', { name: 'Draw the first round' }).click();
  await teacher.getByText('Tournament 1: round 1 of 1').waitFor();
  await ada.locator('.seat-role', { hasText: 'You have' }).waitFor();
  const black = (await ada.locator('.seat-role', { hasText: 'You have Black' }).count()) ? ada : ben;
  const white = black === ada ? ben : ada;
  await playAll(black, ['f5']);
  await playAll(white, ['d6']);
  await white.locator('.seats-card').getByRole('button', { name: 'Resign' }).click();
  await white.locator('dialog[open]').getByRole('button', { name: 'Resign' }).click();
  await teacher.getByRole('row', { name: new RegExp(`^1 ${black === ada ? 'Ada' : 'Ben'} 1`) }).waitFor();
  const [games] = await Promise.all([teacher.waitForEvent('download'), teacher.getByRole('link', { name: 'GGF' }).click()]);
  assert.match(games.suggestedFilename(), /\.ggf$/);
  await black.getByRole('link', { name: 'Room' }).first().click();
  await black.locator('.section-room').waitFor();

  // The orders of a member are charged to the room, the streams included; those of a spectator to the spectator.
  for (const [page, room] of /** @type {const} */ ([[ada, code], [eve, undefined]])) {
    const ordered = page.waitForResponse((response) => response.url().includes('/api/analysis'));
    await page.evaluate(() => { location.hash = '#/analyse'; });
    const response = await ordered;
    assert.deepEqual([response.status(), response.request().headers()['x-room']], [200, room]);
    await page.locator('.line .pill').first().waitFor();
  }
  ignoreRefusals(browserErrors);
});

test('the browser reported no errors', () => assert.deepEqual(browserErrors, []));
