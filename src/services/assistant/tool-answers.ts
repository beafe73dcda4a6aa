import { z } from 'zod';
import { ChangeKind, ChangeState, DateRequestStatus } from '../../schema/timetables.js';

/** What the tools of the assistant ask for and answer: one description is both the query and the type. */

export const text = z.string();
export const count = z.number();
const flag = z.boolean();
export const list = <T extends z.ZodType>(type: T) => z.array(type).readonly();
const texts = list(text);
const counts = list(count);

export const id = z.object({ id: text });
/** A record as an answer names it. */
export const named = id.extend({ name: text });
export type NamedRecord = z.infer<typeof named>;

const building = named.extend({ campus: named.nullable() }).nullable();
/** A classroom with what wishes ask of it. */
export const room = named.extend({
  ...{ floor: text, capacity: count, hasMultimedia: flag, isAirConditioned: flag },
  type: named.extend({ isLaboratory: flag }).nullable(),
  ...{ tags: list(named), building },
});
export type RoomFacts = z.infer<typeof room>;
const placedRoom = named.extend({ building });

const ofCourse = named.extend({ course: named.nullable() }).nullable();
const teachers = list(z.object({ teacher: named }));

/** A meeting with its time and place, and whoever teaches beside. */
export const assignment = id.extend({
  isLocked: flag,
  time: z.object({ dayOfWeek: count, periodStart: count, periodEnd: count, weeks: counts }),
  meeting: id.extend({ sequence: count, periods: count }).nullable(),
  ...{ teachingClass: ofCourse, teacher: named.nullable(), teachers, classroom: placedRoom.nullable() },
});
export type AssignmentFacts = z.infer<typeof assignment>;

/** How many attend a meeting, who, and in which room. */
export const size = id.extend({
  teachingClass: id.extend({ studentCount: count, administrativeClasses: list(named) }).nullable(),
  classroom: room.nullable(),
});
export type SizeFacts = z.infer<typeof size>;

/** A meeting without a place. */
export const unplaced = id.extend({
  reason: text,
  meeting: id
    .extend({ sequence: count, periods: count, weeks: counts })
    .extend({ teacher: named.nullable() })
    .extend({
      teachingClass: ofCourse
        .unwrap()
        .extend({ department: id, administrativeClasses: list(id) })
        .nullable(),
    })
    .nullable(),
});
export type UnplacedFacts = z.infer<typeof unplaced>;

/** What forbids something or speaks against it, in words. */
export const objection = z.object({
  kind: z.enum(['PROBLEM', 'CLASH', 'RULE', 'PREFERENCE']),
  text,
});

export const free = z.object({
  isFree: flag,
  teacher: named.extend({ department: named.nullable() }).nullable(),
});
export const freeRoom = z.object({
  ...{ isFree: flag, objections: list(objection), classroom: room.nullable() },
});
export const freeTime = z.object({ dayOfWeek: count, periods: counts });
const series = z.object({ teachingClass: id });
export const conflict = z.object({
  ...{ kind: text, firstSeries: series, secondSeries: series, clashes: list(z.object({ text })) },
});
export const notice = z.object({ createdAt: text, message: text });
export const timetable = id.extend({
  ...{ revision: count, status: z.enum(['DRAFT', 'PUBLISHED', 'ARCHIVED']), semester: named },
});

const where = {
  classroom: named.extend({ capacity: count, building: named.nullable() }).nullable(),
  teacher: named.nullable(),
};
const changedPlace = z.object({ dayOfWeek: count, periodStart: count, ...where }).nullable();

/** How a meeting stands in one week; without a date if it falls out by the calendar. */
const datedPlace = z.object({
  ...{ date: text.nullable(), periodStart: count, periodEnd: count, ...where },
});
export type DatedPlaceFacts = z.infer<typeof datedPlace>;

const changedDate = z.object({ from: datedPlace.nullable(), to: datedPlace.nullable() });

/** What a change does to a meeting; by date null where it is not held. */
export const changed = z.object({
  meeting: id
    .extend({ periods: count, weeks: counts.optional(), teachingClass: named.nullable() })
    .nullable(),
  ...{ from: changedPlace, to: changedPlace, wasLocked: flag, isLocked: flag },
  dates: list(changedDate),
});
export type ChangedFacts = z.infer<typeof changed>;

/** Whom a change concerns. */
export const affected = z.object({
  ...{ teachers: list(named), administrativeClasses: list(named), studentCount: count },
});
export type AffectedFacts = z.infer<typeof affected>;

const cost = z.object({
  ...{ hardBefore: count, hardAfter: count, softBefore: count, softAfter: count },
  rules: list(z.object({ rule: text, meaning: text, isHard: flag, before: count, after: count })),
});
/** What a change costs, and by which rules. */
export type CostFacts = z.infer<typeof cost>;

/** What a change does, as people are shown it. */
export const outcome = z.object({
  ...{ isApplicable: flag, problems: texts, warnings: texts, warnedRules: texts },
  ...{ clashes: list(z.object({ kind: text, text })), items: list(changed), affected, cost: cost.nullable() },
  /** Changes of single dates that mean nothing then. */
  endedDates: list(changedDate.extend({ meeting: z.object({ teachingClass: named.nullable() }).nullable() })),
});
export type OutcomeFacts = z.infer<typeof outcome>;

/** How a date is otherwise than its week says. */
const datedKind = z.enum(['CANCELLED', 'MADE_UP', 'MOVED', 'OTHER_ROOM', 'SUBSTITUTED']);
export type DatedKind = z.infer<typeof datedKind>;

export const dateChange = z.object({
  kind: datedKind,
  meeting: id.extend({ teachingClass: named.nullable() }).nullable(),
  occurrence: z.object({ planned: datedPlace, actual: datedPlace.nullable() }).nullable(),
});

/** What a teacher asked to be otherwise on a date. */
export const dateRequest = z.object({
  status: z.enum(Object.values(DateRequestStatus) as `${DateRequestStatus}`[]),
  ...{ answer: text.nullable(), createdAt: text, teacher: named.nullable() },
  meeting: id.extend({ teachingClass: named.nullable() }).nullable(),
  wanted: z.object({ planned: datedPlace, actual: datedPlace.nullable() }).nullable(),
});

/** What is held on a date. */
export const datedMeeting = z.object({
  isHeld: flag,
  held: z.object({ date: text, start: text.nullable(), end: text.nullable() }),
  item: z.object({
    ...{ assignmentId: text, week: count, dayOfWeek: count, periodStart: count, periodEnd: count },
    teachingClass: named.extend({ course: named.nullable() }),
    ...{ teacher: named, teachers, classroom: placedRoom },
    change: z.object({ kind: datedKind }).nullable(),
  }),
});

/** A change as the history of a timetable has it. */
export const change = id.extend({
  number: count,
  kind: z.enum(Object.values(ChangeKind) as `${ChangeKind}`[]),
  state: z.enum(Object.values(ChangeState) as `${ChangeState}`[]),
  ...{ reason: text.nullable(), createdAt: text, person: named.nullable() },
});
export type ChangeFacts = z.infer<typeof change>;
