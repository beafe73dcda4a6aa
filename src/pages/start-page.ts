import { createHash } from 'node:crypto';
import type { Language } from '../schema/texts.js';

/** What the start page shows about the running system. */
export interface SystemStatus {
  /** No administrator exists yet; only the initialisation is possible. */
  awaitsInitialisation: boolean;
}

interface Link {
  href: string;
  name: string;
  meaning: string;
}

const texts = {
  zh: {
    product: '排课',
    purpose: '为高校排出没有冲突的课表，说明缘由，并以 GraphQL 与 REST 提供给所有人。',
    ready: '系统已就绪。',
    awaiting:
      '系统等待初始化：创建第一位管理员之后，其他功能才可使用。请参阅 <code>POST /api/v1/init</code>。',
    pages: [
      { href: '/graphiql', name: 'GraphiQL', meaning: '查询、修改与实时进度' },
      { href: '/api/v1/docs', name: 'REST 文档', meaning: '/api/v1 的全部操作' },
    ],
    health: [
      { href: '/healthz', name: '存活', meaning: '进程是否在运行' },
      { href: '/readyz', name: '就绪', meaning: '数据库与任务是否可用' },
    ],
  },
  en: {
    product: 'Class Scheduling',
    purpose:
      'Creates university timetables without clashes, explains them, and serves them over GraphQL and REST.',
    ready: 'The system is ready.',
    awaiting:
      'The system awaits its initialisation: the rest is available once the first administrator exists. ' +
      'See <code>POST /api/v1/init</code>.',
    pages: [
      { href: '/graphiql', name: 'GraphiQL', meaning: 'queries, changes and live progress' },
      { href: '/api/v1/docs', name: 'REST documentation', meaning: 'every operation of /api/v1' },
    ],
    health: [
      { href: '/healthz', name: 'Alive', meaning: 'whether the process is running' },
      { href: '/readyz', name: 'Ready', meaning: 'whether database and jobs are available' },
    ],
  },
} satisfies Record<Language, Record<string, string | Link[]>>;

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1b2733, #e8edf3); --quiet: light-dark(#5b6b7b,
#a3b0bf); --line: light-dark(#dfe5ec, #36435a);
  --surface: light-dark(#fff, #212a3b); --ground: light-dark(#f4f7fa, #171e2b); --accent:
  light-dark(#1f6feb, #6aa5ff);
  --warn: light-dark(#8a5a00, #ffd479); --warn-ground: light-dark(#fff4d6, #3d3215) }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color:
var(--ink); font: 16px/1.6 system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif }
main { width: min(42rem, 100vw - 2rem); padding: 2.5rem; box-sizing: border-box; background:
var(--surface); border: 1px solid var(--line); border-radius: 16px }
h1 { display: flex; align-items: center; gap: .75rem; margin: 0; font-size: 1.75rem; line-height: 1.2 }
p { margin: 1rem 0; color: var(--quiet) }
.state { padding: .6rem 1rem; border-radius: 10px; background: var(--ground) }
.awaiting { color: var(--warn); background: var(--warn-ground) }
nav { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: .75rem; margin-top:
1.5rem }
a { display: block; padding: .85rem 1rem; border: 1px solid var(--line); border-radius: 10px; color:
var(--quiet); text-decoration: none; font-size: .9rem }
a:hover, a:focus-visible { border-color: var(--accent); outline: none }
a strong { display: block; color: var(--accent); font-size: 1rem }
`;

/** The only style allowed on the start page, for its Content-Security-Policy. */
export const startPageStyleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Renders the page at `/`. It only links to addresses that are served. */
export function startPage(
  language: Language,
  status: SystemStatus,
  options: { pagesEnabled: boolean },
): string {
  const text = texts[language];
  const links = [...(options.pagesEnabled ? text.pages : []), ...text.health];
  const state = status.awaitsInitialisation
    ? `<p class="state awaiting">${text.awaiting}</p>`
    : `<p class="state">${text.ready}</p>`;
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
${state}
<nav>
${links
  .map(({ href, name, meaning }) => `<a href="${href}"><strong>${name}</strong>${meaning}</a>`)
  .join('\n')}
</nav>
</main>
</body>
</html>
`;
}
