import type { MeetingRef, TimeWish } from '../intents.js';
import type { KnownLesson, Situation } from '../interpreter.js';
import { dayOf } from '../slots/calendar.js';
import { Slots } from '../slots/slots.js';
import { timeIn } from '../slots/time-wishes.js';
import { fitting, isOwn, refsIn } from './lessons.js';
import type { Mention } from './mentions.js';

/** The lessons that words tell, with what they say of them. */
export interface Found {
  readonly lessons: readonly KnownLesson[];
  readonly ref: MeetingRef;
}

/** A lesson that was spoken of before, and how unlikely it is that it is meant without being named. */
export interface Before {
  readonly ref: MeetingRef;
  readonly cost: number;
}

/** Objects of an answer that are looked at. */
const seenMax = 8;

/** What was spoken of before, the likeliest first. */
export function beforeIn({ before = [], open = [], seen = [], self }: Situation): readonly Before[] {
  const wished = [...before, ...open].flatMap((intent): Before[] => {
    if ('meeting' in intent && intent.meeting)
      return refsIn(intent).map(({ isEvery: _, ...ref }) => ({ ref, cost: 0.5 }));
    if (intent.type === 'swap') return [intent.first, intent.second].map((ref) => ({ ref, cost: 0.8 }));
    // 停掉吧: of the dates on which somebody cannot come.
    if (intent.type === 'absent' && intent.at) return [{ ref: { ...intent.of, at: intent.at }, cost: 0.5 }];
    if (intent.type === 'findTimes' && intent.teachers)
      return [{ ref: { teachers: intent.teachers }, cost: 1 }];
    return 'of' in intent && intent.of ? [{ ref: intent.of, cost: 1 }] : [];
  });
  const shown = seen.slice(0, seenMax).map(({ teachingClasses, ...ref }): Before => {
    const { at } = ref;
    const of = teachingClasses ? { teachingClasses, ...(at && { at }) } : ref;
    return { ref: of, cost: teachingClasses ? 1 : 1.5 };
  });
  return [
    ...wished,
    ...shown,
    ...(self.teacher === null ? [] : [{ ref: { teachers: [self.teacher] }, cost: 0.8 }]),
  ];
}

/** What was spoken of before with what is said now: another time or record takes the place of that before. */
export function over(before: MeetingRef, { at, ...said }: MeetingRef): MeetingRef {
  const { at: atBefore, ...named } = before;
  const isDay = at && (at.days ?? at.date ?? at.weeks);
  const [day, ...others] = at?.days ?? [];
  // The Friday one: of the dates that were shown the one of that day.
  const isShown = atBefore?.date && !at?.date && day === dayOf(atBefore.date) && others.length === 0;
  const { days: _, ...rest } = at ?? {};
  const when = isShown ? { ...rest, date: atBefore.date } : at && isDay ? at : { ...atBefore, ...at };
  return { ...named, ...said, ...(Object.keys(when).length > 0 && { at: when }) };
}

/** Of several those that were shown, else those of whoever speaks; of one class at a time there is one. */
export function nearest(all: readonly KnownLesson[], situation: Situation): readonly KnownLesson[] {
  const found = [
    ...new Map(all.map((each) => [`${each.teachingClass} ${each.day} ${each.start}`, each])).values(),
  ];
  if (found.length < 2) return found;
  const own = found.filter((each) => isOwn(each, situation));
  const of = own.length > 0 ? own : found;
  const shown = (situation.seen ?? [])
    .filter(({ teachingClasses }) => teachingClasses)
    .map(({ teachingClasses, at }) => fitting({ teachingClasses, at }, situation));
  const known = of.filter((each) => shown.some((isShown) => isShown(each)));
  return known.length > 0 ? known : of;
}

/** The time of a lesson, as it is told beside a date or weeks. */
export const exactly = ({ day, start, end }: KnownLesson, at: TimeWish = {}): TimeWish => ({
  ...(at.date === undefined
    ? { days: [day], periods: { start, end } }
    : {
        date: at.date,
        ...(at.periods && { periods: { start, end } }),
      }),
  ...(at.weeks && { weeks: at.weeks }),
});

/** How the lessons are told: exactly where it is one, else by what was said. */
export function told({ lessons, ref }: Found, isEvery: boolean): MeetingRef {
  const [only, ...others] = lessons;
  if (!only || others.length > 0 || isEvery) return { ...ref, ...(isEvery && { isEvery: true }) };
  return { teachingClasses: [only.teachingClass], at: exactly(only, ref.at) };
}

/** 周二下午那两节对调: the halves of a swap that are told together. */
export const halvesOf = (both: Found | null): Found[] | null =>
  both?.lessons.length === 2
    ? both.lessons.map((lesson) => ({
        lessons: [lesson],
        ref: { teachingClasses: [lesson.teachingClass], at: exactly(lesson, both.ref.at) },
      }))
    : null;

/** The records and the time that some mentions tell together; null where these contradict each other. */
export function refOf(
  mentions: readonly Mention[],
  situation: Situation,
  sentence: string,
): MeetingRef | null {
  const tokens = mentions.flatMap((mention) => mention.tokens);
  const slots = new Slots(tokens, situation, sentence);
  const at = timeIn(slots.times, situation);
  if (slots.times.length > 0 && !at) return null;
  const { buildings } = slots;
  return { ...slots.named(), ...(buildings.length > 0 && { buildings }), ...(at && { at }) };
}
