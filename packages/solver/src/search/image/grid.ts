import type { Problem, TimeSpan } from '../../model.js';
import { Rows } from './rows.js';

/** Up to this many periods a day, every period is its own cell, so that a day's agenda is a bit set. */
const FINE_PERIODS = 16;
const WIDE_FROM = 32;

/** The times of the problem and their cells as flat arrays. */
export interface TimeImage {
  /** Weeks in each atom. */
  readonly atomWeight: Int32Array;
  readonly cellStart: Int32Array;
  readonly cell: Int32Array;
  /** The day patterns of a time: (atom * days + day) and the bit set of its periods there. */
  readonly partStart: Int32Array;
  readonly partDay: Int32Array;
  readonly partMask: Int32Array;
  /** Bit set of the days of a time. */
  readonly timeDays: Int32Array;
  readonly timeStartPeriod: Int32Array;
  readonly timeLength: Int32Array;
  /** Atoms of a time as a bit set; 32 suffice for 32 weeks. */
  readonly timeAtoms: Int32Array;
}

/** Cells are days x periods x week atoms, so that a time in all weeks is contiguous in memory. */
export interface Grid {
  readonly atoms: number;
  readonly cells: number;
  /** Cells per day. */
  readonly slots: number;
  /** Periods in each slot of a day. */
  readonly slotPeriods: Int32Array;
  /** Average number. */
  readonly cellsPerTime: number;
  /** Times cover very many cells. */
  readonly isWide: boolean;
  readonly atomWeight: Int32Array;
  cellsOf(span: TimeSpan): number[];
  readonly image: TimeImage;
}

/**
 * Weeks that no time of the problem distinguishes become one atom; on long days, periods become one slot.
 * Long, because what it returns shares the same few tables.
 */
export function gridOf(problem: Problem): Grid {
  const { days } = problem.calendar;
  const spans = spansOf(problem);
  const { atomOfWeek, atomWeight } = weekAtoms(problem, spans);
  const atoms = atomWeight.length;
  const slotStart = slotsOf(problem.calendar.periods, spans);
  const slots = slotStart.length - 1;
  const atomsCache = new Map<string, number[]>();
  const atomsOf = (span: TimeSpan): number[] => {
    let found = atomsCache.get(span.weeks);
    if (!found) {
      found = [...new Set([...span.weeks].flatMap((bit, week) => (bit === '1' ? [atomOfWeek[week]] : [])))];
      atomsCache.set(span.weeks, found);
    }
    return found;
  };
  const slotsIn = (span: TimeSpan): number[] =>
    Array.from({ length: slots }, (_, slot) => slot).filter(
      (slot) => slotStart[slot] < span.start + span.length && slotStart[slot + 1] > span.start,
    );
  const cellsOf = (span: TimeSpan): number[] => {
    const inDay = slotsIn(span);
    const inWeek = [...atomsOf(span)].sort((a, b) => a - b);
    return daysIn(span, days).flatMap((day) =>
      inDay.flatMap((slot) => inWeek.map((atom) => (day * slots + slot) * atoms + atom)),
    );
  };
  const cells = new Rows();
  const partDay = new Rows();
  const partMask = new Rows();
  for (const span of problem.times) {
    cells.add(cellsOf(span));
    const mask = slots > 31 ? 0 : slotsIn(span).reduce((bits, slot) => bits | (1 << slot), 0);
    const parts = atomsOf(span).flatMap((atom) => daysIn(span, days).map((day) => atom * days + day));
    partDay.add(parts);
    partMask.add(parts.map(() => mask));
  }
  const cellsPerTime = cells.values.length / Math.max(1, problem.times.length);
  const numbers = (value: (span: TimeSpan) => number) => Int32Array.from(problem.times, value);
  return {
    atoms,
    cells: atoms * days * slots,
    slots,
    slotPeriods: Int32Array.from({ length: slots }, (_, slot) => slotStart[slot + 1] - slotStart[slot]),
    cellsPerTime,
    isWide: isWide(cellsPerTime, atoms),
    atomWeight,
    cellsOf,
    image: {
      atomWeight,
      cellStart: cells.starts(),
      cell: cells.all(),
      partStart: partDay.starts(),
      partDay: partDay.all(),
      partMask: partMask.all(),
      timeDays: numbers((span) => span.days),
      timeStartPeriod: numbers((span) => span.start),
      timeLength: numbers((span) => span.length),
      timeAtoms: numbers((span) => atomsOf(span).reduce((bits, atom) => bits | (1 << (atom % 32)), 0)),
    },
  };
}

/** How large the grid of a problem is, before it is made. */
export interface GridSize {
  readonly atoms: number;
  /** Cells per day. */
  readonly slots: number;
  /** Cells of all times and absences together. */
  readonly covered: number;
  readonly isWide: boolean;
}

/** Sizes of the grid, counted without making it. */
export function gridSizeOf(problem: Problem): GridSize {
  const spans = spansOf(problem);
  const { atomOfWeek, atomWeight } = weekAtoms(problem, spans);
  const slotStart = slotsOf(problem.calendar.periods, spans);
  const slotAt = new Map(slotStart.map((period, slot) => [period, slot]));
  const atomsIn = new Map<string, number>();
  let covered = 0;
  let coveredByTimes = 0;
  for (const [i, { weeks, days, start, length }] of spans.entries()) {
    let atoms = atomsIn.get(weeks);
    if (atoms === undefined) {
      atoms = new Set([...weeks].flatMap((bit, week) => (bit === '1' ? [atomOfWeek[week]] : []))).size;
      atomsIn.set(weeks, atoms);
    }
    const slots = (slotAt.get(start + length) ?? 0) - (slotAt.get(start) ?? 0);
    covered += atoms * slots * daysIn({ days }, problem.calendar.days).length;
    if (i < problem.times.length) coveredByTimes = covered;
  }
  const atoms = atomWeight.length;
  const cellsPerTime = coveredByTimes / Math.max(1, problem.times.length);
  return { atoms, slots: slotStart.length - 1, covered, isWide: isWide(cellsPerTime, atoms) };
}

const isWide = (cellsPerTime: number, atoms: number): boolean => cellsPerTime > WIDE_FROM && atoms <= 32;

/** Every time, and every absence of anybody. */
function spansOf({ times, rooms, teachers, groups }: Problem): TimeSpan[] {
  const spans = [...times];
  for (const { unavailable = [] } of [...rooms, ...teachers, ...groups]) spans.push(...unavailable);
  return spans;
}

function weekAtoms(problem: Problem, spans: readonly TimeSpan[]) {
  const patterns = [...new Set(spans.map((span) => span.weeks))];
  const atomOf = new Map<string, number>();
  const atomOfWeek: number[] = [];
  const weight: number[] = [];
  for (let week = 0; week < problem.calendar.weeks; week++) {
    const signature = patterns.map((pattern) => pattern[week]).join('');
    const atom = atomOf.get(signature) ?? atomOf.size;
    atomOf.set(signature, atom);
    atomOfWeek.push(atom);
    weight[atom] = (weight[atom] ?? 0) + 1;
  }
  return { atomOfWeek, atomWeight: Int32Array.from(weight) };
}

/** The boundaries of the slots of a day: every period, or on long days only where a span starts or ends. */
function slotsOf(periods: number, spans: readonly TimeSpan[]): number[] {
  if (periods <= FINE_PERIODS) return Array.from({ length: periods + 1 }, (_, period) => period);
  const boundaries = new Set([0, periods]);
  for (const span of spans) {
    boundaries.add(span.start);
    boundaries.add(span.start + span.length);
  }
  return [...boundaries].sort((a, b) => a - b);
}

function daysIn(span: Pick<TimeSpan, 'days'>, days: number): number[] {
  return Array.from({ length: days }, (_, day) => day).filter((day) => (span.days >> day) & 1);
}

/** Whether two spans share a period. */
export function spansOverlap(a: TimeSpan, b: TimeSpan): boolean {
  if ((a.days & b.days) === 0 || a.start >= b.start + b.length || b.start >= a.start + a.length) return false;
  for (let week = 0; week < a.weeks.length; week++) {
    if (a.weeks.charCodeAt(week) === 49 && b.weeks.charCodeAt(week) === 49) return true;
  }
  return false;
}
