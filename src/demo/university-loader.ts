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
import { idOf, RecordStore, withIds, type Ids } from './record-store.js';

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
    const campus = await this.#store.keyed(Campus, campuses);
    return this.#store.keyed(Building, buildings, { campus });
  }

  async #departments(buildings: Ids): Promise<Ids> {
    const { departments } = this.university;
    const category = await this.#store.named(UnitCategory);
    const type = await this.#store.named(UnitType);
    const ids: Ids = new Map(departments.map(({ code }) => [code, uuidv7()]));
    await this.#store.insert(
      Department,
      departments.map(({ buildings: _, ...department }) => ({
        ...withIds(department, { parent: ids, category, type }),
        id: idOf(ids, department.code),
      })),
    );
    const assigned = departments.flatMap(({ code, buildings: names }) =>
      names.map((name) => ({ department: idOf(ids, code), building: idOf(buildings, name) })),
    );
    await this.#store.insert(DepartmentBuilding, assigned);
    return ids;
  }

  async #classrooms(building: Ids, managingDepartment: Ids): Promise<Ids> {
    const { classrooms } = this.university;
    const type = await this.#store.named(ClassroomType);
    const furnitureType = await this.#store.named(FurnitureType);
    const tagIds = await this.#store.named(ClassroomTag);
    const references = { building, type, furnitureType, managingDepartment };
    const ids = await this.#store.keyed(Classroom, classrooms, references, ({ tags: _, ...room }) => room);
    const taggings = classrooms.flatMap(({ code, tags }) =>
      tags.map((tag) => ({ classroom: idOf(ids, code), tag: idOf(tagIds, tag) })),
    );
    await this.#store.insert(ClassroomTagging, taggings);
    return ids;
  }

  async #teachers(department: Ids): Promise<Ids> {
    const type = await this.#store.named(TeacherType);
    return this.#store.keyed(Teacher, this.university.teachers, { department, type });
  }

  /** Grades, majors and classes with their students; returns the ids of the classes and students. */
  async #students(department: Ids, counselor: Ids): Promise<Record<'classes' | 'students', Ids>> {
    const { grades, majors, administrativeClasses, students } = this.university;
    const grade = await this.#store.keyed(Grade, grades);
    const major = await this.#store.keyed(Major, majors, { department });
    const places = { department, major, grade };
    const classIds = await this.#store.keyed(
      AdministrativeClass,
      administrativeClasses,
      { ...places, counselor },
      ({ monitor: _, ...each }) => each,
    );
    const classes = new Map(administrativeClasses.map((each) => [each.code, each]));
    const studentIds = await this.#store.keyed(
      Student,
      students,
      { administrativeClass: classIds, ...places },
      ({ administrativeClass, ...student }) => {
        const { department, major, grade } = classes.get(administrativeClass)!;
        return { ...student, administrativeClass, department, major, grade };
      },
    );
    for (const { code, monitor } of administrativeClasses)
      await this.em.nativeUpdate(AdministrativeClass, { code }, { monitor: idOf(studentIds, monitor) });
    return { classes: classIds, students: studentIds };
  }

  async #courses(department: Ids, teacher: Ids): Promise<Ids> {
    const { courses, qualifications, semester } = this.university;
    const category = await this.#store.named(CourseCategory);
    const property = await this.#store.named(CourseProperty);
    const type = await this.#store.named(CourseType);
    const nature = await this.#store.named(CourseNature);
    const rooms = await this.#store.named(ClassroomType);
    const roomTypes = {
      theoryClassroomType: rooms,
      labClassroomType: rooms,
      practiceClassroomType: rooms,
      computerClassroomType: rooms,
    };
    const course = await this.#store.keyed(
      Course,
      courses,
      { department, category, property, type, nature, ...roomTypes },
      ({ hours: { theory, lab, practice, computer }, classroomTypes, ...each }) => ({
        ...each,
        totalHours: theory + lab + practice + computer,
        theoryHours: theory,
        labHours: lab,
        practiceHours: practice,
        computerHours: computer,
        theoryClassroomType: classroomTypes.theory,
        labClassroomType: classroomTypes.lab,
        practiceClassroomType: classroomTypes.practice,
        computerClassroomType: classroomTypes.computer,
      }),
    );
    const reviewedAt = new Date(`${semester.startDate}T00:00:00Z`);
    await this.#store.insert(
      TeacherQualification,
      qualifications.map(({ isApproved, ...qualification }) => ({
        ...withIds(qualification, { teacher, course }),
        status: isApproved ? QualificationStatus.APPROVED : QualificationStatus.PENDING,
        approvedAt: isApproved ? reviewedAt : null,
      })),
    );
    return course;
  }

  async #semester(teacher: Ids, classroom: Ids): Promise<string> {
    const { preferences, unavailabilities } = this.university;
    const { weeks: _, ...given } = this.university.semester;
    const isCurrent = (await this.em.count(Semester, { isCurrent: true })) === 0;
    const semester = uuidv7();
    await this.#store.insert(Semester, [{ ...given, id: semester, isCurrent }]);
    await this.#store.insert(
      TeacherPreference,
      preferences.map((each) => ({ ...withIds(each, { teacher }), semester })),
    );
    await this.#store.insert(
      Unavailability,
      unavailabilities.map((each) => ({ ...withIds(each, { teacher, classroom }), semester })),
    );
    return semester;
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
    const creditHourType = await this.#store.named(CreditHourType);
    const classroomType = await this.#store.named(ClassroomType);
    const ids = await this.#store.keyed(
      TeachingClass,
      teachingClasses,
      { course: courses, department: departments },
      ({ groups: _, meetings: __, ...teachingClass }) => ({ ...teachingClass, semester }),
    );
    const groups = teachingClasses.flatMap(({ code, groups: attending }) =>
      attending.map((group) => ({
        teachingClass: idOf(ids, code),
        administrativeClass: idOf(classes, group),
      })),
    );
    await this.#store.insert(TeachingClassGroup, groups);
    const meetings = teachingClasses.flatMap(({ code, meetings }) =>
      meetings.map((meeting, index) => ({
        ...withIds(meeting, { creditHourType, classroomType, teacher: teachers }),
        weeks: [...meeting.weeks],
        teachingClass: idOf(ids, code),
        sequence: index + 1,
      })),
    );
    await this.#store.insert(Meeting, meetings);
    await this.#store.insert(
      Enrolment,
      enrolments.map((each) => withIds({ ...each }, { teachingClass: ids, student: students })),
    );
  }
}
