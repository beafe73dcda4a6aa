import { inLanguage } from '../shell/in-language.js';

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The texts of the times that teachers prefer. */
export const preferenceTexts = inLanguage({
  about: {
    zh: '先选一种偏好，再点节次；点星期或节次的标题可填写整天或整行。排课时会尽量照顾，但不保证；不能上课的时间请联系教务。',
    en:
      'Choose how much you like a time, then the periods of it; a heading stands for its whole day or row. ' +
      'Runs weigh what you tell against everything else, so it is no promise: if you cannot come at all, ' +
      'tell academic affairs.',
  },
  pens: { zh: '偏好', en: 'How much' },
  level5: { zh: '强烈希望', en: 'Strongly preferred' },
  level4: { zh: '希望', en: 'Preferred' },
  level3: { zh: '中立', en: 'Neutral' },
  level2: { zh: '回避', en: 'Rather not' },
  level1: { zh: '强烈回避', en: 'Only if it must be' },
  level0: { zh: '清除', en: 'Clear' },
  none: { zh: '未填写', en: 'nothing told' },
  cell: {
    zh: (day: string, period: number, level: string) => `${day}第${period}节：${level}`,
    en: (day: string, period: number, level: string) => `${day}, period ${period}: ${level}`,
  },
  wholeDay: { zh: (day: string) => `${day}整天`, en: (day: string) => `The whole ${day}` },
  wholeRow: {
    zh: (period: number) => `每天第${period}节`,
    en: (period: number) => `Period ${period} of every day`,
  },
  reason: { zh: '原因（选填，教务可见）', en: 'Why (optional, for academic affairs)' },
  store: { zh: '保存', en: 'Store' },
  stored: { zh: '已保存', en: 'Stored' },
  unstored: { zh: '有尚未保存的修改', en: 'There is something that is not stored yet' },
  teacher: { zh: '教师', en: 'Teacher' },
  chooseTeacher: {
    zh: '输入教师姓名，查看或代为填写',
    en: 'Type the name of a teacher to see or enter theirs',
  },
  copy: { zh: '沿用上一学期', en: 'Take over from the semester before' },
  aboutCopy: {
    zh: '为本学期还没有填写的教师，复制上一学期的偏好。',
    en: 'For teachers who have told nothing for this semester yet.',
  },
  preview: { zh: '查看会复制多少', en: 'See what that would be' },
  copyNow: { zh: '现在复制', en: 'Copy now' },
  copied: { zh: '已复制', en: 'Copied' },
  copyCount: {
    zh: (teachers: number, periods: number) => `${teachers} 名教师，共 ${periods} 个节次`,
    en: (teachers: number, periods: number) =>
      `${counted(teachers, 'teacher')}, ${counted(periods, 'period')}`,
  },
  leftOut: {
    zh: (periods: number) => `，另有 ${periods} 个节次本学期没有`,
    en: (periods: number) => `; periods that this semester does not have: ${periods}`,
  },
});

/** The word for a level; 0 is none. */
export const levelName = (level: number): string =>
  level ? preferenceTexts[`level${level as 1 | 2 | 3 | 4 | 5}`] : preferenceTexts.none;
