import type { Situation } from '../interpreter.js';
import { named } from './named.js';

/** A small university as an interpreter sees it; ids are told apart by their first letter. */
export const situation: Situation = {
  names: [
    ...named('course', [
      ['c1', '高等数学', 'MATH101'],
      ['c2', '线性代数', 'MATH102'],
      ['c3', '大学英语', 'ENG101'],
      ['c4', '大学体育', 'PE101'],
      ['c5', '数据结构', 'CS201'],
      ['c6', '数据库原理', 'CS301'],
      ['c7', '大学物理', 'PHY101'],
      ['c8', '大学物理实验', 'PHY102'],
      ['c9', '操作系统', 'CS302'],
      ['c10', 'Operating Systems', 'CS402'],
      ['c11', 'Linear Algebra', 'MATH202'],
    ]),
    ...named('teacher', [
      ['t1', '张伟', '100001'],
      ['t2', '张敏', '100002'],
      ['t3', '李娜', '100003'],
      ['t4', '王芳', '100004'],
      ['t5', '欧阳修文', '100005'],
      ['t6', '陈晨', '100006'],
      ['t7', '刘洋', '100007'],
      ['t8', 'John Smith', '100008'],
      ['t9', '赵磊', '100009'],
    ]),
    ...named('administrativeClass', [
      ['a1', '计科2301', 'CS2301'],
      ['a2', '计科2302', 'CS2302'],
      ['a3', '软工2301', 'SE2301'],
      ['a4', '英语2201', 'EN2201'],
    ]),
    ...named('teachingClass', [
      ['k1', '高等数学-01', 'K001'],
      ['k2', '高等数学-02', 'K002'],
      ['k3', '数据结构-01', 'K003'],
    ]),
    ...named('room', [
      ['r1', 'A101', 'A101'],
      ['r2', 'A102', 'A102'],
      ['r3', 'B205', 'B205'],
      ['r4', '实验楼302', 'S302'],
      ['r5', '机房1', 'J1'],
    ]),
    ...named('building', [
      ['b1', '第一教学楼', 'A'],
      ['b2', '第二教学楼', 'B'],
      ['b3', '实验楼', 'S'],
    ]),
  ],
  self: { teacher: 't1', student: null, administrativeClass: null },
  // A Wednesday of week 7.
  today: '2026-10-14',
  semester: { startDate: '2026-08-31', weeks: 18, days: 7, schedulingDays: [1, 2, 3, 4, 5] },
  periods: {
    morning: [1, 4],
    afternoon: [5, 8],
    evening: [9, 12],
    starts: [
      ...['08:00', '08:55', '10:00', '10:55', '14:00', '14:55', '16:00', '16:55', '19:00', '19:50'],
      ...['20:40', '21:30'],
    ],
  },
  asked: null,
};
