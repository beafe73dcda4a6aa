import { isChinese } from './characters.js';

/**
 * What people also ask an assistant for, and this one does not do: weather, mail, marks, data of people, more
 * lessons than there are.
 */
const topics = new RegExp(
  [
    '\\b(?:weather|forecast|rain(?:ing|y)?|snow(?:ing)?|umbrella|temperature|joke|poem|song|story' +
      '|news|football|movie|film|game)s?\\b',
    '\\b(?:print(?:er|out|ing)?|e-?mails?|mailing|newsletter|sms|whatsapp|notify|announce(?:ment)?' +
      '|remind(?:er)?s?|poster|slides?)\\b',
    '\\b(?:translat(?:e|ion)|essay|report|summar(?:y|i[sz]e)|draft|letter|memo|minutes|agenda item' +
      '|cv|homework|thesis|exam (?:paper|result|date)s?)\\b',
    '\\b(?:grades?|marks?|gpa|scores?|transcripts?|attendance|absen(?:ce|tee)s?|registration|tuition' +
      '|fees?|scholarships?|salar(?:y|ies)|payroll|payslip|bonus|contract)\\b',
    '\\b(?:phone|telephone|mobile|address|birthday|home address|office hours?|ids?|passport|visa)(?:' +
      ' numbers?)?\\b',
    '\\b(?:airport|catering|flight|train|taxi|hotel|ticket|bus|parking|car park|coffee|lunch|dinner' +
      '|pizza|canteen' +
      '|cafeteria|menu|restaurant|library|gym pass|dorm(?:itory)?)s?\\b',
    '\\b(?:hire|fire|order|buy|purchase|deliver|sack|promote|resign|split|merge|duplicate|rename' +
      '|enrol|enroll|expel|recruit)\\b',
    '\\b(?:wifi|wi-fi|internet|laptop|keyboard|projector bulb|login|log in|log-in|account|reboot' +
      '|restart|backup|export|download|upload|spreadsheet|excel|pdf)\\b',
    '\\b(?:capital of|president|stock|bitcoin|recipe|meaning of life|how old|who won|what time is it)\\b',
    '\\b(?:add|create|open|register|set up|offer) (?:a |an |another |one more )?(?:new |extra |more' +
      ' )?(?:course|class|lesson|lecture|room|student|teacher|section|user)s?\\b',
    '天气|下雨|气温|笑话|诗|唱|故事|新闻|电影|球赛|世界杯|股票|彩票|菜谱|导航',
    '打印|邮件|短信|微信|通知|公告|海报|提醒|群里|群发|发个?消息|翻译|作文|论文|总结|报告|发言稿|教案|PPT|课件|作业|试卷|考卷|出题|阅卷|监考费',
    '成绩|分数|绩点|学分|挂科|补考|点名|考勤|旷课|缺勤|学籍|选课|退课|学费|奖学金|工资|工资条|报销|经费|津贴|职称|合同|发票|课时费',
    '电话|手机号|联系方式|微信号|住址|家庭|身份证|生日|年龄|照片|签证',
    '机票|火车|高铁|打车|酒店|外卖|咖啡|午饭|晚饭|食堂|菜单|餐厅|图书馆|宿舍|寝室|停车|校车|快递|体检预约',
    '工号|学号|名单|导出|下载|上传|表格|[Ee]xcel|备份|重启|登录|登陆|登不|账号|帐号|网速|校园网|电脑坏|修电脑|装系统',
    '(?:加|增加|增开|新开|新增|多开|多加|添加|开设)(?:一|两|几|个)?(?:节|门|个|次|堂)?(?:课|班|教室|老师|用户|学生)|(?:加|添|增)一(?:节|门|堂)' +
      '|拆成|拆开|拆班|合并|改名|更名|开除|辞退|招聘',
  ].join('|'),
  'i',
);

/** Whether a text that was not understood is of something else than timetables. */
export const isOtherTopic = (text: string): boolean =>
  text.length <= (isChinese(text) ? brief.zh : brief.en) && topics.test(text);

/** Longest text of which one word says that; whoever tells a story has many words. */
const brief = { zh: 40, en: 110 };
