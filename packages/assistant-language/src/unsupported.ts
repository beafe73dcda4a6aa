import type { Of } from './intents.js';
import type { Reading, Situation } from './interpreter.js';
import type { Text } from './texts.js';

/** Says that nothing was understood, or that it is not done here; what is done is told when asked for. */
export const unsupported = (hint: Text = notUnderstood): Extract<Reading, { kind: 'unsupported' }> => ({
  kind: 'unsupported',
  hint,
});

const notUnderstood: Text = {
  zh: '没有听懂，或者这不归我管：我只回答课表的事，也只调整课表。说“帮助”看我能做什么。',
  en: 'I did not understand that, or it is not about the timetable. Say "help" to see what I can do.',
};

const leave =
  /请[个一次下]*[病事公]?假(?!了|的)|\bi\b.*\b(?:take|ask for|get) (?:a |sick )*leave\b|\bexcuse me from\b/i;

/** Who knows of what is in no timetable, by which words; earlier ones first. */
const knowing: readonly (readonly [words: RegExp, zh: string, en: string])[] = [
  [leave, '辅导员，并告诉任课教师', 'your counsellor for leave, and tell the teacher'],
  [
    /课酬|课时费|代课费|工资|薪|报销|\b(?:pay|paid|salar\w+|wages?|expenses?)\b/i,
    '人事或财务',
    'human resources',
  ],
  [
    /考勤|旷课|缺[勤课]|签到|点名|没[来到]|\broll ?call\b|\b(?:attend|absen)/i,
    '任课教师或辅导员',
    'the teacher or the counsellor',
  ],
  [
    /[分绩考]|作业|报告|挂科|\b(?:marks?|grades?|scores?|points|exams?|finals?|mid-?terms?|homework|assignments?)\b/i,
    '任课教师或教务',
    'the teacher or academic affairs',
  ],
  [
    /电话|手机|微信|邮箱|联系方式|名单|花名册|\b(?:phone|e-?mail|wechat|number|roster|name ?list)\b/i,
    '学院办公室',
    'the office of the college',
  ],
  [/军训|学分|\bcredits?\b/i, '辅导员或教务', 'your counsellor or academic affairs'],
  [/教材|课本|课件|\b(?:textbooks?|slides)\b/i, '任课教师或教务', 'the teacher or academic affairs'],
  [/图书馆|食堂|宿舍|\b(?:librar|canteen|cafeteria|dorm)/i, '图书馆或后勤', 'the library or campus services'],
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

/** What no timetable holds. */
const things =
  '(?:(?<![打来通次接])电话(?!里)|手机号|微信号|邮箱|联系方式|名单|花名册|点名|签到|考勤|图书馆|食堂|宿舍|成绩|绩点|学分|挂科' +
  '|补考|军训(?!理)|教材|课本|课件|作业|(?:期[末中]|[四六]级)?考试(?!前|周|之前)|期[末中]考|监考)';
const thingsEn =
  '(?:phone numbers?|e-?mail address|roster|name ?list|librar(?:y|ies)|canteen|cafeteria|dorm|grades?|gpa' +
  '|credits?|marks?|(?:exam|test) results?|exams?(?! week)|finals|mid-?terms?|resits?' +
  '|textbooks?|slides|homework|roll ?call)';
/** Asks for one of them in its clause, or how to get somewhere. */
const others = new RegExp(
  `${things}[^，,。：:；;]{0,6}(?:[吗没呢]|多少|几|哪|什么|怎么|有没有|够|发|给我|安排)` +
    `|(?:有没有|发我|给我|导出?|列|查|几|多少)[^，,。：:；;]{0,8}${things}|(?<!流程)怎么(?:走|过去)(?=[?？]?$)` +
    `|(?:\\b(?:when|where|what|which|how|give|send)|(?:^|[,.?!] ?)(?:is|are|do|does|did|has|have))\\b` +
    `[^,.;]{0,30}\\b${thingsEn}\\b` +
    '|\\bhow (?:do|can|would) (?:i|you|we) (?:get|walk) (?:to|there)\\b' +
    // Did I pass, got her mobile: told of a course or a person, and by no timetable.
    '|及格[了吗没]|挂[科了][吗没]|[课数语理育散]过了[吗没]' +
    "|(?:['’]s|\\b(?:his|her|their)) (?:mobile|cell|phone|e-?mail|wechat|number)\\b(?! (?:app|dev|of))",
  'i',
);
/** Words with which something of a timetable is asked or wished. */
const ofTimetables = new RegExp(
  '(?<!门)课(?![本件])|教室|[第几这那]节|自习|空|教(?![材务])|排|冲突|申请|取消|方案|确认|学时|休假|接|[换调挪停代]' +
    '|\\b(?:class(?:es)?|lessons?|lectures?|rooms?|teach\\w*|free|move|cancel|swap|change|study)\\b' +
    '|timetable',
  'i',
);

const aThing = new RegExp(things, 'i');

/** Pay and marks: whatever lesson they are of, no timetable holds them. */
const neverHeld = new RegExp(
  '课酬|薪水|考了(?:多少|几分)|布置.{0,4}作业|(?:谁|哪些人)没来' +
    '|\\b(?:pay|paid|payroll|wages?|bonus|salary|tuition|scholarships?)\\b(?! attention| a visit)' +
    '|\\b(?:scores|gpa|transcripts?|upload)\\b' +
    '|(?<!course )\\bmarks\\b|\\bwho failed\\b|\\bdid (?:i|we|they) (?:pass|fail)\\b',
  'i',
);

/** 他电话有吗, 名单发我一份: whether a text is of what no timetable holds, and names nothing of one. */
function isOfOthers(text: string, { names }: Situation): boolean {
  const never = neverHeld.exec(text);
  if (!never && (ofTimetables.test(text) || !others.test(text))) return false;
  const [thing] = never ?? aThing.exec(text) ?? [];
  return !thing || !names.some(({ name }) => name.toLowerCase().includes(thing.toLowerCase()));
}

/** 我的申请批了吗: asks what became of requests, or which there are. */
const ofRequests = new RegExp(
  [
    '申请[^，,。；;]{0,12}(?:批了|批下|[没未待][审批处]|批没|过了|通过|同意了|结果|进[展度]|状态|怎么?样|审(?:批|核)?[完好过了到]|处理[了好完得]' +
      '|[答回]复|消息|驳回|被拒|到哪)',
    '(?:批了|批下来|批准|通过|同意|审批)了?(?:我的?|那个)?申请了?(?:没有?|吗|么)',
    '(?:我的|我提|提交?的|[有哪]些?|什么|几[个条]|查看?|看看|列出|待[审批处理]+的?|没[审批处理]+的?)[^，,。；;]{0,8}申请' +
      '(?:记录|列表|单)?(?:有哪些|在哪|[要等需]+(?:审批|批|处理)的?)?[吗呢没了]?(?:[?？。]|$)',
    '申请[^，,。；;]{0,4}(?:要|等|待)[^，,。；;]{0,3}(?:审批|批|处理)',
    '^(?:那|现在|已经)?(?:教务)?(?:批了|批下来|审批?了|通过了|同意了)(?:没有?|吗|么)[?？]?$',
    '\\b(?:status|state|news|outcome|result|what (?:became|happened|about)) .{0,12}\\brequests?\\b',
    '^(?:has|have|was|were|is|are|did|do|does|when|any|which|what|who|show|list|see)\\b' +
      '.{0,50}(?<!to |i )\\brequests?\\b(?! (?:a|an|that|to|for)\\b)',
  ].join('|'),
  'i',
);

/** 我想撤回申请: takes back what was requested. */
const withdraws = new RegExp(
  '(?:撤[回销掉]|收回|退掉|取消).{0,6}申请(?!的课)|申请.{0,6}(?:撤[回销掉]|收回|退掉|取消(?:[吗掉了]|$))' +
    '|\\b(?:withdraw|cancel|take back|retract|forget|drop) (?:\\w+ ){0,3}requests?\\b',
  'i',
);

/** 撤回最后一个: said of the requests that were told just now. */
const withdrawsOne = /撤[回销掉]|收回|\b(?:withdraw|retract|take (?:\w+ ){1,3}back)\b/i;

/** What is asked or wished of requests: which there are, what became of them, or that one is taken back. */
export function requestsIn(text: string, { before }: Pick<Situation, 'before'>): Of<'showRequests'> | null {
  const isOfRequests = before?.[0]?.type === 'showRequests';
  if (withdraws.test(text) || (isOfRequests && withdrawsOne.test(text)))
    return { type: 'showRequests', isBack: true };
  return ofRequests.test(text.trim()) ? { type: 'showRequests' } : null;
}

const ofLeave =
  /(?:怎么|如何).{0,2}请.?假|请.?假[^，,。课]{0,4}(?:提前|怎么|如何|流程|手续)|辅导员.{0,4}请.?假/;

/** Whether a student asks for leave, or about it, which calls no lesson off. */
const asksLeave = (text: string, { self }: Situation): boolean =>
  self.student !== null && ((/我(?!们)|\bi\b|\bme\b/i.test(text) && leave.test(text)) || ofLeave.test(text));

/** Whether a text is for somebody else than a timetable to answer. */
export const isForOthers = (text: string, situation: Situation): boolean =>
  isOfOthers(text, situation) || asksLeave(text, situation);
