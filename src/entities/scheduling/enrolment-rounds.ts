import type { Ref } from '@mikro-orm/core';
import { Index } from '@mikro-orm/decorators/legacy';
import { all, everybody, nobody, ofGrantedDepartments, own } from '../../data/callers.js';
import { StoredEntity } from '../../data/columns.js';
import {
  belongsTo,
  choice,
  decimal,
  instant,
  integer,
  linkedBy,
  longText,
  stored,
  text,
  uniqueTogether,
} from '../../data/decorators.js';
import { EnrolmentMode, wishesMax, WaitingState } from '../../schema/enrolment.js';
import { Course } from '../courses.js';
import { AdministrativeClass, Department, Grade, Major } from '../organisation.js';
import { Student } from '../people.js';
import { Semester } from './semesters.js';
import { TeachingClass } from './teaching-classes.js';

const who = 'None: no restriction. A student has to meet each kind of restriction that is named.';
const what = 'None: no restriction. A teaching class has to meet each kind of restriction that is named.';

@uniqueTogether('semester', 'name')
@stored('选课轮次', 'enrolment round', 'A time in which students enrol themselves in electives.', {
  rows: everybody,
})
export class EnrolmentRound extends StoredEntity {
  @text('轮次名称', 'Round name', { max: 64, sorted: 'chinese', searched: true })
  name: string;

  @belongsTo(() => Semester, '学期', 'Semester')
  semester: Ref<Semester>;

  @choice('选课方式', 'Mode', EnrolmentMode, { initial: EnrolmentMode.FIRST_COME })
  mode: EnrolmentMode;

  @instant('开始时间', 'Opens at', { sorted: 'plain' })
  opensAt: Date;

  @instant('结束时间', 'Closes at', { about: 'From this moment on it is closed.', sorted: 'plain' })
  closesAt: Date;

  @instant('退课截止时间', 'Drop until', {
    about: 'Until then students may give back what they have of its offers, and waiting lists move up.',
  })
  dropUntil: Date;

  @decimal('学分上限', 'Credits at most', {
    min: 0,
    max: 1_000,
    nullable: true,
    about: 'Credits that one student may have of its offers at most, however enrolled; none: no limit.',
  })
  creditsMax: number | null;

  @integer('门数上限', 'Courses at most', {
    min: 0,
    max: 100,
    nullable: true,
    about: 'Teaching classes that one student may have of its offers at most; none: no limit.',
  })
  countMax: number | null;

  @linkedBy(() => RoundGrade, 'round', 'grade', '年级', 'Grades', { about: `For these. ${who}` })
  grades: Grade[];

  @linkedBy(() => RoundMajor, 'round', 'major', '专业', 'Majors', { about: `For these. ${who}` })
  majors: Major[];

  @linkedBy(() => RoundStudentDepartment, 'round', 'department', '学生所属部门', 'Departments of students', {
    about: `For students of these and of those below. ${who}`,
  })
  studentDepartments: Department[];

  @linkedBy(
    () => RoundAdministrativeClass,
    'round',
    'administrativeClass',
    '行政班',
    'Administrative classes',
    { about: `For these. ${who}` },
  )
  administrativeClasses: AdministrativeClass[];

  @linkedBy(() => RoundDepartment, 'round', 'department', '开课部门', 'Departments that offer', {
    about: `Offers what these and those below offer. ${what}`,
  })
  departments: Department[];

  @linkedBy(() => RoundCourse, 'round', 'course', '课程', 'Courses', { about: `Offers these. ${what}` })
  courses: Course[];

  @linkedBy(() => RoundTeachingClass, 'round', 'teachingClass', '教学班', 'Teaching classes', {
    about: `Offers these. ${what}`,
  })
  teachingClasses: TeachingClass[];

  @text('种子', 'Seed', { max: 64, secret: true })
  seed: string;

  @text('种子摘要', 'Digest of the seed', {
    max: 64,
    about:
      'SHA-256 of the seed of the lottery, in hex; public before it closes, so that nobody can change it.',
  })
  seedDigest: string;

  @instant('抽签时间', 'Drawn at', { nullable: true, about: 'When the lottery was drawn.' })
  drawnAt: Date | null;
}

const link = { rows: everybody, output: false } as const;

@uniqueTogether('round', 'grade')
@stored('选课轮次年级', 'grade of an enrolment round', 'A grade whose students may take part.', link)
export class RoundGrade extends StoredEntity {
  @belongsTo(() => EnrolmentRound, '选课轮次', 'Enrolment round', { onDelete: 'cascade', hidden: true })
  round: Ref<EnrolmentRound>;

  @belongsTo(() => Grade, '年级', 'Grade', { hidden: true })
  grade: Ref<Grade>;
}

@uniqueTogether('round', 'major')
@stored('选课轮次专业', 'major of an enrolment round', 'A major whose students may take part.', link)
export class RoundMajor extends StoredEntity {
  @belongsTo(() => EnrolmentRound, '选课轮次', 'Enrolment round', { onDelete: 'cascade', hidden: true })
  round: Ref<EnrolmentRound>;

  @belongsTo(() => Major, '专业', 'Major', { hidden: true })
  major: Ref<Major>;
}

@uniqueTogether('round', 'department')
@stored(
  '选课轮次学生部门',
  'department of students of an enrolment round',
  'A department whose students may take part.',
  link,
)
export class RoundStudentDepartment extends StoredEntity {
  @belongsTo(() => EnrolmentRound, '选课轮次', 'Enrolment round', { onDelete: 'cascade', hidden: true })
  round: Ref<EnrolmentRound>;

  @belongsTo(() => Department, '部门', 'Department', { hidden: true })
  department: Ref<Department>;
}

@uniqueTogether('round', 'administrativeClass')
@stored(
  '选课轮次行政班',
  'administrative class of an enrolment round',
  'An administrative class whose students may take part.',
  link,
)
export class RoundAdministrativeClass extends StoredEntity {
  @belongsTo(() => EnrolmentRound, '选课轮次', 'Enrolment round', { onDelete: 'cascade', hidden: true })
  round: Ref<EnrolmentRound>;

  @belongsTo(() => AdministrativeClass, '行政班', 'Administrative class', { hidden: true })
  administrativeClass: Ref<AdministrativeClass>;
}

@uniqueTogether('round', 'department')
@stored(
  '选课轮次开课部门',
  'department of an enrolment round',
  'A department whose electives are offered.',
  link,
)
export class RoundDepartment extends StoredEntity {
  @belongsTo(() => EnrolmentRound, '选课轮次', 'Enrolment round', { onDelete: 'cascade', hidden: true })
  round: Ref<EnrolmentRound>;

  @belongsTo(() => Department, '部门', 'Department', { hidden: true })
  department: Ref<Department>;
}

@uniqueTogether('round', 'course')
@stored('选课轮次课程', 'course of an enrolment round', 'A course whose electives are offered.', link)
export class RoundCourse extends StoredEntity {
  @belongsTo(() => EnrolmentRound, '选课轮次', 'Enrolment round', { onDelete: 'cascade', hidden: true })
  round: Ref<EnrolmentRound>;

  @belongsTo(() => Course, '课程', 'Course', { hidden: true })
  course: Ref<Course>;
}

@uniqueTogether('round', 'teachingClass')
@stored('选课轮次教学班', 'teaching class of an enrolment round', 'A teaching class that is offered.', link)
export class RoundTeachingClass extends StoredEntity {
  @belongsTo(() => EnrolmentRound, '选课轮次', 'Enrolment round', { onDelete: 'cascade', hidden: true })
  round: Ref<EnrolmentRound>;

  @belongsTo(() => TeachingClass, '教学班', 'Teaching class', { onDelete: 'cascade', hidden: true })
  teachingClass: Ref<TeachingClass>;
}

@Index({
  name: 'waiting_place_waiting_unique',
  expression:
    'create unique index "waiting_place_waiting_unique" on "waiting_place" ("teaching_class_id", ' +
    '"student_id") where "state" = \'WAITING\'',
})
@stored('候补', 'waiting place', 'The place of a student on the waiting list of a teaching class.', {
  rows: {
    ADMINISTRATOR: all,
    ACADEMIC_AFFAIRS: ofGrantedDepartments('teachingClass.department'),
    STUDENT: own('student', 'studentId'),
  },
  department: 'teachingClass.department',
})
export class WaitingPlace extends StoredEntity {
  @belongsTo(() => EnrolmentRound, '选课轮次', 'Enrolment round')
  round: Ref<EnrolmentRound>;

  @belongsTo(() => TeachingClass, '教学班', 'Teaching class', { onDelete: 'cascade' })
  teachingClass: Ref<TeachingClass>;

  @belongsTo(() => Student, '学生', 'Student', { hidden: true })
  student: Ref<Student>;

  @integer('候补次序', 'Sequence', {
    min: 1,
    hidden: true,
    about: 'Order on the list of the teaching class.',
  })
  sequence: number;

  @choice('候补状态', 'State', WaitingState, { initial: WaitingState.WAITING })
  state: WaitingState;

  @longText('中文原因', 'Reason in Chinese', { nullable: true, hidden: true })
  reasonZh: string | null;

  @longText('英文原因', 'Reason in English', { nullable: true, hidden: true })
  reasonEn: string | null;

  @instant('处理时间', 'Settled at', { nullable: true, about: 'When it stopped waiting.' })
  settledAt: Date | null;
}

@uniqueTogether('round', 'student', 'teachingClass')
@stored('选课志愿', 'wish', 'That a student would like to attend a teaching class of a lottery.', {
  rows: nobody,
  output: false,
})
export class EnrolmentWish extends StoredEntity {
  @belongsTo(() => EnrolmentRound, '选课轮次', 'Enrolment round')
  round: Ref<EnrolmentRound>;

  @belongsTo(() => Student, '学生', 'Student', { hidden: true })
  student: Ref<Student>;

  @belongsTo(() => TeachingClass, '教学班', 'Teaching class', { onDelete: 'cascade' })
  teachingClass: Ref<TeachingClass>;

  @integer('志愿序号', 'Rank', { min: 1, max: wishesMax, about: 'Place among the wishes, from 1.' })
  rank: number;
}
