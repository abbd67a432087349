// The grid in the lab, as a server with `--grid` shows it. Its answers are made here: crates/cli tests them with a real
// NATS server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditAll } from './audit.js';
import { enter, harness } from './harness.js';

const { page: open, browserErrors } = harness();

const JOB = { job: '3f2a91c0d1e2', name: 'depth-6-against-4', state: 'running', units: 500, done: 120, failed: 1, taken: 24, waiting: 355, units_per_second: 1.25, seconds_left: 315.8 };
const OLD = { ...JOB, job: '77b0', name: 'book', state: 'done', units: 40, done: 40, failed: 0, taken: 0, waiting: 0, units_per_second: 0, seconds_left: null };
const WORKER = { worker: 'club-1-812', version: '0.2.0', threads: 8, busy: 7, done: 1040, units_per_second: { '3f2a91c0d1e2': 0.4 }, seen_seconds: 2 };
const LETTER = { number: 17, deliveries: 5, worker: 'club-2-4711', error: 'out of memory' };
const AWAY = { code: 'grid_unavailable', message: 'the NATS server does not answer: timed out' };

/** A page on a server that shows a grid. `send` sets what its stream says; the stream ends after each event, and the page
 * opens it again at once. */
async function openWithGrid() {
  let event = { type: 'status', jobs: /** @type {object[]} */ ([]), workers: /** @type {object[]} */ ([]) };
  let streams = 0;
  const page = await open({
    path: '/#/lab',
    prepare: async (page) => {
      await page.route('**/api/catalogue', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), grid: true } });
      });
      await page.route(/\/api\/grid\?job=/, (route) => route.fulfill({ json: { type: 'status', jobs: [{ ...JOB, dead_letters: [LETTER] }], workers: [] } }));
      await page.route('**/api/grid/events', (route) => {
        streams += 1;
        void route.fulfill({ contentType: 'text/event-stream', body: `retry: 50\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n` });
      });
    },
  });
  await page.locator('.grid-card').waitFor();
  return { page, streams: () => streams, send: (/** @type {any} */ next) => void (event = next) };
}

test('the lab shows jobs, workers and dead letters, and says when the grid is away', async () => {
  const { page, send, streams } = await openWithGrid();
  const card = page.locator('.grid-card');
  await card.getByText('The grid has no jobs.').waitFor();
  send({ type: 'away', error: AWAY });
  await card.getByText('the NATS server does not answer: timed out').waitFor();
  await auditAll(page, 'a grid that is away');
  send({ type: 'status', jobs: [OLD, JOB], workers: [WORKER] });
  await card.getByText('120 of 500 units').waitFor();
  assert.equal(await card.getByText('the NATS server does not answer').count(), 0);
  // The newest first.
  assert.deepEqual(await card.locator('h3').allInnerTexts(), ['depth-6-against-4', 'book']);
  assert.deepEqual(await card.locator('.tag').allInnerTexts(), ['running', 'done']);
  await card.getByText('24 in work, 355 waiting, 1.25 units/s, time left 5:16').waitFor();
  assert.deepEqual(await card.locator('progress').evaluateAll((bars) => bars.map((bar) => /** @type {HTMLProgressElement} */ (bar).position)), [0.24, 1]);
  assert.match(await card.locator('tbody').innerText(), /club-1-812\s+7\/8\s+1,040\s+0\.40\s+2 s ago/);
  await card.getByText('Dead letters, units given up: 1').click();
  await card.getByText('Unit 17 was given up after 5 attempts, the last by club-2-4711: out of memory').waitFor();
  await auditAll(page, 'grid');
  // The last picture stays while the grid is away.
  send({ type: 'away', error: AWAY });
  await card.getByText('the NATS server does not answer').waitFor();
  await card.getByText('120 of 500 units').waitFor();
  // On a phone nothing overflows.
  await page.setViewportSize({ width: 320, height: 640 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320));
  // Whoever leaves the lab leaves the stream.
  await enter(page, 'learn');
  const before = streams();
  await page.waitForTimeout(500);
  assert.ok(streams() <= before + 1, `${streams() - before} streams`);
});

test('a server without a grid does not speak of one', async () => {
  const page = await open({ path: '/#/lab' });
  await page.locator('.lab form').first().waitFor();
  assert.equal(await page.locator('.grid-card').count(), 0);
});

test('the browser reported no errors', () => assert.deepEqual(browserErrors, []));
