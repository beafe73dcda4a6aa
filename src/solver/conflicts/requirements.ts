import type { Distribution, Meeting, Problem, RuleId, Sentence, TimeSpan } from '../model.js';
import { settingOf } from '../profiles.js';
import { RULES } from '../rules/all.js';
import { meetingName, timeWords } from '../rules/words.js';
import { listWords } from './words.js';

/** One thing that is asked of the timetable, so small that it is worth giving up by itself. */
export interface Requirement {
  readonly rule: RuleId;
  /**
   * Whom it concerns: the id of a meeting, room, teacher, group or teaching class; null = everybody, or a
   * relation.
   */
  readonly subject: string | null;
  readonly meetings: readonly string[];
  /** How whom it concerns is called. */
  readonly name: string;
  readonly sentence: Sentence;
}

/** Names a requirement in a set: rule and subject; relations are told apart by their place in the list. */
export const keyOf = (rule: RuleId, subject: string | number | null): string => `${rule}/${subject ?? ''}`;

/** Rules on the time of one meeting that hold for all alike: giving one up opens evenings to everybody. */
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
  'course-priority',
  'fewest-changes',
] as const;

/** Whose days or rooms a rule looks at. */
export type OwnerKind = 'group' | 'teacher' | 'class';

/** Rules on all that somebody has; once broken, those that `stays` are broken whatever else is placed. */
export const AGENDA_RULES: readonly {
  readonly id: RuleId;
  readonly kinds: readonly OwnerKind[];
  readonly stays: boolean;
}[] = [
  { id: 'daily-load', kinds: ['group', 'teacher'], stays: true },
  { id: 'day-balance', kinds: ['group'], stays: true },
  { id: 'course-parts-apart', kinds: ['group'], stays: true },
  { id: 'room-stability', kinds: ['class'], stays: true },
  { id: 'minimum-working-days', kinds: ['class'], stays: false },
  { id: 'group-compactness', kinds: ['group'], stays: false },
  { id: 'teacher-compactness', kinds: ['teacher'], stays: false },
  { id: 'isolated-meetings', kinds: ['group'], stays: false },
  { id: 'consecutive-periods', kinds: ['group'], stays: false },
];

const NAMES_SHOWN = 4;
const TIMES_SHOWN = 3;

/**
 * The requirements that some meetings have to meet, by key: each meeting takes place first, then what rules
 * ask.
 */
export function requirementsOf(
  problem: Problem,
  meetings: readonly Meeting[],
): ReadonlyMap<string, Requirement> {
  const found = new Map<string, Requirement>();
  for (const [key, requirement] of new Lister(problem, meetings).list()) found.set(key, requirement);
  return found;
}

/** More requirements of one rule than this are told as one. */
const ALIKE_MAX = 6;

/** The same, where many of one rule become one sentence. */
export function gathered(requirements: readonly Requirement[]): Requirement[] {
  const byRule = new Map<RuleId, Requirement[]>();
  for (const requirement of requirements) {
    const alike = byRule.get(requirement.rule);
    if (alike) alike.push(requirement);
    else byRule.set(requirement.rule, [requirement]);
  }
  return [...byRule].flatMap(([rule, alike]) => (alike.length > ALIKE_MAX ? [together(rule, alike)] : alike));
}

function together(rule: RuleId, alike: readonly Requirement[]): Requirement {
  const names = listWords(alike.map(({ name }) => name));
  const meaning = meaningOf(rule);
  const n = alike.length;
  return {
    rule,
    subject: null,
    meetings: [...new Set(alike.flatMap(({ meetings }) => meetings))],
    name: names.en,
    sentence: {
      zh: `${meaning.zh.replace(/。$/, '')}（${n}项）：${names.zh}。`,
      en: `${meaning.en.replace(/\.$/, '')} (${n}): ${names.en}.`,
    },
  };
}

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly unavailable?: readonly TimeSpan[];
}

type Entry = readonly [key: string, requirement: Requirement];

class Lister {
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
    for (const meeting of this.meetings) yield this.#entry('unplaced', meeting.id, [meeting], held);
    for (const meeting of this.meetings) yield* this.#ofMeeting(meeting);
    const { groups, teachers, rooms, teachingClasses } = this.problem;
    yield* this.#ofOwners(groups, (m) => m.groups, 'group-conflict', 'group-availability', words.group);
    yield* this.#ofOwners(
      teachers,
      ({ lock, teachers: own }) => [...own, lock?.teacher ?? ''],
      'teacher-conflict',
      'teacher-availability',
      words.teacher,
    );
    yield* this.#ofOwners(rooms, (m) => this.#roomsOf(m), 'room-conflict', 'room-availability', words.room);
    yield* this.#ofOwners(
      teachingClasses,
      (m) => [m.teachingClass],
      'teaching-class-conflict',
      null,
      words.class,
    );
    const shared: readonly RuleId[] = [
      ...CALENDAR_RULES,
      ...(this.problem.travel?.length ? (['travel-time'] as const) : []),
      ...(this.problem.students?.length ? (['student-conflict'] as const) : []),
    ];
    for (const rule of shared) {
      if (this.#isHard(rule)) yield this.#entry(rule, null, this.meetings, () => meaningOf(rule));
    }
    yield* this.#relations();
    for (const { id, kinds } of AGENDA_RULES) if (this.#isHard(id)) yield* this.#ofAgendas(id, kinds);
  }

  /** Groups, teachers or classes whose days or rooms a rule looks at. */
  *#ofAgendas(rule: RuleId, kinds: readonly OwnerKind[]): Generator<Entry> {
    const { groups, teachers, teachingClasses } = this.problem;
    const lists = { group: groups, teacher: teachers, class: teachingClasses };
    const idsOf = {
      group: (m: Meeting) => m.groups,
      teacher: (m: Meeting) => [...m.teachers, m.lock?.teacher ?? ''],
      class: (m: Meeting) => [m.teachingClass],
    };
    for (const kind of kinds) {
      const owners: readonly AgendaOwner[] = lists[kind];
      for (const owner of owners) {
        const limit = rule === 'daily-load' ? owner.dailyPeriods : owner.minimumDays;
        if ((rule === 'daily-load' || rule === 'minimum-working-days') && limit === undefined) continue;
        const own = this.meetings.filter((meeting) => idsOf[kind](meeting).includes(owner.id));
        if (own.length > 0)
          yield this.#entry(rule, owner.id, own, () => agendaWords(rule, owner), owner.name);
      }
    }
  }

  *#ofMeeting(meeting: Meeting): Generator<Entry> {
    if (meeting.lock && this.#isHard('lock')) {
      const locked = this.#lockWords(meeting);
      yield this.#entry('lock', meeting.id, [meeting], () => locked);
    }
    for (const rule of MEETING_RULES) {
      if (this.#isHard(rule) && asksFor(rule, meeting)) {
        yield this.#entry(rule, meeting.id, [meeting], (name) => ofOne(name, meeting, rule));
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
        yield this.#entry(absence, owner.id, own, () => away(owner), owner.name);
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

  #lockWords(meeting: Meeting): Sentence {
    const { time, room, teacher } = meeting.lock ?? {};
    const { times, rooms, teachers } = this.problem;
    const at = time === undefined ? undefined : timeWords(times[time]);
    const others = [
      rooms.find(({ id }) => id === room)?.name,
      teachers.find(({ id }) => id === teacher)?.name,
    ];
    const name = this.#name(meeting);
    return {
      zh: `“${name}”已锁定：${[at?.zh, ...others].filter(Boolean).join('，')}。`,
      en: `${name} is locked: ${[at?.en, ...others].filter(Boolean).join(', ')}.`,
    };
  }
}

/** Whether a rule on the room of a meeting asks anything of this one. */
function asksFor(rule: RuleId, { roomTypes, features }: Meeting): boolean {
  if (rule === 'room-type') return Boolean(roomTypes?.length);
  return rule !== 'room-features' || Boolean(features?.length);
}

const held = (name: string, { times }: Meeting): Sentence => ({
  zh: `“${name}”须在其${times.length}个可选时间之一上课。`,
  en: `${name} takes place at one of its ${times.length} times.`,
});

const words = {
  group: (name: string): Sentence => ({
    zh: `班级“${name}”同一时间只能上一门课。`,
    en: `Group ${name} attends one meeting at a time.`,
  }),
  teacher: (name: string): Sentence => ({
    zh: `教师“${name}”同一时间只能上一门课。`,
    en: `Teacher ${name} gives one meeting at a time.`,
  }),
  room: (name: string): Sentence => ({
    zh: `教室“${name}”同一时间只能上一门课。`,
    en: `Room ${name} holds one meeting at a time.`,
  }),
  class: (name: string): Sentence => ({
    zh: `教学班“${name}”的各次课不得重叠。`,
    en: `The meetings of ${name} do not overlap.`,
  }),
};

function away({ name, unavailable = [] }: Owner): Sentence {
  const shown = unavailable.slice(0, TIMES_SHOWN).map(timeWords);
  const more = unavailable.length - shown.length;
  return {
    zh: `“${name}”在${shown.map(({ zh }) => zh).join('、')}${more > 0 ? `等${unavailable.length}段时间` : ''}不可用。`,
    en:
      `${name} is unavailable on ` +
      `${shown.map(({ en }) => en).join('; ')}${more > 0 ? ` and ${more} more` : ''}.`,
  };
}

function ofOne(name: string, { size, features = [] }: Meeting, rule: RuleId): Sentence {
  switch (rule) {
    case 'room-capacity':
      return {
        zh: `“${name}”有${size}名学生，教室须坐得下。`,
        en: `The room of ${name} seats its ${size} students.`,
      };
    case 'room-type':
      return { zh: `“${name}”须使用所需类型的教室。`, en: `The room of ${name} is of a type that serves.` };
    case 'room-features':
      return {
        zh: `“${name}”的教室须具备：${features.join('、')}。`,
        en: `The room of ${name} has ${features.join(', ')}.`,
      };
    default: {
      const { zh, en } = meaningOf(rule);
      return { zh: `“${name}”：${zh}`, en: `${name}: ${en}` };
    }
  }
}

function relationWords({ type }: Distribution, names: readonly string[]): Sentence {
  const shown = names.slice(0, NAMES_SHOWN);
  const more = names.length > NAMES_SHOWN;
  return {
    zh: `${shown.map((name) => `“${name}”`).join('、')}${more ? '等' : ''}须满足关系“${type}”。`,
    en: `${shown.join(', ')}${more ? ' and others' : ''} keep the relation ${type}.`,
  };
}

interface AgendaOwner {
  readonly id: string;
  readonly name: string;
  readonly dailyPeriods?: number;
  readonly minimumDays?: number;
}

function agendaWords(rule: RuleId, { name, dailyPeriods, minimumDays }: AgendaOwner): Sentence {
  if (rule === 'daily-load')
    return {
      zh: `“${name}”每天最多${dailyPeriods}节。`,
      en: `${name} has at most ${dailyPeriods} periods a day.`,
    };
  if (rule === 'minimum-working-days')
    return {
      zh: `“${name}”须分布在至少${minimumDays}天。`,
      en: `${name} spreads over at least ${minimumDays} days.`,
    };
  const { zh, en } = meaningOf(rule);
  return { zh: `“${name}”：${zh}`, en: `${name}: ${en}` };
}

function meaningOf(rule: RuleId): Sentence {
  const meaning = RULES.find(({ id }) => id === rule)?.meaning ?? { zh: rule, en: rule };
  return { zh: `${meaning.zh}。`, en: meaning.en };
}
