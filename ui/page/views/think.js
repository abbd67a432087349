// The section Think: trees of one or two textbook searches, and the heat map of an evaluator.

import { html, live, nothing } from '../dom.js';
import { localized, number, signed, t } from '../i18n.js';
import { studiedPosition } from '../logic/positions.js';
import { currentHeatmap, lastStep, loadHeatmap, loadTrees, run, stepTo } from '../logic/thinking.js';
import { state, update } from '../store.js';
import { icon, iconButton } from './icons.js';
import { playerForm, valueOf } from './playerform.js';
import { treePicture } from './treepicture.js';

const SKIP = ['time', 'nodes', 'hash', 'threads', 'memory', 'deepening', 'endgame', 'table'];

export function thinkPanel() {
  const { thinking } = state;
  const { size } = studiedPosition();
  const shown = thinking.leftTree;
  return html`<section class="card">
      <h2>${t('search-tree')}</h2><p class="muted small">${t('tree-intro')}</p>
      <div class=${thinking.both ? 'two' : 'one'}>
        ${form('left', size)} ${thinking.both ? form('right', size) : nothing}
      </div>
      <div class="row"><label class="tick"><input type="checkbox" .checked=${live(thinking.both)} @change=${(/** @type {Event} */ event) => { thinking.both = /** @type {HTMLInputElement} */ (event.target).checked; thinking.rightTree = null; update(); }} />${t('side-by-side')}</label>
        <button type="button" class="primary" ?disabled=${thinking.busy} @click=${loadTrees}>${icon('tree')}${t('draw-tree')}</button></div>
      ${shown ? stepper() : nothing}
    </section>
    ${shown ? html`<div class=${thinking.rightTree ? 'two trees' : 'trees'}>${treeCard(shown, 'left')}${thinking.rightTree ? treeCard(thinking.rightTree, 'right') : nothing}</div>` : nothing}
    ${heatCard(size)}`;
}

/** @param {'left' | 'right'} which @param {number} size */
const form = (which, size) => playerForm(t('algorithm'), state.thinking[which], {
  id: `think-${which}`, size, only: (entry) => entry.has_tree, skip: SKIP,
});

function stepper() {
  const { thinking } = state;
  const last = lastStep();
  return html`<div class="stack tight">
    <label class="field"><span>${t('step-n', { step: thinking.step, last })}</span>
      <input type="range" id="tree-step" min="0" max=${last} .value=${live(String(thinking.step))} @input=${(/** @type {Event} */ event) => stepTo(Number(valueOf(event)))} /></label>
    <div class="row tight" role="toolbar" aria-label=${t('steps')}>
      ${iconButton('first', t('to-start'), () => stepTo(0))} ${iconButton('back', t('back'), () => stepTo(thinking.step - 1))}
      ${iconButton(thinking.running ? 'pause' : 'play', t(thinking.running ? 'pause' : 'run'), run)}
      ${iconButton('forward', t('forward'), () => stepTo(thinking.step + 1))} ${iconButton('last', t('to-end'), () => stepTo(last))}
    </div></div>`;
}

/** @param {import('../wire.js').SearchTree} tree @param {string} id */
const treeCard = (tree, id) => html`<section class="card tree-card">
  <h2 class="mono">${tree.player}</h2>
  <p class="muted small figures">${t('tree-figures', { entered: number(tree.entered), cut: number(tree.cut), value: signed(tree.value) })}${tree.truncated ? ` · ${t('truncated')}` : ''}</p>
  ${treePicture(tree, state.thinking.step, id)}
</section>`;

/** @param {number} size */
function heatCard(size) {
  const { thinking, catalogue } = state;
  const map = currentHeatmap();
  const evaluators = (catalogue?.evaluators ?? []).filter(({ sizes }) => sizes.includes(size));
  const entry = evaluators.find(({ name }) => name === thinking.evaluator);
  return html`<section class="card">
    <h2>${t('heat')}</h2><p class="muted small">${t('heat-intro')}</p>
    <div class="row"><label class="tick"><input type="checkbox" .checked=${live(thinking.heat)} @change=${(/** @type {Event} */ event) => { thinking.heat = /** @type {HTMLInputElement} */ (event.target).checked; void loadHeatmap(); }} />${t('heat-show')}</label>
      <label class="grow"><span class="unseen">${t('evaluator')}</span><select @change=${(/** @type {Event} */ event) => { Object.assign(thinking, { evaluator: valueOf(event), heat: true }); void loadHeatmap(); }}>
        ${evaluators.map(({ name }) => html`<option value=${name} ?selected=${name === thinking.evaluator}>${name}</option>`)}</select></label></div>
    <p class="small muted">${entry ? localized(entry.about) : ''}${map ? html` · <span class="figures">${t('heat-score', { score: signed(map.score) })}</span>` : nothing}</p>
    <p class="heat-key small"><span class="swatch against"></span>${t('heat-against')}<span class="swatch for"></span>${t('heat-for')}</p>
  </section>`;
}
