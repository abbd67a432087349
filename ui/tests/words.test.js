// Both languages have the same texts, and the page is small.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { en } from '../page/locales/en.js';
import { fr } from '../page/locales/fr.js';

const UI = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/** @param {string} folder @returns {string[]} */
const filesOf = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? filesOf(path.join(folder, entry.name)) : [path.join(folder, entry.name)]);

/** @param {string} text */
const slots = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

test('every text exists in both languages, with the same slots', () => {
  assert.deepEqual(Object.keys(fr).sort(), Object.keys(en).sort());
  for (const key of /** @type {(keyof typeof en)[]} */ (Object.keys(en))) {
    assert.deepEqual(slots(fr[key]), slots(en[key]), key);
    assert.ok(en[key].trim() && fr[key].trim(), key);
  }
});

test('French has a no-break space before : ; ? ! and %', () => {
  for (const [key, text] of Object.entries(fr)) assert.ok(!/ [:;?!%»]|« /.test(text), `${key}: ${text}`);
});

test('no text is unused', () => {
  const source = filesOf(path.join(UI, 'page')).filter((file) => file.endsWith('.js') && !/locales|vendor/.test(file))
    .map((file) => readFileSync(file, 'utf8')).join('\n');
  const built = [...source.matchAll(/`([a-z]+-)\$\{/g)].map(([, prefix]) => prefix);
  for (const key of Object.keys(en)) {
    const used = source.includes(`'${key}'`) || built.some((prefix) => key.startsWith(prefix));
    assert.ok(used, `${key} is not used`);
  }
});

test('the whole page is less than 710 kB', () => {
  const bytes = filesOf(path.join(UI, 'page')).filter((file) => !/LICENSE|\.d\.ts$|wire\.js$/.test(file)).reduce((sum, file) => sum + statSync(file).size, 0);
  assert.ok(bytes < 710_000, `${bytes} bytes`);
});

test('the table of our own games is small, and every row can be read', () => {
  const bytes = readFileSync(path.join(UI, 'page', 'learn', 'selfplay.json'));
  assert.ok(gzipSync(bytes).length < 60_000, `${gzipSync(bytes).length} bytes`);
  const { positions } = /** @type {{positions: Record<string, number[]>}} */ (JSON.parse(bytes.toString()));
  assert.ok(Object.keys(positions).length > 1000);
  for (const [key, row] of Object.entries(positions)) {
    assert.ok(key.length === 7 && row.length > 0 && row.length % 4 === 0, key);
    for (let at = 0; at < row.length; at += 4) {
      const [square, games, wins, draws] = row.slice(at, at + 4);
      assert.ok(square >= 0 && square < 64 && games > 0 && wins >= 0 && draws >= 0 && wins + draws <= games, key);
    }
  }
});

test('the template library is the one of the package', () => {
  const vendored = path.join(UI, 'page', 'vendor', 'lit-html');
  for (const file of filesOf(vendored).filter((name) => name.endsWith('.js'))) {
    const original = path.join(UI, 'node_modules', 'lit-html', path.relative(vendored, file));
    assert.ok(readFileSync(file).equals(readFileSync(original)), file);
  }
});
