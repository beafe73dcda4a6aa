import type { Random } from '../../src/search/random.js';
import { Person } from './agenda.js';
import type { ClassDraft, GroupDraft, MeetingDraft, RoomKind } from './drafts.js';
import { PATTERNS } from './grid.js';

/** What a cohort takes: a part of a course, for all its groups together or for each by itself. */
interface Part {
  readonly course: string;
  readonly kind?: 'PRACTICE';
  readonly isShared?: boolean;
  readonly meetings?: number;
  readonly length?: number;
  /** In turn, group by group, or cohort by cohort where all are together. */
  readonly weeks?: readonly (keyof typeof PATTERNS)[];
  readonly room: RoomKind;
  /** The department that teaches it where it is not the cohort's own. */
  readonly staff?: string;
  readonly priority?: number;
}

const CURRICULUM: readonly Part[] = [
  { course: 'calculus', isShared: true, meetings: 2, room: 'hall', staff: 'sciences', priority: 8 },
  { course: 'core', isShared: true, meetings: 2, room: 'hall', priority: 7 },
  { course: 'survey', isShared: true, length: 3, weeks: ['first', 'second'], room: 'hall' },
  { course: 'core', kind: 'PRACTICE', length: 4, weeks: ['odd', 'even'], room: 'laboratory' },
  { course: 'english', meetings: 2, room: 'classroom', staff: 'languages' },
  { course: 'programming', room: 'classroom', priority: 6 },
  { course: 'programming', kind: 'PRACTICE', weeks: ['even', 'odd', 'whole'], room: 'laboratory' },
  { course: 'seminar', weeks: ['second', 'first', 'whole'], room: 'classroom' },
  { course: 'sport', room: 'gymnasium', staff: 'sport' },
  { course: 'class hour', length: 1, room: 'classroom' },
];

const ELECTIVES_SHARE = 0.04;
const COHORTS_OF_DEPARTMENT = 4;

/** Who learns what: groups, teaching classes and exactly so many meetings, nothing of them placed. */
export interface Teaching {
  readonly groups: readonly GroupDraft[];
  readonly classes: readonly ClassDraft[];
  readonly meetings: readonly MeetingDraft[];
}

/** Makes up cohorts of two to four groups until there are enough meetings, then electives. */
export function teachingOf(size: number, random: Random): Teaching {
  const groups: GroupDraft[] = [];
  const classes: ClassDraft[] = [];
  const meetings: MeetingDraft[] = [];
  const electives = Math.max(2, Math.round(size * ELECTIVES_SHARE));
  const open = (draft: Omit<ClassDraft, 'id' | 'substitutes' | 'isSport'>): ClassDraft => {
    const opened = { ...draft, id: `c${classes.length}`, substitutes: [], isSport: draft.staff === 'sport' };
    classes.push(opened);
    return opened;
  };
  const meet = (teachingClass: ClassDraft, weeks: keyof typeof PATTERNS, length: number): void => {
    meetings.push({ id: `m${meetings.length}`, teachingClass, weeks: PATTERNS[weeks], length });
    const taught = length * PATTERNS[weeks].replaceAll('0', '').length;
    for (const group of teachingClass.groups) group.load += taught;
  };
  for (let cohort = 0; meetings.length < size - electives; cohort++) {
    const members = cohortGroups(cohort, groups.length, random);
    groups.push(...members);
    for (const part of CURRICULUM) {
      const { weeks = ['whole'], length = 2 } = part;
      const audiences = part.isShared ? [members] : members.map((group) => [group]);
      for (const [at, audience] of audiences.entries()) {
        const left = Math.min(part.meetings ?? 1, size - electives - meetings.length);
        if (left === 0) break;
        const opened = open(classOf(part, cohort, audience, random));
        const turn = weeks[(part.isShared ? cohort : at) % weeks.length];
        for (let each = 0; each < left; each++) meet(opened, turn, length);
      }
    }
  }
  while (meetings.length < size) meet(open(electiveOf(groups, classes.length, random)), 'whole', 2);
  return { groups, classes, meetings };
}

function cohortGroups(cohort: number, from: number, random: Random): GroupDraft[] {
  return Array.from({ length: [3, 2, 4][cohort % 3] }, (_, at) => ({
    id: `g${from + at}`,
    size: 28 + random.below(18),
    campus: cohort % 2,
    person: new Person(),
    load: 0,
  }));
}

function classOf(part: Part, cohort: number, groups: readonly GroupDraft[], random: Random) {
  const [{ campus }] = groups;
  const isOwn = part.staff === undefined;
  return {
    course: `${part.course} ${cohort}`,
    kind: part.kind ?? ('THEORY' as const),
    staff: part.staff ?? `department ${Math.floor(cohort / COHORTS_OF_DEPARTMENT)}`,
    groups,
    size: groups.reduce((sum, { size }) => sum + size, 0),
    roomKind: part.room,
    campuses: [campus],
    ...(isOwn && { building: buildingOf(part.room, campus, cohort) }),
    features: random.below(10) === 0 ? ['recording'] : [],
    ...(part.priority !== undefined && { priority: part.priority }),
    choices: new Map<GroupDraft, number>(),
  };
}

/** The building where rooms of a kind with a number are. */
export const buildingOf = (kind: RoomKind, campus: number, number: number): string =>
  `${kind} ${campus}${'AB'[number % 2]}`;

/** Chosen by some students of some groups; one in three is held on either campus. */
function electiveOf(groups: readonly GroupDraft[], number: number, random: Random) {
  const choices = new Map<GroupDraft, number>();
  const wanted = 25 + random.below(30);
  const home = random.below(groups.length);
  for (let chosen = 0, at = 0; chosen < wanted && at < groups.length; at++) {
    const count = Math.min(wanted - chosen, 4 + random.below(8));
    choices.set(groups[(home + at) % groups.length], count);
    chosen += count;
  }
  return {
    course: `elective ${number}`,
    kind: 'THEORY' as const,
    staff: 'general education',
    groups: [],
    size: [...choices.values()].reduce((a, b) => a + b, 0),
    roomKind: 'classroom' as const,
    campuses: random.below(3) === 0 ? [0, 1] : [groups[home].campus],
    features: [],
    choices,
  };
}
