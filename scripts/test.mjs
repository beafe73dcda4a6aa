// node scripts/test.mjs [--check] [jest arguments]: with --check looks at types, rules and format first;
// builds what is stale, runs the tests, tells the processor time of all this and of the dearest suites, and
// ends with the line "N passed, N failed", alone, for whoever reads the outcome by machine.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildApart } from './build.mjs';
import { requireNode } from './node-version.mjs';
import { endWithNpm } from './npm-signals.mjs';
import { measureProcessorTime } from './processor-time.mjs';

const ROOT = join(import.meta.dirname, '..');
const WORKERS_MIN = 2;
const WORKERS_MAX = 8;
const SUITES_TOLD = 10;

const CHECK = '--check';
const jestArguments = process.argv.slice(2).filter((argument) => argument !== CHECK);

requireNode();
endWithNpm();
if (process.argv.includes(CHECK)) check();
buildApart();
const folder = mkdtempSync(join(tmpdir(), 'class-scheduling-jest-'));
const resultFile = join(folder, 'result.json');
const processorTime = measureProcessorTime(folder);
try {
  process.exitCode = await runJest([...workers(), ...jestArguments, '--json', `--outputFile=${resultFile}`]);
  const { passed, failed } = countTests();
  if (failed > 0 && process.exitCode === 0) process.exitCode = 1;
  console.log(describe(processorTime()));
  console.log(`${passed} passed, ${failed} failed`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Ends the program where the sources are wrong. */
function check() {
  const { status } = spawnSync('npm run check', { cwd: ROOT, stdio: 'inherit', shell: true });
  if (status !== 0) process.exit(status ?? 1);
}

function describe(processorTime) {
  if (processorTime === null) return 'Processor time: not measured, because this system has no /proc.';
  const { total, suites } = processorTime;
  const dearest = suites.slice(0, SUITES_TOLD).map(({ seconds, file }) => `${seconds.toFixed(1)} s ${file}`);
  const postgres = process.env.DATABASE_URL ? 'but not' : 'and';
  const time = `${Math.floor(total / 60)} min ${Math.floor(total % 60)} s`;
  return [
    `Processor time: ${time}, with worker threads, child processes ${postgres} PostgreSQL.`,
    'The dearest suites, without PostgreSQL:',
    ...dearest,
  ].join('\n');
}

/**
 * At least two, because only tests in worker processes can be freed of the memory that suites leave behind.
 */
function workers() {
  if (process.argv.some((argument) => /^(-i|--runInBand|-w|--maxWorkers)\b/.test(argument))) return [];
  const count = Math.min(Math.max(Math.floor(availableParallelism() / 2), WORKERS_MIN), WORKERS_MAX);
  return [`--maxWorkers=${count}`, '--workerIdleMemoryLimit=1GB'];
}

function runJest(args) {
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const hook = pathToFileURL(join(ROOT, 'scripts/swc-hook.mjs')).href;
  const flags = ['--import', hook];
  const child = spawn(process.execPath, [...flags, jest, ...args], { cwd: ROOT, stdio: 'inherit' });
  // Ctrl-C reaches jest too, which then stops its database; this process waits for that.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** A suite that could not run at all counts as one failure. */
function countTests() {
  try {
    const result = JSON.parse(readFileSync(resultFile, 'utf8'));
    return {
      passed: result.numPassedTests,
      failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
