/** What the reading of texts is judged and trained by. */
export { drawn } from './regression.js';
export { situation } from './worlds.js';
