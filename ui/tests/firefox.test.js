// A smoke test in Firefox: the first visit, a game, its result.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { browseFirefox, firefox } from './firefox.js';
import { serve } from './program.js';

const program = firefox();

test('Firefox: first visit, game, result', { skip: program ? false : 'NOT RUN: there is no Firefox; install one or name it in FIREFOX' }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'othellier-page-'));
  const { child, address } = serve(folder);
  const url = await address;
  const browser = await browseFirefox(/** @type {string} */ (program));
  try {
    await browser.goto(url);
    await browser.click('[data-opponent=pip]');
    const status = () => browser.evaluate(`return {
      state: document.querySelector('.status')?.dataset.state,
      legal: document.querySelectorAll('.cell.legal').length,
      moves: document.querySelectorAll('.moves .ply').length,
      error: document.querySelector('.toast.error, .banner')?.textContent ?? '',
    }`);
    const ended = Date.now() + 90_000;
    for (let moves = -1; ;) {
      const now = await status();
      assert.equal(now.error, '');
      assert.ok(Date.now() < ended, JSON.stringify(now));
      if (now.state === 'over') break;
      if (now.state === 'waiting' && now.legal > 0 && now.moves > moves) {
        moves = now.moves;
        await browser.click('.cell.legal');
      }
    }
    const [words, card] = await browser.evaluate(`return ['.status', '.result'].map((it) => document.querySelector(it)?.textContent ?? '')`);
    assert.match(words, /You (won|lost)|draw/i);
    assert.match(card, /Rematch/);
    await browser.click('.sections a[href="#/analyse"]');
    await browser.click('.section-analyse .switch');
  } finally {
    await browser.close();
    child.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
});
