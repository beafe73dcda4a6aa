import type { DemoAdministrativeClass, DemoDepartment, DemoGrade, DemoMajor } from './model.js';
import type { Random } from './random.js';

interface Unit {
  code: string;
  name: string;
  englishName: string;
  shortName: string;
  parent?: string;
  category?: string;
  type?: string;
  since: number;
  buildings?: string[];
  /** Whether students belong to it. */
  hasStudents?: boolean;
}

const college = { hasStudents: true };

const units: Unit[] = [
  {
    code: 'JWC',
    name: '教务处',
    englishName: 'Academic Affairs Office',
    shortName: '教务',
    category: '行政类',
    since: 1985,
  },
  {
    code: 'STU',
    name: '学生工作处',
    englishName: 'Student Affairs Office',
    shortName: '学工',
    category: '行政类',
    since: 1985,
  },
  {
    code: 'INF',
    name: '信息工程学院',
    englishName: 'College of Information Engineering',
    shortName: '信息',
    since: 1998,
    buildings: ['信息楼', '明德楼'],
    ...college,
  },
  {
    code: 'COM',
    name: '计算机系',
    englishName: 'Department of Computer Science',
    shortName: '计算机',
    parent: 'INF',
    since: 1998,
    buildings: ['信息楼'],
  },
  {
    code: 'NET',
    name: '网络与智能系',
    englishName: 'Department of Networks and Intelligence',
    shortName: '网络',
    parent: 'INF',
    since: 2008,
    buildings: ['信息楼'],
  },
  {
    code: 'ENG',
    name: '机电工程学院',
    englishName: 'College of Mechanical and Electrical Engineering',
    shortName: '机电',
    since: 1985,
    buildings: ['工程楼', '实训中心'],
    ...college,
  },
  {
    code: 'MEC',
    name: '机械工程系',
    englishName: 'Department of Mechanical Engineering',
    shortName: '机械',
    parent: 'ENG',
    since: 1985,
    buildings: ['实训中心'],
  },
  {
    code: 'ELE',
    name: '电气工程系',
    englishName: 'Department of Electrical Engineering',
    shortName: '电气',
    parent: 'ENG',
    since: 1992,
    buildings: ['工程楼'],
  },
  {
    code: 'CHE',
    name: '化学工程学院',
    englishName: 'College of Chemical Engineering',
    shortName: '化工',
    since: 1990,
    buildings: ['化工楼'],
    ...college,
  },
  {
    code: 'ECO',
    name: '经济管理学院',
    englishName: 'College of Economics and Management',
    shortName: '经管',
    since: 2001,
    buildings: ['经管楼'],
    ...college,
  },
  {
    code: 'ART',
    name: '教育与艺术学院',
    englishName: 'College of Education and Arts',
    shortName: '教艺',
    since: 2004,
    buildings: ['艺术楼'],
    ...college,
  },
  {
    code: 'MAR',
    name: '马克思主义学院',
    englishName: 'School of Marxism',
    shortName: '马院',
    since: 2010,
    buildings: ['明德楼'],
  },
  {
    code: 'PUB',
    name: '公共基础教学部',
    englishName: 'Division of Basic Courses',
    shortName: '基础',
    since: 1995,
    buildings: ['致远楼', '体育馆'],
  },
  {
    code: 'IMI',
    name: '智能制造研究所',
    englishName: 'Institute of Intelligent Manufacturing',
    shortName: '智造所',
    parent: 'ENG',
    category: '科研机构',
    type: '校企合办',
    since: 2019,
    buildings: ['实训中心'],
  },
];

/** Whether the unit teaches courses itself. */
const isTeachingUnit = ({ code, hasStudents }: Unit, all: readonly Unit[]): boolean =>
  code !== 'JWC' && code !== 'IMI' && !(hasStudents && all.some(({ parent }) => parent === code));

/** The tree of departments. */
export const departments: DemoDepartment[] = units.map((unit, index) => ({
  code: unit.code,
  name: unit.name,
  englishName: unit.englishName,
  shortName: unit.shortName,
  order: (index + 1) * 10,
  parent: unit.parent ?? null,
  category: unit.category ?? '院系',
  type: unit.type ?? '直属（校办）',
  isTeachingCollege: isTeachingUnit(unit, units),
  isAttendingCollege: unit.hasStudents ?? false,
  isTeachingOffice: unit.parent !== undefined && isTeachingUnit(unit, units),
  establishedOn: `${unit.since}-09-01`,
  buildings: unit.buildings ?? [],
}));

/** Entry years by year of study: first-year students entered in `entryYears[0]`. */
const entryYears = [2026, 2025, 2024];

const gradeName = (year: number): string => `${year}级`;

/** The students of three entry years. */
export const grades: DemoGrade[] = [...entryYears].reverse().map((year) => ({
  name: gradeName(year),
  year,
  startDate: `${year}-09-01`,
}));

interface Programme {
  code: string;
  name: string;
  /** The name from which those of its classes are formed. */
  shortName: string;
  department: string;
  /** Number of classes by year of study. */
  classes: readonly [number, number, number];
}

const programmes: Programme[] = [
  { code: 'cs', name: '计算机科学与技术', shortName: '计算机', department: 'INF', classes: [2, 1, 2] },
  { code: 'se', name: '软件工程', shortName: '软件', department: 'INF', classes: [1, 1, 1] },
  { code: 'ne', name: '网络工程', shortName: '网络', department: 'INF', classes: [1, 1, 1] },
  { code: 'ai', name: '人工智能', shortName: '智能', department: 'INF', classes: [1, 1, 0] },
  { code: 'me', name: '机械设计制造及其自动化', shortName: '机械', department: 'ENG', classes: [1, 1, 1] },
  { code: 'rb', name: '机器人工程', shortName: '机器人', department: 'ENG', classes: [1, 1, 1] },
  { code: 'ee', name: '电气工程及其自动化', shortName: '电气', department: 'ENG', classes: [1, 1, 1] },
  { code: 'au', name: '汽车服务工程', shortName: '汽服', department: 'ENG', classes: [1, 1, 1] },
  { code: 'ch', name: '化学工程与工艺', shortName: '化工', department: 'CHE', classes: [1, 1, 1] },
  { code: 'ac', name: '会计学', shortName: '会计', department: 'ECO', classes: [1, 1, 1] },
  { code: 'ec', name: '电子商务', shortName: '电商', department: 'ECO', classes: [1, 0, 1] },
  { code: 'lo', name: '物流管理', shortName: '物流', department: 'ECO', classes: [0, 1, 1] },
  { code: 'pr', name: '学前教育', shortName: '学前', department: 'ART', classes: [1, 1, 1] },
  { code: 'mu', name: '音乐学', shortName: '音乐', department: 'ART', classes: [1, 1, 0] },
];

/** The programmes of study. */
export const majors: DemoMajor[] = programmes.map(({ code, name, department }) => ({
  code: code.toUpperCase(),
  name,
  department,
  educationYears: 4,
  trainingLevel: '本科',
}));

/** A class before students are assigned. */
export interface PlannedClass extends Omit<DemoAdministrativeClass, 'counselor' | 'monitor'> {
  /** Major and year of study as in the curriculum, such as `cs1`. */
  readonly cohort: string;
}

const usualSize = 40;

/** The administrative classes; sizes vary around the usual one, which is their average. */
export function planClasses(random: Random): PlannedClass[] {
  const planned = entryYears.flatMap((year, index) =>
    programmes.flatMap((programme) =>
      Array.from({ length: programme.classes[index] }, (_, number) =>
        classOf(programme, year, index, number + 1),
      ),
    ),
  );
  const deviations = Array.from({ length: planned.length / 2 }, () => random.whole(0, 5));
  const order = random.shuffled([...deviations, ...deviations.map((deviation) => -deviation)]);
  return planned.map((one, index) => ({ ...one, studentCount: usualSize + order[index] }));
}

function classOf(programme: Programme, year: number, yearIndex: number, number: number): PlannedClass {
  const suffix = `${year % 100}${String(number).padStart(2, '0')}`;
  return {
    code: `${programme.code.toUpperCase()}${suffix}`,
    name: `${programme.shortName}${suffix}班`,
    department: programme.department,
    major: programme.code.toUpperCase(),
    grade: gradeName(year),
    studentCount: usualSize,
    cohort: `${programme.code}${yearIndex + 1}`,
  };
}
