import path from 'node:path';
import v8 from 'node:v8';
import type { RuntimeInfo, ThreadInfo } from '../../entities/system.js';
import { administrators, authorize, declareRights } from '../../data/access.js';
import type { Context } from '../../data/context.js';

declareRights({ runtimeInfo: administrators });

/** The current state of the process. */
export function runtimeInfo(ctx: Context): RuntimeInfo {
  authorize(ctx, 'runtimeInfo');
  const heap = v8.getHeapStatistics();
  const threads = listThreads();
  return {
    totalMemory: heap.total_heap_size,
    usedMemory: heap.used_heap_size,
    maxMemory: heap.heap_size_limit,
    freeMemory: heap.total_heap_size - heap.used_heap_size,
    systemProperties: runtimeProperties(),
    activeThreadCount: threads.length,
    threads,
  };
}

/**
 * Properties of the runtime, without environment, arguments and folders, which may contain secrets and names.
 */
function runtimeProperties(): Record<string, string> {
  const versions = Object.entries(process.versions).map(([part, version]) => [
    `version.${part}`,
    String(version),
  ]);
  return {
    'runtime.name': process.release.name,
    'runtime.version': process.version,
    'runtime.flags': process.execArgv.map(nameOfFlag).join(' '),
    'os.platform': process.platform,
    'os.arch': process.arch,
    'process.uptimeSeconds': String(Math.round(process.uptime())),
    'user.timezone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...Object.fromEntries(versions),
  };
}

/** A command-line flag without its value, which may be a path. */
const nameOfFlag = (flag: string): string => (flag.startsWith('-') ? flag.replace(/=.*$/s, '') : '…');

/** The parts of a diagnostic report that are used here. */
interface Report {
  header: { event: string; threadId: number };
  javascriptStack: { stack?: string[] };
  workers?: Report[];
}

/** Lists all threads with their stacks; Node interrupts even busy ones for this. */
function listThreads(): ThreadInfo[] {
  if (!process.report) return [];
  Object.assign(process.report, { excludeNetwork: true, excludeEnv: true });
  const report = process.report.getReport() as unknown as Report;
  const workers = [...(report.workers ?? [])].sort((a, b) => a.header.threadId - b.header.threadId);
  return [
    threadOf('main', report, false),
    ...workers.map((worker) => threadOf(nameOf(worker), worker, true)),
  ];
}

const nameOf = ({ header }: Report): string =>
  `worker ${header.threadId} ${/\[(.*)\]$/s.exec(header.event)?.[1] ?? ''}`.trim();

function threadOf(name: string, { javascriptStack }: Report, isDaemon: boolean): ThreadInfo {
  const frames = javascriptStack.stack ?? [];
  const stackTrace = frames.includes('Unavailable.') ? [] : frames.map(withoutFolders);
  return { name, state: stackTrace.length > 0 ? 'RUNNABLE' : 'WAITING', priority: 5, isDaemon, stackTrace };
}

/** The folder above `src`, or above the compiled files. */
const programFolder = path.resolve(import.meta.dirname, '../../..').replaceAll('\\', '/');

/** A stack frame without folders of this machine: paths are relative to the program or to `node_modules`. */
const withoutFolders = (frame: string): string =>
  frame.replace(
    /(\(|at )(?:file:\/\/)?((?:\/|[A-Za-z]:[\\/]).*)(:\d+:\d+)/s,
    (_, before: string, file: string, place: string) => {
      return `${before}${shortName(file.replaceAll('\\', '/'))}${place}`;
    },
  );

function shortName(file: string): string {
  const inPackage = file.lastIndexOf('/node_modules/');
  if (inPackage >= 0) return file.slice(inPackage + 1);
  return file.startsWith(`${programFolder}/`)
    ? file.slice(programFolder.length + 1)
    : path.posix.basename(file);
}
