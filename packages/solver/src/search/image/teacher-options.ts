import { PENALTY_MAX, type Meeting, type Problem, type TimeSpan } from '../../model.js';
import { Rows } from './rows.js';
import { find, PIECE, type Indexes } from './indexes.js';
import { priceOf } from './prices.js';

/** Who may be chosen for a meeting: where the level of teachers is a hard rule, nobody whom it penalises. */
export function teachersOf(
  problem: Problem,
  { lock, teachers, teacherPenalties = {} }: Meeting,
): readonly string[] {
  if (lock?.teacher !== undefined) return [lock.teacher];
  if (priceOf(problem, 'teacher-level').hard === 0) return teachers;
  return teachers.filter((id) => !teacherPenalties[id]);
}

/** The possible teachers of each meeting, in ascending order, with what each costs. In pieces. */
export function* teacherOptions(problem: Problem, index: Indexes) {
  const rows = new Rows();
  const costs = new Rows();
  const needsTeacher = new Uint8Array(problem.meetings.length);
  const { soft } = priceOf(problem, 'teacher-level');
  for (const [m, meeting] of problem.meetings.entries()) {
    if (m % PIECE === PIECE - 1) yield;
    const ids = [...new Set(teachersOf(problem, meeting))];
    needsTeacher[m] = Number(ids.length + meeting.teachers.length > 0);
    const options = ids
      .map(
        (id) => [find(index.teacher, id, 'teacher'), soft * (meeting.teacherPenalties?.[id] ?? 0)] as const,
      )
      .sort(([a], [b]) => a - b);
    rows.add(options.map(([k]) => k));
    costs.add(options.map(([, cost]) => cost));
  }
  return { teacherStart: rows.starts(), teacher: rows.all(), teacherCost: costs.all(), needsTeacher };
}

/**
 * The meetings of each course for each group (or teaching class without groups), and those of each set, that
 * several might teach. In pieces.
 */
export function* courseTeachers(problem: Problem, index: Indexes) {
  const price = priceOf(problem, 'teacher-stability');
  const sets = priceOf(problem, 'same-teacher');
  const classes = problem.teachingClasses;
  const attending = new Map<string, { readonly price: typeof price; readonly meetings: number[] }>();
  const attend = (key: string, m: number, of: typeof price) => {
    if (of.soft + of.hard === 0) return;
    const known = attending.get(key);
    if (known) known.meetings.push(m);
    else attending.set(key, { price: of, meetings: [m] });
  };
  for (const [m, meeting] of problem.meetings.entries()) {
    if (m % PIECE === PIECE - 1) yield;
    const { id, course = `class ${id}` } = classes[find(index.teachingClass, meeting.teachingClass, 'class')];
    for (const group of new Set(meeting.groups)) attend(`${group}/${course}`, m, price);
    if (meeting.groups.length === 0) attend(id, m, price);
    if (meeting.teacherSet !== undefined) attend(`set ${meeting.teacherSet}`, m, sets);
  }
  const canHaveSeveral = (list: readonly number[]) =>
    new Set(list.flatMap((m) => teachersOf(problem, problem.meetings[m]))).size > 1;
  const mates = new Rows();
  const ofMeeting: number[][] = problem.meetings.map(() => []);
  yield;
  const several = [...attending.values()].filter(({ meetings }) => canHaveSeveral(meetings));
  for (const [at, { meetings }] of several.entries()) {
    for (const m of meetings) ofMeeting[m].push(at);
    mates.add(meetings);
  }
  const courses = new Rows();
  for (const list of ofMeeting) courses.add(list);
  return {
    courseStart: courses.starts(),
    course: courses.all(),
    coursemateStart: mates.starts(),
    coursemate: mates.all(),
    teachersSoft: Int32Array.from(several, (each) => each.price.soft),
    teachersHard: Int32Array.from(several, (each) => each.price.hard),
  };
}

/**
 * Dislikes of teachers whom some meeting may choose among others; those of a sole teacher are time costs. In
 * pieces.
 */
export function* teacherCosts(problem: Problem, index: Indexes) {
  const dislikeRow = new Int32Array(problem.teachers.length).fill(-1);
  const rows: Int32Array[] = [];
  const { soft, hard } = priceOf(problem, 'teacher-preference');
  const choices = problem.meetings
    .map((meeting) => teachersOf(problem, meeting))
    .filter((ids) => ids.length > 1);
  for (const id of new Set(soft + hard > 0 ? choices.flat() : [])) {
    const k = find(index.teacher, id, 'teacher');
    if (!problem.teachers[k].preferences?.length) continue;
    yield;
    dislikeRow[k] = rows.length;
    rows.push(dislikesOf(problem, k));
  }
  const dislike = new Int32Array(rows.length * problem.times.length);
  for (const [i, row] of rows.entries()) dislike.set(row, i * problem.times.length);
  return { dislikeRow, dislike, dislikeSoft: soft, dislikeHard: hard };
}

/** How much a teacher dislikes each time of the problem, in all its weeks. */
export function dislikesOf(problem: Problem, teacher: number): Int32Array {
  const preferences = problem.teachers[teacher].preferences ?? [];
  const { days, periods } = problem.calendar;
  const level = new Int32Array(days * periods).fill(3);
  let best = 3;
  for (const preference of [...preferences].reverse()) {
    if (preference.day >= days || preference.period >= periods) continue;
    level[preference.day * periods + preference.period] = preference.level;
  }
  for (const preference of preferences) best = Math.max(best, preference.level);
  return Int32Array.from(problem.times, (span) => {
    let sum = 0;
    for (let day = 0; day < days; day++) {
      if (!((span.days >> day) & 1)) continue;
      for (let p = span.start; p < span.start + span.length; p++) sum += best - level[day * periods + p];
    }
    return Math.min(PENALTY_MAX, sum * weeksIn(span));
  });
}

/** Weeks in which a span takes place. */
export function weeksIn({ weeks }: TimeSpan): number {
  let count = 0;
  for (const week of weeks) count += Number(week);
  return count;
}
