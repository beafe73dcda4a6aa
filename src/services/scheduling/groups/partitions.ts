import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { authorize, declareRights, planners, signedIn, writtenBy } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { CrudService } from '../../../data/crud.js';
import { refuseIfInUse } from '../../../data/integrity.js';
import { json } from '../../../data/statements.js';
import { rehearse } from '../../../data/transaction.js';
import { ClassGroup, ClassGroupMember, ClassPartition } from '../../../entities/class-groups.js';
import {
  ClassPartitionInput,
  studentsMax,
  type ClassGroupInput,
  type MovedStudents,
  type StudentMovesInput,
} from '../../../entities/class-group-inputs.js';
import { AdministrativeClass } from '../../../entities/organisation.js';
import { Student } from '../../../entities/people.js';
import { GroupDrawing } from '../../../schema/class-groups.js';
import { errors } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { termsOf } from '../curriculum/attendance.js';
import { drawn, usualName } from './sharing-out.js';
import { moveMembers, placeMembers } from './members.js';
import { groupSizes, lockClassesOfGroups, studentsOfClass } from './groups.queries.js';
import { settleGroups } from './settling.js';

declareRights({ moveStudentsToGroups: planners });

/** Partitions of one class, each of which multiplies what has to be kept apart. */
export const partitionsMax = 10;

class ClassPartitionService extends CrudService<ClassPartition, ClassPartitionInput> {
  constructor() {
    super(ClassPartition, {
      input: ClassPartitionInput,
      plural: 'classPartitions',
      filters: ['administrativeClass'],
      rights: { ...writtenBy(planners), one: signedIn, page: signedIn },
    });
  }

  /** Moves students between the groups of a partition, into them and out of them. */
  async moveStudents(
    ctx: Context,
    { partition: id, moves, reason }: StudentMovesInput,
    isDryRun: boolean,
  ): Promise<MovedStudents> {
    authorize(ctx, 'moveStudentsToGroups');
    const work = async (em: EntityManager): Promise<MovedStudents> => {
      const partition = await this.lock(ctx, em, id);
      await this.requireDepartmentGrant(ctx, partition);
      await lockClassesOfGroups(em, json([partition.administrativeClass.id]));
      const movedCount = await moveMembers(em, partition, moves ?? []);
      await settleGroups(em, [partition.administrativeClass.id], termsOf(ctx, reason));
      const students = await studentsOfClass(em, partition.administrativeClass.id, id);
      const ungroupedCount = students.filter(({ group }) => group === null).length;
      return { groups: await groupSizes(em, id), movedCount, ungroupedCount };
    };
    if (isDryRun) return rehearse(ctx, work);
    const moved = await this.write(ctx, work);
    forgetGroups(ctx);
    return moved;
  }

  protected override async complete(
    _ctx: Context,
    { administrativeClass, name }: Partial<ClassPartitionInput>,
    id?: string,
  ): Promise<object> {
    // A partition never moves to another class.
    return id ? { name } : { administrativeClass, name };
  }

  protected override async check(_ctx: Context, em: EntityManager, record: ClassPartition): Promise<void> {
    const classId = record.administrativeClass.id;
    await lockClassesOfGroups(em, json([classId]));
    const others = await em.count(ClassPartition, { administrativeClass: classId, id: { $ne: record.id } });
    if (others >= partitionsMax) throw tooManyPartitions();
  }

  protected override async settle(
    ctx: Context,
    em: EntityManager,
    record: ClassPartition,
    input: Partial<ClassPartitionInput>,
  ): Promise<void> {
    const { groupCount, drawing, reason } = input;
    if (groupCount && input.groups) throw countedAndNamed();
    const isNew = record.version === 1 && (await em.count(ClassGroup, { partition: record.id })) === 0;
    const named = groupCount
      ? Array.from({ length: groupCount }, (_, at) => ({ name: usualName(at) }))
      : null;
    const groups: readonly ClassGroupInput[] | null = named ?? input.groups ?? null;
    if (isNew && !groups?.length) throw withoutGroups();
    if (groups?.length === 0) throw withoutGroups();
    const ids = groups ? await storeGroups(em, record, groups, { isReplaced: groupCount != null }) : null;
    const lists = groups?.some(({ students }) => students) ?? false;
    if (lists && drawing) throw drawnAndNamed();
    if (lists) await placeMembers(em, record, groups!, ids!);
    else await draw(em, record, drawing ?? (named ? GroupDrawing.CONSECUTIVE : null));
    await settleGroups(em, [record.administrativeClass.id], termsOf(ctx, reason));
    forgetGroups(ctx);
  }

  protected override async checkRemoval(
    _: Context,
    em: EntityManager,
    { id }: ClassPartition,
  ): Promise<void> {
    for (const group of await groupSizes(em, id)) await refuseIfInUse(em, ClassGroup, group.id);
  }

  protected override async settleRemoval(
    ctx: Context,
    em: EntityManager,
    { administrativeClass }: ClassPartition,
  ): Promise<void> {
    await settleGroups(em, [administrativeClass.id], termsOf(ctx));
    forgetGroups(ctx);
  }
}

export const classPartitions = new ClassPartitionService();

/** Those who study in the class of a partition and are in none of its groups, by student number. */
export async function ungroupedStudents(
  { rows }: Context,
  { id, administrativeClass }: Row<ClassPartition>,
): Promise<Row<Student>[]> {
  const members = (await rows.find(ClassGroupMember, { partition: id })).map(({ student }) => student);
  const students = await rows.find(
    Student,
    { administrativeClass, isGraduated: false },
    { orderBy: { code: 'asc' }, limit: studentsMax },
  );
  return students.filter((student) => !members.includes(student.id));
}

/** Makes the groups of a partition those that are given, in their order, and gives their ids. */
async function storeGroups(
  em: EntityManager,
  partition: ClassPartition,
  given: readonly ClassGroupInput[],
  { isReplaced }: { isReplaced: boolean },
): Promise<string[]> {
  const stored = await em.find(ClassGroup, { partition: partition.id }, { orderBy: { order: 'asc' } });
  // Where only a number is given, the groups that there are go on in their order.
  const ids = given.map(({ id }, at) => id ?? (isReplaced ? stored[at]?.id : null) ?? null);
  const known = new Map(stored.map((group) => [group.id, group]));
  const kept = ids.filter((id) => id !== null);
  const foreign = kept.find((id) => !known.has(id));
  if (foreign) throw errors.notFound({ zh: '班级分组', en: 'group of the partition' }, foreign);
  if (new Set(kept).size < kept.length) throw namedTwice();
  for (const group of stored.filter(({ id }) => !kept.includes(id))) {
    await refuseIfInUse(em, ClassGroup, group.id);
    em.remove(group);
  }
  await em.flush();
  const records = given.map(({ name }, at) => {
    const values = { name, order: at + 1 };
    const group = known.get(ids[at] ?? '');
    return group
      ? em.assign(group, isReplaced ? { order: at + 1 } : values)
      : em.create(ClassGroup, { id: uuidv7(), partition: partition.id, ...values } as never);
  });
  await em.flush();
  return records.map(({ id }) => id);
}

/** Shares out all students of the class anew. */
async function draw(
  em: EntityManager,
  partition: ClassPartition,
  drawing: GroupDrawing | null,
): Promise<void> {
  if (!drawing) return;
  const students = await studentsOfClass(em, partition.administrativeClass.id, partition.id);
  const groups = await groupSizes(em, partition.id);
  const moves = drawn(students, groups.length, drawing).map((each, at) => ({
    group: groups[at].id,
    students: each.map(({ id }) => id),
  }));
  await moveMembers(em, partition, moves);
}

/** What the caller knows of groups is read again. */
function forgetGroups(ctx: Context): void {
  for (const entity of [ClassPartition, ClassGroup, ClassGroupMember, AdministrativeClass])
    ctx.rows.forget(entity);
}

const tooManyPartitions = (): Error =>
  errors.invalidField(
    'administrativeClass',
    `一个行政班最多 ${partitionsMax} 个分组方案，请先删除不再使用的方案`,
    `An administrative class has at most ${partitionsMax} partitions. Maybe delete one that nobody uses.`,
  );

const withoutGroups = (): Error =>
  errors.invalidField(
    'groups',
    '分组方案至少有一个分组，请填写分组或组数',
    'A partition has at least one group. Maybe give groups, or groupCount.',
  );

const countedAndNamed = (): Error =>
  errors.invalidField(
    'groupCount',
    '分组与组数只能填写一个，请去掉其中一个',
    'Either groups or groupCount says which groups there are. Maybe leave one out.',
  );

const drawnAndNamed = (): Error =>
  errors.invalidField(
    'drawing',
    '已按学号列出分组成员，不能再填写分组方式，请去掉 drawing',
    'The groups name their students, so nobody is drawn. Maybe leave drawing out.',
  );

const namedTwice = (): Error =>
  errors.invalidField(
    'groups',
    '同一分组填写了两次，请去掉一个',
    'One group is named twice. Maybe leave one out.',
  );
