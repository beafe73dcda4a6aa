import { Field, Int, ObjectType } from 'type-graphql';
import type { Ref } from '@mikro-orm/core';
import { QualificationStatus } from '../schema/enums.js';
import { User } from './accounts.js';
import { all, everybody, ofGrantedDepartments, own, type RowRule } from '../data/callers.js';
import { StoredEntity } from '../data/columns.js';
import { derived, firstThereIs } from '../data/defaults/default-values.js';
import {
  belongsTo,
  choice,
  decimal,
  flag,
  instant,
  integer,
  longText,
  stored,
  text,
} from '../data/decorators.js';
import { Department } from './organisation.js';
import { Teacher } from './people.js';
import { ClassroomType } from './places.js';
import { Semester } from './scheduling/semesters.js';

/** Visible to the teacher concerned, to 教务 of the teacher's department, and to administrators. */
const ofOwnTeachers: RowRule = {
  ADMINISTRATOR: all,
  ACADEMIC_AFFAIRS: ofGrantedDepartments('teacher.department'),
  SIGNED_IN: own('teacher', 'teacherId'),
};

@stored('课程性质', 'course nature', 'Whether a course is compulsory or elective, and for whom.', {
  rows: everybody,
})
export class CourseNature extends StoredEntity {
  @text('课程性质名称', 'Course nature name', { max: 32, unique: true, searched: true })
  name: string;

  @text('课程性质描述', 'Course nature description', { max: 255, nullable: true })
  description: string | null;
}

@stored('课程类型', 'course type', 'How much of a course is theory and how much practice.', {
  rows: everybody,
})
export class CourseType extends StoredEntity {
  @text('课程类型名称', 'Course type name', { max: 32, unique: true, searched: true })
  name: string;

  @text('课程类型描述', 'Course type description', { max: 255, nullable: true })
  description: string | null;
}

@stored('课程属性', 'course property', 'The place of a course in a programme, such as core or basic.', {
  rows: everybody,
})
export class CourseProperty extends StoredEntity {
  @text('课程属性名称', 'Course property name', { max: 32, unique: true, searched: true })
  name: string;

  @text('课程属性描述', 'Course property description', { max: 255, nullable: true })
  description: string | null;
}

@stored('课程类别', 'course category', 'The part of a programme that a course counts for.', {
  rows: everybody,
})
export class CourseCategory extends StoredEntity {
  @text('课程类别名称', 'Course category name', { max: 32, unique: true, searched: true })
  name: string;

  @text('课程类别描述', 'Course category description', { max: 255, nullable: true })
  description: string | null;
}

@stored('学时类型', 'credit-hour type', 'The kind of instruction of hours, such as theory or laboratory.', {
  rows: everybody,
})
export class CreditHourType extends StoredEntity {
  @text('学时类型名称', 'Credit-hour type name', { max: 32, unique: true, searched: true })
  name: string;

  @text('学时类型描述', 'Credit-hour type description', { max: 255, nullable: true })
  description: string | null;
}

/** Hours and credits, with two decimals. */
const amount = { min: 0, max: 99_999_999.99, initial: 0 };

/** The columns of hours of each kind. */
export const hourColumns = ['theoryHours', 'labHours', 'practiceHours', 'computerHours', 'otherHours'];

/** The sum of the hours of all kinds, with two decimals. */
export const hoursTogether = (course: Readonly<Record<string, unknown>>): number =>
  Math.round(hourColumns.reduce((sum, part) => sum + Number(course[part] ?? 0), 0) * 100) / 100;

@stored('课程', 'course', 'A course of the catalogue, taught anew in every semester that needs it.', {
  rows: everybody,
  department: 'department',
})
export class Course extends StoredEntity {
  @text('课程编码', 'Course code', {
    max: 32,
    unique: true,
    pattern: /^[A-Za-z0-9-]{2,32}$/,
    patternText: {
      zh: '课程编码格式不正确，应为 2 至 32 位字母、数字或短横线',
      en: 'A course code has 2 to 32 letters, digits or hyphens.',
    },
    sorted: 'plain',
    searched: true,
  })
  code: string;

  @text('课程名称', 'Course name', { max: 32, index: true, sorted: 'chinese', searched: true })
  name: string;

  @text('课程英文名称', 'Course English name', { max: 128, nullable: true })
  englishName: string | null;

  @belongsTo(() => CourseCategory, '课程类别', 'Course category', { nullable: true })
  category: Ref<CourseCategory> | null;

  @belongsTo(() => CourseProperty, '课程属性', 'Course property', { nullable: true })
  property: Ref<CourseProperty> | null;

  @belongsTo(() => CourseType, '课程类型', 'Course type', { byDefault: firstThereIs })
  type: Ref<CourseType>;

  @belongsTo(() => CourseNature, '课程性质', 'Course nature', { nullable: true })
  nature: Ref<CourseNature> | null;

  @belongsTo(() => Department, '所属院系', 'Department', { about: 'The department that offers it.' })
  department: Ref<Department>;

  @flag('启用状态', 'Enabled', { initial: true })
  isEnabled: boolean;

  @decimal('总学时', 'Total hours', {
    ...amount,
    byDefault: derived('各类学时之和', 'the hours of all kinds together', hoursTogether),
    about: 'Periods of all kinds in the whole semester.',
    sorted: 'plain',
  })
  totalHours: number;

  @decimal('周学时', 'Hours per week', { ...amount, about: 'Periods in a usual week.' })
  weekHours: number;

  @decimal('理论学时', 'Theory hours', amount)
  theoryHours: number;

  @decimal('实验学时', 'Laboratory hours', amount)
  labHours: number;

  @decimal('实践学时', 'Practice hours', amount)
  practiceHours: number;

  @decimal('上机学时', 'Computer hours', amount)
  computerHours: number;

  @decimal('其他学时', 'Other hours', amount)
  otherHours: number;

  @decimal('学分', 'Credits', { ...amount, sorted: 'plain' })
  credits: number;

  @belongsTo(() => ClassroomType, '理论教室类型', 'Classroom type for theory', { nullable: true })
  theoryClassroomType: Ref<ClassroomType> | null;

  @belongsTo(() => ClassroomType, '实验教室类型', 'Classroom type for laboratory', { nullable: true })
  labClassroomType: Ref<ClassroomType> | null;

  @belongsTo(() => ClassroomType, '实践教室类型', 'Classroom type for practice', { nullable: true })
  practiceClassroomType: Ref<ClassroomType> | null;

  @belongsTo(() => ClassroomType, '上机教室类型', 'Classroom type for computer work', { nullable: true })
  computerClassroomType: Ref<ClassroomType> | null;

  @longText('课程描述', 'Course description', { nullable: true })
  description: string | null;

  @belongsTo(() => User, '编辑人', 'Editor', {
    nullable: true,
    onDelete: 'set null',
    about: 'The account that entered the course; none when it was imported.',
  })
  editor: Ref<User> | null;
}

@stored(
  '教师课程偏好',
  'teacher preference',
  'How much a teacher likes to teach in one period of the week, in every week of a semester.',
  { rows: ofOwnTeachers, department: 'teacher.department' },
)
export class TeacherPreference extends StoredEntity {
  @belongsTo(() => Teacher, '教师', 'Teacher')
  teacher: Ref<Teacher>;

  @belongsTo(() => Semester, '学期', 'Semester')
  semester: Ref<Semester>;

  @integer('星期几', 'Day of the week', { min: 1, max: 7, about: '1 Monday to 7 Sunday.', sorted: 'plain' })
  dayOfWeek: number;

  @integer('第几节课', 'Period', { min: 1, max: 12, about: 'Period of the day, from 1.', sorted: 'plain' })
  period: number;

  @integer('偏好程度', 'Preference level', {
    min: 1,
    max: 5,
    about: '1 strongly discouraged, 2 discouraged, 3 neutral, 4 preferred, 5 strongly preferred.',
    sorted: 'plain',
  })
  level: number;

  @text('偏好原因', 'Reason', { max: 255, nullable: true, searched: true })
  reason: string | null;
}

@ObjectType({ description: 'What a change of the preferences of teachers did, or would do.' })
export class PreferenceChange {
  @Field(() => Int, { description: 'Teachers whose preferences change.' })
  teacherCount: number;

  @Field(() => Int, { description: 'Preferences that are stored.' })
  storedCount: number;

  @Field(() => Int, { description: 'Preferences that were there before and go.' })
  removedCount: number;

  @Field(() => Int, { description: 'Preferences of periods that the semester does not have.' })
  leftOutCount: number;
}

@stored('教师课程资格', 'teacher qualification', 'That a teacher may teach a course, once approved.', {
  rows: ofOwnTeachers,
  department: 'teacher.department',
})
export class TeacherQualification extends StoredEntity {
  @belongsTo(() => Teacher, '教师', 'Teacher', { onDelete: 'cascade' })
  teacher: Ref<Teacher>;

  @belongsTo(() => Course, '课程', 'Course', { onDelete: 'cascade' })
  course: Ref<Course>;

  @integer('资格等级', 'Qualification level', {
    min: 1,
    max: 3,
    initial: 1,
    about: '1 junior, 2 intermediate, 3 senior.',
    sorted: 'plain',
  })
  level: number;

  @flag('是否主讲教师', 'Lead teacher', { initial: false })
  isPrimary: boolean;

  @integer('教授年限', 'Years of teaching', {
    min: 0,
    max: 127,
    initial: 0,
    about: 'Years for which the teacher has taught the course.',
    sorted: 'plain',
  })
  teachYears: number;

  @choice('资格状态', 'Qualification status', QualificationStatus, {
    initial: QualificationStatus.APPROVED,
    index: true,
  })
  status: QualificationStatus;

  @text('备注', 'Remarks', { max: 255, nullable: true, searched: true })
  remarks: string | null;

  @belongsTo(() => User, '审核人', 'Approved by', {
    nullable: true,
    onDelete: 'set null',
    about: 'The account that reviewed it.',
  })
  approvedBy: Ref<User> | null;

  @instant('审核时间', 'Approved at', { nullable: true, about: 'When it was reviewed.', sorted: 'plain' })
  approvedAt: Date | null;
}
