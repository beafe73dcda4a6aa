import type { RequiredEntityData } from '@mikro-orm/postgresql';
import type { EntityClass, StoredEntity } from '../../src/data/columns.js';
import { Course, CourseType, TeacherQualification } from '../../src/entities/courses.js';
import {
  AdministrativeClass,
  Department,
  Grade,
  Major,
  UnitCategory,
  UnitType,
} from '../../src/entities/organisation.js';
import { Teacher, TeacherType } from '../../src/entities/people.js';
import { Building, Campus, Classroom, ClassroomType } from '../../src/entities/places.js';
import { ClassAssignment } from '../../src/entities/scheduling/assignments.js';
import { Meeting } from '../../src/entities/scheduling/meetings.js';
import { Semester } from '../../src/entities/scheduling/semesters.js';
import { TeachingClass, TeachingClassGroup } from '../../src/entities/scheduling/teaching-classes.js';
import { Timetable } from '../../src/entities/scheduling/timetables.js';
import { TimetableStatus } from '../../src/schema/timetables.js';
import type { App } from '../../src/data/app.js';
import { recordsOf } from '../support/records.js';
import type { TestServer } from '../support/server.js';

/** A small university with one semester of 16 weeks; every record that tests ask for is named. */
export interface TestUniversity {
  readonly department: Department;
  readonly semester: Semester;
  readonly rooms: readonly Classroom[];
  readonly teachers: readonly Teacher[];
  readonly classes: readonly AdministrativeClass[];
  readonly teachingClasses: readonly TeachingClass[];
  readonly meetings: readonly Meeting[];
}

export interface TestUniversityOptions {
  /** Tells universities of one database apart. */
  name?: string;
  /**
   * Each has a course, a teacher and an administrative class of its own, and two meetings a week of two
   * periods.
   */
  teachingClasses?: number;
}

/** Stores the university. Its semester is the current one if there is none. */
export async function makeUniversity(
  app: App,
  { name = 'u', teachingClasses = 3 }: TestUniversityOptions = {},
): Promise<TestUniversity> {
  const em = recordsOf(app);
  const make = <T extends StoredEntity>(entity: EntityClass<T>, data: object): T => {
    const record = em.create(entity, data as RequiredEntityData<T>);
    em.persist(record);
    return record;
  };
  const list = <T>(count: number, makeOne: (at: number) => T): T[] =>
    Array.from({ length: count }, (_, at) => makeOne(at));
  const any = async <T extends StoredEntity>(entity: EntityClass<T>): Promise<T> =>
    (await em.findAll(entity, { limit: 1 }))[0] as T;

  const department = make(Department, {
    code: `${name}-d`,
    name: `${name} department`,
    establishedOn: '1990-01-01',
    category: await any(UnitCategory),
    type: await any(UnitType),
  });
  const campus = make(Campus, { name: `${name} campus`, code: `${name}-c`, address: '-' });
  const building = make(Building, { name: `${name} building`, campus });
  const roomType = await any(ClassroomType);
  const teacherType = await any(TeacherType);
  const courseType = await any(CourseType);
  const rooms = list(Math.max(3, Math.ceil(teachingClasses / 10)), (at) =>
    make(Classroom, {
      code: `${name}-r${at}`,
      name: `R${at}`,
      building,
      floor: '1',
      type: roomType,
      capacity: 60,
      area: 80,
    }),
  );
  const teachers = list(teachingClasses, (at) =>
    make(Teacher, {
      code: `${name}t${at}`,
      name: `T${at}`,
      englishName: `T${at}`,
      ethnic: '汉族',
      isMale: true,
      department,
      type: teacherType,
    }),
  );
  const major = make(Major, { name, code: name, department, educationYears: 4, trainingLevel: '本科' });
  const grade =
    (await em.findOne(Grade, { year: 2026 })) ??
    make(Grade, { name: '2026级', year: 2026, startDate: '2026-09-01' });
  const classes = list(teachingClasses, (at) =>
    make(AdministrativeClass, {
      code: `${name}-g${at}`,
      name: `${name} G${at}`,
      department,
      major,
      grade,
      studentCount: 40,
    }),
  );
  const semester = make(Semester, {
    name: `${name} semester`,
    startDate: '2026-09-07',
    endDate: '2026-12-27',
    isCurrent: (await em.count(Semester, { isCurrent: true })) === 0,
  });
  const made = list(teachingClasses, (at) => {
    const course = make(Course, {
      code: `${name}-k${at}`,
      name: `K${at}`,
      type: courseType,
      department,
      totalHours: 64,
    });
    make(TeacherQualification, { teacher: teachers[at], course });
    const teachingClass = make(TeachingClass, {
      code: `${name}-k${at}`,
      name: `K${at}`,
      semester,
      course,
      department,
      studentCount: 40,
    });
    make(TeachingClassGroup, { teachingClass, administrativeClass: classes[at] });
    const weeks = list(16, (week) => week + 1);
    const meetings = list(2, (number) =>
      make(Meeting, { teachingClass, sequence: number + 1, periods: 2, weeks }),
    );
    return { teachingClass, meetings };
  });
  await em.flush();
  return {
    department,
    semester,
    rooms,
    teachers,
    classes,
    teachingClasses: made.map(({ teachingClass }) => teachingClass),
    meetings: made.flatMap(({ meetings }) => meetings),
  };
}

/** Publishes a timetable that holds nothing but some locked meetings, each with the teacher of its class. */
export async function publishLocked(
  app: App,
  { semester, meetings, teachers }: TestUniversity,
  places: readonly { meeting: Meeting; day: number; period: number; room: Classroom }[],
): Promise<void> {
  const em = recordsOf(app);
  const status = TimetableStatus.PUBLISHED;
  const timetable = em.create(Timetable, { semester: semester.id, revision: 1, status } as never);
  for (const { meeting, day, period, room } of places) {
    const { id, periods, weeks, teachingClass } = meeting;
    em.create(ClassAssignment, {
      timetable,
      meeting: id,
      teachingClass: teachingClass.id,
      teacher: teachers[Math.floor(meetings.indexOf(meeting) / 2)].id,
      classroom: room.id,
      dayOfWeek: day,
      periodStart: period,
      periodEnd: period + periods - 1,
      weeks,
      isLocked: true,
    } as never);
  }
  await em.flush();
}

/**
 * Publishes a timetable in which the first meetings of teaching classes are held on Monday, each in a room
 * and with a teacher of its own. Gives its id.
 * @param periods the first period of each
 */
export async function publishFirstMeetings(
  server: TestServer,
  { semester, meetings, rooms, teachers }: TestUniversity,
  periods: readonly number[],
): Promise<string> {
  const { id } = await server.call(
    `mutation { createDraft(semester: "${semester.id}", isEmpty: true) { id } }`,
  );
  for (const [at, period] of periods.entries()) {
    const [{ id: room }, { id: teacher }] = [rooms[at], teachers[at]];
    const place = `dayOfWeek: 1 periodStart: ${period} classroom: "${room}" teacher: "${teacher}"`;
    const { error } = await server.call(`mutation { placeMeeting(timetable: "${id}",
      meeting: "${meetings[2 * at].id}", place: { ${place} }) { number } }`);
    expect(error).toBeUndefined();
  }
  const { error } = await server.call(`mutation { publishTimetable(id: "${id}") { id } }`);
  expect(error).toBeUndefined();
  return id as string;
}
