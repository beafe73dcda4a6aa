import type { DemoTeachingClass, HourKind } from '../../src/demo/model.js';
import { demoUniversity } from '../../src/demo/university.js';
import { LinkKind } from '../../src/schema/timetables.js';
import { referenceTables } from '../../src/services/system/reference-data.js';
import { findTimetable, type Found } from './witness.js';

const university = demoUniversity(1);
const { teachingClasses, classrooms, semester } = university;
const meetings = teachingClasses.flatMap((section) =>
  section.meetings.map((meeting) => ({ section, ...meeting })),
);

/** Periods in the fullest week of everybody named by `subjectsOf`. */
function peaks(
  subjectsOf: (section: DemoTeachingClass, teacher: string | null) => readonly string[],
): Map<string, number> {
  const weeks = new Map<string, number[]>();
  for (const { section, teacher, weeks: held, periods } of meetings)
    for (const subject of subjectsOf(section, teacher)) {
      const load = weeks.get(subject) ?? new Array<number>(semester.weeks).fill(0);
      for (const week of held) load[week - 1] += periods;
      weeks.set(subject, load);
    }
  return new Map([...weeks].map(([subject, load]) => [subject, Math.max(...load)]));
}

const unique = (values: readonly string[]): number => new Set(values).size;

test('is the same for the same seed and another for another', () => {
  expect(demoUniversity(7)).toEqual(demoUniversity(7));
  expect(demoUniversity(7).students).not.toEqual(demoUniversity(8).students);
});

test('is plain data', () => {
  expect(JSON.parse(JSON.stringify(university))).toEqual(university);
});

test('has the announced size', () => {
  expect({
    campuses: university.campuses.length,
    buildings: university.buildings.length,
    classrooms: classrooms.length,
    departments: university.departments.length,
    majors: university.majors.length,
    grades: university.grades.length,
    classes: university.administrativeClasses.length,
    students: university.students.length,
    teachers: university.teachers.length,
    courses: university.courses.length,
  }).toEqual({
    campuses: 2,
    buildings: 9,
    classrooms: 58,
    departments: 14,
    majors: 14,
    grades: 3,
    classes: 40,
    students: 1600,
    teachers: 120,
    courses: 150,
  });
});

test('names every record once', () => {
  expect(unique(university.students.map(({ code }) => code))).toBe(1600);
  expect(unique(university.teachers.map(({ code }) => code))).toBe(120);
  expect(unique(university.courses.map(({ code }) => code))).toBe(150);
  expect(unique(university.administrativeClasses.flatMap(({ code, name }) => [code, name]))).toBe(80);
  expect(unique(classrooms.map(({ code }) => code))).toBe(classrooms.length);
  expect(unique(teachingClasses.map(({ code }) => code))).toBe(teachingClasses.length);
  expect(unique(university.qualifications.map(({ teacher, course }) => `${teacher}/${course}`))).toBe(
    university.qualifications.length,
  );
});

test('names the property of every course that whole classes attend 必修, as clients look for it', () => {
  const attended = new Set(
    teachingClasses.flatMap(({ course, isCompulsory }) => (isCompulsory ? [course] : [])),
  );
  const compulsory = university.courses.filter(({ property }) => property === '必修');
  expect(compulsory.map(({ code }) => code)).toEqual(
    university.courses.filter(({ category }) => category.endsWith('(必修)')).map(({ code }) => code),
  );
  expect(compulsory.every(({ code }) => attended.has(code))).toBe(true);
  expect(compulsory.length).toBeGreaterThan(100);
});

test('counts in every class the students who are in it, with one of them as monitor', () => {
  for (const { code, studentCount, monitor } of university.administrativeClasses) {
    const members = university.students.filter(({ administrativeClass }) => administrativeClass === code);
    expect(members).toHaveLength(studentCount);
    expect(members.map((member) => member.code)).toContain(monitor);
    expect(studentCount).toBeGreaterThanOrEqual(35);
    expect(studentCount).toBeLessThanOrEqual(45);
  }
});

test('has a lecture that two hold, and an experiment with an assistant', () => {
  const roles = meetings.flatMap(({ section, creditHourType, teacher, further }) =>
    further.map(({ role, teacher: other }) => {
      expect(other).not.toBe(teacher);
      return `${section.code} ${creditHourType} ${role}`;
    }),
  );
  expect([...new Set(roles)].map((each) => each.replace(/^\S+ /, '')).sort()).toEqual([
    '实验学时 ASSISTANT',
    '理论学时 LECTURER',
  ]);
});

test('links teaching classes in every way', () => {
  expect(university.links.map(({ kind }) => kind).sort()).toEqual(Object.values(LinkKind).sort());
});

test('uses only names of the reference data', () => {
  const names = (entity: string): (string | undefined)[] =>
    referenceTables
      .filter((table) => table.entity.name === entity)
      .flatMap(({ rows }) => (rows as { name?: string }[]).map(({ name }) => name));
  const check = (entity: string, used: readonly string[]): void =>
    expect({ entity, missing: [...new Set(used)].filter((name) => !names(entity).includes(name)) }).toEqual({
      entity,
      missing: [],
    });
  const { courses, departments, teachers } = university;
  check('ClassroomType', [
    ...classrooms.map(({ type }) => type),
    ...meetings.map((one) => one.classroomType),
  ]);
  check(
    'ClassroomTag',
    classrooms.flatMap(({ tags }) => tags),
  );
  check(
    'FurnitureType',
    classrooms.map(({ furnitureType }) => furnitureType),
  );
  check(
    'UnitCategory',
    departments.map(({ category }) => category),
  );
  check(
    'UnitType',
    departments.map(({ type }) => type),
  );
  check(
    'TeacherType',
    teachers.map(({ type }) => type),
  );
  check(
    'CourseCategory',
    courses.map(({ category }) => category),
  );
  check(
    'CourseProperty',
    courses.map(({ property }) => property),
  );
  check(
    'CourseType',
    courses.map(({ type }) => type),
  );
  check(
    'CourseNature',
    courses.map(({ nature }) => nature),
  );
  check(
    'CreditHourType',
    meetings.map(({ creditHourType }) => creditHourType),
  );
});

test('gives every attending class the hours of every course, by kind', () => {
  const kinds: Record<string, HourKind> = {
    理论学时: 'theory',
    实验学时: 'lab',
    实践学时: 'practice',
    上机学时: 'computer',
  };
  for (const course of university.courses) {
    const sections = teachingClasses.filter((section) => section.course === course.code);
    expect(sections.length).toBeGreaterThan(0);
    for (const attendee of new Set(sections.flatMap(({ groups }) => groups))) {
      const given = { theory: 0, lab: 0, practice: 0, computer: 0 };
      for (const section of sections.filter(({ groups }) => groups.includes(attendee))) {
        const size =
          university.administrativeClasses.find(({ code }) => code === attendee)?.studentCount ?? 0;
        // Each student sits in one of the two halves.
        const share =
          section.groups.length === 1 && section.studentCount < size ? section.studentCount / size : 1;
        for (const { creditHourType, periods, weeks } of section.meetings)
          given[kinds[creditHourType]] += periods * weeks.length * share;
      }
      for (const kind of Object.values(kinds)) expect(given[kind]).toBeCloseTo(course.hours[kind]);
    }
  }
});

test('lectures together and experiments in halves', () => {
  expect(teachingClasses.filter(({ groups }) => groups.length > 1).length).toBeGreaterThan(30);
  const halves = teachingClasses.filter(({ name }) => /[AB]组）$/.test(name));
  expect(halves.length).toBeGreaterThan(50);
  for (const { studentCount } of halves) expect(studentCount).toBeLessThanOrEqual(23);
});

test('holds meetings every week, every other week and in some weeks', () => {
  const rhythm = (weeks: readonly number[]): string => {
    const steps = new Set(weeks.slice(1).map((week, index) => week - weeks[index]));
    return `${[...steps].join()} x${weeks.length} from ${weeks[0]}`;
  };
  const rhythms = new Set(meetings.map(({ weeks }) => rhythm(weeks)));
  for (const expected of [
    '1 x16 from 1',
    '1 x16 from 3',
    '2 x8 from 1',
    '2 x8 from 2',
    '1 x8 from 1',
    '1 x8 from 9',
    '1 x4 from 13',
  ])
    expect(rhythms).toContain(expected);
  for (const { weeks } of meetings)
    expect(weeks.every((week) => week >= 1 && week <= semester.weeks)).toBe(true);
});

test('has a room for every meeting', () => {
  for (const { section, classroomType } of meetings) {
    const fitting = classrooms.filter(
      ({ type, capacity }) => type === classroomType && capacity >= section.studentCount,
    );
    expect({ section: section.code, rooms: fitting.length }).not.toMatchObject({ rooms: 0 });
  }
});

test(
  'asks no teacher for fewer than 6 or more than 14 periods in the fullest week, whomever the solver ' +
    'chooses',
  () => {
    const loads = peaks((_, teacher) => (teacher === null ? [] : [teacher]));
    expect(loads.size).toBe(120);
    expect(Math.min(...loads.values())).toBeGreaterThanOrEqual(6);
    for (const [teacher, load] of loads) {
      const may = university.qualifications.filter((held) => held.isApproved && held.teacher === teacher);
      const perhaps = meetings.filter(
        (one) => one.teacher === null && may.some(({ course }) => course === one.section.course),
      );
      expect(load + perhaps.reduce((sum, { periods }) => sum + periods, 0)).toBeLessThanOrEqual(14);
    }
  },
);

test('limits some teachers, none below what they teach, and keeps some times free of them', () => {
  const loads = peaks((_, teacher) => (teacher === null ? [] : [teacher]));
  const { teachers, qualifications } = university;
  for (const { code, weeklyPeriodsMax } of teachers)
    expect(weeklyPeriodsMax ?? Infinity).toBeGreaterThanOrEqual(loads.get(code) ?? 0);
  const having = (key: 'weeklyPeriodsMax' | 'dailyPeriodsMax' | 'forbiddenTimes') =>
    teachers.filter((teacher) => teacher[key] !== null).length;
  expect(having('weeklyPeriodsMax')).toBeGreaterThan(having('dailyPeriodsMax'));
  expect([having('dailyPeriodsMax') > 5, having('forbiddenTimes')]).toEqual([true, 16]);
  expect(new Set(qualifications.map(({ level }) => level))).toEqual(new Set([1, 2, 3]));
  expect(qualifications.some(({ isPrimary }) => isPrimary)).toBe(true);
});

test('asks no class for more than 30 of the 40 daytime periods', () => {
  const loads = peaks(({ groups }) => groups);
  expect(loads.size).toBe(40);
  expect(Math.min(...loads.values())).toBeGreaterThanOrEqual(20);
  expect(Math.max(...loads.values())).toBeLessThanOrEqual(30);
});

test('lets only teachers with an approved qualification teach, and some lessons be given by several', () => {
  const approved = (course: string): string[] =>
    university.qualifications
      .filter((one) => one.isApproved && one.course === course)
      .map(({ teacher }) => teacher);
  for (const { section, teacher } of meetings)
    if (teacher === null) expect(approved(section.course).length).toBeGreaterThan(1);
    else expect(approved(section.course)).toContain(teacher);
  expect(meetings.filter(({ teacher }) => teacher === null)).toHaveLength(16);
});

test.each([1, 2, 2026])('can be scheduled without clashes, with seed %i', (seed) => {
  const one = demoUniversity(seed);
  const found = findTimetable(one);
  expect(found).toHaveLength(one.teachingClasses.flatMap((section) => section.meetings).length);
  expect(clashes(found ?? [])).toEqual([]);
});

test('keeps the rooms busy', () => {
  const roomsInUse = new Map<string, number>();
  for (const { weeks, periods, day, start } of findTimetable(university) ?? [])
    for (const week of weeks)
      for (let period = start; period < start + periods; period++) {
        const slot = `${week}/${day}/${period}`;
        roomsInUse.set(slot, (roomsInUse.get(slot) ?? 0) + 1);
      }
  const peak = Math.max(...roomsInUse.values()) / classrooms.length;
  expect(peak).toBeGreaterThan(0.5);
  expect(peak).toBeLessThan(0.75);
});

test('enrols in every elective as many students as it is for, each of them in one', () => {
  const electives = teachingClasses.filter(({ isCompulsory }) => !isCompulsory);
  expect(electives.length).toBeGreaterThan(3);
  for (const { code, studentCount } of electives) {
    const chosen = university.enrolments.filter(({ teachingClass }) => teachingClass === code);
    expect(chosen).toHaveLength(studentCount);
  }
  const students = university.enrolments.map(({ student }) => student);
  expect(unique(students)).toBe(students.length);
  expect(students).toContain(university.showcase.student);
});

test('names people who show the roles', () => {
  const { teacher, student, college, department } = university.showcase;
  expect(meetings.filter((one) => one.teacher === teacher).length).toBeGreaterThan(2);
  expect(university.students.map(({ code }) => code)).toContain(student);
  const below = university.departments.map(({ parent }) => parent);
  expect(below).toContain(college);
  expect(below).not.toContain(department);
  expect(university.departments.map(({ code }) => code)).toContain(department);
});

/** Everything that happens to somebody or in some room more than once at a time. */
function clashes(found: readonly Found[]): string[] {
  const seen = new Set<string>();
  const twice: string[] = [];
  for (const { section, weeks, periods, day, start, room, teacher } of found)
    for (const subject of [room.code, teacher, ...section.groups])
      for (const week of weeks)
        for (let period = start; period < start + periods; period++) {
          const slot = `${subject} week ${week} day ${day} period ${period}`;
          if (seen.has(slot)) twice.push(slot);
          seen.add(slot);
        }
  return twice;
}
