import { chmodSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { removeEmbeddedPostgres } from '../src/database/embedded.js';
import { projectRoot } from '../src/database/project-root.js';
import { memoryOf } from './support/memory.js';
import { startNpm } from './support/npm-program.js';
import { printTable } from './support/print.js';
import { withUndo } from './support/undo.js';

/** What a fresh clone does not have; the packages are linked, as `npm ci` has installed them. */
const notCloned = new Set(['.git', 'node_modules', 'dist', 'data', 'coverage']);

interface Place {
  readonly project: string;
  readonly dataDir: string;
}

/**
 * `npm run bench startup -- [--starts 3] [--idle 30]`: the first demo after a clone, built and filled from
 * nothing, later starts, and the memory that the server holds when it has been idle for some seconds.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { starts: { type: 'string', default: '3' }, idle: { type: 'string', default: '30' } },
  });
  await withUndo(async (undo) => {
    const place = { project: cloneProject(undo), dataDir: makeDataDir(undo) };
    const first = await firstDemo(place, undo);
    const { seconds, memory } = await laterStarts(place, {
      starts: Number(values.starts),
      idleSeconds: Number(values.idle),
      undo,
    });
    printTable(
      `Start-up and memory; later starts: the slowest of ${values.starts}.`,
      ['what', 'measured', 'aim'],
      [
        ['first `npm run demo`: page served', `${first.page.toFixed(1)} s`, '30 s'],
        ['first `npm run demo`: timetable complete and published', `${first.complete.toFixed(1)} s`, '45 s'],
        ['later `npm start`: ready', `${Math.max(...seconds).toFixed(1)} s`, '3 s'],
        [
          `server process, idle for ${values.idle} s`,
          memory ? `${memory.server.toFixed(0)} MB` : '-',
          '250 MB',
        ],
        ['embedded PostgreSQL beside it', memory ? `${memory.database.toFixed(0)} MB` : '-', ''],
      ],
    );
  });
}

async function firstDemo(
  place: Place,
  undo: AsyncDisposableStack,
): Promise<{ page: number; complete: number }> {
  const demo = undo.adopt(await startNpm(['run', 'demo'], place), ({ stop }) => stop());
  const page = await demo.answers('/');
  const complete = await demo.says('Timetable   http');
  await demo.stop();
  return { page, complete };
}

async function laterStarts(
  place: Place,
  { starts, idleSeconds, undo }: { starts: number; idleSeconds: number; undo: AsyncDisposableStack },
) {
  const seconds: number[] = [];
  for (;;) {
    const server = undo.adopt(await startNpm(['start'], place), ({ stop }) => stop());
    seconds.push(await server.answers('/readyz'));
    if (seconds.length < starts) {
      await server.stop();
      continue;
    }
    await sleep(idleSeconds * 1000);
    const memory = memoryOf(place.dataDir);
    await server.stop();
    return { seconds, memory };
  }
}

function cloneProject(undo: AsyncDisposableStack): string {
  const project = temporaryFolder();
  // Started by root, PostgreSQL runs under another account, from the packages of the project.
  chmodSync(project, 0o755);
  undo.defer(() => rmSync(project, { recursive: true, force: true }));
  cpSync(projectRoot, project, {
    recursive: true,
    filter: (source) => !notCloned.has(path.relative(projectRoot, source)),
  });
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(project, 'node_modules'), 'junction');
  return project;
}

function makeDataDir(undo: AsyncDisposableStack): string {
  const dataDir = temporaryFolder();
  undo.defer(async () => {
    await removeEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }) });
    rmSync(dataDir, { recursive: true, force: true });
  });
  return dataDir;
}

function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'class-scheduling-bench-'));
}
