import { readFileSync } from 'node:fs';
import { seenFile, type Seen } from '../src/spot/seen.js';
import { withoutTypingErrors } from '../src/spot/typing-errors.js';
import { committedSeen } from '../src/training/examples.js';
import { situation } from '../src/training/worlds.js';

test('what is seen is what the committed corpora say', () => {
  expect(committedSeen()).toEqual(JSON.parse(readFileSync(seenFile, 'utf8')) as Seen);
});

test.each([
  ['周三午上谁有空', '周三上午谁有空'],
  ['请把刘洋老周师四的课调到周五', '请把刘洋老师周四的课调到周五'],
  ['大学物理理周五的课锁一下', '大学物理周五的课锁一下'],
  ['取校10月16日的数据结构', '取消10月16日的数据结构'],
  ['把操作统调到A102', '把操作系统调到A102'],
  ['pls freeze th ecalculus of CS2301', 'pls freeze the calculus of CS2301'],
  ['swap MTAH101 annd CSS301', 'swap math101 and cs301'],
  ['unlock data struuctures', 'unlock data structures'],
])('%s is put right', (typed, meant) => {
  expect(withoutTypingErrors(typed, situation)).toBe(meant);
});

test.each([
  '我的课时是多少',
  '不不不，只换下周那一次',
  '计算机24级1班的课表',
  '帮我补排一次',
  'Mr Wong on Friday',
  'loses it',
])('%s is meant as it stands', (text) => {
  expect(withoutTypingErrors(text, situation)).toBe(text);
});
