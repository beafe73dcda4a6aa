import { createHash } from 'node:crypto';
import type { Language } from '../schema/texts.js';

/** What the start page shows about the running system. */
export interface SystemStatus {
  /** No administrator exists yet; only the initialisation is possible. */
  awaitsInitialisation: boolean;
  /** No semester exists yet, so there is nothing to plan. */
  isEmpty: boolean;
}

interface Link {
  href: string;
  name: string;
  meaning: string;
}

/** What helps somebody who begins: a sentence, and the operation of the schema that does it. */
interface Step {
  text: string;
  operations: readonly string[];
}

interface Texts {
  readonly product: string;
  readonly purpose: string;
  readonly state: Readonly<Record<'ready' | 'awaiting' | 'empty', string>>;
  readonly initialise: string;
  readonly signIn: Link;
  readonly explore: string;
  readonly pages: readonly Link[];
  readonly begin: string;
  readonly steps: readonly Step[];
  readonly machines: string;
  readonly health: readonly Link[];
}

const texts: Record<Language, Texts> = {
  zh: {
    product: '排课',
    purpose:
      '高校排课系统：录入校区、教室、教师、班级和课程，排出没有冲突的课表并说明缘由，安全地调整，再发布给每一位教师和学生。',
    state: {
      ready: '系统已就绪。',
      awaiting:
        '系统等待初始化：创建第一位管理员之后，其他功能才可使用。可调用 <code>POST /api/v1/init</code>。',
      empty: '系统已就绪，还没有学期。请按下面的步骤开始。',
    },
    initialise: '现在创建管理员',
    signIn: {
      href: '/timetable',
      name: '登录',
      meaning: '查看课表、选课；教务导入数据、排课、调整与发布',
    },
    explore: '了解接口',
    pages: [
      { href: '/graphiql', name: 'GraphiQL', meaning: '查询、修改与实时进度，附示例' },
      { href: '/api/v1/docs', name: 'REST 文档', meaning: '/api/v1 的全部操作' },
    ],
    begin: '从哪里开始',
    steps: [
      { text: '创建第一位管理员并登录', operations: ['initialise', 'signIn'] },
      { text: '建立院系、年级、专业与行政班', operations: ['createDepartment', 'createAdministrativeClass'] },
      {
        text: '下载表格模板，填写后导入校区、教学楼、教室、教师、学生与课程',
        operations: ['campusesImportTemplate', 'importCampuses'],
      },
      { text: '建立学期，制定教学计划', operations: ['createSemester', 'planSemester', 'applySemesterPlan'] },
      { text: '检查还缺什么，然后自动排课', operations: ['readiness', 'startScheduling'] },
      { text: '调整并发布课表', operations: ['changeTimetable', 'publishTimetable', 'setCurrentSemester'] },
    ],
    machines: '运行监控',
    health: [
      { href: '/healthz', name: '存活', meaning: '进程是否在运行' },
      { href: '/readyz', name: '就绪', meaning: '数据库与任务是否可用' },
      { href: '/metrics', name: '指标', meaning: 'Prometheus 格式' },
    ],
  },
  en: {
    product: 'Class Scheduling',
    purpose:
      'Timetables for a university: enter campuses, rooms, teachers, classes and courses; get a timetable ' +
      'without clashes, and why it is so; change it safely; publish it to every teacher and student.',
    state: {
      ready: 'The system is ready.',
      awaiting:
        'The system awaits its initialisation: the rest is available once the first administrator exists. ' +
        'A program calls <code>POST /api/v1/init</code>.',
      empty: 'The system is ready, and has no semester yet. The steps below are where to begin.',
    },
    initialise: 'Create the administrator now',
    signIn: {
      href: '/timetable',
      name: 'Sign in',
      meaning: 'see your timetable and enrol; planners import, schedule, change and publish',
    },
    explore: 'Explore the API',
    pages: [
      { href: '/graphiql', name: 'GraphiQL', meaning: 'queries, changes and live progress, with examples' },
      { href: '/api/v1/docs', name: 'REST documentation', meaning: 'every operation of /api/v1' },
    ],
    begin: 'Where to begin',
    steps: [
      { text: 'Create the first administrator, and sign in', operations: ['initialise', 'signIn'] },
      {
        text: 'Enter departments, grades, majors and administrative classes',
        operations: ['createDepartment', 'createAdministrativeClass'],
      },
      {
        text: 'Fill in the workbooks and import campuses, buildings, rooms, teachers, students and courses',
        operations: ['campusesImportTemplate', 'importCampuses'],
      },
      {
        text: 'Create a semester, and plan what is taught in it',
        operations: ['createSemester', 'planSemester', 'applySemesterPlan'],
      },
      { text: 'See what is missing, then schedule', operations: ['readiness', 'startScheduling'] },
      {
        text: 'Change the timetable and publish it',
        operations: ['changeTimetable', 'publishTimetable', 'setCurrentSemester'],
      },
    ],
    machines: 'For machines that watch the server',
    health: [
      { href: '/healthz', name: 'Alive', meaning: 'whether the process is running' },
      { href: '/readyz', name: 'Ready', meaning: 'whether database and jobs are available' },
      { href: '/metrics', name: 'Metrics', meaning: 'for Prometheus' },
    ],
  },
};

/** The operations of the schema that the page names. */
export const namedOperations: readonly string[] = texts.en.steps.flatMap(({ operations }) => operations);

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1b2733, #e8edf3); --quiet: light-dark(#5b6b7b,
#a3b0bf); --line: light-dark(#dfe5ec, #36435a);
  --surface: light-dark(#fff, #212a3b); --ground: light-dark(#f4f7fa, #171e2b); --accent:
  light-dark(#1f6feb, #6aa5ff);
  --warn: light-dark(#8a5a00, #ffd479); --warn-ground: light-dark(#fff4d6, #3d3215) }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color:
var(--ink); font: 16px/1.6 system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif }
main { width: min(46rem, 100vw - 2rem); padding: 2.5rem; margin: 1rem 0; box-sizing: border-box; background:
var(--surface); border: 1px solid var(--line); border-radius: 16px }
h1 { display: flex; align-items: center; gap: .75rem; margin: 0; font-size: 1.75rem; line-height: 1.2 }
h2 { margin: 1.75rem 0 .5rem; font-size: 1rem }
p { margin: 1rem 0; color: var(--quiet) }
.state { padding: .6rem 1rem; border-radius: 10px; background: var(--ground) }
.awaiting { color: var(--warn); background: var(--warn-ground) }
nav { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: .75rem }
nav a { display: block; padding: .85rem 1rem; border: 1px solid var(--line); border-radius: 10px; color:
var(--quiet); text-decoration: none; font-size: .9rem }
a { color: var(--accent) }
nav a:hover, nav a:focus-visible { border-color: var(--accent); outline: none }
nav a strong { display: block; color: var(--accent); font-size: 1rem }
nav a.first { border-color: var(--accent); background: var(--accent); color: #fff }
nav a.first strong { color: #fff }
ol { margin: 0 0 1.25rem; padding-left: 1.5rem } li { margin: .35rem 0 }
code { padding: .05rem .35rem; border-radius: 5px; background: var(--ground); font-size: .85em }
footer { margin-top: 2rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .85rem; color:
var(--quiet) }
footer a { margin-left: .75rem }
`;

/** The only style allowed on the start page, for its Content-Security-Policy. */
export const startPageStyleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Renders the page at `/`. It only links to addresses that are served. */
export function startPage(
  language: Language,
  { awaitsInitialisation, isEmpty }: SystemStatus,
  { explorer }: { explorer: boolean },
): string {
  const text = texts[language];
  const state = awaitsInitialisation ? 'awaiting' : isEmpty ? 'empty' : 'ready';
  const explored = explorer
    ? `<h2>${text.explore}</h2>
<nav>${text.pages.map((link) => card(link)).join('\n')}</nav>`
    : '';
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text.product} · class-scheduling</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<main>
<h1><img src="/favicon.svg" alt="" width="40" height="40">${text.product}</h1>
<p>${text.purpose}</p>
<p class="state ${state}">${text.state[state]}${
    awaitsInitialisation ? ` <a href="/timetable">${text.initialise}</a>` : ''
  }</p>
${state === 'ready' ? '' : steps(text)}
<nav>${card(text.signIn, 'first')}</nav>
${explored}
<footer>${text.machines} ${text.health
    .map(({ href, name, meaning }) => `<a href="${href}" title="${meaning}">${name}</a>`)
    .join('\n')}</footer>
</main>
</body>
</html>
`;
}

const card = ({ href, name, meaning }: Link, kind = ''): string =>
  `<a href="${href}" class="${kind}"><strong>${name}</strong>${meaning}</a>`;

const steps = ({ begin, steps: list }: Texts): string => `<h2>${begin}</h2>
<ol>${list
  .map(
    ({ text, operations }) =>
      `<li>${text} ${operations.map((operation) => `<code>${operation}</code>`).join(' ')}</li>`,
  )
  .join('\n')}</ol>`;
