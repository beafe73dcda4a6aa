import {
  TimeInterner,
  type Meeting,
  type Placement,
  type Problem,
  type RoomOption,
  type Student,
  type Teacher,
  type TeachingClass,
  type TimeOption,
  type TimePreference,
  type TimeSpan,
} from '../../src/model.js';
import { Random } from '../../src/search/random.js';
import type { Agenda } from './agenda.js';
import type { ClassDraft, GroupDraft, MeetingDraft, RoomDraft, TeacherDraft } from './drafts.js';
import { CALENDAR, PATTERNS, placeAt, placesOf } from './grid.js';
import { Rooms } from './places.js';
import { Planting, timePenalty } from './planting.js';
import { Staff } from './staffing.js';
import { teachingOf } from './teaching.js';

/** The level of a period that a teacher likes. */
const WELCOME = 4;

/** A problem with a complete timetable around which it was made. */
export interface PlantedSemester {
  readonly problem: Problem;
  readonly planted: readonly Placement[];
}

/**
 * A made-up semester of a university with exactly so many meetings and a timetable for them, the same for the
 * same seed: cohorts with lectures, laboratories, sport and electives, on two campuses, over twenty weeks,
 * under the profile `PRODUCT`. Every rule of it has something to say, but for those that compare with an
 * earlier timetable (`fewest-changes`) or that no semester of the product has (`distribution`).
 */
export function plantedSemester(meetings: number, seed: number): PlantedSemester {
  const random = new Random(seed);
  const teaching = teachingOf(meetings, random);
  const staff = new Staff(random);
  staff.assign(teaching);
  const rooms = new Rooms(teaching.meetings);
  new Planting(teaching.meetings, rooms, staff).plant(random);
  return new Description(random, rooms).of(meetings, seed, teaching, staff.teachers);
}

/** Draws what is known of people and rooms around the planted timetable, and writes all of it down. */
class Description {
  readonly #times = new TimeInterner();
  // Equal options share one array, as the product makes them.
  readonly #timeOptions = new Map<string, readonly TimeOption[]>();
  readonly #roomOptions = new Map<string, readonly RoomOption[]>();

  constructor(
    private readonly random: Random,
    private readonly rooms: Rooms,
  ) {}

  of(
    size: number,
    seed: number,
    { groups, classes, meetings }: ReturnType<typeof teachingOf>,
    teachers: readonly TeacherDraft[],
  ): PlantedSemester {
    const ofClass = Map.groupBy(meetings, ({ teachingClass }) => teachingClass);
    const planted = meetings.map((draft): Placement => ({
      meeting: draft.id,
      time: this.#times.index(draft.place!),
      room: draft.room!.id,
      teacher: draft.teachingClass.teacher!.id,
    }));
    const problem: Problem = {
      name: `semester-${size}-${seed}`,
      calendar: CALENDAR,
      meetings: meetings.map((draft, at) => this.#meeting(draft, planted[at])),
      times: this.#times.times,
      rooms: this.rooms.rooms.map((room) => this.#room(room)),
      teachers: teachers.map((teacher) => this.#teacher(teacher)),
      groups: groups.map((group) => this.#group(group)),
      teachingClasses: classes.map((each) => this.#teachingClass(each, ofClass.get(each)?.length ?? 0)),
      travel: [{ from: 'campus 0', to: 'campus 1', periods: 1 }],
      students: studentsOf(groups, meetings),
      profile: 'PRODUCT',
    };
    return { problem, planted };
  }

  #meeting(draft: MeetingDraft, { time, room }: Placement): Meeting {
    const { teachingClass } = draft;
    const { substitutes, groups, size, building, features, roomKind } = teachingClass;
    const teacher = teachingClass.teacher!;
    const lock = this.#isOneOf(50) ? { time } : this.#isOneOf(100) ? { room: room! } : undefined;
    return {
      id: draft.id,
      teachingClass: teachingClass.id,
      size,
      teachers: [teacher, ...substitutes].map(({ id }) => id),
      ...(substitutes.length > 0 && {
        teacherPenalties: Object.fromEntries(substitutes.map(({ id }, at) => [id, at + 1])),
      }),
      groups: groups.map(({ id }) => id),
      times: this.#timesOf(draft),
      rooms: this.#roomsOf(draft),
      roomTypes: [roomKind],
      ...(features.length > 0 && { features }),
      ...(building !== undefined && { building }),
      ...(lock && { lock }),
    };
  }

  #timesOf(draft: MeetingDraft): readonly TimeOption[] {
    const { weeks, length, teachingClass } = draft;
    const key = `${weeks}/${length}/${teachingClass.isSport}`;
    const options =
      this.#timeOptions.get(key) ??
      placesOf(weeks, length).map((place) => ({
        time: this.#times.index(place),
        ...withPenalty(timePenalty(draft, place)),
      }));
    this.#timeOptions.set(key, options);
    return options;
  }

  #roomsOf(draft: MeetingDraft): readonly RoomOption[] {
    const rooms = this.rooms.of(draft);
    const key = rooms.map(({ id }) => id).join();
    const options =
      this.#roomOptions.get(key) ?? rooms.map(({ id, penalty }) => ({ room: id, ...withPenalty(penalty) }));
    this.#roomOptions.set(key, options);
    return options;
  }

  #room({ id, kind, campus, building, capacity, features, agenda }: RoomDraft) {
    return {
      id,
      name: `Room ${id}`,
      capacity,
      type: kind,
      features,
      building,
      campus: `campus ${campus}`,
      unavailable: this.#isOneOf(10) ? this.#halfDayWithout(agenda) : [],
    };
  }

  #group({ id, size, person: { agenda } }: GroupDraft) {
    return {
      id,
      name: `Group ${id}`,
      size,
      dailyPeriods: Math.max(8, agenda.fullestDay()),
      unavailable: this.#isOneOf(10) ? this.#halfDayWithout(agenda) : [],
    };
  }

  #teacher({ id, person: { agenda } }: TeacherDraft): Teacher {
    return {
      id,
      name: `Teacher ${id}`,
      dailyPeriods: Math.max(6, agenda.fullestDay()),
      weeklyPeriods: Math.max(10, agenda.fullestWeek()) + this.random.below(3),
      unavailable: this.#isOneOf(6) ? this.#halfDayWithout(agenda) : [],
      preferences: this.#isOneOf(3) ? this.#preferences(agenda) : [],
    };
  }

  /** Some double periods that somebody dislikes, rarely those that were planted. */
  #preferences(agenda: Agenda): TimePreference[] {
    const wishes: TimePreference[] = [];
    const doubles = placesOf(PATTERNS.whole, 2);
    for (let each = 2 + this.random.below(4); each > 0; each--) {
      const place = doubles[this.random.below(doubles.length)];
      const isListed = wishes.some(({ day, period }) => day === place.day && period === place.start);
      if (isListed || (!agenda.isFree(place) && this.random.below(4) > 0)) continue;
      const level = this.#isOneOf(8) ? WELCOME : 1 + this.random.below(2);
      for (const period of [place.start, place.start + 1]) wishes.push({ day: place.day, period, level });
    }
    return wishes;
  }

  /** A morning or an afternoon of every week on which there is nothing, if one of three is found. */
  #halfDayWithout(agenda: Agenda): TimeSpan[] {
    for (let attempt = 0; attempt < 3; attempt++) {
      const weeks = [PATTERNS.whole, PATTERNS.first, PATTERNS.second][this.random.below(3)];
      const place = placeAt(weeks, this.random.below(5), 4 * this.random.below(2), 4);
      if (!agenda.isFree(place)) continue;
      const { days, start, length } = place;
      return [{ weeks, days, start, length }];
    }
    return [];
  }

  #teachingClass({ id, course, kind, priority }: ClassDraft, meetings: number): TeachingClass {
    return {
      id,
      name: `${course} (${id})`,
      course,
      kind,
      minimumDays: meetings,
      ...(priority !== undefined && { priority }),
    };
  }

  #isOneOf(number: number): boolean {
    return this.random.below(number) === 0;
  }
}

const withPenalty = (penalty: number) => (penalty > 0 ? { penalty } : {});

/** Those who chose something, each with what the group attends; equal choices share one list. */
function studentsOf(groups: readonly GroupDraft[], meetings: readonly MeetingDraft[]): Student[] {
  const attended = new Map<GroupDraft, string[]>(groups.map((group) => [group, []]));
  for (const { id, teachingClass } of meetings)
    for (const group of teachingClass.groups) attended.get(group)!.push(id);
  return meetings.flatMap(({ id: elective, teachingClass: { choices } }) =>
    [...choices].flatMap(([group, count]) => {
      const list = [...attended.get(group)!, elective];
      return Array.from({ length: count }, (_, at) => ({
        id: `${elective}-${group.id}-${at}`,
        meetings: list,
      }));
    }),
  );
}
