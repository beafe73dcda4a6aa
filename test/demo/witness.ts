import { readForbiddenTimes } from '../../src/services/scheduling/semester/forbidden-times.js';
import type { DemoClassroom, DemoTeachingClass, DemoUniversity } from '../../src/demo/model.js';

/** A meeting with the place and time that were found for it. */
export interface Found {
  readonly section: DemoTeachingClass;
  readonly weeks: readonly number[];
  readonly periods: number;
  readonly day: number;
  readonly start: number;
  readonly room: DemoClassroom;
  readonly teacher: string;
}

interface Open {
  readonly section: DemoTeachingClass;
  readonly meeting: DemoTeachingClass['meetings'][number];
}

/** First periods by length: lessons do not cross the breaks of the day, and there are none in the evening. */
const starts: Record<number, readonly number[]> = { 2: [1, 3, 5, 7], 4: [1, 5] };

const roundsMax = 30;

/**
 * A timetable of the demo, found by placing the meetings one after the other, scarce ones first; what finds
 * no place comes first in the next round. It shares nothing with the solver: it is there to show that a
 * timetable exists.
 */
export function findTimetable(university: DemoUniversity): Found[] | null {
  const urgency = new Map<string, number>();
  for (let round = 0; round < roundsMax; round++) {
    const { found, unplaced } = new Search(university, urgency).run();
    if (unplaced.length === 0) return found;
    for (const section of unplaced) urgency.set(section, (urgency.get(section) ?? 0) + 100);
  }
  return null;
}

class Search {
  readonly #busy = new Set<string>();
  readonly #found: Found[] = [];
  readonly #qualified = new Map<string, string[]>();
  readonly #dailyMax = new Map<string, number>();

  constructor(
    readonly university: DemoUniversity,
    readonly urgency: ReadonlyMap<string, number>,
  ) {
    for (const { teacher, course, isApproved } of university.qualifications)
      if (isApproved) this.#qualified.set(course, [...(this.#qualified.get(course) ?? []), teacher]);
    for (const { teacher, classroom, dayOfWeek, period } of university.unavailabilities)
      for (let week = 1; week <= university.semester.weeks; week++)
        this.#busy.add(`${teacher ?? classroom}/${week}/${dayOfWeek}/${period}`);
    for (const { code, forbiddenTimes, dailyPeriodsMax } of university.teachers) {
      this.#dailyMax.set(code, dailyPeriodsMax ?? Infinity);
      const read = readForbiddenTimes(forbiddenTimes ?? '');
      if ('problem' in read) throw new Error(read.problem.en);
      const everyWeek = Array.from({ length: university.semester.weeks }, (_, week) => week + 1);
      for (const { day, periodStart, periodEnd } of read.times)
        for (const slot of slots(code, everyWeek, day, periodStart, periodEnd - periodStart + 1))
          this.#busy.add(slot);
    }
  }

  run(): { found: Found[]; unplaced: string[] } {
    const open = this.university.teachingClasses.flatMap((section) =>
      section.meetings.map((meeting): Open => ({ section, meeting })),
    );
    const difficulty = ({ section, meeting }: Open): number =>
      meeting.periods * 100 +
      (this.urgency.get(section.code) ?? 0) +
      section.groups.length * 10 +
      meeting.weeks.length / 2;
    open.sort((left, right) => difficulty(right) - difficulty(left));
    const unplaced = open.filter((one) => !this.#place(one)).map(({ section }) => section.code);
    return { found: this.#found, unplaced };
  }

  #place({ section, meeting }: Open): boolean {
    const teachers =
      meeting.teacher === null ? (this.#qualified.get(section.course) ?? []) : [meeting.teacher];
    const rooms = this.university.classrooms
      .filter(({ type, capacity }) => type === meeting.classroomType && capacity >= section.studentCount)
      .sort((left, right) => left.capacity - right.capacity);
    for (const { day, start } of this.#timesFor(section, meeting.periods)) {
      const isFree = (who: string): boolean =>
        slots(who, meeting.weeks, day, start, meeting.periods).every((slot) => !this.#busy.has(slot));
      const further = meeting.further.map((each) => each.teacher);
      const teacher = teachers.find((who) => isFree(who) && this.#isWithinDay(who, meeting, day));
      const room = rooms.find(({ code }) => isFree(code));
      if (!teacher || !room || ![...further, ...section.groups].every(isFree)) continue;
      for (const who of [teacher, ...further, room.code, ...section.groups])
        for (const slot of slots(who, meeting.weeks, day, start, meeting.periods)) this.#busy.add(slot);
      this.#found.push({ section, ...meeting, day, start, room, teacher });
      return true;
    }
    return false;
  }

  /** Whether a teacher would not teach more on the day than the daily maximum. */
  #isWithinDay(teacher: string, { weeks, periods }: Open['meeting'], day: number): boolean {
    const load = (week: number): number =>
      this.#found
        .filter((one) => one.teacher === teacher && one.day === day && one.weeks.includes(week))
        .reduce((sum, one) => sum + one.periods, periods);
    return weeks.every((week) => load(week) <= (this.#dailyMax.get(teacher) ?? Infinity));
  }

  /** Slots that half-filled weeks already use come first, so that odd and even weeks share them. */
  #timesFor(section: DemoTeachingClass, periods: number): { day: number; start: number }[] {
    const used = (day: number, start: number): number =>
      section.groups.reduce((sum, group) => sum + this.#weeksBusy(group, day, start), 0);
    return [1, 2, 3, 4, 5]
      .flatMap((day) => starts[periods].map((start) => ({ day, start })))
      .sort((left, right) => used(right.day, right.start) - used(left.day, left.start));
  }

  #weeksBusy(group: string, day: number, start: number): number {
    let count = 0;
    for (let week = 1; week <= this.university.semester.weeks; week++)
      if (this.#busy.has(`${group}/${week}/${day}/${start}`)) count++;
    return count;
  }
}

const slots = (
  who: string,
  weeks: readonly number[],
  day: number,
  start: number,
  periods: number,
): string[] =>
  weeks.flatMap((week) =>
    Array.from({ length: periods }, (_, offset) => `${who}/${week}/${day}/${start + offset}`),
  );
