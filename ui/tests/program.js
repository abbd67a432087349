// The real program on a free port, and the browser as the tests start it.

import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The program: what `OTHELLIER` names, else the one that was built last. */
export function program() {
  if (process.env.OTHELLIER) return process.env.OTHELLIER;
  const built = ['release', 'debug'].map((kind) => path.join(ROOT, 'target', kind, 'othellier')).filter((file) => existsSync(file));
  if (built.length === 0) throw new Error('build the program first: cargo build --release');
  return built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

/** With `OTHELLIER_UI=folder` the page comes from `ui/page` instead of the program. */
export const fromFolder = process.env.OTHELLIER_UI === 'folder';

/** Starts the server in a folder and returns its address, once it has printed it. No user data is read:
 * the default archive is in the folder too. @param {string} folder @param {string} [port] any free one, unless given */
export function serve(folder, port = '0') {
  const env = { ...process.env, XDG_DATA_HOME: folder };
  const child = spawn(program(), ['serve', '--port', port, '--data', folder, '--lang', 'en', ...(fromFolder ? ['--ui', path.join(ROOT, 'ui', 'page')] : [])], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Promise<string>} */
  const address = new Promise((resolve, reject) => {
    let output = '';
    const read = (/** @type {Buffer} */ bytes) => {
      output += bytes;
      const found = /http:\/\/[\d.:a-z[\]]+/.exec(output);
      if (found) resolve(found[0]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', (code) => reject(new Error(`the server exited with ${code}: ${output}`)));
  });
  return { child, address };
}

const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

export const browse = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
