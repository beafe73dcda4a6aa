const ordinals = [
  ['first', 'one', '一'],
  ['second', 'two', '二'],
  ['third', 'three', '三'],
  ['fourth', 'four', '四'],
  ['fifth', 'five', '五'],
] as const;

/** Words that alone say what is taught; `_` is a space, and `|` splits what they may be in Chinese. */
const subjects =
  'calculus=高等数学|微积分 calc=高等数学|微积分 math=数学 maths=数学 mathematics=数学 algebra=代数 alg=代数 ' +
  'probability=概率论|概率 statistics=统计 english=英语 physics=物理 phys=物理 chemistry=化学 pe=体育 ' +
  'phys_ed=体育 physical_education=体育 sport=体育 database=数据库 compiler=编译 programming=程序设计 ' +
  'machine_learning=机器学习 artificial_intelligence=人工智能 robotics=机器人 accounting=会计 ' +
  'audit=审计 auditing=审计 taxation=税法 economics=经济|经管 microeconomics=微观经济 marketing=营销 ' +
  'logistics=物流 operations_research=运筹学 psychology=心理 hydraulics=液压 mechanics=力学 ' +
  'thermodynamics=热力学 piano=钢琴|琴 marxism=马克思主义 ethics=道德 military_theory=军事理论 ' +
  'mental_health=心理健康 python=python linux=linux';
/** Words that say so only beside others: project management. */
const parts =
  'linear=线性 lin=线性 discrete=离散 advanced=高等|高级 adv=高等|高级 higher=高等|高级 college=大学 ' +
  'university=大学 data=数据 structure=结构 struct=结构 operating=操作 operations=操作|运营 ' +
  'system=系统|体系 network=网络 computer=计算机 computing=计算机 cs=计算机科学 computer_science=计算机科学 ' +
  'science=科学|学 software=软件 hardware=硬件 engineering=工程 project=项目 management=管理 mgmt=管理 ' +
  'testing=测试 test=测试 architecture=体系结构|结构 object=对象 oriented=面向 object_oriented=面向对象 ' +
  'application=应用 app=应用 mobile=移动 web=web development=开发 dev=开发 information=信息|情报 it=信息 ' +
  'technology=技术 tech=技术 technique=技术 cloud=云 wireless=无线 routing=路由 switching=交换 ' +
  'planning=规划 communication=通信 security=安全 safety=安全 intelligent=智能 ai=人工智能 ' +
  'machine=机器|机械 learning=学习 vision=视觉 robot=机器人 control=控制 automatic=自动 automation=自动化 ' +
  'sensor=传感器 power=电力 electronic=电子 electronics=电子 electrical=电气|电工 electrician=电工 ' +
  'electric=电 circuit=电路 analog=模拟 motor=电机 mechanical=机械 manufacturing=制造 machining=加工 ' +
  'cnc=数控 material=材料 drawing=制图 hydraulic=液压 pneumatic=气压|气动 assembly=装调 measurement=测量 ' +
  'automotive=汽车 car=汽车|汽 auto=汽车|汽 vehicle=汽车|汽 repair=修|维修 energy=能源 service=服务 ' +
  'organic=有机 inorganic=无机 physical=物理 chemical=化工|化学 reaction=反应 separation=分离 ' +
  'environment=环境|环保 simulation=仿真 virtual=虚拟 experiment=实验 practice=实践|实训 training=实训 ' +
  'financial=财务|金融 finance=财务|金融 cost=成本 intermediate=中级 basic=基础 supply=供应 chain=链 ' +
  'commerce=商务 e-commerce=电子商务|电商 business=商务 platform=平台 international=国际 tax=税 law=法 ' +
  'economic=经济 micro=微观 report=报表 statement=报表 purchasing=采购 transport=运输 warehouse=仓储 ' +
  'music=音乐 dance=舞蹈 vocal=声乐 art=艺术|美术 fine_art=美术 harmony=和声 history=史|历史 child=儿童 ' +
  'children=儿童 kindergarten=幼儿园 preschool=学前 education=教育 literature=文学 health=卫生|保健|健康 ' +
  'military=军事 labor=劳动 labour=劳动 career=就业 employment=就业 innovation=创新 policy=政策 ' +
  'situation=形势 moral=道德 writing=写作 film=影视 culture=文化 theory=理论|论 principle=原理 ' +
  'analysis=分析 design=设计 fundamentals=基础 foundation=基础 intro=导论|概论 introduction=导论|概论 ' +
  'organization=组成|组织 activity=活动';
/** What places are called behind such words, and who studies it; some buildings by one word. */
const rooms =
  'room=教室|室|房 studio=教室|室 lab=实验室|实训室|实验 laboratory=实验室|实训室|实验 ' +
  'training_room=实训室 workshop=车间 kid=班 student=班 major=班 guy=班 folk=班';
const buildings =
  'building=楼 bldg=楼 block=楼 hall=楼 training_center=实训中心 training_centre=实训中心 gym=体育馆 gymnasium=体育馆';

type Use = 'subject' | 'part' | 'room' | 'building';
interface Word {
  readonly use: Use;
  readonly meanings: readonly string[];
}

const words = new Map(
  Object.entries({ subject: subjects, part: parts, room: rooms, building: buildings }).flatMap(([use, all]) =>
    all.split(' ').map((one): [string, Word] => {
      const [said, meant] = one.split('=');
      return [said.replaceAll('_', ' '), { use: use as Use, meanings: meant.split('|') }];
    }),
  ),
);

/** English words of names, one or several. */
export const translated: readonly string[] = [...words.keys()]
  .flatMap((word) => word.split(' '))
  .filter((word) => /^[a-z]{3,}$/.test(word))
  .flatMap((word) => (/s$/.test(word) ? [word] : [word, `${word}s`]));
const translatedWords = new Set(translated);
/** Whether a word is one of them. */
export const isTranslated = (word: string): boolean => translatedWords.has(word);

/** First, one and 1 for the buildings that are numbered. */
const numbered = new Map(
  ordinals.flatMap(([ordinal, number, chinese], at) =>
    [
      ...[`${ordinal} building`, `${ordinal} teaching building`, `${ordinal} lecture building`],
      ...[at + 1, number].flatMap((one) => [`building ${one}`, `teaching building ${one}`]),
    ].map((said) => [said, `第${chinese}教学楼`]),
  ),
);

/** A word as it is listed, also of several. */
const wordOf = (said: string): Word | undefined => words.get(said) ?? words.get(said.replace(/s$/, ''));

/** What English words may be in the catalogue. */
export interface Composed {
  readonly length: number;
  readonly kind: 'course' | 'room' | 'building';
  /** Software 2501: whether it names something with the number behind it alone. */
  readonly isPart: boolean;
  /** What they are one after the other, in each way; and what each of them may be. */
  readonly spellings: readonly string[];
  readonly words: readonly (readonly string[])[];
}

/** The lab building is no lab. */
const buildingNext = /^ (?:building|bldg)\b/;

/** Words of one name, and ways to spell it. */
const wordsMax = 5;
const spellingsMax = 24;

/**
 * English words at a position of a folded text that may be a name, the longest first.
 * @param isBeside whether what names them with them stands beside, so that a part alone does
 */
export function composedAt(text: string, at: number, isBeside = false): Composed[] {
  const said = /^[a-z][a-z-]*(?: (?:[a-z][a-z-]*|\d(?!\d)|&)){0,7}/.exec(text.slice(at, at + 80))?.[0];
  if (said === undefined || /[a-z0-9]/.test(text[at - 1] ?? '')) return [];
  const found: Composed[] = [];
  const meant: (readonly string[])[] = [];
  const uses: Use[] = [];
  for (let end = 0; end < said.length && meant.length < wordsMax;) {
    const rest = said.slice(end);
    const link = end > 0 ? /^(?:and|of|the|to|in|for|&) /.exec(rest)?.[0] : undefined;
    if (link) {
      end += link.length;
      continue;
    }
    const [one, two = one] = [1, 2].map((count) => rest.split(' ').slice(0, count).join(' '));
    const both = two === one ? undefined : wordOf(two);
    const word = both ?? wordOf(one);
    const place = [two, rest.split(' ').slice(0, 3).join(' ')].find((each) => numbered.has(each));
    if (end === 0 && place)
      return [
        {
          length: place.length,
          kind: 'building',
          isPart: false,
          spellings: [numbered.get(place)!],
          words: [],
        },
      ];
    if (!word) break;
    end += (both ? two : one).length;
    meant.push(word.meanings);
    uses.push(word.use);
    const isPlace = word.use === 'room' || word.use === 'building';
    const isWhole = word.use === 'subject' || (word.use === 'building' && word.meanings[0].length > 1);
    const isPart = meant.length === 1 && !isWhole;
    if (!isPart || isBeside || /^ ?\d{4}(?!\d)/.test(text.slice(at + end, at + end + 6)))
      found.unshift({ length: end, isPart, ...composed(meant, uses.at(-1)!) });
    if (said[end] !== ' ' || (isPlace && !buildingNext.test(said.slice(end)))) break;
    end++;
  }
  return found;
}

function composed(meant: readonly (readonly string[])[], last: Use): Omit<Composed, 'length' | 'isPart'> {
  const spellings = meant.reduce<readonly string[]>(
    (made, ways) => made.flatMap((one) => ways.map((way) => one + way)).slice(0, spellingsMax),
    [''],
  );
  const kind = last === 'room' || last === 'building' ? last : 'course';
  return { kind, spellings, words: [...meant] };
}
