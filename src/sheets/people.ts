import { Student, Teacher } from '../entities/people.js';
import { sheetOf } from './sheet-of.js';

const gender = { label: '性别', english: 'Gender', words: { 男: true, 女: false } } as const;

/** Teachers. A department that the caller does not act for is ignored. */
export const teacherSheet = sheetOf(Teacher, {
  title: '教师导入模板',
  columns: {
    code: { aliases: ['工号'], example: 'T001' },
    name: { aliases: ['姓名'], example: '张三' },
    englishName: { aliases: ['English name'], example: 'Zhang San' },
    ethnic: { example: '汉族' },
    isMale: { ...gender, example: '男' },
    department: {
      heading: '所属单位',
      list: 'departments',
      required: false,
      fallback: null,
      example: { first: true },
    },
    type: { list: 'types', required: true, example: { first: true } },
    phone: { heading: '教师电话', example: '19896666666' },
    email: { heading: '教师邮箱', example: 'teacher@example.com' },
    jobTitle: { heading: '教师职称', example: '副教授' },
    description: { aliases: ['Description'], example: '示例描述' },
    // Behind the lists, whose places older programs know.
    weeklyPeriodsMax: { at: 'P', example: '16' },
    dailyPeriodsMax: { at: 'Q', example: '6' },
    forbiddenTimes: { at: 'R', example: '周一1-2，周五' },
  },
  apart: '选填：课时与时间限制，与左侧同一行的教师对应',
  // Beside the table and its lists: between the rows it would be read as data.
  noticeRange: 'T2:V21',
  notice: [
    '请按模板填写；未改动的示例行会自动忽略',
    '请勿改动表格结构',
    '教师工号、教师姓名、教师性别、教师类型为必填项，教师工号不能重复',
    '教师类型请参照右侧列表填写',
    '教师性别只能填写 男 或 女',
    '教务导入的教师归入教务所在部门；管理员导入时所属单位必填',
    '电话、邮箱、职称、描述可不填',
    '周课时上限、日课时上限为节数，不填则不限；禁排时间如：周一1-2，周五（不写节次表示全天），每个学期都有效',
  ],
  references: [
    { at: 'M1', heading: '教师类型模板', list: 'types' },
    { at: 'N1', heading: '单位模板', list: 'departments' },
  ],
});

/** Students; what is said of grade, major and department must fit the class. */
export const studentSheet = sheetOf(Student, {
  columns: {
    // The first three follow from the class.
    department: {
      ...{ heading: '学院', label: '学院名称', list: 'departments', example: { first: true } },
      required: false,
    },
    major: { label: '专业名称', list: 'majors', required: false },
    grade: { label: '年级名称', list: 'grades', required: false },
    administrativeClass: { label: '班级名称', aliases: ['Class'], list: 'classes', required: true },
    code: {},
    name: { aliases: ['Name'] },
    isMale: gender,
  },
  notice: [
    '请按模板填写',
    '学院已预先填写的请保持不变；其他行的学院、专业、年级可不填，由班级得出',
    '必填数据请参照右侧列表填写；填写的专业、年级须与班级一致',
    '请勿改动表格结构',
    '性别只能填写 男 或 女',
  ],
  references: [
    { at: 'K4', heading: '专业模板', list: 'majors' },
    { at: 'L4', heading: '班级模板', list: 'classes' },
    { at: 'M4', heading: '年级模板', list: 'grades' },
  ],
});
