import { TeachingRole } from '../schema/timetables.js';
import { cheapest } from './lists.js';
import type {
  DemoPreference,
  DemoQualification,
  DemoTeacher,
  DemoTeachingClass,
  DemoUnavailability,
} from './model.js';
import { NameBook } from './names.js';
import type { Random } from './random.js';
import type { PlannedTeachingClass } from './teaching.js';
import { semester } from './teaching.js';
import { WeekLoads } from './week-loads.js';

/** Number of teachers. */
const teacherCount = 120;

/** Smallest and largest number of periods of a teacher in the busiest week. */
const teacherLoad = { least: 6, most: 14 };

/** Meetings whose teacher the solver assigns. */
const openMeetingsMax = 16;

/** Who teaches what, in this semester and in general. */
interface Staffing {
  readonly teachingClasses: DemoTeachingClass[];
  readonly qualifications: DemoQualification[];
}

/** Creates teachers in proportion to the teaching of each department. */
export function makeTeachers(planned: readonly PlannedTeachingClass[], random: Random): DemoTeacher[] {
  const book = new NameBook(random);
  let number = 0;
  return [...apportion(periodsByDepartment(planned), teacherCount)].flatMap(([department, count]) =>
    Array.from({ length: count }, (_, rank) => teacherOf(book, department, ++number, rank / count)),
  );
}

function periodsByDepartment(planned: readonly PlannedTeachingClass[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { department, meetings } of planned) {
    const periods = meetings.reduce((sum, { periods, weeks }) => sum + periods * weeks.length, 0);
    sums.set(department, (sums.get(department) ?? 0) + periods);
  }
  return sums;
}

/** Distributes `total` in proportion to the weights, by largest remainders. */
function apportion(weights: ReadonlyMap<string, number>, total: number): Map<string, number> {
  const sum = [...weights.values()].reduce((left, right) => left + right, 0);
  const exact = [...weights].map(([key, weight]) => ({ key, share: (weight * total) / sum }));
  const shares = new Map(exact.map(({ key, share }) => [key, Math.floor(share)]));
  const missing = total - [...shares.values()].reduce((left, right) => left + right, 0);
  const byRemainder = [...exact].sort((left, right) => (right.share % 1) - (left.share % 1));
  for (const { key, share } of byRemainder.slice(0, missing)) shares.set(key, Math.floor(share) + 1);
  return shares;
}

const minorities = ['回族', '满族', '壮族', '土家族', '苗族', '蒙古族'];

/** `seniority` runs from 0, the head of the department, to 1. */
function teacherOf(book: NameBook, department: string, number: number, seniority: number): DemoTeacher {
  const { random } = book;
  const isMale = random.chance(0.5);
  const code = `10${String(number).padStart(4, '0')}`;
  const isPartTime = seniority > 0.9 && department !== 'STU';
  return {
    code,
    ...book.person(isMale),
    ethnic: random.chance(0.9) ? '汉族' : random.pick(minorities),
    isMale,
    department,
    type: department === 'STU' ? '辅导员' : isPartTime ? '兼职教师' : '专职教师',
    jobTitle: seniority < 0.15 ? '教授' : seniority < 0.45 ? '副教授' : seniority < 0.85 ? '讲师' : '助教',
    email: `t${code}@example.com`,
    weeklyPeriodsMax: seniority < 0.45 ? teacherLoad.most : null,
    dailyPeriodsMax: seniority < 0.15 ? dailyPeriodsMax : null,
    forbiddenTimes: forbiddenTimes[number % forbiddenEvery] ?? null,
  };
}

/** The most periods a day of a professor. */
const dailyPeriodsMax = 6;

/** Two of so many teachers never teach at some time. */
const forbiddenEvery = 15;
const forbiddenTimes: Readonly<Record<number, string>> = { 5: '周三7-8', 11: '周一1-2' };

/** Assigns a teacher of the department to every teaching class, and leaves some meetings to the solver. */
export function assignTeachers(
  planned: readonly PlannedTeachingClass[],
  teachers: readonly DemoTeacher[],
  random: Random,
): Staffing {
  const roster = new Roster(teachers);
  const bundles = Map.groupBy(planned, ({ bundle }) => bundle);
  const heaviestFirst = [...bundles.values()].sort((left, right) => periodsOf(right) - periodsOf(left));
  const teacherOfBundle = new Map<string, string>();
  for (const parts of heaviestFirst) teacherOfBundle.set(parts[0].bundle, roster.assign(parts));
  const qualifications = qualify(roster, teachers, planned, random);
  const open = openSections(planned, teacherOfBundle, roster, qualifications);
  const teachingClasses = planned.map(({ bundle, ...section }) => ({
    ...section,
    meetings: section.meetings.map((meeting) => ({
      ...meeting,
      teacher: open.has(section.code) ? null : (teacherOfBundle.get(bundle) ?? null),
      further: [],
    })),
  }));
  return { qualifications, teachingClasses: taughtTogether(teachingClasses, roster, qualifications) };
}

/** A lecture that two hold, and an experiment with an assistant: the colleagues who have most time for it. */
function taughtTogether(
  sections: readonly DemoTeachingClass[],
  roster: Roster,
  qualifications: readonly DemoQualification[],
): DemoTeachingClass[] {
  const isFree = ({ type, dailyPeriodsMax: most, forbiddenTimes: never }: DemoTeacher): boolean =>
    type !== '兼职教师' && most === null && !never;
  const wanted: Readonly<Record<string, TeachingRole>> = {
    理论学时: TeachingRole.LECTURER,
    实验学时: TeachingRole.ASSISTANT,
  };
  const left = new Set(Object.keys(wanted));
  return sections.map((section) => {
    const [{ creditHourType: kind, teacher: first }] = section.meetings;
    const role = wanted[kind];
    if (!left.has(kind) || first === null || section.meetings.some((each) => each.creditHourType !== kind))
      return section;
    const mayTeach = qualifications
      .filter(({ course, isApproved }) => course === section.course && isApproved)
      .map(({ teacher }) => teacher);
    const colleagues = roster.teachers.filter(
      (each) =>
        each.code !== first &&
        isFree(each) &&
        roster.loads.peak(each.code) + 8 <= teacherLoad.most &&
        (role === TeachingRole.ASSISTANT
          ? each.department === section.department
          : mayTeach.includes(each.code)),
    );
    if (colleagues.length === 0) return section;
    left.delete(kind);
    const { code } = cheapest(colleagues, (each) => roster.loads.peak(each.code));
    const further = [{ teacher: code, role }];
    return { ...section, meetings: section.meetings.map((meeting) => ({ ...meeting, further })) };
  });
}

const periodsOf = (parts: readonly PlannedTeachingClass[]): number =>
  parts
    .flatMap(({ meetings }) => meetings)
    .reduce((sum, { periods, weeks }) => sum + periods * weeks.length, 0);

/** Which courses each teacher teaches, and the load in each week. */
class Roster {
  readonly loads = new WeekLoads(semester.weeks);
  readonly courses = new Map<string, Set<string>>();

  constructor(readonly teachers: readonly DemoTeacher[]) {
    for (const { code } of teachers) this.courses.set(code, new Set());
  }

  /**
   * Assigns the parts to the member of the department with the lightest load; preparing a new course counts
   * too.
   */
  assign(parts: readonly PlannedTeachingClass[]): string {
    const [{ department, course }] = parts;
    const colleagues = this.teachers.filter((teacher) => teacher.department === department);
    const cost = ({ code }: DemoTeacher): number =>
      this.#peakWith(code, parts) + this.#preparation(code, course);
    const teacher = cheapest(colleagues, cost).code;
    for (const { meetings } of parts) {
      for (const { weeks, periods } of meetings) this.loads.add([teacher], weeks, periods);
    }
    this.courses.get(teacher)?.add(course);
    return teacher;
  }

  #preparation(teacher: string, course: string): number {
    const taught = this.courses.get(teacher) ?? new Set();
    return taught.has(course) ? 0 : taught.size;
  }

  #peakWith(teacher: string, parts: readonly PlannedTeachingClass[]): number {
    const load = [...this.loads.of(teacher)];
    for (const { weeks, periods } of parts.flatMap(({ meetings }) => meetings)) {
      for (const week of weeks) load[week - 1] += periods;
    }
    return Math.max(...load);
  }
}

/** Teachers are qualified for the courses they teach; most have another qualification in their department. */
function qualify(
  roster: Roster,
  teachers: readonly DemoTeacher[],
  planned: readonly PlannedTeachingClass[],
  random: Random,
): DemoQualification[] {
  const coursesOf = Map.groupBy(new Set(planned.map(({ course }) => course)), (course) => course.slice(0, 3));
  const led = new Set<string>();
  return teachers.flatMap((teacher) => {
    const own = [...(roster.courses.get(teacher.code) ?? [])];
    const others = random
      .shuffled(coursesOf.get(teacher.department) ?? [])
      .filter((course) => !own.includes(course));
    const further = others.slice(0, random.whole(0, 2));
    const professor = teacher.jobTitle.endsWith('教授');
    const qualification = (course: string, isApproved: boolean): DemoQualification => {
      const isPrimary = isApproved && !led.has(course);
      if (isPrimary) led.add(course);
      const teachYears = professor ? random.whole(8, 25) : random.whole(0, 10);
      const level = professor ? 3 : teacher.jobTitle === '讲师' ? 2 : 1;
      return { teacher: teacher.code, course, level, isPrimary, teachYears, isApproved };
    };
    return [
      ...own.map((course) => qualification(course, true)),
      ...further.map((course) => qualification(course, random.chance(0.85))),
    ];
  });
}

/**
 * Teaching classes with one meeting for which the solver chooses the teacher: so few that no teacher exceeds
 * the limits of load, whoever is chosen.
 */
function openSections(
  planned: readonly PlannedTeachingClass[],
  teacherOfBundle: ReadonlyMap<string, string>,
  roster: Roster,
  qualifications: readonly DemoQualification[],
): Set<string> {
  const open = new Set<string>();
  const affected = new Set<string>();
  const approved = qualifications.filter(({ isApproved }) => isApproved);
  for (const { code, course, bundle, meetings } of planned) {
    if (open.size === openMeetingsMax) break;
    const qualified = approved.filter((one) => one.course === course).map(({ teacher }) => teacher);
    const assigned = teacherOfBundle.get(bundle) ?? '';
    const [{ periods }] = meetings;
    const isFree =
      meetings.length === 1 &&
      qualified.length > 1 &&
      qualified.every(
        (teacher) => !affected.has(teacher) && roster.loads.peak(teacher) + periods <= teacherLoad.most,
      ) &&
      roster.loads.peak(assigned) - periods >= teacherLoad.least;
    if (!isFree) continue;
    open.add(code);
    for (const teacher of qualified) affected.add(teacher);
  }
  return open;
}

/** Half-days that teachers like or dislike, with reasons. */
const halfDays: readonly Omit<DemoPreference, 'teacher' | 'period'>[] = [
  { dayOfWeek: 1, level: 2, reason: '周一上午参加学院例会' },
  { dayOfWeek: 3, level: 4, reason: '周三在校时间较长' },
  { dayOfWeek: 4, level: 5, reason: '周四安排教学最方便' },
  { dayOfWeek: 5, level: 1, reason: '周五下午需要往返外地' },
  { dayOfWeek: 2, level: 2, reason: '周二有科研工作安排' },
];

/** Half of the teachers state a preference. */
export function makePreferences(teachers: readonly DemoTeacher[], random: Random): DemoPreference[] {
  return teachers
    .filter(() => random.chance(0.5))
    .flatMap(({ code }) => {
      const halfDay = random.pick(halfDays);
      const firstPeriod = halfDay.level === 1 || random.chance(0.5) ? 5 : 1;
      return [0, 1, 2, 3].map((offset) => ({ teacher: code, ...halfDay, period: firstPeriod + offset }));
    });
}

/** Part-time teachers come on three days; some others are absent on one afternoon. */
export function makeAbsences(teachers: readonly DemoTeacher[], random: Random): DemoUnavailability[] {
  return teachers.flatMap((teacher) => {
    if (teacher.type === '兼职教师') {
      const days = random.shuffled([1, 2, 3, 4, 5]).slice(0, 2);
      return days.flatMap((day) => periodsAway(teacher.code, day, 1, semester.periodsPerDay));
    }
    return random.chance(0.15) ? periodsAway(teacher.code, random.whole(1, 5), 5, 8) : [];
  });
}

const periodsAway = (teacher: string, dayOfWeek: number, first: number, last: number): DemoUnavailability[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ teacher, dayOfWeek, period: first + index }));
