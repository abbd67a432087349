// The service worker of a static site: all of it is kept, so that it opens without a network; the full weights are kept
// by `engine.js`. A new version is loaded beside the old one and waits until the user changes to it. `othellier site`
// writes the version and the list of files.

const VERSION = '$VERSION';
/** The files of this version; those with a hash in their name never change. @type {string[]} */
const FILES = [/* $FILES */];

const NAME = 'othellier-site-' + VERSION;
const HOME = new URL('.', location.href).href;
/** @param {string} path */
const address = (path) => new URL(path, HOME).href;

async function install() {
  const cache = await caches.open(NAME);
  await Promise.all(FILES.map(async (path) => {
    // A file with a hash in its name may be there from an older version, or from this visit.
    const hashed = /[0-9a-f]{16}/.test(path);
    const kept = hashed ? await caches.match(address(path)) : undefined;
    await (kept ? cache.put(address(path), kept) : cache.add(new Request(address(path), { cache: hashed ? 'force-cache' : 'no-cache' })));
  }));
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith('othellier-site-') && name !== NAME) await caches.delete(name);
  await /** @type {any} */ (self).clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME);
  const { origin, pathname } = new URL(request.url);
  const asked = origin + pathname === HOME ? address('index.html') : origin + pathname;
  return (await cache.match(asked)) ?? fetch(request);
}

self.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(install()));
self.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(activate()));
self.addEventListener('message', ({ data }) => { if (data === 'activate') void /** @type {any} */ (self).skipWaiting(); });
self.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(HOME)) event.respondWith(answer(request));
});
