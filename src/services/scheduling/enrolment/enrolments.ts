import type { EntityManager } from '@mikro-orm/postgresql';
import { given, inputOf, inputType } from '../../../data/inputs.js';
import { Student } from '../../../entities/people.js';
import { Enrolment, type EnrolledStudent } from '../../../entities/scheduling/enrolments.js';
import { TeachingClass } from '../../../entities/scheduling/teaching-classes.js';
import { RoleKey } from '../../../schema/enums.js';
import { reasonMax } from '../../../schema/timetables.js';
import { DomainError } from '../../../schema/errors.js';
import { Id } from '../../../schema/scalars.js';
import { planners, type Rule } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { CrudService, type Filter } from '../../../data/crud.js';
import { rowById } from '../../../data/loaders.js';
import { noticeRows } from '../../../data/data.queries.js';
import { enrolmentSheet } from '../../../sheets/scheduling.js';
import { ImportService } from '../../imports/import-service.js';
import type { ImportPlan } from '../../imports/import-plans.js';
import { settleTimetables } from '../changes/live-timetables.js';
import { settleMadeClasses } from '../changes/changes.queries.js';
import { settleAttendance, termsOf, tooFewSeats } from '../curriculum/attendance.js';
import { json } from '../../../data/statements.js';
import {
  enrolledCounts,
  enrolledStudents,
  lockStudents,
  seatsOfClasses,
  studentCodes,
} from './enrolments.queries.js';

@inputType('Which student attends which elective teaching class.')
export class EnrolmentInput extends inputOf(Enrolment, ['teachingClass', 'student']) {
  @given('text', '原因', 'Reason', {
    max: reasonMax,
    optional: true,
    about: 'Why the student is enrolled although published meetings overlap; refused without one.',
  })
  reason?: string | null;
}

const readers: Rule = [RoleKey.ADMINISTRATOR, RoleKey.ACADEMIC_AFFAIRS, RoleKey.STUDENT];

const semesterFilter: Filter = {
  name: 'semester',
  type: () => Id,
  about: 'Only those in teaching classes of this semester.',
  where: (semester: string) => ({ teachingClass: { semester } }),
};

class EnrolmentService extends CrudService<Enrolment, EnrolmentInput> {
  constructor() {
    super(Enrolment, {
      input: EnrolmentInput,
      plural: 'enrolments',
      filters: ['teachingClass', 'student', semesterFilter, 'round'],
      rights: { create: planners, remove: planners, one: readers, page: readers },
    });
  }

  /** Students of every department may choose an elective. */
  protected override requireVisibleReferences(ctx: Context, values: Record<string, unknown>): Promise<void> {
    return super.requireVisibleReferences(ctx, { ...values, student: undefined });
  }

  protected override async check(_ctx: Context, em: EntityManager, enrolment: Enrolment): Promise<void> {
    // What is not there is told by the database.
    const student = await em.findOne(Student, enrolment.student.id);
    if (student?.isGraduated) throw graduated(student.name);
    const teachingClass = await em.findOne(TeachingClass, enrolment.teachingClass.id);
    if (teachingClass?.isEnabled === false) throw disabled(teachingClass.name);
  }

  protected override async complete(_ctx: Context, input: Partial<EnrolmentInput>): Promise<object> {
    return { ...input, reason: undefined };
  }

  protected override async settleRemoval(
    ctx: Context,
    em: EntityManager,
    { teachingClass }: Enrolment,
  ): Promise<void> {
    await settleTimetables(em, [teachingClass.id], termsOf(ctx));
    await settleMadeClasses(em, [teachingClass.id]);
  }

  protected override async settle(
    ctx: Context,
    em: EntityManager,
    { teachingClass, student }: Enrolment,
    { reason }: Partial<EnrolmentInput>,
  ): Promise<void> {
    await lockStudents(em, json([student.id]));
    await settleAttendance(em, [teachingClass.id], termsOf(ctx, reason));
  }
}

const graduated = (name: string): DomainError =>
  new DomainError('OPERATION_INVALID', {
    zh: `学生“${name}”已毕业，不能选课`,
    en: `The student "${name}" has graduated and cannot enrol.`,
  });

const disabled = (name: string): DomainError =>
  new DomainError('OPERATION_INVALID', {
    zh: `教学班“${name}”未启用，不能选课，请另选教学班或先启用`,
    en: `The teaching class "${name}" is disabled. Maybe choose another, or enable it first.`,
  });

export const enrolments = new EnrolmentService();

export const enrolmentImport = new ImportService(enrolments, { sheet: enrolmentSheet, plan: enrolmentPlan });

/** Students of every department enrol in electives of the departments for which the caller acts. */
async function enrolmentPlan(ctx: Context): Promise<ImportPlan> {
  const electives = await ctx.rows.find(
    TeachingClass,
    { isCompulsory: false, isEnabled: true, semester: { isEnabled: true } },
    { orderBy: { code: 'asc', id: 'asc' } },
  );
  const [students, seats] = await Promise.all([
    studentCodes(ctx.em),
    seatsOfClasses(ctx.em, json(electives.map(({ id }) => id))),
  ]);
  const attended = new Map(
    seats.map(({ enrolled, ...each }) => [each.id, { ...each, enrolled: new Set(enrolled) }]),
  );
  return {
    lookups: {
      teachingClasses: new Map(electives.map(({ code, id }) => [code, id])),
      students: new Map(students.map(({ code, id }) => [code, id])),
    },
    complete(input, _, bad) {
      if (bad.size > 0) return [];
      const { name, seats: offered, enrolled } = attended.get(input.teachingClass as string)!;
      enrolled.add(input.student as string);
      if (offered === null || enrolled.size <= offered) return [];
      enrolled.delete(input.student as string);
      return [{ field: 'teachingClass', text: tooFewSeats(name, offered, enrolled.size + 1) }];
    },
    async settle(em, inputs) {
      await lockStudents(em, json([...new Set(inputs.map(({ student }) => student as string))]));
      await noticeRows(em, inputs.length, 'enrolment (teaching_class_id, student_id)');
      await settleAttendance(
        em,
        [...new Set(inputs.map(({ teachingClass }) => teachingClass as string))],
        termsOf(ctx),
      );
    },
  };
}

/** Who is enrolled, read for all enrolments of a query at once. */
export const enrolledStudent = async (ctx: Context, studentId: string): Promise<EnrolledStudent> =>
  (await rowById(ctx, 'enrolled student', enrolledStudents, studentId))!;

/** How many students enrolled in a teaching class. */
export const enrolledCount = async (ctx: Context, teachingClassId: string): Promise<number> =>
  (await rowById(ctx, 'enrolled count', enrolledCounts, teachingClassId))?.count ?? 0;
