const ordinals = [
  ['first', 'one', '一'],
  ['second', 'two', '二'],
  ['third', 'three', '三'],
  ['fourth', 'four', '四'],
  ['fifth', 'five', '五'],
] as const;

/** What the catalogue has in Chinese, by what people call it in English. */
const called: Readonly<Record<string, string>> = {
  实验楼: 'lab building|laboratory building',
  高等数学: 'calc|calculus|advanced mathematics|advanced math|advanced maths|higher mathematics',
  数学: 'math|maths|mathematics',
  线性代数: 'lin alg|linear algebra',
  离散数学: 'discrete mathematics',
  概率论与数理统计: 'probability and statistics',
  概率论: 'probability',
  大学英语: 'college english|university english',
  英语: 'english',
  体育: 'phys ed|physical education|sports|pe',
  大学体育: 'college sports',
  数据结构: 'data structs|data structures|data structure',
  数据库原理: 'database principles|principles of databases',
  数据库: 'databases|database',
  大学物理: 'college physics|university physics',
  物理: 'phys|physics',
  物理实验: 'physics experiment|physics experiments|physics lab|physics labs|physics laboratory',
  大学物理实验: 'college physics experiment',
  操作系统: 'operating systems|operating system',
  计算机网络: 'computer networks',
  编译原理: 'compilers',
  机器学习: 'machine learning',
  软件工程: 'software engineering',
  化学: 'chemistry',
  会计: 'accounting',
};

/** Teaching building 1, the first building. */
const buildings = ordinals.flatMap(([ordinal, number, chinese], at) =>
  [
    ...[`${ordinal} building`, `${ordinal} teaching building`, `${ordinal} lecture building`],
    ...[at + 1, number].flatMap((one) => [`building ${one}`, `teaching building ${one}`]),
  ].map((said) => [said, `第${chinese}教学楼`]),
);

/** What people call in English and the catalogue in Chinese, by the beginnings of names. */
export const translations: Readonly<Record<string, string>> = Object.fromEntries([
  ...buildings,
  ...Object.entries(called).flatMap(([chinese, all]) => all.split('|').map((said) => [said, chinese])),
]) as Record<string, string>;

/** Surnames of two characters. */
export const longSurnames: readonly string[] =
  '欧阳 上官 司马 诸葛 司徒 夏侯 皇甫 东方 慕容 令狐 宇文 尉迟'.split(' ');
