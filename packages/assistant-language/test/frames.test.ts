import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { size, stepsOf, weightsFile, type Weights } from '../src/frames/classifier.js';
import { type Intent, read, talkIn, textMax } from '../src/index.js';
import { committedWeights, corpusHash } from '../src/training/examples.js';
import type { Of } from '../src/intents.js';
import { saidSituation, situation } from '../src/training/worlds.js';

const weights = JSON.parse(readFileSync(weightsFile, 'utf8')) as Weights;

test('the weights are those of the committed corpora, and are made again alike', () => {
  expect(weights.hash).toBe(corpusHash());
  // Packed by another version of Brotli they are the same weights.
  const unpacked = ({ models: { acts, relations } }: Weights) =>
    [acts, relations].map((model) => ({ ...model, weights: stepsOf(model) }));
  expect(unpacked(weights)[0].weights.length).toBe(weights.models.acts.labels.length * size);
  expect(unpacked(committedWeights())).toEqual(unpacked(weights));
});

/** What people say beside a wish. */
const polite = ['麻烦', '请', '谢谢', '帮我', '您好，'];

test('polite words in any order and number change nothing of what is wished', () => {
  const wishes = ['把高数丢到周五下午得了', '李娜那门大学英语给张敏去教得了', '周五下午还剩哪些能用的机房'];
  fc.assert(
    fc.property(fc.constantFrom(...wishes), fc.shuffledSubarray(polite), (wish, words) => {
      expect(read(words.join('') + wish, situation)).toEqual(read(wish, situation));
    }),
    { numRuns: 60, seed: 7 },
  );
});

const pieces = [
  '高数',
  '周五',
  '换',
  '李娜',
  '给',
  '的',
  '，',
  '；',
  '清明节',
  '孩子',
  '12',
  'swap',
  ' with ',
  '?',
  'zz',
  '被',
];

test('what follows is laid over the wish before it', () => {
  const says = (...texts: readonly string[]): unknown =>
    texts.reduce<readonly Intent[]>((before, text) => {
      const reading = read(text, { ...situation, before });
      return reading.kind === 'intents' ? reading.intents : [];
    }, []);
  expect(says('A101能坐多少人', 'A102呢')).toEqual([{ type: 'showRoom', room: 'r2' }]);
  expect(says('明天的高数停课', '补到周六')).toMatchObject([{ action: 'MAKE_UP', to: { days: [6] } }]);
  expect(says('把高数调到周五', '换到A102')).toMatchObject([{ to: { days: [5] }, room: { room: 'r2' } }]);
  expect(says('what if I move calculus to Friday', 'ok')).toEqual([
    { type: 'move', meeting: { courses: ['c1'] }, to: { days: [5] } },
  ]);
});

test.each([
  ['2501呢', '软件2501班', 4],
  ['不是2401，我说的是2501', '软件2501班', 4],
  ['not 2401, I meant 2501', '软件2501班', 4],
  ['不是周四，是周五', '软件2401班', 5],
  ['Friday, not Thursday', '软件2401班', 5],
])('%s, after 软件2401班 of Thursday, is of %s and day %d', (text, name, day) => {
  const idOf = (one: string): string => saidSituation.names.find((each) => each.name === one)!.id;
  const of = { administrativeClasses: [idOf('软件2401班')] };
  const before = [{ type: 'showTimetable' as const, of, within: { days: [4] } }];
  expect(read(text, { ...saidSituation, before })).toMatchObject({
    intents: [{ of: { administrativeClasses: [idOf(name)] }, within: { days: [day] } }],
  });
});

test.each(['改成停课吧', '停课吧', '改为停课', 'cancel it instead'])(
  '%s, beside a plan, calls off',
  (text) => {
    const meeting = { teachingClasses: ['k1'] };
    const move = {
      type: 'singleDate',
      action: 'MOVE',
      meeting,
      at: { date: '2026-12-02' },
      to: { days: [4] },
    };
    expect(read(text, { ...saidSituation, hasPlan: true, before: [move as Intent] })).toMatchObject({
      intents: [{ type: 'singleDate', action: 'CANCEL', meeting }],
    });
  },
);

test.each([
  [
    '为什么不行',
    { type: 'whyNot', meeting: { teachingClasses: ['k1'] }, at: { days: [3], part: 'AFTERNOON' } },
  ],
  [
    'why not?',
    { type: 'whyNot', meeting: { teachingClasses: ['k1'] }, at: { days: [3], part: 'AFTERNOON' } },
  ],
  ['那有哪些时间可以', { type: 'findTimes', meeting: { teachingClasses: ['k1'] } }],
])('%s is asked of the change that was wished', (text, intent) => {
  const to = { days: [3], part: 'AFTERNOON' as const };
  const before = [{ type: 'move' as const, meeting: { teachingClasses: ['k1'] }, to }];
  const seen = [{ teachingClasses: ['k1'], at: { days: [4] } }];
  expect(read(text, { ...saidSituation, before, seen })).toMatchObject({ intents: [intent] });
});

test('他们俩 are the two teachers of whom was spoken last', () => {
  const everSeen = ['t47', 't43', 't43', 't51'].map((id) => ({
    teachers: [id],
    teachingClasses: [`k ${id}`],
  }));
  const before = [{ type: 'showTimetable' as const, of: { teachers: ['t47'] } }];
  const world = { ...saidSituation, before, everSeen, seen: everSeen.slice(0, 1) };
  expect(read('他们俩谁周三下午有空', world)).toMatchObject({
    intents: [{ type: 'findTimes', teachers: ['t47', 't43'], within: { days: [3] } }],
  });
});

test('下午第一节 is the first of the afternoon, and not of what was shown', () => {
  const at = { date: '2026-12-02', periods: { start: 3, end: 4 } };
  const before = [{ type: 'showTimetable' as const, of: {}, within: { days: [3] } }];
  const world = { ...saidSituation, before, seen: [{ teachingClasses: ['k1'], at }] };
  const { intents } = read('下午第一节是谁的课', world) as { intents: readonly Intent[] };
  expect(JSON.stringify(intents)).not.toContain('k1');
});

test('a student who asks which teachers they have asks of the own lessons', () => {
  const self = { teacher: null, student: 's1', administrativeClass: 'a1' };
  expect(read('which teachers do we have this term', { ...saidSituation, self })).toMatchObject({
    intents: [{ type: 'showTimetable', ask: 'WHO' }],
  });
});

test('who asks which building means the own lesson: 明德楼还是致远楼', () => {
  expect(read('明天下午两点，明德楼还是致远楼？', saidSituation)).toMatchObject({
    intents: [{ type: 'showTimetable', ask: 'WHERE', of: { teachers: [saidSituation.self.teacher] } }],
  });
});

test('a student asks what clashes with his own time', () => {
  const self = { teacher: null, student: 's1', administrativeClass: 'a1' };
  expect(read('我周二下午想去图书馆，有没有课会冲突', { ...saidSituation, self })).toMatchObject({
    intents: [{ type: 'showTimetable', ask: 'WHETHER', within: { days: [2], part: 'AFTERNOON' } }],
  });
});

test('an exchange of teachers is none of lessons, and asks where it is not plain', () => {
  expect(read('软件2501班周一和周五的课互换一下老师', saidSituation)).toMatchObject({
    kind: 'question',
    question: { zh: expect.stringMatching(/老师/) as string },
  });
});

test('a student who says 把 surely wishes a change', () => {
  const self = { teacher: null, student: 's1', administrativeClass: 'a1' };
  const text = '大家都想把周五7-8的军事理论取消掉，班里让我来弄，在哪改？';
  expect(read(text, { ...saidSituation, self })).toMatchObject({
    question: { zh: expect.stringMatching(/每周都取消/) },
  });
});

const ofTeacher: Of<'showTimetable'> = {
  type: 'showTimetable',
  of: { teachers: ['t45'] },
  within: { days: [5], weeks: [13] },
};
const moved: Of<'move'> = {
  type: 'move',
  meeting: { courses: ['c30'], at: { days: [1] } },
  to: { days: [5], weeks: [14, 15, 16], periods: { start: 1, end: 2 } },
};
const stoodIn: Of<'singleDate'> = {
  ...{ type: 'singleDate', action: 'SUBSTITUTE', meeting: { courses: ['c30'] } },
  ...{ at: { date: '2026-12-04', periods: { start: 5, end: 6 } }, teacher: 't45' },
};

const onDate: Of<'singleDate'> = {
  ...{ type: 'singleDate', action: 'MOVE', meeting: { courses: ['c30'] }, at: { date: '2026-12-04' } },
  to: { date: '2026-12-03' },
};

test.each<[string, Partial<typeof saidSituation>, Intent['type'], object]>([
  // The day and the part of it that are said, and none that was.
  [
    '要是拖到下周五呢，上午还在不',
    { before: [ofTeacher] },
    'showTimetable',
    { within: { days: [5], weeks: [14] } },
  ],
  [
    '那再下一周的周三有没有课',
    { before: [ofTeacher] },
    'showTimetable',
    { within: { days: [3], weeks: [14] } },
  ],
  // What else is asked, and the week that is spoken of still.
  [
    '她还剩几次课',
    { before: [{ ...ofTeacher, ask: 'WHERE' }] },
    'showTimetable',
    { ask: 'COUNT', pick: 'LEFT' },
  ],
  [
    '经管楼201周五早上没人吧？',
    { before: [moved], hasPlan: true },
    'findRooms',
    { at: { days: [5], weeks: [14, 15, 16] } },
  ],
  [
    '那何新安呢，他那会儿有空吗',
    { before: [stoodIn] },
    'findTimes',
    { teachers: ['t51'], within: { days: [5] } },
  ],
  // Of the plan, and not of the room that was asked about beside it.
  [
    '还是放机房好，45人',
    { before: [{ type: 'findRooms', at: { days: [5] }, room: { room: 'r22' } }], open: [moved] },
    'move',
    { to: moved.to, room: { features: ['COMPUTERS'], capacityMin: 45 } },
  ],
  // In which weeks it is wished, and neither where it goes nor in which it is held.
  ['就14到16周', { before: [moved] }, 'move', { meeting: { at: { days: [1], weeks: [14, 15, 16] } } }],
  ['just for the next two weeks', { before: [moved] }, 'move', { meeting: { at: { weeks: [14, 15] } } }],
  ['14到16周都这样', { before: [onDate] }, 'singleDate', { at: { weeks: [14, 15, 16] } }],
  // Why it is good there is none of where it goes.
  ['7-8吧，跟5-6连着上', { before: [onDate] }, 'singleDate', { to: { periods: { start: 7, end: 8 } } }],
  ['周五7-8吧，周四他要接孩子', { before: [onDate] }, 'singleDate', { to: { days: [5] } }],
  // The next of those, and all of the week after today.
  ['那下一次是什么时候', { before: [ofTeacher] }, 'showNext', { of: ofTeacher.of }],
  ['So the next one is when?', { before: [ofTeacher] }, 'showNext', { of: ofTeacher.of }],
  [
    '要是今天来不及，那下周呢',
    { before: [{ ...ofTeacher, within: { days: [4], weeks: [13] } }] },
    'showTimetable',
    { within: expect.not.objectContaining({ days: [4] }) as object },
  ],
  // Where something goes that was asked for.
  [
    'Engineering 401 would suit them best',
    { asked: { text: "Move He Xin'an's lesson of Monday next week elsewhere", options: [] } },
    'singleDate',
    { room: {} },
  ],
])('%s takes along what is spoken of, and no more', (text, spoken, type, told) => {
  const reading = read(text, { ...saidSituation, ...spoken });
  expect(reading).toMatchObject({ kind: 'intents', intents: [{ type, ...told }] });
});

test('a day where something goes, or that is asked for, is not the one that is spoken of', () => {
  const seen = [{ teachingClasses: ['k1'], at: { date: '2026-12-07', periods: { start: 5, end: 6 } } }];
  const before = [ofTeacher];
  expect(read('那次推到12.14', { ...saidSituation, before, seen })).toMatchObject({
    intents: [{ type: 'singleDate', at: { date: '2026-12-07' }, to: { date: '2026-12-14' } }],
  });
  expect(read('那她哪个上午有空', { ...saidSituation, before })).toEqual({
    kind: 'intents',
    isFollowUp: true,
    intents: [{ type: 'findTimes', teachers: ['t45'], within: { part: 'MORNING' } }],
  });
});

test('of somebody who cannot come all lessons are meant: 停掉吧', () => {
  const before = [{ type: 'absent' as const, of: { teachers: ['t43'] }, at: { days: [4], weeks: [14] } }];
  expect(read('停掉吧', { ...saidSituation, before })).toMatchObject({
    intents: [{ type: 'singleDate', action: 'CANCEL', meeting: { teachers: ['t43'], isEvery: true } }],
  });
});

test('what is not wanted limits when something is made up, and is where no lesson is', () => {
  const meeting = { courses: ['c30'] };
  const to = { weeks: [14] };
  const before = [{ type: 'singleDate' as const, action: 'MAKE_UP' as const, meeting, to }];
  expect(read('not in the evening and not Monday', { ...saidSituation, before })).toMatchObject({
    intents: [{ action: 'MAKE_UP', meeting, to, avoid: ['EVENING'], notAt: [{ days: [1] }] }],
  });
});

test('a text of more words than ten wishes have is not read to its end', () => {
  const reading = read('给3，'.repeat(500), situation);
  expect(reading.kind).toBe('unsupported');
});

test('a year that cannot be written ends with no exception: 0226年10月22日', () => {
  expect(read('把10月20日的高数换到0226年10月22日', situation).kind).toBe('question');
});

test('no text ends with an exception', () => {
  const text = fc.oneof(
    fc.array(fc.constantFrom(...pieces), { maxLength: 700 }).map((all) => all.join('').slice(0, textMax)),
    fc.string({ maxLength: textMax, unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(text, (said) => {
      expect(['intents', 'question', 'unsupported']).toContain(read(said, situation).kind);
    }),
    { numRuns: 200, seed: 11 },
  );
});

const planned = {
  ...situation,
  hasPlan: true,
  before: [{ type: 'move' as const, meeting: {}, to: { days: [4] } }],
};

test.each(['嗯这样可以，麻烦了', '那可太好了，就照这个走', '嗯嗯就它了'])('%s agrees to a plan', (text) => {
  expect(talkIn(text, planned)).toBe('confirm');
});

test.each([
  ...[
    '你好',
    '稍等',
    'hmm',
    '随便',
    'asdf',
    'asdf ☃ 把把把 周八',
    '天气真好',
    'are you sure',
    '应该可以吧',
    '继续',
    'quit',
    'next',
  ],
  ...['好，让我想想', '行，我问问', '嗯，稍等', '好，先放着', '嗯，重来', 'ok, start over', '行，走过去太远'],
  ...['yes and lock it', '好，周五也行吗', '好，但是别通知学生', '可以是可以'],
])('%s agrees to nothing', (text) => {
  expect(talkIn(text, planned)).not.toBe('confirm');
});

const classOf = (name: string): string => saidSituation.names.find((one) => one.name === name)!.id;

const ofNobody = { ...saidSituation, self: { teacher: null, student: null, administrativeClass: null } };

test.each<[string, Intent['type'], object]>([
  ['Move 操作系统 of 软件2401 to Friday 1-2, my boss insists', 'move', { to: { days: [5] } }],
  ['软件2401的操作系统排在周一第一节老迟到，改到周五1-2节吧', 'move', { meeting: { at: { days: [1] } } }],
  ['哪些机房坐得下60人', 'showRoom', { wish: { capacityMin: 60, features: ['COMPUTERS'] } }],
  ['What rooms do we have for 120 people?', 'showRoom', { wish: { capacityMin: 120 } }],
  ['which rooms for 60 people are free', 'findRooms', {}],
  ['软件2401哪些课只在双周上', 'showTimetable', { isOnlyThen: true }],
  ['编译原理和程序设计基础为什么冲突', 'showConflicts', { of: { courses: ['c35', 'c25'] } }],
  ['帮我把编译原理换个时间，别跟别的课冲突', 'move', { meeting: { courses: ['c35'] } }],
  ["what is 软件2401's earliest class this week", 'showTimetable', { order: 'BEGIN_FIRST' }],
  ['When is our very last class this semester?', 'showTimetable', { ask: 'WHEN', pick: 'LAST' }],
  [
    '软件2401周四下午四点以后有课吗',
    'showTimetable',
    { within: { days: [4], periods: { start: 7, end: 12 } } },
  ],
  ['软件2401周二的操作系统还剩几次', 'showTimetable', { within: { days: [2], until: '2027-01-03' } }],
  ['Kindly undo the last change that was made today, if there was one.', 'undo', {}],
  ['软件2501下周白天什么时候有空', 'findTimes', { avoid: ['EVENING'] }],
  // Each room that is called so, and which of these is free.
  ['机房301和机房302周二下午哪个空', 'findRooms', { room: { anyOf: ['r22', 'r30', 'r31'] } }],
  ['Replace 何新安 with 薛怡梦 on December 1', 'singleDate', { action: 'SUBSTITUTE', teacher: 't43' }],
  ['程序设计基础是理论课还是上机', 'showTimetable', { of: { courses: ['c25'] } }],
  ['上官若君、何新安单双周都没课的时段有哪些', 'findTimes', { teachers: ['t42', 't51'] }],
  ['离散数学 计算机2601 Mon 3-4 -> Mon 7-8, wk 14 to end', 'move', { to: { weeks: [14, 15, 16, 17, 18] } }],
  ['列出第14周所有调课', 'showChanges', { within: { weeks: [14] } }],
  ['who teaches 线代 to 软件2501', 'showTimetable', { of: { courses: ['c9'] } }],
  // Classes by their year and what they study, in either language.
  ...['大二软件周四的课谁上', 'who teaches the sophomore software class on Thursdays'].map(
    (text): [string, Intent['type'], object] => [
      text,
      'showTimetable',
      { of: { administrativeClasses: [classOf('软件2501班')] }, ask: 'WHO' },
    ],
  ),
  [
    'is class 2501 of software free on Wednesday at 4pm',
    'findTimes',
    { administrativeClasses: [classOf('软件2501班')] },
  ],
  ['周五下午5-6节全校有多少个班在上课', 'showTimetable', { ask: 'CLASSES', isOfEverybody: true }],
  ['哪些班周五下午没课，想组织个活动', 'showTimetable', { ask: 'CLASSES', also: ['OFF'] }],
  ['which of our classes are free on Friday afternoon', 'showTimetable', { also: ['OFF'] }],
  ['网络2401班有哪些任课老师，给我个名单', 'showTimetable', { ask: 'WHO' }],
  ['Show me rooms with fewer than 30 seats', 'showRoom', { wish: { capacityMax: 29 } }],
  ['what did we change in the timetable this week', 'showChanges', { since: expect.any(String) }],
  ['周三7-8节空着的大教室', 'findRooms', { room: { size: 'BIGGER' } }],
  ['工程楼401坏了，本周还有谁要用', 'showTimetable', { pick: 'LEFT' }],
  ['把课最满的五个班列出来', 'showLoad', { by: 'CLASS', order: 'MOST', top: 5 }],
  ['软件2401每周几节课', 'showLoad', {}],
  ['哪些老师每周不少于16节课', 'showLoad', { by: 'TEACHER', over: 15 }],
  ['how many rooms are occupied right now', 'showTimetable', { ask: 'WHERE', pick: 'NOW' }],
  ['软件2401明天第一节课是几点', 'showTimetable', { pick: 'FIRST', within: { days: [5], weeks: [13] } }],
  ['which rooms does 软件2401 use on Monday', 'showTimetable', { ask: 'WHERE' }],
  ['大一一共多少个班多少人', 'showTimetable', { ask: 'CLASSES', also: ['STUDENTS'] }],
  ['昨天的调课记录发我看看', 'showChanges', { since: '2026-11-25' }],
  ['今天下午信息楼哪些机房在上课', 'showTimetable', { ask: 'WHERE', room: { features: ['COMPUTERS'] } }],
  ['明天的数据结构请何新安代课', 'singleDate', { action: 'SUBSTITUTE', teacher: 't51' }],
  [
    '把上官若君下周三3-4节的信息技术基础挪个时间，第18周之前随便哪天，要500座以上的教室',
    'singleDate',
    { to: { until: '2026-12-27' }, room: { capacityMin: 500 } },
  ],
  ['Could we put the Wednesday OS of 软件2401 into 机房201', 'move', { meeting: { at: { days: [3] } } }],
  ['which room is free at 4 today', 'findRooms', { at: { days: [4], periods: { start: 7 } } }],
  ['what does 上官若君 have right after lunch today', 'showTimetable', { pick: 'FIRST' }],
  ['机房301投影坏了，修到下周五', 'absent', { at: { date: '2026-11-26', until: '2026-12-04' } }],
  ['forget it. Is 何新安 free on Tuesday?', 'findTimes', { teachers: ['t51'] }],
  ['明德楼304周三5-6现在是谁的课', 'showTimetable', { within: { days: [3] }, ask: 'WHO' }],
  ['Which rooms are free after dinner?', 'findRooms', { at: { part: 'EVENING' } }],
  ['When does 何新安 teach 软件2501? I would like to sit in once.', 'showTimetable', { ask: 'WHEN' }],
  ['信息工程学院有多少老师', 'showLoad', {}],
  [
    'Is 何新安 free on Wednesday afternoons?',
    'findTimes',
    { within: { days: [3], weeks: [13, 14, 15, 16, 17, 18] } },
  ],
  ["Could someone else take 何新安's class on Tuesday", 'findTeachers', { meeting: { teachers: ['t51'] } }],
])('%s is %s', (text, type, told) => {
  expect(read(text, ofNobody)).toMatchObject({ intents: [{ type, ...told }] });
});

test.each<[string, object]>([
  // What is held in another building, the class of the same number, the lessons that were shown.
  [
    '工程楼今天下午有哪些课|and 明德楼?',
    { of: { buildings: [expect.any(String)] }, within: { part: 'AFTERNOON' } },
  ],
  ['机房201周一有什么课|明德楼呢', { of: { buildings: [expect.any(String)] }, within: { days: [1] } }],
  ['软件2501周三有课吗|那网络的呢', { of: { administrativeClasses: [classOf('网络2501班')] } }],
  ['电商2401班星期四的课在哪栋楼|那会计的呢', { of: { administrativeClasses: [classOf('会计2401班')] } }],
  ['软件2401班周一有什么课|周二呢|那几个老师分别是谁', { ask: 'WHO', within: { days: [2] } }],
])('%s goes on', (turns, told) => {
  let before: readonly Intent[] = [];
  for (const text of turns.split('|')) {
    const reading = read(text, { ...ofNobody, before });
    before = reading.kind === 'intents' ? reading.intents : [];
  }
  expect(before).toMatchObject([{ type: 'showTimetable', ...told }]);
  expect(JSON.stringify(before)).not.toMatch(/"rooms"|"courses"/);
});
