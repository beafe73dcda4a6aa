import type { Meeting, Placement, Problem, Sentence, TimeSpan } from '../../solver/model.js';
import { overlaps } from '../../solver/rules/view.js';

/** What stands in the way of a meeting at one time. */
type Obstacle = 'students' | 'teacher' | 'room' | 'none';

/** Why each of the unplaced meetings found no place beside the placements: what was in the way, counted over its times. */
export function reasonsUnplaced(
  problem: Problem,
  placements: readonly Placement[],
  unplaced: readonly string[],
): { meeting: string; reason: Sentence }[] {
  const occupied = new Occupation(problem, placements);
  const meetings = new Map(problem.meetings.map((meeting) => [meeting.id, meeting]));
  return unplaced.flatMap((id) => {
    const meeting = meetings.get(id);
    return meeting ? [{ meeting: id, reason: reasonOf(problem, meeting, occupied) }] : [];
  });
}

function reasonOf(problem: Problem, meeting: Meeting, occupied: Occupation): Sentence {
  const times =
    meeting.lock?.time === undefined ? meeting.times.map(({ time }) => time) : [meeting.lock.time];
  const counts: Record<Obstacle, number> = { students: 0, teacher: 0, room: 0, none: 0 };
  for (const time of times) counts[occupied.obstacle(meeting, problem.times[time])]++;
  const parts = [
    [counts.students, '个学生已有其他课', 'clash for its students'],
    [counts.teacher, '个教师没有空', 'find no teacher free'],
    [counts.room, '个没有空闲的合适教室', 'find no suitable room free'],
    [counts.none, '个其实可行但搜索未能用上', 'would serve, but the search ended before it used them'],
  ] as const;
  const told = parts.filter(([count]) => count > 0);
  return {
    zh: `共 ${times.length} 个可选时间：${told.map(([count, zh]) => `${count} ${zh}`).join('，')}。`,
    en: `Of its ${times.length} possible times ${told.map(([count, , en]) => `${count} ${en}`).join(', ')}.`,
  };
}

/** Who and what is taken when. */
class Occupation {
  readonly #spans = new Map<string, TimeSpan[]>();

  constructor(
    private readonly problem: Problem,
    placements: readonly Placement[],
  ) {
    const meetings = new Map(problem.meetings.map((meeting) => [meeting.id, meeting]));
    for (const { meeting, time, room, teacher } of placements) {
      const { teachingClass, groups } = meetings.get(meeting) as Meeting;
      for (const owner of [teachingClass, ...groups, room, teacher])
        if (owner !== null) this.#take(owner, problem.times[time]);
    }
    for (const { id, unavailable = [] } of [...problem.rooms, ...problem.teachers, ...problem.groups])
      for (const span of unavailable) this.#take(id, span);
  }

  obstacle({ teachingClass, groups, teachers, rooms, lock }: Meeting, span: TimeSpan): Obstacle {
    const isFree = (owner: string): boolean =>
      !(this.#spans.get(owner) ?? []).some((taken) => overlaps(taken, span));
    const possibleTeachers = lock?.teacher ? [lock.teacher] : teachers;
    const offered = rooms?.map(({ room }) => room) ?? this.problem.rooms.map(({ id }) => id);
    const possibleRooms = lock?.room ? [lock.room] : offered;
    if (![teachingClass, ...groups].every(isFree)) return 'students';
    if (possibleTeachers.length > 0 && !possibleTeachers.some(isFree)) return 'teacher';
    return possibleRooms.some(isFree) ? 'none' : 'room';
  }

  #take(owner: string, span: TimeSpan): void {
    const spans = this.#spans.get(owner);
    if (spans) spans.push(span);
    else this.#spans.set(owner, [span]);
  }
}
