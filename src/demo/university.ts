import { bellSeasons, calendarDays } from './calendar.js';
import { chooseElectives } from './electives.js';
import { makeLinks } from './links.js';
import type {
  DemoAdministrativeClass,
  DemoClassGroup,
  DemoClassroom,
  DemoStudent,
  DemoTeacher,
  DemoUnavailability,
  DemoUniversity,
} from './model.js';
import { NameBook } from './names.js';
import { departments, grades, majors, planClasses, type PlannedClass } from './organisation.js';
import { buildings, campuses, makeClassrooms } from './places.js';
import { Random } from './random.js';
import { assignTeachers, makeAbsences, makePreferences, makeTeachers } from './staff.js';
import {
  halfName,
  halves,
  makeCourses,
  planTeaching,
  semester,
  type PlannedTeachingClass,
} from './teaching.js';

/** Generates a university with one semester to schedule; the same seed gives the same university. */
export function demoUniversity(seed: number): DemoUniversity {
  const random = new Random(seed);
  const plannedClasses = planClasses(random);
  const students = makeStudents(plannedClasses, random);
  const courses = makeCourses();
  const planned = planTeaching(courses, plannedClasses);
  const teachers = makeTeachers(planned, random);
  const classrooms = makeClassrooms();
  const administrativeClasses = withLeaders(plannedClasses, teachers, students, random);
  const staffing = assignTeachers(planned, teachers, random);
  return {
    name: '云岭应用技术大学',
    campuses,
    buildings,
    classrooms,
    departments,
    grades,
    majors,
    administrativeClasses,
    students,
    classGroups: makeHalves(planned, students),
    teachers,
    courses: courses.map(({ plan: _, ...course }) => course),
    ...staffing,
    links: makeLinks(staffing.teachingClasses),
    enrolments: chooseElectives(planned, students),
    semester,
    calendarDays,
    bellSeasons,
    preferences: makePreferences(teachers, random),
    unavailabilities: [...makeAbsences(teachers, random), ...maintenance(classrooms)],
    showcase: {
      teacher: firstOf(teachers, ({ department }) => department === 'COM').code,
      student: firstOf(students, (one) => one.administrativeClass === plannedClasses[0].code).code,
      college: 'INF',
      department: 'CHE',
    },
  };
}

function firstOf<T>(list: readonly T[], matches: (value: T) => boolean): T {
  const found = list.find(matches);
  if (found === undefined) throw new Error('The demo university lacks what it is to show.');
  return found;
}

/** Students numbered within their class: entry year, class, number. */
function makeStudents(classes: readonly PlannedClass[], random: Random): DemoStudent[] {
  const book = new NameBook(random);
  return classes.flatMap(({ code, major, studentCount }, index) => {
    const shareOfMen = mostlyWomen.has(major) ? 0.2 : mostlyMen.has(major) ? 0.8 : 0.55;
    return Array.from({ length: studentCount }, (_, number) => {
      const isMale = random.chance(shareOfMen);
      const ofClass = String(index + 1).padStart(3, '0') + String(number + 1).padStart(2, '0');
      return {
        code: `20${code.slice(2, 4)}${ofClass}`,
        name: book.person(isMale).name,
        isMale,
        administrativeClass: code,
      };
    });
  });
}

/** The halves of every class that a laboratory does not seat as a whole, in order of the student numbers. */
function makeHalves(
  planned: readonly PlannedTeachingClass[],
  students: readonly DemoStudent[],
): DemoClassGroup[] {
  const members = Map.groupBy(students, ({ administrativeClass }) => administrativeClass);
  const inHalves = new Set(planned.flatMap(({ half, groups }) => (half ? groups : [])));
  return [...inHalves].flatMap((administrativeClass) => {
    const codes = members.get(administrativeClass)!.map(({ code }) => code);
    const first = Math.ceil(codes.length / 2);
    return ['A', 'B'].map((letter, at) => ({
      ...{ administrativeClass, partition: halves, order: at + 1, name: halfName(letter) },
      students: at === 0 ? codes.slice(0, first) : codes.slice(first),
    }));
  });
}

const mostlyWomen = new Set(['PR', 'MU', 'AC']);
const mostlyMen = new Set(['ME', 'AU', 'EE', 'RB']);

/** Every class has a counselor from the student affairs office and one of its students as monitor. */
function withLeaders(
  classes: readonly PlannedClass[],
  teachers: readonly DemoTeacher[],
  students: readonly DemoStudent[],
  random: Random,
): DemoAdministrativeClass[] {
  const counselors = teachers.filter(({ type }) => type === '辅导员');
  const members = Map.groupBy(students, ({ administrativeClass }) => administrativeClass);
  return classes.map(({ cohort: _, ...one }, index) => ({
    ...one,
    counselor: counselors[index % counselors.length].code,
    monitor: random.pick(members.get(one.code) ?? []).code,
  }));
}

const workingDays = 5;

/** Each computer room is closed for one afternoon of the week. */
function maintenance(classrooms: readonly DemoClassroom[]): DemoUnavailability[] {
  return classrooms
    .filter(({ type }) => type === '机房')
    .flatMap(({ code }, index) =>
      [5, 6, 7, 8].map((period) => ({
        classroom: code,
        dayOfWeek: (index % workingDays) + 1,
        period,
      })),
    );
}
