import { statfs } from 'node:fs/promises';
import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import v8 from 'node:v8';
import type { SystemInfo } from '../../entities/system.js';
import { administrators, authorize, declareRights } from '../../data/access.js';
import type { Context } from '../../data/context.js';

declareRights({ systemInfo: administrators });

/** Milliseconds over which CPU usage is measured. */
const sampleMs = 200;

const heapAtStart = v8.getHeapStatistics().total_heap_size;

/** The release, hardware and operating system of the server, measured now. */
export async function systemInfo(ctx: Context): Promise<SystemInfo> {
  authorize(ctx, 'systemInfo');
  const [cpuUsage, disk] = await Promise.all([measureCpuUsage(), statfs(ctx.app.dataDir)]);
  const heap = v8.getHeapStatistics();
  return {
    release: ctx.app.release,
    cpuName: os.cpus()[0]?.model.trim() || '未能获取',
    cpuCores: os.availableParallelism(),
    cpuUsage,
    totalMemory: inMegabytes(os.totalmem()),
    freeMemory: inMegabytes(os.freemem()),
    heapMemoryInitial: inMegabytes(heapAtStart),
    heapMemoryUsed: inMegabytes(heap.used_heap_size),
    heapMemoryMax: inMegabytes(heap.heap_size_limit),
    totalDiskSpace: inMegabytes(disk.blocks * disk.bsize),
    freeDiskSpace: inMegabytes(disk.bavail * disk.bsize),
    osName: os.type(),
    osVersion: os.release(),
    osArchitecture: os.arch(),
  };
}

const twoDecimals = (value: number): number => Math.round(value * 100) / 100;
const inMegabytes = (bytes: number): number => twoDecimals(bytes / 1024 / 1024);

/** CPU usage of the machine over a short sample, 0 to 100. */
async function measureCpuUsage(): Promise<number> {
  const before = cpuTimes();
  await delay(sampleMs);
  const after = cpuTimes();
  const all = after.all - before.all;
  return all > 0 ? twoDecimals((1 - (after.idle - before.idle) / all) * 100) : 0;
}

function cpuTimes(): { idle: number; all: number } {
  const times = os.cpus().map((cpu) => cpu.times);
  const sum = (of: (times: os.CpuInfo['times']) => number): number =>
    times.reduce((total, each) => total + of(each), 0);
  return {
    idle: sum(({ idle }) => idle),
    all: sum(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq),
  };
}
