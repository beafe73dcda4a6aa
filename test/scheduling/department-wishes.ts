import { TeacherQualification } from '../../src/entities/courses.js';
import { ClassAssignment } from '../../src/entities/scheduling/assignments.js';
import { Semester } from '../../src/entities/scheduling/semesters.js';
import { SchedulingTask } from '../../src/entities/scheduling/tasks.js';
import { Timetable } from '../../src/entities/scheduling/timetables.js';
import type { SchedulingParts } from '../../src/jobs/scheduling.js';
import { startWorker, type JobWorker } from '../../src/jobs/worker.js';
import { TaskStatus } from '../../src/schema/enums.js';
import { TimetableStatus } from '../../src/schema/timetables.js';
import { academicAffairs, administrativeClass, department, teacher } from '../organisation/college.js';
import type { TestServer } from '../support/server.js';
import { courseOf, roomsOf } from './planned-courses.js';
import { limitedInMoves } from './support.js';

/** A row of `specific_course_ids` as the client sends it. */
export const courseRow = (course_id: string, more: object = {}): object => ({
  course_id,
  class_id: [],
  number: null,
  weekly_hours: 2,
  course_enu_type: 'MIXED',
  is_odd_week: false,
  start_week: 1,
  end_week: 16,
  ...more,
});

/** A department that offers courses, its planner, and the runs that they ask for over /api/v1. */
export class DepartmentRuns {
  #worker: JobWorker | undefined;
  #made = 0;

  private constructor(
    readonly server: TestServer,
    readonly department: string,
    readonly planner: string,
    /** With six usual rooms of 80 seats, and two laboratories of 40. */
    readonly building: string,
  ) {}

  static async of(server: TestServer): Promise<DepartmentRuns> {
    const offering = await department(server);
    const rooms = { 普通教室: Array<number>(6).fill(80), 虚拟仿真实训室: [40, 40] };
    const planner = await academicAffairs(server, offering);
    return new DepartmentRuns(server, offering, planner, await roomsOf(server, rooms));
  }

  async work(parts: SchedulingParts = limitedInMoves): Promise<void> {
    this.#worker = await startWorker(this.server.runtime.app, parts);
  }

  /** Ends the worker; what a test leaves waiting would keep the worker of the next one busy. */
  async rest(): Promise<void> {
    await this.#worker?.stop();
    this.#worker = undefined;
    const { em } = this.server.context();
    await em.nativeUpdate(SchedulingTask, { status: TaskStatus.QUEUED }, { status: TaskStatus.CANCELLED });
  }

  /** A semester of sixteen weeks. */
  async semester(more: object = {}): Promise<string> {
    const { em } = this.server.context();
    const dates = { startDate: '2031-09-01', endDate: '2031-12-21' };
    const record = em.create(Semester, { name: `排课学期${++this.#made}`, ...dates, ...more } as never);
    await em.flush();
    return (record as Semester).id;
  }

  /** A course of the department that two teachers may teach. */
  async course(hours: object = { theoryHours: 32 }, of = this.department): Promise<string> {
    const course = await courseOf(this.server, of, hours);
    const { em } = this.server.context();
    for (let at = 0; at < 2; at++) {
      const qualification = {
        course: course.id,
        teacher: await teacher(this.server, of),
        status: 'APPROVED',
      };
      em.create(TeacherQualification, {
        ...qualification,
        level: 1,
        isPrimary: true,
        teachYears: 1,
      } as never);
    }
    await em.flush();
    return course.id;
  }

  /** A teacher who may teach the course. */
  async teacherOf(course: string): Promise<string> {
    const { em } = this.server.context();
    return (await em.findOneOrFail(TeacherQualification, { course })).teacher.id;
  }

  /** An administrative class. */
  async group(size = 40, of = this.department): Promise<string> {
    const made = await administrativeClass(this.server, of, { student_count: size });
    return made.administrative_class_uuid as string;
  }

  /** Every row that a published timetable is made of, as text. */
  async everyRow(semester: string): Promise<string[]> {
    const { em } = this.server.context();
    const rows = await em.execute<{ row: string }[]>(
      `with published as (select id from timetable where semester_id = $1 and status = 'PUBLISHED'),
         classes as (select * from teaching_class where semester_id = $1)
       select to_jsonb(a)::text as row from class_assignment a 
         where a.timetable_id in (select id from published)
       union all select to_jsonb(s)::text from series s where s.teaching_class_id in (select id from classes)
       union all select to_jsonb(m)::text from meeting m where m.teaching_class_id in (select id from classes)
       union all select to_jsonb(c)::text from classes c
       union all select to_jsonb(o)::text from occupancy o
         where o.timetable_id in (select id from published)`,
      [semester],
    );
    return rows.map(({ row }) => row);
  }

  /** What the client sends for a run. */
  wish(semester_uuid: string, rows: object[], more: object = {}): Record<string, unknown> {
    return {
      semester_uuid,
      department_uuid: this.department,
      strategy: 'QUICK',
      constraints: {
        teacher_preference: true,
        room_optimization: true,
        student_conflict_avoidance: true,
        consecutive_courses_preferred: true,
        specialization_room_matching: true,
      },
      priority_settings: { course_types: [] },
      time_preferences: {
        avoid_evening_courses: true,
        balance_weekday_courses: true,
        preferred_time_slots: [],
      },
      scope_settings: { specific_course_ids: rows, allowed_building_ids: [] },
      ...more,
    };
  }

  start(body: Record<string, unknown>, token = this.planner) {
    return this.server.rest('schedulingAuto', { token, body });
  }

  /** Asks as the client does until the task has ended. */
  async polled(taskId: string, token = this.planner): Promise<Record<string, any>> {
    for (let asked = 0; asked < 200; asked++) {
      const { data } = await this.server.rest('schedulingTaskStatus', { token, path: { task_id: taskId } });
      if (data.status !== 'processing') return data as Record<string, any>;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`The task ${taskId} did not end.`);
  }

  /** Starts a run and waits for its end, which a worker has to be there for. */
  async run(body: Record<string, unknown>, token = this.planner): Promise<Record<string, any>> {
    const { data, error_message } = await this.start(body, token);
    if (!data?.task_id) throw new Error(error_message);
    return this.polled(data.task_id as string, token);
  }

  async published(semester: string): Promise<Timetable | null> {
    const { em } = this.server.context();
    return em.findOne(Timetable, { semester, status: TimetableStatus.PUBLISHED });
  }

  async publishedRows(semester: string): Promise<ClassAssignment[]> {
    const timetable = await this.published(semester);
    return timetable ? this.server.context().em.find(ClassAssignment, { timetable: timetable.id }) : [];
  }
}
