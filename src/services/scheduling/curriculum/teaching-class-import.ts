import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Course, CreditHourType } from '../../../entities/courses.js';
import { Teacher } from '../../../entities/people.js';
import { ClassroomType } from '../../../entities/places.js';
import { FurtherTeacher } from '../../../entities/scheduling/further-teachers.js';
import { Meeting } from '../../../entities/scheduling/meetings.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { TeachingClassGroup } from '../../../entities/scheduling/teaching-classes.js';
import type { FieldProblem } from '../../../schema/errors.js';
import { actsFor } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { inTurns, slices } from '../../../data/in-turns.js';
import { teachingClassSheet } from '../../../sheets/scheduling.js';
import type { ImportPlan, Values } from '../../imports/import-plans.js';
import { ImportService } from '../../imports/import-service.js';
import type { StoredRow } from '../../imports/stored-rows.js';
import { insertRows } from '../../imports/insert-rows.js';
import { weekCountOf } from '../semester/weeks.js';
import { attendsTwice, notCompulsory } from './attendance.js';
import {
  type EveryGroup,
  attendedByGroups,
  everyClassSize,
  everyGroup,
  meetingsToWrite,
} from './curriculum.queries.js';
import { meetingsText, readMeetings } from './meeting-texts.js';
import { teachingClasses } from './teaching-classes.js';

export const teachingClassImport = new ImportService(teachingClasses, {
  sheet: teachingClassSheet,
  plan: teachingClassPlan,
  exported: { more: textsOf },
});

/** Teaching classes with their meetings, for courses of every department. */
async function teachingClassPlan(ctx: Context): Promise<ImportPlan> {
  const { rows } = ctx;
  const [semesters, courses, classes, teachers, hours, rooms, groups] = await Promise.all([
    rows.find(Semester, {}),
    rows.find(Course, {}),
    everyClassSize(ctx.em),
    rows.find(Teacher, {}),
    rows.find(CreditHourType, {}),
    rows.find(ClassroomType, {}),
    everyGroup(ctx.em),
  ]);
  const groupById = new Map(groups.map((group) => [group.group, group]));
  const byId = <R extends { id: string }>(all: readonly R[]) => new Map(all.map((each) => [each.id, each]));
  const [semesterById, courseById, classById] = [byId(semesters), byId(courses), byId(classes)];
  const names = {
    teachers: new Map(teachers.map(({ code, id }) => [code, id])),
    hours: new Map(hours.map(({ name, id }) => [name, id])),
    rooms: new Map(rooms.map(({ name, id }) => [name, id])),
  };
  return {
    lookups: { class_group: new Map(groups.map(({ path, group }) => [path, group])) },
    complete(input) {
      const row = input as unknown as Row;
      const [course, term] = [courseById.get(input.course as string), semesterById.get(row.semester)];
      // What their cells lack is told already, and nothing follows from it.
      if (!course || !term) return [];
      const attendees = attendeesIn(row, groupById);
      if ('field' in attendees) return [attendees];
      const { whole, parts } = attendees;
      Object.assign(input, { administrativeClasses: whole, classGroups: parts });
      if (!input.department && !actsFor(ctx, course.department)) return [withoutDepartment];
      input.studentCount ??= [...whole.map((id) => classById.get(id)), ...parts].reduce(
        (sum, each) => sum + (each?.studentCount ?? 0),
        0,
      );
      const weekCount = weekCountOf(term);
      const read = readMeetings(String(input.meetings ?? ''), { ...names, weekCount });
      if ('problem' in read) return [{ field: 'meetings', text: read.problem }];
      const usual = course.theoryClassroomType;
      input.id = uuidv7();
      input.meetings = read.meetings.map((meeting, at): Values => {
        const { teacher, further, periods, weeks, hours, room } = meeting;
        return {
          id: uuidv7(),
          teachingClass: input.id,
          sequence: at + 1,
          periods,
          weeks,
          teacher: teacher && names.teachers.get(teacher),
          creditHourType: hours && names.hours.get(hours),
          classroomType: room === undefined ? usual : room && names.rooms.get(room),
          further: further.map(({ teacher: code, role }) => ({ teacher: names.teachers.get(code), role })),
        };
      });
      return [];
    },
    settle: storeRest,
  };
}

/** The whole classes and the groups that a row names, or what is wrong with these. */
function attendeesIn(
  { name, isCompulsory, administrativeClasses, classGroups }: Row,
  groupById: ReadonlyMap<string, EveryGroup>,
): { whole: string[]; parts: EveryGroup[] } | FieldProblem {
  const parts = (classGroups ?? []).map((id) => groupById.get(id)!);
  const parted = new Map(parts.map((part) => [part.class, part.partition]));
  const mixed = parts.find((part) => parted.get(part.class) !== part.partition);
  if (mixed) return { field: 'classGroups', text: attendsTwice(name, mixed.className) };
  const whole = (administrativeClasses ?? []).filter((id) => !parted.has(id));
  const count = whole.length + parts.length;
  if (isCompulsory || count === 0) return { whole, parts };
  return { field: 'administrativeClasses', text: notCompulsory(name, count) };
}

/** The meetings of each teaching class, and the groups that attend it, as cells write them. */
async function textsOf(ctx: Context): Promise<Map<string, StoredRow>> {
  const byClass = Map.groupBy(await meetingsToWrite(ctx.em), ({ teachingClass }) => teachingClass);
  const texts = new Map<string, StoredRow>();
  await inTurns(byClass, ([id, meetings]) => void texts.set(id, { meetings: meetingsText(meetings) }));
  for (const { id, ...attended } of await attendedByGroups(ctx.em))
    texts.set(id, { ...texts.get(id), ...attended });
  return texts;
}

interface Row {
  readonly name: string;
  readonly semester: string;
  readonly isCompulsory: boolean;
  readonly administrativeClasses?: readonly string[];
  readonly classGroups?: readonly string[];
}

/** Meetings that one statement inserts. */
const meetingsPerInsert = 2_000;

/** Stores what a row makes beside the teaching class that whole classes attend. */
async function storeRest(em: EntityManager, inputs: readonly Values[]): Promise<void> {
  const parts = inputs.flatMap(({ id: teachingClass, classGroups }) =>
    (classGroups as EveryGroup[]).map(({ class: administrativeClass, group: classGroup }) => ({
      ...{ teachingClass, administrativeClass, classGroup },
    })),
  );
  for (const slice of slices(parts, meetingsPerInsert)) await insertRows(em, TeachingClassGroup, slice);
  const meetings = inputs.flatMap((input) => input.meetings as Values[]);
  for (const slice of slices(meetings, meetingsPerInsert)) await insertRows(em, Meeting, slice);
  const teachers = meetings.flatMap(({ id, further }) =>
    (further as Values[]).map((each): Values => ({ meeting: id, ...each })),
  );
  for (const slice of slices(teachers, meetingsPerInsert)) await insertRows(em, FurtherTeacher, slice);
}

const withoutDepartment: FieldProblem = {
  field: 'department',
  text: {
    zh: '课程不属于您负责的部门，请填写您负责的开课部门',
    en: 'You do not act for the department of the course. Maybe name the department that offers the class.',
  },
};
