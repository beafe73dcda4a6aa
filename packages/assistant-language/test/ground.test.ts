import fc from 'fast-check';
import {
  agreeingIn,
  chosenOption,
  read,
  settlingIn,
  textMax,
  timesMax,
  type Intent,
  type KnownLesson,
  type MeetingRef,
  type Situation,
} from '../src/index.js';
import { dayOf, later } from '../src/slots/calendar.js';
import { likeliest } from '../src/dialogue/likeliest.js';
import { fromTo } from '../src/spot/numbers.js';
import { situation as common } from '../src/training/worlds.js';

/** Lessons that names and times tell apart only together. */
const lesson = (
  teachingClass: string,
  [course, teacher, administrativeClass, room]: readonly [string, string, string, string],
  [day, start, weeks = 18]: readonly [number, number, number?],
): KnownLesson => ({
  ...{ teachingClass, course, teachers: [teacher], administrativeClasses: [administrativeClass] },
  ...{ room, building: null, day, start, end: start + 1 },
  weeks: Array.from({ length: weeks }, (_, at) => at + 1),
});

const situation: Situation = {
  ...common,
  names: common.names.map((one) => (one.id === 'r1' ? { ...one, seats: 90 } : one)),
  self: { teacher: null, student: null, administrativeClass: null },
  lessons: [
    lesson('k1', ['c1', 't1', 'a1', 'r1'], [3, 3]),
    lesson('k1', ['c1', 't1', 'a1', 'r1'], [5, 1]),
    lesson('k2', ['c1', 't3', 'a2', 'r2'], [3, 3]),
    lesson('k3', ['c5', 't4', 'a1', 'r3'], [2, 5]),
    lesson('k4', ['c2', 't2', 'a2', 'r1'], [4, 5]),
    lesson('k6', ['c11', 't2', 'a4', 'r1'], [2, 1]),
    lesson('k5', ['c4', 't7', 'a3', 'r4'], [1, 7]),
  ],
};

const intentsOf = (text: string, world: Situation = situation): readonly Intent[] | string => {
  const reading = read(text, world);
  return reading.kind === 'intents' ? reading.intents : reading.kind;
};

const at = (day: number, start: number) => ({ days: [day], periods: { start, end: start + 1 } });

describe('the timetable tells what the words leave open', () => {
  test.each([
    // Of two times the one at which there is such a lesson is where it is.
    [
      '周五的高数周四下午上吧，计科2301的',
      { teachingClasses: ['k1'], at: at(5, 1) },
      { days: [4], part: 'AFTERNOON' },
    ],
    ['计科2301周二的数据结构挪到周四1-2节', { teachingClasses: ['k3'], at: at(2, 5) }, { days: [4] }],
    ['李娜的高数周三3-4节改到周一', { teachingClasses: ['k2'], at: at(3, 3) }, { days: [1] }],
    // Of two places the last is where it goes; a room of the reason, and doubt beside the wish, are neither.
    [
      '计科2301的数据结构放在周二5-6节学生老迟到，改到周四1-2节',
      { teachingClasses: ['k3'], at: at(2, 5) },
      { days: [4] },
    ],
    ['B205投影坏了，李娜周三的高数改到周一', { teachingClasses: ['k2'], at: at(3, 3) }, { days: [1] }],
    ['不知道归不归我管，李娜的高数改到周一', { teachingClasses: ['k2'], at: at(3, 3) }, { days: [1] }],
    ["move Zhang Min's linear algebra to monday", { teachingClasses: ['k6'], at: at(2, 1) }, { days: [1] }],
  ])('%s', (text, meeting, to) => {
    expect(intentsOf(text)).toMatchObject([{ type: 'move', meeting, to }]);
  });

  test('a change of one date is of the week that is spoken of', () => {
    const before = intentsOf('李娜下周有几节课') as readonly Intent[];
    const { weeks } = (before[0] as { within: { weeks: readonly number[] } }).within;
    expect(weeks).toHaveLength(1);
    expect(intentsOf('周三那次高数停一次', { ...situation, before })).toMatchObject([
      { type: 'singleDate', at: { days: [3], weeks } },
    ]);
    expect(intentsOf('李娜周三那次高数停一次')).not.toMatchObject([{ at: { weeks } }]);
  });

  test.each([
    ['计科2301周二的数据结构挪到周四1-2节，要是不行就周三7-8节', { to: { ...at(3, 7) } }],
    ['计科2301周二的数据结构换到A101，占了的话就用A102', { room: { room: 'r2' } }],
    ['把计科2301周二的数据结构挪到周四1-2节，不行就算了', undefined],
    ['move 数据结构 of 计科2301 to Thursday 1-2, if not then Wednesday 7-8', { to: { ...at(3, 7) } }],
    ['计科2301周二的数据结构挪到周四1-2节，不行的话周三7-8节', { to: { ...at(3, 7) } }],
    ['计科2301周二的数据结构挪到周四1-2节，实在不行周三7-8节也可以', { to: { ...at(3, 7) } }],
    [
      'move 数据结构 of 计科2301 to Thursday 1-2, if that is impossible then Wednesday 7-8',
      { to: { ...at(3, 7) } },
    ],
    [
      'move 数据结构 of 计科2301 to Thursday 1-2, or Wednesday 7-8 if that does not work',
      { to: { ...at(3, 7) } },
    ],
    // What is best is left out where it cannot be.
    ['计科2301周二的数据结构换个间教室，最好在实验楼', { room: {} }],
    ['move 数据结构 of 计科2301 to Thursday, preferably in the afternoon', { to: { days: [4] } }],
  ])('%s: what shall be instead is told beside it', (text, otherwise) => {
    const [intent] = intentsOf(text) as Intent[];
    expect('otherwise' in intent ? intent.otherwise : undefined).toEqual(otherwise);
  });

  test('what goes on with a change is of its lesson: once, in another week, in every week', () => {
    const after = (first: string, text: string): readonly Intent[] | string =>
      intentsOf(text, { ...situation, before: intentsOf(first) as readonly Intent[] });
    const taken = '王芳的数据结构让李娜上';
    expect(after(taken, '就一次')).toMatchObject([
      { type: 'singleDate', action: 'SUBSTITUTE', teacher: 't3' },
    ]);
    const moved = '计科2301周二的数据结构挪到周四1-2节';
    const lessons = situation.lessons!.map((one) =>
      one.teachingClass === 'k3' ? { ...one, weeks: [1, 3, 5] } : one,
    );
    const biweekly = { ...situation, lessons };
    expect(intentsOf('计科2301周二的数据结构改成每周都上', biweekly)).toMatchObject([
      { type: 'changeWeeks', weeks: [1, 2, 3, 4, 5], isEach: true },
    ]);
    const asked = intentsOf('计科2301周二的数据结构是单周还是双周') as readonly Intent[];
    expect(intentsOf('改成每周都上行吗', { ...biweekly, before: asked })).toMatchObject([
      { type: 'changeWeeks', meeting: { at: { days: [2] } }, weeks: [1, 2, 3, 4, 5] },
    ]);
    const suspended = intentsOf('王芳下周二的数据结构停一次') as readonly Intent[];
    expect(intentsOf('就这一次', { ...situation, before: suspended })).toEqual(suspended);
    const before = intentsOf(moved, biweekly) as readonly Intent[];
    expect(intentsOf('就下周', { ...biweekly, before })).toMatchObject([
      {
        type: 'singleDate',
        meeting: { teachingClasses: ['k3'] },
        at: { days: [2], weeks: [expect.any(Number)] },
      },
    ]);
  });

  test.each([
    ['第9周和第10周的课一样吗', '那11周呢', { type: 'compareWeeks', weeks: [9, 11] }],
    ['第9周和第10周的课一样吗', '哪里不一样', { type: 'compareWeeks', weeks: [9, 10] }],
    ['计科2301和计科2302一起上的课有哪些', '他们俩周三有共同空闲吗', { administrativeClasses: ['a1', 'a2'] }],
    [
      '计科2301周二的数据结构挪到周四1-2节',
      '那会儿没有空教室吗',
      { at: { days: [4], periods: { start: 1 } } },
    ],
  ])('%s; %s goes on with it', (first, text, told) => {
    expect(intentsOf(text, { ...situation, before: intentsOf(first) as Intent[] })).toMatchObject([told]);
  });

  test.each([
    // What cannot be held goes elsewhere, and what stands beside the wish tells neither when nor where.
    ['下周二王芳要陪外宾，计科2301的数据结构怕是上不成了，能不能往别的时候挪一挪', { action: 'MOVE' }],
    [
      'Wang Fang is asked to Paris next Tuesday. Could her 数据结构 be given on some other day of that week?',
      { action: 'MOVE', to: { weeks: [expect.any(Number)] }, notAt: [{ days: [2] }] },
    ],
    ['计科2301下周二的数据结构在三楼，给换到一楼的教室', { action: 'MOVE', room: { floor: '1' } }],
    ['王芳下周二的数据结构换个普通教室，不用机房', { room: { without: ['COMPUTERS', 'LABORATORY'] } }],
    // What passes is the matter once.
    ['Wang Fang is ill, cancel her Tuesday 数据结构, please', { action: 'CANCEL' }],
  ])('%s', (text, told) => {
    expect(intentsOf(text)).toMatchObject([
      { type: 'singleDate', meeting: { teachingClasses: ['k3'] }, ...told },
    ]);
  });

  test('who asks somebody whether it suits has dropped nothing', () => {
    expect(settlingIn('我先问问学生行不行')).toBeNull();
  });

  // A change of which none is likely is asked about; whoever may only look is refused it all the same.
  test('a reading that is hardly likelier than another is asked about, with both as options', () => {
    const moved = (day: number): Intent => ({
      ...{ type: 'singleDate', action: 'MOVE', meeting: { teachingClasses: ['k1'] } },
      ...{ at: at(3, 3), to: at(day, 7) },
    });
    const scored = (...scores: readonly number[]) =>
      scores.map((score, day) => ({
        ...{ score, reading: { kind: 'intents', intents: [moved(day + 1)] } as const },
      }));
    const student = { ...situation, self: { ...situation.self, student: 's1' } };
    expect(likeliest('那周一呢', scored(-2.5, -3), situation)).toMatchObject({
      kind: 'question',
      options: [
        { label: { zh: expect.stringMatching(/周三第3-4节 → 周一第7-8节$/) }, intents: [moved(1)] },
        { label: { en: expect.stringMatching(/Wednesday periods 3-4 → Tuesday periods 7-8$/) } },
      ],
    });
    for (const [scores, world] of [
      [[-2.5, -6], situation],
      [[-1.5, -1.6], situation],
      [[-2.5, -3], student],
    ] as const)
      expect(likeliest('那周一呢', scored(...scores), world)).toMatchObject({ intents: [moved(1)] });
  });

  const tuesday = later(situation.today, 14 + 2 - dayOf(situation.today));
  const ofTuesday = [{ teachingClasses: ['k3'], at: { date: tuesday, periods: { start: 5, end: 6 } } }];
  const rooms = [{ rooms: ['r3'] }, { rooms: ['r1'] }];
  const all = { teachers: ['t4'], isEvery: true };
  const twoOff = '下周二王芳的数据结构停课，下周三李娜的高数停课';
  test.each<[string, string, object, (readonly MeetingRef[])?]>([
    // Where it goes is open still: a day tells that, and not another lesson.
    ['王芳下周二的数据结构换个时间', '周四最好', { action: 'MOVE', to: { days: [4] } }],
    ['王芳下周二的数据结构换个时间', 'Thursday would be best', { action: 'MOVE', to: { days: [4] } }],
    ['计科2301周二的数据结构换教室', '三楼那间', { type: 'move', room: { floor: '3' } }],
    ['计科2301周二的数据结构挪到上午', '就下周', { to: { part: 'MORNING' } }],
    // Of two that are swapped each stays what it is, or one alone is moved.
    [
      '计科2301周二的数据结构和李娜周三的高数对调',
      'only in week 5',
      { type: 'swap', first: { teachingClasses: ['k3'] }, on: { weeks: [5] } },
    ],
    [
      '计科2301周二的数据结构和李娜周三的高数对调',
      '那就只调周二的',
      { type: 'move', meeting: { teachingClasses: ['k3'] } },
    ],
    ['王芳下周二请假', '就数据结构', { type: 'absent', of: { teachers: ['t4'], courses: ['c5'] } }],
    ['计科2301周二有哪些课', '换个大点的教室，就下周', { action: 'MOVE', room: { size: 'BIGGER' } }],
    [
      '王芳下周二的数据结构换到周四晚上',
      'a bigger one please',
      { to: { days: [4] }, room: { size: 'BIGGER' } },
    ],
    // Of all that was listed no more is changed than that, then, and of whom it was.
    ['王芳下周二有哪些课', '都停掉', { action: 'CANCEL', meeting: all, at: { days: [2], weeks: [8] } }],
    ['王芳下周二有哪些课', '都让张敏代', { action: 'SUBSTITUTE', meeting: all, at: { weeks: [8] } }],
    ['王芳下周有哪些课', '都挪到第10周', { action: 'MOVE', at: { weeks: [8] }, to: { weeks: [10] } }],
    [
      '王芳下周有哪些课',
      '数据结构的都停掉',
      { action: 'CANCEL', meeting: { ...all, courses: ['c5'] }, at: { weeks: [8] } },
    ],
    ['王芳下周二有哪些课', '下午的都停掉', { at: { days: [2], weeks: [8], part: 'AFTERNOON' } }],
    ['王芳和李娜下周二有哪些课', '王芳的都停掉', { meeting: all, at: { days: [2] } }, ofTuesday],
    ['王芳下周二有哪些课', '李娜的也都停掉', { meeting: { teachers: ['t3'] }, at: { days: [2] } }, ofTuesday],
    ['王芳下周有哪些课', '除了周三的都停掉', { action: 'CANCEL', at: { days: [1, 2, 4, 5, 6, 7] } }],
    [
      '王芳下周有哪些课',
      '计科2301周二的都停掉',
      { meeting: { administrativeClasses: ['a1'], isEvery: true } },
    ],
    ['王芳下周二的课谁能代', '都停掉', { action: 'CANCEL', meeting: all, at: { days: [2] } }],
    ['王芳下周有哪些课', '周二的都停掉', { action: 'CANCEL', meeting: all, at: { days: [2] } }],
    ['王芳下周二的数据结构挪到下周四', '下下周二的停课', { action: 'CANCEL' }, ofTuesday],
    ['王芳下周请假', '周二的挪到周五', { at: { days: [2] }, to: { days: [5] } }, ofTuesday],
    ['计科2301下周有哪些课', '周三那节停一次', { action: 'CANCEL', at: { days: [3], weeks: [8] } }],
    ['王芳下周二的数据结构挪到下周四', '不行的话就周五9-10', { action: 'MOVE', to: at(5, 9) }],
    ['王芳下周二的数据结构换个大点的教室', '改成第10周吧', { action: 'MOVE', at: { weeks: [10] } }],
    ['计科2301周三有哪些课', '高数之后还有课吗', { within: { days: [3], periods: { start: 5 } } }],
    ['计科2301周三第一节课在哪', '教室多大', { pick: 'FIRST', ask: 'SEATS', within: { days: [3] } }],
    ['计科2301周三的高数在哪', '几点开始', { type: 'showTimetable', ask: 'WHEN', of: { courses: ['c1'] } }],
    [
      '王芳下周二的数据结构让张敏代',
      '李娜可以吗',
      { meeting: expect.not.objectContaining({ teachers: expect.anything() }), teacher: 't3' },
    ],
    [
      '王芳下周二的数据结构挪到周四3-4',
      '学生那会儿有空吗',
      { type: 'findTimes', administrativeClasses: ['a1'] },
    ],
    ['A101下周二上午有什么课', '那会儿还有哪几间空着', { type: 'findRooms', at: { days: [2] } }],
    ['王芳下周二几点下课', '哦不对 问的是下下周二', { type: 'showTimetable', within: { weeks: [9] } }],
    ['王芳下周还有课吗', '都在哪个教室', { within: { weeks: [expect.any(Number)] }, ask: 'WHERE' }],
    // What is corrected takes the place of what was said, and what stays is no longer changed.
    ['王芳下周二的数据结构挪到周四', '不是下周，是下下周', { at: { weeks: [9] }, to: { days: [4] } }],
    [
      '下周起王芳周二的数据结构挪到周四',
      '不对，9周起，下周照旧',
      { meeting: { at: { weeks: fromTo(9, 18) } }, to: { days: [4] } },
    ],
    [
      '下周起王芳周二的数据结构挪到周四',
      'sorry, from week 10, next week as usual',
      { meeting: { at: { weeks: fromTo(10, 18) } } },
    ],
    [
      '下周起王芳周二的数据结构挪到周四',
      '第9周那次别动',
      { meeting: { at: { weeks: [8, ...fromTo(10, 18)] } } },
    ],
    [
      '计科2301周二的数据结构和李娜周三的高数对调，就下周',
      'it is the week after, not next week',
      { type: 'swap', on: { weeks: [9] } },
    ],
    [twoOff, '只停第一个，高数照常', { meeting: { teachingClasses: ['k3'] } }],
    [twoOff, 'just the first one, the other stays', { meeting: { teachingClasses: ['k3'] } }],
    [twoOff, '数据结构先不动', { meeting: { teachingClasses: ['k2'] } }],
    [
      twoOff,
      'hm no, only the first. in the second they do exercises anyway',
      { meeting: { teachingClasses: ['k3'] } },
    ],
    ['王芳下周二的数据结构能挪到什么时候', 'not in the evening', { type: 'findTimes', avoid: ['EVENING'] }],
    // Of what was shown: on its date, of whoever attends it, and the largest of several.
    ['王芳有哪些课', '数据结构那节挪到第10周补上', { at: { date: tuesday } }, ofTuesday],
    ['王芳有哪些课', 'cancel the Tuesday one', { type: 'singleDate', action: 'CANCEL' }, ofTuesday],
    ['王芳有哪些课', 'what else does that class have', { of: { administrativeClasses: ['a1'] } }, ofTuesday],
    ['王芳有哪些课', '不是二，是三', { within: { days: [3] } }, ofTuesday],
    ['周五晚上有哪些空教室', '最大的那间坐多少人', { type: 'showRoom', room: 'r1' }, rooms],
    ['计科2301周二第一节课是什么', '最后一节呢', { pick: 'LAST' }, ofTuesday],
    // The same another week; beside a plan what somebody holds; of others than those that were asked about.
    ['下周二上午有哪些空教室', 'and the Tuesday after that?', { at: { days: [2], weeks: [9] } }],
    ['下周二上午有哪些空教室', '再下一个周二呢', { at: { days: [2], weeks: [9] } }],
    ['王芳下周二的数据结构挪到下周四', '王芳那天还有别的课吗', { of: { teachers: ['t4'] } }],
    ['高数最近有变动吗', '其他课呢，有没有调过的', { type: 'showChanges', of: undefined }],
    ['A101下周二有什么课', '那间坐多少人', { type: 'showRoom', room: 'r1' }],
  ])('%s; %s is of what was said and shown', (first, text, told, seen = []) => {
    const before = intentsOf(first) as Intent[];
    expect(intentsOf(text, { ...situation, before, seen, everSeen: seen })).toMatchObject([told]);
  });

  test('many clauses correct nothing, because each costs time to read', () => {
    const before = intentsOf('下周起王芳周二的数据结构挪到周四') as Intent[];
    const correctedBy = (text: string): boolean =>
      'isCorrected' in read(text, { ...situation, before, isMade: false });
    expect(correctedBy('不对，9周起')).toBe(true);
    expect(correctedBy(`不对，${'9周起，'.repeat(400)}`)).toBe(false);
  });

  test('nothing falls out of which no word says so', () => {
    const teacher = { ...situation, self: { ...situation.self, teacher: 't4' } };
    const before = intentsOf('周二下午有哪些空教室', teacher) as Intent[];
    expect(intentsOf('就我自己上课那会儿', { ...teacher, before })).not.toMatchObject([{ action: 'CANCEL' }]);
  });

  test('where all that was to be changed stays it is asked what shall be: 下周照旧', () => {
    const before = intentsOf('王芳下周二的数据结构挪到周四') as Intent[];
    expect(intentsOf('下周照旧', { ...situation, before })).toBe('question');
    const asked = intentsOf('你给的那间有电脑没', { ...situation, before, hasPlan: true });
    expect(asked).toEqual([{ type: 'aboutPlan', ask: 'WHERE' }]);
  });

  test.each([
    ['那算了，课我照常上', 'DROP'],
    ['On reflection, let us leave it as it is. I shall ask them to come at eight', 'DROP'],
    ['问了 没事 交吧', 'CONFIRM'],
  ])('%s settles what is open', (text, as) => expect(settlingIn(text)).toMatchObject({ as, rest: '' }));

  test.each([
    ['何 would be best', '何新安'],
    ['那就何新安罢', '何新安'],
    ['the first one on your list, and send it to the office', '侯旭超'],
  ])('%s chooses one of what was offered', (text, name) => {
    const options = ['侯旭超', '何新安', '张航浩'].map((zh) => ({ label: { zh, en: zh }, text: zh }));
    expect(chosenOption(text, options)?.text).toBe(name);
  });

  test.each([
    '没冲突的话就这样吧',
    '没冲突的话，改吧',
    'ok if nothing clashes',
    '没冲突就改，然后周三的停掉',
  ])('a yes if nothing clashes is none where something does: %s', (text) => {
    expect(settlingIn(text) ?? agreeingIn(text)).toMatchObject({ isIf: true });
  });

  test('of two lessons that were shown each is wished by itself', () => {
    const before = intentsOf('王芳有哪些课') as Intent[];
    for (const text of ['数据结构那节停掉，另一节挪到周五', '第一节停掉，第二节挪到周五'])
      expect(intentsOf(text, { ...situation, before, seen: ofTuesday })).toBe('question');
  });

  test('a number of what was shown calls nothing off: 第一个就行', () => {
    const before = intentsOf('王芳有哪些课') as Intent[];
    expect(intentsOf('第一个就行', { ...situation, before, seen: ofTuesday })).toBe('question');
  });

  test('what is asked of clashes beside a plan is of that', () => {
    const before = intentsOf('计科2301周二的数据结构挪到周四1-2节') as Intent[];
    const plan = [{ type: 'aboutPlan', ask: 'CLASHES' }];
    for (const text of ['学生那边有冲突吗', 'any clashes?'])
      expect(intentsOf(text, { ...situation, before, hasPlan: true })).toEqual(plan);
  });

  test('times that are not wanted are only so many, however often another one is said', () => {
    const teacher = { ...situation, self: { ...situation.self, teacher: 't1' } };
    let before: readonly Intent[] = [{ type: 'wishTimes', of: {}, notAt: [{ days: [1] }] }];
    const days = ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Tuesday', 'Wednesday', 'Thursday'];
    for (const day of days)
      before = intentsOf(`and ${day} afternoons too`, { ...teacher, before }) as readonly Intent[];
    expect(before).toMatchObject([{ type: 'wishTimes' }]);
    expect((before[0] as { notAt: unknown[] }).notAt).toHaveLength(timesMax);
  });

  test('what is called off behind a change is called off, though that is not wished any more', () => {
    const before = intentsOf('计科2301周二的数据结构挪到周四1-2节') as readonly Intent[];
    const on = { ...situation, before };
    expect(intentsOf('周五没空，那算了', on)).toEqual([{ type: 'drop' }]);
    expect(intentsOf('那下周二的停一次，不调了', on)).toMatchObject([
      { type: 'singleDate', action: 'CANCEL' },
    ]);
  });

  test('another one is none of those that were offered', () => {
    const options = ['周四第9-10节', '周五第7-8节'].map((text) => ({ label: { zh: text, en: text }, text }));
    const asked = { text: '计科2301周二的数据结构挪到周四1-2节', options };
    expect(intentsOf('换一个', { ...situation, asked })).toEqual([{ type: 'another' }]);
  });

  test('that lesson, behind somebody who has another, is of that one', () => {
    const seen = [{ teachingClasses: ['k4'], at: { date: '2026-10-15', periods: { start: 5, end: 6 } } }];
    const before = [{ type: 'showTimetable' as const, of: { teachers: ['t2'] } }];
    expect(intentsOf('让李娜代王芳周二那节', { ...situation, seen, everSeen: seen, before })).toMatchObject([
      { type: 'assignTeacher', meeting: { teachingClasses: ['k3'] }, teacher: 't3' },
    ]);
  });

  test('a change of one date is of the date on which the lesson was shown', () => {
    const [, friday] = situation.lessons!;
    const date = later(situation.today, 28 + friday.day - dayOf(situation.today));
    const shown: Situation = {
      ...situation,
      self: { ...situation.self, teacher: 't1' },
      before: [{ type: 'showTimetable', of: { teachers: ['t1'] }, within: { date } }],
      seen: [{ teachingClasses: ['k1'], at: { date, periods: { start: 1, end: 2 } } }],
    };
    for (const text of ['能提前一天吗', '改到前一天下午', '能不能提前到前一天下午上'])
      expect(intentsOf(text, shown)).toMatchObject([
        { type: 'singleDate', action: 'MOVE', at: { date }, to: { date: later(date, -1) } },
      ]);
  });

  test('two periods behind an English day need no word', () => {
    expect(intentsOf('move Zhang Min linear algebra to thurs 34')).toMatchObject([
      { type: 'move', to: at(4, 3) },
    ]);
  });

  test('of two teachers who are named the one who does not teach the lesson takes it over', () => {
    for (const text of ['王芳的数据结构给李娜上', '数据结构让李娜替王芳上'])
      expect(intentsOf(text)).toMatchObject([
        { type: 'assignTeacher', meeting: { teachingClasses: ['k3'] }, teacher: 't3' },
      ]);
  });

  test('both lessons of a swap are found', () => {
    expect(intentsOf('计科2301周二的数据结构和计科2302的线代对调')).toEqual([
      {
        type: 'swap',
        first: { teachingClasses: ['k3'], at: at(2, 5) },
        second: { teachingClasses: ['k4'], at: at(4, 5) },
      },
    ]);
  });

  test('two lessons may be told together, and only their rooms be exchanged', () => {
    const halves = {
      first: { teachingClasses: ['k2'], at: at(3, 3) },
      second: { teachingClasses: ['k4'], at: at(4, 5) },
    };
    expect(intentsOf('计科2302那两节课对调')).toEqual([{ type: 'swap', ...halves }]);
    expect(intentsOf('计科2302的高数和线代教室对调')).toEqual([{ type: 'swap', ...halves, isOfRooms: true }]);
  });

  test('of two lessons the teachers are exchanged, for good or in one week', () => {
    const lessons = [
      { meeting: { teachingClasses: ['k3'], at: at(2, 5) }, teacher: 't2' },
      { meeting: { teachingClasses: ['k4'], at: at(4, 5) }, teacher: 't4' },
    ];
    expect(intentsOf('计科2301周二的数据结构和计科2302的线代互换一下老师')).toEqual(
      lessons.map((one) => ({ type: 'assignTeacher', ...one })),
    );
    const told = '王芳下周二的数据结构和张敏周四的线代换着上';
    expect(intentsOf(told)).toMatchObject([
      { type: 'singleDate', action: 'SUBSTITUTE', at: { weeks: [8] }, teacher: 't2' },
      { type: 'singleDate', action: 'SUBSTITUTE', at: { weeks: [8] }, teacher: 't4' },
    ]);
  });

  test('of two days none of their lessons is meant alone', () => {
    const lessons = [...situation.lessons!, lesson('k3', ['c5', 't4', 'a1', 'r3'], [3, 7])];
    expect(intentsOf('计科2301下周三和下周五的课整天对调', { ...situation, lessons })).toMatchObject([
      {
        type: 'swap',
        first: { administrativeClasses: ['a1'], at: { days: [3] } },
        second: { administrativeClasses: ['a1'], at: { days: [5] } },
      },
    ]);
  });

  test.each([
    // What others may do is none of the wish.
    ['数据结构锁定，其他的可以调', [{ type: 'lock', meeting: { courses: ['c5'] } }]],
    ['锁定计科2301周二的课，周三的随便', [{ type: 'lock', meeting: { at: { days: [2] } } }]],
    // On which day it is not held is told, and no other one is called off.
    [
      "drop next week's 数据结构 on monday",
      [{ type: 'singleDate', action: 'CANCEL', meeting: { courses: ['c5'] }, at: { days: [1] } }],
    ],
    // Of a class no preference is kept.
    [
      '尽量别让计科2301周五上课',
      [{ type: 'move', meeting: { administrativeClasses: ['a1'], isEvery: true }, notAt: [{ days: [5] }] }],
    ],
    [
      'Wang Fang is ill on Tuesday. Cancel her 数据结构 and make it up later that week',
      [{ type: 'singleDate', action: 'MAKE_UP', at: { days: [2] }, to: { weeks: [8] } }],
    ],
    // Where it goes are weeks, and the day is that of the lesson.
    [
      'change 数据结构 to even weeks only on Tuesday',
      [{ type: 'changeWeeks', meeting: { courses: ['c5'], at: { days: [2] } } }],
    ],
    ["don't move anything on Wednesdays for 计科2301", [{ type: 'lock', meeting: { at: { days: [3] } } }]],
    [
      'I need a stand-in for Wang Fang on Tuesday',
      [{ type: 'findTeachers', meeting: { teachers: ['t4'] }, at: { days: [2] } }],
    ],
    ['计科2301周二的数据结构挪到周五，上午下午都行', [{ type: 'move', to: { days: [5] } }]],
    // What is called off and goes elsewhere from next week on falls out on no date.
    [
      '计科2301周二的数据结构取消，改到周四下午，从下周开始',
      [{ type: 'move', meeting: { teachingClasses: ['k3'] }, to: { days: [4], part: 'AFTERNOON' } }],
    ],
    [
      "Let Zhang Min take Wang Fang's 数据结构 in weeks 14 and 15",
      [{ meeting: { teachingClasses: ['k3'], at: { weeks: [14, 15] } }, teacher: 't2' }],
    ],
    [
      "Cancel Li Na's classes on October 21 and make them up on October 23",
      [{ type: 'singleDate', action: 'MAKE_UP', meeting: { isEvery: true }, to: { date: '2026-10-23' } }],
    ],
    [
      '计科2301周五上午的课都往后顺一节大课',
      [{ type: 'move', meeting: { isEvery: true }, by: { periods: 2 } }],
    ],
    // In which weeks it is not held is told, and not in which it is.
    [
      '计科2301周二的数据结构前八周不上',
      [{ type: 'changeWeeks', weeks: fromTo(9, situation.semester.weeks), isWithin: true }],
    ],
    ['计科2301周二的数据结构单周不上', [{ weeks: expect.not.arrayContaining([1]), isWithin: true }]],
    [
      '王芳请假到下周三，课都停掉',
      [
        {
          action: 'CANCEL',
          at: { date: situation.today, until: later(situation.today, 10 - dayOf(situation.today)) },
        },
      ],
    ],
    // What goes elsewhere on another date is not what was called off.
    [
      '计科2301下周二的数据结构取消，王芳下下周二那节数据结构改到周五7-8节',
      [
        { action: 'CANCEL', meeting: { teachingClasses: ['k3'] } },
        { action: 'MOVE', meeting: { teachingClasses: ['k3'] }, to: { days: [5] } },
      ],
    ],
    ['王芳的数据结构这学期最后两周不上了', [{ type: 'changeWeeks', isWithin: true }]],
  ])('%s: no more is wished, and no less', (text, wishes) => {
    expect(intentsOf(text)).toMatchObject(wishes);
  });

  test('more lessons than may be changed are told', () => {
    expect(intentsOf('尽量别让计科2301周三周五上课，调动不超过一节')).toBe('question');
  });

  test('the next week only is of an exchange, and not of one lesson that falls out', () => {
    const [swap] = intentsOf("swap 计科2301's Tuesday 5-6 with Wednesday 3-4 next week only") as Intent[];
    expect(swap).toMatchObject({ type: 'swap', first: { teachingClasses: ['k3'] }, on: { weeks: [8] } });
  });

  test('what could not be exchanged in a week goes elsewhere in that week', () => {
    const swapped = '计科2301下周二的数据结构和下周三的高数对调';
    const before = intentsOf(swapped) as readonly Intent[];
    expect(intentsOf('那就只把周二那节挪到周四下午', { ...situation, before })).toMatchObject([
      { type: 'move', meeting: { teachingClasses: ['k3'], at: { weeks: [8] } }, to: { days: [4] } },
    ]);
  });

  test('where else it can go, and what clashes, is asked of what is planned', () => {
    const before = intentsOf('计科2301周二的数据结构挪到周四1-2节') as readonly Intent[];
    const world = { ...situation, before, hasPlan: true };
    expect(intentsOf('周四还有别的时间吗', world)).toMatchObject([
      { type: 'findTimes', meeting: { teachingClasses: ['k3'] }, within: { days: [4] } },
    ]);
    expect(intentsOf('有冲突没', world)).toEqual([{ type: 'aboutPlan', ask: 'CLASHES' }]);
    const meeting = { teachingClasses: ['k3'], at: at(2, 5) };
    expect(intentsOf('换一天吧', world)).toEqual([{ type: 'move', meeting }]);
    const bigger = { room: { size: 'BIGGER' } };
    expect(intentsOf('教室要大一点的', world)).toMatchObject([{ type: 'move', meeting, ...bigger }]);
    const dated = intentsOf('计科2301下周二的数据结构挪到周四1-2节') as readonly Intent[];
    expect(intentsOf('教室要大一点的', { ...world, before: dated })).toMatchObject([
      { type: 'singleDate', action: 'MOVE', ...bigger },
    ]);
    expect(intentsOf('换个人上吧', world)).toEqual([{ type: 'assignTeacher', meeting }]);
  });

  test('the day behind both lessons of an exchange is of both', () => {
    const lessons = [
      lesson('k3', ['c5', 't4', 'a1', 'r3'], [2, 5]),
      lesson('k3', ['c5', 't4', 'a1', 'r3'], [3, 1]),
      lesson('k4', ['c2', 't2', 'a1', 'r1'], [3, 7]),
    ];
    const text = 'Exchange the rooms of 数据结构 and 线性代数 on Wednesday';
    expect(intentsOf(text, { ...situation, lessons })).toEqual([
      {
        type: 'swap',
        first: { teachingClasses: ['k3'], at: at(3, 1) },
        second: { teachingClasses: ['k4'], at: at(3, 7) },
        isOfRooms: true,
      },
    ]);
  });

  test.each([
    '数据结构10月20日那次改到10月22日同一时间',
    'move 数据结构 from October 20 to October 22, same time',
  ])('the same time of another date is at the periods of the lesson: %s', (text) => {
    expect(intentsOf(text)).toMatchObject([{ to: { date: '2026-10-22', periods: { start: 5, end: 6 } } }]);
  });

  test('another room at the same time is of the lesson then, and moves it nowhere else', () => {
    const text = 'Now Tue 20 Oct, whole PM. Push 数据结构 to A101, same time.';
    expect(intentsOf(text)).toEqual([
      {
        ...{ type: 'singleDate', action: 'MOVE', meeting: { teachingClasses: ['k3'] } },
        ...{ at: { date: '2026-10-20' }, room: { room: 'r1' } },
      },
    ]);
  });

  test.each([
    ['计科2301周五的高数能不能早点上', { days: [5], periods: { start: 1, end: 12 } }],
    ["could 计科2301's 高数 on Friday be later in the day?", { days: [5], periods: { start: 1, end: 2 } }],
  ])('a bit earlier or later is on the same day: %s', (text, own) => {
    const [wish] = intentsOf(text) as [{ type: string; notAt: readonly object[] }];
    expect(wish).toMatchObject({ type: 'move', meeting: { at: at(5, 1) } });
    expect(wish.notAt.at(-1)).toMatchObject(own);
  });

  test('the one on Friday is another lesson, and not where it goes', () => {
    const before = intentsOf('计科2301周三的高数换个大点的教室') as readonly Intent[];
    expect(before).toMatchObject([{ meeting: { at: at(3, 3) }, room: { size: 'BIGGER' } }]);
    for (const text of ['what about the Friday one', "no, Friday's one"])
      expect(intentsOf(text, { ...situation, before })).toMatchObject([
        { meeting: { at: at(5, 1) }, room: { size: 'BIGGER' } },
      ]);
    expect(intentsOf('那节换到周四', { ...situation, before })).toMatchObject([
      { meeting: { at: at(3, 3) }, to: { days: [4] } },
    ]);
  });

  test('what falls out goes elsewhere on its dates alone, and not in every week', () => {
    const then = { date: '2026-10-14', until: '2026-10-16' };
    const before = [{ type: 'absent' as const, of: { rooms: ['r1'] }, at: then }];
    for (const text of ['move them all to other rooms', '都换到别的教室去'])
      expect(intentsOf(text, { ...situation, before })).toMatchObject([
        { type: 'singleDate', at: then, meeting: { rooms: ['r1'], isEvery: true } },
      ]);
  });

  test('only in a week: of that week, and not into it from the one before', () => {
    const moved = intentsOf('计科2301的高数从周三3-4节挪到周三7-8节，只在第10周');
    expect(moved).toMatchObject([{ type: 'singleDate', at: { weeks: [10] }, to: { weeks: [10] } }]);
    const asked = intentsOf(
      '王芳周二5-6节给计科2301上的数据结构，从第10周起能否改到周四1-2节？教室不变即可。',
    );
    expect(asked).toMatchObject([{ type: 'move', to: { days: [4] }, room: { isSameRoom: true } }]);
    expect(asked).toHaveLength(1);
  });

  test('who has a lesson and is told of beside where it goes does not take it over', () => {
    const before = intentsOf('李娜周三的高数下周挪到周四5-6节') as readonly Intent[];
    expect(intentsOf('Make it 7-8, 李娜 has a meeting', { ...situation, before })).toMatchObject([
      { type: 'singleDate', action: 'MOVE', to: { days: [4], periods: { start: 7, end: 8 } } },
    ]);
  });

  test('a part of a name is that of a lesson of whom it was asked', () => {
    const before = intentsOf('计科2301的高数是谁上的') as readonly Intent[];
    expect(intentsOf('and structures?', { ...situation, before })).toMatchObject([
      { type: 'showTimetable', of: { courses: ['c5'] }, ask: 'WHO' },
    ]);
  });

  test('what an appointment clashes with is no lesson of the caller', () => {
    const self = { teacher: null, student: 's1', administrativeClass: 'a1' };
    const [one] = intentsOf('高数 clashes with my driving test, when is it', { ...situation, self });
    expect(one).not.toHaveProperty('against');
    const [other] = intentsOf("does 李娜's 高数 clash with my lessons", { ...situation, self });
    expect(other).toMatchObject({ type: 'showTimetable', ask: 'WHEN', of: { teachers: ['t3'] } });
  });

  test('the last one of a course is looked for in all weeks, whatever day was asked about', () => {
    const before = intentsOf('计科2301周五有课吗') as readonly Intent[];
    const [last] = intentsOf('那最后一次数据结构是哪天', { ...situation, before }) as Intent[];
    expect(last).toMatchObject({ type: 'showTimetable', pick: 'LAST' });
    expect(last).not.toHaveProperty('within');
  });

  test('what about whoever has the lesson, instead of a stand-in: is told of him', () => {
    const before = intentsOf('王芳下周二的数据结构让李娜上') as readonly Intent[];
    expect(intentsOf('what about 王芳 instead?', { ...situation, before })).toMatchObject([
      { type: 'singleDate', action: 'SUBSTITUTE', teacher: 't4' },
    ]);
  });

  test('周三的 of what falls out is of the Wednesday within those dates, and of no other week', () => {
    const then = { date: '2026-10-14', until: '2026-10-20' };
    const before = [{ type: 'absent' as const, of: { rooms: ['r1'] }, at: then }];
    const [wish] = intentsOf('周三的都换到别的教室去', { ...situation, before }) as Intent[];
    expect(wish).toMatchObject({ type: 'singleDate', at: { days: [3], weeks: [expect.any(Number)] } });
    for (const text of ["move Wednesday's to other rooms", '周三的换到别的教室去']) {
      const [other] = intentsOf(text, { ...situation, before }) as Intent[];
      expect(other.type).toBe('singleDate');
      expect(other).not.toHaveProperty('to');
    }
  });

  test('a building that is not there is asked for, and passed over by no change', () => {
    expect(intentsOf('Move 高数 of 计科2301 on Friday to the eighth building')).toBe('question');
    expect(intentsOf('计科2301周五的高数换到8号楼')).toBe('question');
  });

  test('a day that is not wanted is where a lesson is only where it has one then', () => {
    expect(intentsOf('数据结构调到上午，不要周一')).toMatchObject([
      { meeting: { at: { days: [2] } }, to: { part: 'MORNING' }, notAt: [{ days: [1] }] },
    ]);
  });

  test('who teaches a course means no lesson of another, though his is at another time', () => {
    const self = { teacher: 't3', student: null, administrativeClass: null };
    expect(intentsOf('周五的高数改到周一', { ...situation, self })).toMatchObject([
      { type: 'move', meeting: { courses: ['c1'], at: { days: [5] } } },
    ]);
  });

  test('what is made up later is called off, and what was not called off is at no date', () => {
    expect(intentsOf('李娜的高数下周三停一次，以后再补')).toMatchObject([{ action: 'CANCEL' }]);
    const [added] = intentsOf('下周四5-6节给计科2301补一次数据结构') as readonly Intent[];
    expect(added).toMatchObject({ action: 'MAKE_UP', meeting: { teachingClasses: ['k3'] } });
    expect(added).not.toHaveProperty('at');
  });

  test('a surname means whoever teaches what else is named', () => {
    expect(intentsOf('张老师的线代调到周一')).toMatchObject([{ meeting: { teachingClasses: ['k4'] } }]);
  });

  test('what is left out is what was wished or shown before', () => {
    const before: Intent[] = [
      { type: 'move', meeting: { teachingClasses: ['k3'], at: at(2, 5) }, to: { days: [4] } },
    ];
    expect(intentsOf('那就周一第1-2节', { ...situation, before })).toMatchObject([
      { type: 'move', meeting: { teachingClasses: ['k3'] }, to: at(1, 1) },
    ]);
    const seen = [{ teachingClasses: ['k5'], at: at(1, 7) }];
    expect(intentsOf('把它挪到周二第1-2节', { ...situation, seen })).toMatchObject([
      { type: 'move', meeting: { teachingClasses: ['k5'] }, to: at(2, 1) },
    ]);
  });

  test('of all that was shown the one is meant that is named, on the date on which it was shown', () => {
    const before: Intent[] = [{ type: 'showTimetable', of: { teachers: ['t1'] } }];
    const seen = [
      { teachingClasses: ['k1'], at: { date: '2026-10-16', periods: { start: 1, end: 2 } } },
      { teachingClasses: ['k3'], at: { date: '2026-10-20', periods: { start: 5, end: 6 } } },
    ];
    const shown = { ...situation, before, seen, everSeen: seen };
    expect(intentsOf('数据结构那节换到周四5-6节', shown)).toMatchObject([
      { type: 'singleDate', meeting: { teachingClasses: ['k3'] }, at: { date: '2026-10-20' } },
    ]);
    const later = { ...situation, before, everSeen: seen };
    expect(intentsOf('高数那节谁上', later)).toMatchObject([
      { type: 'showTimetable', of: { teachingClasses: ['k1'] }, within: { days: [5], weeks: [7] } },
    ]);
    // A part of its name is enough.
    expect(intentsOf('结构那节是谁上', later)).toMatchObject([{ of: { teachingClasses: ['k3'] } }]);
  });

  test('an exchange is made of one date where that is said', () => {
    const before: Intent[] = [
      {
        type: 'swap',
        first: { teachingClasses: ['k1'], at: at(3, 3) },
        second: { teachingClasses: ['k4'], at: at(4, 5) },
      },
    ];
    expect(intentsOf('只要第10周那一次', { ...situation, before })).toMatchObject([
      { ...before[0], on: { weeks: [10] } },
    ]);
  });

  test('another time of a wish is none of a lesson, whatever is said of how often', () => {
    const to = { date: '2026-10-21', periods: { start: 7, end: 8 } };
    const before: Intent[] = [
      {
        type: 'singleDate',
        action: 'MOVE',
        meeting: { teachingClasses: ['k1'] },
        at: { date: '2026-10-16' },
        to,
      },
    ];
    for (const text of ['要不周三9-10节呢', '那还是周三9-10节吧，只这一次'])
      expect(intentsOf(text, { ...situation, before })).toMatchObject([
        { type: 'singleDate', meeting: { teachingClasses: ['k1'] }, to: { periods: { start: 9, end: 10 } } },
      ]);
  });

  test('what is asked of a time, once a lesson shall go somewhere, is whether it can go there', () => {
    const before: Intent[] = [
      {
        type: 'singleDate',
        action: 'MOVE',
        meeting: { teachingClasses: ['k1'] },
        at: { date: '2026-10-16' },
      },
    ];
    // Of the same teacher or class there is another lesson then.
    expect(intentsOf('那个周二下午五六节行不行', { ...situation, before })).toMatchObject([
      { type: 'singleDate', action: 'MOVE', meeting: { teachingClasses: ['k1'] }, to: { days: [2] } },
    ]);
  });

  test('a number chooses what is called so, and no date with its digits', () => {
    const options = ['2026-12-09：机房201', '2026-12-16：机房202'].map((zh) => ({
      label: { zh, en: zh },
      text: zh,
    }));
    expect(chosenOption('202', options)).toBe(options[1]);
  });

  test('what is undone last is undone, whatever is told before', () => {
    const before: Intent[] = [
      { type: 'move', meeting: { teachingClasses: ['k3'], at: at(2, 5) }, to: { days: [4] } },
    ];
    expect(intentsOf('oh sorry, it is the week after. can you undo that', { ...situation, before })).toEqual([
      { type: 'undo' },
    ]);
  });

  test('what no lesson is like is asked, and never guessed', () => {
    for (const text of ['把王芳的高数调到周一', '把周一的线代和数据结构对调'])
      expect(intentsOf(text)).not.toMatchObject([{ meeting: { teachingClasses: ['k1'] } }]);
  });
});

describe('what teachers and students say of their own lessons', () => {
  const teacher = { ...situation, self: { teacher: 't2', student: null, administrativeClass: null } };
  const student = { ...situation, self: { teacher: null, student: 's1', administrativeClass: 'a1' } };
  const own = { teachers: ['t2'] };

  test.each([
    // How long somebody is away, and what becomes of the lessons.
    [
      '我想请三天假，下周二开始',
      { type: 'absent', of: own, at: { date: '2026-10-20', until: '2026-10-22' } },
    ],
    ["I'm away for three days from next Tuesday", { type: 'absent', at: { until: '2026-10-22' } }],
    ['我要请5天假', { type: 'absent', of: own, at: { until: later(situation.today, 4) } }],
    ['我要请一周假，下下周', { type: 'absent', of: own, at: { weeks: [9] } }],
    ['10月20号我要去杭州开会，课怎么安排', { type: 'absent', of: own, at: { days: [2], weeks: [8] } }],
    ['我下周三请假，课怎么办', { type: 'absent', of: own, at: { days: [3], weeks: [8] } }],
    ['I have to be in Rome on October 20, what happens with my class?', { type: 'absent', of: own }],
    // Requests, and not lessons.
    ['我上周提的申请批了没有', { type: 'showRequests' }],
    ['what happened to my request', { type: 'showRequests' }],
    ['withdraw my request please', { type: 'showRequests', isBack: true }],
    ['any pending requests?', { type: 'showRequests' }],
    // What is over, of every day, of a month, in a building, or called off.
    ['这周的课上完了吗', { type: 'showTimetable', pick: 'LEFT' }],
    ['我一般下午有课吗', { within: { days: [1, 2, 3, 4, 5, 6, 7], part: 'AFTERNOON' } }],
    ['下个月我有多少节课', { within: { date: '2026-11-01', until: '2026-11-30' } }],
    ['这学期什么时候结束', { type: 'showWeek', isEnd: true }],
    ['Do I have any class in 第一教学楼 next week?', { of: { ...own, buildings: ['b1'] } }],
    ['上次停的课补了没', { type: 'showChanges' }],
    // Of the own lessons with a class; requests that wait.
    ['计科2302还有几次', { of: { ...own, administrativeClasses: ['a2'] }, pick: 'LEFT' }],
    ['老师们的调课申请还有几条压在我这儿没批', { type: 'showRequests' }],
  ] as const)('a teacher: %s', (text, intent) => {
    expect(intentsOf(text, teacher)).toMatchObject([intent]);
  });

  test.each([
    ['下周有哪些课取消了', { type: 'showChanges', within: { weeks: [8] } }],
    ['which classes are cancelled next week', { type: 'showChanges', within: { weeks: [8] } }],
    ['老师今天下午的课还上吗，外面下大雨', { type: 'showTimetable', of: {}, pick: 'LEFT' }],
    // Rooms in any of several buildings, near a place, and beside a lesson.
    ['第一教学楼或者实验楼周三上午哪间空', { type: 'findRooms', room: { buildings: ['b1', 'b3'] } }],
    ['which rooms are free in 第一教学楼 or 实验楼 tomorrow', { room: { buildings: ['b1', 'b3'] } }],
    ['实验楼附近周三3-4节有空教室吗', { type: 'findRooms', room: { near: 'b3' } }],
    ['数据结构课前有没有空教室，周二的', { at: { days: [2], periods: { start: 5 } }, beside: 'BEFORE' }],
    ['any room free right before 数据结构 on Tuesday', { type: 'findRooms', beside: 'BEFORE' }],
    // Where somebody is, whatever it is asked for; whoever teaches a course, and the last of a part of a day.
    ['王芳老师周二下午在哪间教室？有份作业想交给她', { ask: 'WHERE', of: { teachers: ['t4'] } }],
    ['我数据结构老师还教哪些班', { ask: 'CLASSES', of: { teachers: ['t4'] } }],
    ['周二下午最后一节是什么课', { pick: 'LAST', within: { days: [2], part: 'AFTERNOON' } }],
    ['元旦那天英语2201班有哪几门课受影响，我跟他们系里说一声', { of: { administrativeClasses: ['a4'] } }],
  ] as const)('a student: %s', (text, intent) => {
    expect(intentsOf(text, student)).toMatchObject([intent]);
  });

  test('bug: what a student asks in full is of no course that was told before, nor of teachers', () => {
    const before = intentsOf('线性代数谁上', student) as readonly Intent[];
    const said = { ...student, before };
    for (const text of ['do I have any classes on October 22', '我10月22日有课吗'])
      expect(intentsOf(text, said)).toMatchObject([{ type: 'showTimetable', of: {} }]);
    for (const text of ['我一周上几节课', 'how many hours do I have per week'])
      expect(intentsOf(text, student)).toMatchObject([{ type: 'showLoad', of: { isOwn: true } }]);
  });

  test.each(['撤回最后一个', 'withdraw the last one'])('bug: %s, of requests that were told', (text) => {
    const before = intentsOf('我的申请批了吗', teacher) as readonly Intent[];
    expect(intentsOf(text, { ...teacher, before })).toEqual([{ type: 'showRequests', isBack: true }]);
  });

  test.each([
    "got 王芳's mobile?",
    'did I pass data structures',
    '他电话有吗',
    '名单发我一份',
    '老师会点名吗',
    '这门课几学分',
    '军训什么时候',
    '教材在哪领',
  ])('what no timetable holds is no lesson: %s', (text) => {
    const before = intentsOf('我明天有课吗', student) as readonly Intent[];
    expect(intentsOf(text, { ...student, before })).toBe('unsupported');
  });

  test('a change goes on with what was shown, and where it was', () => {
    const say = (...texts: readonly string[]): readonly Intent[] =>
      texts.reduce<readonly Intent[]>(
        (before, text) => intentsOf(text, { ...teacher, before }) as readonly Intent[],
        [],
      );
    const move = '10月22日的线性代数换个时间';
    expect(say('下下周有哪些课', '都停掉')).toMatchObject([{ action: 'CANCEL', at: { weeks: [9] } }]);
    expect(say(move, '最好是同一周的')).toMatchObject([{ action: 'MOVE', to: { weeks: [8] } }]);
    expect(say(move, '最好是同一周的', '第几节都行')).toMatchObject([{ action: 'MOVE', to: { weeks: [8] } }]);
    expect(say(move, 'later the same week if possible')).toMatchObject([
      { to: { date: '2026-10-23', until: '2026-10-25' } },
    ]);
    expect(say('10月22日的线性代数换间教室', '离得近一点的')).toMatchObject([
      { room: { isSameBuilding: true } },
    ]);
  });

  test('a room that several are called is that of the building, and a part of the day no class', () => {
    const twins = [
      { kind: 'room', id: 'r8', name: '东302', code: null, building: '第一教学楼' },
      { kind: 'room', id: 'r9', name: '西302', code: null, building: '第二教学楼' },
    ] as const;
    const world = { ...student, names: [...situation.names, ...twins] };
    expect(intentsOf('第二教学楼的302今晚有什么课', world)).toMatchObject([{ of: { rooms: ['r9'] } }]);
    expect(intentsOf('周五下午2301班有课吗', world)).not.toBe('question');
  });
});

test('no text over a timetable ends with an exception, whatever was said before', () => {
  const pieces = [
    '高数',
    '周三',
    '周五1-2节',
    '换',
    '李娜',
    '张老师',
    '和',
    '给',
    '调到',
    '停课',
    'A101',
    '，',
    '计科2301',
  ];
  const text = fc
    .array(fc.constantFrom(...pieces), { maxLength: 40 })
    .map((all) => all.join('').slice(0, textMax));
  const seen = [
    { teachingClasses: ['k5'], at: at(1, 7) },
    { rooms: ['r1'], at: at(2, 3) },
  ];
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (texts) => {
      let before: readonly Intent[] = [];
      for (const said of texts) {
        const reading = read(said, { ...situation, before, seen });
        expect(['intents', 'question', 'unsupported']).toContain(reading.kind);
        if (reading.kind === 'intents') before = reading.intents;
      }
    }),
    { numRuns: 100, seed: 5 },
  );
});
