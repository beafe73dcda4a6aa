import { parse, type DocumentNode } from 'graphql';
import { z } from 'zod';
import { intentsMax } from '@class-scheduling/assistant-language';
import type { Context } from '../../data/context.js';
import { DomainError } from '../../schema/errors.js';
import type { ToolAnswers } from './tool-answers.js';

/**
 * All that the assistant can do before a person confirms: operations of the schema that read, and dry runs.
 * They run as the caller, so rights, rows and bounds are those of the caller, and nothing here adds to them.
 */

const id = z.uuid();
const ids = z.array(id).max(20);
const day = z.number().int().min(1).max(7);
const period = z.number().int().min(1).max(24);
const weeks = z.array(z.number().int().min(1).max(64)).max(64);

/** Rooms or teachers that one answer of the product has at most. */
const candidatesMax = 500;
/** Items of one change: of each wish a meeting, and at most three that make way for it. */
const itemsMax = 4 * intentsMax;

const roomFields = `id name capacity hasMultimedia isAirConditioned type { id name isLaboratory }
  tags { id name } building { id name campus { id name } }`;
const placeFields = `dayOfWeek periodStart classroom { ${roomFields} } teacher { id name }`;
const changedPlaceFields = 'dayOfWeek periodStart classroom { id name } teacher { id name }';
const datedPlaceFields = 'date periodStart periodEnd classroom { name } teacher { name }';
/** What a change does to a meeting. */
export const changedFields = `meeting { id periods weeks teachingClass { id name } }
  from { ${changedPlaceFields} } to { ${changedPlaceFields} } isHeld wasLocked isLocked
  dates { from { ${datedPlaceFields} } to { ${datedPlaceFields} } }`;
/** Whom a change concerns. */
const affectedFields = 'affected { teachers { id name } administrativeClasses { id name } studentCount }';
const classFields = 'teachingClass { id name course { id name } }';
/** What a change costs, and by which rules. */
const costFields =
  'cost { hardBefore hardAfter softBefore softAfter rules { rule meaning isHard before after } }';

/** What a change does, as people are shown it. */
export const outcomeFields = `isApplicable problems warnings warnedRules clashes { kind text }
  items { ${changedFields} } ${affectedFields} ${costFields}`;

/** Something that the assistant may ask the product. */
export interface Tool {
  /** What it is for, as a model is told it. */
  readonly description: string;
  readonly parameters: z.ZodObject;
  /** A query, or a mutation whose every field is a dry run. */
  readonly document: DocumentNode;
}

const tool = (description: string, parameters: z.ZodObject['shape'], document: string): Tool => ({
  description,
  parameters: z.strictObject(parameters),
  document: parse(document, { noLocation: true }),
});

const timetable = id.describe('Identifier of the timetable.');
const moment = {
  timetable,
  dayOfWeek: day,
  periodStart: period,
  periodEnd: period.optional(),
  weeks: weeks.optional(),
  meeting: id.optional().describe('The meeting that it is wanted for.'),
};

const momentVariables = `$timetable: ID!, $dayOfWeek: Int!, $periodStart: Int!, $periodEnd: Int,
  $weeks: [Int!], $meeting: ID`;
const momentArguments = `timetable: $timetable, dayOfWeek: $dayOfWeek, periodStart: $periodStart,
  periodEnd: $periodEnd, weeks: $weeks, meeting: $meeting, max: ${candidatesMax}`;

const roomFilter = z.strictObject({
  name: z.strictObject({ equals: z.string().max(255) }).optional(),
  building: z.strictObject({ equals: id }).optional(),
  capacity: z.strictObject({ from: z.number().int().min(1).max(100_000) }).optional(),
  hasMultimedia: z.literal(true).optional(),
  isAirConditioned: z.literal(true).optional(),
});

/** What is asked of classrooms. */
export type RoomFilter = z.infer<typeof roomFilter>;

const place = z.strictObject({
  dayOfWeek: day.optional(),
  periodStart: period.optional(),
  classroom: id.optional(),
  teacher: id.optional(),
});

const date = z.iso.date();
const dates = z
  .array(
    z.strictObject({
      ...{ meeting: id, date, isCancelled: z.literal(true).optional() },
      to: place.omit({ dayOfWeek: true }).extend({ date: date.optional() }).optional(),
    }),
  )
  .max(itemsMax);
const items = z
  .array(
    z.strictObject({
      ...{ meeting: id, place: place.nullish(), isLocked: z.boolean().optional() },
      weeks: weeks.optional(),
    }),
  )
  .max(itemsMax);
const whose = {
  revision: z.number().int().min(1).max(1_000_000).optional(),
  teacher: id.optional(),
  administrativeClass: id.optional(),
  student: id.optional(),
  classroom: id.optional(),
  teachingClass: id.optional(),
  course: id.optional(),
  department: id.optional(),
};
const assignmentsWith = (fields: string): string =>
  `query ($revision: Int, $teacher: ID, $administrativeClass: ID, $student: ID, $classroom: ID,
    $teachingClass: ID, $course: ID, $department: ID) {
    timetable(revision: $revision) {
      assignments(teacher: $teacher, administrativeClass: $administrativeClass, student: $student,
        classroom: $classroom, teachingClass: $teachingClass, course: $course, department: $department) { ${fields} } } }`;
const rehearsal = (fields: string): string =>
  `mutation ($timetable: ID!, $items: [ChangeItemInput!], $dates: [DateItemInput!]) {
    changeTimetable(timetable: $timetable, input: { items: $items, dates: $dates }, isDryRun: true) {
      ${fields} } }`;

const instant = z.iso.datetime({ offset: true });
const between = { made: z.strictObject({ from: instant, before: instant }).optional() };

/** Every tool, by its name. */
export const tools = {
  timetable: tool(
    'The timetable of the current semester: the published one, or a revision by its number.',
    { revision: z.number().int().min(1).max(1_000_000).optional() },
    'query ($revision: Int) { timetable(revision: $revision) { id revision status semester { id name } } }',
  ),
  assignments: tool(
    'The meetings of a teacher, class, room or course with their times and places.',
    whose,
    assignmentsWith(`id isLocked time { dayOfWeek periodStart periodEnd weeks }
          meeting { id sequence periods } ${classFields}
          teacher { id name } teachers { teacher { id name } }
          classroom { id name building { id name campus { id name } } }`),
  ),
  sizes: tool(
    'How many students, which classes and which room the meetings of somebody or something have.',
    whose,
    assignmentsWith(`id teachingClass { id studentCount administrativeClasses { id name } }
          classroom { ${roomFields} }`),
  ),
  unplaced: tool(
    'The meetings that the timetable has no place for, and why.',
    { revision: z.number().int().min(1).max(1_000_000).optional() },
    `query ($revision: Int) { timetable(revision: $revision) {
      unplaced { id reason meeting { id sequence periods weeks teacher { id name }
        teachingClass { id name course { id name } department { id } administrativeClasses { id } } } } } }`,
  ),
  classroom: tool(
    'A classroom with its seats, kind and equipment.',
    { id },
    `query ($id: ID!) { classroom(id: $id) { ${roomFields} } }`,
  ),
  freeRooms: tool(
    'The classrooms at a time, free ones first.',
    { ...moment, filter: roomFilter.optional() },
    `query (${momentVariables}, $filter: ClassroomFilter) { freeRooms(${momentArguments}, filter: $filter) {
      isFree objections { kind text } classroom { ${roomFields} } } }`,
  ),
  freeTeachers: tool(
    'The teachers at a time, free ones first.',
    moment,
    `query (${momentVariables}) { freeTeachers(${momentArguments}) {
      isFree teacher { id name } } }`,
  ),
  substitutes: tool(
    'The teachers who could teach a meeting on one date, free ones first.',
    { timetable, meeting: id, date },
    `query ($timetable: ID!, $meeting: ID!, $date: Date!) {
      substitutes(timetable: $timetable, meeting: $meeting, date: $date) { isFree teacher { id name } } }`,
  ),
  commonFreeTimes: tool(
    'The periods at which none of some teachers, classes, students and rooms has a meeting, by day.',
    {
      timetable,
      of: z.strictObject({
        teachers: ids.optional(),
        administrativeClasses: ids.optional(),
        students: ids.optional(),
        classrooms: ids.optional(),
        weeks: weeks.optional(),
      }),
    },
    `query ($timetable: ID!, $of: FreeTimesInput!) {
      commonFreeTimes(timetable: $timetable, of: $of) { dayOfWeek periods } }`,
  ),
  suggestions: tool(
    'Other places for a meeting without clashes, the best first.',
    {
      timetable,
      meeting: id,
      max: z.number().int().min(1).max(50).optional(),
      moves: z.number().int().min(1).max(3).optional().describe('Meetings that one may move.'),
      days: z.array(day).min(1).max(7).optional(),
      earliestPeriod: period.optional().describe('The earliest period at which it may begin.'),
      latestPeriod: period.optional(),
    },
    `query ($timetable: ID!, $meeting: ID!, $max: Int! = 50, $moves: Int! = 3, $days: [Int!],
      $earliestPeriod: Int, $latestPeriod: Int) {
      suggestions(timetable: $timetable, meeting: $meeting, max: $max, moves: $moves, days: $days,
        earliestPeriod: $earliestPeriod, latestPeriod: $latestPeriod) {
        cost { rules { meaning isHard before after } }
        items { meeting { id periods teachingClass { id name } } from { teacher { id } }
          to { ${placeFields} } } } }`,
  ),
  whyNot: tool(
    'Everything that forbids a place for a meeting or speaks against it.',
    { timetable, meeting: id, place },
    `query ($timetable: ID!, $meeting: ID!, $place: MeetingPlaceInput!) {
      whyNot(timetable: $timetable, meeting: $meeting, place: $place) { kind text cost } }`,
  ),
  checkChange: tool(
    'What speaks against a change of the timetable, without making it.',
    { timetable, items, dates: dates.optional() },
    rehearsal(`problems clashes { kind text } ${costFields}`),
  ),
  consequences: tool(
    'Everything that a change of the timetable would do, without making it.',
    { timetable, items },
    rehearsal(outcomeFields),
  ),
  triedPreferences: tool(
    'Whether the caller may note when a teacher likes to teach, without noting it.',
    { semester: id, teacher: id },
    `mutation ($semester: ID!, $teacher: ID!) {
      setTeacherPreferences(input: { semester: $semester, teachers: [$teacher], week: [] }, isDryRun: true) {
        teacherCount } }`,
  ),
  conflicts: tool(
    'The open conflicts of a timetable, of one kind or of all.',
    { timetable, kind: z.enum(['TEACHER', 'CLASS', 'ROOM']).optional() },
    `query ($timetable: ID!, $kind: ConflictKind) {
      conflicts(timetable: $timetable, kind: $kind, status: OPEN, size: 200) {
        items { firstSeries { teachingClass { id } } secondSeries { teachingClass { id } }
          clashes { text } } } }`,
  ),
  changes: tool(
    'Changes of a timetable that were made between two instants, newest first: of all or of one person.',
    { timetable, person: id.optional(), max: z.number().int().min(1).max(50), ...between },
    `query ($timetable: ID!, $person: ID, $max: Int!, $made: DateTimeCondition) {
      changes(timetable: $timetable, person: $person, size: $max, filter: { createdAt: $made },
        orderBy: [{ field: NUMBER, direction: DESC }]) {
        total items { id number kind state reason createdAt person { id name } } } }`,
  ),
  notices: tool(
    'What the caller was told of changes of the own lessons between two instants, newest first.',
    between,
    `query ($made: DateTimeCondition) {
      notices(filter: { createdAt: $made }, size: 20) { items { createdAt message } } }`,
  ),
  dateChanges: tool(
    'What of some weeks is held otherwise than the week says.',
    { timetable, from: z.number().int().min(1), to: z.number().int().min(1) },
    `query ($timetable: ID!, $from: Int!, $to: Int!) {
      dateChanges(timetable: $timetable, size: 200, filter: { week: { from: $from, to: $to } }) {
        items { kind meeting { id teachingClass { id name } }
          occurrence { planned { ${datedPlaceFields} } actual { ${datedPlaceFields} } } } } }`,
  ),
  datedMeetings: tool(
    'What is held on some dates, holidays and made-up days counted: of one owner, else of the caller.',
    {
      from: z.iso.date(),
      to: z.iso.date(),
      includesCancelled: z.literal(true).optional(),
      of: z.strictObject({
        administrativeClass: id.optional(),
        teacher: id.optional(),
        classroom: id.optional(),
        course: id.optional(),
        teachingClass: id.optional(),
      }),
    },
    `query ($from: Date!, $to: Date!, $of: TimetableOwnerInput!, $includesCancelled: Boolean! = false) {
      datedMeetings(from: $from, to: $to, of: $of, includesCancelled: $includesCancelled) {
        isHeld held { date start end } item { assignmentId week dayOfWeek periodStart periodEnd
          teachingClass { id name } teacher { id name } teachers { teacher { id name } }
          classroom { id name building { id name campus { id name } } } change { kind } } } }`,
  ),
  changedMeetings: tool(
    'What a change did to each meeting.',
    { change: id },
    `query ($change: ID!) { change(id: $change) { items { ${changedFields} } } }`,
  ),
} as const satisfies Record<string, Tool>;

/** The name of a tool. */
export type ToolName = keyof typeof tools;

export type * from './tool-answers.js';

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
 * @param onCall told of each call before it is made
 * @throws OPERATION_FAILED after too many calls; Error of a call with other parameters than declared
 */
export function toolsFor(
  ctx: Context,
  onCall: (name: ToolName, parameters: object) => void = () => undefined,
): UseTool {
  let calls = 0;
  return async <N extends ToolName>(name: N, parameters: object) => {
    if (++calls > toolCallsMax) throw tooMuchAtOnce();
    const { parameters: declared, document } = tools[name];
    const variables = declared.parse(parameters);
    onCall(name, variables);
    return ctx.app.operations.run<ToolAnswers[N]>(ctx, document, variables);
  };
}
