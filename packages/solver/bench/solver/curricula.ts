import { readCtt } from '../../src/competitions/index.js';
import { Random } from '../../src/search/random.js';

/** Size and tightness of a made-up instance of curriculum-based timetabling. */
export interface CurriculaSize {
  readonly name: string;
  readonly days: number;
  readonly periods: number;
  readonly rooms: number;
  /** Courses wanted; there are fewer when the grid is full before. */
  readonly courses: number;
  readonly lecturesPerCourse: number;
  readonly curricula: number;
  readonly coursesPerCurriculum: number;
  /** So many curricula each choose their courses from those of one programme; 1 when absent. */
  readonly variants?: number;
  /** Percent of the places (rooms x periods) that lectures take. */
  readonly occupancy: number;
  /** Percent of the periods that a course does not use in the planted timetable and that are closed to it. */
  readonly unavailability: number;
  readonly seed?: number;
}

interface Course {
  readonly id: string;
  readonly periods: ReadonlySet<number>;
  readonly students: number;
  teacher: string;
}

/** Percent of the courses that go to a teacher who has others, where one is free. */
const SHARED_TEACHERS = 40;
const TEACHER_PROBES = 10;

/**
 * A made-up instance in the extended format (`.ectt`). A timetable without clashes is planted: courses get
 * periods first, and only then curricula, teachers and closed periods that these periods allow.
 */
export function curricula(size: CurriculaSize): string {
  const random = new Random(size.seed ?? 1);
  const capacities = Array.from({ length: size.rooms }, (_, r) => 20 + 15 * (r % 12));
  const courses = plantedCourses(size, capacities, random);
  giveTeachers(courses, random);
  const groups = coursesOfGroups(size, courses, random);
  const closed = courses.flatMap(({ id, periods }) =>
    Array.from({ length: size.days * size.periods }, (_, p) => p)
      .filter((p) => !periods.has(p) && random.below(100) < size.unavailability)
      .map((p) => `${id} ${dayAndPeriod(size, p)}`),
  );
  const rows = courses.map(({ id, teacher, periods, students }) => {
    const days = new Set([...periods].map((p) => Math.floor(p / size.periods)));
    return `${id} ${teacher} ${periods.size} ${days.size} ${students} ${random.below(2)}`;
  });
  const sections = [
    ['COURSES', rows],
    ['ROOMS', capacities.map((capacity, r) => `R${r} ${capacity} ${r % 3}`)],
    ['CURRICULA', groups.map((ids, q) => `q${q} ${ids.length} ${ids.join(' ')}`)],
    ['UNAVAILABILITY_CONSTRAINTS', closed],
    ['ROOM_CONSTRAINTS', []],
  ] as const;
  const header = [
    `Name: ${size.name}`,
    `Courses: ${courses.length}`,
    `Rooms: ${size.rooms}`,
    `Days: ${size.days}`,
    `Periods_per_day: ${size.periods}`,
    `Curricula: ${groups.length}`,
    'Min_Max_Daily_Lectures: 2 6',
    `UnavailabilityConstraints: ${closed.length}`,
    'RoomConstraints: 0',
  ];
  const body = sections.map(([title, lines]) => [`${title}:`, ...lines].join('\n'));
  return [header.join('\n'), ...body, 'END.'].join('\n\n') + '\n';
}

const dayAndPeriod = ({ periods }: CurriculaSize, p: number): string =>
  `${Math.floor(p / periods)} ${p % periods}`;

/** Deals the wanted places of the grid to courses, no period twice to one course. */
function plantedCourses(size: CurriculaSize, capacities: readonly number[], random: Random): Course[] {
  const grid = Array.from({ length: size.rooms * size.days * size.periods }, (_, i) => i);
  const places = shuffled(grid, random);
  const waiting = places.slice(0, Math.round((places.length * size.occupancy) / 100));
  const courses: Course[] = [];
  while (waiting.length > 0 && courses.length < size.courses) {
    const wanted = Math.max(1, size.lecturesPerCourse - 1 + random.below(3));
    const rooms: number[] = [];
    const periods = new Set<number>();
    for (let i = waiting.length - 1; i >= 0 && periods.size < wanted; i--) {
      const p = Math.floor(waiting[i] / size.rooms);
      if (periods.has(p)) continue;
      periods.add(p);
      rooms.push(waiting[i] % size.rooms);
      waiting.splice(i, 1);
    }
    const students = 5 + random.below(Math.min(...rooms.map((r) => capacities[r])));
    const id = `c${courses.length}`;
    courses.push({ id, periods, students, teacher: `t${courses.length}` });
  }
  return courses;
}

function giveTeachers(courses: readonly Course[], random: Random): void {
  const busy = new Map<string, Set<number>>();
  for (const [i, course] of courses.entries()) {
    const isShared = i > 0 && random.below(100) < SHARED_TEACHERS;
    for (let probe = 0; isShared && probe < TEACHER_PROBES; probe++) {
      const { teacher } = courses[random.below(i)];
      if ([...course.periods].some((p) => busy.get(teacher)?.has(p))) continue;
      course.teacher = teacher;
      break;
    }
    busy.set(course.teacher, new Set([...(busy.get(course.teacher) ?? []), ...course.periods]));
  }
}

/**
 * The courses of every curriculum. A programme is half as large again as the curricula that choose from it.
 */
function coursesOfGroups(size: CurriculaSize, courses: readonly Course[], random: Random): string[][] {
  const { variants = 1, coursesPerCurriculum: wanted } = size;
  const groups: string[][] = [];
  for (let programme: string[] = []; groups.length < size.curricula;) {
    if (groups.length % variants === 0)
      programme = compatible(courses, variants === 1 ? wanted : Math.ceil(1.5 * wanted), random);
    groups.push(variants === 1 ? programme : programme.filter(() => random.below(3) > 0));
  }
  return groups;
}

/** Ids of random courses that share no period. */
function compatible(courses: readonly Course[], wanted: number, random: Random): string[] {
  const taken = new Set<number>();
  const members = new Set<string>();
  for (let probe = 0; probe < 4 * wanted && members.size < wanted; probe++) {
    const { id, periods } = courses[random.below(courses.length)];
    if (members.has(id) || [...periods].some((p) => taken.has(p))) continue;
    members.add(id);
    for (const p of periods) taken.add(p);
  }
  return [...members];
}

/**
 * Other curricula for an instance in the competition's format: each course takes the place of another with as
 * many lectures. Sizes and costs stay alike, so that settings which suit only the original show. Courses that
 * are open in less than half of the periods stay where they are, because two of them seldom fit into one
 * curriculum.
 */
export function withOtherCurricula(text: string, seed: number): string {
  const random = new Random(seed);
  const { meetings, times } = readCtt(text);
  const lectures = new Map<string, number>();
  for (const { teachingClass: id, times: open } of meetings)
    if (2 * open.length >= times.length) lectures.set(id, (lectures.get(id) ?? 0) + 1);
  const standIn = new Map<string, string>();
  for (const amount of new Set(lectures.values())) {
    const alike = [...lectures.keys()].filter((id) => lectures.get(id) === amount);
    for (const [i, id] of shuffled(alike, random).entries()) standIn.set(alike[i], id);
  }
  const [head, rest] = text.split(/^CURRICULA:\s*$/m);
  const [rows, tail] = rest.split(/^UNAVAILABILITY_CONSTRAINTS:\s*$/m);
  const mixed = rows.split('\n').map((line) => {
    const [id, size, ...members] = line.trim().split(/\s+/);
    return id ? [id, size, ...members.map((member) => standIn.get(member) ?? member)].join(' ') : '';
  });
  return `${head}CURRICULA:${mixed.join('\n')}UNAVAILABILITY_CONSTRAINTS:${tail}`;
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const result = [...list];
  for (let i = result.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}

/** Like collections unlike the competition: small and full, long days, very many curricula. */
export const COLLECTIONS: readonly CurriculaSize[] = [
  {
    name: 'full',
    days: 5,
    periods: 5,
    rooms: 10,
    courses: 99,
    lecturesPerCourse: 5,
    curricula: 55,
    coursesPerCurriculum: 3,
    occupancy: 100,
    unavailability: 10,
  },
  {
    name: 'nearly-full',
    days: 5,
    periods: 4,
    rooms: 13,
    courses: 99,
    lecturesPerCourse: 5,
    curricula: 26,
    coursesPerCurriculum: 4,
    occupancy: 98,
    unavailability: 20,
  },
  {
    name: 'competition',
    days: 5,
    periods: 6,
    rooms: 18,
    courses: 110,
    lecturesPerCourse: 4,
    curricula: 70,
    coursesPerCurriculum: 4,
    occupancy: 75,
    unavailability: 25,
  },
  {
    name: 'many-owners',
    days: 6,
    periods: 6,
    rooms: 9,
    courses: 60,
    lecturesPerCourse: 3,
    curricula: 140,
    coursesPerCurriculum: 5,
    occupancy: 60,
    unavailability: 35,
  },
  {
    name: 'long-days',
    days: 5,
    periods: 15,
    rooms: 21,
    courses: 200,
    lecturesPerCourse: 5,
    curricula: 100,
    coursesPerCurriculum: 6,
    occupancy: 62,
    unavailability: 20,
  },
  {
    name: 'longest-days',
    days: 6,
    periods: 16,
    rooms: 12,
    courses: 150,
    lecturesPerCourse: 5,
    curricula: 60,
    coursesPerCurriculum: 8,
    occupancy: 90,
    unavailability: 40,
  },
  {
    name: 'twenty-periods',
    days: 5,
    periods: 20,
    rooms: 6,
    courses: 99,
    lecturesPerCourse: 5,
    curricula: 30,
    coursesPerCurriculum: 6,
    occupancy: 70,
    unavailability: 30,
  },
  {
    name: 'eleven-periods',
    days: 5,
    periods: 11,
    rooms: 25,
    courses: 152,
    lecturesPerCourse: 3,
    curricula: 60,
    coursesPerCurriculum: 6,
    occupancy: 35,
    unavailability: 60,
  },
  {
    name: 'faculty',
    days: 6,
    periods: 10,
    rooms: 50,
    courses: 250,
    lecturesPerCourse: 3,
    curricula: 400,
    coursesPerCurriculum: 6,
    occupancy: 30,
    unavailability: 5,
  },
  {
    name: 'university',
    days: 5,
    periods: 6,
    rooms: 150,
    courses: 700,
    lecturesPerCourse: 1,
    curricula: 3600,
    coursesPerCurriculum: 8,
    variants: 30,
    occupancy: 25,
    unavailability: 30,
  },
];
