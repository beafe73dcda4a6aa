import { Int, ObjectType } from 'type-graphql';
import { given, inputOf, inputType, nested } from '../data/inputs.js';
import { GroupDrawing } from '../schema/class-groups.js';
import { Id } from '../schema/scalars.js';
import { shown } from '../schema/shown.js';
import { reasonMax } from '../schema/timetables.js';
import { ClassGroup, ClassPartition } from './class-groups.js';

/** Groups of one partition, and students of one call. */
export const groupsMax = 20;
export const studentsMax = 1_000;

@inputType('A group of a partition, and who is in it.')
export class ClassGroupInput extends inputOf(ClassGroup, ['name']) {
  @given('reference', '班级分组', 'Group', {
    optional: true,
    about: 'Identifier of the group of the partition that it is; none of a new one.',
  })
  id?: string | null;

  @given('list', '学号', 'Student numbers', {
    optional: true,
    max: studentsMax,
    about: 'Numbers of the students of the class who are in it; left out: those who are.',
  })
  students?: string[] | null;
}

@inputType('A partition of an administrative class, with its groups.')
export class ClassPartitionInput extends inputOf(ClassPartition, ['administrativeClass', 'name']) {
  @nested(() => ClassGroupInput, '班级分组', 'Groups', {
    max: groupsMax,
    about: 'All its groups, in order. Those that it has and that are not named are deleted.',
  })
  groups?: ClassGroupInput[] | null;

  @given('integer', '分组数', 'Number of groups', {
    optional: true,
    min: 1,
    max: groupsMax,
    about: 'How many groups it has, in place of `groups`: A组, B组 and so on.',
  })
  groupCount?: number | null;

  @given('choice', '分组方式', 'Drawing', {
    optional: true,
    type: () => GroupDrawing,
    about:
      'How the students of the class are shared out anew among the groups, where no group names its own; ' +
      'left out: CONSECUTIVE for `groupCount`, else nobody is moved.',
  })
  drawing?: GroupDrawing | null;

  @given('text', '原因', 'Reason', {
    max: reasonMax,
    optional: true,
    about: 'Why students are in these groups although published meetings overlap then; refused without one.',
  })
  reason?: string | null;
}

@inputType('Students who are to be in one group.')
export class GroupMoveInput {
  @given('reference', '班级分组', 'Group', {
    optional: true,
    about: 'The group of the partition that they come into; none: they are in no group of it.',
  })
  group?: string | null;

  @given('list', '学生', 'Students', {
    ...{ max: studentsMax, type: () => [Id] },
    about: 'Students of the class.',
  })
  students: string[];
}

@inputType('Who comes into which group of a partition.')
export class StudentMovesInput {
  @given('reference', '分组方案', 'Partition', { about: 'Identifier of the partition.' })
  partition: string;

  @nested(() => GroupMoveInput, '移动', 'Moves', {
    max: groupsMax + 1,
    about: 'The students of each group, at most 1000 together; whoever is not named stays.',
  })
  moves: GroupMoveInput[];

  @given('text', '原因', 'Reason', {
    max: reasonMax,
    optional: true,
    about: 'Why they are moved although published meetings overlap for them then; refused without one.',
  })
  reason?: string | null;
}

@ObjectType({ description: 'A group of a partition, as it is or would be.' })
export class ClassGroupSize {
  @shown(() => Id, 'Identifier of the group.')
  id: string;

  @shown(() => String, 'Name of the group.')
  name: string;

  @shown(() => Int, 'Students in it.')
  studentCount: number;
}

@ObjectType({ description: 'The groups of a partition after students were moved.' })
export class MovedStudents {
  @shown(() => [ClassGroupSize], 'The groups, in order.')
  groups: ClassGroupSize[];

  @shown(() => Int, 'Students who are in another group than before.')
  movedCount: number;

  @shown(() => Int, 'Students of the class who are in no group of the partition.')
  ungroupedCount: number;
}
