import {
  furtherOf,
  type Distribution,
  type Group,
  type Problem,
  type Room,
  type RuleId,
  type Teacher,
  type TeachingClass,
} from '../model.js';
import { settingOf } from '../profiles.js';
import { shortagesOf, type Demand, type Shortage } from './counting.js';
import type { Pause } from '../deadline.js';
import type { Domain } from './domains.js';
import type { Cells, Measure } from './measures.js';
import { keyOf, type Active } from './requirements.js';

/** A shortage with the rule that makes its owners scarce. */
export interface RuleShortage {
  readonly rule: RuleId;
  /** Keys of the requirements that cause the scarcity. */
  readonly keys: readonly string[];
  readonly owners: readonly { readonly name: string }[];
  readonly shortage: Shortage<unknown>;
}

/** The input of counting. */
export interface CountingContext {
  readonly problem: Problem;
  readonly cells: Cells;
  readonly active: Active;
  /** The times of a list at which a room or teacher is available; the same list for the same answer. */
  open(kind: 'room' | 'teacher', id: string, times: readonly number[]): readonly number[];
  /** Called now and then; may throw. */
  readonly pause?: Pause;
  /** Called with the name of every part before it is looked at. */
  readonly enter?: (part: CountedPart) => void;
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly dailyPeriods?: number;
  readonly weeklyPeriods?: number;
}

/** What is counted, one after the other. */
export type CountedPart = 'groups' | 'teachers' | 'teachingClasses' | 'rooms' | 'loads' | 'relations';

/** Groups, teachers, teaching classes, rooms and relations of which meetings need more than there is. */
export function* shortages(context: CountingContext, domains: readonly Domain[]): Generator<RuleShortage> {
  const { problem, active, cells, pause, enter = () => undefined } = context;
  const open = domains.filter(({ times }) => times.length > 0);
  const measures = (demands: readonly Demand<unknown>[]) =>
    cells.exclusive(demands.map(({ times }) => times));
  const reported = new Set<string>();
  const shortagesBy = function* <Owner extends Named>(
    rule: RuleId,
    demands: readonly Demand<Owner>[],
    kind?: 'room' | 'teacher',
  ): Generator<RuleShortage> {
    const isLimited = new Map<readonly Owner[], boolean>();
    for (const { owners } of demands)
      if (!isLimited.has(owners))
        isLimited.set(
          owners,
          owners.every(({ id }) => active.has(keyOf(rule, id))),
        );
    const limited = demands.filter(({ owners }) => isLimited.get(owners));
    const isOpen = kind && ((owner: Owner, times: readonly number[]) => context.open(kind, owner.id, times));
    for (const shortage of shortagesOf({ demands: limited, open: isOpen, pause }, measures)) {
      const who = shortage.meetings.map(({ id }) => id).join('/');
      // The meetings of a class are often those of a group.
      if (rule === 'teaching-class-conflict' && reported.has(who)) continue;
      reported.add(who);
      yield {
        rule,
        owners: shortage.owners,
        keys: shortage.owners.map(({ id }) => keyOf(rule, id)),
        shortage,
      };
    }
  };
  enter('groups');
  const ofGroups = demandsOf<Group>(open, problem.groups, ({ meeting }) => meeting.groups);
  yield* shortagesBy('group-conflict', ofGroups);
  enter('teachers');
  const ofTeachers = open.flatMap(({ meeting, times, teachers }): Demand<Teacher>[] =>
    teachers.length > 0 ? [{ meeting, times, owners: teachers }] : [],
  );
  yield* shortagesBy('teacher-conflict', interned(ofTeachers), 'teacher');
  const further = demandsOf<Teacher>(open, problem.teachers, ({ meeting }) => furtherOf(meeting));
  const certain = [...ofTeachers.filter(({ owners }) => owners.length === 1), ...further];
  // Apart from the choices, lest a meeting counts twice in one sum.
  if (further.length > 0) yield* shortagesBy('teacher-conflict', interned(certain), 'teacher');
  enter('teachingClasses');
  yield* shortagesBy(
    'teaching-class-conflict',
    demandsOf<TeachingClass>(open, problem.teachingClasses, ({ meeting }) => [meeting.teachingClass]),
  );
  enter('rooms');
  const ofRooms = open.flatMap(({ meeting, times, rooms }): Demand<Room>[] =>
    rooms && rooms.length > 0 ? [{ meeting, times, owners: rooms }] : [],
  );
  yield* shortagesBy('room-conflict', interned(ofRooms), 'room');
  enter('loads');
  yield* limited(context, [...ofGroups, ...certain]);
  enter('relations');
  yield* relations(context, open);
}

/** Owners whose periods per day or week are limited. */
function* limited(
  { problem, active, cells, pause }: CountingContext,
  demands: readonly Demand<Named>[],
): Generator<RuleShortage> {
  for (const { rule, most, measure } of LIMITS) {
    if (settingOf(problem, rule).level !== 'hard') continue;
    const ofOwner = new Map<Named, Demand<Named>[]>();
    for (const demand of demands) {
      const [owner] = demand.owners;
      if (most(owner) === undefined || !active.has(keyOf(rule, owner.id))) continue;
      const own = ofOwner.get(owner);
      if (own) own.push(demand);
      else ofOwner.set(owner, [demand]);
    }
    for (const [owner, own] of ofOwner) {
      const alike = own.map((demand) => ({ ...demand, owners: own[0].owners }));
      for (const shortage of shortagesOf({ demands: alike, pause }, () => [measure(cells, most(owner) ?? 0)]))
        yield { rule, owners: [owner], keys: [keyOf(rule, owner.id)], shortage };
    }
  }
}

/** The rules that limit periods, and by what they are counted. */
const LIMITS: readonly {
  readonly rule: RuleId;
  most(owner: Named): number | undefined;
  measure(cells: Cells, periodsMax: number): Measure;
}[] = [
  { rule: 'daily-load', most: (owner) => owner.dailyPeriods, measure: (cells, most) => cells.daily(most) },
  { rule: 'weekly-load', most: (owner) => owner.weeklyPeriods, measure: (cells, most) => cells.weekly(most) },
];

/** Relations that only one meeting at a time, a day or a week can satisfy. */
function* relations(
  { problem, active, cells, pause }: CountingContext,
  domains: readonly Domain[],
): Generator<RuleShortage> {
  const byId = new Map(domains.map((domain) => [domain.meeting.id, domain]));
  for (const [index, relation] of (problem.distributions ?? []).entries()) {
    const key = keyOf('distribution', index);
    const measures = measuresOf(cells, relation);
    if (!relation.required || !measures || !active.has(key)) continue;
    const owners = [{ name: relation.type }];
    const demands = relation.meetings.flatMap((id): Demand<{ name: string }>[] => {
      const domain = byId.get(id);
      return domain ? [{ meeting: domain.meeting, times: domain.times, owners }] : [];
    });
    for (const shortage of shortagesOf({ demands, pause }, measures))
      yield { rule: 'distribution', owners, keys: [key], shortage };
  }
}

function measuresOf(
  cells: Cells,
  { type, parameters = [] }: Distribution,
): ((demands: readonly Demand<unknown>[]) => Iterable<Measure>) | null {
  switch (type) {
    case 'NotOverlap':
    case 'SameAttendees':
    case 'Precedence':
    case 'WeekPrecedence':
    case 'MinGap':
      return (demands) => cells.exclusive(demands.map(({ times }) => times));
    case 'DifferentDays':
      return () => [cells.days];
    case 'DifferentWeeks':
      return () => [cells.weeks];
    case 'DifferentTime':
      return () => [cells.dayPeriods];
    case 'MaxDayLoad':
      return () => [cells.daily(parameters[0] ?? 0)];
    default:
      return null;
  }
}

function demandsOf<Owner extends { readonly id: string }>(
  domains: readonly Domain[],
  owners: readonly Owner[],
  idsOf: (domain: Domain) => readonly string[],
): Demand<Owner>[] {
  const singletons = new Map(owners.map((owner) => [owner.id, [owner]]));
  return domains.flatMap((domain) =>
    [...new Set(idsOf(domain))].flatMap((id): Demand<Owner>[] => {
      const own = singletons.get(id);
      return own ? [{ meeting: domain.meeting, times: domain.times, owners: own }] : [];
    }),
  );
}

/** The demands with equal lists of owners merged into one list. */
function interned<Owner extends { readonly id: string }>(demands: readonly Demand<Owner>[]): Demand<Owner>[] {
  const lists = new Map<string, readonly Owner[]>();
  const seen = new Map<readonly Owner[], readonly Owner[]>();
  return demands.map((demand) => {
    let list = seen.get(demand.owners);
    if (!list) {
      const key = demand.owners.map(({ id }) => id).join('\n');
      list = lists.get(key) ?? demand.owners;
      lists.set(key, list);
      seen.set(demand.owners, list);
    }
    return { ...demand, owners: list };
  });
}
