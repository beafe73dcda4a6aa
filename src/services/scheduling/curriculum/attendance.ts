import type { EntityManager } from '@mikro-orm/postgresql';
import { DomainError } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import { settleTimetables, type AttendanceTerms } from '../changes/live-timetables.js';

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
  const ids = JSON.stringify(teachingClassIds);
  // One after the other; rows that refer to the class may come meanwhile, and are judged when it is free.
  await em.execute(lockSql, [ids]);
  for (const each of await em.execute<Attended[]>(attendedSql, [ids])) refuseImpossible(each);
  await em.execute(seatSql, [ids]);
  await settleTimetables(em, teachingClassIds, terms);
}

const reasons = new WeakMap<Context, string | null>();

/** An input without the reason that it gives, which counts until the caller's next change. */
export function keepReason<I extends { reason?: string | null }>(ctx: Context, input: I): Omit<I, 'reason'> {
  const { reason, ...rest } = input;
  reasons.set(ctx, reason ?? null);
  return rest;
}

/** In whose name who attends changes, and why although meetings overlap then: the kept reason by default. */
export const termsOf = (ctx: Context, reason = reasons.get(ctx)): AttendanceTerms => ({
  person: ctx.viewer?.userId ?? null,
  reason: reason?.trim() || null,
  log: ctx.app.log,
});

interface Attended {
  readonly name: string;
  readonly isCompulsory: boolean;
  readonly seats: number | null;
  readonly groups: number;
  readonly enrolled: number;
}

const named = 'in (select jsonb_array_elements_text($1)::uuid)';

const lockSql = `select id from teaching_class where id ${named} order by id for no key update`;

const enrolled = '(select count(*) from enrolment e where e.teaching_class_id = t.id)::int';

const attendedSql = `
  select t.name, t.is_compulsory as "isCompulsory", t.seats, ${enrolled} as enrolled,
    (select count(*) from teaching_class_group g where g.teaching_class_id = t.id)::int as groups
  from teaching_class t where t.id ${named} order by t.id`;

// Whoever is enrolled needs a seat, also beyond those who were expected.
const seatSql = `
  update teaching_class t set student_count = ${enrolled}, version = version + 1
  where t.id ${named} and student_count < ${enrolled}`;

/** Whole administrative classes attend what is compulsory; single students attend what they chose. */
function refuseImpossible({ name, isCompulsory, seats, groups, enrolled: count }: Attended): void {
  if (isCompulsory && count > 0) throw refused(notElective(name, count));
  if (!isCompulsory && groups > 0) throw refused(notCompulsory(name, groups));
  if (seats !== null && count > seats) throw refused(tooFewSeats(name, seats, count));
}

const refused = (text: Text): DomainError => new DomainError('OPERATION_INVALID', text);

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
