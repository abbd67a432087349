// Where the page is: on a server, whose paths name games and rooms, or on a static site in any folder, with the
// engine in the browser. A static site says so in its `index.html`.

/** @typedef {{version: string, playing: string, module: string, small: string, full: string}} EngineFiles the engine of a static site: paths, each with the hash of its content */

const meta = document.querySelector('meta[name="othellier-engine"]');

/** The files of the engine; null on a server. @type {EngineFiles | null} */
export const ENGINE = meta ? JSON.parse(meta.getAttribute('content') ?? '') : null;

/** Whether the engine is in the browser, without a server. */
export const LOCAL = ENGINE !== null;

/** The path of the folder of the page. */
export const HOME = LOCAL ? new URL('.', location.href).pathname : '/';

/** The address of a file of the page. @param {string} path */
export const fileAddress = (path) => HOME + path.replace(/^\//, '');

/** The address of a game: a static site has no paths of its own, so there it is in the query. @param {string} id */
export const gameAddress = (id) => (LOCAL ? `${HOME}?g=${id}` : `/g/${id}`);

/** The object that the address names: a game (`g`), seats (`s`), an invitation (`i`), a room (`r`), nothing, or what does not exist.
 * @returns {{kind: 'g' | 's' | 'i' | 'r' | '' | 'nowhere', id: string}} */
export function addressed() {
  const { pathname, search } = location;
  const [, kind = '', id = ''] = LOCAL ? (/^\?(g)=([\w-]+)$/.exec(search) ?? []) : (/^\/([gsir])\/([\w-]+)$/.exec(pathname) ?? []);
  if (!kind && !LOCAL && pathname !== '/') return { kind: 'nowhere', id: '' };
  return { kind: /** @type {'g'} */ (kind), id };
}
