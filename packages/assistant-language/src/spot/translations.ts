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

/** Surnames of two characters. */
export const longSurnames: readonly string[] =
  '欧阳 上官 司马 诸葛 司徒 夏侯 皇甫 东方 慕容 令狐 宇文 尉迟'.split(' ');
