import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import express from 'express';
import { buildWeb } from '../../scripts/build-web.mjs';
import { projectRoot } from '../../src/database/project-root.js';
import { pagesRouter, type PagesOptions } from '../../src/pages/router.js';

const servers: Server[] = [];

beforeAll(async () => {
  await buildWeb();
});

afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function serve(options: Partial<PagesOptions> = {}): Promise<string> {
  const status = () => ({ awaitsInitialisation: false, isEmpty: false });
  const directory = join(projectRoot, 'dist/web');
  const app = express().use(pagesRouter({ explorer: true, status, directory, ...options }));
  const server = createServer(app);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The addresses that a page loads. */
function addressesIn(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
}

test.each(['/graphiql', '/api/v1/docs', '/timetable', '/timetable/week'])(
  '%s forbids foreign and inline scripts and is asked for anew',
  async (path) => {
    const response = await fetch((await serve()) + path);
    const policy = response.headers.get('Content-Security-Policy');
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/);
    expect(policy).toContain("script-src 'self';");
    expect(addressesIn(await response.text()).filter((address) => !address.startsWith('/'))).toEqual([]);
  },
);

test('files have their type, are kept for ever and travel compressed', async () => {
  const url = await serve();
  const html = await (await fetch(`${url}/graphiql`)).text();
  const [script] = addressesIn(html).filter((address) => address.endsWith('.js'));
  const response = await fetch(url + script);
  expect(response.headers.get('Content-Type')).toMatch(/^text\/javascript/);
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('Content-Encoding')).toBe('gzip');
  expect(await response.text()).toContain('graphiql-container');

  const plain = await fetch(url + script, { headers: { 'Accept-Encoding': 'identity' } });
  expect(plain.headers.get('Content-Encoding')).toBeNull();
  expect(await plain.text()).toContain('graphiql-container');
});

test.each(['/assets/nothing.js', '/assets/..%2fgraphiql.html', '/assets/', '/graphiql.html', '/stamp'])(
  '%s is unknown',
  async (path) => {
    const response = await fetch((await serve()) + path);
    expect(response.status).toBe(404);
    expect(response.headers.get('Content-Encoding')).toBeNull();
  },
);

test('without the explorer its pages are unknown and not linked, but the timetable is there', async () => {
  const url = await serve({ explorer: false });
  for (const path of ['/graphiql', '/api/v1/docs']) expect((await fetch(url + path)).status).toBe(404);
  expect((await fetch(`${url}/timetable`)).status).toBe(200);
  expect(addressesIn(await (await fetch(url)).text())).toEqual([
    '/favicon.svg',
    '/favicon.svg',
    '/timetable',
    '/healthz',
    '/readyz',
    '/metrics',
  ]);
});

test('pages that were never built say what to do', async () => {
  const response = await fetch(`${await serve({ directory: '/nowhere' })}/graphiql`);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('npm run build');
});

test('the start page links what is enabled, in the language of the reader', async () => {
  const url = await serve();
  const english = await fetch(url, { headers: { 'Accept-Language': 'en-GB' } });
  const chinese = await fetch(url, { headers: { 'Accept-Language': 'zh-CN,zh;q=0.9' } });
  expect(english.headers.get('Vary')).toContain('Accept-Language');
  const page = await english.text();
  expect(page).toContain('The system is ready.');
  expect(addressesIn(page)).toEqual(
    expect.arrayContaining(['/graphiql', '/api/v1/docs', '/healthz', '/readyz']),
  );
  expect(await chinese.text()).toContain('系统已就绪');
});

test('the start page says that the system awaits its initialisation', async () => {
  const url = await serve({ status: async () => ({ awaitsInitialisation: true, isEmpty: true }) });
  const page = await (await fetch(url, { headers: { 'Accept-Language': 'en' } })).text();
  expect(page).toContain('awaits its initialisation');
});

test('the start page allows its own style and nothing else', async () => {
  const response = await fetch(await serve());
  const [, style] = /<style>([^]*)<\/style>/.exec(await response.text()) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = response.headers.get('Content-Security-Policy');
  expect(policy).toContain(`style-src 'sha256-${hash}'`);
  expect(policy).not.toContain('script-src');
});
