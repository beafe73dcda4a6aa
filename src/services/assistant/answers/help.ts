import type { Planning } from '../planner/planning.js';
import { joined, say, type Text } from '../planner/words.js';

const asked = say('您可以这样说：', 'You can say, for instance:');

/** What may be said, by what the caller may do about lessons. */
const sayings: Readonly<Record<Planning['may'], Text>> = {
  CHANGE: say(
    [
      '“把张老师周三上午的高数换到周四下午，要多媒体教室”',
      '“交换计科2301的大学英语和大学体育”',
      '“周五晚上有哪些60人的空教室”',
      '“为什么计科2301的体育不能排在周一第1节”',
      '“张老师的课表”“撤销”',
      '调整先给出检查过的计划，确认后才会生效。在句子里写“草稿3”就在该草稿中操作。',
    ].join('\n'),
    [
      '"Move the Linear Algebra of Mr Zhang from Wednesday morning to Thursday afternoon, multimedia room"',
      '"Swap English and PE of class CS2301"',
      '"Find a free room for 60 on Friday evening"',
      '"Why can\'t class CS2301 have PE on Monday period 1?"',
      '"Timetable of Mr Zhang", "undo"',
      'A change is first shown as a checked plan, and made only once you confirm it.',
      'Say "in draft 3" to work there.',
    ].join('\n'),
  ),
  REQUEST: say(
    [
      '“我下周的课”“我还剩几次课”',
      '“下周三的高数换到周五下午”“12月3日的课停一次”',
      '“我下周二出差，谁能代课”',
      '“周五下午有哪些60人的空教室”',
      '“以后周五下午别给我排课”',
      '“我的申请批了吗”',
      '停课、调课和代课是向教务的申请，确认后提交，审批后才会生效。',
    ].join('\n'),
    [
      '"My lessons next week", "how many lessons do I have left?"',
      '"Move my lesson of next Wednesday to Friday afternoon", "cancel my lesson on December 3"',
      '"I am away next Tuesday, who could stand in?"',
      '"Which rooms for 60 are free on Friday afternoon?"',
      '"Please no lessons on Friday afternoons"',
      '"Has my request been approved?"',
      'Changes of dates are requested of academic affairs once you confirm, and made once they accept.',
    ].join('\n'),
  ),
  LOOK: say(
    [
      '“下一节课在哪”“明天有什么课”',
      '“下周课表跟这周一样吗”“最近我的课有变动吗”',
      '“高数谁上，还剩几次”',
      '“今天晚上有空教室吗”',
      '“我和计科2302什么时候都有空”',
      '选课、打印和日历订阅在网页上。',
    ].join('\n'),
    [
      '"Where is my next class?", "what do I have tomorrow?"',
      '"Is next week the same as this week?", "has anything changed for me?"',
      '"Who teaches Linear Algebra, and how many lessons are left?"',
      '"Is a room free tonight?"',
      '"When are CS2302 and I both free?"',
      'Enrolment, printing and calendars are on the pages.',
    ].join('\n'),
  ),
};

/** What the caller can say to the assistant. */
export const helpFor = ({ may }: Pick<Planning, 'may'>): Text => joined([asked, sayings[may]], '\n');
