import type { Intent } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import { namesIn } from './timetables.js';
import { listed } from './lists.js';
import { isUnplacedOf } from './meetings.js';
import { type Planning } from './planning.js';
import { dayOf } from '../../scheduling/semester/weeks.js';
import { dayName, say } from './words.js';
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
