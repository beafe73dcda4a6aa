import { Random } from '../../../src/demo/random.js';
import { recordsOf } from '../../support/records.js';
import type { TestServer } from '../../support/server.js';

/** What is said of a place: what is needed twice, by rule and other meeting, and all else in words. */
interface Said {
  readonly clashes: readonly string[];
  readonly words: readonly string[];
}

const clashRules: Readonly<Record<string, string>> = {
  ROOM: 'room-conflict',
  TEACHER: 'teacher-conflict',
  CLASS: 'group-conflict',
  OTHER: 'student-conflict',
};

const sorted = (values: readonly string[]): string[] => [...new Set(values)].sort();

/**
 * Places meetings of a semester at random in an empty draft, few rooms and days for many, so that much
 * clashes; asks before each about all of its places, and about one of them what the change would be told.
 * @returns what both said of the chosen places, one beside the other
 */
export async function saidByBoth(
  server: TestServer,
  { semester, count, seed }: { readonly semester: string; readonly count: number; readonly seed: number },
): Promise<(readonly [shaded: Said, checked: Said])[]> {
  const random = new Random(seed);
  const call = async (document: string, variables: object = {}): Promise<any> => {
    const { data, errors } = await server.graphql(document, variables);
    if (errors) throw new Error(errors[0].message);
    return Object.values(data)[0];
  };
  const sql = <R>(text: string, values: readonly unknown[] = []): Promise<R[]> =>
    recordsOf(server.runtime.app).execute<R[]>(text, values);
  const { id: timetable } = await call(
    'mutation ($semester: ID!) { createDraft(semester: $semester, isEmpty: true) { id } }',
    { semester },
  );
  const rooms = await sql<{ id: string }>('select id from classroom order by code limit 4');
  const meetings = await sql<{ id: string; teacher: string }>(
    `select m.id, coalesce(m.teacher_id, (select q.teacher_id from teacher_qualification q
       where q.course_id = k.course_id and q.status = 'APPROVED' order by q.id limit 1)) as teacher
     from meeting m join teaching_class k on k.id = m.teaching_class_id where k.semester_id = $1
     order by md5(k.code || m.sequence) limit 60`,
    [semester],
  );
  const both: (readonly [Said, Said])[] = [];
  for (let round = 0; round < count; round++) {
    // Every third time one that stands already moves on.
    const at = random.whole(0, round % 3 === 2 ? 20 : meetings.length - 1);
    const { id: meeting, teacher } = meetings[at];
    const days = [1, 6];
    const { places, objections } = await call(
      `query ($timetable: ID!, $meeting: ID!, $days: [Int!], $classrooms: [ID!], $teacher: ID) {
         possiblePlaces(timetable: $timetable, meeting: $meeting, days: $days, classrooms: $classrooms,
           teacher: $teacher) {
           places { dayOfWeek periodStart classroom objections }
           objections { kind rule message meetings { id } } } }`,
      { timetable, meeting, days, classrooms: rooms.map(({ id }) => id), teacher },
    );
    const { objections: told, ...where } = places[random.whole(0, places.length - 1)];
    const found = told.map((position: number) => objections[position]);
    const place = { ...where, teacher };
    const change = async (terms: object): Promise<any> =>
      call(
        `mutation ($timetable: ID!, $items: [ChangeItemInput!], $reason: String, $accepts: Boolean,
           $isDryRun: Boolean) {
           changeTimetable(timetable: $timetable, input: { items: $items }, reason: $reason,
             acceptsClashes: $accepts, isDryRun: $isDryRun) {
             problems warnings clashes { kind first { id } second { id } } } }`,
        { timetable, items: [{ meeting, place }], ...terms },
      );
    const { problems, warnings, clashes } = await change({ isDryRun: true });
    const isClash = ({ rule }: any): boolean => Object.values(clashRules).includes(rule);
    const nameOf = (rule: string, other: string): string => `${rule} ${other}`;
    const shaded = {
      words: sorted(found.filter((each: any) => !isClash(each)).map(({ message }: any) => message)),
      // Where something forbids the place, nobody looks what clashes.
      clashes: problems.length
        ? []
        : sorted(found.filter(isClash).map((each: any) => nameOf(each.rule, each.meetings[0].id))),
    };
    const checked = {
      words: sorted([...problems, ...warnings]),
      clashes: sorted(
        clashes.map(({ kind, first, second }: any) =>
          nameOf(clashRules[kind], first.id === meeting ? second.id : first.id),
        ),
      ),
    };
    both.push([shaded, checked]);
    if (!problems.length) await change({ reason: 'test', accepts: true });
  }
  return both;
}
