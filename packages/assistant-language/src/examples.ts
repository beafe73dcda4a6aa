import type { Reading } from './interpreter.js';
import { isChinese } from './spot/characters.js';

const chinese = [
  '把周三上午的高数调到周四下午，要多媒体教室',
  '周五晚上有没有50人的空实验室',
  '为什么计科2301周一不能上体育',
  '交换周三的高数和周四的线代',
  '张伟老师的课表',
];
const english = [
  'Move the Wednesday calculus to Thursday afternoon, in a multimedia room',
  'Find a free lab for 50 on Friday evening',
  "Why can't class 2301 have PE on Monday?",
  'Lock the linear algebra of class 2301',
  'Show the timetable of John Smith',
];

/** Says what can be said, in the language of the text. */
export const unsupported = (text: string): Reading => ({
  kind: 'unsupported',
  hint: {
    zh: '我能看课表，找教室、老师和时间，解释为什么不能排，以及调课、换教室、换老师、交换、锁定和撤销。',
    en:
      'I show timetables, find rooms, teachers and times, explain what is not possible, and move, swap, ' +
      'lock and undo lessons. Nothing else.',
  },
  examples: isChinese(text) ? chinese : english,
});
