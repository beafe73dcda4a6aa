import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { EntityClass, StoredEntity } from '../data/columns.js';
import { Course, TeacherQualification } from '../entities/courses.js';
import { AdministrativeClass, Department, DepartmentBuilding } from '../entities/organisation.js';
import { Student, Teacher } from '../entities/people.js';
import { Building, Classroom } from '../entities/places.js';
import { Semester, Unavailability } from '../entities/scheduling/semesters.js';
import type { DemoUniversity } from './model.js';

/** Stores of a university what the workbook of an institution does not carry. */
export async function storeRest(em: EntityManager, university: DemoUniversity): Promise<void> {
  const [students, departments, buildings, teachers, courses, rooms] = await Promise.all([
    idsBy(em, Student, 'code'),
    idsBy(em, Department, 'code'),
    idsBy(em, Building, 'name'),
    idsBy(em, Teacher, 'code'),
    idsBy(em, Course, 'code'),
    idsBy(em, Classroom, 'code'),
  ]);
  const { name } = university.semester;
  const semester = (await em.findOneOrFail(Semester, { name })).id;
  for (const { code, monitor } of university.administrativeClasses)
    await em.nativeUpdate(AdministrativeClass, { code }, { monitor: students.get(monitor) });
  const assigned = university.departments.flatMap(({ code, buildings: names }) =>
    names.map((building) => ({ department: departments.get(code), building: buildings.get(building) })),
  );
  await insert(em, DepartmentBuilding as EntityClass, assigned);
  const pending = university.qualifications.filter(({ isApproved }) => !isApproved);
  await insert(
    em,
    TeacherQualification as EntityClass,
    pending.map(({ isApproved: _, teacher, course, ...each }) => ({
      ...each,
      teacher: teachers.get(teacher),
      course: courses.get(course),
    })),
  );
  await insert(
    em,
    Unavailability as EntityClass,
    university.unavailabilities.map(({ teacher = '', classroom = '', ...each }) => ({
      ...each,
      semester,
      teacher: teachers.get(teacher) ?? null,
      classroom: rooms.get(classroom) ?? null,
    })),
  );
}

async function idsBy<K extends 'code' | 'name'>(
  em: EntityManager,
  entity: EntityClass<StoredEntity & Record<K, string>>,
  key: K,
): Promise<Map<string, string>> {
  const records = await em.findAll(entity as EntityClass, { disableIdentityMap: true });
  return new Map((records as (StoredEntity & Record<K, string>)[]).map((each) => [each[key], each.id]));
}

const insert = (em: EntityManager, entity: EntityClass, rows: readonly object[]): Promise<unknown> =>
  em.insertMany(entity, rows.map((row) => ({ id: uuidv7(), ...row })) as never[]);
