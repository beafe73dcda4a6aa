import { entityInfo, type EntityClass, type StoredEntity } from '../../data/columns.js';
import { firstThereIs } from '../../data/defaults/default-values.js';
import {
  Course,
  CourseCategory,
  CourseNature,
  CourseProperty,
  CourseType,
  hourColumns,
  hoursTogether,
} from '../../entities/courses.js';
import { given, inputOf, inputType } from '../../data/inputs.js';
import { ClassroomType } from '../../entities/places.js';
import { courseSheet } from '../../sheets/courses.js';
import { DomainError, errors, type FieldProblem } from '../../schema/errors.js';
import { canonicalId } from '../../schema/scalars.js';
import { administrators, planners, signedIn, writtenBy } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { CrudService } from '../../data/crud.js';
import { ownDepartments } from '../organisation/department-grants.js';
import { idsByName, ImportService } from '../imports/import-service.js';
import type { ImportPlan } from '../imports/import-plans.js';

const counted = [
  ...(['totalHours', 'weekHours', 'theoryHours', 'labHours', 'practiceHours', 'computerHours'] as const),
  ...(['otherHours', 'credits'] as const),
];

@inputType('What a caller may set on a course.')
export class CourseInput extends inputOf(
  Course,
  [
    'code',
    'name',
    'englishName',
    'category',
    'property',
    'nature',
    'department',
    'isEnabled',
    ...counted,
    'theoryClassroomType',
    'labClassroomType',
    'practiceClassroomType',
    'computerClassroomType',
    'description',
  ],
  { required: ['isEnabled', ...counted] },
) {
  @given('text', '课程类型', 'Course type', {
    about: 'Identifier or name of the course type.',
    max: 64,
    byDefault: firstThereIs,
  })
  type: string;
}

/** Labels that an existing client sends in place of course types, with the type for each. */
const typeByLabel: Readonly<Record<string, string>> = {
  专业必修课: 'A类(纯理论课)',
  专业选修课: 'A类(纯理论课)',
  公共必修课: 'A类(纯理论课)',
  公共选修课: 'A类(纯理论课)',
  实验课: 'B类((理论+实践)课)',
  实践课: 'C类(纯实践课)',
};

class CourseService extends CrudService<Course, CourseInput> {
  constructor() {
    super(Course, {
      input: CourseInput,
      plural: 'courses',
      filters: ['category', 'property', 'type', 'nature', 'department'],
      order: 'code',
      rights: { ...writtenBy(planners), one: signedIn, page: signedIn, options: signedIn },
      options: { orderBy: { name: 'asc', id: 'asc' } },
    });
  }

  protected override async complete(
    ctx: Context,
    { type, ...input }: Partial<CourseInput>,
    id?: string,
  ): Promise<object> {
    return {
      ...input,
      ...(!id && { editor: ctx.viewer?.userId ?? null }),
      ...(type !== undefined && { type: await typeIdOf(ctx, type) }),
    };
  }
}

async function typeIdOf(ctx: Context, text: string): Promise<string> {
  const id = canonicalId(text);
  const name = (typeByLabel[text] ?? text).toLowerCase();
  const types = await ctx.rows.find(CourseType, {});
  const match = types.find((type) => (id ? type.id === id : type.name.toLowerCase() === name));
  if (match) return match.id;
  if (id) throw errors.notFound(entityInfo(CourseType).noun, id);
  const names = types.map((type) => type.name);
  throw new DomainError('INVALID_PARAMETER', {
    zh: `课程类型主键格式不正确：“${text}”，应为主键或 ${names.join('、')} 之一`,
    en: `"${text}" is no course type. Maybe choose one of ${names.join(', ')}.`,
  });
}

export const courses = new CourseService();

export const courseImport = new ImportService(courses, {
  sheet: courseSheet,
  templateRule: administrators,
  plan: coursePlan,
});

async function coursePlan(ctx: Context): Promise<ImportPlan> {
  const oldestByName = <T extends StoredEntity & { name: string }>(entity: EntityClass<T>) =>
    idsByName(ctx, entity, { orderBy: { id: 'asc' } });
  const [categories, properties, types, natures, classroomTypes, departments] = await Promise.all([
    oldestByName(CourseCategory),
    oldestByName(CourseProperty),
    oldestByName(CourseType),
    oldestByName(CourseNature),
    oldestByName(ClassroomType),
    ownDepartments(ctx),
  ]);
  return {
    lookups: { categories, properties, types, natures, classroomTypes, departments },
    complete(input, _, bad) {
      if ([...hourColumns, 'totalHours'].some((part) => bad.has(part))) return [];
      const sum = hoursTogether(input);
      input.totalHours ??= sum;
      return input.totalHours === sum ? [] : [wrongTotal(input.totalHours as number, sum)];
    },
  };
}

const wrongTotal = (total: number, sum: number): FieldProblem => ({
  field: 'totalHours',
  text: {
    zh: `总学时应等于各类课时之和：理论课时+实验课时+实践课时+上机课时+其他课时（应为 ${sum}，填写 ${total}）`,
    en: `Total hours are ${total}, but theory, experiment, practice, computer and other hours make ${sum}.`,
  },
});
