import type { Intent, MeetingRef, TimeWish } from '@class-scheduling/assistant-language';
import { optionsMax } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import { dayOf, later } from '../../scheduling/semester/weeks.js';
import { holiday, isHoliday, weekAndDayOf } from './times.js';
import { seenOf, type Lesson } from './held.js';
import { answers, hasHead, lineOf, linesOf, needsSizes } from './lesson-words.js';
import { lastDate, lessonsOf, sizesOf } from './lessons.js';
import { dimensionsOf, isNamed, refOf } from './meetings.js';
import { listed, type Planning } from './planning.js';
import { hasWished } from './rooms.js';
import { refuse, type Step } from './step.js';
import { dayName, roomName, lined, say } from './words.js';

type Asked = Extract<Intent, { type: 'showTimetable' }>;

/** Greatest number of names that an answer repeats. */
const namesMax = 5;
/** Lines of several timetables that are told at once; of more it is asked whose. */
const linesOfAllMax = 12;

const words = (text: Text): Step => ({ kind: 'words', text });

/** Lessons of whoever is named, else of the caller, and what is asked of them. */
export async function shownTimetable(planning: Planning, asked: Asked): Promise<Step> {
  const { situation, language, intents, pins, seen } = planning;
  const [wish, ref] = [wishOf(planning, asked), await whose(planning, asked)];
  const each = asked.ask === 'TOGETHER' ? [ref] : eachOf(ref);
  if (each.length < 2 || asked.pick) {
    const lessons = await picked(planning, asked, ref, wish);
    if (lessons.length === 0) return nothingThen(planning, asked, ref, wish);
    seen.push(...lessons.map(seenOf));
    const lines = await linesFor(planning, asked, ref, lessons);
    const heads = asked.ask && hasHead.includes(asked.ask) ? 1 : 0;
    return listed(planning, lines.slice(0, heads), lines.slice(heads));
  }
  const found = await Promise.all(
    each.map(async (one) => ({ one, lessons: await picked(planning, asked, one, wish) })),
  );
  const held = found.filter(({ lessons }) => lessons.length > 0);
  if (held.length === 0) return nothingThen(planning, asked, ref, wish);
  seen.push(...held.flatMap(({ lessons }) => lessons.map(seenOf)));
  const told = await Promise.all(
    held.map(async ({ one, lessons }) => {
      const name = nameOf(planning, one, lessons);
      return [say(`${name}：`, `${name}:`), ...(await linesFor(planning, asked, one, lessons))];
    }),
  );
  const lines = told.flat();
  if (lines.length <= linesOfAllMax) return words(lined(lines));
  if (held.length > optionsMax) return listed(planning, [], lines);
  const options = held.map(({ one, lessons }) => {
    const label = say(nameOf(planning, one, lessons), nameOf(planning, one, lessons));
    const only = intents.map((intent) => (intent === asked ? { ...asked, of: { ...ref, ...one } } : intent));
    return { label, text: label[language], resume: { intents: only, pins } };
  });
  const names = namesIn(situation, ref).join('、');
  return { kind: 'question', question: say(`您指的是哪一个：${names}？`, `Which one: ${names}?`), options };
}

/** A mention of several of one kind as mentions of one each. */
export function eachOf(ref: MeetingRef): MeetingRef[] {
  const several = dimensionsOf(ref).find(([name, ids]) => ids.length > 1 && name !== 'course');
  if (!several) return [ref];
  return several[1].map((id) => ({ ...ref, ...refOf([[several[0], [id]]]) }));
}

/** The name of the one of several that a mention is of; rooms of one name by their buildings. */
export function nameOf({ situation }: Planning, one: MeetingRef, [lesson]: readonly Lesson[]): string {
  const name = namesIn(situation, one).join('，');
  return one.rooms?.length === 1 && lesson?.room ? roomName({ ...lesson.room, name }) : name;
}

/** Whose lessons are meant: a course asked about by who teaches or attends it is the own one. */
export async function whose(
  planning: Planning,
  { of, ask, isOfAll }: Pick<Asked, 'of' | 'ask'> & { readonly isOfAll?: boolean },
): Promise<MeetingRef> {
  const { self } = planning.situation;
  const own = self.teacher ? { teachers: [self.teacher] } : self.student ? { isOwn: true } : null;
  if (!isNamed(of)) {
    if (ask === 'TOO_FULL' || (isOfAll && !own)) return of;
    if (!own) throw refuse(whoseTimetable);
    return { ...of, ...own };
  }
  const { at: _, ...named } = of;
  const isOfOthers = named.teachers ?? named.administrativeClasses ?? named.teachingClasses;
  const isOfCourse = own && of.courses && !isOfOthers;
  if (!isOfCourse || (self.teacher && ask === 'WHO')) return of;
  const mine = await lessonsOf(planning, { ...named, ...own });
  return mine.length > 0 ? { ...of, ...own } : of;
}

const whoseTimetable = say(
  '请说明要查看谁的课：教师、班级、教室或课程。',
  'Whose lessons? Name a teacher, class, room or course.',
);

/** When the lessons are that are meant: the next and the present one are looked for from today on. */
function wishOf(planning: Planning, { within = {}, pick, of }: Asked): TimeWish {
  const isOwn = !isNamed(of) || of.isOwn === true;
  const { today } = planning.situation;
  const wish = { ...of.at, ...within };
  if (pick === 'NOW') return { date: today };
  const isAnyTime = Object.keys(wish).length === 0;
  // 周三有课吗: whoever asks for himself means the coming one, not all Wednesdays of the semester.
  const [day, ...others] = wish.days ?? [];
  const isDay = day && others.length === 0 && !wish.date && !wish.weeks;
  if (isDay && isOwn && planning.timetable.status === 'PUBLISHED') {
    const date = later(today, (day - dayOf(today) + 7) % 7);
    if (weekAndDayOf(planning.situation, date)) return { ...wish, days: undefined, date };
  }
  return pick === 'LAST' && isAnyTime ? { date: today, until: lastDate(planning) } : wish;
}

/** The lessons that are meant: of each day the first or last one, or that of now. */
async function picked(
  planning: Planning,
  { pick, room, of }: Asked,
  ref: MeetingRef,
  wish: TimeWish,
): Promise<readonly Lesson[]> {
  const { at: _, ...named } = ref;
  const all = await lessonsOf(planning, named, wish);
  const sizes = room && all.length > 0 ? await sizesOf(planning, ref, all) : null;
  const lessons = sizes
    ? all.filter((each) => {
        const facts = sizes.roomOf(each);
        return facts !== null && hasWished(facts, room, null);
      })
    : all;
  if (pick === 'NOW') return lessons.filter(isNow);
  if (!pick || lessons.length === 0) return lessons;
  if (pick === 'LAST' && !of.at && wish.until === lastDate(planning)) return lessons.slice(-1);
  const days = new Map<string | number, Lesson>();
  for (const each of pick === 'LAST' ? lessons : lessons.toReversed()) days.set(dayKey(each), each);
  return lessons.filter((each) => days.get(dayKey(each)) === each);
}

const dayKey = ({ on, time }: Lesson): string | number => on?.date ?? time?.day ?? 0;

function isNow({ on }: Lesson): boolean {
  const now = new Date().toISOString();
  return Boolean(
    on?.start && on.end && new Date(on.start).toISOString() <= now && now < new Date(on.end).toISOString(),
  );
}

async function linesFor(
  planning: Planning,
  { ask }: Asked,
  ref: MeetingRef,
  lessons: readonly Lesson[],
): Promise<readonly Text[]> {
  const wish = lessons.every(({ on }) => on) ? { date: lessons[0].on!.date } : {};
  if (!ask) return linesOf(lessons, planning);
  const sizes = needsSizes.includes(ask) ? await sizesOf(planning, ref, lessons) : null;
  return answers[ask](lessons, { planning, wish, sizes, ref });
}

/** That nothing is held, and what else there is of the day or of the time after it. */
async function nothingThen(
  planning: Planning,
  { pick, ask, of }: Asked,
  ref: MeetingRef,
  wish: TimeWish,
): Promise<Step> {
  const { situation } = planning;
  if (wish.date && !wish.until && isHoliday(situation, wish.date)) return words(holiday(wish.date));
  if (ask === 'OFF') return words(say('所说的时间全都没课。', 'Nothing is held at all then.'));
  const whom = namesIn(situation, ref).join('，');
  const time = timeOf(wish);
  const none =
    pick === 'NOW'
      ? say(`${whom}现在没有课。`, `${whom || 'You'}: no lesson now.`)
      : say(
          `${[whom, time.zh].filter(Boolean).join('，')}没有课。`,
          `No lessons: ${[whom, time.en].filter(Boolean).join(', ') || 'then'}.`,
        );
  const { at: _, ...named } = ref;
  const { periods, part, ...wholeDay } = wish;
  // 明天第一节课: of a period without any, whatever else that day has is told.
  const others =
    ((periods ?? part) && (wish.date ?? wish.days?.length)) || pick === 'NOW'
      ? await lessonsOf(planning, named, wholeDay)
      : [];
  if (others.length > 0) return listed(planning, [none, thatDay], linesOf(others, planning));
  const next = wish.date && !of.at ? await nextOf(planning, named, wish.until ?? wish.date) : null;
  return words(next ? lined([none, say(`之后最近的一次：${next.zh}`, `The next one: ${next.en}`)]) : none);
}

const thatDay = say('当天的课：', 'On that day:');

/** A time as sentences name it. */
export function timeOf({ date, until, days, weeks, periods, part }: TimeWish): Text {
  const names = {
    MORNING: say('上午', 'morning'),
    AFTERNOON: say('下午', 'afternoon'),
    EVENING: say('晚上', 'evening'),
  };
  const all: Text[] = [
    ...(date
      ? [
          say(
            until ? `${date} 至 ${until}` : `${date}（${dayName(dayOf(date)).zh}）`,
            until ? `${date} to ${until}` : date,
          ),
        ]
      : []),
    ...(weeks?.length === 1 ? [say(`第${weeks[0]}周`, `week ${weeks[0]}`)] : []),
    ...(days ?? []).map(dayName),
    ...(part ? [names[part]] : []),
    ...(periods
      ? [
          say(
            `第${periods.start}${periods.end ? `-${periods.end}` : ''}节`,
            `periods ${periods.start}-${periods.end ?? periods.start}`,
          ),
        ]
      : []),
  ];
  return { zh: all.map(({ zh }) => zh).join(''), en: all.map(({ en }) => en).join(' ') };
}

/** Days from today within which the next lesson is looked for. */
const daysAhead = 61;

/** The first lesson that begins after now, or after a date. */
async function nextOf(planning: Planning, ref: MeetingRef, after?: string): Promise<Text | null> {
  const date = after ? later(after, 1) : planning.situation.today;
  const lessons = await lessonsOf(planning, ref, { date, until: later(date, daysAhead) });
  const now = new Date().toISOString();
  const next = lessons.find(({ on }) => on && (!on.start || new Date(on.start).toISOString() > now));
  if (next) planning.seen.push(seenOf(next));
  return next ? lineOf(next, planning) : null;
}

/** The next lesson on a real date, of whoever is named, else of the caller. */
export async function shownNext(
  planning: Planning,
  { of = {} }: Extract<Intent, { type: 'showNext' }>,
): Promise<Step> {
  const { at: _, ...ref } = await whose(planning, { of });
  const next = await nextOf(planning, ref);
  if (!next)
    return words(say(`接下来 ${daysAhead} 天没有课。`, `Nothing is held within the next ${daysAhead} days.`));
  return words(say(`下一节课：${next.zh}。`, `Next: ${next.en}.`));
}

/** What is named, by name; of many the first few. */
export function namesIn({ names }: Planning['situation'], ref: MeetingRef): readonly string[] {
  const ids = new Set(Object.values(ref).flatMap((value) => (Array.isArray(value) ? value : [])));
  const named = names.filter(({ id }) => ids.has(id)).map(({ name }) => name);
  return named.length > namesMax ? [...named.slice(0, namesMax), '…'] : named;
}
