import { readFileSync } from 'node:fs';
import { read } from '../src/index.js';
import { seenFile, type Seen } from '../src/spot/seen.js';
import { withoutTypingErrors } from '../src/spot/slips.js';
import { committedSeen } from '../src/training/examples.js';
import { saidSituation, situation } from '../src/training/worlds.js';

test('what is seen is what the committed corpora say', () => {
  expect(committedSeen()).toEqual(JSON.parse(readFileSync(seenFile, 'utf8')) as Seen);
});

test.each([
  ['周三午上谁有空', '周三上午谁有空'],
  ['请把刘洋老周师四的课调到周五', '请把刘洋老师周四的课调到周五'],
  ['大学物理理周五的课锁一下', '大学物理周五的课锁一下'],
  ['把操作统调到A102', '把操作系统调到A102'],
  ['pls freeze th ecalculus of CS2301', 'pls freeze the calculus of CS2301'],
  ['swap MTAH101 annd CSS301', 'swap math101 and cs301'],
  ['unlock data struuctures', 'unlock data structures'],
  ['计刻2302周四哪几节没课', '计科2302周四哪几节没课'],
  ['礼拜五下武呢', '礼拜五下午呢'],
  ['周三的高数换到周四瞎午', '周三的高数换到周四下午'],
  ['请把软工2301的数据库往前体一节', '请把软工2301的数据库往前提一节'],
  ['操作系往后挪两节', '操作系统往后挪两节'],
  ['把张伟三的课全部调到周五', '把张伟周三的课全部调到周五'],
  ['高数三→周四', '高数周三→周四'],
  ['恢上一步', '恢复上一步'],
  ['cancel calculus on wendesday', 'cancel calculus on wednesday'],
  ['what is free tommorow', 'what is free tomorrow'],
])('%s is put right', (typed, meant) => {
  expect(withoutTypingErrors(typed, situation)).toBe(meant);
});

test.each([
  ['高数调到三3-4节有冲突吗', '高数调到周三3-4节有冲突吗'],
  ['取校10月16日的数据结构', '取消10月16日的数据结构'],
  ['芳周四下午忙不忙', '王芳周四下午忙不忙'],
  ['忘芳周二的课取消', '王芳周二的课取消'],
  ['swap MAT202 and CS402', 'swap math202 and CS402'],
  ['who can do cs201 on tursday', 'who can do cs201 on thursday'],
])('%s may mean %s, and is asked, put right or read so', (typed, meant) => {
  const reading = read(typed, situation);
  const texts = reading.kind === 'question' ? reading.options.map(({ text }) => text) : [];
  const isReadAlike = JSON.stringify(reading) === JSON.stringify(read(meant, situation));
  const isOffered = [...texts, withoutTypingErrors(typed, situation)].includes(meant);
  expect(isReadAlike || isOffered).toBe(true);
  // Nobody is taken for another, and no code for another.
  if (/芳|MAT/.test(typed)) expect(reading.kind).toBe('question');
});

test.each([
  '我的课时是多少',
  '不不不，只换下周那一次',
  '计算机24级1班的课表',
  '帮我补排一次',
  'Mr Wong on Friday',
  'loses it',
  '汤老师的课先都锁了',
  '就改这一次',
  '那天实验室要停水',
  '周五致远楼303被哪些课占着',
])('%s is meant as it stands', (text) => {
  expect(withoutTypingErrors(text, situation)).toBe(text);
});

test.each([
  '薛怡梦说自己排超了。单周多少节，双周多少节，分开报给我。',
  '薛怡梦老师跟我讲她每天早上要送孩子上学，第一第二节就不要给她排课了，从现在到学期末都这样',
  'Another room for 软件项目管理 of 软件2401 on October 16 only, 37 heads',
])('%s lacks nothing and names nobody else, so nothing is asked', (text) => {
  expect(read(text, saidSituation).kind).toBe('intents');
});
