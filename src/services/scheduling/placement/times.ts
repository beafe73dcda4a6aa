import type { Text } from '../../../schema/texts.js';
import { breaksSpanned, dayNames, dayNamesEn, longBreaks, longestBand } from '../calendar.js';
import { spanOf, type HeldMeeting, type MeetingPlace } from './facts.js';
import { heldAt, onSameDay, touchesAnew, type Asked, type Judge } from './situation.js';

/** What speaks against the time of a place, whoever teaches and wherever, and against the way there. */

const isOutside = ({ needs, to, around: { days, periods } }: Asked): boolean =>
  to.day < 1 || to.day > days || to.period < 1 || spanOf(needs, to).last > periods;

export const outsideGrid: Judge = (asked) => {
  const { needs, to, around } = asked;
  if (!isOutside(asked)) return [];
  const [{ teachingClassName: name }, { days, periods }] = [needs, around];
  const { day, first, last } = spanOf(needs, to);
  return [
    {
      zh: `“${name}”：星期 ${day} 第 ${first}-${last} 节不在作息表内（每周 ${days} 天，每天 ${periods} 节），请另选时间`,
      en:
        `"${name}": day ${day}, periods ${first} to ${last} are outside the grid of ` +
        `${days} days with ${periods} periods. Maybe take a time within it.`,
    },
  ];
};

/** That people place something on a day on which runs place nothing, such as a Sunday. */
export const notScheduled = (name: string, day: number): Text => ({
  zh: `“${name}”：星期${dayNames[day - 1]}不在学期的排课星期内，请确认`,
  en: `"${name}" is on a ${dayNamesEn[day - 1]}, on which runs of the semester place nothing.`,
});

export const freeDay: Judge = (asked) => {
  const { needs, from, to, around } = asked;
  return isOutside(asked) || around.schedulingDays.includes(to.day) || from?.day === to.day
    ? []
    : [notScheduled(needs.teachingClassName, to.day)];
};

export const longBreak: Judge = ({ needs, from, to, around: { periods } }) => {
  const spanned = (place: MeetingPlace): number => breaksSpanned(spanOf(needs, place), periods);
  const { first, last } = spanOf(needs, to);
  const isTooLong = needs.periods > longestBand(periods);
  if (isTooLong || last > periods || spanned(to) <= (from ? spanned(from) : 0)) return [];
  const name = needs.teachingClassName;
  return [
    {
      zh: `“${name}”第 ${first}-${last} 节跨越长课间，请另选时间`,
      en: `"${name}" spans a long break in periods ${first} to ${last}. Maybe take another time.`,
    },
  ];
};

export const courseAway: Judge = (asked) => {
  const { course, courseName } = asked.needs;
  return touchesAnew(asked.around.unavailable.get(course), asked)
    ? [
        {
          zh: `课程“${courseName}”此时不开课，请另选时间`,
          en: `The course "${courseName}" is not held then. Maybe take another time.`,
        },
      ]
    : [];
};

export const travel: Judge = (asked) => {
  const { situation, around, needs, from, to } = asked;
  const teacher = around.teachers.get(to.teacher);
  const at = heldAt(around, asked, to);
  const was = from && heldAt(around, asked, from);
  const told = (owner: string, before: readonly HeldMeeting[], after: readonly HeldMeeting[]): Text[] => {
    const known = new Set(was ? tooClose(before, was, around.periods).map(keyOf) : []);
    return tooClose(after, at, around.periods)
      .filter((other) => !known.has(keyOf(other)))
      .map((other) => noTime(owner, at, other, around.periods));
  };
  const groups = around.groups.get(needs.teachingClass) ?? [];
  return [
    ...(teacher
      ? told(
          teacher.name,
          from?.teacher === teacher.id ? situation.ofTeacher(teacher.id, 'from') : [],
          situation.ofTeacher(teacher.id, 'to'),
        )
      : []),
    ...groups.flatMap(({ id, name }) =>
      told(name, situation.ofGroup(id, 'from'), situation.ofGroup(id, 'to')),
    ),
  ];
};

const keyOf = ({ name, day, first }: HeldMeeting): string => `${name} ${day} ${first}`;

const needed = ({ room: a }: HeldMeeting, { room: b }: HeldMeeting): number =>
  !a || !b || a.campus === b.campus ? 0 : Math.max(a.travelPeriods, b.travelPeriods);

/** Free periods between two meetings of a day, a long break counted as one; negative where they overlap. */
function between(a: HeldMeeting, b: HeldMeeting, periods: number): number {
  const [one, other] = a.first <= b.first ? [a, b] : [b, a];
  const gap = other.first - one.last - 1;
  return gap < 0
    ? gap
    : gap + longBreaks(periods).filter((after) => one.last <= after && after < other.first).length;
}

const tooClose = (held: readonly HeldMeeting[], one: HeldMeeting, periods: number): HeldMeeting[] =>
  onSameDay(held, one).filter((other) => {
    const gap = between(one, other, periods);
    return gap >= 0 && gap < needed(one, other);
  });

function noTime(owner: string, at: HeldMeeting, other: HeldMeeting, periods: number): Text {
  const [a, b] = at.first <= other.first ? [at, other] : [other, at];
  const [need, gap] = [needed(a, b), between(a, b, periods)];
  return {
    zh:
      `“${owner}”从“${a.room?.name}”到“${b.room?.name}”需要 ${need} 节的间隔，` +
      `但“${a.name}”与“${b.name}”之间只有 ${gap} 节，请另选时间或教室`,
    en:
      `"${owner}" needs ${need} periods from room "${a.room?.name}" to "${b.room?.name}", but "${a.name}" ` +
      `and "${b.name}" leave ${gap}. Maybe take another time or room.`,
  };
}
