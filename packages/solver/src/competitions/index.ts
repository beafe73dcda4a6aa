export { readCtt, readCttSolution } from '../formats/ctt.js';
