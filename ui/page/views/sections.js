// The parts that the entrance and a game do not need: the other sections, the dialogs, the end of a game, two people at one board.

export { readFile, readText } from '../logic/exchange.js';
export { followGrid } from '../logic/grid.js';
export { openMatch } from '../logic/match.js';
export { keepLesson, restoreLesson } from '../logic/owndata.js';
export { flush, lastChapter, restoreStudies } from '../logic/shelf.js';
export { clearReview, hasDiverged, openChapter, review, reviewResult, startAnalysis, stopAnalysis, studyGame, studyPosition, toggleAnalysis, tryMove, walk } from '../logic/study.js';
export { refreshThinking, stop as stopSteps } from '../logic/thinking.js';
export { transcriptTo } from '../logic/tree.js';
export { loadKinds } from '../logic/work.js';
export { analysePanel } from './analyse.js';
export { dialogs, syncDialogs } from './dialogs.js';
export { labSection } from './lab.js';
export { learnPanel } from './learn.js';
export { result } from './result.js';
export { SCENES, studyControls } from './scenes.js';
export { seatsCard } from './seats.js';
export { thinkPanel } from './think.js';
