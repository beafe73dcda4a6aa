import { MEETINGS_MAX, ROOMS_MAX, TIMES_MAX } from './formats/bounds.js';
import { furtherOf, type Problem, type SectionedCourse } from './model.js';
import { settingOf } from './profiles.js';
import { agendaTablesMax, SLOTS_MAX } from './search/image/agendas.js';
import { gridSizeOf, type GridSize } from './search/image/grid.js';
import { isExclusive } from './search/image/resources.js';
import { canBeAttended, CHOICES_MAX } from './search/students/image.js';

/** Something of which a problem has a number, by itself or as a product, and how many can be solved. */
interface Size {
  readonly what: string;
  readonly max: number;
  of(problem: Problem, grid: GridSize): number;
}

/**
 * What decides whether a problem fits into a gigabyte: numbers of things, and the products from which the
 * search makes its tables. All are counted before any table is made.
 */
const SIZES: readonly Size[] = [
  { what: 'meetings', max: MEETINGS_MAX, of: ({ meetings }) => meetings.length },
  { what: 'times', max: TIMES_MAX, of: ({ times }) => times.length },
  { what: 'rooms', max: ROOMS_MAX, of: ({ rooms }) => rooms.length },
  {
    what: 'rooms where travel takes time',
    max: 2000,
    of: ({ rooms, travel = [] }) => (travel.length > 0 ? rooms.length : 0),
  },
  {
    what: 'meetings where students choose among them',
    max: 15_000,
    of: ({ meetings, sectioning }) => (sectioning ? meetings.length : 0),
  },
  { what: 'students', max: 200_000, of: ({ sectioning, students }) => peopleOf({ sectioning, students }) },
  {
    what: 'possible times of all meetings together',
    max: 10_000_000,
    of: ({ meetings }) => sum(meetings, ({ times }) => times.length),
  },
  {
    what: 'possible rooms of all meetings together',
    max: 10_000_000,
    of: ({ meetings, rooms }) => sum(meetings, (meeting) => (meeting.rooms ?? rooms).length),
  },
  {
    what: 'possible teachers of all meetings together',
    max: 2_000_000,
    of: ({ meetings }) => sum(meetings, (meeting) => meeting.teachers.length + furtherOf(meeting).length),
  },
  { what: 'meetings x rooms', max: 20_000_000, of: ({ meetings, rooms }) => meetings.length * rooms.length },
  { what: 'rooms x times', max: 30_000_000, of: ({ rooms, times }) => rooms.length * times.length },
  { what: 'teachers x times', max: 20_000_000, of: ({ teachers, times }) => teachers.length * times.length },
  {
    what: 'absences x times',
    max: 50_000_000,
    of: ({ rooms, teachers, groups, times }) =>
      times.length * sum([...rooms, ...teachers, ...groups], ({ unavailable }) => unavailable?.length ?? 0),
  },
  {
    what: 'periods that times and absences cover over all days and weeks',
    max: 20_000_000,
    of: (_, { covered }) => covered,
  },
  {
    what: 'teachers, groups, classes and rooms x periods of all days and weeks',
    max: 40_000_000,
    of: (problem, grid) => ownersOf(problem, grid) * grid.atoms * grid.slots * problem.calendar.days,
  },
  {
    what: 'classes x classes, groups and teachers',
    max: 50_000_000,
    of: ({ profile, teachingClasses: { length }, groups, teachers }) =>
      profile === 'UD2' ? length * (length + groups.length + teachers.length) : 0,
  },
  {
    what: 'pairs of meetings of one relation or group',
    max: 2_000_000,
    of: ({ distributions = [], groups, meetings }) => pairsOf(distributions) + groupPairsOf(groups, meetings),
  },
  { what: 'pairs of meetings of one student', max: 10_000_000, of: studentPairsOf },
  {
    what: 'ways to attend all courses',
    max: 5_000_000,
    of: ({ sectioning }) => sum(sectioning?.courses ?? [], choicesMaxOf),
  },
  {
    what: 'combinations of busy periods of a day in tables of the rules on days',
    max: 2 ** 25,
    of: (problem, { slots }) => (slots > SLOTS_MAX ? 0 : agendaTablesMax(problem, slots) * 2 ** slots),
  },
  {
    what: 'periods of a day where rules on days apply',
    max: SLOTS_MAX,
    of: (problem, { slots }) => (agendaTablesMax(problem, slots) > 0 ? slots : 0),
  },
  {
    what: 'kinds of weeks that the times tell apart, where there are relations or students',
    max: 32,
    of: ({ distributions = [], students = [], sectioning }, { atoms }) =>
      distributions.length + students.length > 0 || sectioning ? atoms : 0,
  },
];

/** Sentences that name every number of a problem that is too large to be solved in memory. */
export function sizeFaults(problem: Problem): string[] {
  const grid = gridSizeOf(problem);
  return SIZES.flatMap(({ what, max, of }) => {
    const count = of(problem, grid);
    return count > max ? [`Too many ${what}: ${words(count)}; at most ${words(max)} can be solved.`] : [];
  });
}

/** Courses that students request, but whose classes and their parents offer no way to attend. */
export function unattendable({ sectioning }: Problem): SectionedCourse[] {
  const requested = new Set(sectioning?.requests.flatMap(({ courses }) => courses));
  return (sectioning?.courses ?? []).filter((course) => requested.has(course.id) && !canBeAttended(course));
}

const words = (count: number): string => count.toLocaleString('en');

function sum<T>(list: readonly T[], value: (one: T) => number): number {
  let total = 0;
  for (const one of list) total += value(one);
  return total;
}

const peopleOf = ({ sectioning, students = [] }: Pick<Problem, 'sectioning' | 'students'>): number =>
  Math.max(students.length, sectioning?.requests.length ?? 0);

/** Number of the owners whose occupied periods the search counts. */
function ownersOf(problem: Problem, grid: GridSize): number {
  const { teachers, groups, teachingClasses, rooms, distributions = [] } = problem;
  const hasClasses = settingOf(problem, 'teaching-class-conflict').level === 'hard';
  return (
    teachers.length +
    groups.length +
    (hasClasses ? teachingClasses.length : 0) +
    (grid.isWide ? 0 : rooms.length) +
    distributions.filter((relation) => isExclusive(problem, grid, relation)).length
  );
}

const pairs = (members: number): number => (members * (members - 1)) / 2;

const pairsOf = (sets: NonNullable<Problem['distributions']>): number =>
  sum(sets, ({ meetings }) => pairs(meetings.length));

function groupPairsOf(groups: Problem['groups'], meetings: Problem['meetings']): number {
  const members = new Map(groups.map(({ id }) => [id, 0]));
  for (const meeting of meetings)
    for (const id of meeting.groups) members.set(id, (members.get(id) ?? 0) + 1);
  return sum([...members.values()], pairs);
}

/** Meetings that a student attends at most: one of every subpart of the largest configuration. */
function studentPairsOf({ students = [], sectioning }: Problem): number {
  const attended = new Map(
    sectioning?.courses.map(({ id, configurations }) => [
      id,
      configurations.reduce((most, subparts) => Math.max(most, subparts.length), 0),
    ]),
  );
  const ofRequests = sum(sectioning?.requests ?? [], ({ courses }) =>
    pairs(sum(courses, (id) => attended.get(id) ?? 0)),
  );
  return Math.max(
    ofRequests,
    sum(students, ({ meetings }) => pairs(meetings.length)),
  );
}

/** Meetings in all choices of a course, of which the search makes a bounded number. */
function choicesMaxOf({ configurations }: SectionedCourse): number {
  const each = Math.ceil(CHOICES_MAX / Math.max(1, configurations.length));
  return sum(configurations, (subparts) => {
    const choices = subparts.reduce((product, classes) => Math.min(each, product * classes.length), 1);
    return choices * subparts.length;
  });
}
