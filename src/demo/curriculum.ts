import type { Hours, HourKind } from './model.js';

/**
 * What is taught this semester, to whom and for how many hours. `takenBy` names majors with the year of study
 * (`cs1`: first-year students of computer science), or a whole year (`*1`).
 */
export interface CurriculumCourse {
  readonly department: string;
  readonly name: string;
  readonly englishName: string;
  readonly hours: Hours;
  readonly takenBy: readonly string[];
  readonly standing: Standing;
  /** Maximum number of administrative classes in one lecture. */
  readonly together: number;
  /** Required types of room, where they differ from the default. */
  readonly rooms: Partial<Record<HourKind, string>>;
  /** Whether the laboratory seats only half a class. */
  readonly inHalves: boolean;
  /** Taught at double frequency in one half of the semester: 1 the first, 2 the second. */
  readonly half: 1 | 2 | null;
  /** Sections of an elective for which students enrol individually. */
  readonly openSections: number;
}

/** The place of a course in a programme. */
export type Standing = 'public' | 'basic' | 'core' | 'elective' | 'training' | 'publicElective';

interface Details {
  standing?: Standing;
  together?: number;
  /** Type of room for laboratory and practice. */
  room?: string;
  theoryRoom?: string;
  inHalves?: boolean;
  half?: 1 | 2;
  openSections?: number;
}

type Row = readonly [name: string, englishName: string, hours: string, takenBy: string, details?: Details];

const publicCourse = (together: number): Details => ({ standing: 'public', together });
const halves = (room: string): Details => ({ room, inHalves: true });
const elective: Details = { standing: 'elective' };
const ordinaryRoom = '普通教室';

const marxism: Row[] = [
  ['思想道德与法治', 'Ethics and Rule of Law', 'T48', '*1', publicCourse(3)],
  ['马克思主义基本原理', 'Basic Principles of Marxism', 'T48', '*2', publicCourse(2)],
  [
    '习近平新时代中国特色社会主义思想概论',
    'Introduction to Xi Jinping Thought',
    'T48',
    '*3',
    publicCourse(2),
  ],
  ['形势与政策（一）', 'Situation and Policy I', 'T8', '*1', publicCourse(4)],
  ['形势与政策（三）', 'Situation and Policy III', 'T8', '*2', publicCourse(4)],
  ['形势与政策（五）', 'Situation and Policy V', 'T8', '*3', publicCourse(4)],
];

const publicBasics: Row[] = [
  ['高等数学A（一）', 'Advanced Mathematics A I', 'T80', 'cs1 se1 ne1 ai1 me1 rb1 ee1 au1', publicCourse(2)],
  ['高等数学B（一）', 'Advanced Mathematics B I', 'T64', 'ch1 ac1 ec1', publicCourse(2)],
  ['线性代数', 'Linear Algebra', 'T32', 'cs2 se2 ne2 ac2 lo2', publicCourse(2)],
  ['概率论与数理统计', 'Probability and Statistics', 'T48', 'me2 ee2 au2 ch2', publicCourse(2)],
  ['大学物理（二）', 'College Physics II', 'T32', 'cs2 se2', publicCourse(2)],
  ['大学英语（一）', 'College English I', 'T48 C16', '*1', { ...publicCourse(1), theoryRoom: ordinaryRoom }],
  ['大学英语（三）', 'College English III', 'T32', '*2', { ...publicCourse(1), theoryRoom: ordinaryRoom }],
  ['体育（一）', 'Physical Education I', 'P32', '*1', { ...publicCourse(1), room: '活动室' }],
  ['体育（三）', 'Physical Education III', 'P32', '*2', { ...publicCourse(1), room: '活动室' }],
  ['应用文写作', 'Practical Writing', 'T32', 'pr1 mu1', publicCourse(1)],
  ['中国传统文化', 'Traditional Chinese Culture', 'T24', '', { standing: 'publicElective', openSections: 2 }],
  ['影视欣赏', 'Film Appreciation', 'T24', '', { standing: 'publicElective', openSections: 2 }],
];

const studentAffairs: Row[] = [
  ['大学生心理健康教育', 'Mental Health', 'T16', '*1', publicCourse(2)],
  ['军事理论', 'Military Theory', 'T32', '*1', publicCourse(3)],
  ['创新创业基础', 'Basics of Entrepreneurship', 'T16', '*2', publicCourse(2)],
  ['劳动教育', 'Education in Labour', 'T16', '*2', publicCourse(2)],
  ['就业指导', 'Career Guidance', 'T16', '*3', publicCourse(2)],
];

const computing: Row[] = [
  [
    '信息技术基础',
    'Information Technology',
    'T16 C32',
    'me1 rb1 ee1 au1 ch1 ac1 ec1 pr1 mu1',
    { standing: 'public' },
  ],
  ['程序设计基础', 'Fundamentals of Programming', 'T32 C32', 'cs1 se1 ne1 ai1'],
  ['离散数学', 'Discrete Mathematics', 'T48', 'cs1 se1 ai1'],
  ['计算机科学导论', 'Introduction to Computer Science', 'T16 C16', 'cs1 se1'],
  ['数据结构', 'Data Structures', 'T48 C32', 'cs2 se2 ai2'],
  ['面向对象程序设计', 'Object-Oriented Programming', 'T32 C32', 'cs2 se2 ne2'],
  ['计算机组成原理', 'Computer Organisation', 'T48 L16', 'cs2 ne2', { together: 2, ...halves('电工实训室') }],
  ['软件工程导论', 'Introduction to Software Engineering', 'T32', 'se2'],
  ['数据库系统', 'Database Systems', 'T32 C32', 'se2 ai2'],
  ['操作系统', 'Operating Systems', 'T48 C16', 'cs3 se3 ne3', { together: 2 }],
  ['数据库原理与应用', 'Principles of Databases', 'T32 C32', 'cs3'],
  ['编译原理', 'Compilers', 'T48 C16', 'cs3', { together: 2 }],
  ['Web应用开发', 'Web Application Development', 'T16 C48', 'cs3 se3'],
  ['机器学习', 'Machine Learning', 'T32 C16', 'cs3', { ...elective, together: 2 }],
  ['软件体系结构', 'Software Architecture', 'T48', 'se3'],
  ['软件测试', 'Software Testing', 'T32 C16', 'se3'],
  ['软件项目管理', 'Software Project Management', 'T32', 'se3'],
  ['移动应用开发', 'Mobile Application Development', 'T16 C32', 'se3', elective],
];

const networks: Row[] = [
  ['网络工程导论', 'Introduction to Network Engineering', 'T32', 'ne1'],
  ['网络技术基础', 'Basics of Network Technology', 'T32 L16', 'ne1', halves('网络实训室')],
  ['人工智能导论', 'Introduction to Artificial Intelligence', 'T32', 'ai1'],
  ['数据通信', 'Data Communication', 'T48 L16', 'ne2', halves('网络实训室')],
  ['Linux系统管理', 'Linux System Administration', 'T16 C32', 'ne2'],
  ['人工智能数学基础', 'Mathematics for Artificial Intelligence', 'T48', 'ai2'],
  ['Python数据分析', 'Data Analysis with Python', 'T32 C32', 'ai2'],
  ['智能硬件基础', 'Basics of Smart Hardware', 'T16 L16', 'ai2', halves('虚拟仿真实训室')],
  ['计算机网络', 'Computer Networks', 'T48 L16', 'cs3', { together: 2, ...halves('网络实训室') }],
  ['路由与交换技术', 'Routing and Switching', 'T32 L32', 'ne3', halves('网络实训室')],
  ['网络安全', 'Network Security', 'T32 L16', 'ne3', halves('网络实训室')],
  ['网络规划与设计', 'Network Planning and Design', 'T32', 'ne3'],
  ['云计算技术', 'Cloud Computing', 'T32 C32', 'ne3'],
  ['无线网络技术', 'Wireless Networks', 'T16 L16', 'ne3', halves('网络实训室')],
  [
    '人工智能与社会',
    'Artificial Intelligence and Society',
    'T24',
    '',
    { standing: 'publicElective', openSections: 1 },
  ],
];

const mechanics: Row[] = [
  ['工程制图', 'Engineering Drawing', 'T48 C16', 'me1 rb1 ee1 au1', { together: 2 }],
  ['机械工程导论', 'Introduction to Mechanical Engineering', 'T16', 'me1'],
  ['机器人技术导论', 'Introduction to Robotics', 'T16', 'rb1'],
  ['汽车概论', 'Introduction to Automobiles', 'T32', 'au1'],
  ['工程力学', 'Engineering Mechanics', 'T64', 'me2 rb2 au2', { together: 2 }],
  ['机械原理', 'Theory of Machines', 'T48 L16', 'me2 rb2', { together: 2, ...halves('机械装调实训室') }],
  ['工程材料', 'Engineering Materials', 'T32', 'me2'],
  ['汽车构造', 'Automobile Construction', 'T32 P32', 'au2', halves('汽修实训室')],
  ['机器人学基础', 'Fundamentals of Robotics', 'T32 L16', 'rb2', halves('自动化生产线实训室')],
  ['机械设计', 'Machine Design', 'T64', 'me3'],
  ['机械制造技术', 'Manufacturing Technology', 'T48', 'me3'],
  [
    '液压与气压传动',
    'Hydraulics and Pneumatics',
    'T32 L16',
    'me3 rb3',
    { together: 2, ...halves('液压气动实训室') },
  ],
  [
    '数控加工实训',
    'Numerical Control Workshop',
    'P32',
    'me3',
    { standing: 'training', ...halves('实训车间') },
  ],
  ['CAD/CAM技术', 'CAD and CAM', 'T16 C32', 'me3'],
  ['互换性与测量技术', 'Interchangeability and Measurement', 'T32 L16', 'me3', halves('机械装调实训室')],
  ['机器人控制技术', 'Robot Control', 'T48 L16', 'rb3', halves('自动化生产线实训室')],
  ['机器视觉', 'Machine Vision', 'T32 C16', 'rb3', elective],
  ['汽车电器', 'Automotive Electrics', 'T32 P32', 'au3', halves('汽修实训室')],
  ['汽车检测与诊断', 'Automobile Testing and Diagnosis', 'T32 P32', 'au3', halves('汽修实训室')],
  ['新能源汽车技术', 'New Energy Vehicles', 'T48', 'au3'],
  ['汽车营销', 'Automobile Marketing', 'T32', 'au3', { half: 1 }],
  ['汽车服务企业管理', 'Management of Car Services', 'T32', 'au3', { half: 2 }],
  ['汽车理论', 'Automobile Theory', 'T48', 'au3'],
];

const electrics: Row[] = [
  ['电气工程导论', 'Introduction to Electrical Engineering', 'T16', 'ee1'],
  [
    '电工电子技术',
    'Electrical and Electronic Technology',
    'T48 L16',
    'me2 rb2 au2',
    { together: 2, ...halves('电工实训室') },
  ],
  ['电路分析', 'Circuit Analysis', 'T64 L16', 'ee2', halves('电工实训室')],
  ['模拟电子技术', 'Analogue Electronics', 'T48 L16', 'ee2', halves('电工实训室')],
  ['电机学', 'Electrical Machines', 'T48 L16', 'ee2', halves('现代电气控制实训室')],
  ['自动控制原理', 'Automatic Control', 'T48 L16', 'ee3', halves('自动化生产线实训室')],
  ['电力电子技术', 'Power Electronics', 'T48 L16', 'ee3', halves('现代电气控制实训室')],
  ['电力系统分析', 'Power System Analysis', 'T48', 'ee3'],
  ['单片机原理与应用', 'Microcontrollers', 'T32 L32', 'ee3', halves('电工实训室')],
  ['可编程控制器', 'Programmable Controllers', 'T32 L32', 'rb3', halves('现代电气控制实训室')],
  [
    '传感器与检测技术',
    'Sensors and Measurement',
    'T32 L16',
    'ee3 rb3',
    { together: 2, ...halves('自动化生产线实训室') },
  ],
];

const chemistry: Row[] = [
  ['无机化学', 'Inorganic Chemistry', 'T48 L16', 'ch1', halves('化工仿真实训室')],
  ['化工制图', 'Chemical Engineering Drawing', 'T32 C16', 'ch1'],
  ['有机化学', 'Organic Chemistry', 'T48 L16', 'ch2', halves('化工仿真实训室')],
  ['物理化学', 'Physical Chemistry', 'T64', 'ch2'],
  ['化工原理', 'Chemical Engineering Principles', 'T48 L16', 'ch2', halves('化工仿真实训室')],
  ['化学反应工程', 'Reaction Engineering', 'T48', 'ch3'],
  ['化工热力学', 'Chemical Thermodynamics', 'T48', 'ch3'],
  ['化工分离工程', 'Separation Processes', 'T48', 'ch3'],
  [
    '化工仿真实训',
    'Process Simulation Workshop',
    'P32',
    'ch3',
    { standing: 'training', ...halves('化工仿真实训室') },
  ],
  ['化工安全与环保', 'Safety and Environment', 'T32', 'ch3', { half: 1 }],
  ['精细化工工艺', 'Fine Chemicals', 'T32', 'ch3', { half: 2 }],
  ['化工设备基础', 'Process Equipment', 'T32 L16', 'ch3', halves('化工仿真实训室')],
];

const business: Row[] = [
  ['管理学原理', 'Principles of Management', 'T32', 'ac1 ec1', { together: 2 }],
  ['微观经济学', 'Microeconomics', 'T48', 'ac1 ec1', { together: 2 }],
  ['基础会计', 'Basic Accounting', 'T48 C16', 'ac1'],
  ['电子商务概论', 'Introduction to E-Commerce', 'T32 C16', 'ec1'],
  ['中级财务会计', 'Intermediate Accounting', 'T64', 'ac2'],
  ['成本会计', 'Cost Accounting', 'T48', 'ac2'],
  ['经济法', 'Economic Law', 'T32', 'ac2 lo2', { together: 2 }],
  ['统计学', 'Statistics', 'T32 C16', 'ac2 lo2'],
  ['会计信息系统', 'Accounting Information Systems', 'T16 C32', 'ac2'],
  ['物流学概论', 'Introduction to Logistics', 'T32', 'lo2'],
  ['运筹学', 'Operations Research', 'T48', 'lo2'],
  ['仓储与配送管理', 'Warehousing and Distribution', 'T32 L16', 'lo2', halves('虚拟仿真实训室')],
  ['市场营销学', 'Marketing', 'T32', 'lo2'],
  ['审计学', 'Auditing', 'T48', 'ac3'],
  ['财务管理', 'Financial Management', 'T64', 'ac3'],
  ['税法', 'Tax Law', 'T48', 'ac3'],
  ['管理会计', 'Management Accounting', 'T48', 'ac3'],
  ['财务报表分析', 'Financial Statement Analysis', 'T32 C16', 'ac3', elective],
  ['网络营销', 'Online Marketing', 'T32 C16', 'ec3'],
  ['电商平台运营', 'E-Commerce Operations', 'T16 C48', 'ec3'],
  ['商务数据分析', 'Business Data Analysis', 'T32 C32', 'ac3 ec3 lo3'],
  ['供应链管理', 'Supply Chain Management', 'T32', 'ec3 lo3', { together: 2 }],
  ['跨境电子商务', 'Cross-Border E-Commerce', 'T32 C16', 'ec3'],
  ['国际物流', 'International Logistics', 'T32', 'ec3 lo3', { half: 1 }],
  ['采购管理', 'Purchasing', 'T32', 'lo3', { half: 2 }],
  ['运输管理', 'Transport Management', 'T48', 'lo3'],
  ['物流系统仿真', 'Simulation of Logistics', 'T16 L32', 'lo3', halves('虚拟仿真实训室')],
];

const artsAndEducation: Row[] = [
  ['学前心理学', 'Psychology of Early Childhood', 'T48', 'pr1'],
  ['幼儿卫生与保健', 'Health Care of Children', 'T32 P16', 'pr1', { room: '幼儿保健室' }],
  ['乐理与视唱', 'Music Theory and Sight-Singing', 'P32', 'pr1 mu1', { room: '声乐教室' }],
  ['舞蹈基础', 'Basic Dance', 'P32', 'pr1 mu1', { room: '舞蹈教室' }],
  ['钢琴基础（一）', 'Piano I', 'P32', 'mu1', { standing: 'training', ...halves('琴房') }],
  ['艺术概论', 'Introduction to the Arts', 'T32', 'mu1'],
  ['学前教育学', 'Early Childhood Education', 'T48', 'pr2'],
  ['儿童文学', "Children's Literature", 'T32', 'pr2'],
  ['美术基础', 'Basic Fine Arts', 'P32', 'pr2', { room: '美术教室' }],
  ['钢琴与伴奏', 'Piano and Accompaniment', 'P32', 'pr2', { standing: 'training', ...halves('琴房') }],
  ['蒙台梭利教育', 'Montessori Education', 'T16 P32', 'pr2', { room: '蒙台梭立实训室' }],
  ['声乐演唱', 'Vocal Performance', 'P64', 'mu2', { standing: 'training', room: '声乐教室' }],
  ['和声学', 'Harmony', 'T32', 'mu2'],
  ['中国音乐史', 'History of Chinese Music', 'T48', 'mu2'],
  ['电脑音乐制作', 'Computer Music Production', 'C32', 'mu2'],
  ['幼儿园活动设计', 'Design of Kindergarten Activities', 'T32 P32', 'pr3', { room: '幼儿保健室' }],
  ['幼儿园游戏', 'Play in Kindergarten', 'T32 P16', 'pr3', { room: '蒙台梭立实训室' }],
  ['奥尔夫音乐教学', 'Orff Music Teaching', 'P32', 'mu2 pr3', { room: '声乐教室' }],
  ['特殊儿童教育', 'Special Education', 'T48', 'pr3', elective],
  ['学前教育政策法规', 'Law of Early Childhood Education', 'T32', 'pr3'],
  ['幼儿教师口语', 'Spoken Language for Teachers', 'T32', 'pr3'],
];

/** All courses of the semester. */
export const curriculum: readonly CurriculumCourse[] = Object.entries({
  MAR: marxism,
  PUB: publicBasics,
  STU: studentAffairs,
  COM: computing,
  NET: networks,
  MEC: mechanics,
  ELE: electrics,
  CHE: chemistry,
  ECO: business,
  ART: artsAndEducation,
}).flatMap(([department, rows]) => rows.map((row) => courseOf(department, row)));

function courseOf(
  department: string,
  [name, englishName, hours, takenBy, details = {}]: Row,
): CurriculumCourse {
  const years = takenBy.split(' ').filter(Boolean);
  return {
    department,
    name,
    englishName,
    hours: hoursOf(hours),
    takenBy: years,
    standing: details.standing ?? (years.some((year) => year.endsWith('1')) ? 'basic' : 'core'),
    together: details.together ?? 1,
    rooms: { theory: details.theoryRoom, lab: details.room, practice: details.room },
    inHalves: details.inHalves ?? false,
    half: details.half ?? null,
    openSections: details.openSections ?? 0,
  };
}

/** Reads `T48 C16`: 48 hours of theory and 16 at the computer. */
function hoursOf(text: string): Hours {
  const of = (letter: string): number => Number(new RegExp(`${letter}(\\d+)`).exec(text)?.[1] ?? 0);
  return { theory: of('T'), lab: of('L'), practice: of('P'), computer: of('C') };
}
