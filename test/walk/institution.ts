import type { Rows } from '../imports/support/book.js';

/** What a small college writes into its workbook before its first semester: 300 students in ten classes. */
export const classes = Array.from({ length: 10 }, (_, at) => `软工${at + 1}班`);
const teachers = Array.from({ length: 14 }, (_, at) => `T${String(at + 1).padStart(2, '0')}`);
const electives = ['摄影', '书法', '合唱', '围棋', '天文', '急救'];

/** Students whom an elective has room for: as many as there are, all together. */
export const seatsOfElective = 50;
export const studentNumbers = classes.flatMap((_, at) =>
  Array.from(
    { length: 30 },
    (_, n) => `2031${String(at + 1).padStart(2, '0')}${String(n + 1).padStart(2, '0')}`,
  ),
);

export const institution: Rows = {
  教室类型: [{ 教室类型名称: '讲授教室' }, { 教室类型名称: '化学实验室' }],
  部门: [{ 部门名称: '软件学院', 部门编码: 'RJ' }],
  校区: [{ 校区名称: '主校区', 校区编码: 'MAIN', 校区地址: '学府路1号' }],
  教学楼: [{ 所属校区: '主校区', 教学楼名称: '博学楼' }],
  教室: [
    ...Array.from({ length: 8 }, (_, at) => room(`10${at + 1}`, '讲授教室', 70)),
    room('201', '化学实验室', 20),
    room('202', '化学实验室', 20),
  ],
  教师: teachers.map((number, at) => ({
    教师工号: number,
    教师姓名: `教师${at + 1}`,
    教师性别: at % 2 ? '女' : '男',
    所属单位: '软件学院',
    教师类型: '讲师',
  })),
  年级: [{ 入学年份: 2024 }],
  专业: [{ 专业名称: '软件工程', 专业编码: 'SE', 所属部门: '软件学院' }],
  行政班级: classes.map((name, at) => ({
    班级名称: name,
    班级编号: `SE${at + 1}`,
    所属专业: '软件工程',
    年级: '2024级',
    学生人数: 30,
  })),
  学生: studentNumbers.map((number, at) => ({
    班级: classes[Math.floor(at / 30)],
    学号: number,
    姓名: `学生${at + 1}`,
    性别: at % 2 ? '女' : '男',
  })),
  课程: [
    course('C1', '离散数学', { 理论课时: 32 }),
    course('C2', '物理化学', { 理论课时: 32, 实验课时: 32, 实验教室类型: '化学实验室' }),
    ...electives.map((name, at) => course(`E${at + 1}`, name, { 理论课时: 32 })),
  ],
  教师课程资格: [
    ...teachers.slice(0, 5).map((teacher) => ({ 教师工号: teacher, 课程编号: 'C1' })),
    ...teachers.slice(5, 8).map((teacher) => ({ 教师工号: teacher, 课程编号: 'C2' })),
    ...electives.map((_, at) => ({ 教师工号: teachers[8 + at], 课程编号: `E${at + 1}` })),
  ],
  学期: [{ 学期名称: '2031秋', 开始日期: '2031-09-01', 结束日期: '2031-12-21' }],
  教学班: electives.map((name, at) => ({
    教学班编码: `E${at + 1}`,
    教学班名称: `${name}选修`,
    学期: '2031秋',
    课程编号: `E${at + 1}`,
    是否必修: 0,
    名额: seatsOfElective,
    课次: `${teachers[8 + at]} 2节 1-16周`,
  })),
};

function room(name: string, type: string, capacity: number): Readonly<Record<string, string | number>> {
  return {
    校区名称: '主校区',
    楼栋名称: '博学楼',
    教室编号: name,
    教室名称: name,
    楼层: name[0],
    教室类型: type,
    教室容量: capacity,
    是否是考场: 0,
    是否是多媒体教室: 1,
    是否有空调: 1,
    教室状态: 1,
    教室面积: 90,
  };
}

function course(
  code: string,
  name: string,
  more: Readonly<Record<string, string | number>>,
): Readonly<Record<string, string | number>> {
  return {
    课程ID: code,
    课程名称: name,
    课程类型: 'A类(纯理论课)',
    所属部门: '软件学院',
    理论教室类型: '讲授教室',
    ...more,
  };
}
