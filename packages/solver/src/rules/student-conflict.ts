import { isTooClose } from './distribution-types.js';
import type { Rule } from './rule.js';
import { travelBetween } from './travel.js';
import type { Student } from '../model.js';
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
  *judge({ problem, placed, beside }) {
    const byId = new Map(placed.map((p) => [p.meeting.id, p]));
    const travel = travelBetween(problem);
    const attendance = attendanceOf(problem.students);
    for (const p of placed) {
      for (const { meeting, students, isFirst } of attendance.sharing(p.meeting.id)) {
        // A pair of which both are judged is found from the first of them.
        const other = byId.has(meeting) ? isFirst && byId.get(meeting) : beside?.(meeting);
        if (!other || !isTooClose(p, other, travel)) continue;
        const [a, b] = isFirst ? [p, other] : [other, p];
        yield {
          penalty: students,
          meetings: [a.meeting.id, b.meeting.id],
          sentence: {
            zh: `${students}名学生无法同时上“${nameOf(a)}”和“${nameOf(b)}”。`,
            en: `${students} students cannot attend both ${nameOf(a)} and ${nameOf(b)}.`,
          },
        };
      }
    }
  },
};

/** A meeting that students of another one attend, how many, and whether the other one is named first. */
interface Sharing {
  readonly meeting: string;
  readonly students: number;
  readonly isFirst: boolean;
}

/** Cached, because nobody changes what he attends while a timetable is judged again and again. */
const known = new WeakMap<readonly Student[], Attendance>();

function attendanceOf(students: readonly Student[] = []): Attendance {
  const cached = known.get(students);
  if (cached) return cached;
  const attendance = new Attendance(students);
  known.set(students, attendance);
  return attendance;
}

/** Who shares students with whom, counted for a meeting when first asked: most judgements are of few. */
class Attendance {
  readonly #indexes = new Map<string, number>();
  readonly #ids: string[] = [];
  /** What is attended together, and by how many. */
  readonly #alike: { readonly meetings: readonly number[]; amount: number }[] = [];
  /** Those of each meeting. */
  readonly #of: number[][] = [];
  readonly #sharing = new Map<string, readonly Sharing[]>();
  readonly #counts: Int32Array;

  constructor(students: readonly Student[]) {
    const lists = new Map<string, number>();
    for (const { meetings } of students) {
      const key = JSON.stringify(meetings);
      const list = lists.get(key);
      if (list !== undefined) {
        this.#alike[list].amount++;
        continue;
      }
      lists.set(key, this.#alike.length);
      const indexes = meetings.map((id) => this.#indexOf(id));
      for (const index of indexes) this.#of[index].push(this.#alike.length);
      this.#alike.push({ meetings: indexes, amount: 1 });
    }
    this.#counts = new Int32Array(this.#ids.length);
  }

  #indexOf(id: string): number {
    const known = this.#indexes.get(id);
    if (known !== undefined) return known;
    this.#indexes.set(id, this.#ids.length);
    this.#of.push([]);
    return this.#ids.push(id) - 1;
  }

  /** The meetings that students of one attend too. */
  sharing(meeting: string): readonly Sharing[] {
    const known = this.#sharing.get(meeting);
    if (known) return known;
    const sharing = this.#count(meeting);
    this.#sharing.set(meeting, sharing);
    return sharing;
  }

  #count(meeting: string): readonly Sharing[] {
    const index = this.#indexes.get(meeting);
    if (index === undefined) return [];
    const counts = this.#counts;
    const others: number[] = [];
    for (const list of this.#of[index]) {
      const { meetings, amount } = this.#alike[list];
      for (const other of meetings) {
        if (counts[other] === 0) others.push(other);
        counts[other] += amount;
      }
    }
    const found = others
      .filter((other) => other !== index)
      .map((other) => ({ meeting: this.#ids[other], students: counts[other], isFirst: index < other }));
    for (const other of others) counts[other] = 0;
    return found;
  }
}
