// The room of a class or a club: the teacher's board, questions, exercises, tournaments, games, members. The owner has
// the forms, the members answer.

import { html, nothing } from '../dom.js';
import { colorName, number, signed, t } from '../i18n.js';
import { copy } from '../logic/clipboard.js';
import { actInRoom, answerOnBoard, createRoom, currentTask, goOnBoard, joinRoom, leaveTask, moveQuestion, openRoom, ownAnswer, play, showAnalysis, solve } from '../logic/room.js';
import { positionOf } from '../logic/positions.js';
import { squareOf } from '../squares.js';
import { state } from '../store.js';
import { icon, iconButton } from './icons.js';

/** @typedef {import('../wire.js').Room} Room */
/** @typedef {import('../wire.js').Room['questions'][number]} Question */
/** @typedef {import('../wire.js').Room['sets'][number]} ExerciseSet */
/** @typedef {import('../wire.js').Room['tournaments'][number]} Tournament */

/** The frame's parts of a room. */
export const roomView = { panel, scene, controls, step, form: newRoomForm };

/** Opens the room with this code. @param {string} code */
export function enterRoom(code) {
  state.roomView = roomView;
  return openRoom(code);
}

/** The values of a form, which is empty afterwards if they were accepted.
 * @param {(text: (name: string) => string) => Promise<unknown>} send */
const submit = (send) => async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const values = new FormData(form);
  if (await send((name) => String(values.get(name) ?? '').trim())) form.reset();
};

/** @param {number} of */
const nameOf = (of) => state.room?.members.find((member) => member.number === of)?.name ?? '';

/** @param {string} name @param {string} label @param {[string, string][]} values */
const choice = (name, label, values) =>
  html`<label class="field"><span>${label}</span><select name=${name}>${values.map(([value, words]) => html`<option value=${value}>${words}</option>`)}</select></label>`;

/** The form of a new room. */
export function newRoomForm() {
  const send = submit((text) => createRoom(text('name'), text('owner')));
  return html`<form class="stack" @submit=${send}>
    <p class="muted">${t('room-about')}</p>
    <label class="field"><span>${t('room-name')}</span><input name="name" maxlength="40" required autocomplete="off" /></label>
    <label class="field"><span>${t('your-name')}</span><input name="owner" maxlength="40" required autocomplete="nickname" /></label>
    <div class="actions"><button type="submit" class="primary">${t('room-open')}</button></div></form>`;
}

/** The board of the room. @returns {import('./stage.js').Scene} */
function scene() {
  const { room } = state;
  const solving = currentTask();
  if (solving) {
    const { position, grade } = solving;
    const chips = new Map();
    const most = grade ? Math.max(...grade.moves.map(({ score }) => score)) : 0;
    for (const { move, score } of grade?.moves ?? []) {
      chips.set(squareOf(move, position.size), { text: signed(score, Number.isInteger(score)), tone: score === most ? 'best' : 'plain' });
    }
    return { position, open: !grade && !solving.busy, touch: answerOnBoard, last: null, chips };
  }
  const question = moveQuestion();
  const board = room?.board;
  // The owner may continue while others still answer.
  const elsewhere = room?.owner && board && board.position.text !== question?.position;
  if (question?.position && !elsewhere) {
    const position = positionOf(question.position);
    const chips = tally(question, position.size);
    const own = ownAnswer(question);
    const badges = new Map(own ? [[squareOf(own, position.size), 'good']] : []);
    return { position, open: Boolean(room?.you) && !room?.owner, touch: answerOnBoard, last: null, chips, badges };
  }
  const last = room?.questions.at(-1);
  const chips = last?.kind === 'move' && last.position === board?.position.text ? tally(last, board?.position.size ?? 8) : new Map();
  return { position: board?.position ?? null, open: false, touch: () => {}, last: board?.moves[board.ply - 1] ?? null, chips };
}

/** How many chose each square, for those who see the answers. @param {Question} question @param {number} size */
function tally({ answers, shown }, size) {
  /** @type {Map<number, import('../board.js').Chip>} */
  const chips = new Map();
  if (!shown && !state.room?.owner) return chips;
  for (const [answer, count] of counted(answers)) chips.set(squareOf(answer, size), { text: number(count), tone: 'plain' });
  return chips;
}

/** The answers and how often each was given, the most frequent first. @param {{answer: string}[]} answers */
function counted(answers) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { answer } of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1]);
}

/** The owner goes to another move by key. @param {number} by */
function step(by) {
  const board = state.room?.board;
  if (state.room?.owner && board) goOnBoard(Math.max(0, Math.min(board.moves.length, board.ply + by)));
}

/** The owner goes through the game on the board. */
function controls() {
  const board = state.room?.board;
  if (!state.room?.owner || !board || board.moves.length === 0) return nothing;
  const { ply, moves } = board;
  const end = moves.length;
  return html`<div class="controls" role="toolbar" aria-label=${t('go-through')}>
    ${iconButton('first', t('to-start'), () => goOnBoard(0), { disabled: ply === 0 })}
    ${iconButton('back', t('back'), () => goOnBoard(ply - 1), { disabled: ply === 0 })}
    ${iconButton('forward', t('forward'), () => goOnBoard(ply + 1), { disabled: ply >= end })}
    ${iconButton('last', t('to-end'), () => goOnBoard(end), { disabled: ply >= end })}
  </div>`;
}

function panel() {
  const { room } = state;
  if (!room) return nothing;
  return html`${exerciseCard()} ${head(room)} ${boardCard(room)} ${questionsCard(room)} ${setsCard(room)} ${playCard(room)} ${tournamentsCard(room)} ${membersCard(room)}`;
}

/** @param {Room} room */
function head(room) {
  const link = `${location.origin}/r/${room.code}`;
  return html`<section class="card room-head">
    <h2>${room.name}</h2>
    ${room.you ? nothing : joinForm(room)}
    <p class="row spread"><span>${t('code')}${t('colon')}<b class="room-code">${room.code}</b></span>
      <button type="button" class="quiet" @click=${() => copy(link)}>${icon('copy')}${t('room-copy-link')}</button></p>
    ${room.owner ? html`<details><summary>${t('qr')}</summary><img class="qr" alt=${t('qr')} width="240" height="240" loading="lazy" src=${`/api/rooms/${room.code}/qr`} /></details>` : nothing}
  </section>`;
}

/** @param {Room} room */
function joinForm(room) {
  if (!room.open) return html`<p>${t('room-closed')}</p>`;
  return html`<form class="row" @submit=${submit((text) => joinRoom(text('name')))}>
    <label class="field grow"><span>${t('your-name')}</span><input name="name" maxlength="40" required autocomplete="nickname" /></label>
    <button type="submit" class="primary">${t('room-join')}</button></form>`;
}

/** The exercise that is solved now. */
function exerciseCard() {
  const solving = currentTask();
  const set = solving && state.room?.sets[solving.set - 1];
  if (!solving || !set) return nothing;
  const { grade, position } = solving;
  const verdict = grade?.right ? `✓ ${t('right')}` : grade ? `✗ ${t('solution', { moves: grade.best.join(', ') })}` : '';
  const more = solving.exercise < set.positions.length;
  return html`<section class="card task">
    <div class="row spread"><h2>${set.title || t('exercises')}</h2><span class="muted figures">${solving.exercise} / ${set.positions.length}</span></div>
    <p class="status">${t('ask-best', { color: colorName(position.turn) })}</p>
    <div role="status"><p class=${grade?.right ? 'good' : ''}>${solving.busy ? t('thinking') : verdict || t('touch-answer')}</p></div>
    <div class="row">${grade && more ? html`<button type="button" class="primary" @click=${() => solve(set)}>${t('next')}${icon('forward')}</button>` : nothing}
      <button type="button" class="quiet" @click=${leaveTask}>${t(grade && !more ? 'finish' : 'leave')}</button></div>
  </section>`;
}

/** @param {Room} room */
function boardCard({ board, owner }) {
  if (!board && !owner) return nothing;
  const send = submit((text) => actInRoom('board', { text: text('text'), note: text('note') }));
  return html`<section class="card">
    <h2>${t('room-board')}</h2>
    ${board ? html`<p class="room-note">${board.note || t(board.moves.length ? 'room-game' : 'room-position', { ply: board.ply, of: board.moves.length })}</p>` : html`<p class="muted">${t('room-no-board')}</p>`}
    ${owner ? html`<form class="stack tight" @submit=${send}>
      <label class="field"><span>${t('room-show-what')}</span><textarea name="text" rows="2" required spellcheck="false" placeholder="f5d6c3d3c4"></textarea></label>
      <label class="field"><span>${t('room-remark')}</span><input name="note" maxlength="500" autocomplete="off" /></label>
      <div class="row"><button type="submit" class="primary">${t('room-show')}</button>
        ${state.tree.nodes.length ? html`<button type="button" @click=${showAnalysis}>${t('room-show-analysis')}</button>` : nothing}
        ${board ? html`<button type="button" class="quiet" @click=${() => actInRoom('board', {}, 'DELETE')}>${t('room-clear')}</button>` : nothing}</div>
    </form>` : nothing}
  </section>`;
}

/** @param {Room} room */
function questionsCard(room) {
  const { questions, owner } = room;
  if (questions.length === 0 && !owner) return nothing;
  const send = submit((text) => {
    const choices = text('choices').split('\n').map((line) => line.trim()).filter(Boolean);
    const kind = text('kind');
    return actInRoom('questions', { text: text('text'), kind, ...(kind === 'choice' ? { choices } : {}) });
  });
  const kinds = (/** @type {const} */ (['move', 'choice', 'text'])).map((kind) => /** @type {[string, string]} */ ([kind, t(`kind-${kind}`)]));
  return html`<section class="card room-questions">
    <h2>${t('room-questions')}</h2>
    ${owner ? html`<form class="stack tight" @submit=${send}>
      <label class="field"><span>${t('room-question')}</span><input name="text" maxlength="500" required autocomplete="off" /></label>
      ${choice('kind', t('room-answer-by'), kinds)}
      <label class="field choices"><span>${t('room-choices')}</span><textarea name="choices" rows="2"></textarea></label>
      <div class="row"><button type="submit" class="primary">${t('room-ask')}</button></div>
    </form>` : nothing}
    ${questions.length ? html`<ol class="plain stack" reversed>${questions.toReversed().map((question) => html`<li>${questionItem(room, question)}</li>`)}</ol>` : nothing}
  </section>`;
}

/** @param {Room} room @param {Question} question */
function questionItem({ owner, you, members }, question) {
  const { number: which, text, answers, answered, open, shown } = question;
  const own = ownAnswer(question);
  const set = (/** @type {object} */ change) => actInRoom(`questions/${which}`, change, 'PATCH');
  const sees = owner || shown;
  return html`<article class="room-question stack tight">
    <p><b>${text}</b></p>
    ${you && open && !owner ? answerForm(question, own) : nothing}
    ${own ? html`<p class="muted">${t('room-your-answer', { answer: own })}</p>` : nothing}
    <p class="muted small">${t('room-answered', { n: answered, of: members.filter(({ left, kind }) => !left && kind === 'person').length - 1 })}${open ? '' : ` · ${t('room-question-closed')}`}</p>
    ${sees && answers.length ? html`<ul class="answers plain">${counted(answers).map(([answer, count]) => html`<li>
      <b>${answer}</b> <span class="muted">${count > 1 ? `×${number(count)} ` : ''}${answers.filter((one) => one.answer === answer).map(({ member }) => nameOf(member)).join(', ')}</span></li>`)}</ul>` : nothing}
    ${owner ? html`<div class="row tight">
      <button type="button" aria-pressed=${shown} @click=${() => set({ shown: !shown })}>${t(shown ? 'room-hide-answers' : 'room-show-answers')}</button>
      <button type="button" class="quiet" @click=${() => set({ open: !open })}>${t(open ? 'room-close-question' : 'room-open-question')}</button></div>` : nothing}
  </article>`;
}

/** @param {Question} question @param {string | null} own */
function answerForm({ number: which, kind, choices }, own) {
  const answer = (/** @type {string} */ given) => actInRoom(`questions/${which}/answers`, { answer: given });
  if (kind === 'move') return html`<p class="muted">${t('touch-answer')}</p>`;
  if (kind === 'choice') {
    return html`<div class="row tight">${choices.map((text) => html`<button type="button" aria-pressed=${own === text} @click=${() => answer(text)}>${text}</button>`)}</div>`;
  }
  return html`<form class="row tight" @submit=${submit((text) => answer(text('answer')))}>
    <label class="field grow"><span class="unseen">${t('room-answer')}</span><input name="answer" maxlength="500" required autocomplete="off" /></label>
    <button type="submit" class="primary">${t('room-answer')}</button></form>`;
}

/** @param {Room} room */
function setsCard(room) {
  const { sets, owner } = room;
  if (sets.length === 0 && !owner) return nothing;
  const send = submit((text) => actInRoom('sets', { title: text('title'), count: Number(text('count')), empties: Number(text('empties')) }));
  const [least, most] = state.catalogue?.limits.exercise_empties ?? [4, 14];
  return html`<section class="card">
    <h2>${t('exercises')}</h2>
    ${owner ? html`<form class="stack tight" @submit=${send}>
      <label class="field"><span>${t('room-title')}</span><input name="title" maxlength="80" required autocomplete="off" /></label>
      <div class="row even"><label class="field"><span>${t('room-count')}</span><input name="count" type="number" min="1" max="30" value="5" required /></label>
        <label class="field"><span>${t('room-empties')}</span><input name="empties" type="number" min=${least} max=${most} value="8" required /></label></div>
      <div class="row"><button type="submit" class="primary">${t('room-hand-out')}</button></div>
    </form>` : nothing}
    ${sets.toReversed().map((set) => (owner ? setResults(set) : ownSet(set)))}
  </section>`;
}

/** The results of each member. @param {ExerciseSet} set */
const setResults = ({ title, positions, results }) => html`<h3>${title}</h3>
  ${results.length === 0 ? html`<p class="muted">${t('room-nobody')}</p>` : html`<div class="table-wrap" tabindex="0" role="region" aria-label=${title}><table>
    <thead><tr><th scope="col">${t('room-member')}</th>${positions.map((_, i) => html`<th scope="col">${i + 1}</th>`)}<th scope="col">${t('room-right')}</th></tr></thead>
    <tbody>${results.map(({ member, right, answers }) => html`<tr><th scope="row">${nameOf(member)}</th>
      ${answers.map((answer) => html`<td>${answer ? html`<span class=${answer.right ? 'good' : 'bad'} title=${answer.move}>${answer.right ? '✓' : `✗ ${number(answer.loss)}`}</span>` : '–'}</td>`)}
      <td>${right} / ${positions.length}</td></tr>`)}</tbody></table></div>`}`;

/** @param {ExerciseSet} set */
function ownSet(set) {
  const { title, positions, results } = set;
  const own = results.find(({ member }) => member === state.room?.you);
  const done = own?.answers.filter(Boolean).length ?? 0;
  return html`<div class="row spread"><span><b>${title}</b> <span class="muted figures">${done ? `${t('tally', { right: own?.right ?? 0, asked: done })} · ` : ''}${done} / ${positions.length}</span></span>
    ${state.room?.you && done < positions.length ? html`<button type="button" class="primary" @click=${() => solve(set)}>${icon('play')}${t('room-solve')}</button>` : nothing}</div>`;
}

/** Challenges and games. @param {Room} room */
function playCard(room) {
  const running = room.games.filter(({ outcome, seats }) => !outcome && seats);
  const over = room.games.some(({ outcome, seats }) => outcome && seats);
  const formats = state.catalogue?.formats ?? [];
  return html`<section class="card">
    <h2>${t('room-games')}</h2>
    ${room.you ? html`${room.challenges.length ? html`<ul class="plain">${room.challenges.map(({ number: which, from, to, terms }) => html`<li class="row spread"><span>${nameOf(from)} · ${terms.size}×${terms.size} · ${terms.clock}</span>
      ${from !== room.you && (to === null || to === room.you)
        ? html`<button type="button" class="primary" @click=${() => actInRoom(`challenges/${which}/accept`)}>${t('accept')}</button>` : nothing}</li>`)}</ul>` : nothing}
      <div class="row"><button type="button" @click=${() => actInRoom('challenges', { clock: '10m' })}>${t('room-challenge')}</button></div>` : nothing}
    ${running.length ? html`<ul class="plain">${running.map(({ seats, black, white }) => html`<li><button type="button" class="quiet" @click=${() => play(/** @type {string} */ (seats))}>${icon('play')}${nameOf(black)} – ${nameOf(white)}</button></li>`)}</ul>` : nothing}
    ${over ? html`<p class="row tight">${t('room-download')} ${['ggf', 'pgn', 'sgf'].filter((name) => formats.some((format) => format.name === name)).map((format) => html`<a class="button" download href=${`/api/rooms/${room.code}/games?format=${format}`}>${format.toUpperCase()}</a>`)}</p>` : nothing}
  </section>`;
}

/** @param {Room} room */
function tournamentsCard(room) {
  const { tournaments, owner } = room;
  if (tournaments.length === 0 && !owner) return nothing;
  const send = submit((text) => {
    const [rounds, only] = [Number(text('rounds')), text('only')];
    const swiss = text('format') === 'swiss';
    return actInRoom('tournaments', {
      format: text('format'), clock: text('clock'), games: Number(text('games')), ...(swiss && rounds ? { rounds } : {}), ...(only ? { only } : {}),
    });
  });
  return html`<section class="card">
    <h2>${t('room-tournaments')}</h2>
    ${owner ? html`<form class="stack tight" @submit=${send}>
      <div class="row even">${choice('format', t('room-format'), [['swiss', t('room-swiss')], ['round-robin', t('room-round-robin')]])}
        <label class="field"><span>${t('room-rounds')}</span><input name="rounds" type="number" min="1" max="50" placeholder=${t('room-as-needed')} /></label></div>
      <div class="row even">${choice('clock', t('clock'), ['10m', '3m', '5m', '5m+2s', '15m+5s', '30m'].map((clock) => [clock, clock]))}
        ${choice('games', t('room-games-each'), ['1', '2'].map((games) => [games, games]))}</div>
      ${choice('only', t('room-who'), [['', t('room-all')], ['person', t('room-persons')], ['bot', t('room-programs')]])}
      <div class="row"><button type="submit" class="primary">${t('room-draw')}</button></div>
    </form>` : nothing}
    ${tournaments.toReversed().map((tournament) => standings(room, tournament))}
  </section>`;
}

/** @param {Room} room @param {Tournament} tournament */
const standings = (room, { number: which, round, rounds, state: stands, standings: rows }) => html`
  <div class="row spread"><h3>${t('room-tournament', { number: which, round, rounds })}</h3>
    ${room.owner && stands === 'running' ? html`<button type="button" class="quiet" @click=${() => actInRoom(`tournaments/${which}/stop`)}>${t('room-stop')}</button>` : nothing}</div>
  <div class="table-wrap" tabindex="0" role="region" aria-label=${t('room-tournament', { number: which, round, rounds })}><table>
    <thead><tr><th scope="col">#</th><th scope="col">${t('room-member')}</th><th scope="col">${t('room-points')}</th><th scope="col">Elo</th></tr></thead>
    <tbody>${rows.map((row) => html`<tr><td>${row.rank}</td><th scope="row">${row.name}</th><td>${number(row.points, 1)}</td>
      <td>${row.elo === null ? '–' : `${number(row.elo)} ± ${number(row.elo_error ?? 0)}`}</td></tr>`)}</tbody></table></div>`;

/** @param {Room} room */
const membersCard = (room) => html`<section class="card">
  <div class="row spread"><h2>${t('room-members')}</h2>
    ${room.owner ? html`<button type="button" class="quiet" @click=${() => actInRoom('', { open: !room.open }, 'PATCH')}>${t(room.open ? 'room-close' : 'room-reopen')}</button>` : nothing}</div>
  <ul class="plain">${room.members.filter(({ left }) => !left).map((member) => html`<li class="row spread"><span>${member.name}${member.kind === 'bot' ? ` (${t('room-program')})` : ''}${t('colon')}${t(member.present ? 'is-here' : 'is-away')}</span>
    ${room.owner && member.number !== room.you ? html`<button type="button" class="quiet" aria-label=${t('room-remove', { name: member.name })} @click=${() => actInRoom(`members/${member.number}`, {}, 'DELETE')}>${icon('trash')}</button>` : nothing}</li>`)}</ul>
</section>`;
