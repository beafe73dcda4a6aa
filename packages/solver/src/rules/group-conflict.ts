import { clashes } from './clashes.js';
import type { Group } from '../model.js';
import type { Rule } from './rule.js';
import type { Placed } from './view.js';

/** A group of students attends at most one meeting at a time. */
export const groupConflict: Rule = {
  id: 'group-conflict',
  level: 'hard',
  levels: ['hard'],
  weight: 1,
  meaning: { zh: '一个班级同一时间只能上一门课', en: 'A group attends at most one meeting at a time.' },
  judge: (view) => clashes(view.byGroup, '班级', isFirstPart),
};

/** Whether no other part of the same whole that attends both meetings comes before the group. */
function isFirstPart(group: Group, a: Placed, b: Placed): boolean {
  if (group.partOf === undefined) return true;
  return a.groups.find((each) => each.partOf === group.partOf && b.groups.includes(each)) === group;
}
