import { fieldOf, type MeetingRef, type TimeWish } from '../intents.js';
import type { KnownLesson, Situation } from '../interpreter.js';
import { dayOf, weekOf } from '../slots/calendar.js';
import { partNames } from '../slots/times.js';
import { onceFor } from '../spot/once-for.js';

type Fits = (lesson: KnownLesson) => boolean;

type Field = (typeof fieldOf)[keyof typeof fieldOf];

/** What a lesson has of the records that mentions name. */
export const idsOf: Readonly<
  Record<Exclude<Field, 'departments'>, (lesson: KnownLesson) => readonly (string | null)[]>
> = {
  courses: ({ course }) => [course],
  teachers: ({ teachers }) => teachers,
  administrativeClasses: ({ administrativeClasses }) => administrativeClasses,
  teachingClasses: ({ teachingClass }) => [teachingClass],
  rooms: ({ room }) => [room],
  buildings: ({ building }) => [building],
};

const fields = Object.keys(idsOf) as (keyof typeof idsOf)[];

/** Whether a lesson is one of those that a mention tells. */
export function fitting(ref: MeetingRef, situation: Situation): Fits {
  const own = situation.self.administrativeClass;
  const isAt = ref.at && heldAt(ref.at, situation);
  return (lesson) =>
    fields.every(
      (field) => !ref[field] || idsOf[field](lesson).some((id) => id && ref[field]!.includes(id)),
    ) &&
    (!ref.isOwn || own === null || lesson.administrativeClasses.includes(own)) &&
    (!isAt || isAt(lesson));
}

/** Whether a lesson is the caller's. */
export const isOwn = (
  { teachers, administrativeClasses }: KnownLesson,
  { self: { teacher, administrativeClass } }: Situation,
): boolean =>
  (teacher !== null && teachers.includes(teacher)) ||
  (administrativeClass !== null && administrativeClasses.includes(administrativeClass));

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
