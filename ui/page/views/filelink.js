// Files of the API to save.

import { fileOf } from '../api.js';
import { html } from '../dom.js';
import { showError } from '../i18n.js';
import { download } from '../logic/picture.js';
import { LOCAL } from '../place.js';
import { icon } from './icons.js';

/** A link that saves a file of the API; on a static site a button, for which the engine makes the file. @param {string} path @param {string} words */
export const fileLink = (path, words) => LOCAL
  ? html`<button type="button" @click=${() => save(path)}>${icon('download')}${words}</button>`
  : html`<a class="button" download href=${path}>${icon('download')}${words}</a>`;

/** @param {string} path */
async function save(path) {
  try {
    const { text, extension } = await fileOf(path);
    download(new Blob([text], { type: extension === 'svg' ? 'image/svg+xml' : 'text/plain' }), `othellier.${extension}`);
  } catch (error) {
    showError(error);
  }
}
