import type { Owner } from '@class-scheduling/solver';
import type { Text } from '../../../schema/texts.js';
import { breaksSpanned, dayNames, dayNamesEn, longestBand, shownSpan } from '../semester/periods.js';
import { spanOf, teachersAt, type Place } from './facts.js';
import type { HeldTime } from './placement.queries.js';
import { heldAt, touchesAnew, type Asked, type Holding, type Judge, type Objected } from './arrangement.js';

/** What speaks against the time of a place, whoever teaches and wherever, and against the way there. */

/** Of a time that is new: the grid may have shrunk under a meeting. */
const isOutside = ({ needs, from, to, around: { days, periods } }: Asked): boolean =>
  !(from?.day === to.day && from.period === to.period) &&
  (to.day < 1 || to.day > days || to.period < 1 || spanOf(needs, to).last > periods);

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

export const freeDay: Judge = (asked) => {
  const { needs, from, to, around } = asked;
  if (isOutside(asked) || around.schedulingDays.includes(to.day) || from?.day === to.day) return [];
  const name = needs.teachingClassName;
  return [
    {
      zh: `“${name}”：星期${dayNames[to.day - 1]}不在学期的排课星期内，请确认`,
      en: `"${name}" is on a ${dayNamesEn[to.day - 1]}, on which runs of the semester place nothing.`,
    },
  ];
};

export const longBreak: Judge = ({ needs, from, to, around: { periods, longBreaks } }) => {
  const spanned = (place: Place): number => breaksSpanned(spanOf(needs, place), longBreaks);
  const { first, last } = spanOf(needs, to);
  const isTooLong = needs.periods > longestBand(periods, longBreaks);
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
  if (!touchesAnew(asked.around.unavailable.get(course), asked)) return [];
  const { zh, en } = shownSpan(spanOf(asked.needs, asked.to));
  return [
    {
      zh: `课程“${courseName}”${zh}不开课，请另选时间`,
      en: `The course "${courseName}" is not held on ${en}. Maybe take another time.`,
    },
  ];
};

export const travel: Judge = (asked) => {
  const { arrangement, around, needs, from, to } = asked;
  const [at, was] = [heldAt(around, asked, to), from && heldAt(around, asked, from)];
  const breaks = around.longBreaks;
  const told = (
    owner: Owner & { readonly name: string },
    before: Holding | null,
    after: Holding,
  ): Objected[] => {
    const { sum, worst } = after.shortage(at, (other) => lacking(at, other, breaks));
    if (!worst) return [];
    const known = was && before?.shortage(was, (other) => lacking(was, other, breaks)).sum;
    const { kind, id, name } = owner;
    const other = worst.meeting;
    return sum > (known ?? 0) ? [{ ...noTime(name, at, worst, breaks), owner: { kind, id }, other }] : [];
  };
  const before = from ? teachersAt(needs, from) : [];
  const ofGroups = (around.groups.get(needs.teachingClass) ?? []).flatMap(({ id, name }) =>
    told({ kind: 'group', id, name }, arrangement.ofGroup(id, 'from'), arrangement.ofGroup(id, 'to')),
  );
  return [
    ...teachersAt(needs, to).flatMap((id) => {
      const own = before.includes(id) ? arrangement.ofTeacher(id, 'from') : null;
      const name = around.teachers.get(id)?.name;
      return name === undefined
        ? []
        : told({ kind: 'teacher', id, name }, own, arrangement.ofTeacher(id, 'to'));
    }),
    // Each lane of a class in groups would give the same sentence.
    ...new Map(ofGroups.map((text) => [text.en, text])).values(),
  ];
};

const needed = ({ room: a }: HeldTime, { room: b }: HeldTime): number =>
  !a || !b || a.campus === b.campus ? 0 : Math.max(a.travelPeriods, b.travelPeriods);

/** Free periods between two meetings of a day, a long break counted as one; negative where they overlap. */
function between(a: HeldTime, b: HeldTime, breaks: readonly number[]): number {
  const [end, begin] = a.first <= b.first ? [a.last, b.first] : [b.last, a.first];
  let gap = begin - end - 1;
  if (gap >= 0) for (const after of breaks) if (end <= after && after < begin) gap++;
  return gap;
}

/** The free periods that are missing for the way from one meeting to the other. */
function lacking(one: HeldTime, other: HeldTime, breaks: readonly number[]): number {
  const need = needed(one, other);
  if (need === 0) return 0;
  const gap = between(one, other, breaks);
  return gap < 0 ? 0 : Math.max(0, need - gap);
}

function noTime(owner: string, at: HeldTime, other: HeldTime, breaks: readonly number[]): Text {
  const [a, b] = at.first <= other.first ? [at, other] : [other, at];
  const [need, gap] = [needed(a, b), between(a, b, breaks)];
  return {
    zh:
      `“${owner}”从“${a.room?.name}”（${a.room?.building}）到“${b.room?.name}”（${b.room?.building}）` +
      `需要 ${need} 节的间隔，` +
      `但“${a.name}”与“${b.name}”之间只有 ${gap} 节，请另选时间或教室`,
    en:
      `"${owner}" needs ${need} periods from room "${a.room?.name}" (${a.room?.building}) to ` +
      `"${b.room?.name}" (${b.room?.building}), but "${a.name}" and "${b.name}" leave ${gap}. ` +
      'Maybe take another time or room.',
  };
}
