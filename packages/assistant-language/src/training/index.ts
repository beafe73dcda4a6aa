/** What the reading of texts is judged and trained by. */
export { corpora, corpusText, outcomeOf } from './corpora.js';
export { drawn } from './regression.js';
export { demoSituation, situation } from './worlds.js';
