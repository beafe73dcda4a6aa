import type { Text } from '../../../schema/texts.js';

/** What pages are about, as people call it, and the pages of it that there are. */
export interface Subject {
  readonly label: Text;
  /** Other words for it, in lower case. */
  readonly words: readonly string[];
  /** Where it is shown. */
  readonly path: string;
  /** The pages on which one is added, each with what it adds. */
  readonly adding: readonly { readonly label: Text; readonly path: string }[];
}

const text = (zh: string, en: string): Text => ({ zh, en });

const subject = (label: Text, path: string, words: string, adding: Subject['adding'] = []): Subject => ({
  label,
  path: `/admin/${path}`,
  words: [label.zh, label.en, ...words.split('|')],
  adding,
});

const adds = (label: Text, path: string): Subject['adding'][number] => ({ label, path: `/admin/${path}` });

const unitCategory = adds(text('单位类别', 'unit category'), 'unit/category/add');
const unitType = adds(text('单位类型', 'unit type'), 'unit/type/add');
const user = text('用户', 'user');
const campus = text('校区', 'campus');
const classroom = text('教室', 'classroom');
const department = text('部门', 'department');

/** Every page that may be opened in words, all of them of administrators; nothing else is ever answered. */
export const subjects: readonly Subject[] = [
  subject(text('仪表盘', 'dashboard'), 'dashboard', '仪表板|控制台|首页|主页|概览|home|overview'),
  subject(user, 'user', 'users|账号|帐号|账户|account|accounts', [adds(user, 'user/add')]),
  subject(text('角色', 'role'), 'role', 'roles'),
  subject(text('教学楼', 'building'), 'building', 'buildings|楼宇|大楼'),
  subject(department, 'department', 'departments|院系|学院', [adds(department, 'department/add')]),
  subject(text('单位', 'unit'), 'unit', 'units', [unitCategory, unitType]),
  subject(unitCategory.label, 'unit', 'unit categories|单位分类', [unitCategory]),
  subject(unitType.label, 'unit', 'unit types|单位办别', [unitType]),
  subject(campus, 'campus', 'campuses|分校', [adds(campus, 'campus/add')]),
  subject(classroom, 'classroom', 'classrooms|room|rooms|课室', [adds(classroom, 'classroom/add')]),
  subject(text('学期', 'semester'), 'semester', 'semesters|term|terms'),
  subject(text('年级', 'grade'), 'grade', 'grades'),
  subject(text('系统信息', 'system information'), 'system-info', 'system info|系统状态|服务器信息'),
  subject(text('JVM 监控', 'JVM monitor'), 'jvm-monitor', 'jvm监控|jvm|虚拟机监控|jvm monitoring'),
  subject(text('系统设置', 'settings'), 'setting', 'setting|设置|系统配置|system settings'),
];

/** What pages exist for that the assistant cannot open: never taken for a misspelt word. */
export const elsewhere: readonly string[] = [
  ...[
    '教师',
    '老师',
    '学生',
    '课程',
    '专业',
    '行政班',
    '教学班',
    '课表',
    '排课',
    '冲突',
    '权限',
    '资格',
    '学习',
  ],
  ...['teacher', 'teachers', 'student', 'students', 'course', 'courses', 'major', 'majors', 'timetable'],
  ...['timetables', 'class', 'classes', 'schedule', 'conflict', 'conflicts', 'permission', 'permissions'],
];

/** All addresses that can be answered. */
export const paths: ReadonlySet<string> = new Set(
  subjects.flatMap(({ path, adding }) => [path, ...adding.map((each) => each.path)]),
);
