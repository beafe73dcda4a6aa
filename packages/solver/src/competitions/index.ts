/** The door to what only instances of ITC-2007 and ITC-2019 need; to import it registers all of it. */
import { registerFormat, type Format } from '../formats/formats.js';
import { readCtt, readCttSolution, writeCttSolution } from './formats/ctt.js';
import {
  readItc2019,
  readItc2019Solution,
  readItc2019Students,
  writeItc2019Solution,
} from './formats/itc2019.js';
import { asItc2019 } from './formats/itc2019-conversion.js';
import { writeItc2019 } from './formats/itc2019-writing.js';
import './kernels.js';

export { asItc2019, readCtt, readCttSolution, readItc2019, writeItc2019, writeItc2019Solution };

const CTT: Format = { readProblem: readCtt, writeSolution: writeCttSolution, readSolution: readCttSolution };
registerFormat('.ctt', CTT);
registerFormat('.ectt', CTT);
registerFormat('.xml', {
  readProblem: readItc2019,
  writeSolution: writeItc2019Solution,
  readSolution: readItc2019Solution,
  readStudents: readItc2019Students,
});
