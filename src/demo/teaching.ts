import { curriculum, type CurriculumCourse, type Standing } from './curriculum.js';
import { evenParts } from './lists.js';
import type { DemoCourse, DemoMeeting, DemoSemester, DemoTeachingClass, HourKind } from './model.js';
import type { PlannedClass } from './organisation.js';
import { WeekLoads } from './week-loads.js';

/** The semester to schedule; week 1 begins on a Monday. */
export const semester: DemoSemester = {
  name: '2026-2027-1',
  description: '2026-2027学年第一学期',
  startDate: '2026-08-31',
  endDate: '2027-01-03',
  weeks: 18,
  periodsPerDay: 12,
};

/** Teaching lasts 16 weeks; first-year students have military training before. */
const teachingWeeks = 16;
const firstWeekOf = (cohort: string): number => (cohort.endsWith('1') ? 3 : 1);

const creditHourTypes: Record<HourKind, string> = {
  theory: '理论学时',
  lab: '实验学时',
  practice: '实践学时',
  computer: '上机学时',
};
const kinds = Object.keys(creditHourTypes) as HourKind[];

/** A course with its place in the curriculum. */
interface PlannedCourse extends DemoCourse {
  readonly plan: CurriculumCourse;
}

/** A teaching class without a teacher. */
export interface PlannedTeachingClass extends Omit<DemoTeachingClass, 'meetings'> {
  readonly meetings: readonly Omit<DemoMeeting, 'teacher' | 'further'>[];
  /** Teaching classes of one bundle share a teacher. */
  readonly bundle: string;
}

/**
 * How a course is catalogued. Clients offer whole classes those courses only whose property is named 必修.
 */
const catalogueTexts: Record<Standing, { category: string; property: string; nature: string }> = {
  public: { category: '公共基础课(必修)', property: '必修', nature: '公共必修课' },
  basic: { category: '专业基础课(必修)', property: '必修', nature: '必修课' },
  core: { category: '专业核心课(必修)', property: '必修', nature: '必修课' },
  elective: { category: '专业课(选修)', property: '专业选修课', nature: '专业选修课' },
  training: { category: '实习实训(必修)', property: '必修', nature: '实习实训' },
  publicElective: { category: '公共课(选修)', property: '公共选修课', nature: '公共选修课' },
};

/** The catalogue; codes are numbered within each department. */
export function makeCourses(): PlannedCourse[] {
  const counts = new Map<string, number>();
  return curriculum.map((plan) => {
    const number = (counts.get(plan.department) ?? 100) + 1;
    counts.set(plan.department, number);
    return courseOf(plan, `${plan.department}${number}`);
  });
}

function courseOf(plan: CurriculumCourse, code: string): PlannedCourse {
  const { theory, lab, practice, computer } = plan.hours;
  const handsOn = lab + practice + computer;
  const total = theory + handsOn;
  return {
    plan,
    code,
    name: plan.name,
    englishName: plan.englishName,
    department: plan.department,
    ...catalogueTexts[plan.standing],
    type: handsOn === 0 ? 'A类(纯理论课)' : theory === 0 ? 'C类(纯实践课)' : 'B类((理论+实践)课)',
    hours: plan.hours,
    weekHours: total / teachingWeeks,
    credits: total / 16,
    classroomTypes: {
      ...(theory > 0 && { theory: plan.rooms.theory ?? '多媒体教室' }),
      ...(lab > 0 && { lab: plan.rooms.lab }),
      ...(practice > 0 && { practice: plan.rooms.practice }),
      ...(computer > 0 && { computer: '机房' }),
    },
  };
}

/** Forms the teaching classes of all courses. */
export function planTeaching(
  courses: readonly PlannedCourse[],
  classes: readonly PlannedClass[],
): PlannedTeachingClass[] {
  const loads = new WeekLoads(semester.weeks);
  return courses.flatMap((course) => new SectionBuilder(course, loads).form(classes));
}

/** Number of students in an elective that is open to all. */
const openSectionSize = 48;

/** Forms the teaching classes of one course. */
class SectionBuilder {
  #sections = 0;

  constructor(
    readonly course: PlannedCourse,
    /** Periods of every administrative class so far, used to balance odd and even weeks. */
    readonly loads: WeekLoads,
  ) {}

  form(classes: readonly PlannedClass[]): PlannedTeachingClass[] {
    const { takenBy, together, openSections } = this.course.plan;
    const attending = classes.filter(
      ({ cohort }) => takenBy.includes(cohort) || takenBy.includes(`*${cohort.slice(-1)}`),
    );
    const open = Array.from({ length: openSections }, () => this.#section([], ['theory'], openSectionSize));
    return [...open, ...evenParts(attending, together).flatMap((group) => this.#attendedBy(group))];
  }

  /** The lecture, and separate parts for students who do not fit into one laboratory. */
  #attendedBy(group: PlannedClass[]): PlannedTeachingClass[] {
    const { hours, inHalves } = this.course.plan;
    const together = (kind: HourKind): boolean => kind === 'theory' || (group.length === 1 && !inHalves);
    const joint = kinds.filter((kind) => hours[kind] > 0 && together(kind));
    const apart = kinds.filter((kind) => hours[kind] > 0 && !together(kind));
    const parts = apart.length === 0 ? [] : group.flatMap((one) => this.#partsOf(one, apart));
    return joint.length === 0 ? parts : [this.#section(group, joint), ...parts];
  }

  #partsOf(one: PlannedClass, apart: readonly HourKind[]): PlannedTeachingClass[] {
    if (!this.course.plan.inHalves) return [this.#section([one], apart)];
    const first = Math.ceil(one.studentCount / 2);
    const parity = this.loads.lighterParity([one.code]);
    return [
      this.#section([one], apart, first, { letter: 'A', parity }),
      this.#section([one], apart, one.studentCount - first, { letter: 'B', parity: 1 - parity }),
    ];
  }

  #section(
    group: readonly PlannedClass[],
    kindsHeld: readonly HourKind[],
    studentCount = group.reduce((sum, one) => sum + one.studentCount, 0),
    half?: { letter: string; parity: number },
  ): PlannedTeachingClass {
    const { code, name, department, plan } = this.course;
    const groups = group.map((one) => one.code);
    const firstWeek = group.length > 0 ? firstWeekOf(group[0].cohort) : 1;
    const meetings = kindsHeld.flatMap((kind) => {
      const hours = plan.hours[kind];
      const parity = half?.parity ?? this.loads.lighterParity(groups);
      const rhythm = half
        ? everyOtherWeek(hours, firstWeek, parity)
        : rhythmOf(hours, firstWeek, plan.half, parity);
      for (const { weeks, periods } of rhythm) this.loads.add(groups, weeks, periods);
      const classroomType = this.#roomFor(kind, group.length);
      return rhythm.map((times) => ({ ...times, creditHourType: creditHourTypes[kind], classroomType }));
    });
    const section = `${code}-${String(++this.#sections).padStart(2, '0')}`;
    return {
      code: section,
      name: `${name}（${attendance(group, half?.letter)}）`,
      course: code,
      department,
      isCompulsory: group.length > 0,
      studentCount,
      minWorkingDays: Math.min(3, meetings.length),
      groups,
      half: half ? halfName(half.letter) : null,
      meetings,
      bundle: half ? `${code}/${groups[0]}` : section,
    };
  }

  #roomFor(kind: HourKind, groupCount: number): string {
    if (kind === 'theory' && groupCount > 1) return '公共教室';
    const type = this.course.classroomTypes[kind];
    if (type === undefined) throw new Error(`No type of room is named for ${kind} of ${this.course.name}.`);
    return type;
  }
}

/** The name of a half, and of the partition that it is of. */
export const halfName = (letter: string): string => `${letter}组`;
export const halves = '实验分组';

function attendance(group: readonly PlannedClass[], letter = ''): string {
  if (group.length === 0) return '全校选修';
  if (group.length > 2) return `${group[0].name}等${group.length}个班`;
  return `${group.map((one) => one.name).join('、')}${letter && halfName(letter)}`;
}

type Times = Pick<DemoMeeting, 'periods' | 'weeks'>;

const weeksFrom = (first: number, count: number, step = 1): number[] =>
  Array.from({ length: count }, (_, index) => first + index * step);

/** Double periods: every week as long as the hours suffice, the rest in alternate or consecutive weeks. */
function rhythmOf(hours: number, firstWeek: number, half: 1 | 2 | null, parity: number): Times[] {
  const doubles = hours / 2;
  if (half !== null) {
    const weeks = weeksFrom(firstWeek + (half - 1) * 8, 8);
    return Array.from({ length: doubles / 8 }, () => ({ periods: 2, weeks }));
  }
  const everyWeek = weeksFrom(firstWeek, teachingWeeks);
  const weekly = Array.from({ length: Math.floor(doubles / teachingWeeks) }, () => ({
    periods: 2,
    weeks: everyWeek,
  }));
  const rest = doubles % teachingWeeks;
  if (rest === 0) return weekly;
  if (rest === teachingWeeks / 2) return [...weekly, ...everyOtherWeek(rest * 2, firstWeek, parity)];
  return [...weekly, { periods: 2, weeks: weeksFrom(firstWeek + parity * (teachingWeeks - rest), rest) }];
}

/** Hours of one half of a class, in alternate weeks. */
function everyOtherWeek(hours: number, firstWeek: number, parity: number): Times[] {
  const count = teachingWeeks / 2;
  return [{ periods: hours / count, weeks: weeksFrom(firstWeek + parity, count, 2) }];
}
