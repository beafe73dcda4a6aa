import type { AskedOfLessons, MeetingRef, Of, TimeWish } from '@class-scheduling/assistant-language';
import { ranges } from '../../scheduling/semester/periods.js';
import { plannedDayOf } from '../../scheduling/semester/weeks.js';
import type { Lesson } from './held.js';
import { namePart, roomPart, told } from './lesson-words.js';
import { lessonsOf } from './lessons.js';
import { dimensionsOf, isNamed, refOf } from './meetings.js';
import type { Planning } from './planning.js';
import { refuse } from './step.js';
import { dateNamed, dayName, headed, inARow, joined, partNames, periodsAt, roomName, say } from './words.js';
import type { Text } from './words.js';

/** Whose timetable is meant, and how sentences name it. */

/** Greatest number of names that an answer repeats. */
export const namesMax = 5;

interface Meant extends Pick<Of<'showTimetable'>, 'of' | 'ask' | 'pick' | 'isOfEverybody'> {
  readonly isOfAll?: boolean;
}

/** A mention of several of one kind as mentions of one each. */
export function eachOf(ref: MeetingRef, isOfCourses = false): MeetingRef[] {
  const several = dimensionsOf(ref).find(
    ([name, ids]) => ids.length > 1 && (isOfCourses || name !== 'course'),
  );
  if (!several) return [ref];
  return several[1].map((id) => ({ ...ref, ...refOf([[several[0], [id]]]) }));
}

/** The name of the one of several that a mention is of, without those; rooms of one name by building. */
export function nameOf({ situation }: Planning, one: MeetingRef, [lesson]: readonly Lesson[]): string {
  const room = one.rooms?.length === 1 ? lesson?.room : null;
  const single = refOf(dimensionsOf(one).filter(([, ids]) => ids.length === 1));
  const names = namesIn(situation, isNamed(single) ? single : one);
  return names.map((name) => (room?.name === name ? roomName(room) : name)).join('，');
}

/** Whose lessons are meant: a course asked about by who teaches or attends it is the own one. */
export async function whose(
  planning: Planning,
  { of, ask, pick, isOfAll, isOfEverybody }: Meant,
): Promise<MeetingRef> {
  const { self } = planning.situation;
  const own = self.teacher ? { teachers: [self.teacher] } : self.student ? { isOwn: true } : null;
  if (!isNamed(of)) {
    if ((!own && isOfAnybody.includes(ask)) || ask === 'TOO_FULL' || isOfEverybody || (isOfAll && !own))
      return of;
    if (!own) throw refuse(whoseTimetable);
    return { ...of, ...own };
  }
  const { at: _, ...named } = of;
  // 田老师的心理课: the own one, where there is such.
  const isOfOthers = named.administrativeClasses ?? named.teachingClasses ?? (self.teacher && named.teachers);
  // 杨老师的课还剩几次: of those that the caller attends.
  const isOfHis = self.student && named.teachers && (pick === 'LEFT' || ask === 'COUNT' || ask === 'WEEKS');
  const isOfCourse = own && (of.courses ?? isOfHis) && !isOfOthers;
  // 王然教高数还是体育: of all that he teaches.
  const isOneOf = ask === 'COURSES' && of.teachers && (of.courses?.length ?? 0) > 1;
  if (!isOfCourse || isOneOf || (self.teacher && ask === 'WHO')) return of;
  const mine = await lessonsOf(planning, { ...named, ...own });
  return mine.length > 0 ? { ...of, ...own } : of;
}

/** What whoever has no lessons himself asks of everybody: which day is the fullest. */
const isOfAnybody: readonly (AskedOfLessons | undefined)[] = ['DAYS', 'TOGETHER'];

const whoseTimetable = say(
  '请说明要查看谁的课：教师、班级、教室或课程。',
  'Whose lessons? Name a teacher, class, room or course.',
);

/** A time as sentences name it. */
export function timeOf({ date, until, days, weeks, periods, part }: TimeWish): Text {
  const all: Text[] = [
    ...(date
      ? [until ? say(`${date} 至 ${until}`, `${date} to ${until}`) : say(dateNamed(date).zh, date)]
      : []),
    ...(weeks?.length
      ? [say(`第${ranges(weeks)}周`, `week${weeks.length > 1 ? 's' : ''} ${ranges(weeks)}`)]
      : []),
    ...(days ?? []).map(dayName),
    ...(part ? [partNames[part]] : []),
    ...(periods ? [periodsAt(periods.start, periods.end ?? periods.start)] : []),
  ];
  return joined(all, say('', ' '));
}

/** What is named, by name; of many the first few. */
export function namesIn({ names }: Planning['situation'], ref: MeetingRef): readonly string[] {
  const ids = new Set(Object.values(ref).flatMap((value) => (Array.isArray(value) ? value : [])));
  const named = names.filter(({ id }) => ids.has(id)).map(({ name }) => name);
  return named.length > namesMax ? [...named.slice(0, namesMax), '…'] : named;
}

export const parityOf = (week: number): Text => (week % 2 === 1 ? say('单周', 'odd') : say('双周', 'even'));

/** What somebody has at a time of a week of either kind, this one first; none where both are alike. */
export async function byParity(planning: Planning, ref: MeetingRef, at: TimeWish): Promise<Text[]> {
  const { semester, today } = planning.situation;
  const { week: now } = plannedDayOf(semester.startDate, today);
  const lessons = await lessonsOf(planning, ref, at);
  const halves = [now, now + 1].map((week) => ({
    week,
    held: lessons.filter(({ weeks }) => weeks.some((one) => one >= now && (one - week) % 2 === 0)),
  }));
  const [one, other] = halves.map(({ held }) => held.map(({ assignment }) => assignment).join());
  if (one === other) return [];
  return halves.map(({ week, held }) => {
    const [which, whichEn] = week === now ? ['本周', 'this one'] : ['下周', 'the next'];
    const { zh, en } = parityOf(week);
    const none = say('没有课', 'nothing');
    return headed(
      say(`${zh}（${which}，第 ${week} 周）`, `In ${en} weeks (${whichEn}, ${week})`),
      held.length > 0 ? inARow(held.map((each) => told(each, planning, [namePart, roomPart]))) : none,
    );
  });
}

/** Whether weeks are every second one. */
export const isEverySecond = ([first, ...weeks]: readonly number[]): boolean =>
  weeks.length > 1 && weeks.every((week, at) => week === first + 2 * (at + 1));

/** Of a lesson of half of the weeks, what whoever has it has then in the others. */
export function othersThen({ on, time, weeks, teachingClass }: Lesson, planning: Planning, ref: MeetingRef) {
  const isHalf = on ?? isEverySecond(weeks);
  if (!time || !isHalf) return [];
  const { isOwn, teachers, administrativeClasses } = ref;
  const whoever = isOwn ? { isOwn } : teachers ? { teachers } : { administrativeClasses };
  const of = isNamed(whoever) ? whoever : { teachingClasses: [teachingClass.id] };
  const { day, start, end } = time;
  return byParity(planning, of, { days: [day], periods: { start, end } });
}
