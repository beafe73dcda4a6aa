import { furtherOf, type Distribution, type Meeting, type Problem, type RuleId } from '../../model.js';
import { settingOf } from '../../profiles.js';
import type { Grid } from './grid.js';
import type { Image } from './image.js';
import { Rows } from './rows.js';
import { find, type Indexes } from './indexes.js';
import { ORDINARY_PRIORITY } from './time-options.js';

/** The number of resources, where each kind begins, and those of every meeting. */
export interface Resources {
  readonly count: number;
  readonly firstTeacher: number;
  readonly firstClass: number;
  readonly firstRoom: number;
  readonly image: Pick<Image, 'resourceStart' | 'resource' | 'priority'>;
}

/** Numbers groups, teachers, classes that nothing else keeps apart, exclusive sets, then rooms. */
export function resourcesOf(problem: Problem, index: Indexes, grid: Grid): Resources {
  const isOn = (rule: RuleId) => settingOf(problem, rule).level === 'hard';
  const firstTeacher = problem.groups.length;
  const firstClass = firstTeacher + problem.teachers.length;
  const classResource = new Map<string, number>();
  if (isOn('teaching-class-conflict')) {
    for (const [id, meetings] of meetingsByClass(problem)) {
      if (meetings.length < 2 || sharesResource(meetings)) continue;
      classResource.set(id, firstClass + classResource.size);
    }
  }
  const firstSet = firstClass + classResource.size;
  const sets = new Map<string, number[]>();
  const exclusive = (problem.distributions ?? []).filter((distribution) =>
    isExclusive(problem, grid, distribution),
  );
  for (const [i, { meetings }] of exclusive.entries()) {
    for (const id of meetings) sets.set(id, [...(sets.get(id) ?? []), firstSet + i]);
  }
  const rows = new Rows();
  for (const meeting of problem.meetings) {
    const own = classResource.get(meeting.teachingClass);
    const groups = new Set(
      isOn('group-conflict') ? meeting.groups.map((id) => find(index.group, id, 'group')) : [],
    );
    const further = furtherOf(meeting).map((id) => firstTeacher + find(index.teacher, id, 'teacher'));
    rows.add([...groups, ...further, ...(own === undefined ? [] : [own]), ...(sets.get(meeting.id) ?? [])]);
  }
  const firstRoom = firstSet + exclusive.length;
  const priorities = problem.meetings.map(
    ({ teachingClass }) =>
      problem.teachingClasses[find(index.teachingClass, teachingClass, 'teaching class')].priority ??
      ORDINARY_PRIORITY,
  );
  return {
    count: firstRoom + problem.rooms.length,
    firstTeacher,
    firstClass,
    firstRoom,
    image: { resourceStart: rows.starts(), resource: rows.all(), priority: Int32Array.from(priorities) },
  };
}

/** Sets from this size on are cheaper to count in cells than by pairs. */
const EXCLUSIVE_FROM = 5;

/** A required set of meetings that must not overlap is a resource that one meeting uses at a time. */
export function isExclusive(
  problem: Problem,
  grid: Pick<Grid, 'isWide'>,
  { type, required, meetings }: Distribution,
): boolean {
  if (grid.isWide || !required || meetings.length < EXCLUSIVE_FROM) return false;
  if (settingOf(problem, 'distribution').level !== 'hard') return false;
  return (
    type === 'NotOverlap' || (type === 'SameAttendees' && !problem.travel?.some(({ periods }) => periods > 0))
  );
}

function meetingsByClass(problem: Problem): Map<string, Meeting[]> {
  const map = new Map<string, Meeting[]>();
  for (const meeting of problem.meetings) {
    const list = map.get(meeting.teachingClass);
    if (list) list.push(meeting);
    else map.set(meeting.teachingClass, [meeting]);
  }
  return map;
}

/** A common group or sole teacher already keeps the meetings from overlapping. */
function sharesResource([first, ...others]: readonly Meeting[]): boolean {
  const commonGroup = first.groups.some((group) => others.every((meeting) => meeting.groups.includes(group)));
  const soleTeacher = (meeting: Meeting) =>
    meeting.teachers.length === 1 && meeting.teachers[0] === first.teachers[0];
  return commonGroup || [first, ...others].every(soleTeacher);
}
