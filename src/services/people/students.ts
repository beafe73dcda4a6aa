import type { EntityManager } from '@mikro-orm/postgresql';
import { inputOf, inputType } from '../../data/inputs.js';
import { AdministrativeClass, Grade, Major } from '../../entities/organisation.js';
import { Student } from '../../entities/people.js';
import { studentSheet } from '../../sheets/people.js';
import { DomainError, type FieldProblem } from '../../schema/errors.js';
import type { Row } from '../../schema/rows.js';
import { canonicalId, Id } from '../../schema/scalars.js';
import { accountStateFilter, hasAccount, switchAccount } from '../accounts/account-state.js';
import { authorize, declareRights, planners, signedIn, writtenBy } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { containsFilter, CrudService } from '../../data/crud.js';
import { ownDepartments } from '../organisation/department-grants.js';
import { idsByName, ImportService, type Cells, type ImportPlan } from '../imports/import-service.js';
import { readOne } from '../../data/lists/reading.js';

@inputType('What a caller may set on a student. Grade, department and major follow from the class.')
export class StudentInput extends inputOf(
  Student,
  ['code', 'name', 'isMale', 'administrativeClass', 'isGraduated'],
  { required: ['administrativeClass'] },
) {}

declareRights({ disableStudentAccount: planners });

/** Takes a name too, because some clients send what the user typed in place of the id. */
const classFilter = {
  name: 'administrativeClass',
  type: () => String,
  about: 'Only students of the administrative class with this id or exact name.',
  deprecated: 'Takes names, too: use administrativeClassId.',
  where: (value: string) => ({
    administrativeClass: canonicalId(value) ?? { name: { $same: value } },
  }),
};

const classIdFilter = {
  name: 'administrativeClassId',
  type: () => Id,
  about: 'Only students of the administrative class with this identifier.',
  where: (administrativeClass: string) => ({ administrativeClass }),
};

class StudentService extends CrudService<Student, StudentInput> {
  constructor() {
    super(Student, {
      input: StudentInput,
      plural: 'students',
      filters: [
        'department',
        classFilter,
        classIdFilter,
        'isGraduated',
        containsFilter('name', 'Only records with this text in the name.'),
        containsFilter('code', 'Only records with this text in the student number.'),
        accountStateFilter,
      ],
      rights: { ...writtenBy(planners), one: planners, page: planners, options: signedIn },
      options: { orderBy: { code: 'asc', id: 'asc' } },
    });
  }

  protected override async complete(
    ctx: Context,
    input: Partial<StudentInput>,
    id?: string,
  ): Promise<object> {
    if (id && !input.administrativeClass) return input;
    const administrativeClass = await readOne(ctx, AdministrativeClass, input.administrativeClass!);
    if (!id) return { ...input, ...fromClass(administrativeClass), isGraduated: false };
    if (!administrativeClass.isEnabled) throw disabledClass(administrativeClass.name);
    return { ...input, ...fromClass(administrativeClass) };
  }

  /** Disables or enables the account with which the student signs in. */
  async disableAccount(ctx: Context, id: string, isDisabled: boolean): Promise<Row<Student>> {
    authorize(ctx, 'disableStudentAccount');
    await this.write(ctx, async (em) => {
      const none = {
        zh: '该学生未创建系统账号：首次登录并注册之后才有',
        en: 'The student has no account: it comes with the first sign-in.',
      };
      await switchAccount(ctx, em, await this.lock(ctx, em, id), { isDisabled, none });
    });
    return this.load(ctx, id);
  }

  protected override async checkRemoval(_: Context, __: EntityManager, { user }: Student): Promise<void> {
    if (!user) return;
    throw hasAccount({
      zh: '学生已注册,无法删除，可改为停用其账号',
      en: 'The student has an account. Maybe disable it instead.',
    });
  }
}

const fromClass = ({ grade, department, major }: Row<AdministrativeClass>): object => ({
  grade,
  department,
  major,
});

const disabledClass = (name: string): DomainError =>
  new DomainError('OPERATION_DENIED', {
    zh: `指定的班级已禁用：${name}，请另选班级或先启用`,
    en: `The class "${name}" is disabled. Maybe choose another, or enable it first.`,
  });

export const students = new StudentService();

export const studentImport = new ImportService(students, {
  sheet: studentSheet,
  number: 'code',
  plan: studentPlan,
});

/** Imported students are assigned to existing classes of the caller's departments. */
async function studentPlan(ctx: Context): Promise<ImportPlan> {
  const [departments, grades, allMajors, classes] = await Promise.all([
    ownDepartments(ctx),
    idsByName(ctx, Grade, { orderBy: { year: 'desc' } }),
    idsByName(ctx, Major, { orderBy: { code: 'asc' } }),
    ctx.rows.find(AdministrativeClass, {}),
  ]);
  const classById = new Map(classes.map((homeClass) => [homeClass.id, homeClass]));
  const majorsWithClasses = new Set(classes.map(({ major }) => major));
  const majors = new Map([...allMajors].filter(([, id]) => majorsWithClasses.has(id)));
  const rank = new Map([...majors.values()].map((id, at) => [id, at]));
  classes.sort(
    (a, b) => (rank.get(a.major) ?? 0) - (rank.get(b.major) ?? 0) || digits(a.name) - digits(b.name),
  );
  return {
    lookups: { departments, majors, grades, classes: new Map(classes.map(({ name, id }) => [name, id])) },
    complete(input, cells) {
      const homeClass = classById.get(input.administrativeClass as string)!;
      const problems = contradictions(homeClass, input, cells);
      Object.assign(input, fromClass(homeClass), { isGraduated: false });
      return problems;
    },
  };
}

const digits = (name: string): number => Number(name.replace(/\D/g, '')) || 0;

/** Values of a row that contradict those of its class. */
function contradictions(
  homeClass: Row<AdministrativeClass>,
  input: Record<string, unknown>,
  cells: Cells,
): FieldProblem[] {
  const columns = [
    ['department', '学院', 'department'],
    ['major', '专业', 'major'],
    ['grade', '年级', 'grade'],
  ] as const;
  return columns
    .filter(([key]) => homeClass[key] !== input[key])
    .map(([field, zh, en]) => ({
      field,
      text: {
        zh: `班级“${homeClass.name}”不属于${zh}“${String(cells[field])}”`,
        en: `The class "${homeClass.name}" does not belong to the ${en} "${String(cells[field])}".`,
      },
    }));
}
