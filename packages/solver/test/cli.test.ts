import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { explainCommand, solveCommand, verifyCommand, suggestCommand } from '../src/cli/actions.js';
import { writeJsonSolution } from '../src/formats/json.js';
import type { Placement, Problem } from '../src/model.js';
import { at, meeting, put, tiny } from './tiny.js';

const comp01 = 'instances/itc2007-ctt/comp01.ctt';
const folder = mkdtempSync(path.join(tmpdir(), 'solver-'));
const file = (name: string) => path.join(folder, name);
const told = { out: '', err: '' };

beforeEach(() => {
  told.out = told.err = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((told.out += String(text))));
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((told.err += String(text))));
});
afterEach(() => {
  jest.restoreAllMocks();
  process.exitCode = undefined;
});
afterAll(() => rmSync(folder, { recursive: true }));

const answer = () => JSON.parse(told.out) as Record<string, unknown>;

function written(name: string, problem: Problem): string {
  writeFileSync(file(name), JSON.stringify(problem));
  return file(name);
}

function bytes(name: string, content: Buffer): string {
  writeFileSync(file(name), content);
  return file(name);
}

const solutionOf = (name: string, placements: Placement[]): string =>
  bytes(name, Buffer.from(writeJsonSolution(tiny(), placements)));

function linked(target: string, name: string): string {
  symlinkSync(target, file(name));
  return file(name);
}

test('a run prints one line of JSON with all its fields, and a solution that verifies', async () => {
  const out = file('comp01.sol');
  await solveCommand(comp01, { moves: 20_000, seed: 3, out, json: true });
  expect(answer()).toEqual({
    instance: 'Fis0506-1',
    feasible: true,
    cost: expect.any(Number),
    components: expect.any(Object),
    bound: expect.any(Number),
    floors: expect.any(Object),
    improvablePercent: expect.any(Number),
    unplaced: 0,
    moves: expect.any(Number),
    movesPerSecond: expect.any(Number),
    seconds: expect.any(Number),
    cpuSeconds: expect.any(Number),
    seed: 3,
  });
  expect(told.err).not.toContain('cannot');
  const { cost, components } = answer();
  told.out = '';
  await verifyCommand(comp01, out);
  expect(answer()).toMatchObject({ feasible: true, hard: 0, cost, components, violations: [] });
  expect(process.exitCode).toBeUndefined();
});

test('a file with a byte order mark is read in every format', async () => {
  const marked = bytes('marked.json', Buffer.from(`\uFEFF${JSON.stringify(tiny())}`));
  await solveCommand(marked, { moves: 1000, json: true });
  expect(answer()).toMatchObject({ feasible: true });
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends a run with the best so far', async (signal) => {
  const out = file(`${signal}.sol`);
  const run = solveCommand(comp01, { seconds: 600, out, json: true });
  const sending = setInterval(() => process.listenerCount(signal) > 0 && process.emit(signal), 50);
  await run.finally(() => clearInterval(sending));
  expect(Number(answer().seconds)).toBeLessThan(300);
  const lines = readFileSync(out, 'utf8').split('\n').filter(Boolean);
  expect(lines).toHaveLength(160 - Number(answer().unplaced));
});

test('the line of a run is told even if its solution cannot be written', async () => {
  await expect(solveCommand(comp01, { moves: 1000, out: '/dev/full', json: true })).rejects.toThrow(
    '/dev/full cannot be written (ENOSPC).',
  );
  expect(answer()).toMatchObject({ feasible: true });
});

test('a terminal sees a progress bar, unless JSON is asked for', async () => {
  const { isTTY } = process.stderr;
  process.stderr.isTTY = true;
  try {
    await solveCommand(comp01, { moves: 300_000 });
    expect(told.err).toMatch(
      /[█░]{30} \w+ {2}cost (?:-|\d+[^c]*) {2}clashes \d+ {2}placed \d+\/160 {2}\d+k moves\/s {2}\d+ s left/,
    );
    told.err = '';
    await solveCommand(comp01, { moves: 300_000, json: true });
    expect(told.err).not.toMatch(/[█░]/);
  } finally {
    process.stderr.isTTY = isTTY;
  }
});

test('the same seed and moves give the same file on one and on two threads', async () => {
  for (const threads of [1, 2])
    await solveCommand(comp01, { moves: 20_000, seed: 5, threads, out: file(`${threads}.sol`), json: true });
  expect(readFileSync(file('2.sol'))).toEqual(readFileSync(file('1.sol')));
});

test('a timetable that is kept moves only what has to move, and says which meetings those are', async () => {
  const before = tiny();
  const solution = file('kept.json');
  writeFileSync(solution, writeJsonSolution(before, [put('m1', 0), put('m2', 1, 'r2', 't2')]));
  const rooms = before.rooms.map((room) => (room.id === 'r2' ? { ...room, unavailable: [at(0, 2)] } : room));
  const input = written('closed.json', { ...before, rooms });
  await solveCommand(input, { moves: 4000, keep: solution, json: true });
  expect(answer()).toMatchObject({ feasible: true, moved: ['m2'] });
});

const crowded = tiny({
  meetings: [
    meeting('m1', { times: [{ time: 0 }] }),
    meeting('m2', { teachingClass: 'c2', times: [{ time: 0 }] }),
  ],
});

test(
  'what cannot be completed is said before the search, and the answer names what cannot hold ' + 'together',
  async () => {
    await solveCommand(written('crowded.json', crowded), { moves: 1000, json: true });
    expect(told.err).toContain(
      'It cannot be completed: Group CS1 attends 2 meetings (Algebra, Physics), which need 8 periods over ' +
        'all weeks, but there are only 4: at most 1 can be placed.\nMaybe offer more times or fewer ' +
        'meetings.\n',
    );
    expect(answer()).toMatchObject({ feasible: false, unplaced: 1 });
    expect(answer().causes).toContainEqual(
      expect.objectContaining({ en: expect.stringContaining('times of Physics are barred: ') as string }),
    );
    const [{ sentence, requirements, isSmallest }] = answer().conflicts as ConflictTold[];
    expect(sentence.en).toContain('These 3 requirements cannot be met together (proved minimal');
    expect(isSmallest).toBe(true);
    expect(requirements.map(({ en }) => en)).toEqual([
      'Algebra takes place at one of its 1 times.',
      'Physics takes place at one of its 1 times.',
      expect.stringMatching(/^(Group CS1 attends|Teacher Ada teaches) one meeting at a time\.$/),
    ]);
    expect(process.exitCode).toBe(1);
  },
);

interface ConflictTold {
  readonly sentence: { readonly en: string };
  readonly requirements: readonly { readonly en: string }[];
  readonly isSmallest: boolean;
}

test('what keeps a problem from being complete is explained without a solution, cause by cause', async () => {
  const input = written('causes.json', {
    ...crowded,
    meetings: [...crowded.meetings, meeting('m3', { size: 51, groups: [], teachers: [] })],
  });
  await explainCommand(input, undefined, {});
  const lines = told.out.split('\n');
  expect(lines.filter((line) => /^\d\. /.test(line))).toEqual([
    '1. No room suits Algebra (51 students).',
    expect.stringMatching(/^2\. (Group CS1|Teacher Ada) /),
  ]);
  expect(lines).toContain('   - The room of Algebra seats its 51 students.');
  expect(lines.slice(-3)).toEqual(['All other meetings can be placed.', 'Maybe solve for longer.', '']);
});

test('of a complete timetable it is said that nothing is missing', async () => {
  const problem = tiny();
  const solution = file('complete.sol.json');
  writeFileSync(solution, writeJsonSolution(problem, [put('m1', 0), put('m2', 1, 'r1', 't2')]));
  await explainCommand(written('complete.json', problem), solution, {});
  expect(told.out).toBe('The timetable is complete.\n');
});

test('a wrong solution is judged with its violations, and the exit code is 1', async () => {
  const solution = file('clash.json');
  writeFileSync(solution, writeJsonSolution(crowded, [put('m1', 0), put('m2', 0, 'r2')]));
  await verifyCommand(written('crowded.json', crowded), solution);
  expect(answer()).toMatchObject({ feasible: false, hard: 2 });
  expect((answer().violations as { rule: string }[]).map(({ rule }) => rule)).toEqual([
    'teacher-conflict',
    'group-conflict',
  ]);
  expect(process.exitCode).toBe(1);
});

test('every time of a meeting is explained as text, and every room of every time as JSON', async () => {
  const problem = tiny();
  const solution = file('tiny.sol.json');
  writeFileSync(solution, writeJsonSolution(problem, [put('m1', 0), put('m2', 1, 'r1', 't2')]));
  const input = written('tiny.json', problem);
  await explainCommand(input, solution, { meeting: 'm1' });
  const lines = told.out.trim().split('\n');
  expect(lines).toHaveLength(6);
  expect(lines[0]).toContain('= Mon periods 1-2, weeks 1-2 in r1 (2 of 2 rooms free): cost 0');
  expect(lines[1]).toContain('+ Mon periods 3-4, weeks 1-2 in r2 (1 of 2 rooms free): cost ');
  told.out = '';
  await explainCommand(input, solution, { meeting: 'm1', json: true });
  const { times } = answer() as { times: { rooms: { room: string; bars: object[] }[] }[] };
  expect(times[1].rooms).toMatchObject([
    { room: 'r1', bars: [{ rule: 'room-conflict', holders: ['m2'] }] },
    { room: 'r2', bars: [] },
  ]);
  await expect(explainCommand(input, solution, { meeting: 'm9' })).rejects.toThrow(
    'There is no meeting m9 in the problem.\nMaybe one of m1, m2, …',
  );
});

test(
  'other places for a meeting are listed with what they cost, who else moves and whom it ' + 'affects',
  async () => {
    const problem = tiny();
    const solution = file('suggest.sol.json');
    writeFileSync(solution, writeJsonSolution(problem, [put('m1', 4), put('m2', 1, 'r1', 't2')]));
    const input = written('suggest.json', problem);
    await suggestCommand(input, solution, { meeting: 'm1', count: 2 });
    const lines = told.out.trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^cost -\d+; .*evening -\d+.*: m1 to Mon periods 1-2, weeks 1-2 in r\d \(t1, g1\)$/,
    );
    told.out = '';
    await suggestCommand(input, solution, { meeting: 'm1', moves: 1, json: true });
    const { suggestions } = answer() as { suggestions: { changes: unknown[]; score: { soft: number } }[] };
    expect(suggestions.map(({ changes }) => changes.length)).toEqual(suggestions.map(() => 1));
    expect(suggestions[0].score.soft).toBeLessThan(0);
    await expect(suggestCommand(input, solution, { meeting: 'm9' })).rejects.toThrow(
      'There is no meeting m9',
    );
  },
);

test.each([
  [() => solveCommand('nowhere.ctt', {}), 'nowhere.ctt cannot be opened (ENOENT).\nMaybe check its name.'],
  [() => solveCommand('comp01.txt', {}), 'comp01.txt is of no known format.'],
  [
    () => solveCommand(comp01, { seconds: 1, moves: 1 }),
    'A run is limited by --seconds, --cpu-seconds or --moves, by one of them.',
  ],
  [() => solveCommand(comp01, { out: '/nowhere/x.sol' }), 'There is no folder /nowhere for the solution.'],
  [() => solveCommand(comp01, { out: folder }), `${folder} is a folder; the solution needs a file.`],
  [
    () => solveCommand(`./${comp01}`, { out: comp01 }),
    `The solution would take the place of the problem in ${comp01}.`,
  ],
  [() => solveCommand(linked('/dev/zero', 'endless.ctt'), {}), 'endless.ctt cannot be read: it is no file.'],
  [() => solveCommand(linked(folder, 'folder.ctt'), {}), 'folder.ctt cannot be read: it is no file.'],
  [
    () => solveCommand(bytes('wide.ctt', Buffer.from('\uFEFFName: x', 'utf16le')), {}),
    'wide.ctt cannot be read: it is not written in UTF-8.\nMaybe save it with that encoding.',
  ],
  [
    () => solveCommand(written('kept.json', tiny()), { keep: solutionOf('far.sol', [put('m1', 99)]) }),
    'far.sol cannot be read: Meeting m1 is placed at unknown time 99.',
  ],
  [
    () =>
      suggestCommand(written('twice.json', tiny()), solutionOf('twice.sol', [put('m1', 0), put('m1', 1)]), {
        meeting: 'm1',
      }),
    'twice.sol cannot be read: Meeting m1 is placed twice.',
  ],
  [() => verifyCommand(comp01, 'nowhere.sol'), 'nowhere.sol cannot be opened (ENOENT).'],
])('what is wrong with the arguments is said: %#', async (command, message) => {
  await expect(command()).rejects.toThrow(message);
});
