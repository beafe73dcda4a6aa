import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { Course } from '../../../entities/courses.js';
import { AdministrativeClass, Department } from '../../../entities/organisation.js';
import { Teacher } from '../../../entities/people.js';
import { Building, Campus, Classroom, ClassroomType } from '../../../entities/places.js';
import { TeachingClass } from '../../../entities/scheduling/teaching-classes.js';
import type { Row } from '../../../schema/rows.js';
import { TimetablePages } from '../../../schema/timetables.js';
import { LIMITS } from '../../../workbook/limits.js';
import { ownerOf, type TimetableOwnerInput } from '../calendar/dated-meetings.js';
import type { AssignmentFilter } from '../timetable/assignments.js';

/** Whose timetable a page has. */
export interface PageOwner {
  readonly of: TimetableOwnerInput;
  readonly filter: AssignmentFilter;
  readonly title: string;
  readonly about: readonly string[];
}

/** One owner, or the caller where none is named. */
export async function singleOwner(ctx: Context, of: TimetableOwnerInput): Promise<PageOwner> {
  return { of, filter: ownerOf(ctx, of), ...(await ownerNamed(ctx, of)) };
}

const byCode = { orderBy: { code: 'asc' }, limit: LIMITS.printedPages + 1 } as const;

/** The owners of a kind that the caller sees. */
export async function ownersOf(
  ctx: Context,
  pages: TimetablePages,
  { department, building }: Partial<Record<'department' | 'building', string | null>>,
): Promise<PageOwner[]> {
  const { rows } = ctx;
  if (department) await readOne(ctx, Department, department);
  if (building) await readOne(ctx, Building, building);
  const within = department ? { department: { $within: [department] } } : {};
  switch (pages) {
    case TimetablePages.CLASSES: {
      const classes = await rows.find(AdministrativeClass, { isEnabled: true, ...within }, byCode);
      return classes.map((each) => ({ ...owned('administrativeClass', each.id), ...ofClass(ctx, each) }));
    }
    case TimetablePages.TEACHERS: {
      const teachers = await rows.find(Teacher, within, byCode);
      return Promise.all(
        teachers.map(async (each) => ({ ...owned('teacher', each.id), ...(await ofTeacher(ctx, each)) })),
      );
    }
    case TimetablePages.CLASSROOMS: {
      const rooms = await rows.find(Classroom, { isEnabled: true, ...(building && { building }) }, byCode);
      return Promise.all(
        rooms.map(async (each) => ({ ...owned('classroom', each.id), ...(await ofRoom(ctx, each)) })),
      );
    }
    case TimetablePages.DEPARTMENTS: {
      const departments = await rows.find(
        Department,
        department ? { id: department } : { parent: null },
        byCode,
      );
      return departments.map(({ id, name }) => ({
        ...{ of: {}, filter: { department: id }, title: name, about: [] },
      }));
    }
  }
}

const owned = (kind: keyof TimetableOwnerInput, id: string): Pick<PageOwner, 'of' | 'filter'> => ({
  of: { [kind]: id },
  filter: { [kind]: id },
});

/** The name of an owner, and what else is said of it. */
async function ownerNamed(
  ctx: Context,
  of: TimetableOwnerInput,
): Promise<Pick<PageOwner, 'title' | 'about'>> {
  const { language, rows, viewer } = ctx;
  if (of.administrativeClass)
    return ofClass(ctx, await readOne(ctx, AdministrativeClass, of.administrativeClass));
  if (of.classroom) return ofRoom(ctx, await readOne(ctx, Classroom, of.classroom));
  const teacher = of.teacher ?? (of.course || of.teachingClass ? null : viewer?.teacherId);
  if (teacher) return ofTeacher(ctx, await readOne(ctx, Teacher, teacher));
  const named = of.course
    ? await readOne(ctx, Course, of.course)
    : of.teachingClass && (await rows.one(TeachingClass, of.teachingClass));
  return { title: named ? named.name : { zh: '我的课表', en: 'My timetable' }[language], about: [] };
}

function ofClass(
  { language }: Context,
  { name, studentCount }: Row<AdministrativeClass>,
): Pick<PageOwner, 'title' | 'about'> {
  return { title: name, about: [{ zh: `${studentCount} 人`, en: `${studentCount} students` }[language]] };
}

async function ofTeacher(
  { rows }: Context,
  { name, department }: Row<Teacher>,
): Promise<Pick<PageOwner, 'title' | 'about'>> {
  const found = (await rows.referenced(Department, department)) as Row<Department> | null;
  return { title: name, about: [found?.name ?? ''] };
}

async function ofRoom(
  { rows, language }: Context,
  room: Row<Classroom>,
): Promise<Pick<PageOwner, 'title' | 'about'>> {
  const building = await rows.one(Building, room.building);
  const [campus, type] = await Promise.all([
    building && rows.one(Campus, building.campus),
    rows.one(ClassroomType, room.type),
  ]);
  const seats = { zh: `${room.capacity} 座`, en: `${room.capacity} seats` }[language];
  return {
    title: placeOf(building?.name ?? '', room.name),
    about: [campus?.name ?? '', type?.name ?? '', seats],
  };
}

/** A room with its building, after which most are named. */
export const placeOf = (building: string, room: string): string =>
  room.startsWith(building) ? room : `${building} ${room}`.trim();
