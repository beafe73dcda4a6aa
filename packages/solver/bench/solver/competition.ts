import type { Distribution, DistributionType, Placement, Problem, Room, TimeSpan } from '../../src/model.js';
import { distributionFault } from '../../src/rules/distribution-types.js';
import { overlaps, type Placed } from '../../src/rules/view.js';
import { Random } from '../../src/search/random.js';

/** The features of an instance of ITC-2019, as its organisers publish them, and what else shapes it. */
export interface Row {
  readonly name: string;
  readonly weeks: number;
  readonly rooms: number;
  readonly courses: number;
  readonly classes: number;
  /** Times and rooms that a class may choose from, on average. */
  readonly times: number;
  readonly roomsOfClass: number;
  readonly students: number;
  readonly distributions: number;
  /** Of them required. */
  readonly required: number;
  readonly weights: {
    readonly time: number;
    readonly room: number;
    readonly distribution: number;
    readonly student: number;
  };
  /** Different week patterns. */
  readonly patterns: number;
  /** Share of the distributions that are evaluated over their whole set. */
  readonly sets: number;
  /** Those sets have 18 members and are filled until the planted timetable has nothing to spare. */
  readonly isFull?: boolean;
  /** Among so many classes per member the members of a relation are looked for; 3 when absent. */
  readonly reach?: number;
}

const row = (
  name: string,
  [weeks, rooms, courses, classes, times, roomsOfClass, students, distributions, required]: readonly number[],
  [time, room, distribution, student]: readonly number[],
  patterns: number,
  sets: number,
): Row => ({
  name,
  weeks,
  rooms,
  courses,
  classes,
  times,
  roomsOfClass,
  students,
  distributions,
  required,
  weights: { time, room, distribution, student },
  patterns,
  sets,
});

/**
 * Rows of published instances whose files are not at hand: the first nine numbers and the weights are theirs
 * (those of `pu-proj` and `agh` partly guessed), the number of week patterns and the share of whole sets are
 * chosen.
 */
export const ROWS: readonly Row[] = [
  row('pu-cs-fal07', [15, 13, 44, 174, 17, 2.2, 2002, 103, 69], [1, 1, 10, 10], 3, 0.05),
  row('muni-fi-spr16', [15, 35, 228, 575, 16.6, 4.2, 1543, 740, 645], [3, 1, 10, 5], 12, 0.02),
  row('tg-spr18', [16, 24, 44, 676, 23.4, 5.5, 0, 426, 376], [2, 1, 20, 0], 30, 0.02),
  row('yach-fal17', [16, 33, 91, 417, 44, 4.6, 821, 645, 529], [5, 1, 10, 5], 6, 0.3),
  row('nbi-spr18', [15, 67, 404, 782, 38.1, 4.7, 2293, 596, 585], [2, 1, 8, 4], 8, 0.02),
  row('mary-spr17', [16, 90, 544, 882, 14, 12.3, 3666, 3951, 3155], [2, 1, 5, 10], 4, 0.02),
  row('bet-fal17', [16, 62, 353, 983, 23.8, 22.4, 3018, 1251, 861], [60, 1, 30, 6], 12, 0.25),
  row('pu-d5-spr17', [15, 84, 212, 1061, 11.8, 7.9, 13497, 1535, 1262], [3, 1, 16, 8], 5, 0.1),
  row('agh-fal17', [18, 327, 1363, 5081, 30, 5, 6925, 4500, 3700], [4, 2, 5, 5], 120, 0.2),
  row('pu-proj-fal19', [16, 768, 2839, 8813, 20, 8, 38437, 7693, 5000], [1, 1, 20, 10], 20, 0.05),
];

/** Rows whose whole sets are filled until hardly a member more fits, and until none of all classes fits. */
export const FULL_ROWS: readonly Row[] = [
  ['yach-fal17', 'mary-spr17', 'bet-fal17', 'pu-d5-spr17'].map((name) => full(name, 'full', 3)),
  ['mary-spr17', 'bet-fal17'].map((name) => full(name, 'brimful', 20)),
].flat();

function full(like: string, how: string, reach: number): Row {
  const found = ROWS.find(({ name }) => name === like) as Row;
  return { ...found, name: `${like}, ${how}`, isFull: true, reach };
}

const SLOTS = 288;
/** Days and lengths that classes of such instances have, in five-minute slots. */
const SHAPES: readonly { readonly days: readonly number[]; readonly length: number }[] = [
  { days: [1, 2, 4, 8, 16], length: 10 },
  { days: [1, 2, 4, 8, 16], length: 22 },
  { days: [1, 2, 4, 8, 16], length: 34 },
  { days: [5, 10, 20, 9, 18], length: 15 },
  { days: [21], length: 10 },
];
const FIRST_SLOT = 96;
const LAST_SLOT = 246;
const PENALTIES = [0, 0, 0, 0, 1, 2, 2, 4, 8];
const BUILDING_ROOMS = 12;

/**
 * Of so many pairs of times of two classes, one in this many must keep a relation that is required of them.
 */
const CHOICES = 20;
const CHOICE_ODDS = 10;

/** Members wanted of a set that is filled to the brim. */
const FULL_SIZE = 18;

/** A type: share, size of its sets, parameters, and the sharper ones that the planted timetable keeps. */
interface Kind {
  readonly type: DistributionType;
  readonly share: number;
  readonly most: number;
  readonly parameters?: readonly number[];
  readonly planted?: readonly number[];
}

const PAIR_KINDS: readonly Kind[] = [
  { type: 'SameAttendees', share: 42, most: 10 },
  { type: 'NotOverlap', share: 22, most: 10 },
  { type: 'SameRoom', share: 9, most: 4 },
  { type: 'SameDays', share: 6, most: 4 },
  { type: 'SameTime', share: 3, most: 3 },
  { type: 'SameStart', share: 3, most: 3 },
  { type: 'Precedence', share: 4, most: 3 },
  { type: 'DifferentTime', share: 2, most: 4 },
  { type: 'DifferentDays', share: 2, most: 3 },
  { type: 'SameWeeks', share: 1, most: 3 },
  { type: 'DifferentWeeks', share: 1, most: 2 },
  { type: 'DifferentRoom', share: 1, most: 4 },
  { type: 'Overlap', share: 1, most: 2 },
  { type: 'WorkDay', share: 3, most: 4, parameters: [96] },
  { type: 'MinGap', share: 1, most: 2, parameters: [6] },
];
const SET_KINDS: readonly Kind[] = [
  { type: 'MaxDays', share: 20, most: 10, parameters: [4], planted: [3] },
  { type: 'MaxDayLoad', share: 30, most: 16, parameters: [72], planted: [54] },
  { type: 'MaxBreaks', share: 25, most: 12, parameters: [1, 12], planted: [0, 12] },
  { type: 'MaxBlock', share: 25, most: 12, parameters: [60, 6], planted: [48, 6] },
];

interface MadeRoom extends Room {
  readonly building: string;
  readonly occupied: TimeSpan[];
}

interface MadeClass {
  readonly id: string;
  readonly course: number;
  readonly configuration: number;
  readonly subpart: number;
  parent?: MadeClass;
  /** Where it stands in the planted timetable. */
  time: TimeSpan;
  room: MadeRoom | null;
  times: readonly TimeSpan[];
  rooms: readonly MadeRoom[];
  students: number;
}

/** Courses that a student asks for. */
interface Request {
  readonly id: string;
  readonly courses: readonly number[];
}

/** An instance that surely has a timetable: the planted one, which keeps everything required. */
export interface MadeUp {
  /** In the format of the competition. */
  readonly text: string;
  /** The planted timetable as plain placements by class. */
  readonly planted: readonly {
    readonly meeting: string;
    readonly time: TimeSpan;
    readonly room: string | null;
  }[];
}

/** Makes up an instance with the features of a row; the same seed gives the same text. */
export function competition(row: Row, seed = 1): MadeUp {
  return new Maker(row, new Random(seed)).make();
}

class Maker {
  readonly #patterns: readonly string[];
  readonly #rooms: readonly MadeRoom[];
  readonly #classes: MadeClass[] = [];
  /** Classes by course, configuration and subpart. */
  readonly #courses: MadeClass[][][][] = [];

  constructor(
    private readonly row: Row,
    private readonly random: Random,
  ) {
    this.#patterns = patternsOf(row, random);
    this.#rooms = Array.from({ length: row.rooms }, (_, r) => ({
      id: `${r + 1}`,
      name: `${r + 1}`,
      capacity: 20 + 10 * random.below(20),
      building: `b${Math.floor(r / BUILDING_ROOMS)}`,
      occupied: [],
    }));
  }

  make(): MadeUp {
    this.#layOut();
    for (const subpart of this.#courses.flat(2)) this.#plant(subpart);
    const students = this.#students();
    const distributions = this.#distributions();
    return {
      text: this.#write(students, distributions),
      planted: this.#classes.map(({ id, time, room }) => ({ meeting: id, time, room: room?.id ?? null })),
    };
  }

  /** Courses of one class and more, in one or two configurations of up to three subparts. */
  #layOut(): void {
    const { row, random } = this;
    const sizes = Array.from({ length: row.courses }, () => 1);
    const isBig = sizes.map(() => random.below(3) === 0);
    for (let left = row.classes - row.courses; left > 0;) {
      const course = random.below(row.courses);
      if (!isBig[course]) continue;
      sizes[course]++;
      left--;
    }
    for (const [course, size] of sizes.entries()) {
      const configurations = size > 5 && random.below(6) === 0 ? 2 : 1;
      const made = Array.from({ length: configurations }, (_, c) =>
        this.#configuration(course, c, Math.floor((size + c) / configurations)),
      );
      this.#courses.push(made);
    }
  }

  #configuration(course: number, configuration: number, size: number): MadeClass[][] {
    const { random } = this;
    const counts = size < 2 ? [size] : size < 6 ? [1, size - 1] : [1 + Math.floor(size / 12)];
    if (size >= 6) {
      const rest = size - counts[0];
      if (random.below(2) === 0) counts.push(rest);
      else counts.push(Math.ceil(rest / 2), Math.floor(rest / 2));
    }
    const hasParents = random.below(2) === 0;
    const subparts: MadeClass[][] = [];
    for (const [subpart, count] of counts.entries()) {
      const above = subparts[subpart - 1];
      const own = Array.from({ length: count }, (_, i): MadeClass => {
        const id = `${this.#classes.length + 1}`;
        const parent = hasParents && above && above.length <= count ? above[i % above.length] : undefined;
        const time = { weeks: '', days: 0, start: 0, length: 0 };
        const one = {
          id,
          course,
          configuration,
          subpart,
          parent,
          time,
          room: null,
          times: [],
          rooms: [],
          students: 0,
        };
        this.#classes.push(one);
        return one;
      });
      subparts.push(own);
    }
    return subparts;
  }

  /** Plants the classes of a subpart at like times where it is free, and offers other times and rooms. */
  #plant(subpart: readonly MadeClass[]): void {
    const { random, row } = this;
    const shape = SHAPES[random.below(SHAPES.length)];
    const amount = this.#about(row.times);
    const isDivided = this.#patterns.length > 8 && random.below(3) === 0;
    const patterns = isDivided ? this.#somePatterns() : [this.#pattern()];
    const spans = new Map<string, TimeSpan>();
    for (let i = 0; i < 4 * amount && spans.size < amount; i++) {
      const span = this.#span(shape, patterns[random.below(patterns.length)]);
      spans.set(`${span.weeks}/${span.days}/${span.start}`, span);
    }
    const times = [...spans.values()];
    const needsRoom = random.below(10) > 0;
    for (const one of subpart) {
      one.times = times;
      one.time = times[random.below(times.length)];
      if (needsRoom) this.#house(one);
    }
  }

  /** Finds a class a free room; where that is hard, the class needs none. */
  #house(one: MadeClass): void {
    const { random } = this;
    for (let i = 0; i < 60; i++) {
      const room = this.#rooms[random.below(this.#rooms.length)];
      const time = one.times[random.below(one.times.length)];
      if (room.occupied.some((other) => overlaps(other, time))) continue;
      room.occupied.push(time);
      one.time = time;
      one.room = room;
      one.rooms = [...new Set([room, ...this.#someRooms(room, this.#about(this.row.roomsOfClass) - 1)])];
      return;
    }
  }

  /** A number from a fifth to nine fifths of the mean. */
  #about(mean: number): number {
    return Math.max(1, Math.round(mean * (0.2 + (this.random.below(1000) / 1000) * 1.6)));
  }

  #span({ days, length }: (typeof SHAPES)[number], weeks: string): TimeSpan {
    const { random } = this;
    const step = length + 2;
    const start = FIRST_SLOT + step * random.below(Math.floor((LAST_SLOT - FIRST_SLOT) / step));
    return { weeks, days: days[random.below(days.length)], start, length };
  }

  /** Half of the classes take place in all weeks. */
  #pattern(): string {
    return this.#patterns[this.random.below(2) === 0 ? 0 : this.random.below(this.#patterns.length)];
  }

  #somePatterns(): string[] {
    return Array.from({ length: 6 }, () => this.#patterns[this.random.below(this.#patterns.length)]);
  }

  /** Rooms near another. */
  #someRooms(room: MadeRoom, amount: number): MadeRoom[] {
    const at = Number(room.id) - 1;
    const near = Math.max(2 * amount, BUILDING_ROOMS);
    return Array.from({ length: amount }, () => {
      const r = at - Math.floor(near / 2) + this.random.below(near);
      return this.#rooms[((r % this.#rooms.length) + this.#rooms.length) % this.#rooms.length];
    });
  }

  /** Wishes of students, most of them near each other; every class gets hardly more seats than are needed. */
  #students(): Request[] {
    const { random, row } = this;
    return Array.from({ length: row.students }, (_, s) => {
      const home = random.below(row.courses);
      const attended: MadeClass[] = [];
      const courses = new Set<number>();
      for (let i = 0; i < 2 + random.below(6); i++) {
        const near = (home + random.below(40)) % row.courses;
        const course = random.below(5) === 0 ? random.below(row.courses) : near;
        if (courses.has(course)) continue;
        const classes = this.#freeOf(course, attended);
        if (classes.some(({ time }) => attended.some((other) => overlaps(other.time, time))) && i > 1)
          continue;
        courses.add(course);
        attended.push(...classes);
        for (const one of classes) one.students++;
      }
      return { id: `${s + 1}`, courses: [...courses] };
    });
  }

  /** Of some ways to attend a course the first that suits the classes attended already. */
  #freeOf(course: number, attended: readonly MadeClass[]): MadeClass[] {
    const { random } = this;
    let classes: MadeClass[] = [];
    for (let i = 0; i < 4; i++) {
      const configurations = this.#courses[course];
      classes = [];
      for (const subpart of configurations[random.below(configurations.length)]) {
        const below = classes[classes.length - 1];
        const fitting = subpart.filter(({ parent }) => !parent || parent === below);
        if (fitting.length > 0) classes.push(fitting[random.below(fitting.length)]);
      }
      if (!classes.some(({ time }) => attended.some((other) => overlaps(other.time, time)))) break;
    }
    return classes;
  }

  /** Relations that the planted timetable keeps, and others that it need not keep. */
  #distributions(): Distribution[] {
    const { random, row } = this;
    const problem = { calendar: { weeks: row.weeks, days: 7, periods: SLOTS } } as Problem;
    const placed = this.#classes.map((one) => placedOf(one));
    const made: Distribution[] = [];
    for (let tries = 0; made.length < row.distributions && tries < 40 * row.distributions; tries++) {
      const required = made.length < row.required;
      const isSet = random.below(1000) < row.sets * 1000;
      const isFull = isSet && row.isFull === true;
      const kind = this.#anyKind(isSet ? SET_KINDS : PAIR_KINDS);
      const { type, most, parameters } = kind;
      const planted = isFull ? parameters : kind.planted;
      const size = isFull
        ? FULL_SIZE
        : isSet
          ? 3 + random.below(1 + random.below(most - 2))
          : this.#size(most);
      const relation: Distribution = {
        type,
        parameters,
        meetings: [],
        required,
        penalty: 1 + random.below(10),
      };
      const sharper = { ...relation, parameters: planted ?? parameters };
      const isKept = (list: readonly Placed[]) =>
        distributionFault(problem, sharper, list, wayBetween).amount === 0;
      const members = this.#members(size, placed, (list) => {
        const [first, other] = [list[0], list[list.length - 1]];
        return !required || (isKept(list) && this.#hasChoice(first, other, isKept));
      });
      const least = isSet ? 3 : 2;
      if (members.length >= least)
        made.push({ ...relation, meetings: members.map(({ meeting }) => meeting.id) });
    }
    return made;
  }

  /**
   * Whether other times of two classes would keep their relation too, for nobody requires what fixes both.
   */
  #hasChoice(a: Placed, b: Placed, isKept: (list: readonly Placed[]) => boolean): boolean {
    const { random } = this;
    const anyTime = (one: Placed): Placed => {
      const { times } = this.#classes[Number(one.meeting.id) - 1];
      return { ...one, time: times[random.below(times.length)] };
    };
    const kept = Array.from({ length: CHOICES }, () => isKept([anyTime(a), anyTime(b)]));
    return kept.filter(Boolean).length * CHOICE_ODDS >= CHOICES;
  }

  #size(most: number): number {
    if (most >= 10 && this.random.below(40) === 0) return 10 + this.random.below(30);
    return 2 + this.random.below(1 + this.random.below(most - 1));
  }

  #anyKind(kinds: readonly Kind[]): Kind {
    let rest = this.random.below(kinds.reduce((sum, { share }) => sum + share, 0));
    return kinds.find(({ share }) => (rest -= share) < 0) as Kind;
  }

  /** Classes near each other, as many as keep the relation together. */
  #members(size: number, placed: readonly Placed[], isKept: (list: readonly Placed[]) => boolean): Placed[] {
    const { random } = this;
    const home = random.below(placed.length);
    const reach = Math.max(60, (this.row.reach ?? 3) * size);
    let members = [placed[home]];
    for (let i = 0; i < reach && members.length < size; i++) {
      const other = placed[(home + random.below(reach)) % placed.length];
      if (members.includes(other)) continue;
      const more = [...members, other];
      if (isKept(more)) members = more;
    }
    return members;
  }

  #write(students: readonly Request[], distributions: readonly Distribution[]): string {
    const { row, random } = this;
    const { weights, weeks } = row;
    const penalty = () => PENALTIES[random.below(PENALTIES.length)];
    const lines = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<problem name="made-up-${row.name}" nrDays="7" nrWeeks="${weeks}" slotsPerDay="${SLOTS}">`,
      `<optimization
        time="${weights.time}" room="${weights.room}" distribution="${weights.distribution}"
        student="${weights.student}"/>`,
      '<rooms>',
    ];
    for (const room of this.#rooms) {
      const ways = this.#rooms.flatMap((other) => {
        const value = Number(other.id) > Number(room.id) ? wayBetween(room, other) : 0;
        return value > 0 ? [`<travel room="${other.id}" value="${value}"/>`] : [];
      });
      const closed = Array.from({ length: random.below(4) }, () => this.#span(SHAPES[2], this.#pattern()))
        .filter((span) => !room.occupied.some((busy) => overlaps(busy, span)))
        .map((span) => `<unavailable ${spanWords(span)}/>`);
      lines.push(`<room id="${room.id}" capacity="${room.capacity}">`, ...ways, ...closed, '</room>');
    }
    lines.push('</rooms>', '<courses>');
    for (const [course, configurations] of this.#courses.entries()) {
      lines.push(`<course id="${course + 1}">`);
      for (const [c, subparts] of configurations.entries()) {
        lines.push(`<config id="${course + 1}-${c}">`);
        for (const [s, classes] of subparts.entries()) {
          lines.push(`<subpart id="${course + 1}-${c}-${s}">`);
          for (const one of classes) {
            const parent = one.parent ? ` parent="${one.parent.id}"` : '';
            const needs = one.rooms.length === 0 ? ' room="false"' : '';
            lines.push(
              `<class id="${one.id}" limit="${Math.ceil(one.students * 1.05) + 1}"${parent}${needs}>`,
            );
            for (const room of one.rooms) lines.push(`<room id="${room.id}" penalty="${penalty()}"/>`);
            for (const time of one.times) lines.push(`<time ${spanWords(time)} penalty="${penalty()}"/>`);
            lines.push('</class>');
          }
          lines.push('</subpart>');
        }
        lines.push('</config>');
      }
      lines.push('</course>');
    }
    lines.push('</courses>', '<distributions>');
    for (const { type, parameters, meetings, required, penalty } of distributions) {
      const name = parameters ? `${type}(${parameters.join(',')})` : type;
      const price = required ? 'required="true"' : `penalty="${penalty}"`;
      const members = meetings.map((id) => `<class id="${id}"/>`).join('');
      lines.push(`<distribution type="${name}" ${price}>${members}</distribution>`);
    }
    lines.push('</distributions>', '<students>');
    for (const { id, courses } of students) {
      const wanted = courses.map((course) => `<course id="${course + 1}"/>`).join('');
      lines.push(`<student id="${id}">${wanted}</student>`);
    }
    lines.push('</students>', '</problem>\n');
    return lines.join('\n');
  }
}

/** All weeks, halves, odd and even ones, then stretches and single weeks. */
function patternsOf({ weeks, patterns }: Row, random: Random): string[] {
  const pattern = (isIn: (week: number) => boolean) =>
    Array.from({ length: weeks }, (_, week) => (isIn(week) ? '1' : '0')).join('');
  const half = weeks / 2;
  const found = new Set([
    pattern(() => true),
    pattern((week) => week < half),
    pattern((week) => week >= half),
    pattern((week) => week % 2 === 0),
    pattern((week) => week % 2 === 1),
  ]);
  while (found.size < patterns) {
    const from = random.below(weeks);
    const to = from + 1 + random.below(weeks - from);
    const step = 1 + random.below(3);
    found.add(pattern((week) => week >= from && week < to && (week - from) % step === 0));
  }
  return [...found].slice(0, patterns);
}

/** Slots from one room to another: none within a building, then by the distance of the buildings. */
function wayBetween(a: Room, b: Room): number {
  const number = ({ building = '' }: Room) => Number(building.slice(1));
  const distance = Math.abs(number(a) - number(b));
  return Math.min(8, distance);
}

/** A class as the rules look at it. */
function placedOf({ id, time, room }: MadeClass): Placed {
  const teachingClass = { id, name: id };
  const meeting = { id, teachingClass: id, size: 0, teachers: [], groups: [], times: [] };
  const placement: Placement = { meeting: id, time: 0, room: room?.id ?? null, teacher: null };
  return { meeting, teachingClass, time, placement, room, teacher: null, furtherTeachers: [], groups: [] };
}

function spanWords({ days, start, length, weeks }: TimeSpan): string {
  const bits = Array.from({ length: 7 }, (_, day) => (days >> day) & 1).join('');
  return `days="${bits}" start="${start}" length="${length}" weeks="${weeks}"`;
}
