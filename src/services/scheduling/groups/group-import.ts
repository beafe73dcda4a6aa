import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { planners, signedIn } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { CrudService } from '../../../data/crud.js';
import { inputOf, inputType } from '../../../data/inputs.js';
import { json } from '../../../data/statements.js';
import { ClassGroup, ClassGroupMember, ClassPartition } from '../../../entities/class-groups.js';
import { groupsMax } from '../../../entities/class-group-inputs.js';
import type { FieldProblem } from '../../../schema/errors.js';
import { classGroupSheet } from '../../../sheets/class-groups.js';
import type { ImportPlan, Values } from '../../imports/import-plans.js';
import { idsByName, ImportService } from '../../imports/import-service.js';
import { insertRows } from '../../imports/insert-rows.js';
import { AdministrativeClass } from '../../../entities/organisation.js';
import { termsOf } from '../curriculum/attendance.js';
import { groupTexts, partedStudents } from './groups.queries.js';
import { partitionsMax } from './partitions.js';
import { settleGroups } from './settling.js';

@inputType('A group of a class, as a workbook holds it.')
class ClassGroupRow extends inputOf(ClassGroup, ['partition', 'name', 'order']) {}

/** Groups are made with their partition, or from a workbook. */
export const classGroups = new CrudService(ClassGroup, {
  input: ClassGroupRow,
  plural: 'classGroups',
  filters: ['partition'],
  rights: { one: signedIn, page: signedIn },
});

export const classGroupImport = new ImportService(classGroups, {
  sheet: classGroupSheet,
  rule: planners,
  plan: groupPlan,
  namedBy: ({ administrativeClass, partitionName, name }) =>
    [administrativeClass, partitionName, name].join('/'),
  exported: { keys: ['administrativeClass', 'partitionName', 'name'], more: storedTexts },
});

/** What the workbook says of each group that there is. */
async function storedTexts(ctx: Context): Promise<Map<string, Record<string, string | null>>> {
  const rows = await groupTexts(ctx.em);
  return new Map(rows.map(({ id, students, ...row }) => [id, { ...row, students: students || null }]));
}

/** A partition of a class as rows name it. */
interface NamedPartition {
  readonly id: string;
  readonly isNew: boolean;
  readonly groups: Set<string>;
  /** Students who are in one of its groups. */
  readonly members: Set<string>;
}

/** Groups of classes for which the caller acts, with their students. */
async function groupPlan(ctx: Context): Promise<ImportPlan> {
  const classes = await idsByName(ctx, AdministrativeClass);
  const students = await partedStudents(ctx.em, json([...classes.values()]));
  const studentsOf = Map.groupBy(students, (student) => student.class);
  const partitions = new Map<string, NamedPartition>();
  for (const row of await groupTexts(ctx.em)) {
    const key = keyOf(classes.get(row.administrativeClass), row.partitionName);
    const known = partitions.get(key) ?? partition(row.partition, false);
    known.groups.add(row.name.toLowerCase());
    for (const code of numbersIn(row.students)) known.members.add(code);
    partitions.set(key, known);
  }
  return {
    lookups: { administrative_class: classes },
    complete(input, _cells, bad) {
      if (bad.size > 0) return [];
      const { administrativeClass, partitionName, name } = input as Record<string, string>;
      const key = keyOf(administrativeClass, partitionName);
      const into = partitions.get(key) ?? partition(uuidv7(), true);
      partitions.set(key, into);
      const own = new Map(studentsOf.get(administrativeClass)?.map(({ code, id }) => [code, id]));
      const numbers = numbersIn(input.students as string | null);
      const problem = problemOf(into, name, numbers, own);
      if (problem) return [problem];
      into.groups.add(name.toLowerCase());
      for (const code of numbers) into.members.add(code);
      Object.assign(input, { id: uuidv7(), partition: into.id, isNew: into.isNew });
      input.students = numbers.map((code) => own.get(code)!);
      return tooManyPartitions(partitions, administrativeClass);
    },
    prepare: storePartitions,
    settle: async (em, inputs) => storeMembers(em, ctx, inputs),
  };
}

const keyOf = (classId: string | undefined, name: string): string =>
  `${classId} ${name.trim().toLowerCase()}`;

const partition = (id: string, isNew: boolean): NamedPartition => ({
  ...{ id, isNew, groups: new Set<string>(), members: new Set<string>() },
});

const numbersIn = (text: string | null | undefined): string[] =>
  (text ?? '').split(/[,，;；、\s]+/).filter(Boolean);

function problemOf(
  { groups, members }: NamedPartition,
  name: string,
  numbers: readonly string[],
  own: ReadonlyMap<string, string>,
): FieldProblem | null {
  if (groups.has(name.toLowerCase())) return { field: 'name', text: isThere(name) };
  if (groups.size >= groupsMax) return { field: 'name', text: tooManyGroups };
  const foreign = numbers.find((code) => !own.has(code));
  if (foreign !== undefined) return { field: 'students', text: notOfClass(foreign) };
  const twice = numbers.find((code, at) => members.has(code) || numbers.indexOf(code) < at);
  return twice === undefined ? null : { field: 'students', text: inTwo(twice) };
}

function tooManyPartitions(partitions: ReadonlyMap<string, NamedPartition>, classId: string): FieldProblem[] {
  const count = [...partitions.keys()].filter((key) => key.startsWith(`${classId} `)).length;
  return count <= partitionsMax ? [] : [{ field: 'partitionName', text: partitionsFull }];
}

/** Stores the partitions that rows make. */
async function storePartitions(em: EntityManager, inputs: readonly Values[]): Promise<void> {
  const made = new Map(inputs.filter(({ isNew }) => isNew).map((input) => [input.partition, input]));
  await insertRows(
    em,
    ClassPartition,
    [...made].map(([id, { administrativeClass, partitionName: name }]) => ({
      id,
      administrativeClass,
      name,
    })),
  );
}

async function storeMembers(em: EntityManager, ctx: Context, inputs: readonly Values[]): Promise<void> {
  const members = inputs.flatMap(({ id: classGroup, partition: of, students }) =>
    (students as string[]).map((student) => ({ classGroup, partition: of, student })),
  );
  await insertRows(em, ClassGroupMember, members);
  const classIds = [...new Set(inputs.map(({ administrativeClass }) => administrativeClass as string))];
  await settleGroups(em, classIds, termsOf(ctx));
}

const isThere = (name: string) => ({
  zh: `该分组方案已有分组“${name}”，请另取名称`,
  en: `The partition has a group "${name}" already. Maybe choose another name.`,
});

const tooManyGroups = {
  zh: `一个分组方案最多 ${groupsMax} 个分组`,
  en: `A partition has at most ${groupsMax} groups.`,
};

const partitionsFull = {
  zh: `一个行政班最多 ${partitionsMax} 个分组方案`,
  en: `An administrative class has at most ${partitionsMax} partitions.`,
};

const notOfClass = (code: string) => ({
  zh: `该行政班没有在读学生“${code.slice(0, 32)}”`,
  en: `No student "${code.slice(0, 32)}" studies in the class.`,
});

const inTwo = (code: string) => ({
  zh: `学生“${code.slice(0, 32)}”在同一方案中不能出现两次`,
  en: `The student "${code.slice(0, 32)}" is in one group of a partition at most.`,
});
