import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { EnrolmentRound } from '../../../src/entities/scheduling/enrolment-rounds.js';
import { drawDue } from '../../../src/services/scheduling/enrolment/drawing.js';
import {
  draw,
  isOver,
  studentKey,
  type LotteryInput,
  type LotteryResult,
} from '../../../src/services/scheduling/enrolment/lottery.js';
import { EnrolmentCampus, refusal } from './campus.js';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const pairs = (count: number): (readonly [number, number])[] =>
  numbers(count).flatMap((a) => numbers(a).map((b) => [b, a] as const));

/** Small lotteries in which everything is scarce. */
const lotteries: fc.Arbitrary<LotteryInput> = fc.integer({ min: 2, max: 7 }).chain((count) =>
  fc.record({
    seed: fc
      .array(fc.nat(255), { minLength: 32, maxLength: 32 })
      .map((bytes) => Buffer.from(bytes).toString('hex')),
    creditsMax: fc.option(fc.integer({ min: 2, max: 7 })),
    countMax: fc.option(fc.nat(3)),
    classes: fc
      .array(
        fc.record({
          course: fc.constantFrom(...'abcde'),
          credits: fc.integer({ min: 2, max: 7 }).map((halves) => halves / 2),
          seats: fc.option(fc.nat(3)),
        }),
        { minLength: count, maxLength: count },
      )
      .map((classes) => classes.map((each, at) => ({ ...each, id: `c${at}` }))),
    clashes: fc.subarray(pairs(count)),
    students: fc
      .array(
        fc.record({ credits: fc.nat(2), count: fc.nat(1), wishes: fc.shuffledSubarray(numbers(count)) }),
        { minLength: 1, maxLength: 12 },
      )
      .map((students) => students.map((each, at) => ({ ...each, key: `s${at}` }))),
  }),
);

/** What students have, by their keys, and why not. */
const shown = ({ students, classes }: LotteryInput, { granted, lost }: LotteryResult): object => ({
  granted: granted.map((each) => `${students[each.student].key} ${classes[each.class].id}`).sort(),
  lost: lost.map((each) => `${students[each.student].key} ${classes[each.class].id} ${each.why}`).sort(),
});

const shuffled = (input: LotteryInput): LotteryInput => ({ ...input, students: input.students.toReversed() });

test('lotteries keep to their bounds, waste nothing and answer every wish', () => {
  fc.assert(fc.property(lotteries, expectFair), { numRuns: 300 });
});

function expectFair(input: LotteryInput): void {
  const result = draw(input);
  expect(draw(input)).toEqual(result);
  expect(shown(shuffled(input), draw(shuffled(input)))).toEqual(shown(input, result));
  const { classes, clashes, students, creditsMax, countMax } = input;
  const taken = classes.map((_, at) => result.granted.filter((each) => each.class === at).length);
  taken.forEach((count, at) => expect(count).toBeLessThanOrEqual(classes[at].seats ?? Infinity));
  for (const [at, { wishes, credits, count }] of students.entries()) {
    const own = result.granted.filter(({ student }) => student === at).map((each) => each.class);
    const why = new Map(
      result.lost.filter(({ student }) => student === at).map((each) => [each.class, each.why]),
    );
    // Every wish is answered, once.
    expect([...own, ...why.keys()].sort()).toEqual([...wishes].sort());
    const sum = (more: readonly number[]): number =>
      more.reduce((all, each) => all + classes[each].credits, credits);
    const fits = (all: readonly number[]): boolean =>
      (countMax === null || count + all.length <= countMax) &&
      !isOver(sum(all), creditsMax) &&
      new Set(all.map((each) => classes[each].course)).size === all.length &&
      !clashes.some((pair) => pair.every((each) => all.includes(each)));
    if (own.length > 0) expect(fits(own)).toBe(true);
    for (const [wish, reason] of why) {
      if (reason === 'FULL') expect(taken[wish]).toBe(classes[wish].seats);
      else expect(fits([...own, wish])).toBe(false);
    }
  }
  // Whoever has the better lot has the first wish before the others have one.
  const [first] = result.order;
  const [best] = students[first].wishes.filter(
    (wish) =>
      (classes[wish].seats ?? 1) > 0 &&
      (countMax === null || students[first].count < countMax) &&
      !isOver(students[first].credits + classes[wish].credits, creditsMax),
  );
  if (best !== undefined) expect(result.granted[0]).toEqual({ student: first, class: best });
}

test('students take turns, and back again', () => {
  const seed = 'ab'.repeat(32);
  const keys = ['p', 'q', 'r'];
  const lots = keys.map((key) => createHmac('sha256', Buffer.from(seed, 'hex')).update(key).digest('hex'));
  const order = [0, 1, 2].sort((a, b) => (lots[a] < lots[b] ? -1 : 1));
  const classes = ['a', 'b', 'c', 'd'].map((id) => ({ id, course: id, credits: 1, seats: 1 }));
  const students = keys.map((key) => ({ key, credits: 0, count: 0, wishes: [0, 1, 2, 3] }));
  const result = draw({ seed, creditsMax: null, countMax: null, classes, clashes: [], students });
  expect(result.order).toEqual(order);
  // The last of the first turn is the first of the second.
  expect(result.granted.map(({ student }) => student)).toEqual([...order, order[2]]);
});

test('a lottery is drawn once, repeats from its record, and its losers wait in order', async () => {
  const campus = await EnrolmentCampus.open();
  try {
    const [monday, one, same, rare] = [
      await campus.elective(1),
      await campus.elective(2, { seats: 2 }),
      await campus.elective(2, { seats: 2 }),
      await campus.elective(3, { seats: 1 }),
    ];
    const foreign = await campus.elective(4);
    const round = await campus.round([monday, one, same, rare], { mode: 'LOTTERY', creditsMax: 4 });
    const all = await campus.learners(4);
    const wishes = [rare, monday, one, same].map(({ id }) => id);
    for (const each of all) expect((await campus.rank(each, round, wishes)).errors).toBeUndefined();
    expect(refusal(await campus.enrol(all[0], one))).toMatchObject({ refusal: 'LOTTERY' });
    expect((await campus.rank(all[0], round, [foreign.id])).errors?.[0].extensions.code).toBe('NOT_FOUND');
    const many = Array.from(
      { length: 10_000 },
      (_, at) => `019aa000-0000-7000-8000-${String(at).padStart(12, '0')}`,
    );
    expect((await campus.rank(all[0], round, many)).errors?.[0].extensions.code).toBe('INVALID_INPUT');
    const again = await campus.rank(all[0], round, [one.id, rare.id]);
    expect(again.data.rankWishes.wishes).toEqual([{ id: one.id }, { id: rare.id }]);

    const facts = 'query ($id: ID!) { enrolmentRound(id: $id) { state seed seedDigest drawnAt } }';
    const before = await campus.call(facts, { id: round }, all[0].token);
    expect(before).toEqual({
      state: 'OPEN',
      seed: null,
      seedDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      drawnAt: null,
    });
    await campus.sweep();
    expect(await campus.call(facts, { id: round })).toEqual(before);
    await campus.call('mutation ($id: ID!) { closeEnrolmentRound(id: $id) { id } }', { id: round });
    expect(refusal(await campus.rank(all[0], round, [one.id]))).toMatchObject({ refusal: 'NOT_OPEN' });

    // A worker that dies in the middle leaves nothing, and two that draw at once draw once.
    const { em } = campus.server.context();
    await em.execute('alter table lottery_draw add constraint crash check (false)');
    await campus.sweep();
    expect(await campus.call(facts, { id: round })).toMatchObject({ state: 'CLOSED', seed: null });
    expect(await campus.enrolled(rare)).toEqual([]);
    await em.execute('alter table lottery_draw drop constraint crash');
    const { app } = campus.server.runtime;
    await Promise.all([drawDue(app), drawDue(app), drawDue(app)]);

    const after = await campus.call(facts, { id: round });
    expect(after).toMatchObject({ state: 'DRAWN', seedDigest: before.seedDigest });
    expect(createHash('sha256').update(after.seed).digest('hex')).toBe(before.seedDigest);
    const drawn = await campus.call(
      `query ($round: ID!) { lotteryDraw(round: $round) { seed method studentCount grantedCount key lot record
        outcomes { teachingClassName isGranted message } } }`,
      { round },
      all[1].token,
    );
    const { input, result } = JSON.parse(drawn.record);
    expect(draw(input)).toEqual(result);
    expect(drawn).toMatchObject({ seed: input.seed, studentCount: 4, key: studentKey(round, all[1].id) });
    expect(drawn.record).not.toContain(all[1].id);
    // What clashes with K0 was no wish that could be granted.
    expect(drawn.outcomes.map((each: any) => each.teachingClassName)).toEqual(
      [rare, one, same].map(({ name }) => name),
    );
    expect(await campus.enrolled(monday)).toEqual([]);
    expect(await campus.enrolled(rare)).toHaveLength(1);
    const [inOne, inSame] = [await campus.enrolled(one), await campus.enrolled(same)];
    expect([...inOne, ...inSame]).toEqual(expect.arrayContaining(all.slice(1).map(({ id }) => id)));
    for (const inside of [inOne, inSame]) expect(inside.length).toBeLessThanOrEqual(2);
    const order = result.order.map((at: number) => input.students[at].key);
    const waiting = await campus.call(
      `{ waitingPlaces(teachingClass: "${rare.id}", isDesc: false) { items { position student { id } } } }`,
    );
    const queued = waiting.items.sort((a: any, b: any) => a.position - b.position);
    expect(queued.map(({ student }: any) => studentKey(round, student.id))).toEqual(
      order.filter((key: string) => queued.some(({ student }: any) => studentKey(round, student.id) === key)),
    );
    expect(queued).toHaveLength(3);
    const reopened = await campus.ask(
      'mutation ($id: ID!, $at: DateTime!) { reopenEnrolmentRound(id: $id, closesAt: $at) { id } }',
      { id: round, at: new Date(Date.now() + 60_000) },
    );
    expect(reopened.errors?.[0].extensions.code).toBe('OPERATION_INVALID');
    const seeds = await em.find(EnrolmentRound, {});
    const log = await em.execute<{ line: string }[]>(
      `select coalesce(after::text, '') || coalesce(before::text, '') as line from audit_log
       where table_name = 'enrolment_round'`,
    );
    for (const { seed } of seeds) for (const { line } of log) expect(line).not.toContain(seed);
  } finally {
    await campus.server.stop();
  }
});
