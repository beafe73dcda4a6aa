// The judgement of places on facts that are made up: how far it goes, what it takes, and whom it tells what.
import type {
  MeetingPlace,
  Surroundings,
  TeacherFacts,
  WantedPlace,
} from '../../../src/services/scheduling/placement/facts.js';
import type { HeldTime } from '../../../src/services/scheduling/placement/placement.queries.js';
import { judgePlaces } from '../../../src/services/scheduling/placement/judge.js';
import { turnsOf } from '../../support/turns.js';

const room = (id: string, campus: string) => ({
  ...{
    id,
    name: id,
    capacity: 100,
    type: 't',
    isUsable: true,
    isOffered: true,
    campus,
    building: `${id} hall`,
    travelPeriods: 4,
  },
});

const teacher: TeacherFacts = {
  ...{ id: 'T', name: 'Lin', isKnown: true, courses: ['C'], forbiddenTimes: null },
  ...{ dailyMax: null, weeklyMax: null, unwanted: [] },
};

const around = (more: Partial<Surroundings> = {}, of: Partial<TeacherFacts> = {}): Surroundings => ({
  ...{
    semester: 's',
    timetable: 't',
    days: 7,
    schedulingDays: [1, 2, 3, 4, 5],
    periods: 12,
    longBreaks: [4, 8],
  },
  left: [],
  rooms: new Map([room('A', 'near'), room('B', 'far')].map((each) => [each.id, each])),
  teachers: new Map([['T', { ...teacher, ...of }]]),
  ...{ typeNames: new Map(), unavailable: new Map(), held: new Map(), groups: new Map(), links: [] },
  ...more,
});

const at = (day: number, period: number, place: Partial<MeetingPlace> = {}): MeetingPlace => ({
  ...{ day, period, room: 'A', teacher: 'T' },
  ...place,
});

const wanted = (meeting: string, to: MeetingPlace, from: MeetingPlace | null = null): WantedPlace => ({
  needs: {
    ...{ meeting, teachingClass: 'K', teachingClassName: meeting, course: 'C', courseName: 'C' },
    ...{
      studentCount: 1,
      periods: 2,
      weeks: [1, 2],
      classroomType: null,
      teacher: null,
      furtherTeachers: [],
    },
  },
  ...{ from, to },
});

const told = async (facts: Surroundings, places: readonly WantedPlace[]): Promise<string[]> =>
  (await judgePlaces(facts, places, { act: 'editDraft' })).map(({ rule, text }) => `${rule.id}: ${text.en}`);

const held = (day: number, first: number, more: Partial<HeldTime> = {}): HeldTime => ({
  ...{ day, first, last: first + 1, meeting: 'h', name: 'held', weeks: [1, 2], room: room('A', 'near') },
  ...more,
});

test('attack: 1,000 places of a teacher and sixteen classes held the event loop for a minute', async () => {
  const classes = Array.from({ length: 16 }, (_, each) => ({ id: `g${each}`, name: `G${each}` }));
  const facts = around({ groups: new Map([['K', classes]]) });
  const places = Array.from({ length: 1_000 }, (_, each) =>
    wanted(`m${each}`, at(1, 1 + 2 * (each % 2), { room: each % 2 ? 'B' : 'A' })),
  );
  let texts: string[] = [];
  const { longest } = await turnsOf(async () => void (texts = await told(facts, places)));
  // One sentence at most for each place and each of its people.
  expect(texts.length).toBe(1_000 * 17);
  expect(longest).toBeLessThan(250);
});

test('what a change leaves where it is counts, and what it takes away counts before', async () => {
  const facts = { dailyMax: 2 };
  const onMonday = new Map([['T', [held(1, 5)]]]);
  const tuesday = at(2, 1);
  expect(await told(around({ held: onMonday }, facts), [wanted('m', at(1, 1), tuesday)])).toEqual([
    expect.stringMatching(/^daily-load: .*4 periods on Monday, the maximum is 2/),
  ]);
  const { needs } = wanted('gone', tuesday);
  const left = [
    { needs, from: at(1, 5), to: null },
    { needs, from: at(1, 7), to: null },
  ];
  expect(await told(around({ left, held: onMonday }, facts), [wanted('m', at(1, 1), tuesday)])).toEqual([]);
});

test('somebody who was away before was put at any other time of absence', async () => {
  const forbidden = { forbiddenTimes: '周一第1-2节、周五第5-6节' };
  const [monday, friday] = [at(1, 1), at(5, 5)];
  const away = [expect.stringMatching(/^teacher-availability: /)];
  expect(await told(around({}, forbidden), [wanted('m', friday, monday)])).toEqual(away);
  expect(await told(around({}, forbidden), [wanted('m', at(1, 2), monday)])).toEqual([]);
});

test('travel that gets tighter is told, and a pair that moves together is not', async () => {
  const far = { room: 'B' };
  const facts = around({ held: new Map([['T', [held(1, 1)]]]) });
  const [tight, tighter] = [at(1, 5, far), at(1, 3, far)];
  expect(await told(facts, [wanted('m', tighter, tight)])).toEqual([
    expect.stringMatching(/^travel-time: .*from room "A" \(A hall\) to "B" \(B hall\)/),
  ]);
  expect(await told(facts, [wanted('m', tight, tighter)])).toEqual([]);
  const both = [wanted('one', at(2, 1), at(1, 5)), wanted('two', at(2, 3, far), at(1, 7, far))];
  expect(await told(around(), both)).toEqual([]);
});

test('privacy: who may not know a teacher learns no limits, wishes or kinds of absence', async () => {
  const facts = { dailyMax: 1, weeklyMax: 1, forbiddenTimes: '周一第1-2节', isKnown: false };
  const unwanted = [{ day: 1, first: 1, last: 2 }];
  const faults = await judgePlaces(around({}, { ...facts, unwanted }), [wanted('m', at(1, 1))], {
    act: 'propose',
  });
  const plain = 'The time or load does not suit teacher "Lin". Maybe take another time or teacher.';
  expect(new Set(faults.map(({ text }) => text.en))).toEqual(new Set([plain]));
  expect(new Set(faults.map(({ solver }) => solver))).toEqual(new Set([null]));
});
