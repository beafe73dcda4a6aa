const ordinals = [
  ['first', 'one', '一'],
  ['second', 'two', '二'],
  ['third', 'three', '三'],
  ['fourth', 'four', '四'],
  ['fifth', 'five', '五'],
] as const;

/** Teaching building 1, the first building. */
const buildings = Object.fromEntries(
  ordinals.flatMap(([ordinal, number, chinese], at) =>
    [
      ...[`${ordinal} building`, `${ordinal} teaching building`, `${ordinal} lecture building`],
      ...[
        `building ${at + 1}`,
        `building ${number}`,
        `teaching building ${at + 1}`,
        `teaching building ${number}`,
      ],
    ].map((said) => [said, `第${chinese}教学楼`]),
  ),
);

/** What people call in English and the catalogue in Chinese, by the beginnings of names. */
export const translations: Readonly<Record<string, string>> = {
  ...buildings,
  'lab building': '实验楼',
  'laboratory building': '实验楼',
  calc: '高等数学',
  'lin alg': '线性代数',
  phys: '物理',
  'phys ed': '体育',
  'data structs': '数据结构',
  'advanced mathematics': '高等数学',
  'advanced math': '高等数学',
  'advanced maths': '高等数学',
  'higher mathematics': '高等数学',
  calculus: '高等数学',
  'linear algebra': '线性代数',
  'college english': '大学英语',
  'university english': '大学英语',
  english: '英语',
  'physical education': '体育',
  'college sports': '大学体育',
  sports: '体育',
  pe: '体育',
  'data structures': '数据结构',
  'data structure': '数据结构',
  'database principles': '数据库原理',
  'principles of databases': '数据库原理',
  databases: '数据库',
  database: '数据库',
  'college physics': '大学物理',
  'university physics': '大学物理',
  physics: '物理',
  'physics experiment': '物理实验',
  'physics experiments': '物理实验',
  'physics lab': '物理实验',
  'physics labs': '物理实验',
  'physics laboratory': '物理实验',
  'college physics experiment': '大学物理实验',
  'operating systems': '操作系统',
  'operating system': '操作系统',
  'discrete mathematics': '离散数学',
  'probability and statistics': '概率论与数理统计',
  probability: '概率论',
  'computer networks': '计算机网络',
  compilers: '编译原理',
  'machine learning': '机器学习',
  'software engineering': '软件工程',
  chemistry: '化学',
  accounting: '会计',
};

/** What is written as `li:李黎 na:娜`: characters by how they are written in Latin letters. */
export const byLetters = (list: string): Readonly<Record<string, string>> =>
  Object.fromEntries(list.split(' ').map((one) => one.split(':')));

/** Surnames as they are written in Latin letters, without marks of tone. */
export const surnames: Readonly<Record<string, string>> = byLetters(
  'bai:白 cai:蔡 cao:曹 chang:常 chen:陈 cheng:程 cui:崔 dai:戴 deng:邓 ding:丁 dong:董 du:杜 duan:段 fan:范 ' +
    'fang:方 feng:冯 fu:傅付 gao:高 gong:龚 gu:顾 guo:郭 han:韩 hao:郝 he:何贺 hou:侯 hu:胡 huang:黄 jia:贾 ' +
    'jiang:江蒋姜 jin:金 kang:康 kong:孔 lai:赖 lei:雷 li:李黎 liang:梁 liao:廖 lin:林 liu:刘柳 long:龙 lu:陆卢鲁 ' +
    'luo:罗 ma:马 mao:毛 meng:孟 pan:潘 peng:彭 qian:钱 qiao:乔 qin:秦 qiu:邱 ren:任 shao:邵 shen:沈 shi:石史施 ' +
    'song:宋 su:苏 sun:孙 tan:谭 tang:唐汤 tao:陶 tian:田 wan:万 wang:王汪 wei:魏韦 wen:文温 wu:吴武 xia:夏 xiang:向 ' +
    'xiao:肖萧 xie:谢 xiong:熊 xu:徐许 xue:薛 yan:严颜 yang:杨 yao:姚 ye:叶 yi:易 yin:尹 yu:于余 yuan:袁 zeng:曾 ' +
    'zhang:张章 zhao:赵 zheng:郑 zhong:钟 zhou:周 zhu:朱 zou:邹 ouyang:欧阳 shangguan:上官 sima:司马 zhuge:诸葛',
);

/** Surnames of two characters. */
export const longSurnames: readonly string[] =
  '欧阳 上官 司马 诸葛 司徒 夏侯 皇甫 东方 慕容 令狐 宇文 尉迟'.split(' ');
