import { z } from 'zod';
import {
  DISTRIBUTION_PARAMETERS,
  DISTRIBUTION_TYPES,
  type Distribution,
  type Placement,
  type Problem,
} from '../model.js';
import { RULES } from '../rules/all.js';
import {
  DAYS_MAX,
  MEETINGS_MAX,
  NUMBER_MAX,
  PERIODS_MAX,
  ROOMS_MAX,
  TIMES_MAX,
  WEEKS_MAX,
  WEIGHT_MAX,
} from './bounds.js';
import { FAULTS_MAX, isBits } from './faults.js';

/**
 * The types of `model.ts` as checks on external data. Unknown keys are rejected, because they may be
 * misspelt.
 */

/** After so many faults of a list its other entries are not looked at, because a file may have millions. */
const LIST_FAULTS_MAX = 10 * FAULTS_MAX;

/** A list of such entries; a longer one is refused before any of them is looked at. */
const list = <T>(entry: z.ZodType<T>, most = Infinity) =>
  z.unknown().transform((value, context): T[] => {
    if (!Array.isArray(value)) {
      context.issues.push({ code: 'invalid_type', expected: 'array', input: value });
      return z.NEVER;
    }
    if (value.length > most) {
      const [count, bound] = [value.length, most].map((one) => one.toLocaleString('en'));
      const message = `too many: ${count}; at most ${bound} can be solved`;
      context.issues.push({ code: 'custom', message, input: value });
      return z.NEVER;
    }
    const entries: T[] = [];
    for (let i = 0; i < value.length && context.issues.length < LIST_FAULTS_MAX; i++) {
      const { success, data, error } = entry.safeParse(value[i]);
      if (success) entries.push(data);
      else
        for (const { path, message } of error.issues)
          context.issues.push({ code: 'custom', message, path: [i, ...path], input: value[i] });
    }
    return entries;
  });

const id = z.string().min(1);
const count = z.int().min(0).max(NUMBER_MAX);
const period = z.int().min(0).max(PERIODS_MAX);
const name = z.string();
const days = z
  .int()
  .min(1)
  .max(2 ** DAYS_MAX - 1);
const week = z.string().refine(isBits, 'must consist of 0 and 1, one for each week, not all 0');

const span = z.strictObject({ weeks: week, days, start: period, length: period.min(1) });
const unavailable = list(span).optional();
const placement = z.strictObject({
  meeting: id,
  time: count,
  room: id.nullable(),
  teacher: id.nullable(),
});
const setting = z.strictObject({
  level: z.enum(['hard', 'soft', 'off']).optional(),
  weight: z.int().min(0).max(WEIGHT_MAX).optional(),
});
const rules = z.partialRecord(z.enum(RULES.map(({ id: rule }) => rule)), setting);

const calendar = z.strictObject({
  weeks: z.int().min(1).max(WEEKS_MAX),
  days: z.int().min(1).max(DAYS_MAX),
  periods: period.min(1),
  longBreaks: list(period).optional(),
  eveningStart: period.optional(),
  weekendStart: z.int().min(0).max(DAYS_MAX).optional(),
});

const room = z.strictObject({
  id,
  name,
  capacity: count,
  type: id.optional(),
  features: list(id).optional(),
  building: id.optional(),
  campus: id.optional(),
  unavailable,
});

const teacher = z.strictObject({
  id,
  name,
  unavailable,
  preferences: list(
    z.strictObject({
      day: z
        .int()
        .min(0)
        .max(DAYS_MAX - 1),
      period,
      level: z.int().min(1).max(5),
    }),
  ).optional(),
  dailyPeriods: period.optional(),
  weeklyPeriods: count.optional(),
});

const group = z.strictObject({
  ...{ id, name, size: count, unavailable, dailyPeriods: period.optional() },
  partOf: id.optional(),
});

const teachingClass = z.strictObject({
  id,
  name,
  course: id.optional(),
  kind: id.optional(),
  minimumDays: count.optional(),
  priority: z.int().min(1).max(10).optional(),
});

const meeting = z.strictObject({
  id,
  name: name.optional(),
  teachingClass: id,
  size: count,
  teachers: list(id),
  teacherPenalties: z.record(id, count).optional(),
  teacherSet: id.optional(),
  furtherTeachers: list(id).optional(),
  groups: list(id),
  times: list(z.strictObject({ time: count, penalty: count.optional() })),
  rooms: list(z.strictObject({ room: id, penalty: count.optional() })).optional(),
  roomTypes: list(id).optional(),
  features: list(id).optional(),
  building: id.optional(),
  lock: z.strictObject({ time: count.optional(), room: id.optional(), teacher: id.optional() }).optional(),
});

const distribution = z
  .strictObject({
    type: z.enum(DISTRIBUTION_TYPES),
    parameters: list(period).optional(),
    meetings: list(id),
    required: z.boolean(),
    penalty: count.optional(),
  })
  .refine(({ type, parameters = [] }) => parameters.length === (DISTRIBUTION_PARAMETERS[type] ?? 0), {
    error: ({ input }) => {
      const { type } = input as Distribution;
      return `${type} takes ${DISTRIBUTION_PARAMETERS[type] ?? 0} parameters`;
    },
  });

const sectioning = z.strictObject({
  courses: list(
    z.strictObject({
      id,
      configurations: list(
        list(
          list(z.strictObject({ meeting: id, parent: id.optional(), limit: count.optional() })).refine(
            ({ length }) => length > 0,
            'it offers no meeting',
          ),
        ),
      ),
    }),
  ),
  requests: list(z.strictObject({ student: id, courses: list(id) })),
});

/** The schema of a problem. */
export const PROBLEM: z.ZodType<Problem> = z.strictObject({
  name,
  calendar,
  times: list(span, TIMES_MAX),
  rooms: list(room, ROOMS_MAX),
  teachers: list(teacher),
  groups: list(group),
  teachingClasses: list(teachingClass),
  meetings: list(meeting, MEETINGS_MAX),
  travel: list(z.strictObject({ from: id, to: id, periods: period })).optional(),
  distributions: list(distribution).optional(),
  students: list(z.strictObject({ id, meetings: list(id) })).optional(),
  sectioning: sectioning.optional(),
  profile: z.enum(['UD2', 'ITC2019', 'PRODUCT']),
  rules: rules.optional(),
  reference: list(placement).optional(),
});

/** The schema of a solution. */
export const SOLUTION: z.ZodType<{ problem?: string; placements: Placement[] }> = z.strictObject({
  problem: name.optional(),
  placements: list(placement),
});
