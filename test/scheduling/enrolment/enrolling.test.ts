import { randomUUID } from 'node:crypto';
import { RoleKey } from '../../../src/schema/enums.js';
import { academicAffairs, department } from '../../organisation/college.js';
import { SocketClient } from '../../transport/socket-client.js';
import { tokenOf } from '../people.js';
import { EnrolmentCampus, refusal } from './campus.js';

let campus: EnrolmentCampus;

beforeAll(async () => {
  campus = await EnrolmentCampus.open();
});
afterAll(() => campus.server.stop());

test('a student takes what fits and drops it; what does not is refused with alternatives', async () => {
  const monday = await campus.elective(1);
  const tuesday = await campus.elective(2, { course: monday.course });
  const other = await campus.elective(3);
  const dear = await campus.elective(4, { credits: 2.5 });
  const round = await campus.round([monday, tuesday, other, dear], { creditsMax: 4, countMax: 2 });
  const who = await campus.learner();

  const clash = refusal(await campus.enrol(who, monday));
  expect(clash).toMatchObject({
    message: expect.stringMatching(/"E\d+" clashes with "K0" \(Monday, period 1-2, week 1-4\)/),
    refusal: 'CLASH',
    clashes: [{ name: 'K0', day: 1, first: 1, last: 2, weeks: [1, 2, 3, 4] }],
  });
  expect(clash!.alternatives.map((each: any) => [each.id, each.isSameCourse])).toEqual([
    [tuesday.id, true],
    [other.id, false],
    [dear.id, false],
  ]);
  expect(clash!.alternatives[0]).toMatchObject({
    freeSeats: 2,
    teachers: ['T0'],
    times: ['Tuesday, period 1-2, week 1-4'],
  });

  const dry = await campus.enrol(who, tuesday, ', isDryRun: true');
  expect(dry.data.enrol).toEqual({ enrolment: null, credits: 2, count: 1, freeSeats: 1 });
  expect(await campus.enrolled(tuesday)).toEqual([]);
  expect((await campus.enrol(who, tuesday)).data.enrol).toMatchObject({ credits: 2, count: 1, freeSeats: 1 });
  expect(refusal(await campus.enrol(who, tuesday))).toMatchObject({ refusal: 'ENROLLED' });
  expect(refusal(await campus.enrol(who, monday))).toMatchObject({ refusal: 'COURSE' });
  expect(refusal(await campus.enrol(who, dear))).toMatchObject({
    refusal: 'CREDITS',
    message: expect.stringContaining('allows 4, you have 2, and'),
    ...{ creditsMax: 4, credits: 2, wanted: 2.5 },
  });
  expect((await campus.enrol(who, other)).errors).toBeUndefined();
  expect(refusal(await campus.enrol(who, dear))).toMatchObject({ refusal: 'COUNT', countMax: 2, count: 2 });

  const own = await campus.call(
    `{ myEnrolmentRounds { round { id state } credits creditsLeft countLeft mayDrop } }`,
    {},
    who.token,
  );
  expect(own).toEqual([
    { round: { id: round, state: 'OPEN' }, credits: 4, creditsLeft: 0, countLeft: 0, mayDrop: true },
  ]);
  const offers = await campus.call(
    `query ($round: ID!) { offers(round: $round, first: 10) { totalCount nodes { id courseName teachers
      times { dayOfWeek } seats freeSeats hasClash isTaken hasCourse fits } pageInfo { hasNextPage } } }`,
    { round },
    who.token,
  );
  const shown = { teachers: ['T0'], seats: 2, fits: false };
  expect(offers).toEqual({
    totalCount: 4,
    nodes: [
      { hasClash: true, hasCourse: true, isTaken: false, freeSeats: 2, day: 1, at: monday },
      { hasClash: false, hasCourse: false, isTaken: true, freeSeats: 1, day: 2, at: tuesday },
      { hasClash: false, hasCourse: false, isTaken: true, freeSeats: 1, day: 3, at: other },
      { hasClash: false, hasCourse: false, isTaken: false, freeSeats: 2, day: 4, at: dear },
    ].map(({ day, at, ...more }) => ({
      ...{ id: at.id, courseName: expect.any(String), times: [{ dayOfWeek: day }] },
      ...shown,
      ...more,
    })),
    pageInfo: { hasNextPage: false },
  });
  const free = await campus.call(
    `query ($round: ID!) { offers(round: $round, isTaken: true, keyword: "${other.name}") { nodes { id } } }`,
    { round },
    who.token,
  );
  expect(free.nodes).toEqual([{ id: other.id }]);

  expect((await campus.drop(who, tuesday)).errors).toBeUndefined();
  expect((await campus.drop(who, tuesday)).errors?.[0].extensions.code).toBe('NOT_FOUND');
  await campus.shift(round, { drop: -1_000 });
  expect(refusal(await campus.drop(who, other))).toMatchObject({ refusal: 'DROP_OVER' });
});

test('of many who come at once as many as there are seats get one, others move up in order', async () => {
  const [wanted, beside] = [await campus.elective(2, { seats: 3 }), await campus.elective(2)];
  const round = await campus.round([wanted, beside]);
  const all = await campus.learners(12);
  const nowhere = campus.enrol(all[0], { id: randomUUID() });
  const answers = await Promise.all(all.map((each) => campus.enrol(each, wanted)));
  expect((await nowhere).errors?.[0].extensions.code).toBe('NOT_FOUND');
  const [inside, outside] = [true, false].map((isIn) => all.filter((_, at) => !answers[at].errors === isIn));
  expect(await campus.enrolled(wanted)).toEqual(inside.map(({ id }) => id).sort());
  expect(inside).toHaveLength(3);
  expect(answers.map(refusal).find(Boolean)).toMatchObject({ refusal: 'FULL', waitingPosition: 1, seats: 3 });
  expect(answers.flatMap(({ data }) => data?.enrol?.freeSeats ?? []).sort()).toEqual([0, 1, 2]);
  // Whoever shares a transaction has a line of the log of one's own.
  const { nodes } = await campus.call(
    '{ auditLog(first: 20) { nodes { count person { id } records { id } } } }',
  );
  const made = answers.flatMap(({ data }) => data?.enrol?.enrolment.id ?? []);
  const lines = nodes.filter(({ records }: any) => made.includes(records[0].id));
  expect(lines.map(({ count }: any) => count)).toEqual([1, 1, 1]);
  expect(new Set(lines.map(({ person }: any) => person.id)).size).toBe(3);

  const [first, second, third] = outside;
  expect(refusal(await campus.wait(inside[0], wanted))).toMatchObject({ refusal: 'ENROLLED' });
  expect(refusal(await campus.wait(first, beside))).toMatchObject({ refusal: 'SEATS_FREE' });
  for (const [at, each] of [first, second, third].entries())
    expect((await campus.wait(each, wanted)).data.joinWaitingList).toMatchObject({
      position: at + 1,
      state: 'WAITING',
    });
  expect(refusal(await campus.wait(first, wanted))).toMatchObject({ refusal: 'WAITING' });

  // Before anybody has moved up, the free seat is not for those who come later.
  await campus.drop(inside[0], wanted);
  expect(refusal(await campus.enrol(outside[3], wanted))).toMatchObject({
    refusal: 'FULL',
    waitingPosition: 4,
  });
  // The first has taken something else at that time meanwhile.
  expect((await campus.enrol(first, beside)).errors).toBeUndefined();
  const follow = async (token: string, argument = ''): Promise<[SocketClient, string]> => {
    const client = await SocketClient.signedIn(`${campus.server.url.replace('http', 'ws')}/graphql`, token);
    client.subscribe('1', `subscription { waitingPlacesChanged${argument} { state } }`);
    return [client, JSON.stringify((await client.next()).payload)];
  };
  const ofSecond = `(student: "${second.id}")`;
  for (const token of [third.token, await academicAffairs(campus.server, await department(campus.server))]) {
    const [stranger, refused] = await follow(token, ofSecond);
    expect(refused).toContain('NOT_FOUND');
    await stranger.end();
  }
  const followers = [await follow(second.token), await follow(campus.server.administrator, ofSecond)];
  for (const [, now] of followers) expect(now).toContain('[{"state":"WAITING"}]');
  await campus.sweep();
  for (const [client] of followers) {
    expect((await client.next()).payload.data.waitingPlacesChanged).toEqual([{ state: 'MOVED_UP' }]);
    await client.end();
  }
  expect(await campus.enrolled(wanted)).toEqual([inside[1], inside[2], second].map(({ id }) => id).sort());
  expect(await campus.places(first)).toMatchObject([
    {
      state: 'PASSED_OVER',
      position: null,
      message: expect.stringContaining(`clashes with "${beside.name}"`),
    },
  ]);
  expect(await campus.places(second)).toMatchObject([{ state: 'MOVED_UP', settledAt: expect.any(String) }]);
  expect(await campus.places(third)).toMatchObject([{ state: 'WAITING', position: 1 }]);

  const seats = (count: number): Promise<any> =>
    campus.call(
      `mutation ($id: ID!) { updateTeachingClass(id: $id, input: { seats: ${count} }) { id } }`,
      wanted,
    );
  await seats(4);
  await campus.sweep();
  expect(await campus.enrolled(wanted)).toHaveLength(4);
  expect(await campus.places(third)).toMatchObject([{ state: 'MOVED_UP' }]);
  // Who waits, and takes a seat that nobody waits for, is named for both.
  await campus.wait(outside[4], wanted);
  await seats(6);
  expect((await campus.enrol(outside[4], wanted)).errors).toBeUndefined();
  const { em } = campus.server.context();
  const last = `select a.person_id = s.user_id as "isOwn" from audit_log a, student s
    where a.table_name = 'waiting_place' and s.id = $1 order by a.id desc limit 1`;
  expect(await em.execute(last, [outside[4].id])).toEqual([{ isOwn: true }]);
  await seats(5);
  await campus.wait(outside[5], wanted);
  await campus.shift(round, { closes: -1, drop: -1 });
  await campus.sweep();
  expect(await campus.places(outside[5])).toMatchObject([{ state: 'PASSED_OVER' }]);
});

test('who waits for a class that is combined with another waits for that', async () => {
  const kept = await campus.elective(null, { seats: 1 });
  const gone = await campus.elective(null, { seats: 1, course: kept.course });
  await campus.round([gone]);
  const both = await campus.round([kept, gone], { mode: 'LOTTERY' });
  const [inside, waiting] = await campus.learners(2);
  expect((await campus.enrol(inside, gone)).errors).toBeUndefined();
  expect((await campus.wait(waiting, gone)).errors).toBeUndefined();
  expect((await campus.rank(waiting, both, [gone.id])).errors).toBeUndefined();
  const ids = [kept.id, gone.id];
  await campus.call('mutation ($ids: [ID!]!) { combineTeachingClasses(ids: $ids) { id } }', { ids });
  expect(await campus.places(waiting)).toMatchObject([{ teachingClass: { id: kept.id }, position: 1 }]);
  await campus.sweep();
  expect(await campus.enrolled(kept)).toEqual([inside.id, waiting.id].sort());
  const [{ wishes }] = (
    await campus.call('{ myEnrolmentRounds { round { id } wishes { id } } }', {}, waiting.token)
  ).filter(({ round }: any) => round.id === both);
  expect(wishes).toEqual([{ id: kept.id }]);
});

test('two requests of one student at once never give two seats that exclude each other', async () => {
  const course = await campus.elective(3);
  const pairs = [
    [course, await campus.elective(4, { course: course.course })],
    [await campus.elective(5), await campus.elective(5)],
  ];
  await campus.round(pairs.flat());
  for (const pair of pairs)
    for (const who of await campus.learners(3)) {
      const answers = await Promise.all([...pair, pair[0]].map((each) => campus.enrol(who, each)));
      expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
    }
});

test('who holds up one enrolment holds up no other', async () => {
  const [held, free] = [await campus.elective(2), await campus.elective(3)];
  await campus.round([held, free]);
  const [waiting, other] = await campus.learners(2);
  const { em } = campus.server.context();
  await em.begin();
  await em.execute('select from teaching_class where id = $1 for update', [held.id]);
  const late = campus.enrol(waiting, held);
  expect((await campus.enrol(other, free)).errors).toBeUndefined();
  expect(await Promise.race([late, 'waits'])).toBe('waits');
  await em.rollback();
  expect((await late).errors).toBeUndefined();
});

test('rounds open and close by the clock of the database, for those whom they name', async () => {
  const wanted = await campus.elective(2, { seats: null });
  const who = await campus.learner();
  expect(refusal(await campus.enrol(who, wanted))).toMatchObject({ refusal: 'NO_ROUND' });
  const round = await campus.round([wanted]);
  const states: [object, object][] = [
    [{ opens: 60_000 }, { refusal: 'NOT_OPEN', message: expect.stringContaining('has not begun') }],
    [
      { opens: -9_000, closes: -1 },
      { refusal: 'NOT_OPEN', message: expect.stringContaining('has ended') },
    ],
  ];
  for (const [shift, expected] of states) {
    await campus.shift(round, shift);
    expect(refusal(await campus.enrol(who, wanted))).toMatchObject(expected);
  }
  await campus.shift(round, { closes: 60_000 });
  const update = (input: object): Promise<any> =>
    campus.ask(
      `mutation ($id: ID!, $input: EnrolmentRoundPatch!) {
        updateEnrolmentRound(id: $id, input: $input) { id } }`,
      { id: round, input },
    );
  // It is open: whoever could take part still can.
  const { classes, department: own } = campus.university;
  const harms = [
    { studentDepartments: [own.id] },
    { teachingClasses: [] as string[], departments: [own.id] },
    { creditsMax: 1 },
    { mode: 'LOTTERY' },
    { closesAt: new Date() },
  ];
  for (const input of harms) expect((await update(input)).errors?.[0].message).toContain('has begun');
  expect((await update({ closesAt: new Date(Date.now() + 90_000), name: 'longer' })).errors).toBeUndefined();
  expect((await campus.enrol(who, wanted, `, round: "${round}"`)).errors).toBeUndefined();

  const closed = await campus.ask('mutation ($id: ID!) { closeEnrolmentRound(id: $id) { state } }', {
    id: round,
  });
  expect(closed.data.closeEnrolmentRound).toEqual({ state: 'CLOSED' });
  expect(refusal(await campus.enrol(await campus.learner(), wanted))).toMatchObject({ refusal: 'NOT_OPEN' });
  const reopened = await campus.call(
    'mutation ($id: ID!, $at: DateTime!) { reopenEnrolmentRound(id: $id, closesAt: $at) { state } }',
    { id: round, at: new Date(Date.now() + 60_000) },
  );
  expect(reopened).toEqual({ state: 'OPEN' });
  const kept = await campus.ask('mutation ($id: ID!) { deleteEnrolmentRound(id: $id) }', { id: round });
  expect(kept.errors?.[0].extensions).toMatchObject({ code: 'IN_USE' });

  const narrow = await campus.elective(3);
  const { em } = campus.server.context();
  const above = await department(campus.server);
  await em.execute('update department set parent_id = $1 where id = $2', [above, own.id]);
  const departments = { departments: [above], studentDepartments: [above] };
  await campus.round([narrow], { ...departments, administrativeClasses: [classes[1].id] });
  expect(refusal(await campus.enrol(who, narrow))).toMatchObject({ refusal: 'NO_ROUND' });
  expect((await campus.enrol(await campus.learner(1), narrow)).errors).toBeUndefined();
});

test('a student acts for nobody else; staff act for students of all, in electives of their own', async () => {
  const [monday, full] = [await campus.elective(1), await campus.elective(2, { seats: 1 })];
  await campus.round([full], { creditsMax: 0 });
  const [who, other] = await campus.learners(2);
  const forOther = `, student: "${other.id}"`;
  expect((await campus.enrol(who, full, forOther)).errors?.[0].extensions.code).toBe('NOT_FOUND');
  expect((await campus.enrol(who, full, ', reason: "please"')).errors?.[0].extensions.code).toBe(
    'INVALID_INPUT',
  );
  expect(refusal(await campus.enrol(who, full))).toMatchObject({ refusal: 'CREDITS' });

  const staff = { id: '', token: await academicAffairs(campus.server, campus.university.department.id) };
  const foreign = { id: '', token: await academicAffairs(campus.server, await department(campus.server)) };
  expect((await campus.enrol(foreign, full, forOther)).errors?.[0].extensions.code).toBe('NOT_FOUND');
  expect(refusal(await campus.enrol(staff, full, forOther))).toMatchObject({ refusal: 'CREDITS' });
  const reasoned = `${forOther}, reason: "transfer"`;
  expect((await campus.enrol(staff, full, reasoned)).errors).toBeUndefined();
  expect(refusal(await campus.enrol(staff, full, `, student: "${who.id}", reason: "x"`))).toMatchObject({
    refusal: 'FULL',
  });
  expect(refusal(await campus.enrol(staff, monday, forOther))).toMatchObject({ refusal: 'CLASH' });
  expect((await campus.enrol(staff, monday, reasoned)).errors).toBeUndefined();
  const conflicts = await campus.call(
    `{ conflicts(teachingClass: "${monday.id}", kind: OTHER) { items { kind status } } }`,
  );
  expect(conflicts.items).toEqual([{ kind: 'OTHER', status: 'OPEN' }]);
  expect(refusal(await campus.drop(other, monday))).toMatchObject({ refusal: 'DROP_OVER' });
  const dropped = await campus.ask(
    `mutation ($id: ID!) { dropEnrolment(teachingClass: $id ${forOther}) }`,
    { id: monday.id },
    staff.token,
  );
  expect(dropped.errors).toBeUndefined();
  await campus.sweep();
  const left = await campus.call(
    `{ conflicts(teachingClass: "${monday.id}", kind: OTHER) { items { kind status } } }`,
  );
  expect(left.items).toEqual([{ kind: 'OTHER', status: 'RESOLVED' }]);

  const create = (token: string, departments: string[]) =>
    campus.ask(
      'mutation ($input: EnrolmentRoundInput!) { createEnrolmentRound(input: $input) { id } }',
      {
        input: {
          ...{
            name: `own ${departments.length}${token.slice(-6)}`,
            semester: campus.university.semester.id,
            departments,
          },
          ...{
            opensAt: new Date(Date.now() + 30_000),
            closesAt: new Date(Date.now() + 60_000),
            dropUntil: new Date(Date.now() + 60_000),
          },
        },
      },
      token,
    );
  const own = campus.university.department.id;
  expect((await create(staff.token, [])).errors?.[0].extensions.code).toBe('FORBIDDEN');
  expect((await create(foreign.token, [own])).errors?.[0].extensions.code).toBe('FORBIDDEN');
  const made = (await create(staff.token, [own])).data.createEnrolmentRound;
  const update = (token: string) =>
    campus.ask(
      'mutation ($id: ID!) { updateEnrolmentRound(id: $id, input: { name: "mine" }) { id } }',
      made as object,
      token,
    );
  expect((await update(foreign.token)).errors?.[0].extensions.code).toBe('FORBIDDEN');
  expect((await update(staff.token)).errors).toBeUndefined();
  const teacher = await tokenOf(campus.server, RoleKey.TEACHER);
  expect((await campus.enrol({ id: '', token: teacher }, full)).errors?.[0].extensions.code).toBe(
    'FORBIDDEN',
  );
});

test('what clashes in a draft is a conflict there soon after, and holds nobody up', async () => {
  const wanted = await campus.elective(2);
  const draft = await campus.call(
    `mutation { createDraft(semester: "${campus.university.semester.id}") { id } }`,
  );
  const { em } = campus.server.context();
  await em.execute(
    `update class_assignment set day_of_week = 1 where timetable_id = $1 and meeting_id = $2`,
    [draft.id, wanted.meeting],
  );
  await campus.round([wanted]);
  const who = await campus.learner();
  expect((await campus.enrol(who, wanted)).errors).toBeUndefined();
  await campus.sweep();
  const conflicts =
    await campus.call(`{ conflicts(timetable: "${draft.id}", teachingClass: "${wanted.id}", kind: OTHER) {
    items { kind status description } } }`);
  expect(conflicts.items).toMatchObject([{ kind: 'OTHER', status: 'OPEN' }]);
});

test('a key repeats no enrolment, and drops without end are refused', async () => {
  const wanted = await campus.elective(2);
  const round = await campus.round([wanted]);
  const who = await campus.learner();
  const keyed = async (): Promise<unknown> => {
    const response = await fetch(`${campus.server.url}/graphql`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'idempotency-key': 'once' },
        authorization: `Bearer ${who.token}`,
      },
      body: JSON.stringify({
        query: `mutation { enrol(teachingClass: "${wanted.id}") { enrolment { id } } }`,
      }),
    });
    return response.json();
  };
  const [first, ...others] = await Promise.all([keyed(), keyed(), keyed()]);
  expect(others).toEqual([first, first]);
  expect(await campus.enrolled(wanted)).toEqual([who.id]);
  await campus.drop(who, wanted);
  await campus.server
    .context()
    .em.execute('update enrolment_withdrawal set count = 100 where round_id = $1', [round]);
  expect(refusal(await campus.enrol(who, wanted))).toMatchObject({ refusal: 'WITHDRAWALS' });
});
