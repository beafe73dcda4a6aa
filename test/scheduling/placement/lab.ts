import { randomUUID } from 'node:crypto';
import { transaction } from '../../../src/data/transaction.js';
import { adviserOf } from '../../../src/services/scheduling/advice/adviser.js';
import { judgeStates, storeChange } from '../../../src/services/scheduling/changes/storing.js';
import { readMeetings } from '../../../src/services/scheduling/changes/states.queries.js';
import { ChangeKind } from '../../../src/schema/timetables.js';
import type { Context } from '../../../src/data/context.js';
import { talk } from '../../assistant/talk.js';
import { recordsOf } from '../../support/records.js';
import type { TestServer } from '../../support/server.js';
import { Assignments } from '../made-assignments.js';
import { addStudentOf } from '../people.js';
import type { Severity } from '../../../src/services/scheduling/placement/acts.js';
import type { Door, Fault, Subject, Wanted } from './faults.js';

/** A teaching class with all that is its own, by id. */
export interface Side {
  readonly meeting: string;
  readonly teachingClass: string;
  readonly course: string;
  readonly courseName: string;
  readonly teacher: string;
  readonly teacherName: string;
  readonly group: string;
  readonly room: string;
}

/** What a door answered: how grave it is, and everything that was said. */
export interface Told {
  readonly severity: Severity;
  readonly said: string;
}

type Place = Required<Wanted>;

const home = { day: 1, period: 1 };

/**
 * One semester in which every fault has two teaching classes of its own, each with its own teacher, class and
 * room, so that no two faults touch. All stand on Monday morning, in a published timetable and a draft of it.
 */
export class Lab {
  readonly #subjects = new Map<Fault, Subject>();
  #published = '';
  #draft = '';

  private constructor(
    readonly server: TestServer,
    readonly of: Assignments,
  ) {}

  static async begin(server: TestServer, faults: readonly Fault[]): Promise<Lab> {
    const lab = new Lab(server, await Assignments.begin(server, 'pl', faults.length * 2));
    await lab.#make(faults);
    return lab;
  }

  get semester(): string {
    return this.of.university.semester.id;
  }

  sql<T = unknown>(text: string, values: readonly unknown[] = []): Promise<T[]> {
    return recordsOf(this.server.runtime.app).execute<T[]>(text, values);
  }

  async #make(faults: readonly Fault[]): Promise<void> {
    const { university } = this.of;
    await this.sql(
      `delete from meeting where sequence = 2 and teaching_class_id in (
         select id from teaching_class where semester_id = $1)`,
      [this.semester],
    );
    const rooms = await Promise.all(
      faults.flatMap((_, at) => [0, 1, 2].map((n) => this.#room(`R${at}${n}`))),
    );
    for (const [at, fault] of faults.entries()) {
      const side = (of: number): Side => ({
        meeting: university.meetings[2 * of].id,
        teachingClass: university.teachingClasses[of].id,
        course: university.teachingClasses[of].course.id,
        courseName: `课程K${of}`,
        teacher: university.teachers[of].id,
        teacherName: `教师T${of}`,
        group: university.classes[of].id,
        room: rooms[at * 3 + (of % 2)],
      });
      const [own, other] = [side(2 * at), side(2 * at + 1)];
      this.#subjects.set(fault, { own, other, spare: rooms[at * 3 + 2], spareName: `R${at}2` });
    }
    for (const table of ['course', 'teacher'])
      await this.sql(`update ${table} set name = $1 || name where department_id = $2`, [
        table === 'course' ? '课程' : '教师',
        university.department.id,
      ]);
    for (const [fault, subject] of this.#subjects) await fault.plant?.(this, subject);
    const items = [...this.#subjects].flatMap(([{ otherAt }, subject]) => {
      const { own, other } = subject;
      const at = otherAt?.(subject);
      return [
        this.#item(own.meeting, { ...home, room: own.room, teacher: own.teacher }),
        ...(at ? [this.#item(other.meeting, { room: other.room, teacher: other.teacher, ...at })] : []),
      ];
    });
    const create = (isEmpty: boolean): Promise<any> =>
      this.#call(`mutation { createDraft(semester: "${this.semester}", isEmpty: ${isEmpty}) { id } }`);
    this.#published = (await create(true)).id;
    await this.#change(this.#published, items, { reason: 'prepared', acceptsClashes: true });
    await this.#call(`mutation { publishTimetable(id: "${this.#published}") { id } }`);
    this.#draft = (await create(false)).id;
    for (const [fault, subject] of this.#subjects) await fault.plantLater?.(this, subject);
  }

  #room(name: string): Promise<string> {
    const id = randomUUID();
    return this.sql(
      `insert into classroom select (jsonb_populate_record(r, jsonb_build_object('id', $2::uuid, 'code',
         'pl-' || $3, 'name', $3::text))).* from classroom r where id = $1`,
      [this.of.university.rooms[0].id, id, name],
    ).then(() => id);
  }

  async enrol(group: string, teachingClass: string): Promise<void> {
    const { id } = await addStudentOf(this.server, group);
    await this.sql('delete from teaching_class_group where teaching_class_id = $1', [teachingClass]);
    await this.sql('update teaching_class set is_compulsory = false where id = $1', [teachingClass]);
    await this.sql('insert into enrolment (id, teaching_class_id, student_id) values ($1, $2, $3)', [
      randomUUID(),
      teachingClass,
      id,
    ]);
  }

  /** Closes a room over the front door, which needs a reason. */
  close(room: string): Promise<unknown> {
    return this.#call(
      `mutation { updateClassroom(id: "${room}", input: { isEnabled: false, reason: "burst pipe" }) { id } }`,
    );
  }

  /** Makes a meeting need the type that rooms have, and gives a room another one. */
  async otherType(meeting: string, room: string): Promise<void> {
    await this.sql(
      'update meeting set classroom_type_id = (select type_id from classroom where id = $2) where id = $1',
      [meeting, room],
    );
    await this.sql(
      `update classroom set type_id = (select t.id from classroom_type t where t.id <> type_id limit 1)
       where id = $1`,
      [room],
    );
  }

  /** Moves a room to a campus of its own, to which the way takes two periods. */
  async elsewhere(room: string, { isOfOtherSemester }: { isOfOtherSemester: boolean }): Promise<void> {
    const [campus, building] = [randomUUID(), randomUUID()];
    await this.sql(
      `insert into campus (id, name, code, address, travel_periods) values ($1, $2, $2, '-', $3)`,
      [campus, `C ${room}`.slice(0, 30), isOfOtherSemester ? 0 : 2],
    );
    await this.sql(`insert into building (id, name, campus_id) values ($1, 'B', $2)`, [building, campus]);
    await this.sql('update classroom set building_id = $2 where id = $1', [room, building]);
    if (isOfOtherSemester)
      await this.sql(
        `insert into semester (id, name, start_date, end_date, campus_id)
         values ($1, 'pl other', '2027-03-01', '2027-06-27', $2)`,
        [randomUUID(), campus],
      );
  }

  /** Lets a teacher teach a course, who may have so many periods a week. */
  async mayTeach(teacher: string, course: string, weeklyMax: number): Promise<void> {
    await this.sql('insert into teacher_qualification (id, teacher_id, course_id) values ($1, $2, $3)', [
      randomUUID(),
      teacher,
      course,
    ]);
    await this.sql('update teacher set weekly_periods_max = $2 where id = $1', [teacher, weeklyMax]);
  }

  async #call(document: string, variables: object = {}): Promise<any> {
    const { data, errors } = await this.server.graphql(document, variables);
    if (errors) throw Object.assign(new Error(errors[0].message), errors[0].extensions);
    return Object.values(data)[0];
  }

  #item(meeting: string, { day, period, room, teacher }: Place): object {
    return {
      meeting,
      place: { dayOfWeek: day, periodStart: period, classroom: room, teacher },
    };
  }

  #change(timetable: string, items: readonly object[], terms: object = {}): Promise<any> {
    return this.#call(
      `mutation ($timetable: ID!, $items: [ChangeItemInput!], $dates: [DateItemInput!], $reason: String,
         $acceptsClashes: Boolean, $isDryRun: Boolean) {
         changeTimetable(timetable: $timetable, input: { items: $items, dates: $dates }, reason: $reason,
           acceptsClashes: $acceptsClashes, isDryRun: $isDryRun) {
           isApplicable problems warnings clashes { text } } }`,
      { timetable, items, ...terms },
    );
  }

  #undo(timetable: string): Promise<unknown> {
    return this.#call(`mutation { undoChange(timetable: "${timetable}") { number } }`);
  }

  /** What a door says of a fault. */
  async ask(fault: Fault, door: Door): Promise<Told> {
    const subject = this.#subjects.get(fault)!;
    const { own } = subject;
    const place: Place = { ...home, room: own.room, teacher: own.teacher, ...fault.target(subject) };
    const doors: Record<Door, () => Promise<Told>> = {
      'check draft': () => this.#check(fault, this.#draft, own, place),
      'apply draft': () => this.#apply(fault, this.#draft, own, place),
      'check published': () => this.#check(fault, this.#published, own, place),
      'check date': () =>
        this.#check(fault, this.#published, own, place, [this.#dateItem(own.meeting, place)]),
      'apply published': () => this.#apply(fault, this.#published, own, place),
      PUT: () => this.#put(fault, own, place),
      POST: () => this.#post(fault, own, place),
      createSeries: () => this.#createSeries(fault, own, place),
      suggestions: () => this.#suggestions(fault, own, place),
      freeRooms: () => this.#free(fault, 'freeRooms', own, place),
      freeTeachers: () => this.#free(fault, 'freeTeachers', own, place),
      possiblePlaces: () => this.#possiblePlaces(fault, own, place),
      whyNot: () => this.#whyNot(fault, own, place),
      assistant: () => this.#assistant(fault, subject),
      publish: () => this.#publish(own, place),
      run: () => this.#run(own, place),
    };
    return doors[door]();
  }

  /** The same on one date, that of the second Monday. */
  #dateItem(meeting: string, { day, period, room, teacher }: Place): object {
    const date = `2026-09-${13 + day}`;
    return {
      ...{ meeting, date: '2026-09-14' },
      to: { date, periodStart: period, classroom: room, teacher },
    };
  }

  async #check(
    { words }: Fault,
    timetable: string,
    { meeting }: Side,
    place: Place,
    dates?: readonly object[],
  ): Promise<Told> {
    const items = dates ? [] : [this.#item(meeting, place)];
    const outcome = await this.#change(timetable, items, { dates, isDryRun: true });
    const { problems, warnings, clashes } = outcome;
    const said = JSON.stringify(outcome);
    if (clashes.some(({ text }: any) => words.test(text))) return { severity: 'reason', said };
    if (problems.some((text: string) => words.test(text))) {
      const again = await this.#change(timetable, items, { dates, isDryRun: true, reason: 'because' });
      return { severity: again.problems.length > 0 ? 'refuse' : 'reason', said };
    }
    return { severity: warnings.some((text: string) => words.test(text)) ? 'warn' : 'silent', said };
  }

  async #apply({ words }: Fault, timetable: string, { meeting }: Side, place: Place): Promise<Told> {
    const items = [this.#item(meeting, place)];
    let said: string;
    try {
      const outcome = await this.#change(timetable, items);
      await this.#undo(timetable);
      said = JSON.stringify(outcome);
      return {
        severity: outcome.warnings.some((text: string) => words.test(text)) ? 'warn' : 'silent',
        said,
      };
    } catch (error) {
      said = `${(error as Error).message} ${JSON.stringify(error)}`;
      if (!words.test(said)) throw error;
    }
    try {
      await this.#change(timetable, items, { reason: 'because', acceptsClashes: true });
      await this.#undo(timetable);
      return { severity: 'reason', said };
    } catch {
      return { severity: 'refuse', said };
    }
  }

  #time({ day, period }: Place): object {
    return {
      day_of_week: day,
      period_start: period,
      period_end: period + 1,
      week_numbers: Array.from({ length: 16 }, (_, at) => at + 1),
    };
  }

  async #put({ words }: Fault, { meeting }: Side, place: Place): Promise<Told> {
    const [{ series }] = await this.sql<{ series: string }>(
      'select series_id as series from class_assignment where timetable_id = $1 and meeting_id = $2',
      [this.#published, meeting],
    );
    const adjustments = {
      classroom_id: place.room,
      teacher_id: place.teacher,
      class_time: [this.#time(place)],
    };
    const answer = await this.of.adjust(series, adjustments);
    const said = JSON.stringify(answer);
    if (answer.code === 0) {
      await this.#undo(this.#published);
      return { severity: words.test(answer.message) ? 'warn' : 'silent', said };
    }
    if (!words.test(said)) throw new Error(said);
    const again = await this.of.adjust(series, adjustments, { ignore_conflicts: true, reason: '因为' });
    if (again.code !== 0) return { severity: 'refuse', said };
    await this.#undo(this.#published);
    return { severity: 'reason', said };
  }

  /** The body of a new series of the course, teacher and class of a fault. */
  #body({ more }: Fault, own: Side, place: Place): Record<string, any> {
    const at = this.of.university.teachers.findIndex(({ id }) => id === own.teacher);
    return this.of.body(at, {
      teacher_uuid: place.teacher,
      classroom_uuid: place.room,
      // At home its class is already.
      class_time: [this.#time({ ...place, day: place.day === home.day ? 2 : place.day })],
      ...more,
    });
  }

  async #post(fault: Fault, own: Side, place: Place): Promise<Told> {
    const { words } = fault;
    const answer = await this.of.call('classAssignmentCreate', { body: this.#body(fault, own, place) });
    const said = JSON.stringify(answer);
    if (answer.code !== 0) {
      if (!words.test(said)) throw new Error(said);
      return { severity: 'refuse', said };
    }
    if (answer.data?.length) return { severity: words.test(said) ? 'reason' : 'silent', said };
    await this.#undo(this.#published);
    return { severity: words.test(answer.message) ? 'warn' : 'silent', said };
  }

  async #createSeries(fault: Fault, own: Side, place: Place): Promise<Told> {
    const body = this.#body(fault, own, place);
    const [time] = body.class_time;
    const input = {
      semester: body.semester_uuid,
      course: body.course_uuid,
      teacher: body.teacher_uuid,
      classroom: body.classroom_uuid,
      courseOwnership: body.course_ownership,
      teachingClassName: body.teaching_class_name,
      administrativeClasses: body.administrative_class_uuids,
      creditHourType: body.credit_hour_type,
      teachingHours: Number(body.teaching_hours),
      scheduledHours: body.scheduled_hours,
      totalHours: body.total_hours,
      priority: 50,
      teachingCampus: body.teaching_campus,
      consecutivePeriods: 2,
      times: [
        {
          dayOfWeek: time.day_of_week,
          periodStart: time.period_start,
          periodEnd: time.period_end,
          weeks: time.week_numbers,
        },
      ],
    };
    const create = (terms: object): Promise<any> =>
      this.#call(
        `mutation ($input: SeriesInput!, $reason: String, $acceptsClashes: Boolean) {
           createSeries(input: $input, reason: $reason, acceptsClashes: $acceptsClashes) { warnings } }`,
        { input, ...terms },
      );
    let said: string;
    try {
      const { warnings } = await create({});
      await this.#undo(this.#published);
      said = JSON.stringify(warnings);
      return { severity: fault.words.test(said) ? 'warn' : 'silent', said };
    } catch (error) {
      said = `${(error as Error).message} ${JSON.stringify(error)}`;
      if (!fault.words.test(said)) throw error;
    }
    try {
      await create({ reason: 'because', acceptsClashes: true });
    } catch {
      return { severity: 'refuse', said };
    }
    await this.#undo(this.#published);
    return { severity: 'reason', said };
  }

  /** Whether it is suggested: in what the fault is about, since one suggestion is made for each time. */
  async #suggestions(
    { without = [], rule }: Fault,
    { meeting }: Side,
    { day, period, room, teacher }: Place,
  ): Promise<Told> {
    const found = await this.#call(`{ suggestions(timetable: "${this.#draft}" meeting: "${meeting}" max: 50
      moves: 1 days: [${day}] earliestPeriod: ${period} latestPeriod: ${period}) {
      items { to { dayOfWeek periodStart classroom { id } teacher { id } } }
      cost { rules { rule before after } } } }`);
    const offered = found.find(
      ({ items: [{ to }] }: any) =>
        to.dayOfWeek === day &&
        to.periodStart === period &&
        (without.includes('freeRooms') || to.classroom.id === room) &&
        (without.includes('freeTeachers') || to.teacher.id === teacher),
    );
    const said = JSON.stringify(offered ?? found.length);
    if (!offered) return { severity: 'refuse', said };
    const isTold = offered.cost?.rules.some((each: any) => each.rule === rule && each.after > each.before);
    return { severity: isTold ? 'warn' : 'silent', said };
  }

  async #free(
    { words }: Fault,
    field: 'freeRooms' | 'freeTeachers',
    { meeting }: Side,
    { day, period, room, teacher }: Place,
  ): Promise<Told> {
    const [noun, id] = field === 'freeRooms' ? ['classroom', room] : ['teacher', teacher];
    try {
      const found = await this.#call(`{ ${field}(timetable: "${this.#draft}" meeting: "${meeting}"
        dayOfWeek: ${day} periodStart: ${period} max: 500) { ${noun} { id } isFree objections { text } } }`);
      const of = found.find((each: any) => each[noun].id === id);
      const said = JSON.stringify(of ?? null);
      const isTold = of?.objections.some(({ text }: any) => words.test(text));
      if (!of || (isTold && !of.isFree)) return { severity: 'refuse', said };
      return { severity: isTold ? 'warn' : 'silent', said };
    } catch (error) {
      if (!words.test((error as Error).message)) throw error;
      return { severity: 'refuse', said: (error as Error).message };
    }
  }

  async #possiblePlaces(
    { words }: Fault,
    { meeting }: Side,
    { day, period, room, teacher }: Place,
  ): Promise<Told> {
    const { places, objections } = await this.#call(`{ possiblePlaces(timetable: "${this.#draft}"
      meeting: "${meeting}" days: [${day}] classrooms: ["${room}"] teacher: "${teacher}") {
      places { periodStart objections } objections { kind message } } }`);
    const place = places.find(({ periodStart }: any) => periodStart === period);
    const found = place.objections.map((at: number) => objections[at]);
    const kind = found.find(({ message }: any) => words.test(message))?.kind;
    const severities = { PROBLEM: 'refuse', CLASH: 'reason' } as const;
    const severity = kind ? (severities[kind as keyof typeof severities] ?? 'warn') : 'silent';
    return { severity, said: JSON.stringify(found) };
  }

  async #whyNot(
    { words, rule }: Fault,
    { meeting }: Side,
    { day, period, room, teacher }: Place,
  ): Promise<Told> {
    const found = await this.#call(`{ whyNot(timetable: "${this.#draft}" meeting: "${meeting}" place: {
      dayOfWeek: ${day} periodStart: ${period} classroom: "${room}" teacher: "${teacher}" }) {
      kind rule text } }`);
    const kinds = found
      .filter((each: any) => words.test(each.text) || each.rule === rule)
      .map(({ kind }: any) => kind);
    const said = JSON.stringify(found);
    if (kinds.includes('PROBLEM'))
      return { severity: /give a reason/.test(said) ? 'reason' : 'refuse', said };
    if (kinds.includes('CLASH')) return { severity: 'reason', said };
    return { severity: kinds.length > 0 ? 'warn' : 'silent', said };
  }

  async #assistant({ words, rule, sentence }: Fault, subject: Subject): Promise<Told> {
    const { teacherName, courseName } = subject.own;
    const said = `把${teacherName}周一第1节的${courseName}${sentence(subject)}`;
    const { plan, question, events, said: answered } = await talk(this.server, said);
    if (!plan) {
      const heard = question?.text ?? (answered || (events.at(-1)?.text ?? ''));
      if (!words.test(heard) && !heard.includes('硬约束'))
        throw new Error(`${said}: ${JSON.stringify(events)}`);
      return { severity: 'refuse', said: `${said}: ${heard}` };
    }
    const { outcome } = await this.#call(`{ changePlan(id: "${plan.id}") { outcome {
      isApplicable problems warnings cost { rules { rule isHard before after } } } } }`);
    const heard = `${said}: ${JSON.stringify(outcome)}`;
    if (!outcome.isApplicable) return { severity: 'refuse', said: heard };
    const isTold =
      outcome.warnings.some((text: string) => words.test(text)) ||
      outcome.cost?.rules.some((each: any) => each.rule === rule && each.isHard && each.after > each.before);
    return { severity: isTold ? 'warn' : 'silent', said: heard };
  }

  /** Whether a draft may be published in which the fault stands, whoever brought it there. */
  async #publish(own: Side, place: Place): Promise<Told> {
    await this.#force(own.meeting, place);
    try {
      const rehearse = (reason: string): Promise<any> =>
        this.#call(
          `mutation { rehearsePublishing(id: "${this.#draft}" ${reason}) { items { meeting { id } } } }`,
        );
      try {
        return { severity: 'silent', said: JSON.stringify(await rehearse('')) };
      } catch (error) {
        const said = (error as Error).message;
        if (!new RegExp(`\\b${own.courseName.replace('课程', '')}\\b`).test(said))
          return { severity: 'silent', said };
        const isHelped = await rehearse('reason: "because", acceptsUnfinished: true').then(
          () => true,
          () => false,
        );
        return { severity: isHelped ? 'reason' : 'refuse', said };
      }
    } finally {
      await this.#undo(this.#draft);
    }
  }

  /** Stores a place as runs and copies do, which leave what clashes as open conflicts. */
  async #force(meeting: string, place: Place): Promise<void> {
    const ctx = await this.#person();
    await transaction(ctx, async (em) => {
      const { facts, states } = await readMeetings(em, this.#draft, [meeting]);
      const before = states.get(meeting)!;
      const changes = [{ meeting, before, after: { ...before, place } }];
      const judged = await judgeStates(em, this.#draft, changes, facts);
      const as = { kind: ChangeKind.EDIT, reason: null, accepted: null };
      await storeChange(ctx, em, { id: this.#draft, semester: this.semester }, { ...as, ...judged });
    });
  }

  /** The administrator, who takes back what was stored. */
  async #person(): Promise<Context> {
    const ctx = this.server.context();
    const [{ id }] = await this.sql<{ id: string }>('select id from "user" order by created_at limit 1');
    return { ...ctx, viewer: { userId: id } } as never;
  }

  async #run({ meeting }: Side, place: Place): Promise<Told> {
    const ctx = this.server.context();
    const [{ version }] = await this.sql<{ version: number }>('select version from timetable where id = $1', [
      this.#draft,
    ]);
    const timetable = { id: this.#draft, semester: this.semester, version };
    const adviser = await adviserOf(ctx, ctx.em.fork() as never, timetable);
    const compared = await adviser.compare(new Map([[meeting, place]]));
    const found =
      compared?.after.violations.filter(
        ({ rule, meetings }) => meetings.includes(meeting) && rule !== 'room-fit',
      ) ?? [];
    const said = compared ? JSON.stringify(found.map(({ rule, level }) => `${rule} ${level}`)) : 'unknown';
    if (!compared || found.some(({ level }) => level === 'hard')) return { severity: 'refuse', said };
    return { severity: found.length > 0 ? 'warn' : 'silent', said };
  }
}
