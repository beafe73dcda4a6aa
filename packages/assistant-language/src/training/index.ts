/** What the reading of texts is judged and trained by. */
export { corpora, outcomeOf } from './corpora.js';
export { mistyped } from './mistyped.js';
export { drawn } from './regression.js';
export { demoSituation, situation } from './worlds.js';
