// The section Analyse: engine, score graph, review, moves and variations.

import { classes, html, live, nothing } from '../dom.js';
import { colorName, localized, moveName, percent, signed, t } from '../i18n.js';
import { startGame } from '../logic/game.js';
import { startMistakes } from '../logic/lessons.js';
import { studiedPosition } from '../logic/positions.js';
import { dropBranch, fromHere, go, OTHER_SIZES_PLAYER, review, startAnalysis, toggleAnalysis, tryLine } from '../logic/study.js';
import { isMain, mainLine } from '../logic/tree.js';
import { state, update } from '../store.js';
import { archiveCard } from './archive.js';
import { graph } from './graph.js';
import { coin, icon } from './icons.js';
import { moveButton, moveList } from './moves.js';
import { openSetup } from './play.js';
import { playerForm, valueOf } from './playerform.js';
import { reviewOf, toneOf, trustSign } from './scenes.js';
import { studyCard } from './study.js';

/** @typedef {import('../wire.js').Line} Line */

const MARKS = /** @type {const} */ (['best', 'good', 'inaccuracy', 'mistake', 'blunder']);

export const analysePanel = () => html`${engineCard()} ${archiveCard()} ${reviewCard()} ${movesCard()} ${studyCard()}`;

function engineCard() {
  const { analysis } = state;
  const position = studiedPosition();
  const depth = analysis.text === position.text ? analysis.depth : null;
  const lines = depth?.lines.slice(0, analysis.allLines ? 40 : 4) ?? [];
  const tick = (/** @type {'allLines' | 'losses'} */ key) => html`<label class="tick"><input type="checkbox" .checked=${live(analysis[key])} @change=${(/** @type {Event} */ event) => { analysis[key] = /** @type {HTMLInputElement} */ (event.target).checked; update(); }} />${t(`analysis-${key}`)}</label>`;
  return html`<section class="card engine-card">
    <div class="row spread"><h2>${t('engine')}</h2>
      <button type="button" class="switch" role="switch" aria-checked=${analysis.on} @click=${toggleAnalysis}><span class="knob"></span><span>${t(analysis.on ? 'on' : 'off')}</span></button></div>
    <p class="figures muted small line-1" aria-live="off">${engineWords(depth)}</p>
    ${position.status === 'over' && position.black_score !== null
      ? html`<p class="lines status">${t('game-over', { score: signed(position.black_score, true) })}</p>`
      : html`<ol class="lines">${lines.map((line) => lineRow(line, depth?.depth ?? 0))}</ol>`}
    <details><summary>${t('engine-choice')}</summary>${tick('allLines')}${tick('losses')}
      ${playerForm(t('engine'), analysis.player, { id: 'analyse-engine', size: position.size, only: ({ name }) => name !== 'random', usual: OTHER_SIZES_PLAYER, changed: startAnalysis })}</details>
  </section>`;
}

/** @param {import('../wire.js').Depth | null} depth */
function engineWords(depth) {
  const { analysis } = state;
  if (!analysis.on) return t('engine-off');
  if (analysis.ahead !== null && analysis.ahead > 0) return t('queued', { ahead: analysis.ahead });
  if (!depth) return analysis.busy ? t('thinking') : '\u00a0';
  const speed = t('engine-figures', { depth: depth.depth, nodes: short(depth.nodes), speed: short(depth.nodes_per_second) });
  const trust = depth.lines[0]?.trust;
  const words = trust === 'exact' ? t('trust-exact') : trust === 'selective' ? t('trust-selective', { percent: depth.lines[0].percent ?? '' }) : t('trust-estimate');
  return `${speed} · ${words}`;
}

/** A large number in compact notation. @param {number} value */
const short = (value) => value.toLocaleString(state.lang, { notation: 'compact', maximumSignificantDigits: 3 });

/** @param {Line} line @param {number} depth */
function lineRow(line, depth) {
  const sure = line.trust === 'exact' || line.trust === 'selective';
  const show = () => update({ preview: line.pv });
  const hide = () => update({ preview: [] });
  return html`<li><button type="button" class="line" title=${t('play-line')} @click=${() => { update({ preview: [] }); void tryLine(line.pv); }}
    @pointerenter=${show} @focus=${show} @pointerleave=${hide} @blur=${hide}>
    <span class=${`pill ${toneOf(line.loss)}`}>${signed(line.score, sure)}</span>
    <span class="trust">${trustSign(line, depth)}</span>
    <span class="mono pv">${line.pv.map(moveName).join(' ')}</span></button></li>`;
}

function reviewCard() {
  const { review: current, tree, node } = state;
  const line = mainLine(tree);
  const count = line.length - 1;
  const here = tree.nodes[node]?.ply ?? 0;
  const begun = current.busy || current.moves.size > 0;
  return html`<section class="card review-card">
    <div class="row"><h2 class="grow">${t('review')}</h2>
      ${current.busy
        ? html`<label class="small muted row">${t(current.summary ? 'deepening' : 'reviewing')} <progress max=${Math.max(1, current.total)} value=${current.done}></progress></label>`
        : html`<label class="level"><span class="unseen">${t('review-depth')}</span><select title=${t('review-depth')} @change=${(/** @type {Event} */ event) => { state.analysis.reviewLevel = Number(valueOf(event)); update(); }}>
            ${[6, 10, 14, 18, 20].filter((level) => level <= (state.catalogue?.limits.review_level ?? 14)).map((level) => html`<option value=${level} ?selected=${level === state.analysis.reviewLevel}>${t('level-n', { level })}</option>`)}</select></label>
          <button type="button" class=${begun ? '' : 'primary'} ?disabled=${count === 0} @click=${() => review()}>${icon('chart')}${t(begun ? 'review-again' : 'review-game')}</button>`}
    </div>
    ${graph({ count, here: isMain(tree, node) ? here : null, go: (ply) => go(line[Math.min(ply, count)]) })}
    ${current.method === 'textbook' ? html`<p class="muted small">${t('method-textbook')}</p>` : nothing}
    ${current.summary ? summary() : nothing} ${begun ? verdict(node) : html`<p class="muted small">${t('review-intro')}</p>`}
  </section>`;
}

function summary() {
  const totals = /** @type {import('../wire.js').ReviewSummary} */ (state.review.summary);
  const mistakes = [...state.review.moves.values()].filter(({ mark }) => mark === 'mistake' || mark === 'blunder').length;
  const line = mainLine(state.tree);
  const turning = totals.turning_point;
  const side = (/** @type {'black' | 'white'} */ color) => html`<tr><th scope="row">${coin(color)} ${colorName(color)}</th>
    <td class="accuracy">${totals[color].accuracy === null ? '–' : percent(totals[color].accuracy / 100)}</td>
    ${MARKS.map((mark) => html`<td>${totals[color].marks[mark] ?? 0}</td>`)}</tr>`;
  return html`<div class="table-wrap"><table class="summary"><thead><tr><td></td><th scope="col">${t('accuracy')}</th>
      ${MARKS.map((mark) => html`<th scope="col"><abbr class=${`sign ${mark}`} title=${t(`mark-${mark}`)}>${{ best: '★', good: '✓', inaccuracy: '?!', mistake: '?', blunder: '??' }[mark]}</abbr></th>`)}</tr></thead>
    <tbody>${side('black')}${side('white')}</tbody></table></div>
    <div class="row tight">
      ${turning === null || turning === undefined ? nothing : html`<button type="button" @click=${() => go(line[Math.min(turning + 1, line.length - 1)])}>${t('turning-point', { ply: turning + 1 })}</button>`}
      ${mistakes > 0 ? html`<button type="button" class="primary" @click=${() => { location.hash = '#/learn'; void startMistakes('both'); }}>${icon('cap')}${t('learn-mistakes', { n: mistakes })}</button>` : nothing}
    </div>`;
}

/** The review of the move that led to a node. @param {number} node */
function verdict(node) {
  const reviewed = reviewOf(node);
  if (!reviewed) return html`<div class="verdict"><p class="muted small">${t('verdict-none')}</p></div>`;
  const worse = reviewed.best.move !== reviewed.move && reviewed.mark !== 'forced' && reviewed.mark !== 'best';
  return html`<div class="verdict">
    <p><strong>${reviewed.ply + 1}. ${reviewed.move === 'pass' ? t('pass') : reviewed.move}</strong> <span class=${classes('tag', reviewed.mark)}>${t(`mark-${reviewed.mark}`)}</span>
      <span class="muted figures">${signed(reviewed.before.score, reviewed.before.trust === 'exact')} → ${signed(reviewed.after.score, reviewed.after.trust === 'exact')}</span></p>
    ${worse ? html`<p>${t('better-was', { move: reviewed.best.move, score: signed(reviewed.best.score) })} <span class="mono muted">${reviewed.best.pv.slice(0, 8).map(moveName).join(' ')}</span></p>` : nothing}
    ${reviewed.reasons.map(({ text }) => html`<p class="why">${localized(text)}</p>`)}
  </div>`;
}

function movesCard() {
  const { tree, node, review: current } = state;
  const opening = studiedPosition().opening ?? (isMain(tree, node) ? openingOfGame() : null);
  const items = mainLine(tree).slice(1).map((at) => {
    const it = tree.nodes[at];
    const siblings = tree.nodes[it.parent].children.slice(1);
    return {
      move: it.move, color: it.color, ply: it.ply, node: at, mark: current.moves.get(it.ply - 1)?.mark, glyph: it.glyph, noted: Boolean(it.note),
      branches: siblings.length > 0 ? html`<div class="branches">${siblings.map((sibling) => branch(sibling))}</div>` : undefined,
    };
  });
  return html`<section class="card moves-card">
    <h2>${t('moves')}</h2>
    <p class="muted small line-1">${opening ? t('opening', { name: localized(opening.name) }) : '\u00a0'}</p>
    ${items.length > 0 ? moveList(items, node, go) : html`<p class="muted">${t('touch-to-try')}</p>`}
    <div class="row tight even tools-row">
      <button type="button" @click=${() => update({ dialog: 'paste' })}>${icon('paste')}<span>${t('load')}</span></button>
      <button type="button" @click=${openSetup}>${icon('setup')}<span>${t('setup')}</span></button>
      <button type="button" @click=${() => update({ dialog: 'share' })}>${icon('share')}<span>${t('share')}</span></button>
      <button type="button" @click=${async () => { await startGame(fromHere()); location.hash = '#/play'; }}>${icon('play')}<span>${t('play-here')}</span></button>
      ${isMain(tree, node) ? nothing : html`<button type="button" @click=${() => { dropBranch(); startAnalysis(); }}>${icon('trash')}<span>${t('drop-branch')}</span></button>`}
    </div>
  </section>`;
}

const openingOfGame = () => (state.game && state.tree.game === (state.game.id ?? state.game.view) ? state.game.opening : null);

/** A variation with its nested variations. @param {number} from @returns {unknown} */
function branch(from) {
  const { tree, node } = state;
  const parts = [];
  for (let at = from; ; at = tree.nodes[at].children[0]) {
    const it = tree.nodes[at];
    parts.push(moveButton({ move: it.move, color: it.color, ply: it.ply, node: at, glyph: it.glyph, noted: Boolean(it.note) }, node, go));
    if (it.children.length === 0) break;
    parts.push(...it.children.slice(1).map((child) => html`<span class="nested">${branch(child)}</span>`));
  }
  return html`<div class="branch">${parts}</div>`;
}
