// The only module that imports the template library.

export { html, svg, render, nothing } from './vendor/lit-html/lit-html.js';
export { live } from './vendor/lit-html/directives/live.js';

/** @typedef {import('lit-html').TemplateResult | import('lit-html').SVGTemplateResult | typeof import('lit-html').nothing} View */

/**
 * Joins class names; false ones are left out.
 * @param {...(string | false | null | undefined)} names
 */
export const classes = (...names) => names.filter(Boolean).join(' ');
