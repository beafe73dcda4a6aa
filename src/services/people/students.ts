import type { EntityManager } from '@mikro-orm/postgresql';
import { inputOf, inputType } from '../../data/inputs.js';
import { AdministrativeClass, Department, Grade, Major } from '../../entities/organisation.js';
import { Student } from '../../entities/people.js';
import { studentSheet } from '../../sheets/people.js';
import { DomainError, type FieldProblem } from '../../schema/errors.js';
import type { Row } from '../../schema/rows.js';
import { canonicalId, Id } from '../../schema/scalars.js';
import { numbersInUse } from '../accounts/sign-in-names.js';
import { accountStateFilter, hasAccount, switchAccount } from '../accounts/account-state.js';
import { authorize, declareRights, planners, signedIn, writtenBy } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { containsFilter, CrudService } from '../../data/crud.js';
import { ownDepartments } from '../organisation/department-grants.js';
import { idsByName, ImportService } from '../imports/import-service.js';
import type { Cells, ImportPlan } from '../imports/import-plans.js';
import { readOne } from '../../data/lists/reading.js';
import { selected } from '../../data/lists/selected.js';
import { ClassGroupMember } from '../../entities/class-groups.js';
import { termsOf } from '../scheduling/curriculum/attendance.js';
import { settleStudents } from '../scheduling/groups/settling.js';

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

const groupFilter = {
  name: 'classGroup',
  type: () => Id,
  about: 'Only students in this group of their class.',
  where: (classGroup: string) => ({ id: { $in: selected(ClassGroupMember, 'student', { classGroup }) } }),
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
        groupFilter,
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
    const stays = (await this.load(ctx, id)).administrativeClass === administrativeClass.id;
    if (!administrativeClass.isEnabled && !stays) throw disabledClass(administrativeClass.name);
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

  /** Whoever changes the class is in no group of the former one, and whoever graduates counts in none. */
  protected override async settle(
    ctx: Context,
    em: EntityManager,
    { id, administrativeClass }: Student,
    input: Partial<StudentInput>,
  ): Promise<void> {
    if (input.administrativeClass === undefined && input.isGraduated === undefined) return;
    await settleStudents(em, [id], [administrativeClass?.id ?? null], termsOf(ctx));
  }

  protected override async settleRemoval(
    ctx: Context,
    em: EntityManager,
    { administrativeClass }: Student,
  ): Promise<void> {
    await settleStudents(em, [], [administrativeClass?.id ?? null], termsOf(ctx));
  }

  protected override async checkRemoval(_: Context, __: EntityManager, { user }: Student): Promise<void> {
    if (!user) return;
    throw hasAccount({
      zh: '学生已注册,无法删除，请改为停用其账号',
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
  exported: { where: { isGraduated: false, administrativeClass: { $isNull: false } } },
  number: { column: 'code', usesOf: numbersInUse },
  plan: studentPlan,
});

/** Imported students are assigned to existing classes of the caller's departments. */
async function studentPlan(ctx: Context): Promise<ImportPlan> {
  const [departments, everyDepartment, grades, allMajors, classes] = await Promise.all([
    ownDepartments(ctx),
    ctx.rows.find(Department, {}, { orderBy: { order: 'asc', id: 'asc' } }),
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
  const byId = new Map(everyDepartment.map((each) => [each.id, each]));
  const chains = new Map(classes.map(({ department: id }) => [id, chainOf(byId, id)]));
  const above = [...chains.values()];
  const named = new Map([...departments, ...above.flat().map(({ name, id }) => [name, id] as const)]);
  // The lowest department that is above every class: the college that all of them have.
  const college = above[0]?.find(({ id }) => above.every((chain) => chain.some((each) => each.id === id)));
  const names = new Map([...named, ...allMajors, ...grades].map(([name, id]) => [id, name]));
  return {
    lookups: {
      departments: named,
      ...{ majors, grades, classes: new Map(classes.map(({ name, id }) => [name, id])) },
    },
    examples: classes.length > 0 ? { department: college?.name ?? null } : {},
    complete(input, cells) {
      const homeClass = classById.get(input.administrativeClass as string);
      if (!homeClass) return [];
      const problems = contradictions({ homeClass, input, cells }, { chains, names });
      Object.assign(input, fromClass(homeClass), { isGraduated: false });
      return problems;
    },
    async settle(em, inputs) {
      const joined = new Set(inputs.map(({ administrativeClass }) => administrativeClass as string));
      await settleStudents(em, [], [...joined], termsOf(ctx));
    },
  };
}

/** A department with those above it, itself first. */
function chainOf(byId: ReadonlyMap<string, Row<Department>>, id: string): Row<Department>[] {
  const chain: Row<Department>[] = [];
  for (let at = byId.get(id); at && !chain.includes(at); at = at.parent ? byId.get(at.parent) : undefined)
    chain.push(at);
  return chain;
}

const digits = (name: string): number => Number(name.replace(/\D/g, '')) || 0;

/** What a row says, and the class that it names. */
interface ClassRow {
  readonly homeClass: Row<AdministrativeClass>;
  readonly input: Record<string, unknown>;
  readonly cells: Cells;
}

interface Known {
  /** Departments of classes with those above them. */
  readonly chains: ReadonlyMap<string, readonly Row<Department>[]>;
  /** Names of departments, majors and grades by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** Values of a row that contradict those of its class; the college may be any department above it. */
function contradictions({ homeClass, input, cells }: ClassRow, { chains, names }: Known): FieldProblem[] {
  const columns = [
    ['department', '学院', 'department'],
    ['major', '专业', 'major'],
    ['grade', '年级', 'grade'],
  ] as const;
  const fits = (key: (typeof columns)[number][0]): boolean =>
    homeClass[key] === input[key] ||
    (key === 'department' && chains.get(homeClass.department)!.some(({ id }) => id === input[key]));
  return columns
    .filter(([key]) => (input[key] ?? null) !== null && !fits(key))
    .map(([field, zh, en]) => {
      const right = names.get(homeClass[field]) ?? '';
      const [name, said] = [homeClass.name, String(cells[field])];
      return {
        field,
        text: {
          zh: `班级“${name}”不属于${zh}“${said}”，应为“${right}”`,
          en: `The class "${name}" does not belong to the ${en} "${said}". Maybe write "${right}".`,
        },
      };
    });
}
