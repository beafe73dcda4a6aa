// The initialisation and public groups of /api/v1; the client judges every answer by the contract.
import os from 'node:os';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
afterEach(() => server.stop());

test('initialises once, and answers nothing else before', async () => {
  server = await startTestServer({ initialised: false });
  expect((await server.rest('systemInitCheck')).data).toEqual({ system_init: true });
  expect(await server.rest('webInfo')).toMatchObject({ code: 40301 });
  expect(await server.rest('userCurrent')).toMatchObject({ code: 40301 });
  const body = {
    username: 'first-admin',
    password: 'Vorgarten 7',
    email: 'first@example.com',
    phone: '13800000000',
  };
  const wrong = await server.rest('systemInit', {
    body: { username: 'a', password: '', email: 'none', phone: '14212345678' },
  });
  expect(wrong.code).toBe(40002);
  expect(wrong.data).toHaveLength(4);
  expect(await server.rest('systemInit', { body: null })).toMatchObject({ code: 40007 });
  expect(await server.rest('systemInit', { body })).toMatchObject({ message: '系统初始化成功', data: null });
  expect((await server.rest('systemInitCheck')).data).toEqual({ system_init: false });
  expect(await server.rest('systemInit', { body })).toMatchObject({
    code: 40301,
    error_message: '当前系统不处于初始化模式：管理员已经存在，请直接登录',
  });
  expect(
    (await server.rest('authLogin', { body: { user: 'first-admin', password: 'Vorgarten 7' } })).data.user
      .role.role_name,
  ).toBe('管理员');
});

test('tells the site to everybody, and the machine and the process to administrators', async () => {
  server = await startTestServer();
  const token = server.administrator;
  expect((await server.rest('webInfo')).data).toMatchObject({
    name: 'ClassScheduling',
    logo_url: 'https://xxx.com/logo.png',
    launch_date: '2025-01-01',
  });
  expect((await server.rest('webSystem', { token })).data.cpu_cores).toBe(os.availableParallelism());
  const { data } = await server.rest('webJvmStack', { token });
  expect(data.system_properties['runtime.version']).toBe(process.version);
  expect(data.thread_infos).toHaveLength(data.active_thread_count);
  expect(data.thread_infos[0]).toMatchObject({
    thread_name: 'main',
    thread_state: 'RUNNABLE',
    priority: 5,
    is_daemon: false,
  });
  for (const operation of ['webSystem', 'webJvmStack'])
    expect(await server.rest(operation)).toMatchObject({ code: 40101 });
});
