import type { Meeting, Placement, Problem, RuleId } from '../../../src/model.js';
import { settingOf } from '../../../src/profiles.js';
import {
  addDay,
  addNumbers,
  addOneAtATime,
  daysOf,
  kindsOfWeek,
  termsOf,
  type Choice,
  type OwnersDay,
} from './days.js';
import { Prices } from './prices.js';
import { Program, type Variable } from './program.js';
import { addRooms, roomClassesOf, type RoomChoices } from './rooms.js';

/**
 * Timetables of a problem, or of a part of its meetings, as a program of whole numbers: no timetable of the
 * problem costs less than the least cost of each part together, where a group's meetings are in one part.
 * Exact are times, teachers, days of teachers and groups, working days, parts of courses, loads;
 * of rooms only their classes, how many there are at a period, and on which campus they are; of single
 * students that they miss at most one meeting of their group for an elective.
 */
export class Formulation {
  readonly program = new Program();
  readonly #prices: Prices;
  readonly #choices = new Map<Meeting, readonly Choice[]>();
  readonly #rooms: RoomChoices;

  constructor(
    private readonly problem: Problem,
    private readonly meetings: readonly Meeting[] = problem.meetings,
  ) {
    this.#prices = new Prices(problem);
    const classes = roomClassesOf(problem, meetings, this.#prices);
    for (const meeting of meetings) {
      const allowed = classes.filter(({ prices }) => prices.has(meeting));
      this.#choices.set(meeting, this.#choicesOf(meeting, new Set(allowed.map(({ campus }) => campus))));
      this.program.row(termsOf(this.#choices.get(meeting)!), '=', 1);
    }
    this.#rooms = addRooms(this.program, problem.calendar, classes, this.#choices);
    this.#addOwners();
    this.#addTeachingClasses();
    this.#addParts();
    this.#addTeacherStability();
    this.#addStudents();
  }

  #choicesOf(meeting: Meeting, campuses: ReadonlySet<string>): Choice[] {
    const { lock } = meeting;
    const times = lock?.time === undefined ? meeting.times.map(({ time }) => time) : [lock.time];
    const teachers = lock?.teacher === undefined ? meeting.teachers : [lock.teacher];
    const places = this.problem.travel?.length && campuses.size > 0 ? [...campuses] : [''];
    return [...new Set(times)].flatMap((timeIndex) => {
      const price = this.#prices.ofTime(meeting, timeIndex);
      if (price === Infinity) return [];
      return (teachers.length > 0 ? teachers : [null]).flatMap((teacher) => {
        const more = teacher === null ? 0 : this.#prices.ofTeacher(meeting, timeIndex, teacher);
        if (more === Infinity) return [];
        return places.map((campus): Choice => ({
          meeting,
          time: this.problem.times[timeIndex],
          timeIndex,
          campus,
          teacher,
          variable: this.program.variable('times', price + more, { isWhole: true }),
        }));
      });
    });
  }

  #addOwners(): void {
    const all = [...this.#choices.values()].flat();
    for (const group of this.problem.groups) {
      const own = all.filter(({ meeting }) => meeting.groups.includes(group.id));
      addNumbers(this.program, this.#prices, { group }, own);
      for (const day of daysOf(this.problem, own)) {
        addDay(this.program, this.#prices, { group }, day);
        this.#addTravel(day);
      }
    }
    const here = new Set(this.meetings);
    const elsewhere = this.problem.meetings.filter((meeting) => !here.has(meeting));
    const busyElsewhere = new Set(elsewhere.flatMap(({ lock, teachers }) => lock?.teacher ?? teachers));
    for (const teacher of this.problem.teachers) {
      const own = all.filter((choice) => choice.teacher === teacher.id);
      if (own.length === 0) continue;
      if (!busyElsewhere.has(teacher.id)) addNumbers(this.program, this.#prices, { teacher }, own);
      for (const day of daysOf(this.problem, own)) {
        // Meetings of another part may fill a gap, or make one.
        if (busyElsewhere.has(teacher.id)) addOneAtATime(this.program, day);
        else addDay(this.program, this.#prices, { teacher }, day);
        this.#addTravel(day);
      }
      const { weeklyPeriods } = teacher;
      if (weeklyPeriods === undefined || settingOf(this.problem, 'weekly-load').level !== 'hard') continue;
      for (const weeks of kindsOfWeek(own)) {
        const there = own.filter(({ time }) => time.weeks[weeks.indexOf('1')] === '1');
        const periods = there.map(({ variable, time }) => [variable, time.length] as const);
        this.program.row(periods, '<=', weeklyPeriods);
      }
    }
  }

  /** Whoever is on one campus in a period is on no other in the next, where the way takes a period. */
  #addTravel({ covering }: OwnersDay): void {
    if (settingOf(this.problem, 'travel-time').level !== 'hard') return;
    const campuses = [...new Set(covering.flat().map(({ campus }) => campus))];
    for (const [period, now] of covering.slice(0, -1).entries()) {
      if (this.problem.calendar.longBreaks?.includes(period)) continue;
      for (const here of campuses) {
        const elsewhere = covering[period + 1].filter(({ campus }) => this.#isApart(here, campus));
        if (elsewhere.length === 0) continue;
        const staying = now.filter(({ campus }) => campus === here);
        this.program.row([...termsOf(staying), ...termsOf(elsewhere)], '<=', 1);
      }
    }
  }

  /** Whether every room of one campus is at least a period away from every room of another. */
  #isApart(here: string, there: string): boolean {
    const { travel = [], rooms } = this.problem;
    const campuses = new Set(rooms.map(({ campus }) => campus));
    // Ways between rooms and buildings would come before those between campuses.
    if (here === there || !travel.every(({ from }) => campuses.has(from))) return false;
    return travel.some(
      ({ from, to, periods }) =>
        periods > 0 && from !== to && [here, there].includes(from) && [here, there].includes(to),
    );
  }

  /** Working days, one meeting at a time, and each room beyond the first. */
  #addTeachingClasses(): void {
    const perDay = this.#weightOf('minimum-working-days');
    const perRoom = this.#weightOf('room-stability');
    const classes = Map.groupBy(this.meetings, ({ teachingClass }) => teachingClass);
    for (const { id, minimumDays = 0 } of this.problem.teachingClasses) {
      const meetings = classes.get(id) ?? [];
      if (meetings.length === 0) continue;
      const choices = meetings.flatMap((meeting) => this.#choices.get(meeting)!);
      if (minimumDays > 1 && perDay > 0) {
        const days = Array.from({ length: this.problem.calendar.days }, (_, day) => {
          const used = this.program.variable('days', 0);
          this.program.row([[used, 1], ...termsOf(choices.filter(isOn(day)), -1)], '<=', 0);
          return used;
        });
        const missing = this.program.variable('working days', perDay, { max: minimumDays });
        this.program.row([...ones(days), [missing, 1]], '>=', minimumDays);
      }
      if (meetings.length > 1 && perRoom > 0)
        this.#addDistinct(
          'same room',
          perRoom,
          meetings.flatMap((meeting) =>
            this.#rooms.get(meeting)!.map(({ of, variable }) => ({ key: of, variables: [variable] })),
          ),
        );
    }
  }

  /** Each different key that is used beyond the first costs something. */
  #addDistinct(
    about: string,
    price: number,
    uses: readonly { key: unknown; variables: readonly Variable[] }[],
  ): void {
    const byKey = Map.groupBy(uses, ({ key }) => key);
    if (byKey.size < 2) return;
    const used = [...byKey.values()].map((members) => {
      const variable = this.program.variable(about, price);
      for (const { variables } of members)
        this.program.row([[variable, 1], ...ones(variables).map(([each]) => [each, -1] as const)], '>=', 0);
      return variable;
    });
    const first = this.program.variable(about, -price);
    this.program.row([[first, 1], ...ones(used).map(([each]) => [each, -1] as const)], '<=', 0);
  }

  /** Theory and practice of one course on one day, for each group. */
  #addParts(): void {
    const price = this.#weightOf('course-parts-apart');
    if (price === 0) return;
    const classes = new Map(this.problem.teachingClasses.map((each) => [each.id, each]));
    for (const group of this.problem.groups) {
      const own = this.meetings.filter(({ groups }) => groups.includes(group.id));
      const courses = Map.groupBy(own, ({ teachingClass }) => classes.get(teachingClass)!.course);
      for (const [course, meetings] of courses) {
        const kinds = Map.groupBy(meetings, ({ teachingClass }) => classes.get(teachingClass)!.kind);
        kinds.delete(undefined);
        if (course === undefined || kinds.size < 2) continue;
        for (let day = 0; day < this.problem.calendar.days; day++)
          this.#addPartsOf(day, price, [...kinds.values()]);
      }
    }
  }

  #addPartsOf(day: number, price: number, kinds: readonly (readonly Meeting[])[]): void {
    const above = this.program.variable('parts', price, { max: kinds.length });
    const present = kinds.map((meetings) => {
      const held = this.program.variable('days', 0);
      for (const meeting of meetings)
        this.program.row([[held, 1], ...termsOf(this.#choices.get(meeting)!.filter(isOn(day)), -1)], '>=', 0);
      return held;
    });
    this.program.row([[above, 1], ...ones(present).map(([each]) => [each, -1] as const)], '>=', -1);
  }

  /** Each teacher of a course beyond the first, for each group. */
  #addTeacherStability(): void {
    const price = this.#weightOf('teacher-stability');
    if (price === 0) return;
    const classes = new Map(this.problem.teachingClasses.map((each) => [each.id, each]));
    for (const group of this.problem.groups) {
      const own = this.meetings.filter(({ groups }) => groups.includes(group.id));
      const courseOf = ({ teachingClass }: Meeting) =>
        classes.get(teachingClass)!.course ?? `class ${teachingClass}`;
      for (const meetings of Map.groupBy(own, courseOf).values()) {
        const uses = meetings.flatMap((meeting) => {
          const byTeacher = Map.groupBy(this.#choices.get(meeting)!, ({ teacher }) => teacher);
          return [...byTeacher].map(([key, choices]) => ({
            key,
            variables: choices.map(({ variable }) => variable),
          }));
        });
        this.#addDistinct('teachers', price, uses);
      }
    }
  }

  /** Students who miss a meeting of their group because of another that only they chose. */
  #addStudents(): void {
    const { students = [], groups } = this.problem;
    const attended = new Set(students.flatMap(({ meetings }) => meetings));
    const chosen = this.meetings.filter((meeting) => meeting.groups.length === 0 && attended.has(meeting.id));
    for (const elective of chosen) {
      const own = this.#choices.get(elective)!;
      for (const group of groups) {
        const others = this.meetings.filter((meeting) => meeting.groups.includes(group.id));
        // What several groups attend together is missed by students of all of them.
        const prices = others.map((other) => this.#prices.ofClash(elective, other) / other.groups.length);
        const price = others.length > 0 ? Math.floor(Math.min(...prices)) : 0;
        if (price === 0) continue;
        const missed = this.program.variable('students', price);
        const choices = others.flatMap((other) => this.#choices.get(other)!);
        this.#addMissed(missed, own, choices);
      }
    }
  }

  #addMissed(missed: Variable, elective: readonly Choice[], others: readonly Choice[]): void {
    for (const day of daysOf(this.problem, [...elective, ...others])) {
      for (const covering of day.covering) {
        const own = covering.filter((choice) => elective.includes(choice));
        const rest = covering.filter((choice) => !elective.includes(choice));
        if (own.length === 0 || rest.length === 0) continue;
        this.program.row([[missed, 1], ...termsOf(own, -1), ...termsOf(rest, -1)], '>=', -1);
      }
    }
  }

  /** Decides as a timetable does, to see what the program makes of it. */
  decide(placements: readonly Placement[]): void {
    const byMeeting = new Map(placements.map((placement) => [placement.meeting, placement]));
    for (const [meeting, choices] of this.#choices) {
      const { time, teacher, room } = byMeeting.get(meeting.id)!;
      const rooms = this.#rooms.get(meeting)!;
      const taken = rooms.find(({ of }) => of.rooms.some(({ id }) => id === room));
      const isTaken = (choice: Choice) =>
        choice.timeIndex === time &&
        choice.teacher === teacher &&
        (choice.campus === '' || choice.campus === taken?.of.campus);
      this.program.row(termsOf(choices.filter(isTaken)), '=', 1);
      if (taken) this.program.row([[taken.variable, 1]], '=', 1);
    }
  }

  #weightOf(rule: RuleId): number {
    const { level, weight } = settingOf(this.problem, rule);
    return level === 'soft' ? weight : 0;
  }
}

const ones = (variables: readonly Variable[]): [Variable, number][] =>
  variables.map((variable) => [variable, 1]);

const isOn =
  (day: number) =>
  ({ time }: Choice) =>
    ((time.days >> day) & 1) === 1;
