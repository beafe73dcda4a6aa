import { Course, CourseType } from '../../../src/entities/courses.js';
import { ClassAssignment } from '../../../src/entities/scheduling/assignments.js';
import { EnrolmentRound } from '../../../src/entities/scheduling/enrolment-rounds.js';
import { Meeting } from '../../../src/entities/scheduling/meetings.js';
import { Series } from '../../../src/entities/scheduling/series.js';
import { TeachingClass } from '../../../src/entities/scheduling/teaching-classes.js';
import { Timetable } from '../../../src/entities/scheduling/timetables.js';
import { RoleKey } from '../../../src/schema/enums.js';
import { TimetableStatus } from '../../../src/schema/timetables.js';
import { drawDue } from '../../../src/services/scheduling/enrolment/drawing.js';
import { moveUp, settleUnsettled } from '../../../src/services/scheduling/enrolment/moving-up.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../../support/server.js';
import { addStudentOf, tokenOf } from '../people.js';
import { makeUniversity, type TestUniversity } from '../university.js';

/** A student with an account. */
export interface Learner {
  readonly id: string;
  readonly token: string;
}

interface Elective {
  readonly id: string;
  name: string;
  readonly course: string;
  readonly meeting: string;
}

const hour = 3_600_000;

/** A university whose first administrative class attends K0 on Monday, periods 1 and 2. */
export class EnrolmentCampus {
  #number = 0;
  readonly weeks = [1, 2, 3, 4];

  private constructor(
    readonly server: TestServer,
    readonly university: TestUniversity,
    readonly published: string,
  ) {}

  static async open(): Promise<EnrolmentCampus> {
    const server = await startTestServer();
    const university = await makeUniversity(server.runtime.app, { name: 'en', teachingClasses: 2 });
    const { em } = server.context();
    const timetable = em.create(Timetable, {
      semester: university.semester.id,
      revision: 1,
      status: TimetableStatus.PUBLISHED,
    } as never);
    await em.flush();
    const campus = new EnrolmentCampus(server, university, timetable.id);
    await campus.place(university.meetings[0].id, university.teachingClasses[0].id, 1);
    return campus;
  }

  async place(
    meeting: string,
    teachingClass: string,
    dayOfWeek: number,
    timetable = this.published,
  ): Promise<void> {
    const { em } = this.server.context();
    const { rooms, teachers } = this.university;
    const at = this.#number++ % 3;
    const place = { dayOfWeek, periodStart: 1, periodEnd: 2, weeks: this.weeks };
    const series = em.create(Series, { teachingClass } as never);
    em.create(ClassAssignment, {
      ...{ timetable, meeting, teachingClass, series, classroom: rooms[at].id, teacher: teachers[0].id },
      ...place,
    } as never);
    await em.flush();
  }

  /** An elective on a day of the week, periods 1 and 2; of a course of its own unless one is named. */
  async elective(
    day: number | null,
    { seats = 2, credits = 2, course }: { seats?: number | null; credits?: number; course?: string } = {},
  ): Promise<Elective> {
    const { em } = this.server.context();
    const { department, semester } = this.university;
    const name = `E${this.#number++}`;
    const type = (await em.findAll(CourseType, { limit: 1 }))[0].id;
    const taught =
      course ??
      em.create(Course, {
        code: name,
        name,
        type,
        department: department.id,
        credits,
        totalHours: 32,
      } as never);
    const made = em.create(TeachingClass, {
      ...{ code: name, name, semester: semester.id, course: taught, department: department.id },
      ...{ isCompulsory: false, seats, studentCount: seats ?? 0 },
    } as never);
    const meeting = em.create(Meeting, {
      teachingClass: made,
      sequence: 1,
      periods: 2,
      weeks: this.weeks,
    } as never);
    await em.flush();
    if (day !== null) await this.place(meeting.id, made.id, day);
    return { id: made.id, name, course: made.course.id, meeting: meeting.id };
  }

  async learner(at = 0): Promise<Learner> {
    const { id } = await addStudentOf(this.server, this.university.classes[at].id);
    return { id, token: await tokenOf(this.server, RoleKey.STUDENT, { student: id }) };
  }

  learners = (count: number): Promise<Learner[]> =>
    Promise.all(Array.from({ length: count }, () => this.learner()));

  /** A round that is open, for the named electives. */
  async round(electives: readonly Elective[], input: object = {}): Promise<string> {
    const data = await this.call(
      'mutation ($input: EnrolmentRoundInput!) { createEnrolmentRound(input: $input) { id } }',
      {
        input: {
          name: `round ${this.#number++}`,
          semester: this.university.semester.id,
          opensAt: new Date(Date.now() - hour),
          closesAt: new Date(Date.now() + hour),
          dropUntil: new Date(Date.now() + 2 * hour),
          teachingClasses: electives.map(({ id }) => id),
          ...input,
        },
      },
    );
    return data.id;
  }

  /** The value of the only field; throws what was refused. */
  async call(document: string, variables: object = {}, token?: string): Promise<any> {
    const { data, errors } = await this.server.graphql(document, variables, token);
    if (errors) throw new Error(JSON.stringify(errors));
    return Object.values(data)[0];
  }

  ask = (document: string, variables: object, token?: string): Promise<GraphqlAnswer> =>
    this.server.graphql(document, variables, token);

  enrol = (who: Learner, { id }: { id: string }, more = ''): Promise<GraphqlAnswer> =>
    this.ask(
      `mutation ($id: ID!) { enrol(teachingClass: $id ${more}) {
        enrolment { id } credits count freeSeats } }`,
      { id },
      who.token,
    );

  drop = (who: Learner, { id }: Elective): Promise<GraphqlAnswer> =>
    this.ask('mutation ($id: ID!) { dropEnrolment(teachingClass: $id) }', { id }, who.token);

  wait = (who: Learner, { id }: Elective): Promise<GraphqlAnswer> =>
    this.ask(
      'mutation ($id: ID!) { joinWaitingList(teachingClass: $id) { id position state } }',
      { id },
      who.token,
    );

  rank = (who: Learner, round: string, wishes: readonly string[]): Promise<GraphqlAnswer> =>
    this.ask(
      `mutation ($round: ID!, $wishes: [ID!]!) { rankWishes(round: $round, teachingClasses: $wishes) {
        wishes { id } } }`,
      { round, wishes },
      who.token,
    );

  /** Who is enrolled, by identifiers of students. */
  async enrolled({ id }: Elective): Promise<string[]> {
    const rows = await this.call(
      `{ enrolments(teachingClass: "${id}", size: 200) { items { student { id } } } }`,
    );
    return rows.items.map((row: any) => row.student.id).sort();
  }

  places = async (who: Learner): Promise<any[]> =>
    (
      await this.call(
        `{ waitingPlaces(isDesc: false) { items {
          teachingClass { id } state position message settledAt } } }`,
        {},
        who.token,
      )
    ).items;

  /** Lets time pass for a round, by the clock of the database. */
  async shift(
    round: string,
    { opens, closes, drop }: { opens?: number; closes?: number; drop?: number },
  ): Promise<void> {
    const { em } = this.server.context();
    const at = (ms: number | undefined): Date | undefined =>
      ms === undefined ? undefined : new Date(Date.now() + ms);
    const values = { opensAt: at(opens), closesAt: at(closes), dropUntil: at(drop) };
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value));
    await em.nativeUpdate(EnrolmentRound, { id: round }, given);
  }

  /** What a worker does once a second. */
  async sweep(): Promise<void> {
    const { app } = this.server.runtime;
    await drawDue(app);
    await moveUp(app);
    await settleUnsettled(app);
  }
}

/** What was refused, and how. */
export const refusal = ({ errors }: GraphqlAnswer): Record<string, any> | undefined =>
  errors && { message: errors[0].message, ...errors[0].extensions };
