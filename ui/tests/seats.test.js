// Two people in two browsers, by an invitation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { harness, ignoreRefusals, playAll } from './harness.js';

const { page: open, address, browserErrors } = harness();

/** The line that says what one may do here. @param {import('playwright-core').Page} page @param {string} words */
const role = (page, words) => page.locator('.seat-role', { hasText: words }).waitFor();

/** What the other player asks. @param {import('playwright-core').Page} page @param {string} words */
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

test('members of a room challenge each other, and others watch', async () => {
  const answer = await fetch(`${address()}/api/rooms`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name: 'Class 5b', owner: 'Ms Noether' }),
  });
  const { room } = await answer.json();
  /** @param {string} name */
  const member = async (name) => {
    const page = await open({ path: `/r/${room.code}` });
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Your name').fill(name);
    await dialog.getByRole('button', { name: 'Join' }).click();
    await dialog.getByText(`${name}: here`).waitFor();
    return page;
  };
  const ada = await member('Ada');
  const ben = await member('Ben');
  await ada.locator('dialog[open]').getByRole('button', { name: /^Challenge anybody/ }).click();
  await ben.locator('dialog[open]').getByRole('button', { name: 'Accept' }).click();
  await role(ada, 'You have');
  await role(ben, 'You have');
  const eve = await open({ path: `/r/${room.code}` });
  await eve.locator('dialog[open]').getByRole('button', { name: /Ada|Ben/ }).click();
  await role(eve, 'You are watching');
  ignoreRefusals(browserErrors);
});

test('the browser reported no errors', () => assert.deepEqual(browserErrors, []));
