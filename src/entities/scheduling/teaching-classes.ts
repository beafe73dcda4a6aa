import { Index } from '@mikro-orm/decorators/legacy';
import { Int, ObjectType } from 'type-graphql';
import type { Ref } from '@mikro-orm/core';
import { everybody, ofGrantedDepartments, type Scope, type Viewer } from '../../data/callers.js';
import { StoredEntity } from '../../data/columns.js';
import { inheritedFrom } from '../../data/defaults/default-values.js';
import {
  belongsTo,
  choice,
  flag,
  hasMany,
  integer,
  linkedBy,
  stored,
  text,
  uniqueTogether,
} from '../../data/decorators.js';
import { CreditHourKind } from '../../schema/enums.js';
import { Id } from '../../schema/scalars.js';
import { ClassGroup } from '../class-groups.js';
import { Course } from '../courses.js';
import { AdministrativeClass, Department } from '../organisation.js';
import { Meeting } from './meetings.js';
import { Semester } from './semesters.js';
import { shown } from '../../schema/shown.js';

/** Withdrawn ones show only where a row that the caller sees refers to them. */
const notWithdrawn = { isWithdrawn: false };

const shownToPlanners = (viewer: Viewer): Scope => {
  const granted = ofGrantedDepartments()(viewer);
  return granted === 'none' ? 'none' : { $and: [granted, notWithdrawn] };
};

@uniqueTogether('semester', 'copiedFrom')
@stored('教学班', 'teaching class', 'The students who attend one course together in one semester.', {
  rows: { ACADEMIC_AFFAIRS: shownToPlanners, SIGNED_IN: () => notWithdrawn },
  isOpenByReference: true,
  department: 'department',
})
export class TeachingClass extends StoredEntity {
  @text('教学班编码', 'Teaching class code', { max: 32, unique: true, sorted: 'plain', searched: true })
  code: string;

  @text('教学班名称', 'Teaching class name', { max: 64, sorted: 'chinese', searched: true })
  name: string;

  @belongsTo(() => Semester, '学期', 'Semester')
  semester: Ref<Semester>;

  @belongsTo(() => Course, '课程', 'Course')
  course: Ref<Course>;

  @belongsTo(() => Department, '开课部门', 'Department', {
    byDefault: inheritedFrom('course', { zh: '课程所属的院系', en: 'that of the course' }),
    about: 'The department that offers it.',
  })
  department: Ref<Department>;

  @flag('是否必修', 'Compulsory', {
    initial: true,
    about: 'Whether it is taught to whole administrative classes; students enrol in all others.',
  })
  isCompulsory: boolean;

  @linkedBy(
    () => TeachingClassGroup,
    'teachingClass',
    'administrativeClass',
    '行政班',
    'Administrative classes',
    {
      about: 'The administrative classes that attend it, as a whole or with some of their groups.',
    },
  )
  administrativeClasses: AdministrativeClass[];

  @integer('学生人数', 'Student count', {
    min: 0,
    initial: 0,
    about:
      'Expected number of students, and so the seats that a room needs: the total of the administrative ' +
      'classes and groups unless another number is given, and never less than the number enrolled.',
    sorted: 'plain',
  })
  studentCount: number;

  @integer('名额', 'Seats', {
    min: 1,
    nullable: true,
    about: 'Students who may enrol at most, where it is elective; none: as many as come.',
  })
  seats: number | null;

  @integer('最少上课天数', 'Minimum working days', {
    min: 1,
    max: 7,
    initial: 1,
    about: 'Days of the week over which its meetings should be spread.',
  })
  minWorkingDays: number;

  @text('教学班描述', 'Teaching class description', { max: 255, nullable: true })
  description: string | null;

  @flag('是否启用', 'Enabled', { initial: true })
  isEnabled: boolean;

  @choice('计划学时', 'Planned hours', CreditHourKind, {
    nullable: true,
    about: 'The hours of its course for which a plan of the semester made it; none: people entered it.',
  })
  plannedKind: CreditHourKind | null;

  @belongsTo(() => TeachingClass, '来源教学班', 'Copied from', {
    nullable: true,
    onDelete: 'set null',
    about: 'The teaching class of an earlier semester that it was copied from; none: it was made here.',
  })
  copiedFrom: Ref<TeachingClass> | null;

  @flag('随排课分配建立', 'Made with a series', {
    initial: false,
    hidden: true,
    about: 'Whether adding a series made it, so that it goes with the last one.',
  })
  isMadeWithSeries: boolean;

  @flag('已撤出', 'Withdrawn', {
    initial: false,
    hidden: true,
    about: 'Whether it went with its last series. Undoing that brings it back.',
  })
  isWithdrawn: boolean;

  @hasMany(() => TeachingClassGroup, 'teachingClass', 'The groups of students that attend.', 3)
  groups: TeachingClassGroup[];

  @hasMany(() => Meeting, 'teachingClass', 'The meetings it holds.', 3)
  meetings: Meeting[];
}

@Index({
  name: 'teaching_class_group_attendance_unique',
  expression:
    'create unique index "teaching_class_group_attendance_unique" on "teaching_class_group" ' +
    '("teaching_class_id", "administrative_class_id", "class_group_id") nulls not distinct',
})
@stored(
  '教学班组成',
  'teaching class group',
  'That an administrative class, or one of its groups, attends a teaching class.',
  { rows: everybody },
)
export class TeachingClassGroup extends StoredEntity {
  @belongsTo(() => TeachingClass, '教学班', 'Teaching class', { onDelete: 'cascade' })
  teachingClass: Ref<TeachingClass>;

  @belongsTo(() => AdministrativeClass, '行政班', 'Administrative class')
  administrativeClass: Ref<AdministrativeClass>;

  @belongsTo(() => ClassGroup, '班级分组', 'Class group', {
    nullable: true,
    about: 'The group of the class that attends; none: the class as a whole.',
  })
  classGroup: Ref<ClassGroup> | null;
}

@ObjectType({ description: 'A teaching class after others were split or combined.' })
export class TeachingClassPart {
  @shown(() => Id, 'Identifier of the teaching class; none of one that a dry run only tells of.', {
    nullable: true,
  })
  id: string | null;

  @shown(() => String, 'Teaching class code.')
  code: string;

  @shown(() => String, 'Teaching class name.')
  name: string;

  @shown(() => Int, 'Students expected.')
  studentCount: number;

  @shown(() => Int, 'Students who may enrol at most.', { nullable: true })
  seats: number | null;

  @shown(() => Int, 'Students who are enrolled.')
  enrolledCount: number;

  @shown(
    () => [String],
    'Names of the administrative classes that attend it, each with its group if one does.',
  )
  administrativeClassNames: string[];
}
