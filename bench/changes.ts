import { parseArgs } from 'node:util';
import type { App } from '../src/data/app.js';
import { systemContext } from '../src/data/context.js';
import { transaction } from '../src/data/transaction.js';
import { itemsMax } from '../src/entities/scheduling/changes.js';
import { storeDraft, type RunResult } from '../src/services/scheduling/runs/store-draft.js';
import { figures, timed } from './support/figures.js';
import { printTable } from './support/print.js';
import { makeSemester, password, planners, type Query } from './support/planned-semester.js';
import { semesterSize } from './support/semester.js';
import { startServer } from './support/servers.js';
import { signedIn } from './support/sign-in.js';
import { withUndo } from './support/undo.js';

const outcome = 'number isApplicable clashes { text } affected { studentCount }';
const cost = 'cost { softBefore softAfter rules { rule before after } }';

const moveDocument = (selection: string, isDryRun = false): string =>
  `mutation ($timetable: ID!, $meeting: ID!, $place: MeetingPlaceInput!) {
    moveMeeting(timetable: $timetable, meeting: $meeting, place: $place, isDryRun: ${isDryRun},
      acceptsClashes: true, reason: "bench") { ${selection} } }`;

const lockDocument = `mutation ($timetable: ID!, $input: TimetableChangeInput!) {
  changeTimetable(timetable: $timetable, input: $input, isDryRun: true) { ${outcome} } }`;

const suggestionsDocument = `query ($timetable: ID!, $meeting: ID!) {
  suggestions(timetable: $timetable, meeting: $meeting) {
    items { meeting { id } to { dayOfWeek periodStart classroom { id } teacher { id } } }
    cost { softBefore softAfter } affected { studentCount } } }`;

const resolveDocument = `mutation ($id: ID!) {
  resolveConflict(id: $id, reason: "bench") { ${outcome} } }`;

const copyDocument = `mutation ($input: SemesterCopyInput!) {
  copySemester(input: $input) { newCount meetingCount placedCount openConflictCount warningCount } }`;

const freeRoomsDocument = `query ($timetable: ID!, $meeting: ID!) {
  freeRooms(timetable: $timetable, meeting: $meeting, dayOfWeek: 2, periodStart: 3) {
    classroom { name } isFree objections { text } } }`;

const placesDocument = `query ($timetable: ID!, $meeting: ID!, $classrooms: [ID!]) {
  possiblePlaces(timetable: $timetable, meeting: $meeting, days: [1], classrooms: $classrooms) {
    places { dayOfWeek periodStart classroom gravest objections } objections { kind message } } }`;

const diffDocument = `query ($from: ID!, $to: ID!) {
  timetableDiff(from: $from, to: $to) { items { wasHeld isHeld } } }`;

const size = semesterSize(2_000);

/** Asks the server as somebody, and answers the data. */
type Ask = (document: string, variables?: object) => Promise<any>;

/**
 * `npm run bench changes -- [--repeats 100] [--seconds 60]`: what planners of one department wait for in a
 * semester of 2,000 meetings and 20,000 enrolments, over POST /graphql, and then twenty who edit one draft
 * together.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { repeats: { type: 'string', default: '100' }, seconds: { type: 'string', default: '60' } },
  });
  const [repeats, seconds] = [values.repeats, values.seconds].map(Number);
  await withUndo(async (undo) => {
    const { env, query, app } = await makeSemester(undo, size.meetings);
    const { url } = await startServer('product', { env, undo });
    const asked = async (user: string): Promise<Ask> => asking(url, await signedIn(url, { user, password }));
    const [administrator, first] = [await asked('bench-admin'), await asked('planner0')];
    const rows = await single({ administrator, planner: first, query, repeats, app });
    const [meetings, enrolments] = [size.meetings, size.enrolments].map((count) =>
      count.toLocaleString('en'),
    );
    const title = `over POST /graphql, ${meetings} meetings, ${enrolments} enrolments; all on one machine.`;
    printTable(`Changes ${title}`, ['what', 'median ms', 'p99 ms', 'bar ms'], rows);
    const asks = await Promise.all(Array.from({ length: planners }, (_, at) => asked(`planner${at}`)));
    printTable(
      `${planners} planners edit one draft for ${seconds} s, ${title}`,
      ['changes', 'median ms', 'p99 ms', 'bar ms', 'refused', 'failed', 'lost'],
      [await together(administrator, asks, { seconds, query })],
    );
  });
}

/** What one planner waits for, one after the other. */
async function single({
  administrator,
  planner,
  query,
  repeats,
  app,
}: {
  administrator: Ask;
  planner: Ask;
  query: Query;
  repeats: number;
  app: App;
}): Promise<string[][]> {
  const [{ semester, published }] = await query(
    `select s.id as semester, t.id as published from semester s join timetable t on t.semester_id = s.id`,
  );
  const newDraft = async (): Promise<string> =>
    (await administrator(`mutation { createDraft(semester: "${semester}") { id } }`)).createDraft.id;
  const draft = await newDraft();
  const classrooms = (await query('select id from classroom limit 120')).map(({ id }) => id);
  const own = await meetingsOf(query, published, 0);
  const moved = (at: number, isBack = false): object => {
    const { meeting, day, period } = own[at % own.length];
    return { timetable: draft, meeting, place: { dayOfWeek: day, periodStart: isBack ? period : 11 } };
  };
  const asked = (at: number): object => ({ timetable: draft, meeting: own[at % own.length].meeting });
  const rows: string[][] = [];
  const tell = (name: string, bar: number, taken: readonly number[]): void => {
    rows.push([name, ...figures(taken), String(bar)]);
    console.error(rows.at(-1)!.join(' | '));
  };
  const measure = async (
    name: string,
    bar: number,
    times: number,
    once: (at: number) => Promise<unknown>,
  ) => {
    for (let at = 0; at < Math.min(3, times); at++) await once(at);
    const taken: number[] = [];
    for (let at = 0; at < times; at++) taken.push(await timed(() => once(at + 3)));
    tell(name, bar, taken);
  };
  await measure('check of a move', 50, repeats, (at) => planner(moveDocument(outcome, true), moved(at)));
  await measure('check of a move with its cost', 50, repeats, (at) =>
    planner(moveDocument(`${outcome} ${cost}`, true), moved(at)),
  );
  await measure('suggestions', 200, repeats, (at) => planner(suggestionsDocument, asked(at)));
  await measure('free rooms', 200, repeats, (at) => planner(freeRoomsDocument, asked(at)));
  await measure('every place of a taken meeting', 100, repeats, (at) =>
    planner(placesDocument, { ...asked(at), classrooms }),
  );
  await measure('apply', 100, repeats, (at) =>
    planner(moveDocument(outcome), moved(Math.floor(at / 2), at % 2 === 1)),
  );
  const byHand: number[] = [];
  for (let at = 0; at < Math.min(20, repeats); at++) {
    // From the end, where nothing that was measured above has left a meeting.
    const which = own.length - 1 - Math.floor(at / 2);
    await planner(moveDocument('number'), moved(which, at % 2 === 1));
    byHand.push(await timed(() => planner(suggestionsDocument, asked(which))));
  }
  tell('suggestions, each after a change', 200, byHand);
  await measure('undo', 100, Math.min(20, repeats), () =>
    planner(`mutation { undoChange(timetable: "${draft}") { ${outcome} } }`),
  );
  const resolved: number[] = [];
  for (let at = 0; at < Math.min(20, repeats); at++) {
    const id = await clash(planner, query, draft, own[at % own.length]);
    resolved.push(await timed(() => planner(resolveDocument, { id })));
  }
  tell('a conflict resolved by its best repair', 300, resolved);
  await measure('full conflict check', 1_000, Math.min(5, repeats), () =>
    checkAll(administrator, query, draft),
  );
  await measure('diff of two revisions', 500, repeats, () =>
    planner(diffDocument, { from: published, to: draft }),
  );
  const courses = await query('select id from course order by id limit 1000');
  const [{ id: group }] = await query('select id from administrative_class order by id limit 1');
  const planned = courses.map(({ id: course }) => ({
    course,
    administrativeClasses: [group],
    weekHours: 4,
    kind: 'THEORY',
    startWeek: 1,
    endWeek: 16,
  }));
  const plan =
    'query ($input: SemesterPlanInput!) { planSemester(input: $input) { teachingClasses { name } } }';
  await measure('planSemester for 1,000 courses', 3_000, Math.min(3, repeats), () =>
    administrator(plan, { input: { semester, courses: planned } }),
  );
  const drafts: string[] = [];
  const drafting: number[] = [];
  while (drafts.length < 8) drafting.push(await timed(async () => drafts.push(await newDraft())));
  tell('createDraft', 1_000, drafting);
  await measure('publish', 2_000, 5, (at) =>
    administrator(
      `mutation { publishTimetable(id: "${drafts[at]}" reason: "bench" acceptsUnfinished: true) { id } }`,
    ),
  );
  const result = await resultOf(query, published);
  const ctx = systemContext(app, 'bench');
  await measure('result of a run stored', 3_000, 5, () =>
    transaction(ctx, (em) => storeDraft(ctx, em, { semester }, result)),
  );
  const targets = await query(
    `insert into semester (id, name, start_date, end_date)
     select gen_random_uuid(), 'copy ' || i, '2027-03-01', '2027-06-20' from generate_series(1, 4) i
     returning id`,
  );
  await measure('copySemester of 1,000 teaching classes', 3_000, 1, (at) =>
    administrator(copyDocument, { input: { source: semester, target: targets[at].id } }),
  );
  return rows;
}

/** Gives a meeting the room and time of another one, and answers the conflict that this is. */
async function clash(
  planner: Ask,
  query: Query,
  timetable: string,
  { meeting }: { meeting: string },
): Promise<string> {
  const [place] = await query(
    `select a.day_of_week as "dayOfWeek", a.period_start as "periodStart", a.classroom_id as classroom
     from class_assignment a, class_assignment b
     where a.timetable_id = '${timetable}' and b.timetable_id = '${timetable}'
       and b.meeting_id = '${meeting}' and a.teacher_id <> b.teacher_id and a.day_of_week is not null
     order by a.meeting_id limit 1`,
  );
  const document = `mutation ($timetable: ID!, $meeting: ID!, $place: MeetingPlaceInput!) {
    moveMeeting(timetable: $timetable, meeting: $meeting, place: $place, acceptsClashes: true,
      reason: "bench") { number } }`;
  await planner(document, { timetable, meeting, place });
  const [{ id }] = await query(
    `select conflict_id as id from conflict_pair where timetable_id = '${timetable}'
       and '${meeting}' in (first_meeting_id, second_meeting_id) limit 1`,
  );
  return id;
}

/** A run that would place everything where the timetable has it. */
async function resultOf(query: Query, timetable: string): Promise<RunResult> {
  const assignments = await query(`select meeting_id as meeting, day_of_week as day,
    period_start as period, period_end - period_start + 1 as length, weeks, classroom_id as room,
    teacher_id as teacher from class_assignment where timetable_id = '${timetable}' order by 1`);
  return { softCost: 0, assignments, unplaced: [] };
}

/** Judges every meeting of a timetable anew, as many at a time as one change may have. */
async function checkAll(administrator: Ask, query: Query, timetable: string): Promise<void> {
  const all = await query(
    `select meeting_id as meeting, true as "isLocked" from class_assignment
     where timetable_id = '${timetable}' order by 1`,
  );
  for (let from = 0; from < all.length; from += itemsMax)
    await administrator(lockDocument, { timetable, input: { items: all.slice(from, from + itemsMax) } });
}

/** The meetings of the department with the number, with their slots in a timetable. */
const meetingsOf = (query: Query, timetable: string, department: number): Promise<any[]> =>
  query(`select a.meeting_id as meeting, a.day_of_week as day, a.period_start as period
    from class_assignment a join teaching_class t on t.id = a.teaching_class_id
    where a.timetable_id = '${timetable}' and t.department_id =
      (select id from department where code like 'SEED%' order by code offset ${department} limit 1)
    order by a.meeting_id`);

/** Twenty planners, each moving meetings of a department of their own to and fro in one draft. */
async function together(
  administrator: Ask,
  asks: readonly Ask[],
  { seconds, query }: { seconds: number; query: Query },
): Promise<string[]> {
  const [{ semester }] = await query('select id as semester from semester where is_current');
  const draft = (await administrator(`mutation { createDraft(semester: "${semester}") { id } }`)).createDraft
    .id;
  const meetings: any[][] = [];
  for (const department of asks.keys()) meetings.push(await meetingsOf(query, draft, department));
  const end = performance.now() + seconds * 1_000;
  const taken: number[] = [];
  let [stored, refused, failed] = [0, 0, 0];
  await Promise.all(
    asks.map(async (ask, department) => {
      const own = meetings[department];
      for (let at = 0; performance.now() < end; at++) {
        const { meeting, day, period } = own[Math.floor(at / 2) % own.length];
        const place = { dayOfWeek: day, periodStart: at % 2 ? period : 11 };
        const begin = performance.now();
        try {
          const { moveMeeting } = await ask(moveDocument('change { id }'), {
            timetable: draft,
            meeting,
            place,
          });
          if (moveMeeting.change) stored += 1;
        } catch (error) {
          if (/OPERATION_DENIED/.test((error as Error).message)) refused += 1;
          else {
            failed += 1;
            console.error((error as Error).message);
          }
        }
        taken.push(performance.now() - begin);
      }
    }),
  );
  const [{ count }] = await query(
    `select count(*)::int as count from change
    where timetable_id = '${draft}' and kind = 'EDIT'`,
  );
  return [stored, ...figures(taken), 500, refused, failed, stored - count].map(String);
}

const asking =
  (url: string, headers: Record<string, string>): Ask =>
  async (query, variables) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: any; errors?: any[] };
    if (errors) throw new Error(`${errors[0].extensions?.code}: ${errors[0].message}`);
    return data;
  };
