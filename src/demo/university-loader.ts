import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import {
  Course,
  CourseCategory,
  CourseNature,
  CourseProperty,
  CourseType,
  CreditHourType,
  TeacherPreference,
  TeacherQualification,
} from '../entities/courses.js';
import {
  AdministrativeClass,
  Department,
  DepartmentBuilding,
  Grade,
  Major,
  UnitCategory,
  UnitType,
} from '../entities/organisation.js';
import { Student, Teacher, TeacherType } from '../entities/people.js';
import {
  Building,
  Campus,
  Classroom,
  ClassroomTag,
  ClassroomTagging,
  ClassroomType,
  FurnitureType,
} from '../entities/places.js';
import { Enrolment } from '../entities/scheduling/enrolments.js';
import { Meeting } from '../entities/scheduling/meetings.js';
import { Semester, Unavailability } from '../entities/scheduling/semesters.js';
import { TeachingClass, TeachingClassGroup } from '../entities/scheduling/teaching-classes.js';
import { QualificationStatus } from '../schema/enums.js';
import type { DemoUniversity } from './model.js';
import { idOf, RecordStore, type Ids } from './record-store.js';

/** Stores a university, domain by domain. */
export class UniversityLoader {
  readonly #store: RecordStore;

  constructor(
    readonly em: EntityManager,
    readonly university: DemoUniversity,
    onStored: (count: number) => void,
  ) {
    this.#store = new RecordStore(em, onStored);
  }

  /** Returns the id of the semester. */
  async load(): Promise<string> {
    const buildings = await this.#places();
    const departments = await this.#departments(buildings);
    const classrooms = await this.#classrooms(buildings, departments);
    const teachers = await this.#teachers(departments);
    const { classes, students } = await this.#students(departments, teachers);
    const courses = await this.#courses(departments, teachers);
    const semesterId = await this.#semester(teachers, classrooms);
    await this.#teaching(semesterId, { courses, departments, classes, teachers, students });
    return semesterId;
  }

  async #places(): Promise<Ids> {
    const { campuses, buildings } = this.university;
    const campusIds = await this.#store.keyed(
      Campus,
      campuses,
      ({ code }) => code,
      (campus) => ({ ...campus }),
    );
    return this.#store.keyed(
      Building,
      buildings,
      ({ name }) => name,
      ({ name, campus }) => ({ name, campus: idOf(campusIds, campus) }),
    );
  }

  async #departments(buildings: Ids): Promise<Ids> {
    const { departments } = this.university;
    const categories = await this.#store.named(UnitCategory);
    const types = await this.#store.named(UnitType);
    const ids: Ids = new Map(departments.map(({ code }) => [code, uuidv7()]));
    await this.#store.insert(
      Department,
      departments.map(({ buildings: _, parent, category, type, ...department }) => ({
        ...department,
        id: idOf(ids, department.code),
        parent: parent === null ? null : idOf(ids, parent),
        category: idOf(categories, category),
        type: idOf(types, type),
      })),
    );
    const assigned = departments.flatMap(({ code, buildings: names }) =>
      names.map((name) => ({ department: idOf(ids, code), building: idOf(buildings, name) })),
    );
    await this.#store.insert(DepartmentBuilding, assigned);
    return ids;
  }

  async #classrooms(buildings: Ids, departments: Ids): Promise<Ids> {
    const { classrooms } = this.university;
    const types = await this.#store.named(ClassroomType);
    const furniture = await this.#store.named(FurnitureType);
    const tagIds = await this.#store.named(ClassroomTag);
    const ids = await this.#store.keyed(
      Classroom,
      classrooms,
      ({ code }) => code,
      ({ tags: _, building, type, furnitureType, managingDepartment, ...classroom }) => ({
        ...classroom,
        building: idOf(buildings, building),
        type: idOf(types, type),
        furnitureType: idOf(furniture, furnitureType),
        managingDepartment: managingDepartment === null ? null : idOf(departments, managingDepartment),
      }),
    );
    const taggings = classrooms.flatMap(({ code, tags }) =>
      tags.map((tag) => ({ classroom: idOf(ids, code), tag: idOf(tagIds, tag) })),
    );
    await this.#store.insert(ClassroomTagging, taggings);
    return ids;
  }

  async #teachers(departments: Ids): Promise<Ids> {
    const types = await this.#store.named(TeacherType);
    return this.#store.keyed(
      Teacher,
      this.university.teachers,
      ({ code }) => code,
      ({ department, type, ...teacher }) => ({
        ...teacher,
        department: idOf(departments, department),
        type: idOf(types, type),
      }),
    );
  }

  /** Grades, majors and classes with their students; returns the ids of the classes and students. */
  async #students(departments: Ids, teachers: Ids): Promise<Record<'classes' | 'students', Ids>> {
    const { grades, majors, administrativeClasses, students } = this.university;
    const gradeIds = await this.#store.keyed(
      Grade,
      grades,
      ({ name }) => name,
      (grade) => ({ ...grade }),
    );
    const majorIds = await this.#store.keyed(
      Major,
      majors,
      ({ code }) => code,
      (major) => ({ ...major, department: idOf(departments, major.department) }),
    );
    const placeOf = new Map(
      administrativeClasses.map(({ code, department, major, grade }) => [
        code,
        {
          department: idOf(departments, department),
          major: idOf(majorIds, major),
          grade: idOf(gradeIds, grade),
        },
      ]),
    );
    const classIds = await this.#store.keyed(
      AdministrativeClass,
      administrativeClasses,
      ({ code }) => code,
      ({ code, name, studentCount, counselor }) => ({
        code,
        name,
        studentCount,
        counselor: idOf(teachers, counselor),
        ...placeOf.get(code),
      }),
    );
    const studentIds = await this.#store.keyed(
      Student,
      students,
      ({ code }) => code,
      ({ administrativeClass, ...student }) => ({
        ...student,
        administrativeClass: idOf(classIds, administrativeClass),
        ...placeOf.get(administrativeClass),
      }),
    );
    for (const { code, monitor } of administrativeClasses)
      await this.em.nativeUpdate(AdministrativeClass, { code }, { monitor: idOf(studentIds, monitor) });
    return { classes: classIds, students: studentIds };
  }

  async #courses(departments: Ids, teachers: Ids): Promise<Ids> {
    const { courses, qualifications, semester } = this.university;
    const categories = await this.#store.named(CourseCategory);
    const properties = await this.#store.named(CourseProperty);
    const types = await this.#store.named(CourseType);
    const natures = await this.#store.named(CourseNature);
    const rooms = await this.#store.named(ClassroomType);
    const room = (name: string | undefined): string | null => (name === undefined ? null : idOf(rooms, name));
    const ids = await this.#store.keyed(
      Course,
      courses,
      ({ code }) => code,
      ({ hours, classroomTypes, department, category, property, type, nature, ...course }) => ({
        ...course,
        department: idOf(departments, department),
        category: idOf(categories, category),
        property: idOf(properties, property),
        type: idOf(types, type),
        nature: idOf(natures, nature),
        totalHours: hours.theory + hours.lab + hours.practice + hours.computer,
        theoryHours: hours.theory,
        labHours: hours.lab,
        practiceHours: hours.practice,
        computerHours: hours.computer,
        theoryClassroomType: room(classroomTypes.theory),
        labClassroomType: room(classroomTypes.lab),
        practiceClassroomType: room(classroomTypes.practice),
        computerClassroomType: room(classroomTypes.computer),
      }),
    );
    const reviewedAt = new Date(`${semester.startDate}T00:00:00Z`);
    await this.#store.insert(
      TeacherQualification,
      qualifications.map(({ teacher, course, isApproved, ...qualification }) => ({
        ...qualification,
        teacher: idOf(teachers, teacher),
        course: idOf(ids, course),
        status: isApproved ? QualificationStatus.APPROVED : QualificationStatus.PENDING,
        approvedAt: isApproved ? reviewedAt : null,
      })),
    );
    return ids;
  }

  async #semester(teachers: Ids, classrooms: Ids): Promise<string> {
    const { preferences, unavailabilities } = this.university;
    const { weeks: _, ...semester } = this.university.semester;
    const isCurrent = (await this.em.count(Semester, { isCurrent: true })) === 0;
    const id = uuidv7();
    await this.#store.insert(Semester, [{ ...semester, id, isCurrent }]);
    await this.#store.insert(
      TeacherPreference,
      preferences.map((preference) => ({
        ...preference,
        semester: id,
        teacher: idOf(teachers, preference.teacher),
      })),
    );
    await this.#store.insert(
      Unavailability,
      unavailabilities.map(({ teacher, classroom, ...time }) => ({
        ...time,
        semester: id,
        teacher: teacher === undefined ? null : idOf(teachers, teacher),
        classroom: classroom === undefined ? null : idOf(classrooms, classroom),
      })),
    );
    return id;
  }

  async #teaching(
    semester: string,
    {
      courses,
      departments,
      classes,
      teachers,
      students,
    }: Record<'courses' | 'departments' | 'classes' | 'teachers' | 'students', Ids>,
  ): Promise<void> {
    const { teachingClasses, enrolments } = this.university;
    const creditHourTypes = await this.#store.named(CreditHourType);
    const rooms = await this.#store.named(ClassroomType);
    const ids = await this.#store.keyed(
      TeachingClass,
      teachingClasses,
      ({ code }) => code,
      ({ groups: _, meetings: __, course, department, ...teachingClass }) => ({
        ...teachingClass,
        semester,
        course: idOf(courses, course),
        department: idOf(departments, department),
      }),
    );
    const groups = teachingClasses.flatMap(({ code, groups: attending }) =>
      attending.map((group) => ({
        teachingClass: idOf(ids, code),
        administrativeClass: idOf(classes, group),
      })),
    );
    await this.#store.insert(TeachingClassGroup, groups);
    const meetings = teachingClasses.flatMap((section) =>
      section.meetings.map(({ periods, weeks, creditHourType, classroomType, teacher }, index) => ({
        teachingClass: idOf(ids, section.code),
        sequence: index + 1,
        periods,
        weeks: [...weeks],
        creditHourType: idOf(creditHourTypes, creditHourType),
        classroomType: idOf(rooms, classroomType),
        teacher: teacher === null ? null : idOf(teachers, teacher),
      })),
    );
    await this.#store.insert(Meeting, meetings);
    await this.#store.insert(
      Enrolment,
      enrolments.map(({ teachingClass, student }) => ({
        teachingClass: idOf(ids, teachingClass),
        student: idOf(students, student),
      })),
    );
  }
}
