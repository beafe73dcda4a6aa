import type { Ref } from '@mikro-orm/core';
import { all, everybody, ofGrantedDepartments } from '../data/callers.js';
import { StoredEntity } from '../data/columns.js';
import {
  afterLast,
  always,
  dayOfCreation,
  derived,
  firstThereIs,
  inheritedFrom,
} from '../data/defaults/default-values.js';
import {
  belongsTo,
  date,
  flag,
  hasMany,
  integer,
  linkedBy,
  list,
  longText,
  stored,
  text,
  uniqueTogether,
} from '../data/decorators.js';
import { landline } from '../data/lists/patterns.js';
import { ClassPartition } from './class-groups.js';
import { Student, Teacher } from './people.js';
import { Building } from './places.js';

@stored(
  '单位类别',
  'unit category',
  'A category of organisational units, such as administrative or college.',
  { rows: everybody },
)
export class UnitCategory extends StoredEntity {
  @text('单位类别名称', 'Unit category name', { max: 32, unique: true, sorted: 'chinese', searched: true })
  name: string;

  @integer('排序值', 'Order', {
    min: 0,
    initial: 100,
    about: 'Position in lists, smallest first.',
    sorted: 'plain',
  })
  order: number;

  @text('单位类别英文名称', 'Unit category English name', { max: 32, nullable: true, searched: true })
  englishName: string | null;

  @text('单位类别简称', 'Unit category short name', { max: 32, nullable: true, searched: true })
  shortName: string | null;

  @flag('是否实体单位类别', 'Real unit', {
    initial: true,
    about: 'Whether units of the category are real units.',
  })
  isEntity: boolean;
}

@stored(
  '单位办别',
  'unit type',
  'How an organisational unit is run, such as directly or with an enterprise.',
  { rows: everybody },
)
export class UnitType extends StoredEntity {
  @text('单位办别名称', 'Unit type name', { max: 32, unique: true, sorted: 'chinese', searched: true })
  name: string;

  @text('单位办别英文名称', 'Unit type English name', { max: 128, nullable: true })
  englishName: string | null;

  @text('单位办别简称', 'Unit type short name', { max: 32, nullable: true })
  shortName: string | null;

  @integer('排序值', 'Order', {
    min: 0,
    initial: 100,
    about: 'Position in lists, smallest first.',
    sorted: 'plain',
  })
  order: number;
}

@stored('部门', 'department', 'An organisational unit of the institution; departments form a tree.', {
  rows: everybody,
})
export class Department extends StoredEntity {
  @text('部门编码', 'Department code', {
    max: 32,
    unique: true,
    pattern: /^[A-Za-z0-9]{2,32}$/,
    patternText: {
      zh: '部门编码格式不正确，应为 2 至 32 位字母或数字',
      en: 'A department code has 2 to 32 letters or digits.',
    },
    sorted: 'plain',
  })
  code: string;

  @text('部门名称', 'Department name', { max: 64, unique: true, sorted: 'chinese', searched: true })
  name: string;

  @integer('部门排序', 'Department order', {
    min: 0,
    initial: 100,
    byDefault: afterLast,
    about: 'Position in lists, smallest first.',
    aboutInChinese: '数值小的排在前面',
    sorted: 'plain',
  })
  order: number;

  @text('部门英文名称', 'Department English name', { max: 128, nullable: true })
  englishName: string | null;

  @text('部门简称', 'Department short name', { max: 32, nullable: true })
  shortName: string | null;

  @text('部门地址', 'Department address', { max: 255, nullable: true })
  address: string | null;

  @flag('是否实体部门', 'Real unit', { initial: true, about: 'Whether it is a real organisational unit.' })
  isEntity: boolean;

  @text('行政负责人', 'Administrative head', { max: 32, nullable: true })
  administrativeHead: string | null;

  @text('党委负责人', 'Party committee head', { max: 32, nullable: true })
  partyCommitteeHead: string | null;

  @date('成立日期', 'Establishment date', {
    byDefault: dayOfCreation,
    about: 'Day of foundation.',
    sorted: 'plain',
  })
  establishedOn: string;

  @date('失效日期', 'Expiration date', { nullable: true, about: 'Day on which it ceased.' })
  expiredOn: string | null;

  @belongsTo(() => UnitCategory, '单位类别', 'Unit category', { byDefault: firstThereIs })
  category: Ref<UnitCategory>;

  @belongsTo(() => UnitType, '单位办别', 'Unit type', { byDefault: firstThereIs })
  type: Ref<UnitType>;

  @belongsTo(() => Department, '上级部门', 'Parent department', { nullable: true })
  parent: Ref<Department> | null;

  @hasMany(() => Department, 'parent', 'Departments directly below.')
  children: Department[];

  @hasMany(() => Major, 'department', 'Majors that the department offers.')
  majors: Major[];

  @hasMany(() => AdministrativeClass, 'department', 'Administrative classes of the department.', 50)
  administrativeClasses: AdministrativeClass[];

  @linkedBy(() => DepartmentBuilding, 'department', 'building', '分配教学楼', 'Buildings', {
    about: 'Teaching buildings assigned to the department.',
  })
  buildings: Building[];

  @flag('是否开课院系', 'Teaching college', { initial: true, about: 'Whether it offers courses.' })
  isTeachingCollege: boolean;

  @flag('是否上课院系', 'Attending college', { initial: true, about: 'Whether students attend in it.' })
  isAttendingCollege: boolean;

  @flag('是否开课教研室', 'Teaching office', {
    initial: false,
    about: 'Whether it is a teaching office that offers courses.',
  })
  isTeachingOffice: boolean;

  @text('固定电话', 'Landline', { max: 32, nullable: true, ...landline })
  landline: string | null;

  @longText('备注', 'Remark', { nullable: true })
  remark: string | null;

  @flag('是否启用', 'Enabled', { initial: true })
  isEnabled: boolean;
}

@uniqueTogether('department', 'building')
@stored('部门教学楼', 'department building', 'That a teaching building is assigned to a department.', {
  rows: everybody,
})
export class DepartmentBuilding extends StoredEntity {
  @belongsTo(() => Department, '部门', 'Department', { onDelete: 'cascade' })
  department: Ref<Department>;

  @belongsTo(() => Building, '教学楼', 'Building')
  building: Ref<Building>;
}

@stored('年级', 'grade', 'The students who entered the institution in one year.', { rows: everybody })
export class Grade extends StoredEntity {
  @text('年级名称', 'Grade name', {
    min: 2,
    max: 32,
    unique: true,
    byDefault: derived('入学年份加“级”', 'the entry year with 级', ({ year }) => `${String(year)}级`),
    sorted: 'chinese',
    searched: true,
  })
  name: string;

  @integer('入学年份', 'Entry year', {
    min: 1901,
    max: 2155,
    unique: true,
    about: 'Year in which its students entered.',
    sorted: 'plain',
  })
  year: number;

  @date('年级开始日期', 'Start date', {
    unique: true,
    byDefault: derived(
      '入学年份的 9 月 1 日',
      '1 September of the entry year',
      ({ year }) => `${String(year)}-09-01`,
    ),
    about: 'Day on which its students entered.',
    sorted: 'plain',
  })
  startDate: string;

  @date('年级结束日期', 'End date', { nullable: true, about: 'Day on which its students leave.' })
  endDate: string | null;

  @text('年级描述', 'Grade description', { max: 255, nullable: true })
  description: string | null;

  @hasMany(() => AdministrativeClass, 'grade', 'Administrative classes of the grade.', 200)
  administrativeClasses: AdministrativeClass[];
}

@stored('专业', 'major', 'A programme of study that a department offers.', {
  rows: { ACADEMIC_AFFAIRS: ofGrantedDepartments(), SIGNED_IN: all },
  isOpenByReference: true,
  department: 'department',
})
export class Major extends StoredEntity {
  @text('专业名称', 'Major name', { max: 32, unique: true, sorted: 'chinese', searched: true })
  name: string;

  @text('专业编码', 'Major code', { max: 32, unique: true, sorted: 'plain', searched: true })
  code: string;

  @text('专业描述', 'Major description', { max: 255, nullable: true })
  description: string | null;

  @flag('专业状态', 'Major status', { initial: true, about: 'Whether students may be enrolled.' })
  isEnabled: boolean;

  @belongsTo(() => Department, '所属部门', 'Department', { about: 'The department that offers it.' })
  department: Ref<Department>;

  @hasMany(() => AdministrativeClass, 'major', 'Administrative classes of the major.', 20)
  administrativeClasses: AdministrativeClass[];

  @integer('学制', 'Education years', {
    min: 1,
    max: 65_535,
    byDefault: always(4),
    about: 'Regular length of study in years.',
    sorted: 'plain',
  })
  educationYears: number;

  @text('培养层次', 'Training level', {
    max: 32,
    byDefault: always('本科'),
    about: 'Level of the degree, such as 本科 or 专科.',
  })
  trainingLevel: string;
}

@stored(
  '行政班级',
  'administrative class',
  'Students of one major and grade who are kept together for their whole study.',
  {
    rows: { ACADEMIC_AFFAIRS: ofGrantedDepartments(), SIGNED_IN: all },
    isOpenByReference: true,
    department: 'department',
  },
)
export class AdministrativeClass extends StoredEntity {
  @text('班级编号', 'Class code', { max: 32, unique: true, sorted: 'plain', searched: true })
  code: string;

  @text('班级名称', 'Class name', { max: 64, unique: true, sorted: 'chinese', searched: true })
  name: string;

  @belongsTo(() => Department, '所属部门', 'Department', {
    byDefault: inheritedFrom('major', { zh: '专业所属的部门', en: 'that of the major' }),
  })
  department: Ref<Department>;

  @belongsTo(() => Major, '所属专业', 'Major')
  major: Ref<Major>;

  @belongsTo(() => Grade, '年级', 'Grade')
  grade: Ref<Grade>;

  @integer('学生人数', 'Student count', {
    min: 0,
    initial: 0,
    about:
      'Planned number of students; stored, not counted. Where more study in the class, new teaching ' +
      'classes are for their number.',
    aboutInChinese: '计划人数；班内在读学生更多时，新的教学班按在读人数',
    sorted: 'plain',
  })
  studentCount: number;

  @belongsTo(() => Teacher, '辅导员', 'Counselor', {
    nullable: true,
    about: 'The teacher responsible for the class.',
  })
  counselor: Ref<Teacher> | null;

  @belongsTo(() => Student, '班长', 'Monitor', {
    nullable: true,
    about: 'The student who represents the class.',
  })
  monitor: Ref<Student> | null;

  @flag('是否启用', 'Enabled', { initial: true })
  isEnabled: boolean;

  @text('班级描述', 'Class description', { max: 255, nullable: true })
  description: string | null;

  @hasMany(() => Student, 'administrativeClass', 'Students of the class.', 50)
  students: Student[];

  @hasMany(() => ClassPartition, 'administrativeClass', 'Its partitions into groups.', 3)
  partitions: ClassPartition[];

  @list('分组时间轨', 'Lanes', 'integer', {
    initial: [0],
    hidden: true,
    about: 'One for each set of groups that some student is in; 0 alone where nothing is parted.',
  })
  lanes: number[];
}
