import { inLanguage } from '../shell/in-language.js';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** The texts of runs. */
export const runTexts = inLanguage({
  title: { zh: '自动排课', en: 'Runs' },
  newRun: { zh: '新的排课', en: 'A new run' },
  wishes: { zh: '要求', en: 'Wishes' },
  strategy: { zh: '策略', en: 'Strategy' },
  QUICK: { zh: '快速（10 秒）', en: 'Quick (10 s)' },
  BALANCED: { zh: '均衡（60 秒）', en: 'Balanced (60 s)' },
  OPTIMAL: { zh: '深入（300 秒）', en: 'Thorough (300 s)' },
  timeLimit: { zh: '搜索时长（秒，可不填）', en: 'Search time (seconds, optional)' },
  searches: { zh: '同时搜索', en: 'Parallel searches' },
  from: { zh: '从哪版课表继续', en: 'Continue from' },
  fromPublished: { zh: '已发布的课表（若有）', en: 'The published timetable, if there is one' },
  onlyOwn: { zh: '只排我负责的教学班', en: 'Only the teaching classes that I plan' },
  aboutOnlyOwn: {
    zh: '其余保持原位；动了其他部门课程的草稿，您无权发布',
    en: 'All others stay in place; a draft that moves those of other departments is not yours to publish',
  },
  noOwn: { zh: '本学期没有您负责的教学班', en: 'You plan no teaching classes in this semester' },
  tooManyOwn: {
    zh: '您负责的教学班太多，请取消“只排我负责的教学班”后再试',
    en: 'You plan too many teaching classes to name them all; untick that only those are placed',
  },
  fewestChanges: { zh: '改动尽量少', en: 'Move as few meetings as possible' },
  rules: { zh: '逐条设置规则', en: 'Rules one by one' },
  weight: { zh: '权重', en: 'Weight' },
  level: { zh: '级别', en: 'Level' },
  HARD: { zh: '必须', en: 'Must hold' },
  SOFT: { zh: '尽量', en: 'If possible' },
  OFF: { zh: '不考虑', en: 'Off' },
  start: { zh: '开始排课', en: 'Start' },
  latest: { zh: '最近的排课', en: 'Latest runs' },
  noRuns: { zh: '本学期没有可以查看的排课。', en: 'There are no runs to show in this semester.' },
  cancel: { zh: '取消排课', en: 'Cancel the run' },
  placed: { zh: '已排课次', en: 'Placed' },
  unplaced: { zh: '未排课次', en: 'Unplaced' },
  hard: { zh: '硬约束违反', en: 'Hard violations' },
  cost: { zh: '代价', en: 'Cost' },
  remaining: { zh: '剩余秒数', en: 'Seconds left' },
  progress: { zh: '进度', en: 'Progress' },
  curve: { zh: '代价与未排课次随时间的变化', en: 'Cost and unplaced meetings over time' },
  seconds: { zh: '秒', en: 'Seconds' },
  ofScope: {
    zh: '这次排课只排了一部分教学班：代价与得分只算这一部分，不能与其他排课比较',
    en: 'It placed some teaching classes alone: cost and scores are of these, and not those of other runs',
  },
  scores: { zh: '各规则的得分', en: 'Score by rule' },
  rule: { zh: '规则', en: 'Rule' },
  penalty: { zh: '违反或代价', en: 'Violations or cost' },
  noPenalties: { zh: '没有违反任何规则。', en: 'No rule is broken.' },
  causes: { zh: '为什么排不满', en: 'Why not everything can be placed' },
  meetings: {
    zh: (count: number) => `${count} 个课次`,
    en: (count: number) => counted(count, 'meeting', 'meetings'),
  },
  result: { zh: '结果', en: 'Result' },
  revision: { zh: (number: number) => `第 ${number} 版`, en: (number: number) => `Revision ${number}` },
  onBoard: { zh: '在排课板上查看', en: 'Show on the board' },
  difference: { zh: '与已发布课表的差别', en: 'Differences from the published timetable' },
  differs: {
    zh: (meetings: number, teachers: number, classes: number, students: number) =>
      `${meetings} 个课次有变化，涉及 ${teachers} 位教师、${classes} 个班级、${students} 名学生`,
    en: (meetings: number, teachers: number, classes: number, students: number) =>
      `${counted(meetings, 'meeting differs', 'meetings differ')}, which concerns ` +
      `${counted(teachers, 'teacher', 'teachers')}, ${counted(classes, 'class', 'classes')} and ` +
      counted(students, 'student', 'students'),
  },
  same: { zh: '与已发布的课表相同。', en: 'It is the same as the published timetable.' },
  firstOnes: { zh: (count: number) => `显示前 ${count} 个`, en: (count: number) => `The first ${count}` },
  atItsEnd: { zh: '排课结束时', en: 'When the run ended' },
  asItIsNow: { zh: '草稿现在', en: 'The draft as it is now' },
  unfinished: { zh: '尚未完成', en: 'Unfinished' },
  acceptUnfinished: { zh: '仍要发布，接受以上问题', en: 'Publish it in spite of this' },
  reason: { zh: '发布原因', en: 'Reason for publishing' },
  discard: { zh: '丢弃草稿', en: 'Discard the draft' },
  discardsForGood: {
    zh: '草稿及其中的手工调整将全部丢失，无法恢复。',
    en: 'The draft and every change made in it by hand will be lost for good.',
  },
  discarded: { zh: '草稿已丢弃', en: 'The draft was discarded' },
  store: { zh: '保存结果', en: 'Store the result' },
  publish: { zh: '发布', en: 'Publish' },
  publishesForAll: {
    zh: '所有师生将立即改看这一版，并收到变更通知。',
    en: 'Everybody will see this timetable from now on, and those whom it changes are told.',
  },
  published: {
    zh: (number: number) => `第 ${number} 版已发布`,
    en: (number: number) => `Revision ${number} is published`,
  },
});
