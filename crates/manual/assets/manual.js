// Search over the text of all pages, and a table of contents that is closed on small screens.
const root = document.body.dataset.root ?? '';
const field = /** @type {HTMLInputElement} */ (document.getElementById('search'));
const found = /** @type {HTMLOListElement} */ (document.getElementById('found'));
const none = /** @type {HTMLElement} */ (document.getElementById('none'));
const MOST = 30;

/** Small letters without accents. */
const plain = (/** @type {string} */ text) =>
  text.toLowerCase().normalize('NFD').replace(/\p{Diacritic}/gu, '');

/** The sections that have every word, headings first. */
function search(/** @type {string} */ query) {
  const words = plain(query).split(/\s+/).filter((word) => word.length > 1);
  if (words.length === 0) return [];
  const hits = [];
  for (const [path, page, heading, text] of window.searchIndex ?? []) {
    const title = plain(`${page} ${heading}`);
    const all = `${title} ${plain(text)}`;
    if (!words.every((word) => all.includes(word))) continue;
    const score = words.filter((word) => title.includes(word)).length;
    hits.push({ path, page, heading, score });
  }
  return hits.sort((a, b) => b.score - a.score).slice(0, MOST);
}

field.addEventListener('input', () => {
  const hits = search(field.value);
  found.hidden = hits.length === 0;
  none.hidden = hits.length > 0 || field.value.trim().length < 2;
  found.replaceChildren(
    ...hits.map(({ path, page, heading }) => {
      const link = document.createElement('a');
      link.href = root + path;
      link.textContent = heading;
      const where = document.createElement('small');
      where.textContent = page;
      const item = document.createElement('li');
      item.append(link, where);
      return item;
    }),
  );
});

if (matchMedia('(max-width: 50rem)').matches) {
  document.querySelector('nav details')?.removeAttribute('open');
}
