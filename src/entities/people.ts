import type { Ref } from '@mikro-orm/core';
import { User } from './accounts.js';
import { ClassGroupMember } from './class-groups.js';
import type { Row } from '../schema/rows.js';
import { actsForDepartment, all, everybody, ofGrantedDepartments, own } from '../data/callers.js';
import { StoredEntity } from '../data/columns.js';
import { always, firstThereIs } from '../data/defaults/default-values.js';
import { belongsTo, flag, hasMany, integer, stored, text } from '../data/decorators.js';
import { AdministrativeClass, Department, Grade, Major } from './organisation.js';
import { emailAddress, mobileNumber, personName } from '../data/lists/patterns.js';

@stored('教师类型', 'teacher type', 'A kind of teacher, such as full-time or part-time.', { rows: everybody })
export class TeacherType extends StoredEntity {
  @text('教师类型名称', 'Teacher type name', { max: 64, unique: true, sorted: 'chinese', searched: true })
  name: string;

  @text('教师类型英文名称', 'Teacher type English name', { max: 256, unique: true })
  englishName: string;

  @text('教师类型描述', 'Teacher type description', { max: 256, nullable: true })
  description: string | null;
}

@stored('教师', 'teacher', 'A person who teaches.', {
  rows: everybody,
  department: 'department',
  knowsPersonal: (viewer, { id, department }: Row<Teacher>) =>
    viewer.teacherId === id || actsForDepartment(viewer, department),
})
export class Teacher extends StoredEntity {
  @text('教师工号', 'Staff number', {
    max: 64,
    unique: true,
    pattern: /^[A-Za-z0-9]{2,64}$/,
    patternText: {
      zh: '教师工号格式不正确，应为 2 至 64 位字母或数字',
      en: 'A staff number has 2 to 64 letters or digits.',
    },
    sorted: 'plain',
    searched: true,
  })
  code: string;

  @text('教师姓名', 'Teacher name', { max: 32, index: true, sorted: 'chinese', searched: true })
  name: string;

  @text('教师英文名', 'Teacher English name', { max: 256, byDefault: always('') })
  englishName: string;

  @text('教师民族', 'Ethnic group', {
    max: 32,
    personal: true,
    byDefault: always(''),
    about: 'Ethnic group as text, such as 汉族.',
  })
  ethnic: string;

  @flag('教师性别', 'Male', { about: 'Whether the person is male.' })
  isMale: boolean;

  @belongsTo(() => Department, '所属部门', 'Department')
  department: Ref<Department>;

  @belongsTo(() => TeacherType, '教师类型', 'Teacher type', { byDefault: firstThereIs })
  type: Ref<TeacherType>;

  @text('电话', 'Phone', { max: 16, nullable: true, personal: true, ...mobileNumber })
  phone: string | null;

  @text('邮箱', 'E-mail', { max: 255, nullable: true, personal: true, ...emailAddress })
  email: string | null;

  @text('职称', 'Job title', {
    max: 32,
    nullable: true,
    index: true,
    about: 'Title, such as 教授 or 讲师.',
    sorted: 'chinese',
  })
  jobTitle: string | null;

  @text('教师描述', 'Teacher description', { max: 255, nullable: true })
  description: string | null;

  @integer('周课时上限', 'Weekly maximum', {
    min: 1,
    max: 168,
    nullable: true,
    personal: true,
    about: 'The most periods that the teacher teaches in any week; none: no limit.',
    aboutInChinese: '不填则不限',
  })
  weeklyPeriodsMax: number | null;

  @integer('日课时上限', 'Daily maximum', {
    min: 1,
    max: 24,
    nullable: true,
    personal: true,
    about: 'The most periods that the teacher teaches on any day; none: no limit.',
    aboutInChinese: '不填则不限',
  })
  dailyPeriodsMax: number | null;

  @text('禁排时间', 'Forbidden times', {
    max: 255,
    nullable: true,
    personal: true,
    aboutInChinese: '如 周一1-2，周五；不写节次表示全天，每个学期都有效',
    about:
      'Days and periods at which the teacher teaches in no semester, such as 周一1-2，周五 or Mon 1-2, Fri. A ' +
      'day without periods is the whole day.',
  })
  forbiddenTimes: string | null;

  @belongsTo(() => User, '用户', 'Account', {
    nullable: true,
    exclusive: true,
    onDelete: 'set null',
    about: 'The account with which the teacher signs in; none before the first sign-in.',
  })
  user: Ref<User> | null;
}

@stored('学生', 'student', 'A person who studies.', {
  rows: {
    ADMINISTRATOR: all,
    ACADEMIC_AFFAIRS: ofGrantedDepartments(),
    SIGNED_IN: own('id', 'studentId'),
  },
  department: 'department',
})
export class Student extends StoredEntity {
  @text('学号', 'Student number', { max: 32, unique: true, sorted: 'plain', searched: true })
  code: string;

  @text('姓名', 'Student name', {
    max: 32,
    index: true,
    ...personName,
    sorted: 'chinese',
    searched: true,
  })
  name: string;

  @flag('性别', 'Male', { about: 'Whether the person is male.' })
  isMale: boolean;

  @belongsTo(() => Grade, '年级', 'Grade', { about: 'Derived from the class.' })
  grade: Ref<Grade>;

  @belongsTo(() => Department, '所属部门', 'Department', { about: 'Derived from the class.' })
  department: Ref<Department>;

  @belongsTo(() => Major, '专业', 'Major', { about: 'Derived from the class.' })
  major: Ref<Major>;

  @belongsTo(() => AdministrativeClass, '班级', 'Administrative class', { nullable: true })
  administrativeClass: Ref<AdministrativeClass> | null;

  @hasMany(() => ClassGroupMember, 'student', 'The groups of the class that the student is in.', 3)
  groups: ClassGroupMember[];

  @flag('毕业状态', 'Graduated', { initial: false, index: true })
  isGraduated: boolean;

  @belongsTo(() => User, '用户', 'Account', {
    nullable: true,
    exclusive: true,
    onDelete: 'set null',
    about: 'The account with which the student signs in; none before the first sign-in.',
  })
  user: Ref<User> | null;
}
