// What the views draw with: one door to the template library, so that it stands in one place.

export { html, svg, render, nothing } from './vendor/lit-html/lit-html.js';
export { live } from './vendor/lit-html/directives/live.js';

/** @typedef {import('lit-html').TemplateResult | import('lit-html').SVGTemplateResult | typeof import('lit-html').nothing} View */

/**
 * Names of classes, those that hold.
 * @param {...(string | false | null | undefined)} names
 */
export const classes = (...names) => names.filter(Boolean).join(' ');
