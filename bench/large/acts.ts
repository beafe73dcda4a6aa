import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  buildSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql';

/** Records that lists are asked for. */
const pageSize = 200;

/** Something that people ask of a server. */
export interface Act {
  readonly name: string;
  readonly document: string;
}

/** Acts that are told of in one row. */
export interface ActGroup {
  readonly name: string;
  readonly acts: readonly Act[];
}

const schema = (): GraphQLSchema =>
  buildSchema(readFileSync(path.join(import.meta.dirname, '../../../src/schema/schema.graphql'), 'utf8'));

/** The plain fields of a type, which need no argument. */
function leavesOf(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return '';
  const leaves = Object.values(type.getFields()).filter(
    ({ type: of, args, deprecationReason }) =>
      isLeafType(getNamedType(of)) && !args.some(isRequiredArgument) && !deprecationReason,
  );
  return `{ ${leaves.map(({ name }) => name).join(' ')} }`;
}

/** Whether it is not about the caller's own records only. */
const isForAll = ({ name }: { readonly name: string }): boolean => !name.startsWith('my');

/** Every list and every export that an administrator may ask for without saying of what. */
export function listsAndExports(): ActGroup[] {
  const queries = Object.values(schema().getQueryType()!.getFields()).filter(
    ({ args }) => !args.some(isRequiredArgument),
  );
  const lists = queries.filter(isForAll).flatMap((field): Act[] => {
    const type = getNamedType(field.type);
    const items = isObjectType(type) && type.name.endsWith('Page') ? type.getFields().items : undefined;
    const size = `(size: ${pageSize})`;
    return items
      ? [{ name: field.name, document: `{ ${field.name}${size} { total items ${leavesOf(items)} } }` }]
      : [];
  });
  const exports = queries
    .filter(({ name }) => name.endsWith('Export'))
    .map(({ name }) => ({ name, document: `{ ${name} { name content } }` }));
  return [
    { name: `${lists.length} lists, each with its first ${pageSize} and their number`, acts: lists },
    { name: `${exports.length} exports`, acts: exports },
  ];
}

/** A meeting that stands somewhere, and where it might. */
export interface Asked {
  readonly semester: string;
  readonly published: string;
  readonly draft: string;
  readonly meeting: string;
  readonly teacher: string;
  readonly room: string;
  readonly course: string;
  readonly administrativeClass: string;
}

const place = '{ dayOfWeek: 2, periodStart: 3 }';
const times = 'time { dayOfWeek periodStart periodEnd weeks }';
const shown = `${times} classroom { name } teacher { name }
  meeting { teachingClass { name course { name } } }`;
const outcome = 'number isApplicable clashes { text } affected { studentCount }';
const cost = 'cost { softBefore softAfter rules { rule before after } }';

/** What planners ask before they change something. */
export const questions = ({ semester, published, draft, meeting, teacher, room, ...rest }: Asked): Act[] => {
  const of = `timetable: "${draft}", meeting: "${meeting}"`;
  const timetable = (filter: string, selection = shown): string =>
    `{ timetable(semester: "${semester}") { assignments${filter} { ${selection} } } }`;
  return [
    {
      name: 'check of a move with its cost',
      document: `mutation { moveMeeting(${of}, place: ${place}, isDryRun: true) { ${outcome} ${cost} } }`,
    },
    {
      name: 'suggestions',
      document: `{ suggestions(${of}) { items { to { dayOfWeek periodStart } } cost { softAfter } } }`,
    },
    {
      name: 'suggestions on other days',
      document: `{ suggestions(${of}, days: [6]) {
        items { to { dayOfWeek periodStart } } cost { softAfter } } }`,
    },
    {
      name: 'free rooms',
      document: `{ freeRooms(${of}, dayOfWeek: 2, periodStart: 3) { isFree objections { text } } }`,
    },
    {
      name: 'free teachers',
      document: `{ freeTeachers(${of}, dayOfWeek: 2, periodStart: 3) { isFree objections { text } } }`,
    },
    { name: 'whyNot', document: `{ whyNot(${of}, place: ${place}) { message cost } }` },
    {
      name: 'repair of a closed room',
      document: `{ repair(timetable: "${draft}", disturbance: { classroom: "${room}" }) {
        disturbed { id } unsolved { id } } }`,
    },
    {
      name: 'repair for a class',
      document: `{ repair(timetable: "${draft}", disturbance: {
        administrativeClass: "${rest.administrativeClass}" }) { disturbed { id } unsolved { id } } }`,
    },
    {
      name: 'diff of two revisions',
      document: `{ timetableDiff(from: "${published}", to: "${draft}") {
        affected { studentCount } items { wasHeld isHeld } } }`,
    },
    {
      name: 'readiness',
      document: `{ readiness(semester: "${semester}") { isReady gaps { kind count } } }`,
    },
    {
      name: 'planSemester for a course',
      document: `{ planSemester(input: { semester: "${semester}", courses: [{ course: "${rest.course}",
        administrativeClasses: ["${rest.administrativeClass}"], weekHours: 4, kind: THEORY, startWeek: 1,
        endWeek: 16 }] }) { teachingClasses { name } } }`,
    },
    {
      name: 'figures of the timetable',
      document: '{ timetableFigures { meetingCount hours clashCount rooms { share } teachers { hours } } }',
    },
    {
      name: 'dashboard of an administrator',
      document: '{ administratorDashboard { studentCount teacherCount } }',
    },
    {
      name: 'dashboard of academic affairs',
      document: '{ academicDashboard { courseCount } }',
    },
    {
      name: 'timetable of a class',
      document: timetable(`(administrativeClass: "${rest.administrativeClass}")`),
    },
    { name: 'timetable of a teacher', document: timetable(`(teacher: "${teacher}")`) },
    { name: 'timetable of a room', document: timetable(`(classroom: "${room}")`) },
    { name: 'timetable of everything, its times', document: timetable('', times) },
  ];
};

/** Those of whom people ask, a mixed set. */
export interface Read {
  readonly semester: string;
  readonly administrativeClasses: readonly string[];
  readonly teachers: readonly string[];
  readonly rooms: readonly string[];
}

/** What people read all day: whose timetables, who they are, lists and dashboards. */
export const reads = ({ semester, administrativeClasses, teachers, rooms }: Read): string[] => {
  const of = (filter: string, ids: readonly string[]): string[] =>
    ids.map(
      (id) => `{ timetable(semester: "${semester}") { assignments(${filter}: "${id}") { ${shown} } } }`,
    );
  return [
    ...of('administrativeClass', administrativeClasses),
    ...of('teacher', teachers),
    ...of('classroom', rooms),
    ...Array.from({ length: 10 }, () => '{ me { user { name } } }'),
    ...Array.from({ length: 5 }, () => '{ administratorDashboard { studentCount teacherCount } }'),
    ...Array.from({ length: 5 }, () => '{ academicDashboard { courseCount } }'),
    ...Array.from(
      { length: 10 },
      (_, at) => `{ courses(page: ${at + 1}, size: 20) { items { code name } } }`,
    ),
  ];
};

/** What planners do to a draft, one after the other; the last takes back the one before. */
export const changes = ({ draft, meeting }: Asked): Act[] => {
  const of = `timetable: "${draft}", meeting: "${meeting}"`;
  const accepted = 'acceptsClashes: true, reason: "bench"';
  return [
    {
      name: 'a move, with its cost',
      document: `mutation { moveMeeting(${of}, place: ${place}, ${accepted}) { number ${cost} } }`,
    },
    {
      name: 'suggestions after a change',
      document: `{ suggestions(${of}) { items { to { dayOfWeek periodStart } } cost { softAfter } } }`,
    },
    { name: 'undo', document: `mutation { undoChange(timetable: "${draft}") { number } }` },
  ];
};
