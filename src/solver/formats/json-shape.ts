import { z } from 'zod';
import {
  DISTRIBUTION_PARAMETERS,
  DISTRIBUTION_TYPES,
  type Distribution,
  type Placement,
  type Problem,
} from '../model.js';
import { RULES } from '../rules/all.js';
import { DAYS_MAX, NUMBER_MAX, PERIODS_MAX, WEEKS_MAX, WEIGHT_MAX } from './bounds.js';

/**
 * The types of `model.ts` as checks on external data. Unknown keys are rejected, because they may be
 * misspelt.
 */

const id = z.string().min(1);
const count = z.int().min(0).max(NUMBER_MAX);
const period = z.int().min(0).max(PERIODS_MAX);
const name = z.string();
const days = z
  .int()
  .min(1)
  .max(2 ** DAYS_MAX - 1);
const week = z.string().regex(/^[01]*1[01]*$/, 'must consist of 0 and 1, one for each week, not all 0');

const span = z.strictObject({ weeks: week, days, start: period, length: period.min(1) });
const unavailable = z.array(span).optional();
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
  longBreaks: z.array(period).optional(),
  eveningStart: period.optional(),
  weekendStart: z.int().min(0).max(DAYS_MAX).optional(),
});

const room = z.strictObject({
  id,
  name,
  capacity: count,
  type: id.optional(),
  features: z.array(id).optional(),
  building: id.optional(),
  campus: id.optional(),
  unavailable,
});

const teacher = z.strictObject({
  id,
  name,
  unavailable,
  preferences: z.array(z.strictObject({ day: count, period, level: z.int().min(1).max(5) })).optional(),
  dailyPeriods: period.optional(),
  weeklyPeriods: count.optional(),
});

const group = z.strictObject({ id, name, size: count, unavailable, dailyPeriods: period.optional() });

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
  teachers: z.array(id),
  teacherPenalties: z.record(id, count).optional(),
  groups: z.array(id),
  times: z.array(z.strictObject({ time: count, penalty: count.optional() })),
  rooms: z.array(z.strictObject({ room: id, penalty: count.optional() })).optional(),
  roomTypes: z.array(id).optional(),
  features: z.array(id).optional(),
  building: id.optional(),
  lock: z.strictObject({ time: count.optional(), room: id.optional(), teacher: id.optional() }).optional(),
});

const distribution = z
  .strictObject({
    type: z.enum(DISTRIBUTION_TYPES),
    parameters: z.array(period).optional(),
    meetings: z.array(id),
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
  courses: z.array(
    z.strictObject({
      id,
      configurations: z.array(
        z.array(
          z.array(z.strictObject({ meeting: id, parent: id.optional(), limit: count.optional() })).min(1),
        ),
      ),
    }),
  ),
  requests: z.array(z.strictObject({ student: id, courses: z.array(id) })),
});

/** The schema of a problem. */
export const PROBLEM: z.ZodType<Problem> = z.strictObject({
  name,
  calendar,
  times: z.array(span),
  rooms: z.array(room),
  teachers: z.array(teacher),
  groups: z.array(group),
  teachingClasses: z.array(teachingClass),
  meetings: z.array(meeting),
  travel: z.array(z.strictObject({ from: id, to: id, periods: period })).optional(),
  distributions: z.array(distribution).optional(),
  students: z.array(z.strictObject({ id, meetings: z.array(id) })).optional(),
  sectioning: sectioning.optional(),
  profile: z.enum(['UD2', 'ITC2019', 'PRODUCT']),
  rules: rules.optional(),
  reference: z.array(placement).optional(),
});

/** The schema of a solution. */
export const SOLUTION: z.ZodType<{ problem?: string; placements: Placement[] }> = z.strictObject({
  problem: name.optional(),
  placements: z.array(placement),
});
