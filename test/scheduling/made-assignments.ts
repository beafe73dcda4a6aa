import { ClassAssignment } from '../../src/entities/scheduling/assignments.js';
import { CreditHourType } from '../../src/entities/courses.js';
import { Timetable } from '../../src/entities/scheduling/timetables.js';
import type { RestAnswer } from '../support/contract.js';
import { recordsOf } from '../support/records.js';
import type { TestServer } from '../support/server.js';
import { makeUniversity, type TestUniversity } from './university.js';

type Values = Record<string, any>;

/** A university, and calls of /api/v1 that change its published timetable. */
export class Assignments {
  private constructor(
    readonly server: TestServer,
    readonly university: TestUniversity,
    readonly creditHourType: string,
    readonly campus: string,
  ) {}

  static async begin(server: TestServer, name: string, teachingClasses = 3): Promise<Assignments> {
    const university = await makeUniversity(server.runtime.app, { name, teachingClasses });
    const em = recordsOf(server.runtime.app);
    await em.execute('update course set theory_hours = 48 where department_id = $1', [
      university.department.id,
    ]);
    const [type] = await em.find(CreditHourType, {}, { orderBy: { name: 'asc' }, limit: 1 });
    const [{ campus }] = await em.execute<{ campus: string }[]>(
      'select b.campus_id as campus from classroom r join building b on b.id = r.building_id where r.id = $1',
      [university.rooms[0].id],
    );
    return new Assignments(server, university, type.id, campus);
  }

  call(operation: string, options: object = {}): Promise<RestAnswer> {
    return this.server.rest(operation, { token: this.server.administrator, ...options });
  }

  /** A body as the add page sends it: of course, teacher and administrative class number `at`, in room 0. */
  body(at = 0, more: Values = {}): Values {
    const { semester, teachingClasses, teachers, rooms, classes, department } = this.university;
    return {
      semester_uuid: semester.id,
      course_uuid: teachingClasses[at].course.id,
      teacher_uuid: teachers[at].id,
      classroom_uuid: rooms[0].id,
      teaching_class_uuid: 'k3x9q2',
      course_ownership: department.id,
      teaching_class_name: `手工 ${at}`,
      administrative_class_uuids: [classes[at].id],
      credit_hour_type: this.creditHourType,
      teaching_hours: '32',
      scheduled_hours: 32,
      total_hours: 32,
      scheduling_priority: '50',
      teaching_campus: this.campus,
      class_time: [this.time(1, 1)],
      consecutive_sessions: 2,
      specified_time: '',
      is_elective: false,
      ...more,
    };
  }

  /** Two periods of a day, in all weeks unless others are given. */
  time(day: number, period: number, weeks = Array.from({ length: 16 }, (_, at) => at + 1)): Values {
    return { day_of_week: day, period_start: period, period_end: period + 1, week_numbers: weeks };
  }

  create(at = 0, more: Values = {}): Promise<RestAnswer> {
    return this.call('classAssignmentCreate', { body: this.body(at, more) });
  }

  /** Stores an assignment that clashes with nothing; gives it as the page shows it. */
  async created(at = 0, more: Values = {}): Promise<Values> {
    const answer = await this.create(at, more);
    if (answer.status !== 200 || answer.data.length) throw new Error(JSON.stringify(answer));
    return (await this.page()).records[0];
  }

  async page(query: Values = {}): Promise<Values> {
    const semester_uuid = this.university.semester.id;
    return (await this.call('classAssignmentPage', { query: { semester_uuid, ...query } })).data;
  }

  get(class_assignment_uuid: string): Promise<RestAnswer> {
    return this.call('classAssignmentGet', { path: { class_assignment_uuid } });
  }

  adjust(
    assignment_id: string,
    adjustments: Values,
    more: Values = {},
    options: object = {},
  ): Promise<RestAnswer> {
    const body = { assignment_id, adjustments, adjust_teaching_class: {}, ignore_conflicts: false, ...more };
    return this.call('classAssignmentUpdate', { body, ...options });
  }

  /** Lets the time pass in which a person reads the clashes that were shown. */
  async read(seconds = 3): Promise<void> {
    await recordsOf(this.server.runtime.app).execute(
      'update shown_clash set shown_at = shown_at - make_interval(secs => $1)',
      [seconds],
    );
  }

  /** The published timetable. */
  async timetable(): Promise<string> {
    const where = { semester: this.university.semester.id, status: 'PUBLISHED' };
    return (await recordsOf(this.server.runtime.app).findOneOrFail(Timetable, where as never)).id;
  }

  async count(): Promise<number> {
    return recordsOf(this.server.runtime.app).count(ClassAssignment, {
      timetable: { semester: this.university.semester.id },
    } as never);
  }
}
