// The accessibility audit of what a page shows, by axe.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @typedef {import('playwright-core').Page} Page */

/** The findings of axe by all rules, or by some. @param {Page} page @param {string[]} [rules] @returns {Promise<string[]>} */
async function audit(page, rules) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  // A button that has just been enabled is still faint.
  await page.waitForFunction(() => document.getAnimations().every((it) => it.playState !== 'running' || it.effect?.getComputedTiming().iterations === Infinity));
  return page.evaluate(async (rules) => {
    const { violations } = await /** @type {any} */ (window).axe.run(document, { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) });
    return violations.flatMap((/** @type {any} */ it) => it.nodes.slice(0, 3).map((/** @type {any} */ node) => `${it.id}: ${node.target.join(' ')}: ${node.failureSummary}`));
  }, rules);
}

/** Audits what is shown in both languages and both themes: everything in each of them, contrast in all four.
 * @param {Page} page @param {string} view */
export async function auditAll(page, view) {
  const speak = async (/** @type {string} */ lang) => {
    await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('.lang')).click());
    await page.waitForFunction((lang) => document.documentElement.lang === lang, lang);
  };
  const paint = async (/** @type {'dark' | 'light'} */ colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
  };
  assert.deepEqual(await audit(page), [], `${view}, English, dark`);
  await paint('light');
  assert.deepEqual(await audit(page, ['color-contrast']), [], `${view}, English, light`);
  await speak('fr');
  assert.deepEqual(await audit(page), [], `${view}, French, light`);
  await paint('dark');
  assert.deepEqual(await audit(page, ['color-contrast']), [], `${view}, French, dark`);
  await speak('en');
}
