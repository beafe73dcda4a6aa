import type { Reading, Situation } from './interpreter.js';
import type { Text } from './texts.js';

/** Says that nothing was understood, or that it is not done here; what is done is told when asked for. */
export const unsupported = (hint: Text = notUnderstood): Reading => ({ kind: 'unsupported', hint });

const notUnderstood: Text = {
  zh: '没有听懂，或者这不归我管：我只回答课表的事，也只调整课表。说“帮助”看我能做什么。',
  en: 'I did not understand that, or it is not about the timetable. Say "help" to see what I can do.',
};

const leave =
  /我(?!们).*请[个一次下]*[病事公]?假(?!了|的)|\bi\b.*\b(?:take|ask for|get) (?:a |sick )*leave\b|\bexcuse me from\b/i;

/** Who knows of what is in no timetable, by which words; earlier ones first. */
const knowing: readonly (readonly [words: RegExp, zh: string, en: string])[] = [
  [leave, '辅导员，并告诉任课教师', 'your counsellor for leave, and tell the teacher'],
  [
    /课酬|课时费|代课费|工资|薪|报销|\b(?:pay|paid|salar\w+|wages?|expenses?)\b/i,
    '人事或财务',
    'human resources',
  ],
  [
    /考勤|旷课|缺[勤课]|签到|没[来到]|\b(?:attend|absen)/i,
    '任课教师或辅导员',
    'the teacher or the counsellor',
  ],
  [
    /[分绩考]|作业|报告|挂科|\b(?:marks?|grades?|scores?|points|exams?|finals?|mid-?terms?|homework|assignments?)\b/i,
    '任课教师或教务',
    'the teacher or academic affairs',
  ],
  [/电话|手机|微信|邮箱|联系方式|\b(?:phone|e-?mail|number)\b/i, '学院办公室', 'the office of the college'],
  [/线上|网课|直播|腾讯会议|\b(?:online|zoom|remote(?:ly)?)\b/i, '教务', 'academic affairs'],
  [/办公室|办公时间|\boffices?\b/i, '老师本人或学院办公室', 'the teacher or the office of the college'],
  [/转告|带[个句]话|说一[声下]|\b(?:tell|let) \S+/i, '对方本人', 'them yourself'],
];

/** Longest part of a text that is repeated. */
const repeatedMax = 100;
const repeated = (text: string): string =>
  text.length > repeatedMax ? `${text.slice(0, repeatedMax)}…` : text.replace(/[\s。.!！?？,，]+$/u, '');

/** What is surely of another matter, by what was said of it, and whom to ask. */
export function elsewhere(text: string, { self }: Pick<Situation, 'self'>): Text {
  const [, zh, en] =
    knowing.find(([words]) => words.test(text)) ??
    (self.student !== null
      ? [null, '辅导员或学院办公室', 'your counsellor or the office of your college']
      : self.teacher !== null
        ? [
            null,
            '学院办公室、教务处或对口部门',
            'the office of your college, academic affairs or who is in charge',
          ]
        : [null, '系统管理员或对口部门', 'the administrator of the system or the office in charge']);
  return {
    zh: `“${repeated(text)}”不归我管，课表里没有，也没有提交任何内容：请问${zh}。我可以查课表：什么时候、在哪间教室、谁上、多少课时。`,
    en:
      `"${repeated(text)}" is not mine to answer or to send, since timetables hold nothing of it: ` +
      `please ask ${en}. I can tell when, where and by whom a course is taught.`,
  };
}

/** Whether a student asks for leave, which calls no lesson off. */
export const asksLeave = (text: string, { self }: Situation): boolean =>
  self.student !== null && leave.test(text);
