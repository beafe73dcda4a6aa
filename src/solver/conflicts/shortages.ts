import type {
  Distribution,
  Group,
  Meeting,
  Problem,
  Room,
  RuleId,
  Teacher,
  TeachingClass,
} from '../model.js';
import { settingOf } from '../profiles.js';
import type { Active } from './constraint-checker.js';
import { shortagesOf, type Demand, type Shortage } from './counting.js';
import type { Cells, Measure } from './measures.js';
import { keyOf } from './requirements.js';

/** What is left to a meeting by itself. */
export interface Choice {
  readonly meeting: Meeting;
  readonly times: readonly number[];
  /** One of them gives it; empty = needs none. */
  readonly teachers: readonly Teacher[];
  /** null = needs none. */
  readonly rooms: readonly Room[] | null;
}

/** Whom there is not enough of. */
export interface Lack {
  readonly rule: RuleId;
  /** Keys of the requirements that make them scarce. */
  readonly keys: readonly string[];
  readonly owners: readonly { readonly name: string }[];
  readonly shortage: Shortage<unknown>;
}

/** What the counts have to know of the problem. */
export interface Setting {
  readonly problem: Problem;
  readonly cells: Cells;
  readonly active: Active;
  /** The times of a list at which a room or teacher is there; the same list for the same answer. */
  open(kind: 'room' | 'teacher', id: string, times: readonly number[]): readonly number[];
}

type Named = { readonly id: string; readonly name: string; readonly dailyPeriods?: number };

/** Groups, teachers, teaching classes, rooms and relations that some meetings need more of than there is. */
export function* shortages(setting: Setting, choices: readonly Choice[]): Generator<Lack> {
  const { problem, active, cells } = setting;
  const open = choices.filter(({ times }) => times.length > 0);
  const measures = (demands: readonly Demand<unknown>[]) => cells.ofOne(demands.map(({ times }) => times));
  const told = new Set<string>();
  const lacks = function* <Owner extends Named>(
    rule: RuleId,
    demands: readonly Demand<Owner>[],
    kind?: 'room' | 'teacher',
  ): Generator<Lack> {
    const isLimited = new Map<readonly Owner[], boolean>();
    for (const { owners } of demands)
      if (!isLimited.has(owners))
        isLimited.set(
          owners,
          owners.every(({ id }) => active.has(keyOf(rule, id))),
        );
    const limited = demands.filter(({ owners }) => isLimited.get(owners));
    const isOpen = kind && ((owner: Owner, times: readonly number[]) => setting.open(kind, owner.id, times));
    for (const shortage of shortagesOf({ demands: limited, open: isOpen }, measures)) {
      const who = shortage.meetings.map(({ id }) => id).join('/');
      // The meetings of a class are often those of a group, too.
      if (rule === 'teaching-class-conflict' && told.has(who)) continue;
      told.add(who);
      yield {
        rule,
        owners: shortage.owners,
        keys: shortage.owners.map(({ id }) => keyOf(rule, id)),
        shortage,
      };
    }
  };
  const ofGroups = demandsOf<Group>(open, problem.groups, ({ meeting }) => meeting.groups);
  yield* lacks('group-conflict', ofGroups);
  const ofTeachers = open.flatMap(({ meeting, times, teachers }): Demand<Teacher>[] =>
    teachers.length > 0 ? [{ meeting, times, owners: teachers }] : [],
  );
  yield* lacks('teacher-conflict', shared(ofTeachers), 'teacher');
  yield* lacks(
    'teaching-class-conflict',
    demandsOf<TeachingClass>(open, problem.teachingClasses, ({ meeting }) => [meeting.teachingClass]),
  );
  const ofRooms = open.flatMap(({ meeting, times, rooms }): Demand<Room>[] =>
    rooms && rooms.length > 0 ? [{ meeting, times, owners: rooms }] : [],
  );
  yield* lacks('room-conflict', shared(ofRooms), 'room');
  yield* daily(setting, [...ofGroups, ...ofTeachers.filter(({ owners }) => owners.length === 1)]);
  yield* relations(setting, open);
}

/** Days that may not have more than so many periods of somebody. */
function* daily({ problem, active, cells }: Setting, demands: readonly Demand<Named>[]): Generator<Lack> {
  if (settingOf(problem, 'daily-load').level !== 'hard') return;
  const ofOwner = new Map<Named, Demand<Named>[]>();
  for (const demand of demands) {
    const [owner] = demand.owners;
    if (owner.dailyPeriods === undefined || !active.has(keyOf('daily-load', owner.id))) continue;
    const own = ofOwner.get(owner);
    if (own) own.push(demand);
    else ofOwner.set(owner, [demand]);
  }
  for (const [owner, own] of ofOwner) {
    const limited = own.map((demand) => ({ ...demand, owners: own[0].owners }));
    for (const shortage of shortagesOf({ demands: limited }, () => [cells.daily(owner.dailyPeriods ?? 0)]))
      yield { rule: 'daily-load', owners: [owner], keys: [keyOf('daily-load', owner.id)], shortage };
  }
}

/** Relations that only one meeting at a time, a day or a week can satisfy. */
function* relations({ problem, active, cells }: Setting, choices: readonly Choice[]): Generator<Lack> {
  const byId = new Map(choices.map((choice) => [choice.meeting.id, choice]));
  for (const [index, relation] of (problem.distributions ?? []).entries()) {
    const key = keyOf('distribution', index);
    const measures = measuresOf(cells, relation);
    if (!relation.required || !measures || !active.has(key)) continue;
    const owners = [{ name: relation.type }];
    const demands = relation.meetings.flatMap((id): Demand<{ name: string }>[] => {
      const choice = byId.get(id);
      return choice ? [{ meeting: choice.meeting, times: choice.times, owners }] : [];
    });
    for (const shortage of shortagesOf({ demands }, measures))
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
    case 'MinGap':
      return (demands) => cells.ofOne(demands.map(({ times }) => times));
    case 'DifferentDays':
      return () => [cells.days];
    case 'DifferentWeeks':
      return () => [cells.weeks];
    case 'DifferentTime':
      return () => [cells.hours];
    case 'MaxDayLoad':
      return () => [cells.daily(parameters[0] ?? 0)];
    default:
      return null;
  }
}

function demandsOf<Owner extends { readonly id: string }>(
  choices: readonly Choice[],
  owners: readonly Owner[],
  idsOf: (choice: Choice) => readonly string[],
): Demand<Owner>[] {
  const alone = new Map(owners.map((owner) => [owner.id, [owner]]));
  return choices.flatMap((choice) =>
    [...new Set(idsOf(choice))].flatMap((id): Demand<Owner>[] => {
      const own = alone.get(id);
      return own ? [{ meeting: choice.meeting, times: choice.times, owners: own }] : [];
    }),
  );
}

/** Equal lists of owners as one. */
function shared<Owner extends { readonly id: string }>(demands: readonly Demand<Owner>[]): Demand<Owner>[] {
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
