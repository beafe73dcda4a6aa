import type { Situation } from '../../src/services/assistant/interpreter.js';
import { named } from './named.js';
import { situation as common } from './situation.js';

/** Names as those of the demo's university, for what was said there. */
export const demoSituation: Situation = {
  ...common,
  names: [
    ...named('course', [
      ['c1', 'Python数据分析', 'NET211'],
      ['c2', 'Linux系统管理', 'NET212'],
      ['c3', '计算机网络', 'NET301'],
      ['c4', '数据通信', 'NET213'],
      ['c5', '云计算技术', 'NET311'],
      ['c6', '人工智能数学基础', 'NET214'],
      ['c7', '网络安全', 'NET312'],
      ['c8', '操作系统', 'COM301'],
      ['c9', 'Web应用开发', 'COM302'],
      ['c10', '路由与交换技术', 'NET313'],
      ['c11', '高等数学A（一）', 'PUB101'],
      ['c12', '高等数学B（一）', 'PUB102'],
      ['c13', '大学英语（一）', 'PUB111'],
      ['c14', '大学英语（三）', 'PUB112'],
      ['c15', '体育（一）', 'PUB121'],
      ['c16', '数据结构', 'COM201'],
    ]),
    ...named('teacher', [
      ['t1', '丁勇', '100064'],
      ['t2', '周翔俊', '100065'],
      ['t3', '孙杰华', '100066'],
      ['t4', '武玉晓', '100067'],
      ['t5', '邹语君', '100030'],
      ['t6', '欧阳帆军', '100031'],
      ['t7', '曾悦霞', '100032'],
      ['t8', '段清峰', '100010'],
      ['t9', '上官若君', '100033'],
      ['t10', '袁永', '100099'],
    ]),
    ...named('administrativeClass', [
      ['a1', '网络2501班', 'NET2501', '网络工程'],
      ['a2', '网络2401班', 'NET2401', '网络工程'],
      ['a3', '智能2501班', 'AI2501', '人工智能'],
      ['a4', '计算机2401班', 'CS2401', '计算机科学与技术'],
      ['a5', '计算机2402班', 'CS2402', '计算机科学与技术'],
      ['a6', '计算机2601班', 'CS2601', '计算机科学与技术'],
    ]),
    ...named('teachingClass', [
      ['k1', '计算机网络（计算机2401班、计算机2402班）', 'TC0001'],
      ['k2', '操作系统（网络2401班）', 'TC0002'],
      ['k3', '网络安全（网络2401班A组）', 'TC0003'],
      ['k4', '网络安全（网络2401班B组）', 'TC0004'],
    ]),
    ...named('room', [
      ['r1', '明德楼101', 'MD101'],
      ['r2', '机房201', 'JF201'],
      ['r3', '机房301', 'JF301'],
      ['r4', '致远楼303', 'ZY303'],
    ]),
    ...named('building', [
      ['b1', '明德楼', null],
      ['b2', '致远楼', null],
    ]),
  ],
  self: { teacher: 't9', administrativeClass: null },
  // Monday of week 12 of a term that began on the last day of August.
  today: '2026-11-16',
};
