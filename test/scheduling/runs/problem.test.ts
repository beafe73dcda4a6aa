import { RuleProfile } from '../../../src/schema/enums.js';
import { problemOf } from '../../../src/services/scheduling/problem/problem.js';
import {
  assignmentsOf,
  placementsOf,
  placesOf,
} from '../../../src/services/scheduling/problem/solver-places.js';
import type { Snapshot } from '../../../src/services/scheduling/problem/snapshot.js';
import { solveInThreads, type Problem } from '@class-scheduling/solver';
import { room, semester } from '../snapshots.js';

/** The possible times of the first meeting as `day/first period`, from 1. */
function timesOf({ times, meetings }: Problem): string[] {
  return meetings[0].times.map(({ time }) => `${Math.log2(times[time].days) + 1}/${times[time].start + 1}`);
}
const startsOf = (snapshot: Snapshot): number[] => [
  ...new Set(timesOf(problemOf(snapshot).problem).map((time) => Number(time.split('/')[1]))),
];

test(
  'double periods begin at odd periods, longer ones also keep to half a day, single ones begin ' + 'anywhere',
  () => {
    expect(startsOf(semester([{}]))).toEqual([1, 3, 5, 7, 9, 11]);
    expect(startsOf(semester([{ periods: 3 }]))).toEqual([1, 5, 9]);
    expect(startsOf(semester([{ periods: 4 }]))).toEqual([1, 5, 9]);
    expect(startsOf(semester([{ periods: 1 }]))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  },
);

test(
  'a meeting longer than half a day may cross a break, which then costs instead of being ' + 'forbidden',
  () => {
    const { problem } = problemOf(semester([{ periods: 6 }]));
    expect(startsOf(semester([{ periods: 6 }]))).toEqual([1, 3, 5, 7]);
    expect(problem.rules).toEqual({ 'long-break': { level: 'soft' } });
    expect(problemOf(semester([{}])).problem.rules).toBeUndefined();
  },
);

test('the calendar knows breaks, evening and weekend', () => {
  expect(problemOf(semester([{}])).problem.calendar).toEqual({
    weeks: 16,
    days: 5,
    periods: 12,
    longBreaks: [3, 7],
    eveningStart: 8,
    weekendStart: 5,
  });
  expect(problemOf(semester([{}], { periods: 8 })).problem.calendar).toMatchObject({ longBreaks: [3] });
});

test('periods at which a course is closed are not offered, those of teachers and rooms are theirs', () => {
  const day = 1;
  const none = { course: null, teacher: null, room: null };
  const { problem } = problemOf(
    semester([{}], {
      days: 1,
      unavailable: [
        { ...none, course: 'k1', day, period: 2 },
        { ...none, course: 'k1', day, period: 7 },
        { ...none, teacher: 't2', day, period: 3 },
        { ...none, room: 'r1', day, period: 4 },
      ],
    }),
  );
  expect(timesOf(problem)).toEqual(['1/3', '1/5', '1/9', '1/11']);
  const weeks = '1111111111111111';
  expect(problem.teachers.map(({ unavailable }) => unavailable)).toEqual([
    [],
    [{ weeks, days: 1, start: 2, length: 1 }],
  ]);
  expect(problem.rooms[0].unavailable).toEqual([{ weeks, days: 1, start: 3, length: 1 }]);
});

test('weeks become a pattern of the semester', () => {
  const { problem } = problemOf(semester([{ weeks: [1, 3, 16, 17] }]));
  expect(problem.times[0].weeks).toBe('1010000000000001');
});

test(
  'a named teacher is the only one, else every qualified one may teach; preferences count from ' + 'zero',
  () => {
    const { problem } = problemOf(
      semester([{}, { teacher: 't2' }], { preferences: [{ teacher: 't1', day: 5, period: 12, level: 1 }] }),
    );
    expect(problem.meetings.map(({ teachers }) => teachers)).toEqual([['t1', 't2'], ['t2']]);
    expect(problem.teachers[0].preferences).toEqual([{ day: 4, period: 11, level: 1 }]);
  },
);

test('rooms are those of the type that seat everybody; equal options are one array', () => {
  const { problem } = problemOf(semester([{}, { roomType: 'laboratory' }, { roomType: 'laboratory' }], {}));
  const [any, laboratory, same] = problem.meetings;
  expect(any.rooms).toBeUndefined();
  expect(laboratory.rooms).toEqual([{ room: 'r2' }]);
  expect(laboratory.roomTypes).toEqual(['laboratory']);
  expect(same.rooms).toBe(laboratory.rooms);
  expect(same.times).toBe(laboratory.times);
});

test('what nothing can serve is kept from the solver and explained', () => {
  const { problem, impossible } = problemOf(
    semester([{ roomType: 'theatre' }, { weeks: [17] }, { periods: 12, lockedPeriod: 2 }, {}], {
      teachingClasses: [{ id: 'c1', name: 'C1', course: 'k1', size: 40, minimumDays: 1, groups: [] }],
    }),
  );
  expect(problem.meetings.map(({ id }) => id)).toEqual(['m4']);
  expect(impossible.map(({ meeting, reason }) => [meeting, reason.en])).toEqual([
    ['m1', 'No classroom of the type it needs seats 40 students.'],
    ['m2', 'Its weeks lie outside the 16 weeks of the semester.'],
    ['m3', 'No time of 12 consecutive periods is open to it.'],
  ]);
  const untaught = problemOf(semester([{}], { qualifications: [] }));
  expect(untaught.impossible[0].reason.zh).toBe('没有指定教师，也没有已获批准的授课教师。');
  const crowded = semester([{}], {
    teachingClasses: [{ id: 'c1', name: 'C1', course: 'k1', size: 51, minimumDays: 1, groups: [] }],
  });
  expect(problemOf(crowded).impossible[0].reason.en).toBe('No classroom seats 51 students.');
});

test('what is locked holds: the day, the period, both, and a room that is too small or not offered', () => {
  expect(timesOf(problemOf(semester([{ lockedDay: 3 }])).problem).map((time) => time.split('/')[0])).toEqual(
    Array(6).fill('3'),
  );
  expect(startsOf(semester([{ lockedPeriod: 2 }]))).toEqual([2]);
  const { problem } = problemOf(
    semester([{ lockedDay: 2, lockedPeriod: 4, lockedRoom: 'r3', roomType: 'laboratory' }], {
      rooms: [{ ...room, id: 'r3', name: 'R3', capacity: 30, offered: false }],
    }),
  );
  const [meeting] = problem.meetings;
  expect(problem.times[meeting.lock?.time as number]).toEqual({
    weeks: '1110000000000000',
    days: 2,
    start: 3,
    length: 2,
  });
  expect(meeting).toMatchObject({ size: 30, rooms: [{ room: 'r3' }], lock: { room: 'r3' } });
  expect(meeting.roomTypes).toBeUndefined();
  // Periods 4 and 5 have a break between them, and somebody wants it so.
  expect(problem.rules).toEqual({ 'long-break': { level: 'soft' } });
});

test('the competition’s profile offers every period and every room of the semester', () => {
  const snapshot = semester([{ periods: 1, weeks: [1] }], {
    profile: RuleProfile.UD2,
    weeks: 1,
    days: 2,
    periods: 3,
  });
  const { problem } = problemOf({
    ...snapshot,
    teachingClasses: [{ id: 'c1', name: 'C1', course: 'k1', size: 1000, minimumDays: 1, groups: ['g1'] }],
  });
  expect(problem).toMatchObject({ profile: 'UD2', calendar: { weeks: 1, days: 2, periods: 3 } });
  expect(problem.calendar.longBreaks).toBeUndefined();
  expect(problem.meetings[0].times).toHaveLength(6);
  expect(problem.meetings[0].rooms).toBeUndefined();
});

test('placements become places of the records and come back as the same placements', () => {
  const { problem } = problemOf(
    semester([{}, { lockedDay: 2, lockedPeriod: 4 }, { periods: 4, weeks: [2] }]),
  );
  const placements = problem.meetings.map(({ id, times, lock }) => ({
    meeting: id,
    time: lock?.time ?? times[times.length - 1].time,
    room: 'r1',
    teacher: 't1',
  }));
  const places = placesOf(problem, placements);
  expect(places).toEqual([
    { meeting: 'm1', day: 5, period: 11, room: 'r1', teacher: 't1' },
    { meeting: 'm2', day: 2, period: 4, room: 'r1', teacher: 't1' },
    { meeting: 'm3', day: 5, period: 9, room: 'r1', teacher: 't1' },
  ]);
  expect(placementsOf(problem, places)).toEqual(placements);
  expect(assignmentsOf(problem, placements)[2]).toMatchObject({ length: 4, weeks: [2] });
  expect(
    placementsOf(problem, [
      { ...places[0], meeting: 'gone' },
      { ...places[0], period: 2 },
    ]),
  ).toEqual([]);
});

test('the same snapshot, also after a round trip through JSON, is the same problem', () => {
  const snapshot = semester([{}, { periods: 3, roomType: 'laboratory' }, { lockedDay: 2, lockedPeriod: 4 }]);
  expect(problemOf(JSON.parse(JSON.stringify(snapshot)) as Snapshot)).toEqual(problemOf(snapshot));
});

test('single students attend what they chose and what their class has; equal choices are one list', () => {
  const { teachingClasses, meetings } = semester([{}, {}]);
  const chosen = { id: 'e1', name: 'E1', course: 'k1', size: 9, minimumDays: 1, groups: [] };
  const elective = { ...meetings[0], id: 'm3', teachingClass: 'e1' };
  const classes = [...teachingClasses, chosen, { ...chosen, id: 'e2' }];
  const { problem } = problemOf(
    semester([], {
      teachingClasses: classes,
      meetings: [...meetings, elective],
      students: [
        { group: 'g1', teachingClasses: ['e1'], count: 2 },
        { group: 'g1', teachingClasses: ['e2'], count: 3 },
        { group: null, teachingClasses: ['e1', 'gone'], count: 4 },
      ],
    }),
  );
  // The class of the second row has no meetings, and whoever attends one misses none.
  expect(problem.students).toEqual([
    { id: 'student 1', meetings: ['m3', 'm1', 'm2'] },
    { id: 'student 2', meetings: ['m3', 'm1', 'm2'] },
  ]);
  expect(problem.students![0].meetings).toBe(problem.students![1].meetings);
});

test('students beyond what the search has memory for do not count', () => {
  const fifteen = Array.from({ length: 15 }, () => ({}));
  const choice = { group: 'g1', teachingClasses: ['c1'], count: 60_000 };
  const { problem } = problemOf(semester(fifteen, { students: [choice, { ...choice, count: 60_000 }] }));
  expect(problem.students).toHaveLength(60_000);
});

test('27: the same snapshot and seed give the same result on 1 and on 8 threads', async () => {
  const snapshot = semester(Array.from({ length: 12 }, (_, i) => ({ periods: 1 + (i % 3) })));
  const placementsOn = async (threads: number, seed: number) => {
    // As a worker finds it that takes a task over.
    const { problem } = problemOf(JSON.parse(JSON.stringify(snapshot)) as typeof snapshot);
    const options = { seed, limit: { moves: 8000 }, walks: 8, threads };
    return (await solveInThreads(problem, options).solution).placements;
  };
  const first = await placementsOn(1, 7);
  expect(await placementsOn(8, 7)).toEqual(first);
  expect(await placementsOn(8, 8)).not.toEqual(first);
});
