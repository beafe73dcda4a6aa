import fc from 'fast-check';
import { startTestServer, type TestServer } from '../../support/server.js';
import { faultsOf } from '../canonical.js';
import { makeUniversity, type TestUniversity } from '../university.js';

let server: TestServer;
let university: TestUniversity;
let attendedBy: string[][];

/**
 * Eight meetings of four teaching classes, each with its own teacher; the first two are attended by one class
 * besides their own.
 */
beforeAll(async () => {
  server = await startTestServer();
  university = await makeUniversity(server.runtime.app, { name: 'weeks', teachingClasses: 4 });
  const { teachingClasses, classes } = university;
  await call(
    'mutation ($id: ID!, $input: TeachingClassPatch!) { updateTeachingClass(id: $id, input: $input) { id } }',
    { id: teachingClasses[1].id, input: { administrativeClasses: [classes[1].id, classes[0].id] } },
  );
  attendedBy = classes.map(({ name }, at) => (at === 1 ? [name, classes[0].name] : [name]));
});
afterAll(() => server.stop());

async function call(document: string, variables: object = {}): Promise<any> {
  const { data, errors } = await server.graphql(document, variables);
  if (errors) throw new Error(JSON.stringify(errors[0]));
  return Object.values(data)[0];
}

const all = Array.from({ length: 16 }, (_, at) => at + 1);
const weeks = fc.oneof(
  fc.constant(all.filter((week) => week % 2 === 1)),
  fc.constant(all.filter((week) => week % 2 === 0)),
  fc.constant(all.slice(0, 8)),
  fc.constant(all.slice(8)),
  fc.constant(all),
  fc.subarray(all, { minLength: 1 }),
);
const place = fc.record({
  weeks,
  day: fc.integer({ min: 1, max: 2 }),
  period: fc.integer({ min: 1, max: 3 }),
  room: fc.integer({ min: 0, max: 1 }),
});
type Place = typeof place extends fc.Arbitrary<infer P> ? P : never;

/** Every slot that two meetings really share, by what both need; nothing of it is read from the server. */
function expected(places: readonly Place[]): string[] {
  const { meetings, rooms, teachers } = university;
  return places.flatMap((a, one) =>
    places.flatMap((b, other) => {
      if (other <= one || a.day !== b.day) return [];
      const periods = [a.period, a.period + 1].filter((each) => each === b.period || each === b.period + 1);
      const times = all
        .filter((week) => a.weeks.includes(week) && b.weeks.includes(week))
        .flatMap((week) => periods.map((period) => `${week}/${a.day}/${period}`));
      const [first, second] = [Math.floor(one / 2), Math.floor(other / 2)];
      const shared = [
        ...(a.room === b.room ? [`ROOM ${rooms[a.room].name}`] : []),
        ...(first === second ? [`TEACHER ${teachers[first].name}`] : []),
        ...attendedBy[first]
          .filter((each) => attendedBy[second].includes(each))
          .map((each) => `CLASS ${each}`),
      ];
      const pair = [meetings[one].id, meetings[other].id].sort().join(' ');
      return times.length > 0 ? shared.map((each) => `${each}: ${pair}: ${times.join(' ')}`) : [];
    }),
  );
}

const shown = 'kind resourceName first { id } second { id } times { week dayOfWeek period }';

const told = (clashes: any[]): string[] =>
  clashes.map(({ kind, resourceName, first, second, times }) => {
    const pair = [first.id, second.id].sort().join(' ');
    const at = times.map(({ week, dayOfWeek, period }: any) => `${week}/${dayOfWeek}/${period}`);
    return `${kind} ${resourceName}: ${pair}: ${at.join(' ')}`;
  });

test('only what overlaps in an actual week is a clash, and all of it: odd weeks, halves', async () => {
  const { semester, meetings, rooms, teachers } = university;
  const { em } = server.context();
  await fc.assert(
    fc.asyncProperty(fc.array(place, { minLength: 8, maxLength: 8 }), async (places) => {
      for (const [at, each] of places.entries())
        await em.execute('update meeting set weeks = $2 where id = $1', [meetings[at].id, each.weeks]);
      const { id } = await call(`mutation { createDraft(semester: "${semester.id}", isEmpty: true) { id } }`);
      const items = places.map(({ day, period, room }, at) => ({
        meeting: meetings[at].id,
        place: {
          dayOfWeek: day,
          periodStart: period,
          classroom: rooms[room].id,
          teacher: teachers[Math.floor(at / 2)].id,
        },
      }));
      const change = (terms: string): Promise<any> =>
        call(
          `mutation ($input: TimetableChangeInput!) {
             changeTimetable(timetable: "${id}", input: $input, ${terms}) {
               isApplicable clashes { ${shown} } } }`,
          { input: { items } },
        );
      const wanted = expected(places).sort();
      const rehearsed = await change('isDryRun: true');
      expect(told(rehearsed.clashes).sort()).toEqual(wanted);
      expect(rehearsed.isApplicable).toBe(wanted.length === 0);

      await change('acceptsClashes: true, reason: "random"');
      const { items: conflicts } = await call(
        `{ conflicts(timetable: "${id}", size: 100) { items { clashes { ${shown} } } } }`,
      );
      const stored = conflicts.flatMap(({ clashes }: any) => told(clashes));
      expect(stored.sort()).toEqual(wanted);
      expect(await faultsOf(server.runtime.app, id)).toEqual([]);
      await call(`mutation { discardDraft(id: "${id}") }`);
    }),
    { numRuns: 25 },
  );
});
