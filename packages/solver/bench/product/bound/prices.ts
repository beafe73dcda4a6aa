import {
  furtherOf,
  type Group,
  type Meeting,
  type Placement,
  type Problem,
  type RuleId,
  type Teacher,
  type TimeSpan,
} from '../../../src/model.js';
import { settingOf } from '../../../src/profiles.js';
import { RULES } from '../../../src/rules/all.js';
import type { Placed, View } from '../../../src/rules/view.js';

/** Rules that look at the time of one meeting and at nothing else. */
const OF_TIME: readonly RuleId[] = [
  'evening',
  'weekend',
  'long-break',
  'time-preference',
  'course-priority',
  'group-availability',
];
const OF_TEACHER: readonly RuleId[] = ['teacher-preference', 'teacher-availability', 'teacher-level'];
const OF_ROOM: readonly RuleId[] = [
  'room-capacity',
  'room-type',
  'room-features',
  'room-fit',
  'room-preference',
];
/** Rules on how the busy periods of a day follow each other, and on how many there are. */
const OF_RUNS: readonly RuleId[] = [
  'group-compactness',
  'teacher-compactness',
  'isolated-meetings',
  'consecutive-periods',
];
const OF_NUMBER: readonly RuleId[] = ['day-balance', 'daily-load'];

/** Somebody with a day. */
export type Owner = { readonly group: Group } | { readonly teacher: Teacher };

/**
 * What single decisions cost, as the rules themselves judge them: a new weight or another way to count is
 * followed by itself. Weighted; infinite where a hard rule forbids it.
 */
export class Prices {
  readonly #placed: (meeting: Meeting, placement: Placement) => Placed;

  constructor(readonly problem: Problem) {
    const classes = new Map(problem.teachingClasses.map((each) => [each.id, each]));
    const groups = new Map(problem.groups.map((each) => [each.id, each]));
    const rooms = new Map(problem.rooms.map((each) => [each.id, each]));
    const teachers = new Map(problem.teachers.map((each) => [each.id, each]));
    this.#placed = (meeting, placement) => ({
      meeting,
      placement,
      teachingClass: classes.get(meeting.teachingClass)!,
      time: problem.times[placement.time],
      room: rooms.get(placement.room ?? '') ?? null,
      teacher: teachers.get(placement.teacher ?? '') ?? null,
      furtherTeachers: furtherOf(meeting).map((id) => teachers.get(id)!),
      groups: meeting.groups.map((id) => groups.get(id)!),
    });
  }

  ofTime(meeting: Meeting, time: number): number {
    const placed = this.#placed(meeting, { meeting: meeting.id, time, room: null, teacher: null });
    return this.#judge(OF_TIME, { byGroup: new Map(placed.groups.map((group) => [group, [placed]])) }, [
      placed,
    ]);
  }

  ofTeacher(meeting: Meeting, time: number, teacher: string): number {
    const placed = this.#placed(meeting, { meeting: meeting.id, time, room: null, teacher });
    return this.#judge(OF_TEACHER, { byTeacher: new Map([[placed.teacher!, [placed]]]) }, [placed]);
  }

  ofRoom(meeting: Meeting, room: Problem['rooms'][number]): number {
    const time = meeting.times[0]?.time ?? meeting.lock?.time ?? 0;
    return this.#judge(OF_ROOM, {}, [
      this.#placed(meeting, { meeting: meeting.id, time, room: room.id, teacher: null }),
    ]);
  }

  /** What the stretches of busy periods on a day cost somebody, whatever their number. */
  ofRuns(owner: Owner, meeting: Meeting, spans: readonly TimeSpan[]): number {
    return this.#ofDay(OF_RUNS, owner, meeting, spans);
  }

  /** What the number of periods of a day costs somebody. */
  ofNumber(owner: Owner, meeting: Meeting, { weeks, days }: TimeSpan, periods: number): number {
    return this.#ofDay(OF_NUMBER, owner, meeting, [{ weeks, days, start: 0, length: periods }]);
  }

  /** What students miss who attend two meetings that are at the same time. */
  ofClash(first: Meeting, second: Meeting): number {
    const placed = [first, second].map((meeting) => ({
      ...this.#placed(meeting, { meeting: meeting.id, time: 0, room: null, teacher: null }),
      time: { weeks: '1', days: 1, start: 0, length: 1 },
    }));
    return this.#judge(['student-conflict'], {}, placed);
  }

  #ofDay(rules: readonly RuleId[], owner: Owner, meeting: Meeting, spans: readonly TimeSpan[]): number {
    const some = this.#placed(meeting, { meeting: meeting.id, time: 0, room: null, teacher: null });
    const placed = spans.map((time) => ({ ...some, time }));
    const view =
      'group' in owner
        ? { byGroup: new Map([[owner.group, placed]]) }
        : { byTeacher: new Map([[owner.teacher, placed]]) };
    return this.#judge(rules, view, placed);
  }

  #judge(rules: readonly RuleId[], part: Partial<View>, placed: readonly Placed[]): number {
    const view: View = {
      problem: this.problem,
      placed,
      unplaced: [],
      byRoom: new Map(),
      byTeacher: new Map(),
      byGroup: new Map(),
      byTeachingClass: new Map(),
      byTeacherSet: new Map(),
      roomsById: new Map(),
      ...part,
    };
    let sum = 0;
    for (const rule of RULES) {
      if (!rules.includes(rule.id)) continue;
      const { level, weight } = settingOf(this.problem, rule.id);
      if (level === 'off') continue;
      for (const finding of rule.judge(view)) {
        if ((finding.level ?? level) === 'hard') return Infinity;
        sum += weight * finding.penalty;
      }
    }
    return sum;
  }
}
