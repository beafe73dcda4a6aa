import { months } from './slots/times.js';

/** How something is said freely, and the plain words for it; earlier ones are rewritten before later ones. */
const phrasings = (
  [
    ['(?<=[^,;.!?不要可对是行好能])(?:不|否)(?=$|[.!?])', '吗'],
    [' ?(?:<-+→|<=*→|<-+>|↔|⇄) ?', '和'],
    ['元旦(?:节|那天|当天)?', ' 1月1日'],
    ['(?<!可)编程(?=课|$|[,;.!?])', '程序设计'],
    ['\\bbe given (?=on|at|in|some|an)', 'be held '],
    // The data structures of the 2501s.
    ['\\b(\\d{4})s\\b', '$1'],
    // Engineering, if there is anything: limits no more than the rest does.
    [" ?if there(?:'s| is| are) (?:any|some)(?:thing|where)?(?: free| there)?(?=$|[,;.!?])", ''],
    // The lessons in that hall had better be called off: all of them.
    ['\\bthe (?=(?:lessons|classes) (?:in|there)\\b.*\\b(?:called off|cancel))', 'all '],
    ['(?<=\\b(?:cancel|call off|scrap) )(?:the )?(?=(?:lessons|classes) (?:in|there)\\b)', 'all '],
    // Mr 刘, prof 何: by the family name alone.
    ['\\b(?:mrs?|ms|miss|dr|prof(?:essor)?)\\.? ?([\\u4e00-\\u9fff]{1,2})(?![\\u4e00-\\u9fff])', '$1老师'],
    ["\\bnew year(?:['’]?s)? eve\\b|跨年(?:夜|那天|当天)?", ' december 31 '],
    ["\\bnew year(?:['’]?s)? day\\b", 'january 1'],
    ['\\b(?:christmas|xmas)(?: day)?(?=[ ,.?!]|$)', 'december 25'],
    // 薛怡梦给软件2401班上的课: whose it is, and nothing that is given.
    ['给([^,;.!?给]{2,10}(?:班|\\d{4}))上的(?=[^,;.!?])', '$1的'],
    ['撤销?错了[,;!]?.*|反撤销|恢复到?撤销(?:之|以)?前', '重做'],
    // On leave from 7 to 11 December.
    [
      `\\b(\\d{1,2}) ?(?:to|-|until|till|through) ?(\\d{1,2})(?:st|nd|rd|th)? (${months})\\b`,
      '$1 $3 to $2 $3',
    ],
    [
      '(?:解除|取消|去掉|撤销|解开)(?:对|掉)?([^,;.!?]{1,80}?)的(?:锁定|锁|固定)(?=[吧呢啊了吗]*(?:$|[,;.!?]))',
      '解锁$1',
    ],
    [
      '(?<=[,，])((?:周末|晚上|早上|上午|下午|早八)(?:[和跟与、](?:周末|晚上|早上|上午|下午|早八))?)[都就也]?' +
        '(?:除外|不行|不考虑|不可以|算了|免谈|不排|不方便)',
      '不要$1',
    ],
    [
      '(?:我|我们)?(?<![不别])(?:想|要|希望|打算|最好)(?=(?:周|星期|礼拜)[^,;.!?的不]{1,10}上(?:课)?[吧呢啊了]*(?:$|[,;.!?]))',
      '调到',
    ],
    ['(?:还有|有没有)(?:别的|其[他它]的?)(?:空|时间|时段)(?=[吗呢吧?]|$)', '还能调到什么时间'],
    // 挪到周三，上午下午都行: any time of that.
    [
      '[,;] ?(?:上午|早上)[和跟或、]?下午都?(?:行|可以|成)|[,;] ?(?:就?别|不要)再?[换调改挪]来[换调改挪]去了?(?=$|[,;.!?])',
      '',
    ],
    ['圣诞节?(?:那天|当天)?(?!假)', '12月25日'],
    ['(?:多少|几)台(?:电脑|机器|计算机)|\\bhow many computers\\b', '多少个座位'],
    ['(?:每周|以后)?都?不(?:要|开|上)了,?(?=从课)', ''],
    ['不(?:用|需要|必|再)+(?:锁定|锁住|锁着|锁|固定)(?:着|了)?', '解锁'],
    ['(?:时间|节次)(?:还是|还)?(?:原来的|照旧)', '时间不变'],
    ['(?:这|本)(?:周|个?星期|个?礼拜)(?=[算是到]*(?:第几|几(?![节次门堂点个])))', '现在'],
    ['(?:安排|排|放)在(?=[^,;.!?]{1,14}的[^,;.!?]{1,40}(?:到|至|成|换|走))', '在'],
    ['(?<=[和跟与同、][^,;.!?]{1,40})(?:互相)?[对倒掉调换]一?个(?:个儿?|过儿|位置?)', '交换'],
    ['\\b(?:wk|week) (\\d{1,2})(?: to| till| until| -|-)(?: the)? end\\b', 'from week $1 on'],
    ['放学(?!后)', '下课'],
    ['够不够[大坐用]|够[大坐]吗', '坐得下吗'],
    // Of both, and not which of them it is.
    ['(?<![周天在]是?)单双周(?!$)', ''],
    // No plan clashes: to say so wishes nothing more.
    ['[,;] ?(?:别|不要|不能)(?:[跟和与][^,;.!?]{1,8})?有?(?:冲突|撞课?)(?=$|[,;.!?])', ''],
    // 这节锁定，其他的可以调: others are as they may be.
    [
      '[,;!] ?(?:(?:其[他它余]|别的|剩下)的?课?[都就也]?(?:可以|能)(?:再|随便)?[动换改挪锁调]|[^,;.!?]{1,8}的课?随便)(?=$|[,;.!?])',
      '',
    ],
    // 请三天假, and what becomes of the lessons of who is away.
    ['请了?((?:[一两二三四五六七半几]|\\d)个?(?:天|周|星期|礼拜))的?[病事年公]?假', '请假$1'],
    ['(?<=[,;] ?)(?:那|我的?)*课(?:该|要|得)?(?:怎么|咋)(?:安排|弄|办|上|调|处理)', '课怎么办'],
    [
      '(?<=[,;.] ?)what (?:happens|becomes) (?:to|with|of) (?:my|the) (?:class|lesson)(?:es|s)?',
      'what shall i do',
    ],
    ['不是(?:周|星期)?([一二三四五六日])[,;]? ?而?是([一二三四五六日])(?=$|[,;.!?的那])', '不是周$1,是周$2'],
    [
      '(?<!教室|地点|房间|时间|时段|节次)(?:谁都)?(?:不许|不准|不能|不得|禁止|勿|别|不要|不可以?|别让人)(?:再|随便|随意|人)*' +
        '(?:动|改动?|移动|挪动|调整|调动|更改|变动|修改)(?:它|了)?(?=[吧呢啊呀哈嘛啦了吗]*(?:$|[,;.!?]))',
      '锁定',
    ],
    ['(?:能|可以|可)(?:顶替?|代替?|替补?|接手?)(?:一下|下|上|课|班|掉)?', '能代'],
    [
      '(?:换|挪|改|调|找|另找|另换)(?:到|成|去)?(?:另?外?一?[个间]|其[他它]的?|别的)+(?:地方|场地|教室)',
      '换教室',
    ],
    ['^(?:good )?(?:morning|afternoon|evening)(?: all)?[!,.] ', ''],
    ["\\bso (?=[a-z0-9 ']{2,40}? (?:should|must|needs? to|has to|have to|can|could) )", ', '],
    ['\\bwhole (?=morning|afternoon|evening|day|pm)', ''],
    ['\\baft\\b|(?<!\\d[.:]?\\d{0,2} ?)\\bpm\\b', 'afternoon'],
    ['\\bp(\\d{1,2}(?: ?- ?\\d{1,2})?)(?!\\w)', 'periods $1'],
    ['\\bn (?=(?:un)?lock|move|swap|then|cancel|make)', 'and '],
    ['\\b(?:anything|any ?time|anywhere|any day|everything) (?:but|except(?: for)?)\\b', 'not'],
    ['\\b(?:can|could) ([^,;.!?]{1,80}?) be (?:moved|put) anywhere (?=on |in |at )', 'where can $1 go '],
    [
      "\\bwhat(?: is|'?s)? (?:preventing|prevents|stopping|stops) ([^,;.!?]{1,80}?) " +
        'from (?:being|going|moving)\\b',
      'why cannot $1',
    ],
    [
      '\\bput (me|us) in ([a-z]+ ?\\d+) on ([a-z]+day)s? instead of ([a-z]+ ?\\d+)',
      'move $1 on $3 from $4 to $2',
    ],
    [
      '(?<=^|[.;!?] ?)i (?:have )?(?:moved|changed|put|swapped|locked|cancelled) [^,;.!?]* ' +
        'by (?:mistake|accident)[,;.!] ?',
      '',
    ],
    ['\\b(what|who|where|when|that|there)s\\b', '$1 is'],
    ['\\b(?:tmrw|tmr|tmw|tomoz|2moro)\\b', 'tomorrow'],
    ["\\b(i|we|you|they)'(?:m|re)\\b", '$1 are'],
    ['\\b(?:clash|conflict|collide|overlap)(?:e?s)? with (?:my|his|her|their|our) other [a-z]+', 'is busy'],
    [
      '\\b(?:double|twice)[- ]?book(?:ed|ings?)\\b|\\boverlap(?:s|ping|ped)?\\b|\\bcollid(?:e|es|ing)\\b',
      'conflicts',
    ],
    [
      '(?:\\b(?:i|we) )?\\b(?:would (?:prefer|rather(?: have)?|love|like(?: to have)?)|prefers?|wants?' +
        '|wishes|likes) (?!to\\b|[^,;.!?]*\\b(?:swap|exchang|trade))(?=[^,;.!?]{1,60} (?:on|in|at|to) )',
      'put ',
    ],
  ] satisfies (readonly [said: string, plain: string])[]
).map(([said, plain]) => [new RegExp(said, 'gi'), plain] as const);

/** A readable text in plainer words. */
export const inPlainWords = (text: string): string =>
  phrasings.reduce((made, [form, plain]) => made.replace(form, plain), text).trim();
