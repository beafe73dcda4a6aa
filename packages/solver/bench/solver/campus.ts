import { TimeInterner, weekPattern, type Meeting, type Problem, type TimeOption } from '../../src/model.js';
import { Random } from '../../src/search/random.js';

/** Size of a made-up semester. */
export interface CampusSize {
  readonly classes: number;
  readonly weeks?: number;
  readonly days?: number;
  readonly rooms?: number;
  readonly teachers?: number;
  readonly groups?: number;
  readonly seed?: number;
}

const PAIRS = [0, 2, 4, 6, 8, 10];

/**
 * A made-up semester: double periods, whole-term, half-term and odd/even courses, laboratories, preferences.
 */
export function campus(size: CampusSize): Problem {
  const { classes, weeks = 16, days = 5, seed = 1 } = size;
  const rooms = size.rooms ?? Math.max(4, Math.ceil(classes / 4));
  const teachers = size.teachers ?? Math.max(2, Math.ceil(classes / 2.5));
  const groups = size.groups ?? Math.max(2, Math.ceil(classes / 5));
  const random = new Random(seed);
  const interner = new TimeInterner();
  const all = Array.from({ length: weeks }, (_, week) => week + 1);
  const patterns = [
    [weekPattern(all, weeks)],
    [
      weekPattern(
        all.filter((week) => week <= weeks / 2),
        weeks,
      ),
      weekPattern(
        all.filter((week) => week > weeks / 2),
        weeks,
      ),
    ],
    [
      weekPattern(
        all.filter((week) => week % 2 === 1),
        weeks,
      ),
      weekPattern(
        all.filter((week) => week % 2 === 0),
        weeks,
      ),
    ],
  ].map((choices) =>
    choices.flatMap((pattern) =>
      Array.from({ length: days }, (_, day) =>
        PAIRS.map((start): TimeOption => ({
          time: interner.index({ weeks: pattern, days: 1 << day, start, length: 2 }),
          penalty: start === 10 ? 1 : 0,
        })),
      ).flat(),
    ),
  );
  const meetings: Meeting[] = [];
  for (let c = 0; c < classes; c++) {
    const kind = random.below(5);
    const isLab = random.below(6) === 0;
    const firstTeacher = random.below(teachers);
    const own = [
      ...new Set([random.below(groups), ...(random.below(3) === 0 ? [random.below(groups)] : [])]),
    ];
    for (let i = 0; i < 2; i++) {
      meetings.push({
        id: `m${c}-${i}`,
        teachingClass: `c${c}`,
        size: own.length * 35,
        teachers:
          random.below(4) === 0
            ? [...new Set([firstTeacher, (firstTeacher + 1) % teachers])].map((k) => `t${k}`)
            : [`t${firstTeacher}`],
        groups: own.map((group) => `g${group}`),
        times: patterns[i === 0 || kind < 3 ? 0 : kind - 2],
        roomTypes: isLab ? ['lab'] : ['lecture'],
      });
    }
  }
  return {
    name: `campus-${classes}`,
    calendar: { weeks, days, periods: 12, longBreaks: [3, 7], eveningStart: 8, weekendStart: 5 },
    times: interner.times,
    rooms: Array.from({ length: rooms }, (_, r) => ({
      id: `r${r}`,
      name: `Room ${r}`,
      capacity: r % 2 === 0 ? 80 : 120,
      type: r % 4 === 3 ? 'lab' : 'lecture',
      building: `b${r % 3}`,
      campus: `k${r % 2}`,
    })),
    teachers: Array.from({ length: teachers }, (_, k) => ({
      id: `t${k}`,
      name: `Teacher ${k}`,
      dailyPeriods: 6,
      preferences:
        k % 3 === 0
          ? [
              { day: k % days, period: 0, level: 1 },
              { day: (k + 1) % days, period: 2, level: 5 },
            ]
          : undefined,
      unavailable:
        k % 5 === 0
          ? [{ weeks: weekPattern(all, weeks), days: 1 << (k % days), start: 0, length: 4 }]
          : undefined,
    })),
    groups: Array.from({ length: groups }, (_, g) => ({
      id: `g${g}`,
      name: `Class ${g}`,
      size: 35,
      dailyPeriods: 8,
    })),
    teachingClasses: Array.from({ length: classes }, (_, c) => ({
      id: `c${c}`,
      name: `Course ${c}`,
      course: `k${c >> 1}`,
      kind: c % 2 === 0 ? 'THEORY' : 'PRACTICE',
      minimumDays: 2,
      priority: 1 + (c % 10),
    })),
    meetings,
    profile: 'PRODUCT',
    rules: { 'daily-load': { level: 'soft' } },
  };
}
