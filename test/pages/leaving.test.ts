import type { Page } from 'playwright-core';
import { RoleKey } from '../../src/schema/enums.js';
import { addStudentOf, tokenOf } from '../scheduling/people.js';
import { violationsInBothThemes } from '../support/axe.js';
import { withTimetablePages, type TimetablePages } from './timetable-pages.js';

let pages: TimetablePages;
let page: Page;
/** What the browser asked, and what is answered from now on. */
const asked: string[] = [];
let isGivenUp = false;

withTimetablePages((opened) => {
  pages = opened;
  ({ page } = pages);
  page.on('dialog', (dialog) => {
    asked.push(dialog.type() === 'beforeunload' ? 'beforeunload' : dialog.message());
    void (isGivenUp ? dialog.accept() : dialog.dismiss());
  });
});

afterEach(() => void (isGivenUp = false));

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });

test('bug: what was entered and not stored was dropped without a question', async () => {
  const [room] = pages.university.rooms;
  const path = `/administration/records?kind=classrooms&record=${room.id}`;
  await pages.open('administrator', '/administration/records?kind=classrooms');
  await link(`Change ${room.name}`).click();
  const capacity = page.getByLabel('Classroom capacity');
  await capacity.click();
  await link('Week').click();
  await page.goBack();
  expect(asked).toEqual([]);
  await capacity.fill('77');
  await link('Week').click();
  await page.goBack().catch(() => undefined);
  await button('Sign out').click();
  await button('中文').click();
  expect(asked.splice(0)).toEqual(Array(4).fill(expect.stringContaining('not stored yet')));
  await page.reload({ timeout: 1_000 }).catch(() => undefined);
  expect(asked.splice(0)).toEqual(['beforeunload']);
  expect(page.url()).toBe(`${pages.server.url}/timetable${path}`);
  expect(await capacity.inputValue()).toBe('77');
  // What is stored is not asked about, nor is what was given up.
  await button('Store').click();
  await page.getByRole('status').getByText('is stored').waitFor();
  await link(`Change ${room.name}`).click();
  await capacity.fill('78');
  isGivenUp = true;
  await button('中文').click();
  await page.getByLabel('教室容量').waitFor();
  expect(asked.splice(0)).toEqual([expect.stringContaining('not stored yet')]);
  await button('English').click();
  await page.getByText('Classroom capacity').waitFor();
  expect(await capacity.inputValue()).toBe('77');
  await link('Week').click();
  expect(asked).toEqual([]);
});

/** An administrator who knows the password, and the token of a session. */
async function administrator(): Promise<{ name: string; password: string; token: string }> {
  const { server } = pages;
  const token = await tokenOf(server, RoleKey.ADMINISTRATOR);
  const { me } = (await server.graphql('{ me { user { id name } } }', {}, token)).data;
  const password = 'Another1 horse';
  await server.call(
    'mutation ($id: ID!, $input: UserPatch!) { updateUser(id: $id, input: $input) { user { id } } }',
    { id: me.user.id, input: { password } },
  );
  return { name: me.user.name, password, token: await server.signIn(me.user.name, password) };
}

test('bug: a session that ended took what was typed along, and said nothing', async () => {
  const { server } = pages;
  const { password, token } = await administrator();
  await page.goto('about:blank');
  await page.goto(`${server.url}/timetable/administration/rounds#token=${token}`);
  await page.getByText('New round').click();
  const form = page.locator('details');
  await form.getByLabel('Name').fill('Autumn');
  for (const [label, day] of [
    ['Opens', '01'],
    ['Closes', '10'],
    ['Drop until', '20'],
  ])
    await form.getByLabel(label).fill(`2030-10-${day}T10:00`);
  await server.graphql('mutation { signOut }', {}, token);
  await button('Create').click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByText('it was not stored').waitFor();
  expect(await page.locator(':focus').getAttribute('name')).toBe('password');
  expect(await violationsInBothThemes(page)).toEqual([]);
  for (let times = 0; times < 2; times += 1) await page.keyboard.press('Escape');
  await dialog.getByLabel('Password').fill('Wrong111 horse');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByRole('alert').getByText('is wrong').waitFor();
  await dialog.getByLabel('Password').fill(password);
  // What is followed goes on in the new session.
  const news = new Promise((heard) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => String(payload).includes('unreadCount') && heard(true)),
    ),
  );
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('alert').getByText('send it once more').waitFor();
  expect(await form.getByLabel('Name').inputValue()).toBe('Autumn');
  await button('Create').click();
  await page.getByText('Stored', { exact: true }).waitFor();
  await page.getByRole('listitem').getByText('Autumn').waitFor();
  expect(await news).toBe(true);
});

test('bug: a file that was sent with an ended token was refused, although it could be renewed', async () => {
  await page.goto(`${pages.server.url}/timetable/administration/imports?subject=CAMPUSES`);
  const sent: string[] = [];
  await page.route('**/graphql', async (route) => {
    const isFile = route.request().headers()['content-type'].startsWith('multipart/');
    if (isFile) sent.push(route.request().headers().authorization);
    if (!isFile || sent.length > 1) return route.continue();
    await route.fulfill({ json: { errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }] } });
  });
  const file = { name: 'a.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('none') };
  await page.getByLabel('The workbook').setInputFiles(file);
  await button('Upload').click();
  await page.getByRole('alert').or(page.getByTestId('import-task')).first().waitFor();
  expect(new Set(sent).size).toBe(2);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.unroute('**/graphql');
});

test('bug: the doors of the entrance had no addresses, for letters and for the way back', async () => {
  const { server, university, browser } = pages;
  const { code } = await addStudentOf(server, university.classes[2].id);
  const visitor = await browser.newPage();
  await visitor.goto(`${server.url}/timetable/week?class=${university.classes[0].id}`);
  await visitor.getByLabel('Password').waitFor();
  await visitor.getByRole('link', { name: 'Forgotten password' }).click();
  await visitor.getByRole('button', { name: 'Send the link' }).waitFor();
  expect(visitor.url()).toBe(`${server.url}/timetable/forgotten`);
  await visitor.goBack();
  await visitor.getByLabel('Password').waitFor();
  expect(visitor.url()).toContain('/week?class=');
  await visitor.goto(`${server.url}/timetable/register`);
  for (const [label, value] of [
    ['Student or staff number', code],
    ['Initial password', `stu${code}`],
    ['New user name', 'freshman'],
    ['New password', 'Another1 horse'],
    ['Repeat it', 'Another1 horse'],
    ['E-mail', 'fresh@example.com'],
    ['Phone', '13900000055'],
  ])
    await visitor.getByLabel(label).fill(value);
  await visitor.getByRole('button', { name: 'Register' }).click();
  await visitor.getByTestId('signed-in').waitFor();
  await visitor.waitForURL(`${server.url}/timetable/`);
  await visitor.getByRole('heading', { level: 1 }).waitFor();
  await visitor.close();
});
