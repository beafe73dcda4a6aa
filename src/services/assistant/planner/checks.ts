import type { DateItem, ItemRequest, MeetingPlace } from '../../scheduling/changes/edits.js';
import type { CostFacts, OutcomeFacts } from '../tools.js';
import type { Planning } from './planning.js';
import type { Goal, TimeSpan } from './held.js';
import { meetingsOf } from './meetings.js';
import { DomainError } from '../../../schema/errors.js';
import { firstLines, lined, listOf, plain, say, type Text } from './words.js';

/** A place that was tried for a meeting. */
export interface TriedPlace {
  readonly span: TimeSpan;
  /** Null where no free room is as wished. */
  readonly place: Partial<MeetingPlace> | null;
  /** That no room is free then: the place is the one of now. */
  readonly isTaken?: boolean;
  /** The name of the room, where it was looked for. */
  readonly roomName?: string;
  /** Why rooms are passed over that were wished for first. */
  readonly told?: readonly Text[];
  /** What is in its way there, or keeps the rooms that are as wished from being free, in words. */
  readonly obstacles: readonly string[];
  /** Of single dates, to which it goes. */
  readonly goals?: readonly Goal[];
}

type RuleCosts = Pick<CostFacts, 'rules'>;

/** Whether a change breaks a hard rule, or breaks it more often than before. */
export const isWorse = ({ isHard, before, after }: RuleCosts['rules'][number]): boolean =>
  isHard && after > before;

/**
 * The hard rules that a change breaks or makes worse although nothing is needed twice: each by its name.
 * @param told the rules that are told already
 */
export const worsenedRules = (cost: RuleCosts | null, told: readonly string[]): Text[] =>
  (cost?.rules ?? [])
    .filter(isWorse)
    .filter(({ rule }) => !told.includes(rule))
    .map(({ meaning, before, after }) =>
      say(
        `违反硬约束“${meaning}”（${before} → ${after}）。`,
        `It breaks the hard rule "${meaning.replace(/\.$/, '')}" (${before} → ${after}).`,
      ),
    );

/** The rules that clashes of a change tell of. */
export const clashingRules = (clashes: readonly { readonly kind: string }[]): string[] =>
  clashes.flatMap(({ kind }) => ruleOfClash[kind] ?? []);

/** Whether a clash is one of single students. */
export const isOfStudents = ({ kind }: { readonly kind: string }): boolean => kind === 'OTHER';

const ruleOfClash: Readonly<Partial<Record<string, string>>> = {
  TEACHER: 'teacher-conflict',
  ROOM: 'room-conflict',
  CLASS: 'group-conflict',
  OTHER: 'student-conflict',
};

/** What speaks against a change that is not made; the error, where it is for others to make. */
export const checkedChange = (
  { use, timetable }: Pick<Planning, 'use' | 'timetable'>,
  items: readonly ItemRequest[],
  dates: readonly DateItem[] = [],
) =>
  use('checkChange', {
    ...{ timetable: timetable.id, items: items.map(asInput), dates: dates.map(asDateInput) },
  }).then(({ changeTimetable }) => changeTimetable, asForeign);

/**
 * Everything that is in the way of items together with what the wishes before them come to: what they clash
 * with, and the hard rules that get worse. Of clashes of single students a plan only tells.
 * @param told the rules that are told already
 */
export async function obstaclesOf(
  planning: Planning,
  items: readonly ItemRequest[] = [],
  told: readonly string[] = [],
): Promise<readonly string[]> {
  const { before, language } = planning;
  if (before.length + items.length === 0) return [];
  const whole = new Map(before.map((item) => [item.meeting, item]));
  for (const item of items) whole.set(item.meeting, { ...whole.get(item.meeting), ...item });
  const checked = await checkedChange(planning, [...whole.values()]);
  // What is exchanged with a lesson of others is for them to change.
  if (checked instanceof DomainError && items.length > 1) throw checked;
  if (checked instanceof DomainError) return objectionsTo(planning, items);
  const { clashes, cost } = checked;
  const worsened = worsenedRules(cost, [...told, ...clashingRules(clashes)]).map((text) => text[language]);
  return [...forbidding(checked), ...worsened];
}

/** What forbids a change, in words. */
export const forbidding = ({
  problems,
  clashes,
}: Pick<OutcomeFacts, 'problems' | 'clashes'>): readonly string[] => [
  ...problems,
  ...clashes.filter((clash) => !isOfStudents(clash)).map(({ text }) => text),
];

/** What items add to what is in the way already of what the wishes before them come to. */
export async function addedObstacles(
  planning: Planning,
  items: readonly ItemRequest[],
): Promise<readonly string[]> {
  const already = await obstaclesOf(planning);
  return (await obstaclesOf(planning, items)).filter((text) => !already.includes(text));
}

/** What is refused since it belongs to a department that is not granted to the caller; else it is thrown. */
export function asForeign(error: unknown): DomainError {
  const isForeign = error instanceof DomainError && error.details.department !== undefined;
  if (isForeign && error.code === 'FORBIDDEN') return error;
  throw error;
}

/** What forbids places, in words, for whoever may look and not change. */
export async function objectionsTo(
  { use, timetable }: Pick<Planning, 'use' | 'timetable'>,
  items: readonly ItemRequest[],
): Promise<string[]> {
  const lists = await Promise.all(
    items.map(async ({ meeting, place }) => {
      if (!place?.day || !place.period) return [];
      const asked = { timetable: timetable.id, meeting, place: placeInput(place) };
      return (await use('whyNot', asked)).whyNot.filter(({ kind }) => kind !== 'PREFERENCE');
    }),
  );
  return lists.flat().map(({ text }) => text);
}

/** Whose a lesson is that is for others to change, who these are, and what would be in its way. */
export async function forOthers(
  planning: Pick<Planning, 'use' | 'timetable' | 'situation' | 'seen'>,
  { details }: DomainError,
  { items = [] }: { readonly items?: readonly ItemRequest[] },
): Promise<Text> {
  const { situation, seen } = planning;
  const reasons = await objectionsTo(planning, items);
  const department = situation.names.find(({ id }) => id === details.department)?.name ?? '';
  const classes = [...new Set(seen.flatMap(({ teachingClasses = [] }) => teachingClasses))];
  const own = new Set(situation.names.flatMap(({ id, isForeign }) => (isForeign ? [] : id)));
  const others = classes.filter((one) => !own.has(one));
  const teachingClasses = others.length > 0 ? others : classes;
  const lessons = classes.length > 0 ? await meetingsOf(planning, { teachingClasses }) : [];
  const { zh, en } = listOf([...new Set(lessons.map(({ teachingClass }) => teachingClass.name))], 3);
  const [andZh, andEn] = others.length > 1 ? ['等部门', ' or other departments'] : ['', ''];
  const trial =
    reasons.length > 0
      ? [say('如果要改，会有这些妨碍：', 'In its way would be:'), ...firstLines(reasons.map(plain), 5)]
      : [];
  return lined([
    say(
      `${zh || '这次课'}属于${department ? department + andZh : '其他部门'}，由该部门的教务或管理员调整；您可以查看，不能改。课表没有改动。`,
      `${en || 'This lesson'} belongs to ${department ? department + andEn : 'another department'}: ` +
        'its academic affairs or an administrator change it, and you may look. Nothing was changed.',
    ),
    ...trial,
  ]);
}

/** An item in the words of the schema. */
export const asInput = ({ meeting, place, isLocked, weeks }: ItemRequest): object => ({
  ...{ meeting, weeks, place: place && placeInput(place) },
  isLocked: isLocked ?? undefined,
});

/** A change of a date in the words of the schema. */
export const asDateInput = ({ meeting, date, to, isCancelled }: DateItem): object => ({
  ...{ meeting, date, isCancelled: isCancelled || undefined },
  ...(to && { to: { date: to.date ?? undefined, ...placeOnDay(to) } }),
});

/** A place in the words of the schema, with its day of the week and without. */
const placeInput = (place: Partial<MeetingPlace>): object => ({ dayOfWeek: place.day, ...placeOnDay(place) });
const placeOnDay = ({ period, room, teacher }: NonNullable<DateItem['to']>): object => ({
  periodStart: period ?? undefined,
  classroom: room ?? undefined,
  teacher: teacher ?? undefined,
});
