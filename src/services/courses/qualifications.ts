import { Course, TeacherQualification } from '../../entities/courses.js';
import { Teacher } from '../../entities/people.js';
import { qualificationSheet } from '../../sheets/courses.js';
import { inputOf, inputType } from '../../data/inputs.js';
import { QualificationStatus, RoleKey } from '../../schema/enums.js';
import { DomainError, errors, type FieldProblem } from '../../schema/errors.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import { authorize, declareRights, planners, writtenBy, type Rule } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { CrudService } from '../../data/crud.js';
import { ImportService } from '../imports/import-service.js';
import type { ImportPlan } from '../imports/import-plans.js';
import { grantedDepartmentIds } from '../organisation/department-grants.js';
import { ownTeacherId } from '../people/own-teacher.js';
import { heldQualifications } from './courses.queries.js';

@inputType('What a caller may set on the qualification of a teacher for a course.')
export class TeacherQualificationInput extends inputOf(
  TeacherQualification,
  ['teacher', 'course', 'level', 'isPrimary', 'teachYears', 'remarks'],
  { required: ['level', 'isPrimary', 'teachYears'] },
) {}

const { PENDING, APPROVED, REJECTED } = QualificationStatus;

/** The possible next states of each state. */
const transitions: Readonly<Record<QualificationStatus, readonly QualificationStatus[]>> = {
  [PENDING]: [APPROVED, REJECTED],
  [APPROVED]: [],
  [REJECTED]: [],
};

const names: Readonly<Record<QualificationStatus, string>> = {
  [PENDING]: '待审核',
  [APPROVED]: '已审核',
  [REJECTED]: '已驳回',
};

const readers: Rule = [RoleKey.ADMINISTRATOR, RoleKey.ACADEMIC_AFFAIRS, RoleKey.TEACHER];

declareRights({ applyForTeacherQualification: [RoleKey.TEACHER], reviewTeacherQualification: planners });

class QualificationService extends CrudService<TeacherQualification, TeacherQualificationInput> {
  constructor() {
    super(TeacherQualification, {
      input: TeacherQualificationInput,
      plural: 'teacherQualifications',
      filters: [
        'teacher',
        'course',
        {
          name: 'department',
          type: () => Id,
          about: 'Only records of teachers of this department or one below it.',
          where: (department: string) => ({ teacher: { department: { $within: [department] } } }),
        },
        'level',
        'isPrimary',
        'status',
      ],
      order: 'updatedAt',
      rights: { ...writtenBy(planners), one: readers, page: planners, options: readers },
    });
  }

  /** Qualifications added by planners are approved at once. */
  protected override async complete(
    _ctx: Context,
    input: Partial<TeacherQualificationInput>,
    id?: string,
  ): Promise<object> {
    return id ? input : { ...input, status: APPROVED, approvedAt: new Date() };
  }

  /** Lets the calling teacher apply for a qualification; the teacher in the input is ignored. */
  async apply(ctx: Context, input: TeacherQualificationInput): Promise<Row<TeacherQualification>> {
    authorize(ctx, 'applyForTeacherQualification');
    const teacher = ownTeacherId(ctx);
    const id = await this.write(ctx, async (em) => {
      const application = em.create(TeacherQualification, { ...input, teacher, status: PENDING } as never);
      await em.flush();
      return application.id;
    });
    return this.load(ctx, id);
  }

  /**
   * Approves or rejects an application, and records the reviewer and the time. Remarks replace those of the
   * teacher.
   */
  async review(
    ctx: Context,
    id: string,
    status: QualificationStatus,
    { remarks, expectedVersion }: { remarks?: string | null; expectedVersion?: number | null },
  ): Promise<Row<TeacherQualification>> {
    authorize(ctx, 'reviewTeacherQualification');
    if (!transitions[PENDING].includes(status)) throw noDecision(status);
    const text = validRemarks(remarks);
    await this.write(ctx, async (em) => {
      const record = await this.lock(ctx, em, id);
      this.expectVersion(record, expectedVersion);
      if (!transitions[record.status].includes(status)) throw refusedTransition(record.status, status);
      em.assign(record, {
        status,
        approvedBy: ctx.viewer?.userId ?? null,
        approvedAt: new Date(),
        ...(text !== undefined && { remarks: text }),
      } as never);
    });
    return this.load(ctx, id);
  }
}

const remarksMax = 255;

function validRemarks(remarks: string | null | undefined): string | null | undefined {
  const text = remarks?.trim();
  if (text === undefined || text.length <= remarksMax) return text === '' ? null : text;
  throw errors.invalidField(
    'remarks',
    `备注不能超过${remarksMax}个字符（当前 ${text.length} 个）`,
    `Remarks must have at most ${remarksMax} characters, but have ${text.length}.`,
  );
}

const noDecision = (status: QualificationStatus): DomainError =>
  new DomainError('INVALID_PARAMETER', {
    zh: `审核状态无效：${names[status]}，必须为1(通过)或2(驳回)`,
    en: `A review ends with APPROVED or REJECTED, not with ${status}.`,
  });

function refusedTransition(from: QualificationStatus, to: QualificationStatus): DomainError {
  const allowed = transitions[from];
  return new DomainError(
    'OPERATION_ERROR',
    {
      zh:
        `只能审核待审核状态的资格：当前为${names[from]}，可变更为：` +
        `${allowed.map((status) => names[status]).join('、') || '无'}，请重新申请`,
      en:
        `A qualification that is ${from} does not become ${to}; allowed: ` +
        `${allowed.join(', ') || 'nothing'}. Maybe apply again.`,
    },
    { from, to, allowed },
  );
}

export const qualifications = new QualificationService();

export const qualificationImport = new ImportService(qualifications, {
  sheet: qualificationSheet,
  exported: { where: { status: APPROVED }, keys: ['teacher', 'course'] },
  plan: qualificationPlan,
});

/** Teachers of the departments for which the caller acts may be qualified for every course. */
async function qualificationPlan(ctx: Context): Promise<ImportPlan> {
  const granted = grantedDepartmentIds(ctx);
  const ofGranted = granted ? { department: { $in: granted } } : {};
  const orderBy = { code: 'asc', id: 'asc' } as const;
  const [teachers, courses, held] = await Promise.all([
    ctx.rows.find(Teacher, ofGranted, { orderBy }),
    ctx.rows.find(Course, {}, { orderBy }),
    heldQualifications(ctx.em),
  ]);
  const pairs = new Set(held.map(({ teacher, course }) => `${teacher}/${course}`));
  return {
    lookups: {
      teachers: new Map(teachers.map(({ code, id }) => [code, id])),
      courses: new Map(courses.map(({ code, id }) => [code, id])),
    },
    complete(input, _, bad) {
      input.status = APPROVED;
      input.approvedAt = new Date();
      const pair = `${input.teacher as string}/${input.course as string}`;
      if (pairs.has(pair)) return [heldAlready];
      if (bad.size === 0) pairs.add(pair);
      return [];
    },
  };
}

const heldAlready: FieldProblem = {
  field: 'course',
  text: {
    zh: '该教师已有或已申请这门课程的资格，可在系统中修改',
    en: 'The teacher holds a qualification for the course, or has applied for it. Maybe change that one.',
  },
};
