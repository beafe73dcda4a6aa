import { startTestServer, type TestServer } from '../../support/server.js';
import type { Act, Severity } from '../../../src/services/scheduling/placement/acts.js';
import { settingOf } from '@class-scheduling/solver';
import { placementRule, placementRules } from '../../../src/services/scheduling/placement/rules.js';
import { differences } from './differences.js';
import { faults, type Door, type Fault } from './faults.js';
import { Lab } from './lab.js';

/** Every door says of a fault what the table of placement says of its act, but for declared differences. */
let server: TestServer;
let lab: Lab;

beforeAll(async () => {
  // What an act needs a reason for is told by the rules alone.
  server = await startTestServer({ env: { CHANGE_REASONS: 'false' } });
  lab = await Lab.begin(server, faults);
}, 60_000);
afterAll(() => server.stop());

const doors: Readonly<Record<Door, Act | 'run'>> = {
  'check draft': 'editDraft',
  'check published': 'editPublished',
  'check date': 'editDate',
  possiblePlaces: 'editDraft',
  whyNot: 'editDraft',
  freeRooms: 'propose',
  freeTeachers: 'propose',
  suggestions: 'propose',
  run: 'run',
  assistant: 'assist',
  'apply draft': 'editDraft',
  'apply published': 'editPublished',
  PUT: 'form',
  POST: 'form',
  createSeries: 'editPublished',
  publish: 'publish',
};

const doorsOf = ({ without, more }: Fault): Door[] =>
  (Object.keys(doors) as Door[]).filter(
    (door) => !without?.includes(door) && (door !== 'createSeries' || more),
  );

const expectedOf = ({ rule, run = 'refuse' }: Fault, door: Door): Severity => {
  const act = doors[door];
  return act === 'run' ? run : placementRule(rule).acts[act];
};

const differenceOf = ({ about }: Fault, door: Door) =>
  differences.find((each) => each.doors.includes(door) && each.faults.includes(about));

describe.each(faults.map((fault) => [`${fault.rule}: ${fault.about}`, fault] as const))('%s', (_, fault) => {
  test.each(doorsOf(fault))('%s', async (door) => {
    const { severity, said } = await lab.ask(fault, door);
    const expected = differenceOf(fault, door)?.says ?? expectedOf(fault, door);
    expect({ severity, said }).toEqual({ severity: expected, said });
  });
});

test('every declared difference is one', () => {
  for (const { doors: at, faults: of, says } of differences)
    for (const about of of) {
      const fault = faults.find((each) => each.about === about)!;
      for (const door of at.filter((each) => doorsOf(fault).includes(each)))
        expect([about, door, says]).not.toEqual([about, door, expectedOf(fault, door)]);
    }
});

test('every rule has a fault, but for holidays, unknown references and what has no place', () => {
  const planted = new Set(faults.map(({ rule }) => rule));
  const missing = placementRules.map(({ id }) => id).filter((id) => !planted.has(id));
  expect(missing).toEqual(['holiday', 'unknown-room', 'unknown-teacher', 'unplaced']);
});

test('what people are warned of, runs are charged for, and never break what nobody is offered', () => {
  for (const { id, solver, acts } of placementRules) {
    if (!solver || solver === 'unplaced') continue;
    const { level } = settingOf({ profile: 'PRODUCT' } as never, solver);
    const isNeverOffered = acts.propose === 'refuse' || solver === 'not-offered';
    expect([id, level]).toEqual([id, isNeverOffered ? 'hard' : 'soft']);
  }
});
