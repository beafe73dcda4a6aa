import type { Text } from './texts.js';

const how = '(?:怎么|怎样|如何|在哪里?儿?|哪里|去哪儿?)';

/** What is done on a page and not by words, by what asks for it, and where it is done. */
const pages: readonly (readonly [words: RegExp, where: Text])[] = [
  [
    new RegExp(
      `${how}[^，,。；;]{0,6}(?:选课|退课|退选|抢课|候补)|(?:选课|退课|退选|抢课|候补)[^，,。；;]{0,4}${how}` +
        '|^(?:我(?:想要?|要|可以|能)|帮我|能不能)(?:选课|退课|退选)[吗吧呢了]?[?？。]?$' +
        '|^(?:我?还|我)?(?:能|可以)选(?:什么|哪些|哪几?门|几门)[^，,。；;]{0,4}课' +
        '|^(?:which|what) (?:electives?|courses?) can i (?:still )?(?:take|choose|pick|enrol)\\b' +
        '|\\bhow (?:do|can|would|to)\\b[^,.;]{0,12}\\b(?:enrol|enroll|sign up|register|drop)\\b[^,.;]{0,16}' +
        '\\b(?:courses?|class|classes|electives?)\\b',
      'i',
    ),
    {
      zh: '选课、退选和候补由学生在网页的“选课”页办理，那里也说哪些能选、与哪些课冲突。',
      en: 'Students enrol, drop and wait on the page "Enrolment", which also tells what fits and why not.',
    },
  ],
  [
    new RegExp(
      '课程?表[^，,。；;]{0,8}(?:日历|导出|下载|打印|订阅)|(?:导出|下载|打印|订阅)[^，,。；;]{0,6}课程?表' +
        `|${how}[^，,。；;]{0,10}(?:日历|订阅)` +
        '|^(?:(?:please|can you|could you|how (?:do|can) i|where (?:do|can) i)\\s+){0,2}' +
        '(?:subscribe|export|download|print|sync|add)\\b[^,.;]{0,20}\\b(?:timetable|schedule|calendar)\\b',
      'i',
    ),
    {
      zh: '在网页的“周课表”页右上角：“打印”，“导出与订阅”里有 PDF、Excel 和日历文件，还能生成让手机日历自动更新的订阅地址。',
      en:
        'On the page "Week", above the timetable: "Print", and "Export and subscribe" for PDF, Excel, a ' +
        'calendar file, or an address that keeps the calendar of a phone up to date.',
    },
  ],
  [
    new RegExp(
      `${how}[^，,。；;]{0,6}密码|密码[^，,。；;]{0,4}${how}|我[^，,。；;]{0,8}密码忘|我?忘[记了]{0,2}(?:了?我的?)?密码` +
        '|\\bhow (?:do|can|to)\\b[^,.;]{0,16}\\bpassword\\b|\\bforg[oe]t(?:ten)? my password\\b' +
        '|^(?:change|reset) my password\\b',
      'i',
    ),
    {
      zh: '点网页右上角自己的名字，在“我的账号”里改密码；忘记了就在登录页点“忘记密码”。',
      en:
        'Click your name in the top right corner: "My account" changes it; whoever has forgotten it finds ' +
        '"Forgotten password" where one signs in.',
    },
  ],
];

/** 怎么退课, how do I subscribe to my calendar: where it is done; null of anything else. */
export const onPage = (text: string): Text | null =>
  pages.find(([words]) => words.test(text.trim()))?.[1] ?? null;
