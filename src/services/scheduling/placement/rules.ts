import type { Text } from '../../../schema/texts.js';
import type { RuleId } from '@class-scheduling/solver';
import { ConflictKind } from '../../../schema/timetables.js';
import type { Act, PlacementTerms, Severity } from './acts.js';
import * as links from './link-rules.js';
import * as rooms from './room-rules.js';
import type { Judge } from './arrangement.js';
import * as teachers from './teacher-rules.js';
import * as times from './time-rules.js';

/** The rule by which runs are charged for the same, or why there is none; and why an act differs. */
type Charge =
  | { readonly solver: RuleId; readonly because?: string }
  | { readonly solver: null; readonly because: string };

/** A rule about the place of a meeting, and what every act makes of a place that breaks it anew. */
export type PlacementRule = Charge & {
  readonly id: string;
  readonly meaning: Text;
  /** Whether it is about what only those who may know the teacher are told. */
  readonly isPersonal?: boolean;
  /** What of a place it is about. */
  readonly about: 'time' | 'room' | 'teacher' | 'people' | 'series';
  /** Null where it is not told from the place alone, but by what else is held then. */
  readonly judge: Judge | null;
  /** Whether it is judged by what teachers and administrative classes hold beside it. */
  readonly asksHeld?: boolean;
  /** What helps where a reason does, behind the sentence. */
  readonly remedy?: Text;
  readonly acts: Readonly<Record<Act, Severity>>;
};

type Acts = PlacementRule['acts'];

/** Nobody may. */
const never: Acts = {
  ...{ propose: 'refuse', assist: 'refuse', editDraft: 'refuse', editPublished: 'refuse' },
  ...{
    editDate: 'refuse',
    form: 'refuse',
    copy: 'refuse',
    restore: 'warn',
    unmoved: 'silent',
    publish: 'silent',
  },
};

/** People may by hand, and are told; programs propose nothing like it, and no words bring it about. */
const told: Acts = {
  ...{ propose: 'refuse', assist: 'refuse', editDraft: 'warn', editPublished: 'warn', editDate: 'warn' },
  ...{ form: 'warn', copy: 'silent', restore: 'silent', unmoved: 'silent', publish: 'silent' },
};

/** Who needs two things at once: people may, if they say why. */
const explained: Acts = {
  ...{ propose: 'refuse', assist: 'refuse', editDraft: 'reason', editPublished: 'reason' },
  ...{
    editDate: 'reason',
    form: 'reason',
    copy: 'warn',
    restore: 'reason',
    unmoved: 'reason',
    publish: 'reason',
  },
};

/** No act gives or takes it. */
const unjudged: Acts = {
  ...{ propose: 'silent', assist: 'silent', editDraft: 'silent', editPublished: 'silent' },
  ...{
    editDate: 'silent',
    form: 'silent',
    copy: 'silent',
    restore: 'silent',
    unmoved: 'silent',
    publish: 'silent',
  },
};

/** That something is needed by one meeting at a time. */
const clash = (solver: RuleId, zh: string, en: string): PlacementRule => ({
  ...{ id: solver, meaning: { zh, en }, solver, about: 'people', judge: null, acts: explained },
});

/** Every rule about places, the gravest first. */
export const placementRules: readonly PlacementRule[] = [
  {
    id: 'grid',
    meaning: { zh: '在作息表之内', en: 'A meeting lies within the days and periods of the semester.' },
    solver: null,
    because: 'No run knows a time outside of it.',
    about: 'time',
    judge: times.outsideGrid,
    acts: never,
  },
  {
    id: 'holiday',
    meaning: { zh: '当天按校历上课', en: 'By the calendar something is taught on the date.' },
    solver: null,
    because: 'Runs place weeks, which know no dates.',
    about: 'time',
    judge: null,
    acts: { ...unjudged, editDate: 'refuse' },
  },
  {
    id: 'unknown-room',
    meaning: { zh: '教室存在', en: 'The room exists.' },
    solver: null,
    because: 'No run knows one that does not exist.',
    about: 'room',
    judge: rooms.unknownRoom,
    acts: never,
  },
  {
    id: 'unknown-teacher',
    meaning: { zh: '教师存在', en: 'The teacher exists.' },
    solver: null,
    because: 'No run knows one who does not exist.',
    about: 'teacher',
    judge: teachers.unknownTeacher,
    acts: never,
  },
  {
    id: 'closed-room',
    meaning: { zh: '新选的教室未停用', en: 'A room that is newly chosen is open.' },
    solver: null,
    because: 'No run is offered a closed room.',
    about: 'room',
    judge: rooms.closedRoom,
    acts: never,
  },
  {
    id: 'qualification',
    meaning: { zh: '新指定的教师有任课资格', en: 'A teacher who is newly given may teach the course.' },
    solver: 'not-offered',
    about: 'teacher',
    judge: teachers.unqualified,
    remedy: { zh: '，请先批准，或说明原因', en: ' Maybe approve one first, or give a reason.' },
    acts: { ...never, editDraft: 'reason', editPublished: 'reason', editDate: 'reason', form: 'warn' },
  },
  {
    id: 'teacher-once',
    meaning: { zh: '第一位教师不是其他教师之一', en: 'The first teacher is none of the further teachers.' },
    solver: null,
    because: 'No run chooses somebody who teaches the meeting anyway.',
    about: 'teacher',
    judge: teachers.taughtTwice,
    acts: never,
  },
  clash('room-conflict', '一间教室同一时间只有一门课', 'A room has one meeting at a time.'),
  clash('teacher-conflict', '一位教师同一时间只上一门课', 'A teacher has one meeting at a time.'),
  clash('group-conflict', '一个班级同一时间只上一门课', 'An administrative class has one meeting at a time.'),
  {
    id: 'kept-closed-room',
    meaning: { zh: '课次离开已停用的教室', en: 'A meeting leaves a room that was closed under it.' },
    solver: null,
    because: 'A run leaves such a room, unless somebody locked the meeting there.',
    about: 'room',
    judge: rooms.keptClosedRoom,
    acts: { ...told, propose: 'silent', unmoved: 'reason', publish: 'reason' },
  },
  {
    id: 'weekend',
    meaning: { zh: '在学期的排课星期内', en: 'A meeting is on a day on which runs place meetings.' },
    solver: 'not-offered',
    about: 'time',
    judge: times.freeDay,
    acts: { ...told, propose: 'warn', assist: 'warn', copy: 'warn' },
  },
  {
    id: 'room-capacity',
    meaning: { zh: '座位足够', en: 'The room has a seat for every student.' },
    solver: 'room-capacity',
    about: 'room',
    judge: rooms.seats,
    acts: { ...told, copy: 'warn' },
  },
  {
    id: 'room-type',
    meaning: { zh: '教室类型符合要求', en: 'The room is of the type that the meeting asks for.' },
    solver: 'room-type',
    about: 'room',
    judge: rooms.roomType,
    acts: { ...told, copy: 'warn' },
  },
  {
    id: 'room-offered',
    meaning: { zh: '教室所在校区属于本学期', en: 'The campus of the room serves the semester.' },
    solver: null,
    because: 'No run is offered a room of another campus.',
    about: 'room',
    judge: rooms.foreignRoom,
    acts: told,
  },
  {
    id: 'room-availability',
    meaning: { zh: '教室此时可用', en: 'The room is available then.' },
    solver: 'room-availability',
    about: 'room',
    judge: rooms.roomAway,
    acts: told,
  },
  {
    id: 'teacher-availability',
    meaning: { zh: '教师此时可用', en: 'The teacher is available then.' },
    solver: 'teacher-availability',
    isPersonal: true,
    about: 'teacher',
    judge: teachers.teacherAway,
    acts: told,
  },
  {
    id: 'course-availability',
    meaning: { zh: '课程此时开课', en: 'The course is held at such a time.' },
    solver: 'not-offered',
    about: 'time',
    judge: times.courseAway,
    acts: told,
  },
  {
    id: 'daily-load',
    meaning: { zh: '教师每天的课时不超过上限', en: 'A teacher has no more periods on a day than allowed.' },
    solver: 'daily-load',
    isPersonal: true,
    about: 'teacher',
    judge: teachers.dailyLoad,
    asksHeld: true,
    acts: told,
  },
  {
    id: 'weekly-load',
    meaning: { zh: '教师每周的课时不超过上限', en: 'A teacher has no more periods in a week than allowed.' },
    solver: 'weekly-load',
    isPersonal: true,
    about: 'teacher',
    judge: teachers.weeklyLoad,
    asksHeld: true,
    acts: told,
  },
  {
    id: 'long-break',
    meaning: { zh: '不跨越长课间', en: 'A meeting does not span a long break.' },
    solver: 'long-break',
    about: 'time',
    judge: times.longBreak,
    acts: told,
  },
  {
    id: 'travel-time',
    meaning: { zh: '来得及更换校区', en: 'Teachers and classes have time to change campus.' },
    solver: 'travel-time',
    about: 'room',
    judge: times.travel,
    asksHeld: true,
    acts: told,
  },
  {
    id: 'distribution',
    meaning: { zh: '满足教学班之间必须的关联', en: 'Linked teaching classes keep what is required.' },
    solver: 'distribution',
    about: 'time',
    judge: links.requiredLinks,
    acts: told,
  },
  {
    id: 'wished-distribution',
    meaning: { zh: '满足教学班之间期望的关联', en: 'Linked teaching classes keep what is wished.' },
    solver: 'wished-distribution',
    about: 'time',
    judge: links.wishedLinks,
    acts: { ...told, propose: 'warn', assist: 'warn' },
  },
  {
    id: 'teacher-preference',
    meaning: { zh: '教师愿意此时上课', en: 'The teacher does not mind the time.' },
    solver: 'teacher-preference',
    isPersonal: true,
    about: 'teacher',
    judge: teachers.unwantedTime,
    acts: { ...told, propose: 'warn', assist: 'warn' },
  },
  {
    id: 'student-conflict',
    meaning: { zh: '选课学生没有同时的两门课', en: 'An enrolled student has one meeting at a time.' },
    solver: 'student-conflict',
    about: 'people',
    judge: null,
    acts: {
      ...told,
      propose: 'silent',
      assist: 'warn',
      editDraft: 'reason',
      editPublished: 'reason',
      editDate: 'reason',
      form: 'reason',
      unmoved: 'reason',
    },
    because:
      'Hardly a time suits all who chose something: what is proposed says it once it is checked, and what ' +
      'is copied, taken back or published leaves open conflicts.',
  },
  {
    id: 'weeks',
    meaning: { zh: '周次在学期之内', en: 'A series is held in weeks of the semester.' },
    solver: null,
    because: 'Runs place the weeks that a meeting has.',
    about: 'series',
    judge: null,
    acts: { ...never, form: 'warn' },
  },
  {
    id: 'hours',
    meaning: { zh: '学时不超过课程学时', en: 'A new series has no more hours than its course.' },
    solver: null,
    because: 'Runs place the meetings that there are.',
    about: 'series',
    judge: null,
    acts: { ...never, form: 'warn' },
  },
  {
    id: 'unplaced',
    meaning: { zh: '课次已安排', en: 'A meeting has a place.' },
    solver: 'unplaced',
    about: 'time',
    judge: null,
    acts: { ...unjudged, publish: 'reason' },
  },
];

const byId = new Map(placementRules.map((rule) => [rule.id, rule]));

/** The rules that say that nothing is needed twice, by what it is. */
const clashRules: Readonly<Record<ConflictKind, string>> = {
  TEACHER: 'teacher-conflict',
  ROOM: 'room-conflict',
  CLASS: 'group-conflict',
  OTHER: 'student-conflict',
};

/** The rule that two meetings break which need one thing at once, or one whose room is closed. */
export const clashRule = ({ kind, first, second }: ClashingPair): PlacementRule =>
  placementRule(first === second ? 'kept-closed-room' : clashRules[kind]);

interface ClashingPair {
  readonly kind: ConflictKind;
  readonly first: string;
  readonly second: string;
}

/** The conflicts without which an act is carried out, unless a reason is given that helps. */
export const refusedKinds = (terms: PlacementTerms): ConflictKind[] =>
  Object.values(ConflictKind).filter((kind) => isRefused(placementRule(clashRules[kind]), terms));

/** Whether an act refuses what breaks a rule, unless a reason is given that helps. */
export function isRefused({ acts }: PlacementRule, { act, reason }: PlacementTerms): boolean {
  const severity = acts[act];
  return severity === 'refuse' || (severity === 'reason' && !reason?.trim());
}

/** The rule of that name. */
export function placementRule(id: string): PlacementRule {
  const rule = byId.get(id);
  if (!rule) throw new Error(`There is no rule "${id}" about places.`);
  return rule;
}
