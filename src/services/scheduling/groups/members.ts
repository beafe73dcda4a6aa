import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { json } from '../../../data/statements.js';
import { ClassGroup, type ClassPartition } from '../../../entities/class-groups.js';
import {
  studentsMax,
  type ClassGroupInput,
  type GroupMoveInput,
} from '../../../entities/class-group-inputs.js';
import { DomainError, errors } from '../../../schema/errors.js';
import { insertMembers, removeMembers, studentsOfClass } from './groups.queries.js';

/** Students of a class by what the caller names them with, and where they are. */
interface Placing {
  readonly group: string | null;
  readonly students: readonly string[];
}

/** Moves students between the groups of a partition; gives how many are in another one than before. */
export async function moveMembers(
  em: EntityManager,
  partition: ClassPartition,
  moves: readonly GroupMoveInput[],
): Promise<number> {
  const groups = new Set((await em.find(ClassGroup, { partition: partition.id })).map(({ id }) => id));
  const foreign = moves.find(({ group }) => group && !groups.has(group));
  if (foreign) throw errors.notFound({ zh: '班级分组', en: 'group of the partition' }, foreign.group!);
  return place(
    em,
    partition,
    moves.map(({ group, students }) => ({ group: group ?? null, students })),
    'id',
  );
}

/** Lets exactly the students whose numbers groups list be in them; groups without a list keep theirs. */
export async function placeMembers(
  em: EntityManager,
  partition: ClassPartition,
  given: readonly ClassGroupInput[],
  ids: readonly string[],
): Promise<void> {
  const listed = given.flatMap(({ students }, at) => (students ? [{ group: ids[at], students }] : []));
  const emptied = new Set(listed.map(({ group }) => group));
  const named = new Set(listed.flatMap(({ students }) => students));
  const members = await studentsOfClass(em, partition.administrativeClass.id, partition.id);
  const leaving = members.filter(({ code, group }) => group && emptied.has(group) && !named.has(code));
  const out: Placing = { group: null, students: leaving.map(({ code }) => code) };
  await place(em, partition, [out, ...listed], 'code');
}

async function place(
  em: EntityManager,
  { id: partition, administrativeClass }: ClassPartition,
  placings: readonly Placing[],
  by: 'id' | 'code',
): Promise<number> {
  const students = await studentsOfClass(em, administrativeClass.id, partition);
  const known = new Map(students.map((student) => [student[by], student]));
  const wanted = new Map<string, string | null>();
  for (const { group, students: named } of placings)
    for (const name of named) {
      if (!known.has(name)) throw notOfClass(name);
      if (wanted.has(name)) throw placedTwice(name);
      wanted.set(name, group);
    }
  if (wanted.size > studentsMax) throw tooMany(wanted.size);
  const moved = [...wanted].flatMap(([name, group]) => {
    const student = known.get(name)!;
    return student.group === group ? [] : [{ student: student.id, group }];
  });
  if (moved.length === 0) return 0;
  await removeMembers(em, json(moved.map(({ student }) => student)), partition);
  const entering = moved.flatMap(({ student, group }) =>
    group === null ? [] : [{ id: uuidv7(), group, partition, student }],
  );
  await insertMembers(em, json(entering));
  return moved.length;
}

const notOfClass = (name: string): DomainError =>
  new DomainError('OPERATION_INVALID', {
    zh: `该行政班没有在读学生“${name}”，请只填写本班学生`,
    en: `No student "${name}" studies in the class. Maybe name students of the class alone.`,
  });

const placedTwice = (name: string): DomainError =>
  new DomainError('OPERATION_INVALID', {
    zh: `学生“${name}”填写了两次，一个分组方案中每名学生最多在一个分组`,
    en: `The student "${name}" is named twice, but is in one group of a partition at most.`,
  });

const tooMany = (count: number): DomainError =>
  new DomainError('INVALID_PARAMETER', {
    zh: `一次最多移动 ${studentsMax} 名学生（当前 ${count} 名），请分次移动`,
    en: `At most ${studentsMax} students are moved at once, not ${count}. Maybe move them in parts.`,
  });
