/** A process that asks for a search and tells when it goes on. */
import { campus } from '../bench/solver/campus.js';
import { solveInProcess } from '../src/host/processes.js';

let isTold = false;
solveInProcess(campus({ classes: 12, seed: 5 }), { seed: 1, limit: { seconds: 600 } }, () => {
  if (!isTold) process.send!('searching');
  isTold = true;
});
