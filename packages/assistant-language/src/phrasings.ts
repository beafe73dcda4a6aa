/** Up to the end of a part of the sentence, as little as possible. */
const some = '([^,;.!?]{1,80}?)';
/** Where a part of a Chinese sentence ends, behind particles. */
const end = '(?=[吧呢啊呀哈嘛啦了吗]*(?:$|[,;.!?]))';
const again = '(?:弄|加|改|做|找|拿|放|搬)(?:回去|回来)|恢复|还原|重做|再做一遍|再来一次';
const between = '(?<=[和跟与同、][^,;.!?]{1,40})(?:时间|位置|顺序|次序)?';

/**
 * How something is said freely, and the plain words for it; `$1` is what stands there unchanged. Earlier ones
 * are rewritten before later ones.
 */
const phrasings = (
  [
    ['(?<=[^,;.!?不要可对是行好能])(?:不|否)(?=$|[.!?])', '吗'],
    [' ?(?:<-+→|<=*→|<-+>|↔|⇄) ?', '和'],
    ['元旦(?:节|那天|当天)?', '1月1日'],
    ['圣诞节?(?:那天|当天)?(?!假)', '12月25日'],
    ["\\bnew year(?:['’]?s)? day\\b", 'january 1'],
    ['\\b(?:christmas|xmas)(?: day)?(?=[ ,.?!]|$)', 'december 25'],
    // 不是二，是三: of days of the week.
    ['不是(?:周|星期)?([一二三四五六日])[,;]? ?而?是([一二三四五六日])(?=$|[,;.!?的那])', '不是周$1,是周$2'],
    ['以后都不上了', '不上了'],
    // 薛怡梦给软件2401班上的课: whose it is, and nothing that is given.
    ['给([^,;.!?给]{2,10}(?:班|\\d{4}))上的(?=[^,;.!?])', '$1的'],
    // 改到周四行吗？教室不变: of what is wished before.
    ['[?。;] ?(?=(?:教室|时间|老师)都?(?:不变|不动|照旧|不用变))', ','],
    // Who asked whether it could be held then wishes it.
    [
      '\\b(?:they|he|she|students?|who)? ?(?:have |has )?asked (?:me|us)(?: [a-z]+){0,2} (?:whether|if)\\b',
      '',
    ],
    ['单双周(?=[都均全])', ''],
    [
      '\\b(?:wk|week) (\\d{1,2})(?: to| till| until| -|-)(?: the)? end(?: of(?: the)? (?:term|semester))?\\b',
      'from week $1 on',
    ],
    [`(?:刚才|刚刚)?撤(?:销|回)?(?:撤)?错了[,;!]?(?:请|帮我|麻烦|给我)?(?:${again})?(?:一下)?`, '重做'],
    ['反撤销|(?:恢复|回|退)到?撤销(?:之|以)?前(?:的状态)?|重做一(?:遍|次|下)', '重做'],
    [
      `(?:我|我们)?(?<![不别])(?:想|要|希望|打算|改|最好|都|以后都?)(?=(?:周|星期|礼拜)[^,;.!?的不]{1,10}上(?:课)?${end})`,
      '调到',
    ],
    [
      '(?<=[,，])((?:周末|晚上|早上|上午|下午|早八|晚课|第?一二节|第?一大节|第一节)(?:[和跟与、](?:周末|晚上|早上|上午|下午|早八))?)(?:都|就' +
        '|也)?(?:除外|不行|不考虑|不可以|不要|就?算了|免谈|不排|不合适|不方便|别)',
      '不要$1',
    ],
    [
      '(?:时间|时段|节次|点)(?:都|就|还是|仍然|依然|依旧)?(?:别动|不要动|不要改|不改|别改|别变|照旧|照原来的?|保持不变|保持原样|还是原来的|不用动|不用改|原样' +
        '|还照旧|一样)',
      '时间不变',
    ],
    ['(?:每周)?都?不(?:要|开|上)了,(?=从课)', ''],
    // 挪到周三，上午下午都行: any time of that.
    [
      '[,;] ?(?:上午|早上)[和跟或、]?(?:还是)?下午都?(?:行|可以|成|好|没问题|无所谓)|' +
        ',? (?:either )?morning or afternoon(?: is| are| works?)?(?: both)?' +
        '(?: fine| ok(?:ay)?)?(?=$|[,;.!?])',
      '',
    ],
    ['[,;] ?(?:就?别|不要)再?[换调改挪]来[换调改挪]去了?(?=$|[,;.!?])', ''],
    // 这节锁定，其他的可以调: others are as they may be.
    [
      '[,;!] ?(?:(?:其他|其它|其余|别的|剩下)的?课?[都就也则]{0,2}(?:可以|能|不用|不必)(?:再|随便)?(?:[动换改挪锁]|调整?)' +
        '|[^,;.!?]{1,8}的课?[都就]?(?:随便|无所谓)[动换改挪调]?)(?=$|[,;.!?])',
      '',
    ],
    [
      '[,;] ?(?:and |but )?(?:the )?(?:rest|others?|other (?:ones|classes|lessons))(?: of (?:them|it))? ' +
        '(?:can|may|stays?|remains?|(?:is|are) (?:fine|ok))' +
        '(?: (?:move|be moved|as (?:it is|they are)|the same))?(?=$|[,;.!?])',
      '',
    ],
    ['(?:多少|几)台(?:电脑|机器|计算机)|多少(?:个)?机位|\\bhow many computers\\b', '多少个座位'],
    // 请三天假, and what becomes of the lessons of who is away.
    ['请了?((?:[一两二三四五六七半几]|\\d)个?(?:天|周|星期|礼拜))的?[病事年公]?假', '请假$1'],
    [`(?<=[,;] ?)(?:那|我的?)*课(?:该|要|得)?(?:怎么|咋)(?:安排|弄|整|搞|上|调|处理)${end}`, '课怎么办'],
    [
      '(?<=[,;.] ?)what (?:happens|will happen|should happen|becomes) (?:to|with|of)' +
        ' (?:my|the|that|this) (?:class|lesson)(?:es|s)?',
      'what shall i do',
    ],
    // No plan clashes: to say so wishes nothing more.
    [
      '[,;] ?(?:千万)?(?:别|不要|不能|不许)(?:再)?(?:[跟和与][^,;.!?]{1,8})?(?:有)?(?:冲突|撞课?)了?(?=$|[,;.!?])',
      '',
    ],
    ['[,;]? (?:and )?without (?:any )?(?:clash|conflict)(?:e?s|ing)?\\b', ''],
    ['不(?:用|需要|必|再)+(?:锁定|锁住|锁着|锁|固定)(?:着|了)?', '解锁'],
    [
      `(?:解除|取消|去掉|撤销|打开|解开|拿掉|撤掉|去除)(?:对|掉)?${some}的(?:锁定|锁|固定|锁定状态)${end}`,
      '解锁$1',
    ],
    [
      '(?<!教室|地点|房间|时间|时段)' +
        '(?:谁|任何人|大家)?(?:都|也)?(?:不许|不准|不能|不得|禁止|勿|别|不要|不可以?|别让人)(?:再|随便|随意|人)*(?:动|改动?|移动|挪动|调整|调动|更改|变动' +
        '|修改)(?:它|了)?' +
        end,
      '锁定',
    ],
    ['(?:这|本)(?:周|个?星期|个?礼拜)(?=(?:算|是|属于|到|都)*(?:第几|几(?![节次门堂点个])))', '现在'],
    [
      '(?:能|可以|可)(?:顶|替|代|接|接手|顶替|代替|代课|顶上|替补|帮忙代|帮代)(?:一下|下|上|课|班|掉)?',
      '能代',
    ],
    [
      '(?:换|挪|改|调|找|另找|另换)(?:到|成|去)?(?:个|一个|间|一间|别的|其他的?|其它的?|另一个|另一间|另外一?[个间])+(?:地方|地儿|场地|地点|教室)',
      '换教室',
    ],
    [
      `${between}(?:互相|相互|彼此)?(?:对|倒|掉|调|换)(?:一)?(?:个|一)(?:个儿|过儿|位置?|位儿|个|时间)${end}`,
      '交换',
    ],
    ['(?:排|安排|放|上|设|定|开)在(?=[^,;.!?]{1,14}(?:上课?)?的[^,;.!?]{1,40}(?:到|至|成|换|走))', '在'],
    ['^(?:good )?(?:morning|afternoon|evening)(?: all)?[!,.] ', ''],
    ["\\bso (?=[a-z0-9 ']{2,40}? (?:should|must|needs? to|has to|have to|can|could|ought to) )", ', '],
    ['\\baft\\b|(?<!\\d[.:]?\\d{0,2} ?)\\bpm\\b', 'afternoon'],
    ['\\bwhole (?=morning|afternoon|evening|day)', ''],
    ['\\b(what|who|where|when|that|there)s\\b', '$1 is'],
    ['\\bp(?:ds?|ers?)?\\.? ?(\\d{1,2}(?: ?- ?\\d{1,2})?)(?![\\w])', 'periods $1'],
    [`\\b(?:can|could) ${some} be (?:moved|put|placed) anywhere (?=on |in |at )`, 'where can $1 go '],
    ['\\b(?:anything|any ?time|anywhere|any day|everything) (?:but|except(?: for)?)\\b', 'not'],
    [
      '\\b(?:clash(?:es)?|conflicts?|collides?|overlaps?) with (?:my|his|her|their|our) (?:other|own)' +
        ' (?:class|lesson|course|lecture)(?:es|s)?',
      'is busy',
    ],
    [
      '\\bput (me|us|them|it) in ([a-z]+ ?\\d{1,4}) on ([a-z]+day)s? instead of ([a-z]+ ?\\d{1,4})\\b',
      'move $1 on $3 from $4 to $2',
    ],
    [
      '(?<=^|[.;!?] ?)i (?:have )?(?:moved|changed|put|swapped|locked|shifted|cancelled|took)' +
        ' ([^,;.!?]*) by (?:mistake|accident)[,;.!] ?',
      '',
    ],
    ['\\bn (?=(?:un)?lock|move|swap|then|cancel|make)', 'and '],
    ['\\b(?:tmrw|tmr|tmw|tomoz|2moro)\\b', 'tomorrow'],
    ["\\b(i|we|you|they)'(?:m|re)\\b", '$1 are'],
    [
      `\\bwhat(?: is|'s)? (?:preventing|prevents|stopping|stops|keeping|keeps) ${some} from (?:being` +
        `|going|moving|taking place)\\b`,
      'why cannot $1',
    ],
    [
      '\\b(?:double|twice)[- ]?booked\\b|\\bbooked twice\\b|\\boverlap(?:s|ping|ped)?\\b|\\bcollid(?:e' +
        '|es|ing)\\b|\\bdouble[- ]bookings?\\b',
      'conflicts',
    ],
    [
      `(?:\\b(?:i|we) )?\\b(?:would prefer|would rather have|would rather|prefers?` +
        `|would like(?: to have)?|wants?` +
        `|wishes|would love|likes) (?!to\\b)(?=[^,;.!?]{1,60} (?:on|in|at|to) )`,
      'put ',
    ],
  ] satisfies (readonly [said: string, plain: string])[]
).map(([said, plain]) => [new RegExp(said, 'gi'), plain] as const);

/** A readable text in plainer words. */
export const inPlainWords = (text: string): string =>
  phrasings.reduce((made, [form, plain]) => made.replace(form, plain), text).trim();
