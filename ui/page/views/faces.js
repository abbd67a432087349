// The faces of the opponents: flat shapes on a disc, drawn for this page. All share the eyes, the line and the light.

import { html, svg } from '../dom.js';

/** @typedef {import('../logic/opponents.js').OpponentId} OpponentId */

const INK = '#22282b';

/** Two eyes with a light in each. @param {number} y @param {number} apart half of the distance @param {number} [r] */
const eyes = (y, apart, r = 4.6) => [-1, 1].map((side) => svg`<circle cx=${50 + side * apart} cy=${y} r=${r} fill=${INK} />
  <circle cx=${50 + side * apart + r * 0.35} cy=${y - r * 0.35} r=${r * 0.32} fill="#fff" />`);

/** A smile. @param {number} y @param {number} half @param {number} deep */
const smile = (y, half, deep) => svg`<path d=${`M${50 - half} ${y}q${half} ${deep} ${2 * half} 0`} fill="none" stroke=${INK} stroke-width="2.6" stroke-linecap="round" />`;

/** Cheeks. @param {number} y @param {number} apart @param {string} tint */
const cheeks = (y, apart, tint) => [-1, 1].map((side) => svg`<circle cx=${50 + side * apart} cy=${y} r="5.5" fill=${tint} opacity="0.55" />`);

const whiskers = svg`<path d="M22 58l13 2M21 66l14-2M78 58l-13 2M79 66l-14-2" stroke=${INK} stroke-width="1.8" stroke-linecap="round" />`;

/** @type {Record<OpponentId, {ground: string, face: unknown}>} */
const FACES = {
  pip: {
    ground: '#bfe3f2',
    face: svg`<path d="M50 20q-7-9-3-14 3 4 4 8 3-6 8-7-1 8-7 13z" fill="#e9a71c" />
      <circle cx="50" cy="57" r="37" fill="#f8cf4a" /><path d="M16 70q34 22 68 0a37 37 0 0 1-68 0z" fill="#f1bd33" />
      ${eyes(50, 14, 5)}${cheeks(62, 22, '#f08a4b')}
      <path d="M50 56l10 6-10 8-10-8z" fill="#ee7d31" /><path d="M40 62h20" stroke="#b9541a" stroke-width="1.8" />`,
  },
  gus: {
    ground: '#d9ecc9',
    face: svg`<circle cx="25" cy="27" r="12" fill="#b97742" /><circle cx="75" cy="27" r="12" fill="#b97742" />
      <circle cx="25" cy="28" r="6" fill="#f0b9a0" /><circle cx="75" cy="28" r="6" fill="#f0b9a0" />
      <ellipse cx="50" cy="56" rx="36" ry="33" fill="#d1935a" /><path d="M50 24q-9 16 0 26 9-10 0-26z" fill="#f6e3c8" />
      <ellipse cx="31" cy="68" rx="17" ry="15" fill="#f6e3c8" /><ellipse cx="69" cy="68" rx="17" ry="15" fill="#f6e3c8" />
      ${eyes(49, 16)}<ellipse cx="50" cy="58" rx="4.5" ry="3.4" fill="#b85a56" />
      <path d="M45.5 65h9v8a4.5 4.5 0 0 1-9 0z" fill="#fff" stroke=${INK} stroke-width="1.6" /><path d="M50 65v9" stroke=${INK} stroke-width="1.4" />
      <path d="M41 64q4.5 4 9 0 4.5 4 9 0" fill="none" stroke=${INK} stroke-width="2.2" stroke-linecap="round" />`,
  },
  mina: {
    ground: '#f6d9dd',
    face: svg`<path d="M18 44l2-30 22 15zM82 44l-2-30-22 15z" fill="#8b8f98" /><path d="M23 36l1-14 11 8zM77 36l-1-14-11 8z" fill="#f2b6bd" />
      <circle cx="50" cy="57" r="35" fill="#a3a7b0" /><path d="M50 22v14M40 24l3 11M60 24l-3 11" stroke="#6f737c" stroke-width="4" stroke-linecap="round" />
      <ellipse cx="50" cy="71" rx="19" ry="14" fill="#f4f2ee" />${whiskers}
      ${[-1, 1].map((side) => svg`<ellipse cx=${50 + side * 15} cy="51" rx="7" ry="7.5" fill="#cfe88a" /><ellipse cx=${50 + side * 15} cy="51" rx="2.8" ry="6" fill=${INK} /><circle cx=${51.5 + side * 15} cy="48.5" r="1.6" fill="#fff" />`)}
      <path d="M46 62h8l-4 5z" fill="#e07f8c" /><path d="M42 70q4 5 8 0 4 5 8 0" fill="none" stroke=${INK} stroke-width="2.2" stroke-linecap="round" />`,
  },
  otto: {
    ground: '#cfe3ee',
    face: svg`<circle cx="22" cy="36" r="8" fill="#5f4433" /><circle cx="78" cy="36" r="8" fill="#5f4433" />
      <path d="M15 55a35 31 0 0 1 70 0q0 34-35 34T15 55z" fill="#7a5842" /><path d="M27 66a23 19 0 0 1 46 0q-3 22-23 22T27 66z" fill="#e7cfae" />
      ${eyes(49, 15)}${whiskers}<path d="M42 58q8-5 16 0-2 8-8 8t-8-8z" fill=${INK} />
      <path d="M50 66v4" stroke=${INK} stroke-width="2.2" /><path d="M40 70q5 6 10 0 5 6 10 0" fill="none" stroke=${INK} stroke-width="2.4" stroke-linecap="round" />
      <path d="M20 84q30 15 60 0l-3 14q-27 8-54 0z" fill="#d6503f" /><path d="M62 90l9 3-3 14-10-2z" fill="#b83c2e" />`,
  },
  vera: {
    ground: '#f5e3c3',
    face: svg`<path d="M14 50l3-38 27 17zM86 50l-3-38-27 17z" fill="#d6672a" /><path d="M21 38l2-17 13 9zM79 38l-2-17-13 9z" fill="#3d2a22" />
      <path d="M12 48q38-40 76 0 0 18-18 30L50 92 30 78Q12 66 12 48z" fill="#e57b35" />
      <path d="M12 50q22 0 31 22l7 20-20-14Q12 66 12 50zM88 50q-22 0-31 22l-7 20 20-14q18-12 18-28z" fill="#fbf3e6" />
      ${eyes(53, 17, 4)}
      <g fill="none" stroke="#33415c" stroke-width="2.6"><circle cx="33" cy="53" r="10.5" /><circle cx="67" cy="53" r="10.5" /><path d="M43.5 52q6.5-4 13 0" /></g>
      <ellipse cx="50" cy="83" rx="5.5" ry="4.2" fill=${INK} />`,
  },
  bruno: {
    ground: '#dcd9ec',
    face: svg`<circle cx="22" cy="30" r="11" fill="#33383d" /><circle cx="78" cy="30" r="11" fill="#33383d" /><circle cx="22" cy="31" r="5" fill="#e9e6df" /><circle cx="78" cy="31" r="5" fill="#e9e6df" />
      <path d="M15 52a35 32 0 0 1 70 0q0 36-35 36T15 52z" fill="#f3f0e9" />
      <path d="M27 26q9-6 14-4l3 22q-2 20-13 28-16-9-16-24 2-14 12-22zM73 26q-9-6-14-4l-3 22q2 20 13 28 16-9 16-24-2-14-12-22z" fill="#33383d" />
      ${[-1, 1].map((side) => svg`<circle cx=${50 + side * 17} cy="50" r="5" fill="#fff" /><circle cx=${50 + side * 16} cy="51" r="3" fill=${INK} />`)}
      <path d="M40 67q10-7 20 0-2 9-10 9t-10-9z" fill=${INK} />${smile(80, 7, 4)}
      <path d="M50 92l-16-8v17zM50 92l16-8v17z" fill="#3c7a5c" /><circle cx="50" cy="92" r="4" fill="#2b5d45" />`,
  },
  nadia: {
    ground: '#cdd3ea',
    face: svg`<path d="M14 58Q8 22 24 10q10 12 26 12T76 10q16 12 10 48-4 32-36 32T14 58z" fill="#6d5a86" />
      <path d="M26 62q24-18 48 0-2 24-24 24T26 62z" fill="#d9cfe4" /><path d="M34 76l5 4 5-4M45 76l5 4 5-4M56 76l5 4 5-4" fill="none" stroke="#8d7aa6" stroke-width="2.2" stroke-linecap="round" />
      ${[-1, 1].map((side) => svg`<circle cx=${50 + side * 17} cy="46" r="17" fill="#f5efe2" /><circle cx=${50 + side * 17} cy="46" r="11" fill="#f0b429" /><circle cx=${50 + side * 16} cy="46" r="6.2" fill=${INK} /><circle cx=${52.5 + side * 16} cy="43" r="2.2" fill="#fff" />`)}
      <path d="M50 50l7 8-7 11-7-11z" fill="#e2862b" />`,
  },
  octavia: {
    ground: '#f3d2c6',
    face: svg`<path d="M8 88q10 8 14-8M22 96q9 2 11-14M92 88q-10 8-14-8M78 96q-9 2-11-14M40 98q4 0 4-13M60 98q-4 0-4-13" fill="none" stroke="#8f2f57" stroke-width="9" stroke-linecap="round" />
      <path d="M14 58C6 8 94 8 86 58q-2 30-36 30T14 58z" fill="#b8446f" /><path d="M24 34q10-16 24-17" fill="none" stroke="#d9799b" stroke-width="5" stroke-linecap="round" />
      <g fill="#d9799b"><circle cx="70" cy="28" r="3.5" /><circle cx="78" cy="37" r="2.5" /><circle cx="62" cy="22" r="2.2" /></g>
      ${[-1, 1].map((side) => svg`<ellipse cx=${50 + side * 16} cy="55" rx="10" ry="11" fill="#fff" /><circle cx=${50 + side * 14.5} cy="56.5" r="5" fill=${INK} /><circle cx=${51.5 + side * 14.5} cy="54.5" r="1.6" fill="#fff" />`)}
      <path d="M25 41l15 3M75 41l-15 3" stroke="#7c2749" stroke-width="3" stroke-linecap="round" />${smile(74, 8, 5)}`,
  },
};

/** @param {OpponentId} id */
export const face = (id) => html`<svg class="face-of" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
  ${svg`<rect width="100" height="100" fill=${FACES[id].ground} />${FACES[id].face}`}</svg>`;
