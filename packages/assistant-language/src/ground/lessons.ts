import type { MeetingRef, TimeWish } from '../intents.js';
import type { KnownLesson, Situation } from '../interpreter.js';
import { dayOf, weekOf } from '../slots/calendar.js';
import { partNames } from '../slots/times.js';
import { onceFor } from '../spot/once-for.js';

type Fits = (lesson: KnownLesson) => boolean;

const oneOf = (
  ids: readonly string[] | undefined,
  of: (lesson: KnownLesson) => readonly (string | null)[],
): Fits | undefined => ids && ((lesson) => of(lesson).some((id) => id !== null && ids.includes(id)));

/** Whether a lesson is one of those that a mention tells. */
export function fitting(ref: MeetingRef, situation: Situation): Fits {
  const own = situation.self.administrativeClass;
  const conditions = [
    oneOf(ref.courses, ({ course }) => [course]),
    oneOf(ref.teachers, ({ teachers }) => teachers),
    oneOf(ref.administrativeClasses, ({ administrativeClasses }) => administrativeClasses),
    oneOf(ref.teachingClasses, ({ teachingClass }) => [teachingClass]),
    oneOf(ref.rooms, ({ room }) => [room]),
    oneOf(ref.buildings, ({ building }) => [building]),
    oneOf(
      ref.isOwn && own !== null ? [own] : undefined,
      ({ administrativeClasses }) => administrativeClasses,
    ),
    ref.at && heldAt(ref.at, situation),
  ].filter((one) => one !== undefined);
  return (lesson) => conditions.every((isFit) => isFit(lesson));
}

const those = onceFor((ref: string, situation: Situation): ReadonlySet<KnownLesson> => {
  const isFit = fitting(JSON.parse(ref) as MeetingRef, situation);
  return new Set((situation.lessons ?? []).filter(isFit));
});

/** The lessons that a mention tells, looked for once though several readings have it. */
export const lessonsOf = (ref: MeetingRef, situation: Situation): ReadonlySet<KnownLesson> =>
  those(JSON.stringify(ref), situation);

/** Whether a lesson is held at a time; of single dates, by what is taught on them. */
export function heldAt(wish: TimeWish, situation: Situation): Fits {
  const { days, periods, part, weeks, date, until } = wish;
  const span = part && situation.periods[partNames[part]];
  const on = date === undefined || until ? null : plannedOn(date, situation);
  return (lesson) =>
    (date === undefined || until !== undefined || (on !== null && isOn(lesson, on.day, [on.week]))) &&
    (!days?.length || days.includes(lesson.day)) &&
    (!weeks?.length || weeks.some((week) => lesson.weeks.includes(week))) &&
    (!span || (lesson.start <= span[1] && lesson.end >= span[0])) &&
    (!periods || (lesson.start <= (periods.end ?? periods.start) && lesson.end >= periods.start));
}

const isOn = (lesson: KnownLesson, day: number, weeks: readonly number[]): boolean =>
  lesson.day === day && weeks.some((week) => lesson.weeks.includes(week));

/** The day and week whose lessons are taught on a date; null on a holiday. */
function plannedOn(
  date: string,
  situation: Situation,
): { readonly day: number; readonly week: number } | null {
  const rule = situation.semester.rules?.find((each) => each.date === date);
  const taught = rule ? rule.follows : date;
  return taught === null ? null : { day: dayOf(taught), week: weekOf(taught, situation) };
}
