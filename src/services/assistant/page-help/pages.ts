import { say, type Text } from '../../../schema/texts.js';

/** A page that may be opened, by what it is called. */
export interface Destination {
  readonly label: Text;
  readonly route: string;
}

/** What pages are about. */
export interface Subject {
  /** What it is called, in lower case. */
  readonly words: readonly string[];
  /** Where it is shown. */
  readonly page: Destination;
  /** Where one is added; null where none is. */
  readonly adding: Destination | null;
}

const subject = ({ zh, en }: Text, path: string, words: string, addPath?: string): Subject => ({
  words: [zh, en, ...words.split('|')].map((word) => word.toLowerCase()),
  page: { label: say(`${zh}管理`, en), route: `/admin/${path}` },
  adding: addPath ? { label: say(`添加${zh}`, `Add ${en}`), route: `/admin/${addPath}` } : null,
});

/** Every page that may be opened in words, all of them of administrators; nothing else is ever answered. */
export const subjects: readonly Subject[] = [
  subject(say('仪表盘', 'dashboard'), 'dashboard', '仪表板|控制台|首页|主页|概览|home|overview'),
  subject(say('用户', 'user'), 'user', 'users|账号|帐号|账户|account|accounts', 'user/add'),
  subject(say('角色', 'role'), 'role', 'roles'),
  subject(say('教学楼', 'building'), 'building', 'buildings|楼宇|大楼'),
  subject(say('部门', 'department'), 'department', 'departments|院系|学院', 'department/add'),
  subject(say('单位', 'unit'), 'unit', 'units'),
  subject(say('单位类别', 'unit category'), 'unit', 'unit categories|单位分类', 'unit/category/add'),
  subject(say('单位类型', 'unit type'), 'unit', 'unit types|单位办别', 'unit/type/add'),
  subject(say('校区', 'campus'), 'campus', 'campuses|分校', 'campus/add'),
  subject(say('教室', 'classroom'), 'classroom', 'classrooms|room|rooms|课室', 'classroom/add'),
  subject(say('学期', 'semester'), 'semester', 'semesters|term|terms'),
  subject(say('年级', 'grade'), 'grade', 'grades'),
  subject(say('系统信息', 'system information'), 'system-info', 'system info|系统状态|服务器信息'),
  subject(say('JVM 监控', 'JVM monitor'), 'jvm-monitor', 'jvm监控|jvm|虚拟机监控|jvm monitoring'),
  subject(say('系统设置', 'settings'), 'setting', 'setting|设置|系统配置|system settings'),
];

/** What pages exist for that the assistant cannot open: never taken for a misspelt word. */
export const elsewhere = new Set(
  (
    '教师 老师 学生 课程 专业 行政班 教学班 课表 排课 冲突 权限 资格 学习 teacher teachers student students ' +
    'course courses major majors timetable timetables class classes schedule conflict conflicts permission ' +
    'permissions'
  ).split(' '),
);
