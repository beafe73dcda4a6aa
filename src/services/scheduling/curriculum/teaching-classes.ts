import type { EntityManager } from '@mikro-orm/postgresql';
import { given, inputOf, inputType } from '../../../data/inputs.js';
import { selected } from '../../../data/lists/selected.js';
import { ClassAssignment } from '../../../entities/scheduling/assignments.js';
import { FurtherTeacher, type FurtherTeachersInput } from '../../../entities/scheduling/further-teachers.js';
import { Meeting } from '../../../entities/scheduling/meetings.js';
import { TeachingClass, type TeachingClassPart } from '../../../entities/scheduling/teaching-classes.js';
import { RoleKey } from '../../../schema/enums.js';
import { TimetableStatus, reasonMax } from '../../../schema/timetables.js';
import { DomainError } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { Id } from '../../../schema/scalars.js';
import { authorize, declareRights, planners, writtenBy, type Rule } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { CrudService, type Filter } from '../../../data/crud.js';
import { rehearse } from '../../../data/transaction.js';
import { settleAttendance, termsOf } from './attendance.js';
import { forgetTimetables } from '../changes/change.js';
import { combine } from './combining.js';
import { teachFurther, type Retaught } from './further-teachers.js';
import { partsMax, shownParts } from './parts.js';
import { type PartSizes, split } from './splitting.js';
import { attend, attendeesAfter, expectedOf } from './attending.js';

@inputType('What a caller may set on a teaching class.')
export class TeachingClassInput extends inputOf(TeachingClass, [
  'code',
  'name',
  'semester',
  'course',
  'department',
  'isCompulsory',
  'administrativeClasses',
  'studentCount',
  'seats',
  'minWorkingDays',
  'description',
  'isEnabled',
]) {
  @given('list', '班级分组', 'Class groups', {
    optional: true,
    max: 200,
    type: () => [Id],
    about:
      'Groups that attend it: their classes attend with these alone, the other administrative classes as a ' +
      'whole. Left out, the groups stay.',
  })
  classGroups?: string[] | null;

  @given('text', '原因', 'Reason', {
    max: reasonMax,
    optional: true,
    about: 'Why other classes attend it although published meetings overlap then; refused without one.',
  })
  reason?: string | null;
}

const readers: Rule = [RoleKey.ADMINISTRATOR, RoleKey.ACADEMIC_AFFAIRS, RoleKey.TEACHER];

declareRights({
  departmentTeachingClasses: planners,
  splitTeachingClass: planners,
  combineTeachingClasses: planners,
  setFurtherTeachers: planners,
});

const furtherMeetings = (teacher: string): object => selected(FurtherTeacher, 'meeting', { teacher });

const teacherFilter: Filter = {
  name: 'teacher',
  type: () => Id,
  about:
    'Only those with a meeting that this teacher is to hold, holds in the published timetable, or teaches ' +
    'beside somebody else.',
  where: (teacher: string) => ({
    $or: [
      { id: { $in: selected(Meeting, 'teachingClass', { teacher }) } },
      {
        id: {
          $in: selected(ClassAssignment, 'teachingClass', {
            teacher,
            timetable: { status: TimetableStatus.PUBLISHED },
          }),
        },
      },
      { id: { $in: selected(Meeting, 'teachingClass', { id: { $in: furtherMeetings(teacher) } }) } },
    ],
  }),
};

class TeachingClassService extends CrudService<TeachingClass, TeachingClassInput> {
  constructor() {
    super(TeachingClass, {
      input: TeachingClassInput,
      plural: 'teachingClasses',
      filters: ['semester', 'department', teacherFilter, 'isEnabled', 'isCompulsory'],
      rights: { ...writtenBy(planners), one: readers, page: planners, options: readers },
      options: { isByAge: true },
    });
  }

  /** The enabled ones that the department offers, in all semesters, newest first. */
  ofDepartment(ctx: Context, department: string): Promise<Row<TeachingClass>[]> {
    authorize(ctx, 'departmentTeachingClasses');
    return this.optionsOf(ctx, null, { department, isEnabled: true });
  }

  /** Splits a teaching class so that each part fits into a room; it keeps the first part itself. */
  split(
    ctx: Context,
    id: string,
    { expectedVersion, isDryRun, reason, ...sizes }: SplitOptions,
  ): Promise<TeachingClassPart[]> {
    authorize(ctx, 'splitTeachingClass');
    const { studentsMax } = sizes;
    if (typeof studentsMax === 'number' && studentsMax < 1) throw noSize(studentsMax);
    return this.#regroup(ctx, [id], isDryRun, ([record], em) => {
      this.expectVersion(record, expectedVersion);
      return split(em, record, sizes, termsOf(ctx, reason));
    });
  }

  /** Lets the first of several teaching classes take over who attends the others, which are deleted. */
  async combine(
    ctx: Context,
    ids: readonly string[],
    { isDryRun, reason }: RegroupingOptions,
  ): Promise<TeachingClassPart> {
    authorize(ctx, 'combineTeachingClasses');
    if (ids.length > partsMax || ids.length < 2 || new Set(ids).size < ids.length) throw noSet(ids.length);
    const [kept] = await this.#regroup(ctx, ids, isDryRun, (records, em) =>
      combine(ctx, em, records, reason),
    );
    return kept;
  }

  /** Changes several teaching classes at once, or tells what would come of it. */
  async #regroup(
    ctx: Context,
    ids: readonly string[],
    isDryRun: boolean,
    change: (records: TeachingClass[], em: EntityManager) => Promise<TeachingClass[]>,
  ): Promise<TeachingClassPart[]> {
    const work = async (em: EntityManager): Promise<TeachingClassPart[]> => {
      const records = await this.#lockAll(ctx, em, ids);
      const changed = await change(
        ids.map((id) => records.get(id)!),
        em,
      );
      return shownParts(
        em,
        changed.map(({ id }) => id),
      );
    };
    if (!isDryRun) return this.write(ctx, work);
    const parts = await rehearse(ctx, work);
    return parts.map((part) => ({ ...part, id: ids.includes(part.id!) ? part.id : null }));
  }

  /** Several records of which the caller may change each. */
  async #lockAll(
    ctx: Context,
    em: EntityManager,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, TeachingClass>> {
    const records = new Map<string, TeachingClass>();
    // In one order, so that two callers do not wait for each other.
    for (const id of [...new Set(ids)].sort()) {
      const record = await this.lock(ctx, em, id);
      await this.requireDepartmentGrant(ctx, record);
      records.set(id, record);
    }
    return records;
  }

  /** Says who teaches meetings beside their first teachers, or tells what would come of it. */
  async setFurtherTeachers(
    ctx: Context,
    { items: named }: FurtherTeachersInput,
    { isDryRun, reason }: RegroupingOptions,
  ): Promise<Retaught> {
    authorize(ctx, 'setFurtherTeachers');
    const items = named ?? [];
    const work = async (em: EntityManager): Promise<Retaught> => {
      await this.#lockAll(
        ctx,
        em,
        items.map(({ teachingClass }) => teachingClass),
      );
      return teachFurther(ctx, em, items, reason);
    };
    if (isDryRun) return rehearse(ctx, work);
    const retaught = await this.write(ctx, work);
    ctx.rows.forget(FurtherTeacher);
    forgetTimetables(ctx);
    return retaught;
  }

  /** As many students as its administrative classes have together, unless the caller counts otherwise. */
  protected override async complete(
    ctx: Context,
    { reason: _, administrativeClasses: classes, classGroups: groups, ...input }: Partial<TeachingClassInput>,
    id?: string,
  ): Promise<object> {
    const values = {
      ...input,
      // A change of who attends it counts as a change of it.
      ...(id && (classes ?? groups) && { updatedAt: new Date() }),
      // No plan knows of groups, so it is no longer of one.
      ...(groups?.length && { plannedKind: null }),
    };
    if (!(classes?.length || groups?.length) || input.studentCount !== undefined) return values;
    const attendees = await attendeesAfter(ctx.em, id, { classes, groups });
    return { ...values, studentCount: expectedOf(attendees) };
  }

  /** Its meetings are placed on the grid of one semester, and are what its course is taught in. */
  protected override async check(_ctx: Context, em: EntityManager, record: TeachingClass): Promise<void> {
    const before = em.getUnitOfWork().getOriginalEntityData(record);
    const bound = (['semester', 'course'] as const).find(
      (each) => before && before[each] !== record[each].id,
    );
    if (!bound) return;
    const meetings = await em.count(Meeting, { teachingClass: record.id });
    if (meetings > 0) throw boundTo[bound](record.name, meetings);
  }

  protected override async settle(
    ctx: Context,
    em: EntityManager,
    { id }: TeachingClass,
    { administrativeClasses: classes, classGroups: groups, reason }: Partial<TeachingClassInput>,
  ): Promise<void> {
    if (classes ?? groups) await attend(em, id, await attendeesAfter(em, id, { classes, groups }));
    return settleAttendance(em, [id], termsOf(ctx, reason));
  }
}

interface RegroupingOptions {
  isDryRun: boolean;
  /** Why it is done although published meetings overlap then. */
  reason?: string | null;
}

interface SplitOptions extends RegroupingOptions, PartSizes {
  expectedVersion?: number | null;
}

const noSize = (studentsMax: number): DomainError =>
  new DomainError('INVALID_PARAMETER', {
    zh: `每班人数上限应至少为 1（当前 ${studentsMax}）`,
    en: `studentsMax is ${studentsMax}, but a part has at least one student.`,
  });

const noSet = (count: number): DomainError =>
  new DomainError('INVALID_PARAMETER', {
    zh: `合班需要 2 到 ${partsMax} 个不同的教学班（当前 ${count} 个）`,
    en: `ids names ${count} teaching classes, but 2 to ${partsMax} different ones are combined.`,
  });

const boundTo = {
  semester: (name: string, meetings: number): DomainError =>
    new DomainError('OPERATION_INVALID', {
      zh: `教学班“${name}”已有 ${meetings} 个课次，不能改到其他学期，请在其他学期新建教学班`,
      en:
        `The teaching class "${name}" has ${meetings} meetings, so it stays in its semester. Maybe create ` +
        'another one in the other semester.',
    }),
  course: (name: string, meetings: number): DomainError =>
    new DomainError('OPERATION_INVALID', {
      zh: `教学班“${name}”已有 ${meetings} 个课次，不能改为其他课程，请为该课程新建教学班`,
      en:
        `The teaching class "${name}" has ${meetings} meetings, so it stays with its course. Maybe create ` +
        'another one for the other course.',
    }),
};

export const teachingClasses = new TeachingClassService();
