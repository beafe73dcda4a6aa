import { violationsInBothThemes } from '../support/axe.js';
import { withTimetablePages, type TimetablePages } from './timetable-pages.js';

let pages: TimetablePages;
withTimetablePages((opened) => void (pages = opened));

const cell = (label: string) => pages.page.getByRole('button', { name: label, exact: true });
const store = () => pages.page.getByRole('button', { name: 'Store', exact: true }).click();

/** What is stored of a teacher, as day, period and level. */
async function stored(teacher: string, semester = pages.university.semester.id): Promise<string[]> {
  const { items } = await pages.server.call(
    `query ($of: ID, $semester: ID) {
      page: teacherPreferences(teacher: $of, semester: $semester, size: 200) {
        items { dayOfWeek period level reason }
      }
    }`,
    { of: teacher, semester },
  );
  return items.map((each: any) => `${each.dayOfWeek}-${each.period} ${each.level} ${each.reason}`).sort();
}

test('a teacher tells the times of the week, by mouse and by keyboard, and finds them again', async () => {
  const { page } = pages;
  const [{ id }] = pages.university.teachers;
  await pages.open('teacher', '/preferences');
  await cell('Mon, period 1: nothing told').click();
  await page.getByLabel('Rather not', { exact: true }).check();
  await cell('The whole Fri').click();
  await cell('Tue, period 2: nothing told').focus();
  await page.keyboard.press('1');
  await page.getByText('not stored yet').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByLabel('Why').fill('Mornings at the clinic');
  await store();
  await page.getByText('Stored', { exact: true }).waitFor();
  const rows = await stored(id);
  expect(rows).toContain('1-1 5 Mornings at the clinic');
  expect(rows).toContain('2-2 1 Mornings at the clinic');
  expect(rows.filter((row) => row.startsWith('5-') && row.includes(' 2 '))).toHaveLength(
    pages.university.semester.periodsPerDay,
  );
  // Loaded once more it is all there, and one is taken back without a word lost of the others.
  await page.reload();
  await page.getByLabel('Clear', { exact: true }).check();
  await cell('Mon, period 1: Strongly preferred').click();
  await store();
  await cell('Mon, period 1: nothing told').waitFor();
  await page.getByText('Stored', { exact: true }).waitFor();
  expect(await stored(id)).toEqual(rows.filter((row) => !row.startsWith('1-1')));
});

test('on a phone the week is as wide as the screen', async () => {
  const { page } = pages;
  await page.setViewportSize({ width: 390, height: 800 });
  await pages.open('teacher', '/preferences');
  await cell('The whole Mon').waitFor();
  const [width, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(width).toBeLessThanOrEqual(screen);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('planners enter them for a teacher, and take over those of the semester before', async () => {
  const { page } = pages;
  const { teachers, semester } = pages.university;
  await pages.open('administrator', '/administration/preferences');
  await page.getByRole('combobox', { name: 'Teacher' }).fill(teachers[1].name);
  await page.getByRole('option', { name: teachers[1].name }).click();
  await page.getByRole('heading', { name: teachers[1].name }).waitFor();
  await cell('Period 1 of every day').click();
  // A key with a modifier is the browser's.
  await cell('Tue, period 2: nothing told').press('Control+1');
  await store();
  await page.getByText('Stored', { exact: true }).waitFor();
  expect(await stored(teachers[1].id)).toEqual([1, 2, 3, 4, 5].map((day) => `${day}-1 5 null`));
  const next = await pages.server.call(
    'mutation ($input: SemesterInput!) { next: createSemester(input: $input) { id } }',
    {
      input: {
        ...{ name: 'Next', startDate: '2027-03-01', endDate: '2027-06-20' },
        ...{ daysPerWeek: semester.daysPerWeek, periodsPerDay: semester.periodsPerDay },
      },
    },
  );
  await pages.open('administrator', `/administration/preferences?semester=${next.id}`);
  await page.getByRole('button', { name: 'See what that would be' }).click();
  await page.getByText('2 teachers').waitFor();
  expect(await stored(teachers[1].id, next.id)).toEqual([]);
  await page.getByRole('button', { name: 'Copy now' }).click();
  await page.getByText('Copied').waitFor();
  expect(await stored(teachers[1].id, next.id)).toContain('3-1 5 null');
  expect(await violationsInBothThemes(page)).toEqual([]);
});
