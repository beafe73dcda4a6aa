import { AdministrativeClass, Department, Grade, Major } from '../entities/organisation.js';
import { sheetOf } from './sheet-of.js';

/** Departments; the one above may stand in an earlier row. */
export const departmentSheet = sheetOf(Department, {
  columns: {
    name: { example: '示例学院' },
    code: { example: 'EXAMPLE' },
    parent: {},
    order: {},
    category: {},
    type: {},
    establishedOn: {},
    expiredOn: {},
    isEntity: {},
    isTeachingCollege: {},
    isAttendingCollege: {},
    isTeachingOffice: {},
    englishName: {},
    shortName: {},
    address: {},
    administrativeHead: {},
    partyCommitteeHead: {},
    landline: {},
    remark: {},
    isEnabled: {},
  },
  notice: ['上级部门须已存在，或写在本表的前面几行', '是否类的列填写 1（是）或 0（否）'],
});

/** Grades. */
export const gradeSheet = sheetOf(Grade, {
  columns: { year: {}, name: {}, startDate: {}, endDate: {}, description: {} },
  notice: ['日期填写如 2024-09-01；开始日期不能晚于今天'],
});

/** Majors of the departments for which the caller acts. */
export const majorSheet = sheetOf(Major, {
  columns: {
    name: {},
    code: {},
    department: {},
    educationYears: {},
    trainingLevel: {},
    description: {},
    isEnabled: {},
  },
});

/** Administrative classes of the departments for which the caller acts. */
export const administrativeClassSheet = sheetOf(AdministrativeClass, {
  columns: {
    name: {},
    code: {},
    major: {},
    grade: {},
    department: {},
    studentCount: {},
    counselor: { heading: '辅导员工号', label: '辅导员工号', isUnlisted: true },
    monitor: { heading: '班长学号', label: '班长学号', isUnlisted: true },
    description: {},
    isEnabled: {},
  },
  notice: ['学生人数为计划人数，不填为 0', '辅导员填写教师工号，班长填写学号'],
});
