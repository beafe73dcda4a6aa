import { fieldOf, type Intent, type MeetingRef, type TimeWish } from '../intents.js';
import type { KnownLesson, Situation } from '../interpreter.js';
import { dayOf, weekOf } from '../slots/calendar.js';
import { isAt } from '../slots/times.js';
import { keptFor, onceFor } from '../spot/once-for.js';

type Fits = (lesson: KnownLesson) => boolean;

type Field = Exclude<(typeof fieldOf)[keyof typeof fieldOf], 'departments'>;

/** Of which lessons an intent is, on the date that it tells. */
export function refsIn(intent: Intent): readonly MeetingRef[] {
  if (!('meeting' in intent) || !intent.meeting) return 'of' in intent && intent.of ? [intent.of] : [];
  const at = { ...intent.meeting.at, ...(intent.type === 'singleDate' && intent.at) };
  return [{ ...intent.meeting, ...(Object.keys(at).length > 0 && { at }) }];
}

/** What a lesson has of the records that mentions name. */
export const idsOf: Readonly<Record<Field, (lesson: KnownLesson) => readonly string[]>> = {
  courses: ({ course }) => [course],
  teachers: ({ teachers }) => teachers,
  administrativeClasses: ({ administrativeClasses }) => administrativeClasses,
  teachingClasses: ({ teachingClass }) => [teachingClass],
  rooms: ({ room }) => (room === null ? [] : [room]),
  buildings: ({ building }) => (building === null ? [] : [building]),
};
const fields = Object.keys(idsOf) as Field[];

/** Whether a lesson is one of those that a mention tells. */
export function fitting(ref: MeetingRef, situation: Situation): Fits {
  const own = situation.self.administrativeClass;
  const oneOf = (field: Field, ids: readonly string[] | undefined): Fits | undefined =>
    ids && ((lesson) => idsOf[field](lesson).some((id) => ids.includes(id)));
  const conditions = [
    ...fields.map((field) => oneOf(field, ref[field])),
    oneOf('administrativeClasses', ref.isOwn && own !== null ? [own] : undefined),
    ref.at && heldAt(ref.at, situation),
  ].filter((one) => one !== undefined);
  return (lesson) => conditions.every((isFit) => isFit(lesson));
}

/** Whether a lesson is the caller's. */
export const isOwn = (
  { teachers, administrativeClasses }: KnownLesson,
  { self: { teacher, administrativeClass } }: Situation,
): boolean =>
  (teacher !== null && teachers.includes(teacher)) ||
  (administrativeClass !== null && administrativeClasses.includes(administrativeClass));

/** Where in a list the lessons are that have what is named, by fields. */
const placesOf = keptFor((lessons: readonly KnownLesson[]) => {
  const idsAt = (field: Field) =>
    lessons.flatMap((lesson, at) => idsOf[field](lesson).map((id) => ({ id, at })));
  return new Map(fields.map((field) => [field, Map.groupBy(idsAt(field), ({ id }) => id)]));
});

/** The lessons that have any of what is named, in their order. */
export function lessonsWith(
  field: Field,
  ids: Iterable<string>,
  { lessons = [] }: Situation,
): readonly KnownLesson[] {
  const places = placesOf(lessons).get(field);
  const found = [...new Set([...ids].flatMap((id) => (places?.get(id) ?? []).map(({ at }) => at)))];
  return found.sort((one, other) => one - other).map((at) => lessons[at]);
}

/** The lessons that a mention tells: of those with the rarest that it names, since a timetable is long. */
export function lessonsThat(ref: MeetingRef, situation: Situation): readonly KnownLesson[] {
  const having = fields.flatMap((field) => (ref[field] ? [lessonsWith(field, ref[field], situation)] : []));
  const [some = situation.lessons ?? []] = having.sort((one, other) => one.length - other.length);
  return some.filter(fitting(ref, situation));
}

const those = onceFor(
  (ref: string, situation: Situation): ReadonlySet<KnownLesson> =>
    new Set(lessonsThat(JSON.parse(ref) as MeetingRef, situation)),
);

/** The lessons that a mention tells, looked for once though several readings have it. */
export const lessonsOf = (ref: MeetingRef, situation: Situation): ReadonlySet<KnownLesson> =>
  those(JSON.stringify(ref), situation);

/** Whether a lesson is held at a time; of single dates, by what is taught on them. */
export function heldAt(wish: TimeWish, situation: Situation): Fits {
  const { weeks, date, until } = wish;
  const on = date === undefined || until ? null : plannedOn(date, situation);
  return (lesson) =>
    (date === undefined ||
      until !== undefined ||
      (lesson.day === on?.day && lesson.weeks.includes(on.week))) &&
    (!weeks?.length || weeks.some((week) => lesson.weeks.includes(week))) &&
    isAt(situation, lesson, wish);
}

/** The day and week whose lessons are taught on a date; null on a holiday. */
function plannedOn(
  date: string,
  situation: Situation,
): { readonly day: number; readonly week: number } | null {
  const rule = situation.semester.rules?.find((each) => each.date === date);
  const taught = rule ? rule.follows : date;
  return taught === null ? null : { day: dayOf(taught), week: weekOf(taught, situation) };
}

/** The only date on which lessons were shown of late, of a day of the week where that is said. */
export function shownDate(
  lessons: Iterable<KnownLesson>,
  { days }: TimeWish,
  { seen = [] }: Situation,
): string | undefined {
  const meant = new Set([...lessons].map(({ teachingClass }) => teachingClass));
  const dates = seen.flatMap(({ teachingClasses = [], at }) =>
    at?.date && meant.has(teachingClasses[0]) && (!days || days.includes(dayOf(at.date))) ? [at.date] : [],
  );
  return new Set(dates).size === 1 ? dates[0] : undefined;
}
