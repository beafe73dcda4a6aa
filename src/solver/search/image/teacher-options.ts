import type { Problem } from '../../model.js';
import { Rows } from './rows.js';
import { find, type Indexes } from './indexes.js';
import { priceOf } from './prices.js';

/** The possible teachers of each meeting. */
export function teacherOptions(problem: Problem, index: Indexes) {
  const rows = new Rows();
  const needsTeacher = new Uint8Array(problem.meetings.length);
  for (const [m, meeting] of problem.meetings.entries()) {
    const ids = meeting.lock?.teacher === undefined ? meeting.teachers : [meeting.lock.teacher];
    needsTeacher[m] = Number(ids.length > 0);
    rows.add([...new Set(ids.map((id) => find(index.teacher, id, 'teacher')))].sort((a, b) => a - b));
  }
  return { teacherStart: rows.starts(), teacher: rows.all(), needsTeacher };
}

/** Dislikes of teachers whom some meeting may choose among others; those of a sole teacher are time costs. */
export function teacherCosts(problem: Problem, index: Indexes) {
  const dislikeRow = new Int32Array(problem.teachers.length).fill(-1);
  const rows: Int32Array[] = [];
  const { soft, hard } = priceOf(problem, 'teacher-preference');
  const withChoice = problem.meetings.filter(
    (meeting) => !meeting.lock?.teacher && meeting.teachers.length > 1,
  );
  for (const id of new Set(soft + hard > 0 ? withChoice.flatMap((meeting) => meeting.teachers) : [])) {
    const k = find(index.teacher, id, 'teacher');
    if (!problem.teachers[k].preferences?.length) continue;
    dislikeRow[k] = rows.length;
    rows.push(dislikesOf(problem, k));
  }
  const dislike = new Int32Array(rows.length * problem.times.length);
  for (const [i, row] of rows.entries()) dislike.set(row, i * problem.times.length);
  return { dislikeRow, dislike, dislikeSoft: soft, dislikeHard: hard };
}

/** How much a teacher dislikes each time of the problem. */
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
    return sum;
  });
}
