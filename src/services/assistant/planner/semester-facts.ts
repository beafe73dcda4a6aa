import type { Intent } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import { namesIn } from './facts.js';
import { listed } from './lists.js';
import { isUnplacedOf } from './meetings.js';
import { type Planning } from './planning.js';
import { dayOf, later } from '../../scheduling/semester/weeks.js';
import { dayName, oneLine, say, when } from './words.js';
import { refuse, type Step } from './step.js';
import { holiday, isHoliday, weekAndDayOf } from './dates.js';

type Of<T extends Intent['type']> = Extract<Intent, { type: T }>;

/** In which week of the semester a day or a week lies. */
export function shownWeek({ situation }: Planning, { at }: Of<'showWeek'>): Step {
  const { weeks: count, startDate } = situation.semester;
  const [asked] = at?.weeks ?? [];
  if (asked !== undefined)
    return said(say(`是第 ${asked} 周，本学期共 ${count} 周。`, `It is week ${asked} of ${count}.`));
  const date = at?.date ?? situation.today;
  if (isHoliday(situation, date)) return said(holiday(date));
  const found = weekAndDayOf(situation, date);
  if (!found)
    return said(
      say(
        `${date}不在本学期的 ${count} 周之内，本学期从 ${startDate} 开始。`,
        `${date} is in none of the ${count} weeks of the semester, which begins on ${startDate}.`,
      ),
    );
  const [day, planned] = [dayName(dayOf(date)), dayName(found.day)];
  const isMadeUp = dayOf(date) !== found.day;
  const [ofZh, ofEn] = isMadeUp ? [`补${planned.zh}的课，`, `, for ${planned.en},`] : ['', ''];
  return said(
    say(
      `${date}（${day.zh}）${ofZh}是第 ${found.week} 周，本学期共 ${count} 周。`,
      `${date}, a ${day.en}${ofEn || ','} is in week ${found.week} of ${count}.`,
    ),
  );
}

/** Days from today within which the next meeting is looked for: as many as one call tells of. */
const daysAhead = 61;

/** The next meeting on a real date, of whoever is named, else of the caller. */
export async function shownNext(
  { use, situation, timeZone }: Planning,
  { of = {} }: Of<'showNext'>,
): Promise<Step> {
  const { teachers, administrativeClasses, rooms, courses, teachingClasses } = of;
  const [named] = [
    ...(teachingClasses ?? []).map((teachingClass) => ({ teachingClass })),
    ...(courses ?? []).map((course) => ({ course })),
    ...(teachers ?? []).map((teacher) => ({ teacher })),
    ...(administrativeClasses ?? []).map((administrativeClass) => ({ administrativeClass })),
    ...(rooms ?? []).map((classroom) => ({ classroom })),
  ];
  if (!named && !situation.self.teacher && !situation.self.student) throw refuse(whoseNext);
  const { datedMeetings } = await use('datedMeetings', {
    from: situation.today,
    to: later(situation.today, daysAhead),
    of: named ?? {},
  });
  const now = new Date().toISOString();
  const next = datedMeetings.find(({ held }) => held.start === null || held.start > now);
  if (!next)
    return said(say(`接下来 ${daysAhead} 天没有课。`, `Nothing is held within the next ${daysAhead} days.`));
  const { held, item } = next;
  const clock = held.start && clockIn(timeZone, held.start);
  const at = when(dayOf(held.date), item.periodStart, item.periodEnd);
  const what = [item.teachingClassName, item.classroomName, item.teacherName];
  return said(
    oneLine(
      say(
        `下一节课：${[`${held.date} ${at.zh}${clock ? `（${clock} 开始）` : ''}`, ...what].join('，')}。`,
        `Next: ${[`${held.date}, ${at.en}${clock ? ` (begins at ${clock})` : ''}`, ...what].join(', ')}.`,
      ),
    ),
  );
}

const clockIn = (timeZone: string, instant: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' }).format(new Date(instant));

const whoseNext = say(
  '请说明是谁的下一节课：教师、班级、教室或课程。',
  'Whose next lesson? Please name a teacher, class, room or course.',
);

/** The meetings without a place, of what is named or all, with the reason of each. */
export async function shownUnplaced(planning: Planning, { of = {} }: Of<'showUnplaced'>): Promise<Step> {
  const {
    use,
    situation,
    timetable: { revision },
  } = planning;
  if (of.administrativeClasses || of.rooms || of.at) throw refuse(unplacedOfWhat);
  const { timetable } = await use('unplaced', { revision });
  const found = (timetable?.unplaced ?? []).filter(({ meeting }) => meeting && isUnplacedOf(meeting, of));
  const whose = namesIn(situation, of);
  if (found.length === 0)
    return said(
      whose.length > 0
        ? say(`没有未排上的课：${whose.join('，')}。`, `Every meeting of ${whose.join(', ')} has a place.`)
        : say('所有的课都已排上。', 'Every meeting has a place.'),
    );
  const lines = found.map(({ meeting, reason }) => {
    const name = meeting!.teachingClass?.name ?? '';
    const who = meeting!.teacher ? [meeting!.teacher.name] : [];
    const about = reason ? [reason] : [];
    return say([name, ...who, ...about].join('，'), [name, ...who, ...about].join(', '));
  });
  const head = say(`未排上的课共 ${found.length} 次：`, `${found.length} meetings have no place:`);
  return listed(planning, [head], lines);
}

const unplacedOfWhat = say(
  '未排上的课还没有时间和教室，请说课程、教师或教学班。',
  'What has no place has no time and no room. Maybe name a course, teacher or teaching class.',
);

const said = (text: Text): Step => ({ kind: 'words', text });
