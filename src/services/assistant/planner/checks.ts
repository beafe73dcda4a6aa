import type { DateItem, ItemRequest, MeetingPlace } from '../../scheduling/changes/edits.js';
import type { Text } from '../../../schema/texts.js';
import type { CostFacts } from '../tools.js';
import type { Planning } from './planning.js';
import type { TimeSpan } from './times.js';
import { say } from './words.js';

/** A place that was tried for a meeting. */
export interface TriedPlace {
  readonly span: TimeSpan;
  /** Null where no free room is as wished. */
  readonly place: Partial<MeetingPlace> | null;
  /** What is in its way there, or keeps the rooms that are as wished from being free, in words. */
  readonly obstacles: readonly string[];
}

type RuleCosts = Pick<CostFacts, 'rules'>;

/** Whether a change breaks a hard rule, or breaks it more often than before. */
export const isWorse = ({
  isHard,
  before,
  after,
}: Pick<CostFacts['rules'][number], 'isHard' | 'before' | 'after'>): boolean => isHard && after > before;

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

/** What speaks against a change, in words. */
interface Judgement {
  readonly obstacles: readonly string[];
  /** Clashes of single students, of which a plan only tells. */
  readonly studentClashes: readonly string[];
}

/** Whether a clash is one of single students. */
export const isOfStudents = ({ kind }: { readonly kind: string }): boolean => kind === 'OTHER';

const ruleOfClash: Readonly<Partial<Record<string, string>>> = {
  TEACHER: 'teacher-conflict',
  ROOM: 'room-conflict',
  CLASS: 'group-conflict',
  OTHER: 'student-conflict',
};

/** Whether no hard rule gets worse by what is suggested. */
export const keepsHardRules = ({ cost }: { readonly cost: RuleCosts | null }): boolean =>
  !cost?.rules.some(isWorse);

/**
 * Everything that is in the way of items together with what the wishes before them come to: what they clash
 * with, and the hard rules that get worse.
 * @param told the rules that are told already
 */
export async function obstaclesOf(
  { use, timetable, before, language }: Planning,
  items: readonly ItemRequest[] = [],
  told: readonly string[] = [],
): Promise<Judgement> {
  if (before.length + items.length === 0) return { obstacles: [], studentClashes: [] };
  const whole = new Map(before.map((item) => [item.meeting, item]));
  for (const item of items) whole.set(item.meeting, { ...whole.get(item.meeting), ...item });
  const { changeTimetable } = await use('checkChange', {
    timetable: timetable.id,
    items: [...whole.values()].map(asInput),
  });
  const { problems, clashes, cost } = changeTimetable;
  const worsened = worsenedRules(cost, [...told, ...clashingRules(clashes)]).map((text) => text[language]);
  const textsOf = (each: typeof clashes): string[] => each.map(({ text }) => text);
  return {
    obstacles: [...problems, ...textsOf(clashes.filter((clash) => !isOfStudents(clash))), ...worsened],
    studentClashes: textsOf(clashes.filter(isOfStudents)),
  };
}

/** An item in the words of the schema. */
export const asInput = ({ meeting, place, isLocked }: ItemRequest): object => ({
  meeting,
  ...(place !== undefined && { place: place && placeInput(place) }),
  ...(typeof isLocked === 'boolean' && { isLocked }),
});

/** A change of a date in the words of the schema. */
export const asDateInput = ({ meeting, date, to, isCancelled }: DateItem): object => ({
  ...{ meeting, date },
  ...(isCancelled && { isCancelled }),
  ...(to && {
    to: {
      ...(to.date && { date: to.date }),
      ...(to.period && { periodStart: to.period }),
      ...(to.room && { classroom: to.room }),
      ...(to.teacher && { teacher: to.teacher }),
    },
  }),
});

/** A place in the words of the schema. */
const placeInput = ({ day, period, room, teacher }: Partial<MeetingPlace>): object => ({
  ...(day !== undefined && { dayOfWeek: day }),
  ...(period !== undefined && { periodStart: period }),
  ...(room !== undefined && { classroom: room }),
  ...(teacher !== undefined && { teacher }),
});
