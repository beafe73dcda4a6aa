import { Random } from '../../src/demo/random.js';
import { canonicalExport, differencesOf, type Query } from '../support/canonical.js';
import type { Facts, MeetingFact, Person } from './facts.js';
import { Refusal, type DateItem, type Item, type Place } from './rules.js';
import { Stored } from './stored.js';
import { emptyWorld, Play, type Answer, type Terms, type World } from './world.js';

/** Sends a GraphQL document as a person. */
export type Ask = (person: Person, document: string) => Promise<{ data?: any; errors?: any[] }>;

/** Something that a person asks for, and what the rules say of it. */
interface Wish {
  readonly person: Person;
  /** The field of a mutation that asks for it. */
  readonly field: string;
  /** Carries it out in the model; `made` is the timetable that it made. */
  readonly play: (play: Play, made: string) => Answer | void;
  /** Whether it is no change, and so has no number that tells when it was carried out. */
  readonly isUnnumbered?: boolean;
}

interface Result {
  readonly wish: Wish;
  readonly value?: any;
  readonly error?: { message: string; extensions: Record<string, any> };
}

const outcome = `number isApplicable change { id } clashes { kind resourceName first { id } second { id }
  times { week dayOfWeek period } }`;

const slotsOf = (times: readonly any[]): string =>
  times
    .map(({ week, dayOfWeek, day, period }) => ((week - 1) * 7 + (dayOfWeek ?? day) - 1) * 32 + period - 1)
    .sort((a, b) => a - b)
    .join(' ');

const toldOf = (clashes: readonly any[]): string[] =>
  clashes
    .map(({ kind, resourceName, first, second, times }) =>
      [kind, resourceName, first.meeting ?? first.id, second.meeting ?? second.id, slotsOf(times)].join(' '),
    )
    .sort();

/** Greatest number of clashes that a refusal lists. */
const listedMax = 100;

/** Asks for random changes, and compares every answer and everything stored with the model. */
export class Player {
  #world: World = emptyWorld();
  readonly #random: Random;
  readonly #stored: Stored;
  #reasons = 0;
  /** How often something was asked for, by operation and how it ended. */
  readonly counts = new Map<string, number>();

  constructor(
    readonly facts: Facts,
    readonly ask: Ask,
    readonly query: Query,
    seed: number,
  ) {
    this.#random = new Random(seed);
    this.#stored = new Stored(query, facts);
  }

  /** One turn: a wish, a wish to and fro, or several at once. @throws on the first difference */
  async turn(): Promise<void> {
    const { chance } = this.#dice();
    if (this.#world.timetables.size === 0) await this.#alone(this.#createDraft());
    else if (chance(0.12)) await this.#together();
    else if (chance(0.1)) await this.#toAndFro();
    else await this.#alone(await this.#wish());
    const differences = await this.#stored.differences(this.#world);
    if (differences.length) throw new Error(`After a turn:\n${differences.join('\n')}`);
  }

  #dice() {
    const random = this.#random;
    return {
      chance: (share: number) => random.chance(share),
      pick: <T>(values: readonly T[]): T => random.pick(values),
    };
  }

  async #send(wish: Wish): Promise<Result> {
    const { data, errors } = await this.ask(wish.person, `mutation { it: ${wish.field} }`);
    return errors ? { wish, error: errors[0] } : { wish, value: data.it };
  }

  async #alone(wish: Wish): Promise<Result> {
    const result = await this.#send(wish);
    this.#world = this.#judge(this.#world, result);
    return result;
  }

  /** The world after what was answered. @throws where the model says something else */
  #judge(world: World, result: Result): World {
    const difference = this.#tried(world, result);
    if (typeof difference === 'string') throw new Error(`${result.wish.field}\n${difference}`);
    this.#count(result);
    return difference;
  }

  #count({ wish, value, error }: Result): void {
    const end = error?.extensions.code ?? (value.change === null ? 'nothing' : 'done');
    const of = wish.field.includes('input: { dates:') ? ' of dates' : '';
    const key = `${/^\w+/.exec(wish.field)![0]}${of} ${end}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** The world after the answer, or how the model differs from it. */
  #tried(world: World, { wish, value, error }: Result): World | string {
    const after = structuredClone(world);
    let told: Answer | void;
    try {
      told = wish.play(new Play(this.facts, after, wish.person), value?.id ?? 'none');
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      const expected = `refused with ${refusal.code}`;
      if (!error) return `The model: ${expected}; the product: ${JSON.stringify(value)}`;
      const { code, clashes, meetings } = error.extensions;
      if (code !== refusal.code) return `The model: ${expected}; the product: ${code}, ${error.message}`;
      const listed = clashes ? toldOf(clashes) : (meetings?.toSorted() ?? []);
      if (listed.length === listedMax || String(listed) === String(refusal.listed)) return world;
      return `The model lists\n${refusal.listed.join('\n')}\nthe product\n${listed.join('\n')}`;
    }
    if (error) return `The model: done; the product: ${error.extensions.code}, ${error.message}`;
    if (told) {
      const { number, isStored, isApplicable, clashes } = told;
      const found = {
        number: value.number,
        ...(isStored !== undefined && { isStored: value.change !== null }),
        ...(isApplicable !== undefined && { isApplicable: value.isApplicable }),
        ...(clashes && { clashes: toldOf(value.clashes) }),
      };
      const said = JSON.stringify({
        number,
        ...(isStored !== undefined && { isStored }),
        ...(isApplicable !== undefined && { isApplicable }),
        ...(clashes && { clashes }),
      });
      if (JSON.stringify(found) !== said) return `The model: ${said}; the product: ${JSON.stringify(found)}`;
      if (isApplicable !== undefined) return world;
    }
    return after;
  }

  /** Several wishes at once: an order of those that were carried out explains every answer. */
  async #together(): Promise<void> {
    const before = this.#world.number;
    const count = this.#random.whole(3, 6);
    const wishes: Wish[] = [];
    while (wishes.length < count) wishes.push(this.#random.chance(0.1) ? this.#publish() : this.#edit(true));
    if (this.#random.chance(0.3)) wishes.push(await this.#circumstance());
    const results = await Promise.all(wishes.map((wish) => this.#send(wish)));
    const log = await this.query(
      `select number, timetable_id as timetable, kind from change where semester_id = $1 and number > $2`,
      [this.facts.semester, before],
    );
    const numberOf = ({ value }: Result): number =>
      value.number ?? log.find(({ timetable, kind }) => timetable === value.id && kind === 'PUBLISH').number;
    const isDone = ({ error, value }: Result): boolean => !error && value.change !== null;
    const done = results.filter(isDone);
    const loose = done.filter(({ wish }) => wish.isUnnumbered);
    const numbered = done.filter(({ wish }) => !wish.isUnnumbered).sort((a, b) => numberOf(a) - numberOf(b));
    const orders = loose.length
      ? Array.from({ length: numbered.length + 1 }, (_, at) => numbered.toSpliced(at, 0, ...loose))
      : [numbered];
    const left = results.filter((each) => !isDone(each));
    const attempts: (World | string)[] = [];
    for (const order of orders) attempts.push(await this.#explained(order, left));
    const worlds = attempts.filter((each) => typeof each !== 'string');
    if (worlds.length === 0) throw new Error(`At once:\n${attempts.join('\n\n')}`);
    this.#world = (await this.#remembered(worlds, before)) ?? worlds[0];
    results.forEach((result) => this.#count(result));
  }

  /** The first of the worlds in which changes since a number remember what those of the database do. */
  async #remembered(worlds: readonly World[], since: number): Promise<World | undefined> {
    for (const world of worlds) {
      const stored = this.#stored.copy();
      await stored.differences(world);
      if (await stored.hasHistories(world, since)) return world;
    }
    return undefined;
  }

  /** The world after results in this order, or why it does not explain them, the others or what is stored. */
  async #explained(order: readonly Result[], others: readonly Result[]): Promise<World | string> {
    const worlds = [this.#world];
    for (const result of order) {
      const world = this.#tried(worlds.at(-1)!, result);
      if (typeof world === 'string') return `${result.wish.field}\n${world}`;
      worlds.push(world);
    }
    for (const result of others) {
      const reasons = worlds.map((world) => this.#tried(world, result));
      if (reasons.every((reason) => typeof reason === 'string'))
        return `${result.wish.field}\n${reasons.join('\n')}`;
    }
    const differences = await this.#stored.copy().differences(worlds.at(-1)!);
    return differences.length ? differences.join('\n') : worlds.at(-1)!;
  }

  /** A change, taken back and made again: what is stored is the same as before, byte for byte. */
  async #toAndFro(): Promise<void> {
    const wish = this.#change(this.#person(), this.#timetable(), false);
    const id = /timetable: "([^"]+)"/.exec(wish.field)![1];
    const before = await canonicalExport(this.query, id);
    const { value } = await this.#alone(wish);
    if (!value?.change) return;
    const between = await canonicalExport(this.query, id);
    const steps = [
      [this.#reversal(wish.person, id, 'UNDO', false), before],
      [this.#reversal(wish.person, id, 'REDO', false), between],
    ] as const;
    for (const [step, expected] of steps) {
      const { error } = await this.#alone(step);
      if (error) throw new Error(`${wish.field}\nis not reversed: ${error.message}`);
      const left = await canonicalExport(this.query, id);
      if (left !== expected)
        throw new Error(`${wish.field}\n${step.field}\n${differencesOf(left, expected).join('\n')}`);
    }
  }

  async #wish(): Promise<Wish> {
    const { chance } = this.#dice();
    const drafts = this.#ids('DRAFT');
    if (drafts.length < 3 && chance(0.06)) return this.#createDraft();
    if (chance(0.02)) return this.#discard();
    if (chance(0.07)) return this.#publish();
    if (chance(0.04)) return this.#resolve();
    if (chance(0.03)) return this.#rollBack();
    if (chance(0.05)) return (await this.#decision()) ?? this.#edit(false);
    if (chance(0.05)) return this.#swap();
    if (chance(0.12)) return this.#circumstance();
    return this.#edit(false);
  }

  #ids(status: string): string[] {
    return [...this.#world.timetables].flatMap(([id, each]) => (each.status === status ? [id] : []));
  }

  #person(): Person {
    const { chance, pick } = this.#dice();
    return chance(0.3) ? this.facts.people[0] : pick(this.facts.people.slice(0, chance(0.7) ? 2 : 4));
  }

  /** Mostly one that may change. */
  #timetable(): string {
    const { chance, pick } = this.#dice();
    const open = [...this.#ids('PUBLISHED'), ...this.#ids('DRAFT')];
    if (chance(0.03) || open.length === 0) return pick([...this.#world.timetables.keys()]);
    // Mostly one, so that people get into each other's way.
    return chance(0.6) ? open.at(-1)! : pick(open);
  }

  #reason = (share: number): string | undefined =>
    this.#random.chance(share) ? `reason ${++this.#reasons}` : undefined;

  #place({ teachers }: MeetingFact, isWhole: boolean): Partial<Place> {
    const { chance, pick } = this.#dice();
    const whole: Place = {
      day: chance(0.02) ? 6 : this.#random.whole(1, 2),
      period: chance(0.02) ? 12 : this.#random.whole(1, 6),
      room: pick(this.facts.rooms),
      teacher: pick(chance(0.05) ? this.facts.teachers : teachers),
    };
    if (isWhole) return whole;
    const kept = Object.entries(whole).filter(() => chance(0.5));
    return Object.fromEntries(kept);
  }

  #item(timetable: string): Item {
    const { chance, pick } = this.#dice();
    const fact = pick([...this.facts.meetings.values()]);
    const meeting = fact.id;
    const state = this.#world.timetables.get(timetable)!.states.get(meeting);
    if (!state?.place || chance(0.1))
      return { meeting, place: this.#place(fact, true), ...(chance(0.7) && { isNew: true }) };
    const unlocked = state.isLocked ? { isLocked: chance(0.5) } : chance(0.5) && { isLocked: false };
    if (chance(0.08)) return { meeting, place: null, ...unlocked };
    if (chance(0.05)) return { meeting, isRetired: true, ...unlocked };
    if (chance(0.15)) return { meeting, isLocked: chance(0.5) };
    return { meeting, place: this.#place(fact, false), ...(chance(0.15) && { isLocked: chance(0.5) }) };
  }

  #terms(isTogether: boolean): Terms {
    const { chance } = this.#dice();
    const accepts = chance(0.5);
    const reason = this.#reason(accepts ? 0.95 : 0.2);
    return {
      ...(reason && { reason }),
      ...(accepts && { acceptsClashes: true }),
      ...(!isTogether && chance(0.05) && { expectedNumber: this.#world.number - (chance(0.5) ? 1 : 0) }),
      ...(!isTogether && chance(0.1) && { isDryRun: true }),
      ...(chance(0.5) && { endsDates: true }),
    };
  }

  #edit(isTogether: boolean): Wish {
    const { chance } = this.#dice();
    const [person, timetable] = [this.#person(), this.#timetable()];
    if (chance(0.3)) return this.#reversal(person, timetable, chance(0.7) ? 'UNDO' : 'REDO', !isTogether);
    return this.#change(person, timetable, isTogether);
  }

  #change(person: Person, timetable: string, isTogether: boolean): Wish {
    const { chance } = this.#dice();
    if (chance(0.3)) return this.#dates(person, isTogether);
    const items = Array.from({ length: chance(0.7) ? 1 : this.#random.whole(2, 4) }, () =>
      this.#item(timetable),
    );
    const terms = this.#terms(isTogether);
    const field =
      `changeTimetable(timetable: "${timetable}" input: { items: [${items.map(itemText).join(' ')}] } ` +
      `${termsText(terms)}) { ${outcome} }`;
    return { person, field, play: (play) => play.edit(timetable, items, terms) };
  }

  /** One or two dates of the published timetable, mostly of meetings that have a place. */
  #dates(person: Person, isTogether: boolean): Wish {
    const { chance, pick } = this.#dice();
    const timetable = chance(0.95) ? (this.#ids('PUBLISHED')[0] ?? this.#timetable()) : this.#timetable();
    const { states } = this.#world.timetables.get(timetable)!;
    const placed = [...states].filter(([, { place }]) => place);
    const drawn = Array.from({ length: chance(0.8) ? 1 : 2 }, (): DateItem => {
      const [meeting, state] =
        placed.length > 0 ? pick(placed) : [pick([...this.facts.meetings.keys()]), null];
      const fact = this.facts.meetings.get(meeting)!;
      const known = state?.dates && chance(0.5) ? pick(state.dates).week : pick([...fact.weeks]);
      const at = { meeting, week: known, day: state?.place?.day ?? 1 };
      if (chance(0.2)) return { ...at, isCancelled: true };
      if (chance(0.15)) return { ...at, isRestored: true };
      const day = { week: this.#random.whole(1, 8), day: this.#random.whole(1, 2) };
      const { room, teacher, period } = this.#place(fact, true) as Place;
      const to = {
        ...(chance(0.6) && day),
        ...(chance(0.5) && { period }),
        ...(chance(0.4) && { room }),
        ...(chance(0.4) && { teacher }),
      };
      return { ...at, to };
    });
    const dates = [...new Map(drawn.map((each) => [each.meeting, each])).values()];
    const terms = this.#terms(isTogether);
    const field =
      `changeTimetable(timetable: "${timetable}" input: { dates: [${dates.map(dateText).join(' ')}] } ` +
      `${termsText(terms)}) { ${outcome} }`;
    return { person, field, play: (play) => play.edit(timetable, [], terms, dates) };
  }

  #swap(): Wish {
    const { pick } = this.#dice();
    const [person, timetable] = [this.#person(), this.#timetable()];
    const meetings = [...this.facts.meetings.keys()];
    const [first, second] = [pick(meetings), pick(meetings)];
    const terms = this.#terms(false);
    const field =
      `swapMeetings(timetable: "${timetable}" first: "${first}" second: "${second}" ${termsText(terms)}) ` +
      `{ ${outcome} }`;
    return { person, field, play: (play) => play.swap(timetable, [first, second], terms) };
  }

  #reversal(person: Person, timetable: string, kind: 'UNDO' | 'REDO', mayBeDry: boolean): Wish {
    const isDryRun = mayBeDry && this.#random.chance(0.1);
    const name = kind === 'UNDO' ? 'undoChange' : 'redoChange';
    const field = `${name}(timetable: "${timetable}" isDryRun: ${isDryRun}) { ${outcome} }`;
    return { person, field, play: (play) => play.reverse(timetable, kind, isDryRun) };
  }

  #createDraft(): Wish {
    const { chance, pick } = this.#dice();
    const from = chance(0.3) ? pick(['', ...this.#world.timetables.keys()]) || undefined : undefined;
    const isEmpty = chance(0.15);
    const source = `${from ? `from: "${from}"` : ''} isEmpty: ${isEmpty}`;
    return {
      person: this.#person(),
      field: `createDraft(semester: "${this.facts.semester}" ${source}) { id }`,
      play: (play, made) => play.createDraft(made, { from, isEmpty }),
    };
  }

  #discard(): Wish {
    const timetable = this.#timetable();
    const person = this.#person();
    // The answer of this one is only the identifier.
    return { person, field: `discardDraft(id: "${timetable}")`, play: (play) => play.discard(timetable) };
  }

  #publish(): Wish {
    const { pick } = this.#dice();
    const drafts = this.#ids('DRAFT');
    const id = drafts.length ? pick(drafts) : this.#timetable();
    const terms = { reason: this.#reason(0.5), endsDates: this.#random.chance(0.7) };
    return {
      person: this.#person(),
      field: `publishTimetable(id: "${id}" ${termsText(terms)} ${acceptance(terms)}) { id }`,
      play: (play) => play.publish(id, terms.reason, terms.endsDates),
    };
  }

  #rollBack(): Wish {
    const { pick } = this.#dice();
    const archived = this.#ids('ARCHIVED');
    const id = archived.length ? pick(archived.slice(-3)) : this.#timetable();
    const terms = { reason: this.#reason(0.8), endsDates: this.#random.chance(0.7) };
    return {
      person: this.#person(),
      field: `rollBackTimetable(id: "${id}" ${termsText(terms)} ${acceptance(terms)}) { id }`,
      play: (play, made) => play.rollBack(id, made, terms.reason, terms.endsDates),
    };
  }

  #resolve(): Wish {
    const { pick } = this.#dice();
    const drafts = this.#ids('DRAFT');
    const id = drafts.length ? pick(drafts) : this.#timetable();
    const side = pick(['DRAFT', 'PUBLISHED'] as const);
    return {
      person: this.#person(),
      field: `resolveDraft(id: "${id}" keep: ${side}) { id }`,
      play: (play) => play.resolve(id, side),
    };
  }

  /** A student chooses an elective or leaves it, or a room is closed or opened. */
  async #circumstance(): Promise<Wish> {
    const { chance, pick } = this.#dice();
    return chance(0.6) ? this.#choice() : this.#closing(pick(this.facts.rooms));
  }

  async #choice(): Promise<Wish> {
    const { pick } = this.#dice();
    const [elective, { id: student }] = [pick(this.facts.electives), pick(this.facts.students)];
    const person = pick(this.facts.people.slice(0, 2));
    const reason = this.#reason(0.6) ?? null;
    if (!this.#world.chosen.get(elective)?.has(student)) {
      const input = `teachingClass: "${elective}" student: "${student}" ${termsText({ reason })}`;
      return {
        person,
        field: `createEnrolment(input: { ${input} }) { id }`,
        play: (play) => play.choose(elective, student, true, reason),
        isUnnumbered: true,
      };
    }
    const [{ id }] = await this.query(
      'select id from enrolment where teaching_class_id = $1 and student_id = $2',
      [elective, student],
    );
    return {
      person,
      field: `deleteEnrolment(id: "${id}")`,
      play: (play) => play.choose(elective, student, false, null),
      isUnnumbered: true,
    };
  }

  /** By an administrator; seldom are two rooms closed at a time. */
  #closing(drawn: string): Wish {
    const { chance } = this.#dice();
    const { closed } = this.#world;
    const room = closed.size && chance(0.8) ? [...closed][0] : drawn;
    const isClosed = !closed.has(room);
    const reason = isClosed ? (this.#reason(0.6) ?? null) : null;
    const input = `isEnabled: ${!isClosed} ${termsText({ reason })}`;
    return {
      person: this.facts.people[0],
      field: `updateClassroom(id: "${room}", input: { ${input} }) { id }`,
      play: (play) => play.close(room, isClosed, reason),
      isUnnumbered: true,
    };
  }

  /** Accepts or opens one of the conflicts that overlap, as somebody who sees all of them. */
  async #decision(): Promise<Wish | undefined> {
    const rows = await this.query(
      `select distinct c.id, c.timetable_id as timetable from conflict c
       join conflict_pair p on p.conflict_id = c.id join timetable t on t.id = c.timetable_id
       where t.semester_id = $1 order by c.id`,
      [this.facts.semester],
    );
    const known = rows.filter(({ id }) => this.#stored.conflict(id) !== undefined);
    if (known.length === 0) return undefined;
    const { id, timetable } = this.#random.pick(known);
    const reason = this.#random.chance(0.5) ? this.#reason(1)! : null;
    const field = reason
      ? `ignoreConflict(id: "${id}" reason: "${reason}") { id }`
      : `reopenConflict(id: "${id}") { id }`;
    const conflict = this.#stored.conflict(id)!;
    return {
      person: this.facts.people[0],
      field,
      play: (play) => play.decide(timetable, conflict, reason),
    };
  }
}

const placeText = ({ day, period, room, teacher }: Partial<Place>): string =>
  [
    day && `dayOfWeek: ${day}`,
    period && `periodStart: ${period}`,
    room && `classroom: "${room}"`,
    teacher && `teacher: "${teacher}"`,
  ]
    .filter(Boolean)
    .join(' ');

const itemText = ({ meeting, place, isLocked, isRetired, isNew }: Item): string =>
  [
    `{ meeting: "${meeting}"`,
    place !== undefined && `place: ${place ? `{ ${placeText(place)} }` : 'null'}`,
    isLocked !== undefined && `isLocked: ${isLocked}`,
    isRetired && 'isRetired: true',
    isNew && 'expected: null',
    '}',
  ]
    .filter(Boolean)
    .join(' ');

/** Week 1 begins on Monday, 4 September 2090, and every date is taught. */
const dateOf = (week: number, day: number): string =>
  new Date(Date.UTC(2090, 8, 4 + (week - 1) * 7 + day - 1)).toISOString().slice(0, 10);

const dateText = ({ meeting, week, day, to, isCancelled, isRestored }: DateItem): string => {
  const { week: toWeek, day: toDay, ...rest } = to ?? {};
  const at = toWeek && toDay ? `date: "${dateOf(toWeek, toDay)}" ` : '';
  return [
    `{ meeting: "${meeting}" date: "${dateOf(week, day)}"`,
    to && `to: { ${at}${placeText(rest)} }`,
    isCancelled && 'isCancelled: true',
    isRestored && 'isRestored: true',
    '}',
  ]
    .filter(Boolean)
    .join(' ');
};

/** Whoever says why a timetable is published accepts what it lacks. */
const acceptance = ({ reason }: { reason?: string }): string => `acceptsUnfinished: ${reason !== undefined}`;

const termsText = ({
  reason,
  acceptsClashes,
  expectedNumber,
  isDryRun,
  endsDates,
}: Omit<Terms, 'reason'> & { reason?: string | null }): string =>
  [
    reason && `reason: "${reason}"`,
    acceptsClashes && 'acceptsClashes: true',
    expectedNumber !== undefined && `expectedNumber: ${expectedNumber}`,
    isDryRun && 'isDryRun: true',
    endsDates && 'endsDates: true',
  ]
    .filter(Boolean)
    .join(' ');
