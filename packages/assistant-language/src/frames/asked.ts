import type { AskedOfLessons, AskedOfPlan, Intent, MeetingRef, TimeWish } from '../intents.js';
import type { Slots } from '../slots/slots.js';

/** What is asked of lessons by which words; earlier ones first. */
const asks: readonly (readonly [AskedOfLessons, RegExp])[] = (
  [
    ['TOO_FULL', '超过座位|坐不下的|超员|over capacity|too small for'],
    ['TOGETHER', '(?:一[起块]儿?|合着|共同)上|合班|合上|\\btogether\\b|\\bjoint|\\bshared?\\b'],
    [
      'STUDENTS',
      '(?:多少|几)[个名位]?(?:人|学生|同学)|人数|人多|坐得下|够坐|how many (?:students|people)|enough seats',
    ],
    ['SEATS', '(?:多少|几)个?(?:座|位子)|座位|\\bseats?\\b'],
    [
      'CLASSES',
      '(?:哪|几)[些几个]*班|什么班|别的班|which class|what class(?:es)? (?:attend|does he|does she)',
    ],
    [
      'WEEKS',
      '哪几?周|第?几周|上到(?:什么时候|啥时候|几[月号]|哪天)|最后一次课?是?(?:几号|哪天|什么时候)|结课|开课日期|until w|till when' +
        '|(?:which|what|many|last|first|end) weeks?|how long|(?:last|first|end|start) date',
    ],
    ['FULLEST', '最(?:多|少|满|忙|累|轻松|闲)|busiest|most lessons|lightest'],
    [
      'OFF',
      '半天|哪(?:几|个|些)?(?:天|上午|下午|晚上).{0,6}(?:没课|没有课|空|不上)|(?:day|morning|afternoon)s?.*\\b(?:off|free)\\b',
    ],
    [
      'COUNT',
      '(?:几|多少)个?(?:节|次|门|堂|课|学时)|how many (?:hours|periods|lessons|classes|times|lectures)|how often',
    ],
    ['WHO', '谁|哪[位个]老师|老师(?:叫|是)|叫啥|叫什么|\\bwho\\b|\\bwhos\\b|which teacher'],
    ['WHERE', '哪[里儿间栋]|在哪|哪个?教室|几号楼|什么地方|where|wh(?:at|ich) (?:room|building)'],
    [
      'WHEN',
      '几点|[啥什]么?时候|何时|哪几?天|周几|星期几|礼拜几|几号|\\bwhens?\\b|what time|which day|what day',
    ],
    ['WHETHER', '[吗咩没不么]$|吧$|有没有|是不是|要不要|用不用|^(?:is|are|am|do|does|did|has|have|was)\\b'],
  ] as const
).map(([ask, words]) => [ask, new RegExp(words, 'i')] as const);

const picks = {
  FIRST: /第一节|最早|头一节|first (?:class|lesson|lecture|one)/i,
  LAST: /最后[一那]?[节堂次]|last (?:class|lesson|lecture|one)/i,
};

/** What a question asks of the lessons that it tells. */
export function askedOf(slots: Slots): Pick<Extract<Intent, { type: 'showTimetable' }>, 'ask' | 'pick'> {
  const [first, last] = [slots.tokens[0], slots.tokens.at(-1)];
  const from = first?.start ?? 0;
  const said = slots.sentence
    .slice(from, Math.max(last?.end ?? 0, slots.sentence.length))
    .replace(/[呢啊呀鸭哦嘛了的;,.!?\s]+$/, '');
  const ask = asks.find(([, words]) => words.test(said))?.[0];
  const isNow = slots.times.some(({ piece }) => piece.isNow);
  const pick = isNow
    ? 'NOW'
    : picks.LAST.test(said)
      ? 'LAST'
      : ask !== 'COUNT' && picks.FIRST.test(said)
        ? 'FIRST'
        : undefined;
  return { ...(ask && { ask }), ...(pick && { pick }) };
}

/** 还剩几次: of today and later. */
export const remaining = /还剩|剩下?|还有[几多]|\b(?:left|remaining|to go)\b/i;

/** What is asked of a plan by which words; earlier ones first. */
const asksOfPlan: readonly (readonly [AskedOfPlan, RegExp])[] = [
  [
    'WHETHER_MADE',
    /[改换调弄做停]好了|生效|已经|还没|提交了|预览|is it (?:done|made|live)|already|applied|done yet/i,
  ],
  ['BEFORE', /原来|之前|本来|以前|原先|改前|\b(?:before|originally|used to|previous(?:ly)?|old)\b/i],
  ['SEATS', /座|坐得?下|够不够|seats?\b|big enough|fit\b/i],
  [
    'WHEN',
    /每周|一次|只[有是]?这|哪[几些]?周|几周|周次|哪天|什么时候|几号|第几节|长期|every|once|which weeks?|when|one-off|only/i,
  ],
  ['WHO', /谁|影响|哪些?(?:班|人|老师|学生)|别的?班|其他|通知|who|whom|affect|anyone|anybody|other class/i],
  ['WHERE', /教室|哪[里儿间]|在哪|楼|where|room|building/i],
];

export const askedOfPlanIn = (sentence: string): AskedOfPlan | undefined =>
  asksOfPlan.find(([, words]) => words.test(sentence))?.[0];

/** Whether the words count periods: of a week and not of a day, it is how much is taught. */
export const counted = /(?:几|多少)个?(?:节|课时|学时|钟头)|how many (?:hours|periods|lessons)/i;

/** Times that are told as unwanted, by words or as they are. */
const timesOfAvoided: Readonly<Record<string, TimeWish>> = {
  FIRST_PERIOD: { periods: { start: 1 } },
  MORNING: { part: 'MORNING' },
  AFTERNOON: { part: 'AFTERNOON' },
  EVENING: { part: 'EVENING' },
  WEEKEND: { days: [6, 7] },
};

const unwelcome = /[不没别勿]|避开|'t\b|\b(?:not|no|never|free|without|except|rather)\b/i;

/** When somebody would rather not teach, or rather would. */
export function wishedTimes(slots: Slots, of: MeetingRef): Intent {
  const told = slots.time()?.wish;
  const open = [
    ...(slots.avoid() ?? []).map((one) => timesOfAvoided[one]),
    ...(slots.notAt() ?? []),
    ...(told ? [told] : []),
  ];
  const isUnwanted = unwelcome.test(slots.sentence);
  const times = open.length === 0 ? {} : isUnwanted ? { notAt: open } : { at: open };
  return { type: 'wishTimes', of, ...times };
}
