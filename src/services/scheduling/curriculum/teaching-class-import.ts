import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Course, CreditHourType } from '../../../entities/courses.js';
import { AdministrativeClass } from '../../../entities/organisation.js';
import { Teacher } from '../../../entities/people.js';
import { ClassroomType } from '../../../entities/places.js';
import { Meeting } from '../../../entities/scheduling/meetings.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import type { FieldProblem } from '../../../schema/errors.js';
import { actsFor } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { slices } from '../../../data/in-turns.js';
import { teachingClassSheet } from '../../../sheets/scheduling.js';
import type { ImportPlan, Values } from '../../imports/import-plans.js';
import { ImportService } from '../../imports/import-service.js';
import { insertRows } from '../../imports/insert-rows.js';
import { weekCountOf } from '../semester/weeks.js';
import { notCompulsory } from './attendance.js';
import { meetingsToWrite } from './curriculum.queries.js';
import { meetingsText, readMeetings } from './meeting-texts.js';
import { teachingClasses } from './teaching-classes.js';

export const teachingClassImport = new ImportService(teachingClasses, {
  sheet: teachingClassSheet,
  plan: teachingClassPlan,
  exported: { more: meetingTexts },
});

/** Teaching classes with their meetings, for courses of every department. */
async function teachingClassPlan(ctx: Context): Promise<ImportPlan> {
  const { rows } = ctx;
  const [semesters, courses, classes, teachers, hours, rooms] = await Promise.all([
    rows.find(Semester, {}),
    rows.find(Course, {}),
    rows.find(AdministrativeClass, {}),
    rows.find(Teacher, {}),
    rows.find(CreditHourType, {}),
    rows.find(ClassroomType, {}),
  ]);
  const byId = <R extends { id: string }>(all: readonly R[]) => new Map(all.map((each) => [each.id, each]));
  const [semesterById, courseById, classById] = [byId(semesters), byId(courses), byId(classes)];
  const names = {
    teachers: new Map(teachers.map(({ code, id }) => [code, id])),
    hours: new Map(hours.map(({ name, id }) => [name, id])),
    rooms: new Map(rooms.map(({ name, id }) => [name, id])),
  };
  return {
    lookups: {},
    complete(input) {
      const { name, semester, isCompulsory, administrativeClasses } = input as unknown as Row;
      const [course, term] = [courseById.get(input.course as string), semesterById.get(semester)];
      // What their cells lack is told already, and nothing follows from it.
      if (!course || !term) return [];
      const groups = administrativeClasses ?? [];
      if (!isCompulsory && groups.length > 0)
        return [{ field: 'administrativeClasses', text: notCompulsory(name, groups.length) }];
      if (!input.department && !actsFor(ctx, course.department)) return [withoutDepartment];
      input.studentCount ??= groups.reduce((sum, id) => sum + (classById.get(id)?.studentCount ?? 0), 0);
      const weekCount = weekCountOf(term);
      const read = readMeetings(String(input.meetings ?? ''), { ...names, weekCount });
      if ('problem' in read) return [{ field: 'meetings', text: read.problem }];
      const usual = course.theoryClassroomType;
      input.id = uuidv7();
      input.meetings = read.meetings.map((meeting, at): Values => {
        const { teacher, periods, weeks, hours, room } = meeting;
        return {
          teachingClass: input.id,
          sequence: at + 1,
          periods,
          weeks,
          teacher: teacher && names.teachers.get(teacher),
          creditHourType: hours && names.hours.get(hours),
          classroomType: room === undefined ? usual : room && names.rooms.get(room),
        };
      });
      return [];
    },
    settle: storeMeetings,
  };
}

/** The meetings of each teaching class as one cell writes them. */
async function meetingTexts(ctx: Context): Promise<Map<string, { meetings: string }>> {
  const rows = await meetingsToWrite(ctx.em);
  const byClass = Map.groupBy(rows, ({ teachingClass }) => teachingClass);
  return new Map([...byClass].map(([id, meetings]) => [id, { meetings: meetingsText(meetings) }]));
}

interface Row {
  readonly name: string;
  readonly semester: string;
  readonly isCompulsory: boolean;
  readonly administrativeClasses?: readonly string[];
}

/** Meetings that one statement inserts. */
const meetingsPerInsert = 2_000;

async function storeMeetings(em: EntityManager, inputs: readonly Values[]): Promise<void> {
  const meetings = inputs.flatMap((input) => input.meetings as Values[]);
  for (const slice of slices(meetings, meetingsPerInsert)) await insertRows(em, Meeting, slice);
}

const withoutDepartment: FieldProblem = {
  field: 'department',
  text: {
    zh: '课程不属于您负责的部门，请填写您负责的开课部门',
    en: 'You do not act for the department of the course. Maybe name the department that offers the class.',
  },
};
