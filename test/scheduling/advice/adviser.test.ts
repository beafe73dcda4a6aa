import { Suggester, verify, type Problem } from '@class-scheduling/solver';
import { Adviser, judgedInTurn } from '../../../src/services/scheduling/advice/adviser.js';
import { processorMsOf } from '../../support/processor-time.js';
import { turnsOf } from '../../support/turns.js';

/** Meetings of a large university; each teacher, class and room has twenty of them. */
const count = 20_000;
const shared = 20;
const [weeks, periods] = [16, 10];
const allWeeks = Array.from({ length: weeks }, (_, at) => at + 1);

const list = <T>(length: number, of: (at: number) => T): T[] => Array.from({ length }, (_, at) => of(at));
const owners = list(count / shared, (at) => ({ id: String(at), name: String(at) }));
const ownerOf = (at: number): string => String(Math.floor(at / shared));

const problem: Problem = {
  name: 'large',
  profile: 'PRODUCT',
  calendar: { weeks, days: 5, periods, longBreaks: [], eveningStart: 8, weekendStart: 5 },
  times: list(shared, (at) => ({
    weeks: '1'.repeat(weeks),
    days: 1 << (at % 5),
    start: 2 * Math.floor(at / 5),
    length: 2,
  })),
  rooms: owners.map((each) => ({
    ...each,
    capacity: 50,
    type: 'T',
    building: 'B',
    campus: 'C',
    unavailable: [],
  })),
  teachers: owners.map((each) => ({ ...each, preferences: [], unavailable: [] })),
  groups: owners.map((each) => ({ ...each, size: 40 })),
  teachingClasses: owners.map((each) => ({ ...each, course: each.id, minimumDays: 1 })),
  meetings: list(count, (at) => ({
    ...{ id: String(at), name: String(at), teachingClass: ownerOf(at), size: 40 },
    ...{ teachers: [ownerOf(at)], groups: [ownerOf(at)], times: list(shared, (time) => ({ time })) },
  })),
};
const placements = problem.meetings.map(({ id }, at) => {
  const owner = ownerOf(at);
  return { meeting: id, time: at % shared, room: owner, teacher: owner };
});

test('a large timetable is judged in pieces, with other work of the process between', async () => {
  const begin = process.threadCpuUsage().user;
  const { score } = verify(problem, placements);
  const wholeMs = (process.threadCpuUsage().user - begin) / 1_000;
  const meetings = problem.meetings.map(({ id }) => ({ id, weeks: allWeeks, periods: 2 }));
  const semester = { problem, impossible: [], start: [], snapshot: { weeks, meetings } };
  const moved = new Map(
    placements
      .slice(0, 1_000)
      .map(({ meeting, room, teacher }) => [meeting, { day: 6, period: 1, room, teacher }]),
  );
  const longestTurn = async (): Promise<number> => {
    const adviser = new Adviser(1, semester as never, { problem, placements }, new Map());
    let judged: unknown[] = [];
    const { longest } = await turnsOf(
      async () => void (judged = await Promise.all([adviser.score(), adviser.differenceWith(moved)])),
    );
    expect(judged).toEqual([score, expect.objectContaining({ hard: expect.any(Number) })]);
    return longest;
  };
  // Garbage may be collected in any turn, so the shorter of two tells.
  expect(Math.min(await longestTurn(), await longestTurn())).toBeLessThan(wholeMs / 3);
});

/** Meetings with places, as a timetable holds them. */
const standing = placements.map(({ meeting, time, room, teacher }) => ({
  ...{ meeting, department: 'D', isLocked: false },
  place: {
    ...{ day: 1 + (time % 5), period: 1 + 2 * Math.floor(time / 5) },
    ...{ room: room!, teacher: teacher! },
  },
}));

function adviserOn(held: typeof standing, version: number): Adviser {
  const meetings = problem.meetings.map(({ id }) => ({ id, weeks: allWeeks, periods: 2 }));
  const semester = { problem, impossible: [], start: [], snapshot: { weeks, meetings } };
  const placed = held.map(({ meeting, place }) => ({
    ...{ meeting, room: place.room, teacher: place.teacher },
    time: place.day - 1 + (5 * (place.period - 1)) / 2,
  }));
  const byId = new Map(held.map((each) => [each.meeting, each]));
  return new Adviser(version, semester as never, { problem, placements: placed }, byId);
}

const asked = { count: 5, moves: 2 };

test('suggestions are worked out in pieces, with what has to be learnt for the first ones', async () => {
  const whole = new Suggester(problem, placements);
  const wholeMs = await processorMsOf(async () => void whole.suggest('0', asked));
  const longestTurn = async (): Promise<number> => {
    const suggester = await adviserOn(standing, 1).suggester;
    const { longest } = await turnsOf(() => judgedInTurn(() => suggester.suggesting('0', asked)));
    return longest;
  };
  expect(Math.min(await longestTurn(), await longestTurn())).toBeLessThan(wholeMs / 3);
});

test('after a change an adviser goes on with what it has learnt, and says what a new one would', async () => {
  const [first, ...others] = standing;
  const moved = [{ ...first, place: { ...first.place, day: 3, period: 7 } }, ...others];
  const before = adviserOn(standing, 1);
  const wholeMs = await processorMsOf(async () => void new Suggester(problem, before.placed.placements));
  const { longest } = await turnsOf(async () => void (await before.suggester));
  expect(longest).toBeLessThan(wholeMs / 3);
  await before.score();
  const meetings = before.semester;
  const renewed = before.renewed(2, moved)!;
  expect(renewed.semester).toBe(meetings);
  const fresh = new Adviser(2, meetings, adviserOn(moved, 2).placed, renewed.held);
  expect(await renewed.score()).toEqual(await fresh.score());
  const elsewhere = new Map([['1', { ...first.place, day: 3, period: 7 }]]);
  expect(await renewed.differenceWith(elsewhere)).toEqual(await fresh.differenceWith(elsewhere));
  expect((await renewed.suggester).suggest('0', asked)).toEqual((await fresh.suggester).suggest('0', asked));

  const locked = [{ ...first, isLocked: true }, ...others];
  const strange = [{ ...first, place: { ...first.place, day: 6 } }, ...others];
  expect([locked, strange, others].map((held) => fresh.renewed(3, held))).toEqual([null, null, null]);
});
