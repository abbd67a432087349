// The service worker: without the server, the page still opens and says what it needs the server for.
// Only the shell is kept, under the names that change with its content; the API is never answered from here.

const SHELL = 'othellier-shell';
/** The files that `index.html` names. */
const NAMED = /"(\/(?:a\/[^"]+|icon[^"]*|favicon\.svg|manifest\.webmanifest))"/g;

/** Keeps a page and the files it names, and forgets those of another version. @param {Response} page */
async function keep(page) {
  const text = await page.clone().text();
  const cache = await caches.open(SHELL);
  const known = await cache.match('/');
  if (known && (await known.text()) === text) return;
  const named = [...text.matchAll(NAMED)].map(([, path]) => path);
  await cache.addAll(named);
  await cache.put('/', page);
  const wanted = new Set(['/', ...named]);
  for (const request of await cache.keys()) if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
}

/** The page from the server, else the one that was kept. @param {any} event */
async function open(event) {
  try {
    const page = await fetch(event.request);
    if (page.ok && /^\/(?:[gsir]\/[^/]+)?$/.test(new URL(event.request.url).pathname)) event.waitUntil(keep(page.clone()));
    return page;
  } catch (error) {
    const kept = await caches.match('/');
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(fetch('/', { cache: 'no-cache' }).then(keep));
});
self.addEventListener('fetch', (/** @type {any} */ event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== location.origin) return;
  if (event.request.mode === 'navigate' && !/^\/(docs|embed|api)/.test(pathname)) event.respondWith(open(event));
  else if (/^\/(a\/|icon|favicon|manifest)/.test(pathname)) event.respondWith(caches.match(event.request, { ignoreVary: true }).then((kept) => kept ?? fetch(event.request)));
});
