// The score graph of a game: Black's lead after each move, with the mistakes marked.

import { html, nothing, svg } from '../dom.js';
import { colorName, signed, t } from '../i18n.js';
import { state } from '../store.js';

const WIDTH = 600;
const HEIGHT = 220;
const LEFT = 34;
const TOP = 12;
const BOTTOM = 20;

/** @param {{count: number, here: number | null, go: (ply: number) => void}} about */
export function graph({ count, here, go }) {
  const points = pointsOf();
  const most = Math.max(10, ...points.map(({ score }) => Math.abs(score)));
  const top = most > 60 ? 64 : Math.ceil(most / 10) * 10;
  const x = (/** @type {number} */ ply) => LEFT + (ply / Math.max(1, count)) * (WIDTH - LEFT - 10);
  const y = (/** @type {number} */ score) => TOP + ((top - score) / (2 * top)) * (HEIGHT - TOP - BOTTOM);
  const line = points.map(({ ply, score }, i) => `${i ? 'L' : 'M'}${x(ply).toFixed(1)} ${y(score).toFixed(1)}`).join('');
  const area = points.length > 1 ? `${line}L${x(points[points.length - 1].ply).toFixed(1)} ${y(0)}L${x(points[0].ply).toFixed(1)} ${y(0)}Z` : '';
  const at = points.find(({ ply }) => ply === here);
  const label = at ? t('graph-at', { ply: at.ply, score: signed(at.score) }) : t('graph');
  const jump = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const along = ((event.clientX - box.left) / box.width) * WIDTH;
    go(Math.round(Math.max(0, Math.min(1, (along - LEFT) / (WIDTH - LEFT - 10))) * count));
  };
  const steer = (/** @type {KeyboardEvent} */ event) => {
    const to = { ArrowLeft: (here ?? 0) - 1, ArrowRight: (here ?? 0) + 1, Home: 0, End: count }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    go(Math.max(0, Math.min(count, to)));
  };
  return html`<div class="graph" role="slider" tabindex="0" aria-label=${t('graph')} aria-valuemin="0" aria-valuemax=${count}
    aria-valuenow=${here ?? 0} aria-valuetext=${label} @keydown=${steer}>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" @click=${jump}>
      <clipPath id="above"><rect x="0" y="0" width=${WIDTH} height=${y(0)} /></clipPath>
      <clipPath id="below"><rect x="0" y=${y(0)} width=${WIDTH} height=${HEIGHT} /></clipPath>
      ${[top, top / 2, 0, -top / 2, -top].map((value) => svg`<line class=${value === 0 ? 'zero' : 'rule'} x1=${LEFT} x2=${WIDTH - 10} y1=${y(value)} y2=${y(value)} />
        <text class="tick-text" x=${LEFT - 6} y=${y(value)}>${signed(value, true)}</text>`)}
      ${[0, 10, 20, 30, 40, 50, 60].filter((ply) => ply <= count).map((ply) => svg`<text class="tick-text foot" x=${x(ply)} y=${HEIGHT - 6}>${ply}</text>`)}
      ${area ? svg`<path class="area black" clip-path="url(#above)" d=${area} /><path class="area white" clip-path="url(#below)" d=${area} />` : nothing}
      <path class="curve" d=${line} />
      ${here === null ? nothing : svg`<line class="here" x1=${x(here)} x2=${x(here)} y1=${TOP} y2=${HEIGHT - BOTTOM} />`}
      ${points.map((point) => markOf(point, x(point.ply), y(point.score)))}
      ${at ? svg`<circle class="here-dot" cx=${x(at.ply)} cy=${y(at.score)} r="5" />` : nothing}
    </svg>
    <p class="graph-legend small muted" aria-hidden="true"><span>▲ ${colorName('black')}</span><span>▼ ${colorName('white')}</span></p>
  </div>`;
}

/** Scores for Black by ply, from the review so far. */
function pointsOf() {
  const { review } = state;
  /** @type {Map<number, {ply: number, score: number, mark?: string}>} */
  const points = new Map();
  for (const move of review.moves.values()) {
    const side = move.color === 'black' ? 1 : -1;
    if (!points.has(move.ply)) points.set(move.ply, { ply: move.ply, score: move.before.score * side });
    points.set(move.ply + 1, { ply: move.ply + 1, score: move.after.score * side, mark: move.mark });
  }
  for (const { ply, black_score } of review.summary?.graph ?? []) {
    points.set(ply, { ...points.get(ply), ply, score: black_score });
  }
  return [...points.values()].sort((a, b) => a.ply - b.ply);
}

/** Marks differ in shape as well as in colour. @param {{mark?: string}} point @param {number} x @param {number} y */
function markOf({ mark }, x, y) {
  if (mark === 'inaccuracy') return svg`<circle class="mark inaccuracy" cx=${x} cy=${y} r="4" />`;
  if (mark === 'mistake') return svg`<path class="mark mistake" d=${`M${x} ${y - 6}l6 10h-12z`} />`;
  if (mark === 'blunder') return svg`<path class="mark blunder" d=${`M${x} ${y - 7}l7 7-7 7-7-7z`} />`;
  return nothing;
}
