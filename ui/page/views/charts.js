// Two charts of a match: the score rate of A by game, and the histogram of disc differences.

import { html, svg } from '../dom.js';
import { percent, t } from '../i18n.js';

/** @typedef {import('../wire.js').MatchGame} MatchGame */

const W = 420;
const H = 210;
const PAD = { left: 44, right: 12, top: 12, bottom: 30 };
const inner = { w: W - PAD.left - PAD.right, h: H - PAD.top - PAD.bottom };

/** @param {MatchGame} game */
const points = (game) => (game.difference > 0 ? 1 : game.difference === 0 ? 0.5 : 0);

/** The score rate of A after each game, with its 95 % confidence band.
 * @param {MatchGame[]} games @param {number} total */
export function rateChart(games, total) {
  let sum = 0;
  const rates = games.map((game, i) => {
    sum += points(game);
    const rate = sum / (i + 1);
    return { n: i + 1, rate, error: 1.96 * Math.sqrt(Math.max(0.02, rate * (1 - rate)) / (i + 1)) };
  });
  const x = (/** @type {number} */ n) => PAD.left + ((n - 1) / Math.max(1, total - 1)) * inner.w;
  const y = (/** @type {number} */ rate) => PAD.top + (1 - Math.max(0, Math.min(1, rate))) * inner.h;
  const line = rates.map(({ n, rate }, i) => `${i ? 'L' : 'M'}${x(n).toFixed(1)} ${y(rate).toFixed(1)}`).join('');
  const upper = rates.map(({ n, rate, error }) => `${x(n).toFixed(1)} ${y(rate + error).toFixed(1)}`);
  const lower = rates.map(({ n, rate, error }) => `${x(n).toFixed(1)} ${y(rate - error).toFixed(1)}`).reverse();
  const last = rates.at(-1);
  return html`<figure class="chart"><figcaption>${t('chart-rate')}</figcaption>
    <svg viewBox=${`0 0 ${W} ${H}`} role="img" aria-label=${last ? `${t('chart-rate')}${t('colon')}${percent(last.rate, 1)}` : t('chart-rate')}>
      ${[0, 0.25, 0.5, 0.75, 1].map((rate) => svg`<line class=${rate === 0.5 ? 'zero' : 'rule'} x1=${PAD.left} x2=${W - PAD.right} y1=${y(rate)} y2=${y(rate)} /><text class="tick-text" x=${PAD.left - 7} y=${y(rate)}>${percent(rate)}</text>`)}
      ${rates.length > 1 ? svg`<path class="band" d=${`M${[...upper, ...lower].join('L')}Z`} />` : ''}
      <path class="curve" d=${line} />
      ${[1, Math.ceil(total / 2), total].map((n) => svg`<text class="tick-text foot" x=${x(n)} y=${H - 9}>${n}</text>`)}
    </svg></figure>`;
}

/** The histogram of final disc differences. @param {MatchGame[]} games @param {number} size */
export function histogram(games, size) {
  const most = size * size;
  const bins = 16;
  const counts = Array.from({ length: bins }, () => 0);
  for (const { difference } of games) counts[Math.min(bins - 1, Math.floor(((difference + most) / (2 * most + 1)) * bins))]++;
  const tallest = Math.max(1, ...counts);
  const wide = inner.w / bins;
  return html`<figure class="chart"><figcaption>${t('chart-difference')}</figcaption>
    <svg viewBox=${`0 0 ${W} ${H}`} role="img" aria-label=${t('chart-difference')}>
      <line class="rule" x1=${PAD.left} x2=${W - PAD.right} y1=${PAD.top} y2=${PAD.top} /><text class="tick-text" x=${PAD.left - 7} y=${PAD.top}>${tallest}</text>
      ${counts.map((count, i) => svg`<rect class=${i < bins / 2 ? 'bar-loss' : 'bar-win'} x=${PAD.left + i * wide + 1} width=${wide - 2} y=${PAD.top + inner.h * (1 - count / tallest)} height=${(inner.h * count) / tallest} />`)}
      <line class="zero" x1=${PAD.left} x2=${W - PAD.right} y1=${H - PAD.bottom} y2=${H - PAD.bottom} />
      ${[-most, 0, most].map((value, i) => svg`<text class="tick-text foot" x=${PAD.left + (i * inner.w) / 2} y=${H - 9}>${value > 0 ? `+${value}` : value < 0 ? `−${-value}` : 0}</text>`)}
    </svg></figure>`;
}
