import { isTooClose } from './distribution-types.js';
import type { Rule } from './rule.js';
import { travelBetween } from './travel.js';
import type { Student } from '../model.js';
import { pairs } from './view.js';
import { nameOf } from './words.js';

/**
 * Students can attend all their meetings; the penalty is 1 per student and pair of meetings too close
 * together.
 */
export const studentConflict: Rule = {
  id: 'student-conflict',
  level: 'soft',
  weight: 8,
  meaning: { zh: '学生所选的课不应冲突', en: 'Students can attend everything they are enrolled in.' },
  *judge({ problem, placed }) {
    const byId = new Map(placed.map((p) => [p.meeting.id, p]));
    const travel = travelBetween(problem);
    for (const { meetings, students } of sharesAmong(byId, sharedStudents(problem.students))) {
      const [a, b] = meetings.map((id) => byId.get(id));
      if (!a || !b || !isTooClose(a, b, travel)) continue;
      yield {
        penalty: students,
        meetings: [a.meeting.id, b.meeting.id],
        sentence: {
          zh: `${students}名学生无法同时上“${nameOf(a)}”和“${nameOf(b)}”。`,
          en: `${students} students cannot attend both ${nameOf(a)} and ${nameOf(b)}.`,
        },
      };
    }
  },
};

/** Two meetings, and how many students attend both. */
interface SharedStudents {
  readonly meetings: readonly [string, string];
  readonly students: number;
}

/** Cached, because nobody changes what he attends while a timetable is judged again and again. */
const knownShares = new WeakMap<readonly Student[], Shares>();

/** In a fixed order, and where those of each meeting stand that is named first. */
interface Shares {
  readonly all: readonly SharedStudents[];
  readonly firstAt: ReadonlyMap<string, readonly number[]>;
}

/** Those of placed meetings in their order, without looking at all others: most judgements are of few. */
function sharesAmong(placed: ReadonlyMap<string, unknown>, { all, firstAt }: Shares): SharedStudents[] {
  const found: number[] = [];
  for (const id of placed.keys())
    for (const at of firstAt.get(id) ?? []) if (placed.has(all[at].meetings[1])) found.push(at);
  return found.sort((a, b) => a - b).map((at) => all[at]);
}

function sharedStudents(students: readonly Student[] = []): Shares {
  const known = knownShares.get(students);
  if (known) return known;
  const ids = [...new Set(students.flatMap(({ meetings }) => meetings))];
  const index = new Map(ids.map((id, at) => [id, at]));
  const counts = new Map<number, number>();
  const alike = new Map<string, number>();
  for (const { meetings } of students) {
    const key = JSON.stringify(meetings);
    alike.set(key, (alike.get(key) ?? 0) + 1);
  }
  for (const [attended, amount] of alike) {
    for (const [a, b] of pairs((JSON.parse(attended) as string[]).map((id) => index.get(id)!))) {
      const key = Math.min(a, b) * ids.length + Math.max(a, b);
      counts.set(key, (counts.get(key) ?? 0) + amount);
    }
  }
  const all = [...counts].map(([key, count]): SharedStudents => ({
    meetings: [ids[Math.floor(key / ids.length)], ids[key % ids.length]],
    students: count,
  }));
  const firstAt = new Map<string, number[]>();
  for (const [at, { meetings }] of all.entries()) {
    const list = firstAt.get(meetings[0]) ?? [];
    firstAt.set(meetings[0], list);
    list.push(at);
  }
  const shares = { all, firstAt };
  knownShares.set(students, shares);
  return shares;
}
