import { faultsOf, storedSql, storm, type Stored } from '../../bench/storm/storm.js';
import { Fleet } from '../../bench/storm/fleet.js';
import { signedIn } from '../../bench/support/sign-in.js';
import { projectRoot } from '../../src/database/project-root.js';
import { importInstance, openTestInstallation, type TestInstallation } from '../scheduling/support.js';
import { firstAdministrator } from '../support/database.js';

let installation: TestInstallation;
let fleet: Fleet;
beforeAll(async () => {
  const settings = {
    DATABASE_CONNECTIONS: '5',
    TRANSACTION_IDLE_SECONDS_MAX: '2',
    DRAFTS_PER_SEMESTER_MAX: '1000',
    DRAFTS_PER_PERSON_MAX: '1000',
  };
  installation = await openTestInstallation(settings);
  fleet = new Fleet(projectRoot, { ...installation.env, NODE_ENV: 'production', WORKER: 'false' });
  await fleet.start(3, 3);
}, 120_000);
afterAll(async () => {
  await fleet.stop();
  await installation.stop();
});

test('19: while processes are killed and stopped, nothing is lost and nothing done twice', async () => {
  const { semesterId } = await importInstance(installation.context(), 'comp01');
  const { name: user, password } = firstAdministrator;
  const { authorization } = await signedIn(fleet.urls[0], { user, password });
  const told = await storm({
    ...{ fleet, token: authorization.replace('Bearer ', ''), semesters: [semesterId] },
    ...{ writers: 2, milliseconds: 14_000, everyMs: 4_500, stoppedMs: 4_000 },
  });
  const { em } = installation.context();
  const campuses = await em.execute<{ code: string }[]>(storedSql.campuses);
  const tasks = await em.execute<Stored['tasks'][number][]>(storedSql.tasks);
  const [{ count }] = await em.execute<{ count: number }[]>(storedSql.drafts);
  expect(faultsOf(told, { campuses: campuses.map(({ code }) => code), tasks }, count)).toEqual([]);
  expect(fleet.blows.killed).toBeGreaterThanOrEqual(4);
  expect(told.died).toBeGreaterThan(0);
  expect(told.campuses.length).toBeGreaterThan(10);
}, 180_000);
