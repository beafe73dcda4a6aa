import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { makeTalkedUniversity } from '../assistant/talk.js';
import { startTestServer, type TestServer } from '../support/server.js';

const project = path.join(import.meta.dirname, '../..');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await makeTalkedUniversity(server);
}, 120_000);
afterAll(() => server.stop());

/** What `cli ask` prints; a failing one rejects with its `code` and `stderr`. */
function ask(...words: string[]): Promise<{ stdout: string; stderr: string }> {
  const hook = pathToFileURL(path.join(project, 'scripts/swc-hook.mjs')).href;
  const { user, password } = server.credentials;
  return promisify(execFile)(
    process.execPath,
    ['--import', hook, path.join(project, 'src/cli/main.ts'), 'ask', '--url', server.url, ...words],
    {
      env: {
        PATH: process.env.PATH,
        LANG: 'en_GB.UTF-8',
        ...(!words.includes('--token') && { CLASS_SCHEDULING_TOKEN: server.administrator }),
        ...(words.includes('--user') && {
          CLASS_SCHEDULING_PASSWORD: words.includes('--token') ? '' : password,
          USER: user,
        }),
      },
    },
  );
}

test('a conversation on the command line: a question, its answer, and a change that is made', async () => {
  const { stdout, stderr } = await ask('锁定A101的大学英语', '--user', server.credentials.user);
  expect(stdout).toMatch(/您指的是哪一次？\n {2}1\. 大学英语-01/);
  const [, conversation] = /--conversation (\S+)/.exec(stderr)!;
  const planned = await ask('1', '--conversation', conversation);
  // A number has no language of its own.
  expect(planned.stdout).toMatch(/计划，已发布的课表[^]*· 锁定 大学英语-01/);
  expect(planned.stderr).toMatch(/Nothing was changed/);
  expect((await ask('--conversation', conversation, '--apply')).stdout).toMatch(/已应用，课表已修改/);
  // What is applied cannot be confirmed again, and the question was answered.
  expect((await ask('确认', '--conversation', conversation)).stdout).toMatch(/没有等待确认的计划/);
  const applied = await ask('1', '--conversation', conversation, '--apply').catch((error: any) => error);
  expect(applied.stdout).not.toMatch(/Applied/);
  const again = await ask('锁定A101的大学英语');
  const [, other] = /--conversation (\S+)/.exec(again.stderr)!;
  expect((await ask('2', '--conversation', other, '--apply')).stdout).toMatch(/Applied as change \d+/);
}, 60_000);

test('an answer that fails tells why, and how to go on', async () => {
  await expect(ask('在草稿99里，锁定A101的大学英语')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/99[^]*--conversation \S+/),
  });
}, 60_000);

test('nothing to say and nothing to confirm is told in a sentence', async () => {
  await expect(ask('--apply')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nothing was said.'),
  });
});

test('whoever gives no password where nobody can type it is told how', async () => {
  await expect(ask('帮助', '--user', server.credentials.user, '--token', '')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('CLASS_SCHEDULING_PASSWORD'),
  });
}, 60_000);

test('a server that is not there, or a token that is none, is told in a sentence', async () => {
  const nowhere = ['帮助', '--url', 'http://127.0.0.1:1'];
  await expect(ask(...nowhere)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No server answers at http://127.0.0.1:1'),
  });
  await expect(ask('帮助', '--token', 'x')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/未登录|登录/),
  });
}, 60_000);
