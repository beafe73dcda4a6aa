import type { Ref } from '@mikro-orm/core';
import { all, ofGrantedDepartments, own } from '../data/callers.js';
import { StoredEntity } from '../data/columns.js';
import { belongsTo, hasMany, integer, list, stored, text, uniqueTogether } from '../data/decorators.js';
import { AdministrativeClass } from './organisation.js';
import { Student } from './people.js';

@uniqueTogether('administrativeClass', 'name')
@stored(
  '分组方案',
  'class partition',
  'A way in which an administrative class is parted into groups, each of which attends something by itself.',
  {
    rows: { ACADEMIC_AFFAIRS: ofGrantedDepartments('administrativeClass.department'), SIGNED_IN: all },
    isOpenByReference: true,
    department: 'administrativeClass.department',
  },
)
export class ClassPartition extends StoredEntity {
  @belongsTo(() => AdministrativeClass, '行政班', 'Administrative class', { onDelete: 'cascade' })
  administrativeClass: Ref<AdministrativeClass>;

  @text('分组方案名称', 'Partition name', {
    max: 32,
    about: 'Name of the partition, such as 实验分组; no other of the class has it.',
  })
  name: string;

  @hasMany(() => ClassGroup, 'partition', 'Its groups.', 3)
  groups: ClassGroup[];
}

@uniqueTogether('partition', 'name')
@stored('班级分组', 'class group', 'Students of an administrative class in one of its partitions.', {
  rows: {
    ACADEMIC_AFFAIRS: ofGrantedDepartments('partition.administrativeClass.department'),
    SIGNED_IN: all,
  },
  isOpenByReference: true,
  department: 'partition.administrativeClass.department',
})
export class ClassGroup extends StoredEntity {
  @belongsTo(() => ClassPartition, '分组方案', 'Partition', { onDelete: 'cascade' })
  partition: Ref<ClassPartition>;

  @text('分组名称', 'Group name', { max: 32, about: 'Name of the group, such as A组.' })
  name: string;

  @integer('分组序号', 'Group order', {
    min: 1,
    max: 100,
    about: 'Position within the partition, from 1.',
  })
  order: number;

  @integer('分组人数', 'Group student count', {
    min: 0,
    initial: 0,
    about: 'Students in the group; while the partition has none, its share of the class.',
  })
  studentCount: number;

  @list('分组时间轨', 'Lanes', 'integer', {
    initial: [0],
    hidden: true,
    about: 'The lanes of its class whose students are in the group.',
  })
  lanes: number[];

  @hasMany(() => ClassGroupMember, 'classGroup', 'That students are in it.', 30)
  members: ClassGroupMember[];
}

@uniqueTogether('partition', 'student')
@stored('分组成员', 'class group member', 'That a student is in a group of the administrative class.', {
  rows: {
    ADMINISTRATOR: all,
    ACADEMIC_AFFAIRS: ofGrantedDepartments('student.department'),
    STUDENT: own('student', 'studentId'),
  },
  department: 'student.department',
})
export class ClassGroupMember extends StoredEntity {
  @belongsTo(() => ClassGroup, '班级分组', 'Group', { onDelete: 'cascade' })
  classGroup: Ref<ClassGroup>;

  @belongsTo(() => ClassPartition, '分组方案', 'Partition', {
    onDelete: 'cascade',
    about: 'That of the group: a student is in one group of each.',
  })
  partition: Ref<ClassPartition>;

  @belongsTo(() => Student, '学生', 'Student', { onDelete: 'cascade' })
  student: Ref<Student>;
}
