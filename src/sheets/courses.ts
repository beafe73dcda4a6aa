import { Course, TeacherQualification } from '../entities/courses.js';
import { sheetOf } from './sheet-of.js';

/** Courses; the total hours are the sum of the hours of all kinds, and are checked when given. */
export const courseSheet = sheetOf(Course, {
  fileName: '课程库导入模板.xlsx',
  title: '导入课程库模板',
  starred: (label) => `${label}*`,
  columns: {
    code: { heading: '课程ID*', aliases: ['课程代码'] },
    name: {},
    category: { list: 'categories' },
    property: { list: 'properties' },
    type: { list: 'types', required: true },
    nature: { list: 'natures' },
    department: { heading: '所属部门*', list: 'departments' },
    totalHours: { heading: '总课时' },
    weekHours: { heading: '周课时' },
    theoryHours: { heading: '理论课时' },
    labHours: { heading: '实验课时', aliases: ['Experiment hours'] },
    practiceHours: { heading: '实践课时' },
    computerHours: { heading: '上机课时' },
    otherHours: { heading: '其他课时' },
    credits: {},
    theoryClassroomType: { list: 'classroomTypes' },
    labClassroomType: { aliases: ['Classroom type for experiments'], list: 'classroomTypes' },
    practiceClassroomType: { list: 'classroomTypes' },
    computerClassroomType: { list: 'classroomTypes' },
    isEnabled: { heading: '是否启用', fallback: true },
  },
  notice: [
    '请按模板填写',
    '所有数据必须准确，类别、属性、类型、性质、部门和教室类型请参照右侧列表填写',
    '请勿改动表格结构',
    '带 * 的列为必填项，课程ID不能重复',
    '总学时应等于各类课时之和：理论课时+实验课时+实践课时+上机课时+其他课时；不填则自动计算',
    '是否启用填写 1（启用）或 0（禁用），默认为 1',
  ],
  references: [
    { at: 'X2', heading: '课程类别列表', list: 'categories' },
    { at: 'Y2', heading: '课程属性列表', list: 'properties' },
    { at: 'Z2', heading: '课程类型列表', list: 'types' },
    { at: 'AA2', heading: '课程性质列表', list: 'natures' },
    { at: 'AB2', heading: '部门列表', list: 'departments' },
    { at: 'AC2', heading: '教室类型列表', list: 'classroomTypes' },
    { at: 'AD2', heading: '状态示例', values: ['1 (启用)', '0 (禁用)'] },
  ],
});

/** The words of a workbook for the levels of a qualification; the numbers are understood too. */
const levels = { 初级: 1, 中级: 2, 高级: 3, '1': 1, '2': 2, '3': 3 };

/** Who may teach which course, at what level, and who leads it. */
export const qualificationSheet = sheetOf(TeacherQualification, {
  columns: {
    teacher: {
      heading: '教师工号',
      label: '教师工号',
      english: 'Staff number',
      list: 'teachers',
      example: { first: true },
    },
    course: {
      heading: '课程编号',
      label: '课程编号',
      aliases: ['课程ID'],
      english: 'Course code',
      list: 'courses',
      example: { first: true },
    },
    level: { words: levels, example: '中级' },
    isPrimary: { example: '0' },
    teachYears: { example: '3' },
    remarks: { example: '示例备注' },
  },
  notice: [
    '请按模板填写，每行一名教师的一门课程；未改动的示例行会自动忽略',
    '教师工号、课程编号请参照右侧列表填写',
    '资格等级填写 初级、中级 或 高级，不填为初级',
    '是否主讲教师填写 1（是）或 0（否），不填为否；排课时主讲教师优先',
    '导入的资格视为已审核通过',
    '请勿改动表格结构',
  ],
  references: [
    { at: 'L2', heading: '教师列表', list: 'teachers' },
    { at: 'M2', heading: '课程列表', list: 'courses' },
  ],
});
