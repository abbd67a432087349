// Long work in the lab: the form of a kind, its progress and its summary, from the real server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditAll } from './audit.js';
import { harness } from './harness.js';

const { page: open, browserErrors } = harness();

test('work of a kind is asked for by its settings and summed up', async () => {
  const page = await open({ path: '/#/lab' });
  const card = page.locator('.work-card');
  await card.getByText('Count the legal moves').waitFor();
  await card.getByLabel(/^games/).fill('30');
  await card.getByLabel(/^unit/).fill('7');
  await card.getByRole('button', { name: 'Start' }).click();
  await card.getByText('5 of 5 units').waitFor();
  await card.locator('.tag', { hasText: 'done' }).waitFor();
  assert.match(await card.locator('dl').innerText(), /games\s+30/);
  const file = await card.locator('a[download]').getAttribute('href') ?? '';
  const rows = await page.request.get(new URL(file, page.url()).href);
  assert.equal((await rows.text()).trim().split('\n').length, 30);
  await auditAll(page, 'work');
  assert.deepEqual(browserErrors, []);
});
