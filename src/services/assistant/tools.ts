import { z } from 'zod';
import { intentsMax } from '@class-scheduling/assistant-language';
import type { Context } from '../../data/context.js';
import { DomainError } from '../../schema/errors.js';
import * as facts from './tool-answers.js';
import { identifier as id, operationOf, passing } from './typed-query.js';

/**
 * All that the assistant can do before a person confirms: operations of the schema that read, and dry runs.
 * They run as the caller, so rights, rows and bounds are those of the caller, and nothing here adds to them.
 */

const whole = (min: number, max: number) => z.number().int().min(min).max(max);
const ids = z.array(id).max(20);
const day = whole(1, 7);
const period = whole(1, 24);
const weeks = z.array(whole(1, 64)).max(64);
const date = z.iso.date().meta({ title: 'Date' });

/** Rooms or teachers that one answer of the product has at most. */
const candidatesMax = 500;
/** Items of one change: of each wish a meeting, and at most three that make way for it. */
const itemsMax = 4 * intentsMax;

/** @param kind a mutation is one whose every field is a dry run */
function tool<S extends z.ZodRawShape>(
  declared: z.ZodRawShape,
  answered: S,
  calls?: Readonly<Record<string, string>>,
  kind?: 'mutation',
) {
  const [parameters, answer] = [z.strictObject(declared), z.object(answered)];
  return { parameters, answer, document: operationOf(parameters, answer, calls, kind) };
}

const { list } = facts;
const timetable = id;
/** A time, and the meeting that it is wanted for. */
const moment = {
  ...{ timetable, dayOfWeek: day, periodStart: period, periodEnd: period.optional() },
  ...{ weeks: weeks.optional(), meeting: id.optional() },
  max: whole(1, candidatesMax).default(candidatesMax),
};

const roomFilter = z
  .strictObject({
    name: z.strictObject({ equals: z.string().max(255) }),
    building: z.strictObject({ equals: id }),
    capacity: z.strictObject({ from: whole(1, 100_000) }),
    ...{ hasMultimedia: z.literal(true), isAirConditioned: z.literal(true) },
  })
  .partial()
  .meta({ title: 'ClassroomFilter' });

/** What is asked of classrooms. */
export type RoomFilter = z.infer<typeof roomFilter>;

const place = z
  .strictObject({ dayOfWeek: day, periodStart: period, classroom: id, teacher: id })
  .partial()
  .meta({ title: 'MeetingPlaceInput' });
const datedPlace = place.omit({ dayOfWeek: true }).extend({ date: date.optional() });

const dateItem = z
  .strictObject({ isCancelled: z.literal(true), to: datedPlace })
  .partial()
  .extend({ meeting: id, date })
  .meta({ title: 'DateItemInput' });
const item = z
  .strictObject({ place: place.nullable(), isLocked: z.boolean(), weeks })
  .partial()
  .extend({ meeting: id })
  .meta({ title: 'ChangeItemInput' });
const change = {
  timetable,
  items: z.array(item).max(itemsMax),
  dates: z.array(dateItem).max(itemsMax).optional(),
};
/** Makes the change without a trace; single dates that mean nothing then end with it, and a plan tells so. */
const rehearsed = {
  changeTimetable:
    '(timetable: $timetable, input: { items: $items, dates: $dates }, endsDates: true, isDryRun: true)',
};

/** A timetable as its semester and its number name it; what is left out is the current one. */
const revision = { semester: id.optional(), revision: whole(1, 1_000_000).optional() };
const owners = z
  .strictObject({ teacher: id, administrativeClass: id, classroom: id, teachingClass: id, course: id })
  .partial();
const whose = { ...owners.shape, student: id.optional(), department: id.optional() };
/** The meetings of somebody or something, with some facts of each. */
const assignmentsWith = <T extends z.ZodType>(assignment: T) =>
  tool(
    { ...revision, ...whose },
    { timetable: z.object({ assignments: list(assignment) }).nullable() },
    { timetable: passing(revision), assignments: passing(whose) },
  );
const instant = z.iso.datetime({ offset: true });
const between = {
  made: z.strictObject({ from: instant, before: instant }).meta({ title: 'DateTimeCondition' }).optional(),
};

/** Every tool, by its name. */
export const tools = {
  /** The timetable of a semester: the published one, or a revision by its number. */
  timetable: tool(revision, {
    timetable: facts.timetable.nullable(),
  }),
  assignments: assignmentsWith(facts.assignment),
  /** How many students, which classes and which room the meetings have. */
  sizes: assignmentsWith(facts.size),
  /** The meetings that the timetable has no place for, and why. */
  unplaced: tool(revision, { timetable: z.object({ unplaced: list(facts.unplaced) }).nullable() }),
  classroom: tool({ id }, { classroom: facts.room.nullable() }),
  /** The classrooms at a time, free ones first. */
  freeRooms: tool({ ...moment, filter: roomFilter.optional() }, { freeRooms: list(facts.freeRoom) }),
  /** The teachers at a time, free ones first. */
  freeTeachers: tool(moment, { freeTeachers: list(facts.free) }),
  /** The teachers who could teach a meeting on one date, free ones first. */
  substitutes: tool({ timetable, meeting: id, date }, { substitutes: list(facts.free) }),
  /** The periods at which none of some teachers, classes, students and rooms has a meeting, by day. */
  commonFreeTimes: tool(
    {
      timetable,
      of: z
        .strictObject({ teachers: ids, administrativeClasses: ids, students: ids, classrooms: ids, weeks })
        .partial()
        .meta({ title: 'FreeTimesInput' }),
    },
    { commonFreeTimes: list(facts.freeTime) },
  ),
  /** Everything that forbids a place for a meeting or speaks against it. */
  whyNot: tool({ timetable, meeting: id, place }, { whyNot: list(facts.objection) }),
  /** What speaks against a change of the timetable. */
  checkChange: tool(
    change,
    { changeTimetable: facts.outcome.pick({ problems: true, clashes: true, cost: true }) },
    rehearsed,
    'mutation',
  ),
  /** Everything that a change of the timetable would do. */
  consequences: tool(change, { changeTimetable: facts.outcome }, rehearsed, 'mutation'),
  /** The open conflicts of a timetable, of one kind or of all. */
  conflicts: tool(
    { timetable, kind: z.enum(['TEACHER', 'CLASS', 'ROOM']).meta({ title: 'ConflictKind' }).optional() },
    { conflicts: z.object({ items: list(facts.conflict) }) },
    { conflicts: '(timetable: $timetable, kind: $kind, status: OPEN, size: 200)' },
  ),
  /** Changes of a timetable that were made between two instants, of all or of one person. */
  changes: tool(
    { timetable, person: id.optional(), max: whole(1, 20), ...between },
    { changes: z.object({ items: list(facts.change) }) },
    {
      changes:
        '(timetable: $timetable, person: $person, size: $max, filter: { createdAt: $made }, ' +
        'orderBy: [{ field: NUMBER, direction: DESC }])',
    },
  ),
  /** What the caller was told of changes of the own lessons between two instants. */
  notices: tool(
    between,
    { notices: z.object({ items: list(facts.notice) }) },
    { notices: '(filter: { createdAt: $made }, size: 20)' },
  ),
  /** What teachers asked of academic affairs, as far as the caller may see it, the newest first. */
  dateRequests: tool(
    {},
    { dateRequests: z.object({ total: facts.count, items: list(facts.dateRequest) }) },
    { dateRequests: '(size: 50)' },
  ),
  /** What of some weeks is held otherwise than the week says. */
  dateChanges: tool(
    { timetable, from: z.number().int().min(1), to: z.number().int().min(1) },
    { dateChanges: z.object({ items: list(facts.dateChange) }) },
    { dateChanges: '(timetable: $timetable, size: 200, filter: { week: { from: $from, to: $to } })' },
  ),
  /** What is held on some dates, holidays and made-up days counted: of one owner, else of the caller. */
  datedMeetings: tool(
    {
      ...{ from: date, to: date, includesCancelled: z.boolean().default(false) },
      of: owners.meta({ title: 'TimetableOwnerInput' }),
    },
    { datedMeetings: list(facts.datedMeeting) },
  ),
  /** What a change did to each meeting. */
  changedMeetings: tool(
    { change: id },
    { change: z.object({ items: list(facts.changed) }) },
    { change: '(id: $change)' },
  ),
} as const;

type ToolName = keyof typeof tools;

export type * from './tool-answers.js';

/** What each tool answers. */
export type ToolAnswers = { [N in ToolName]: z.infer<(typeof tools)[N]['answer']> };

/** Asks the product, as the caller of an answer. */
export type UseTool = <N extends ToolName>(name: N, parameters: object) => Promise<ToolAnswers[N]>;

/** Tools that one answer uses at most: ten wishes, each with eight places that are tried. */
const toolCallsMax = 300;

const tooMuchAtOnce = (): DomainError =>
  new DomainError('OPERATION_FAILED', {
    zh: `为回答这句话需要查询 ${toolCallsMax} 次以上，已停止。请分几次说，或把时间、教师、班级说得更具体。`,
    en:
      `The answer would need more than ${toolCallsMax} look-ups, so it was given up. Maybe say it in ` +
      'parts, or name time, teacher and class.',
  });

/**
 * The tools in the hands of one answer.
 * @param semester the one that all of them are about; the current one where it is left out
 * @param onCall told of each call before it is made
 * @throws OPERATION_FAILED after too many calls; Error of a call with other parameters than declared
 */
export function toolsFor(
  ctx: Context,
  {
    semester,
    onCall = () => undefined,
  }: { semester?: string; onCall?: (name: ToolName, parameters: object) => void } = {},
): UseTool {
  let calls = 0;
  return async <N extends ToolName>(name: N, parameters: object) => {
    if (++calls > toolCallsMax) throw tooMuchAtOnce();
    const { parameters: declared, document } = tools[name];
    const about = 'semester' in declared.shape ? { semester } : {};
    const variables = declared.parse({ ...about, ...parameters });
    onCall(name, variables);
    return ctx.app.operations.run<ToolAnswers[N]>(ctx, document, variables);
  };
}
