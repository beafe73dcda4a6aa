/** What the reading of texts is judged and trained by. */
export { situation } from './situation.js';
