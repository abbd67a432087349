// Firefox, driven by Marionette, its own protocol: JSON over a local socket, without a driver in between.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The Firefox of this machine: what `FIREFOX` names, else an installed one. */
export function firefox() {
  if (process.env.FIREFOX) return process.env.FIREFOX;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return ['firefox', 'firefox-esr'].flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => existsSync(file));
}

/** No motion, no first-run pages, no requests of its own; any free port. */
const PREFERENCES = {
  'marionette.port': 0, 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-GB', 'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false, 'datareporting.policy.dataSubmissionEnabled': false, 'app.update.enabled': false,
  'network.captive-portal-service.enabled': false, 'network.connectivity-service.enabled': false,
};

/** The key under which the protocol hands over an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** @template T @param {() => T | undefined} found @param {string} what @returns {Promise<T>} */
async function awaitFile(found, what) {
  for (let attempts = 0; attempts < 300; attempts++) {
    const result = found();
    if (result !== undefined) return result;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what} did not come`);
}

/** Starts a Firefox with an empty profile. @param {string} program */
export async function browseFirefox(program) {
  const profile = mkdtempSync(path.join(tmpdir(), 'othellier-firefox-'));
  writeFileSync(path.join(profile, 'user.js'), Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''));
  const child = spawn(program, ['--headless', '--marionette', '--no-remote', '--profile', profile], { stdio: 'ignore', env: { ...process.env, HOME: profile } });
  const file = path.join(profile, 'MarionetteActivePort');
  const port = await awaitFile(() => (existsSync(file) && readFileSync(file, 'utf8').trim()) || undefined, 'the port of Firefox');
  const socket = connect(Number(port), '127.0.0.1');
  /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
  const waiting = new Map();
  let buffer = Buffer.alloc(0);
  // A message is its length in bytes, a colon, and an array: kind, number, error, result.
  socket.on('data', (bytes) => {
    buffer = Buffer.concat([buffer, bytes]);
    for (;;) {
      const colon = buffer.indexOf(':');
      const end = colon + 1 + Number(buffer.subarray(0, colon));
      if (colon < 0 || buffer.length < end) return;
      const message = JSON.parse(buffer.subarray(colon + 1, end).toString());
      buffer = buffer.subarray(end);
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      if (error) waiting.get(id)?.reject(new Error(`${error.error}: ${error.message}`));
      else waiting.get(id)?.resolve(result);
      waiting.delete(id);
    }
  });
  let asked = 0;
  /** @param {string} name @param {object} [values] @returns {Promise<any>} */
  const send = (name, values = {}) => new Promise((resolve, reject) => {
    const text = JSON.stringify([0, ++asked, `WebDriver:${name}`, values]);
    waiting.set(asked, { resolve, reject });
    socket.write(`${Buffer.byteLength(text)}:${text}`);
  });
  await send('NewSession', { capabilities: {} });
  await send('SetTimeouts', { implicit: 15000 });
  return {
    /** @param {string} url */
    goto: (url) => send('Navigate', { url }),
    /** Clicks the first element of a selector, once there is one. @param {string} selector */
    click: async (selector) => {
      const { value } = await send('FindElement', { using: 'css selector', value: selector });
      await send('ElementClick', { id: value[ELEMENT] });
    },
    /** The result of a function body in the page. @param {string} script @returns {Promise<any>} */
    evaluate: async (script) => (await send('ExecuteScript', { script, args: [] })).value,
    close: async () => {
      const gone = new Promise((resolve) => child.on('exit', resolve));
      socket.end();
      child.kill('SIGTERM');
      await gone;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
