import type { Calendar, Meeting, Problem, Room } from '../../../src/model.js';
import { kindsOfWeek, termsOf, type Choice } from './days.js';
import type { Prices } from './prices.js';
import type { Program, Variable } from './program.js';

/** Rooms that no meeting tells apart: each allows the same meetings at the same price, on one campus. */
export interface RoomClass {
  readonly campus: string;
  readonly rooms: readonly Room[];
  /** By meeting; absent where it is not allowed. */
  readonly prices: ReadonlyMap<Meeting, number>;
}

/** The classes of rooms of a problem. */
export function roomClassesOf({ rooms }: Problem, meetings: readonly Meeting[], prices: Prices): RoomClass[] {
  const byPrices = new Map<string, { campus: string; rooms: Room[]; prices: Map<Meeting, number> }>();
  for (const room of rooms) {
    const campus = room.campus ?? '';
    const allowed = meetings.flatMap((meeting): [Meeting, number][] => {
      const price = isOffered(meeting, room) ? prices.ofRoom(meeting, room) : Infinity;
      return price < Infinity ? [[meeting, price]] : [];
    });
    const key = JSON.stringify([campus, allowed.map(([{ id }, price]) => [id, price])]);
    const same = byPrices.get(key);
    if (same) same.rooms.push(room);
    else byPrices.set(key, { campus, rooms: [room], prices: new Map(allowed) });
  }
  return [...byPrices.values()];
}

function isOffered({ lock, rooms }: Meeting, { id }: Room): boolean {
  if (lock?.room !== undefined) return lock.room === id;
  return rooms?.some(({ room }) => room === id) ?? true;
}

/** A meeting in a class of rooms. */
export type RoomChoices = ReadonlyMap<
  Meeting,
  readonly { readonly of: RoomClass; readonly variable: Variable }[]
>;

/**
 * Each meeting gets a class of rooms on the campus that its time was chosen for. At no period more meetings
 * are held that need some of a set of rooms than there are such rooms; which of them is left open.
 */
export function addRooms(
  program: Program,
  calendar: Calendar,
  classes: readonly RoomClass[],
  choicesOf: ReadonlyMap<Meeting, readonly Choice[]>,
): RoomChoices {
  const chosen = new Map(
    [...choicesOf.keys()].map((meeting) => [
      meeting,
      classes.flatMap((of) => {
        const price = of.prices.get(meeting);
        return price === undefined
          ? []
          : [{ of, variable: program.variable('rooms', price, { isWhole: true }) }];
      }),
    ]),
  );
  for (const [meeting, rooms] of chosen) {
    if (rooms.length === 0) continue;
    for (const [campus, choices] of Map.groupBy(choicesOf.get(meeting)!, (choice) => choice.campus)) {
      const there = rooms.filter(({ of }) => campus === '' || of.campus === campus);
      program.row([...there.map(({ variable }) => [variable, 1] as const), ...termsOf(choices, -1)], '=', 0);
    }
  }
  addShortages(program, calendar, classes, choicesOf);
  return chosen;
}

function addShortages(
  program: Program,
  calendar: Calendar,
  classes: readonly RoomClass[],
  choicesOf: ReadonlyMap<Meeting, readonly Choice[]>,
): void {
  const allowed = (meeting: Meeting) => classes.filter(({ prices }) => prices.has(meeting));
  const sets = new Map(
    [...choicesOf.keys()].map((meeting) => [
      allowed(meeting)
        .map((of) => classes.indexOf(of))
        .join(),
      allowed(meeting),
    ]),
  );
  for (const set of sets.values()) {
    const members = [...choicesOf].filter(([meeting]) => {
      const own = allowed(meeting);
      return own.length > 0 && own.every((of) => set.includes(of));
    });
    const count = set.reduce((sum, { rooms }) => sum + rooms.length, 0);
    if (set.length === 0 || members.length <= count) continue;
    const choices = members.flatMap(([, own]) => own);
    for (const weeks of kindsOfWeek(choices)) {
      const week = weeks.indexOf('1');
      const there = choices.filter(({ time }) => time.weeks[week] === '1');
      for (let day = 0; day < calendar.days; day++) {
        for (let period = 0; period < calendar.periods; period++) {
          const covering = there.filter(
            ({ time: { days, start, length } }) =>
              (days >> day) & 1 && start <= period && period < start + length,
          );
          program.row(termsOf(covering), '<=', count);
        }
      }
    }
  }
}
