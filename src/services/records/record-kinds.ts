import { actsForAll, authorize, declareRights, isPermitted, planners, viewerOf } from '../../data/access.js';
import { columnOf, columnsOf, entityInfo, linksOf, snakeCase, type Column } from '../../data/columns.js';
import type { Context } from '../../data/context.js';
import type { CrudService } from '../../data/crud.js';
import { inputFieldsOf } from '../../data/inputs.js';
import { operationsOf, type Verb } from '../../data/verbs.js';
import type { RecordField, RecordFieldKind, RecordKind } from '../../entities/record-kinds.js';
import { courses } from '../courses/courses.js';
import { administrativeClasses } from '../organisation/administrative-classes.js';
import { departments } from '../organisation/departments.js';
import { grades } from '../organisation/grades.js';
import { majors } from '../organisation/majors.js';
import { students } from '../people/students.js';
import { teachers } from '../people/teachers.js';
import { buildings } from '../places/buildings.js';
import { campuses } from '../places/campuses.js';
import { classrooms } from '../places/classrooms.js';

type Service = CrudService<any, any>;
type InputField = NonNullable<ReturnType<typeof inputFieldsOf>>[number];

/** What an institution consists of, in the order in which it is entered. */
const services: readonly Service[] = [
  ...[campuses, buildings, classrooms],
  ...[departments, majors, grades, administrativeClasses],
  ...[teachers, students, courses],
];

declareRights({ recordKinds: planners });

/** The kinds of records that the caller may list, with what their forms ask for. */
export function recordKinds(ctx: Context): RecordKind[] {
  authorize(ctx, 'recordKinds');
  return services
    .filter(({ operations }) => isPermitted(ctx, operations.page))
    .map((service) => kindOf(ctx, service));
}

function kindOf(ctx: Context, { entity, input, operations }: Service): RecordKind {
  const { noun, access } = entityInfo(entity);
  const permitted = (verb: Verb): string | null =>
    isPermitted(ctx, operations[verb]) ? operations[verb] : null;
  return {
    ...{ name: entity.name, noun: noun[ctx.language], list: operations.page, one: permitted('one') },
    ...{ create: permitted('create'), update: permitted('update'), remove: permitted('remove') },
    departments: access.department && !actsForAll(ctx) ? viewerOf(ctx).departmentIds : null,
    fields: inputFieldsOf(input!)!.flatMap((field) => fieldOf(ctx, entity, field) ?? []),
  };
}

/** A field of the input as its column has it; none for an identifier of which nobody knows what it names. */
function fieldOf({ language }: Context, entity: Service['entity'], given: InputField): RecordField | null {
  const column = columnsOf(entity).find(({ name }) => name === given.name);
  const link = linksOf(entity).find(({ name }) => name === given.name);
  const { name, label, about, aboutInChinese, kind, min, max, initial, byDefault, ...rest }: Column =
    column ?? given;
  const target = link ? columnOf(link.table(), link.other).target : column?.target;
  if (kind === 'reference' && !target) return null;
  return {
    ...{ name, label: label[language], kind: kind.toUpperCase() as RecordFieldKind },
    about: (language === 'en' ? about : aboutInChinese) ?? null,
    ...{ isRequired: given.required, isClearable: given.nullable, isStored: Boolean(column ?? link) },
    ...{ min: min ?? null, max: max ?? null },
    initial: byDefault || initial === undefined ? null : String(initial),
    leftOut: (!byDefault?.isUntold && byDefault?.told[language]) || null,
    options: target ? operationsOf(target(), '').options : null,
    order: rest.sorted ? snakeCase(name).toUpperCase() : null,
    isSearched: rest.searched ?? false,
  };
}
