import type { EntityManager } from '@mikro-orm/postgresql';
import { DomainError } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import { settleTimetables, type AttendanceTerms } from '../changes/live-timetables.js';
import { json } from '../../../data/statements.js';
import { type Attended, attendedClasses, lockClasses, seatEnrolled } from './curriculum.queries.js';

/**
 * What must hold of who attends teaching classes, after a change of it: every change that adds an
 * administrative class or a student ends here, before its transaction does. Whether those who attend now have
 * two meetings at once is judged here, too.
 * @throws OPERATION_INVALID when a class cannot be attended so
 */
export async function settleAttendance(
  em: EntityManager,
  teachingClassIds: readonly string[],
  terms: AttendanceTerms,
): Promise<void> {
  const ids = json(teachingClassIds);
  // One after the other; rows that refer to the class may come meanwhile, and are judged when it is free.
  await lockClasses(em, ids);
  for (const each of await attendedClasses(em, ids)) refuseImpossible(each);
  await seatEnrolled(em, ids);
  await settleTimetables(em, teachingClassIds, terms);
}

/** In whose name it changes who attends, and why although meetings overlap then. */
export const termsOf = (ctx: Context, reason?: string | null): AttendanceTerms => ({
  person: ctx.viewer?.userId ?? null,
  reason: reason?.trim() || null,
  log: ctx.app.log,
});

/** Whole administrative classes attend what is compulsory; single students attend what they chose. */
function refuseImpossible({ name, isCompulsory, seats, groups, mixed, enrolled: count }: Attended): void {
  if (mixed !== null) throw refused(attendsTwice(name, mixed));
  if (isCompulsory && count > 0) throw refused(notElective(name, count));
  if (!isCompulsory && groups > 0) throw refused(notCompulsory(name, groups));
  if (seats !== null && count > seats) throw refused(tooFewSeats(name, seats, count));
}

const refused = (text: Text): DomainError => new DomainError('OPERATION_INVALID', text);

/** That a class attends both as a whole and in part, or with groups that are no parts of one. */
export const attendsTwice = (name: string, mixed: string): Text => ({
  zh: `行政班“${mixed}”在教学班“${name}”中只能整班上课，或只由同一分组方案的分组上课，请只填写其中一种`,
  en:
    `The class "${mixed}" attends "${name}" either as a whole, or with groups of one of its partitions. ` +
    'Maybe name groups of one partition alone.',
});

const notElective = (name: string, count: number): Text => ({
  zh: `教学班“${name}”是必修，不能有选课学生（${count} 人），请改为由其行政班上课`,
  en:
    `The teaching class "${name}" is compulsory, so students cannot be enrolled in it (${count}). Maybe ` +
    'let their administrative class attend it.',
});

/** That whole classes cannot attend an elective. */
export const notCompulsory = (name: string, groups: number): Text => ({
  zh: `教学班“${name}”是选修，不能包含行政班（${groups} 个），请改为必修，或改为学生选课`,
  en:
    `The teaching class "${name}" is elective, so administrative classes cannot attend it as a whole ` +
    `(${groups}). Maybe make it compulsory, or enrol their students.`,
});

/** That more students would be enrolled than may be. */
export const tooFewSeats = (name: string, seats: number, count: number): Text => ({
  zh: `教学班“${name}”名额已满：名额 ${seats}，选课学生将有 ${count} 人，请增加名额或另选教学班`,
  en:
    `The teaching class "${name}" is full: it has ${seats} seats, and ${count} students would be enrolled. ` +
    'Maybe give it more seats, or choose another.',
});
