import { furtherOf, type Meeting, type Problem, type RuleId, type Sentence } from '../model.js';
import { settingOf } from '../profiles.js';
import { meetingName } from '../rules/words.js';
import {
  absenceWords,
  agendaWords,
  clashWords,
  groupedWords,
  lockedWords,
  meetingWords,
  relationWords,
  ruleWords,
  unplacedWords,
  type Owner,
} from './requirement-words.js';
import { listWords } from './words.js';

/** One thing required of the timetable, small enough to be given up by itself. */
export interface Requirement {
  readonly rule: RuleId;
  /** Id of the meeting, room, teacher, group or class concerned; null for everyone, or for a relation. */
  readonly subject: string | null;
  readonly meetings: readonly string[];
  /** The name of the subject. */
  readonly name: string;
  readonly sentence: Sentence;
}

/** The key of a requirement: rule and subject, or for a relation its index in the list. */
export const keyOf = (rule: RuleId, subject: string | number | null): string => `${rule}/${subject ?? ''}`;

/** The keys of the active requirements; all others are given up. */
export interface Active {
  has(key: string): boolean;
}

/** Rules on the time of one meeting that apply to all alike: giving one up opens evenings to everyone. */
export const CALENDAR_RULES = ['evening', 'weekend', 'long-break'] as const;
/** Rules on the room of one meeting. */
export const ROOM_RULES = [
  'room-capacity',
  'room-type',
  'room-features',
  'room-preference',
  'room-fit',
] as const;

/** Rules on one meeting. */
const MEETING_RULES = [
  ...ROOM_RULES,
  'time-preference',
  'teacher-preference',
  'teacher-level',
  'course-priority',
  'fewest-changes',
] as const;

/** The owners whose days or rooms a rule is about. */
export type OwnerKind = 'group' | 'teacher' | 'class' | 'set';

/** Rules on days or rooms of one owner; once broken, a final one stays broken whatever else is placed. */
export const AGENDA_RULES: readonly {
  readonly id: RuleId;
  readonly kinds: readonly OwnerKind[];
  readonly isFinal: boolean;
}[] = [
  { id: 'daily-load', kinds: ['group', 'teacher'], isFinal: true },
  { id: 'weekly-load', kinds: ['teacher'], isFinal: true },
  { id: 'day-balance', kinds: ['group'], isFinal: true },
  { id: 'course-parts-apart', kinds: ['group'], isFinal: true },
  { id: 'room-stability', kinds: ['class'], isFinal: true },
  { id: 'teacher-stability', kinds: ['group', 'class'], isFinal: true },
  { id: 'same-teacher', kinds: ['set'], isFinal: true },
  { id: 'minimum-working-days', kinds: ['class'], isFinal: false },
  { id: 'group-compactness', kinds: ['group'], isFinal: false },
  { id: 'teacher-compactness', kinds: ['teacher'], isFinal: false },
  { id: 'isolated-meetings', kinds: ['group'], isFinal: false },
  { id: 'consecutive-periods', kinds: ['group'], isFinal: false },
];

/** The requirements on some meetings, by key: first that each takes place, then those of the rules. */
export function requirementsOf(
  problem: Problem,
  meetings: readonly Meeting[],
): ReadonlyMap<string, Requirement> {
  return new Map(new RequirementLister(problem, meetings).list());
}

/** More requirements of one rule than this are reported as one. */
const ALIKE_MAX = 6;

/** The same requirements, with many of one rule merged. */
export function grouped(requirements: readonly Requirement[]): Requirement[] {
  const byRule = new Map<RuleId, Requirement[]>();
  for (const requirement of requirements) {
    const group = byRule.get(requirement.rule);
    if (group) group.push(requirement);
    else byRule.set(requirement.rule, [requirement]);
  }
  return [...byRule].flatMap(([rule, group]) => (group.length > ALIKE_MAX ? [groupOf(rule, group)] : group));
}

function groupOf(rule: RuleId, group: readonly Requirement[]): Requirement {
  const names = group.map(({ name }) => name);
  return {
    rule,
    subject: null,
    meetings: [...new Set(group.flatMap(({ meetings }) => meetings))],
    name: listWords(names).en,
    sentence: groupedWords(rule, names),
  };
}

/** What an owner must have for a rule to demand anything of it. */
const LIMITS: Partial<Record<RuleId, 'dailyPeriods' | 'weeklyPeriods' | 'minimumDays'>> = {
  'daily-load': 'dailyPeriods',
  'weekly-load': 'weeklyPeriods',
  'minimum-working-days': 'minimumDays',
};

/** All who may teach a meeting, or do. */
export const everyTeacherOf = (meeting: Meeting): readonly string[] => [
  ...meeting.teachers,
  ...(meeting.lock?.teacher === undefined ? [] : [meeting.lock.teacher]),
  ...furtherOf(meeting),
];

type Entry = readonly [key: string, requirement: Requirement];

class RequirementLister {
  readonly #ids: ReadonlySet<string>;
  readonly #classes: ReadonlyMap<string, string>;

  constructor(
    private readonly problem: Problem,
    private readonly meetings: readonly Meeting[],
  ) {
    this.#ids = new Set(meetings.map(({ id }) => id));
    this.#classes = new Map(problem.teachingClasses.map(({ id, name }) => [id, name]));
  }

  *list(): Generator<Entry> {
    for (const meeting of this.meetings) yield this.#entry('unplaced', meeting.id, [meeting], unplacedWords);
    for (const meeting of this.meetings) yield* this.#ofMeeting(meeting);
    const { groups, teachers, rooms, teachingClasses } = this.problem;
    yield* this.#ofOwners(groups, (m) => m.groups, 'group-conflict', 'group-availability', clashWords.group);
    yield* this.#ofOwners(
      teachers,
      everyTeacherOf,
      'teacher-conflict',
      'teacher-availability',
      clashWords.teacher,
    );
    yield* this.#ofOwners(
      rooms,
      (m) => this.#roomsOf(m),
      'room-conflict',
      'room-availability',
      clashWords.room,
    );
    yield* this.#ofOwners(
      teachingClasses,
      (m) => [m.teachingClass],
      'teaching-class-conflict',
      null,
      clashWords.class,
    );
    const shared: readonly RuleId[] = [
      ...CALENDAR_RULES,
      ...(this.problem.travel?.length ? (['travel-time'] as const) : []),
      ...(this.problem.students?.length ? (['student-conflict'] as const) : []),
    ];
    for (const rule of shared) {
      if (this.#isHard(rule)) yield this.#entry(rule, null, this.meetings, () => ruleWords(rule));
    }
    yield* this.#relations();
    for (const { id, kinds } of AGENDA_RULES) if (this.#isHard(id)) yield* this.#ofAgendas(id, kinds);
  }

  /** Requirements of a rule on the days or rooms of groups, teachers or classes. */
  *#ofAgendas(rule: RuleId, kinds: readonly OwnerKind[]): Generator<Entry> {
    const { groups, teachers, teachingClasses } = this.problem;
    const lists = { group: groups, teacher: teachers, class: teachingClasses, set: this.#sets() };
    const idsOf = {
      group: (m: Meeting) => m.groups,
      teacher: everyTeacherOf,
      class: (m: Meeting) => [m.teachingClass],
      set: ({ teacherSet }: Meeting) => (teacherSet === undefined ? [] : [teacherSet]),
    };
    for (const kind of kinds) {
      const owners: readonly Owner[] = lists[kind];
      for (const owner of owners) {
        const limit = LIMITS[rule];
        if (limit && owner[limit] === undefined) continue;
        const own = this.meetings.filter((meeting) => idsOf[kind](meeting).includes(owner.id));
        if (own.length > 0)
          yield this.#entry(rule, owner.id, own, () => agendaWords(rule, owner), owner.name);
      }
    }
  }

  /** The sets that one teacher teaches, called like their teaching classes. */
  #sets(): Owner[] {
    const classes = new Map<string, Set<string>>();
    for (const { teacherSet, teachingClass } of this.meetings)
      if (teacherSet !== undefined)
        classes.set(teacherSet, (classes.get(teacherSet) ?? new Set()).add(teachingClass));
    return [...classes].map(([id, own]) => ({
      id,
      name: [...own].map((each) => this.#classes.get(each) ?? each).join(', '),
    }));
  }

  *#ofMeeting(meeting: Meeting): Generator<Entry> {
    if (meeting.lock && this.#isHard('lock')) {
      yield this.#entry('lock', meeting.id, [meeting], (name) => lockedWords(name, meeting, this.problem));
    }
    for (const rule of MEETING_RULES) {
      if (this.#isHard(rule) && isDemandedBy(rule, meeting)) {
        yield this.#entry(rule, meeting.id, [meeting], (name) => meetingWords(name, meeting, rule));
      }
    }
  }

  *#ofOwners(
    owners: readonly Owner[],
    ownersOf: (meeting: Meeting) => readonly string[],
    clash: RuleId,
    absence: RuleId | null,
    sentence: (name: string) => Sentence,
  ): Generator<Entry> {
    const attending = new Map<string, Meeting[]>();
    for (const meeting of this.meetings) {
      for (const id of new Set(ownersOf(meeting))) {
        const own = attending.get(id);
        if (own) own.push(meeting);
        else attending.set(id, [meeting]);
      }
    }
    for (const owner of owners) {
      const own = attending.get(owner.id);
      if (!own) continue;
      if (own.length > 1 && this.#isHard(clash))
        yield this.#entry(clash, owner.id, own, () => sentence(owner.name), owner.name);
      if (absence && owner.unavailable?.length && this.#isHard(absence))
        yield this.#entry(absence, owner.id, own, () => absenceWords(owner), owner.name);
    }
  }

  *#relations(): Generator<Entry> {
    if (!this.#isHard('distribution')) return;
    for (const [index, relation] of (this.problem.distributions ?? []).entries()) {
      if (!relation.required || relation.meetings.filter((id) => this.#ids.has(id)).length < 2) continue;
      const members = this.meetings.filter(({ id }) => relation.meetings.includes(id));
      const sentence = relationWords(
        relation,
        members.map((m) => this.#name(m)),
      );
      yield [
        keyOf('distribution', index),
        {
          rule: 'distribution',
          subject: null,
          meetings: members.map(({ id }) => id),
          name: relation.type,
          sentence,
        },
      ];
    }
  }

  #roomsOf({ rooms, lock }: Meeting): readonly string[] {
    const offered = (rooms ?? this.problem.rooms.map(({ id }) => ({ room: id }))).map(({ room }) => room);
    return lock?.room === undefined ? offered : [lock.room, ...offered];
  }

  #entry(
    rule: RuleId,
    subject: string | null,
    meetings: readonly Meeting[],
    sentence: (name: string, meeting: Meeting) => Sentence,
    owner?: string,
  ): Entry {
    return [
      keyOf(rule, subject),
      {
        rule,
        subject,
        meetings: meetings.map(({ id }) => id),
        name: owner ?? this.#name(meetings[0]),
        sentence: sentence(this.#name(meetings[0]), meetings[0]),
      },
    ];
  }

  #name(meeting: Meeting): string {
    return meetingName(meeting, this.#classes.get(meeting.teachingClass));
  }

  #isHard(rule: RuleId): boolean {
    return settingOf(this.problem, rule).level === 'hard';
  }
}

/** Whether a rule on single meetings requires anything of this one. */
function isDemandedBy(rule: RuleId, { roomTypes, features, teacherPenalties }: Meeting): boolean {
  if (rule === 'teacher-level') return teacherPenalties !== undefined;
  if (rule === 'room-type') return Boolean(roomTypes?.length);
  return rule !== 'room-features' || Boolean(features?.length);
}
