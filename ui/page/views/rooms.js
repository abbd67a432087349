// The rooms and dialogs that the entrance and a game do not need: a file of its own, loaded after them.

export { analysePanel } from './analyse.js';
export { dialogs, syncDialogs } from './dialogs.js';
export { labRoom } from './lab.js';
export { learnPanel } from './learn.js';
export { thinkPanel } from './think.js';
