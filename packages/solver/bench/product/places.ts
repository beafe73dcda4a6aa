import { Agenda } from './agenda.js';
import type { MeetingDraft, RoomDraft, RoomKind } from './drafts.js';
import { buildingOf } from './teaching.js';

/** Double periods of the five days before the evening, and the share of them that rooms are planned for. */
const DAYTIME = 20;
const USE = 0.75;

const CAPACITIES: Readonly<Record<RoomKind, readonly number[]>> = {
  hall: [180, 150, 120],
  classroom: [60, 45, 50, 80],
  laboratory: [50, 60],
  gymnasium: [90, 60],
};

/** The rooms of a semester, as many as its meetings need and no more than that where it can be helped. */
export class Rooms {
  readonly rooms: RoomDraft[] = [];

  constructor(meetings: readonly MeetingDraft[]) {
    const doubles = new Map<string, number>();
    for (const { teachingClass, length, weeks } of meetings) {
      const key = `${teachingClass.roomKind}/${teachingClass.campuses[0]}`;
      const share = weeks.replaceAll('0', '').length / 18;
      doubles.set(key, (doubles.get(key) ?? 0) + Math.ceil(length / 2) * share);
    }
    for (const [key, count] of doubles) {
      const [kind, campus] = key.split('/') as [RoomKind, string];
      for (let each = 0; each < Math.ceil(count / (DAYTIME * USE)); each++) this.add(kind, Number(campus));
    }
  }

  /** Adds a room; the first of each kind are the largest and have everything. */
  add(kind: RoomKind, campus: number, capacity = 0): RoomDraft {
    const number = this.rooms.filter((room) => room.kind === kind && room.campus === campus).length;
    const capacities = CAPACITIES[kind];
    const room = {
      id: `r${this.rooms.length}`,
      kind,
      campus,
      building: buildingOf(kind, campus, number),
      capacity: Math.max(capacity, capacities[number % capacities.length]),
      features: number % 4 === 0 ? ['recording'] : [],
      penalty: number % 10 === 5 ? 2 : 0,
      agenda: new Agenda(),
    };
    this.rooms.push(room);
    return room;
  }

  /** The rooms that may serve a class, each kind of class with one list. */
  of({ teachingClass: { roomKind, campuses, size } }: MeetingDraft): readonly RoomDraft[] {
    return this.rooms.filter(
      ({ kind, campus, capacity }) => kind === roomKind && campuses.includes(campus) && capacity >= size,
    );
  }
}

/** Whether a room has what a class needs. */
export const isEquipped = ({ features }: RoomDraft, { teachingClass }: MeetingDraft): boolean =>
  teachingClass.features.every((feature) => features.includes(feature));
