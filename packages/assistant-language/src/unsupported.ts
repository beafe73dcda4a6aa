import type { Reading, Situation } from './interpreter.js';
import type { Text } from './texts.js';

/** Says that nothing was understood, or that it is not done here; what is done is told when asked for. */
export const unsupported = (hint: Text = notUnderstood): Reading => ({ kind: 'unsupported', hint });

const notUnderstood: Text = {
  zh: '没有听懂，或者这不归我管：我只回答课表的事，也只调整课表。说“帮助”看我能做什么。',
  en: 'I did not understand that, or it is not about the timetable. Say "help" to see what I can do.',
};

/** What is surely of another matter. */
export const elsewhere: Text = {
  zh: '这件事不归我管：我只查课表、教室和空闲时间，也只调整课表。成绩、考勤、订教室等请找教务或学院。说“帮助”看我能做什么。',
  en:
    'That is not mine to do: I tell about timetables, rooms and free times, and change timetables. For ' +
    'marks, attendance or bookings please ask academic affairs. Say "help" to see what I can do.',
};

/**
 * What is asked of other matters than timetables, by which words, each with what can be done instead: only
 * asked for, since 我交完作业有课吗 tells of one.
 */
const otherMatters: readonly (readonly [words: readonly string[], answer: Text])[] = [
  [
    ['课酬|课时费|代课费|工资|薪[水酬资]', '\\b(?:salary|salaries|payroll|wages?|payslip|get paid)\\b'],
    {
      zh: '课酬和工资不归我管，请问人事或财务。我可以数课时，例如：李老师这学期上了多少节课。',
      en: 'I know nothing of pay: please ask human resources. I can count what somebody teaches.',
    },
  ],
  [
    [
      '平时分|成绩|绩点|(?:期[中末]|考试|测验).{0,4}(?:[出得平]|多少)分|分数?(?:多少|出来)|挂科',
      '\\bgpa\\b|\\b(?:marks?|grades|scores) (?:in|for|of)\\b',
      '\\b(?:my|our|their|exam|mid-?terms?' +
        '|finals?|test|quiz|coursework) (?:grades?|marks?|scores?|results?)\\b',
    ],
    {
      zh: '成绩和评分不归我管，请问任课教师或教务。我可以告诉您这门课什么时候上、在哪、谁上。',
      en: 'I know nothing of marks: please ask the teacher. I can tell when and where a course is taught.',
    },
  ],
  [
    [
      '(?:作业|实验报告).{0,4}(?:链接|提交|截止|要求|是什么|有哪些|交|没交|谁)|(?:[改批]|布置).{0,6}作业',
      '出.{0,10}(?:[考试]|练习|期[中末])题|试卷|\\bhomework\\b|\\bassignment (?:link|deadline|due)\\b',
      '\\b(?:write|make|set) .{0,20}(?:exam|test|quiz) questions?\\b',
    ],
    {
      zh: '作业和试题不归我管，请找任课教师或教学平台。我可以查这门课什么时候上、在哪、谁上。',
      en: 'Homework and exams are with the teacher. I can tell when, where and by whom a course is taught.',
    },
  ],
  [
    ['谁(?:没[来到]|缺[勤课席]|旷课|迟到)|考勤|点名册|签到|\\battendance (?:list|record)'],
    {
      zh: '考勤我没有记录，请问任课教师或辅导员。我可以查这节课是谁上、在哪、有多少人。',
      en: 'I have no record of who attended. I can tell who teaches a lesson, where, and for how many.',
    },
  ],
  [
    [
      '[帮替请烦]我?.{0,4}(?:转告|[捎带][个句]话)|[跟和]\\S{1,6}说(?:一声|一下|下)我',
      '\\b(?:tell|let) (?!me\\b|us\\b)\\S+(?: [A-Z]\\S+)? (?:know )?(?:that )?' +
        "i(?:['’ ](?:ll|m|ve|d)\\b| (?:will|am|can|cannot|have)\\b)",
    ],
    {
      zh: '我不能替您转告，请直接联系对方。我可以查对方什么时候、在哪间教室上课。',
      en: 'I pass nothing on: please tell them yourself. I can say when and where they have lessons.',
    },
  ],
  [
    [
      '[要用有]不?[要用]?考试|(?:期[中末]|补|统)考.{0,6}(?:哪[天周一]|什么时候|啥时候|几[号点月]|时间|安排)|考试(?:时间|安排|日程)',
      '\\b(?:when|what (?:time|day|date)|which day|there|have)\\b.{0,20}\\b(?:exams?|finals?|midterms?)\\b',
    ],
    {
      zh: '课表里没有考试安排，请看考务通知或问教务。我可以告诉您这门课上到哪一周、什么时候上。',
      en: 'Examinations are in no timetable: please ask academic affairs. I can tell when a course is held.',
    },
  ],
  [
    [
      '[有要给查问知是].{0,8}(?:电话|手机|联系方式|微信|邮箱)(?:号码?|是?多少)?(?:[吗么呢?？,，。]|$)',
      '(?:电话|手机号码?|微信号?|邮箱)(?:是|号码)?(?:多少|几号)|\\b(?:phone|mobile|cell) number\\b',
      "(?:'s|\\b(?:their|her|his)) (?:phone|mobile|e-?mail|wechat)\\b(?! (?:app|dev))",
    ],
    {
      zh: '电话和联系方式我没有，请问学院办公室。我可以查老师什么时候、在哪间教室上课。',
      en: 'I give no phone numbers or addresses: please ask the office. I can say when and where they teach.',
    },
  ],
  [
    ['食堂.{0,8}[什啥]|吃(?:什么|啥)', '\\bcanteen\\b.*\\?|^what.{0,20}\\b(?:canteen|cafeteria)\\b'],
    {
      zh: '吃的不归我管，我只知道课表、教室和空闲时间。要看什么时候下课，可以问我。',
      en: 'I know nothing of meals, only timetables, rooms and free times: when lessons end you may ask me.',
    },
  ],
];
const askedOf = otherMatters.map(([words, answer]) => ({ asked: new RegExp(words.join('|'), 'i'), answer }));

const leave =
  /我(?!们).*请[个一次下]*[病事公]?假(?!了|的)|\bi\b.*\b(?:take|ask for|get) (?:a |sick )*leave\b|\bexcuse me from\b/i;
const leaveOfStudents: Text = {
  zh: '学生请假不归我管，这里没有提交任何内容：请找辅导员，并告诉任课教师。我可以告诉您这节课什么时候上、谁上。',
  en: 'Students ask their counsellor for leave and tell the teacher: nothing was sent from here.',
};

/** What is said to a question of another matter; null where a text is none. */
export const otherMatter = (text: string, { self }: Situation): Text | null =>
  self.student !== null && leave.test(text)
    ? leaveOfStudents
    : (askedOf.find(({ asked }) => asked.test(text))?.answer ?? null);
