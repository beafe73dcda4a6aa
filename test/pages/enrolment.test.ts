import { buildWeb } from '../../scripts/build-web.mjs';
import { TeachingClass } from '../../src/entities/scheduling/teaching-classes.js';
import { academicAffairs } from '../organisation/college.js';
import { EnrolmentCampus } from '../scheduling/enrolment/campus.js';
import { violationsInBothThemes } from '../support/axe.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { hostile } from './timetable-pages.js';

let campus: EnrolmentCampus;
let browser: TestBrowser;

beforeAll(async () => {
  await buildWeb();
  campus = await EnrolmentCampus.open();
  browser = await startBrowser({ origin: campus.server.url });
});

afterAll(async () => {
  await browser?.close();
  await campus?.server.stop();
});

test('a student takes a seat, gives it back, and waits where none is left', async () => {
  const [free, full] = [await campus.elective(2), await campus.elective(3, { seats: 1 })];
  // What it is called is text here, too.
  free.name = hostile.markup;
  await campus.server.context().em.nativeUpdate(TeachingClass, { id: free.id }, { name: free.name });
  const round = await campus.round([free, full]);
  const [first, second] = await campus.learners(2);
  await campus.server.call(
    `mutation { enrol(round: "${round}", teachingClass: "${full.id}") { count } }`,
    {},
    first.token,
  );
  const page = await browser.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(`${campus.server.url}/timetable/enrolment#token=${second.token}`);
  const offer = (name: string) => page.locator('.offer').filter({ hasText: name });
  await offer(free.name).getByRole('button', { name: 'Enrol' }).click();
  await offer(free.name).getByText('Taken').waitFor();
  await page.getByText('1 taken').waitFor();
  // bug: with the button the focus was gone, and every button was called the same.
  const inFocus = () => page.evaluate(() => document.activeElement!.textContent);
  expect(await inFocus()).toContain(free.name);
  await page.getByRole('group', { name: free.name }).waitFor();
  // A slip of the finger gives no seat away.
  const drop = offer(free.name).getByRole('button', { name: 'Drop' });
  await drop.click();
  await offer(free.name).getByText('Somebody else may take the seat').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await offer(free.name).getByRole('button', { name: 'Cancel' }).click();
  await drop.click();
  await drop.click();
  await offer(free.name).getByRole('button', { name: 'Enrol' }).waitFor();
  expect(await inFocus()).toContain(free.name);

  await offer(full.name).getByRole('button', { name: 'Join the waiting list' }).click();
  await offer(full.name).getByText('Waiting, place 1').waitFor();
  await offer(full.name).getByRole('button', { name: 'Leave the waiting list' }).click();
  await offer(full.name).getByRole('button', { name: 'Join the waiting list' }).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);

  // One click does not end it for everybody.
  await page.goto('about:blank');
  await page.goto(
    `${campus.server.url}/timetable/administration/rounds#token=${campus.server.administrator}`,
  );
  const close = page.getByRole('button', { name: 'Close now' });
  await close.click();
  await page.getByText('it cannot be opened again').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await close.click();
  await close.waitFor({ state: 'detached' });
  await page.getByText('Closed', { exact: true }).waitFor();
  expect(browser.faults).toEqual([]);
});

test('bug: a student was offered to drop what academic affairs had entered', async () => {
  const { server, university } = campus;
  const [own, entered] = [await campus.elective(4), await campus.elective(5)];
  const [student] = await campus.learners(1);
  const staff = { id: '', token: await academicAffairs(server, university.department.id) };
  const given = await campus.enrol(staff, entered, `, student: "${student.id}", reason: "transfer"`);
  expect(given.errors).toBeUndefined();
  const round = await campus.round([own, entered]);
  expect((await campus.enrol(student, own)).errors).toBeUndefined();
  const { nodes } = await campus.call(
    `{ offers(round: "${round}", isTaken: true) { nodes { id isOwnChoice } } }`,
    {},
    student.token,
  );
  expect(nodes).toEqual([
    { id: own.id, isOwnChoice: true },
    { id: entered.id, isOwnChoice: false },
  ]);
  const page = await browser.newPage();
  await page.goto(`${server.url}/timetable/enrolment#token=${student.token}`);
  const offer = (name: string) => page.locator('.offer').filter({ hasText: name });
  await page.locator('.round').filter({ hasText: 'Open' }).click();
  await offer(own.name).getByRole('button', { name: 'Drop' }).waitFor();
  await offer(entered.name).getByText('Entered by academic affairs').waitFor();
  expect(await offer(entered.name).getByRole('button').count()).toBe(0);
});

test('bug: who was moved up saw no seat, and nobody learned why a seat is not to be had', async () => {
  const { server } = campus;
  const [full, dear] = [await campus.elective(3, { seats: 1 }), await campus.elective(4, { credits: 5 })];
  const round = await campus.round([full, dear], { creditsMax: 4 });
  const [first, second] = await campus.learners(2);
  expect((await campus.enrol(first, full)).errors).toBeUndefined();
  expect((await campus.wait(second, full)).errors).toBeUndefined();
  const page = await browser.newPage();
  await page.goto(`${server.url}/timetable/enrolment?round=${round}#token=${second.token}`);
  const offer = (name: string) => page.locator('.offer').filter({ hasText: name });
  await page.getByText('4 credits left').waitFor();
  await offer(dear.name).getByText('Beyond the credits of this round').waitFor();
  await offer(full.name).getByText('Waiting, place 1').waitFor();
  expect((await campus.drop(first, full)).errors).toBeUndefined();
  await campus.sweep();
  await offer(full.name).getByRole('button', { name: 'Drop' }).waitFor();
  await page.getByText('2 credits left').waitFor();
});
