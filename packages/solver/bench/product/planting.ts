import type { Meeting, TeachingClass } from '../../src/model.js';
import { coursePartsApart } from '../../src/rules/course-parts-apart.js';
import { coursePriority, priorityPenalty } from '../../src/rules/course-priority.js';
import { dayBalance } from '../../src/rules/day-balance.js';
import { evening, eveningPenalty } from '../../src/rules/evening.js';
import { groupCompactness } from '../../src/rules/group-compactness.js';
import { minimumWorkingDays } from '../../src/rules/minimum-working-days.js';
import { roomFit } from '../../src/rules/room-fit.js';
import { roomPreference } from '../../src/rules/room-preference.js';
import { roomStability } from '../../src/rules/room-stability.js';
import { studentConflict } from '../../src/rules/student-conflict.js';
import { teacherCompactness } from '../../src/rules/teacher-compactness.js';
import { timePreference } from '../../src/rules/time-preference.js';
import { weekend, weekendPenalty } from '../../src/rules/weekend.js';
import type { Random } from '../../src/search/random.js';
import type { MeetingDraft, RoomDraft } from './drafts.js';
import { CALENDAR, placesOf, type Place } from './grid.js';
import { isEquipped, type Rooms } from './places.js';
import type { Staff } from './staffing.js';

const FILLED_WELL = 0.7;
const SWEEPS = 2;

/**
 * Gives every meeting a place, those with most people first, and then moves each to its best place. Nobody is
 * in two places; a room or a teacher is added where nothing else helps, so that the timetable is complete.
 */
export class Planting {
  readonly #ofClass = new Map<string, MeetingDraft[]>();
  /** By group and course, so that theory and practice keep apart. */
  readonly #ofCourse = new Map<string, MeetingDraft[]>();
  readonly #rooms = new Map<MeetingDraft, readonly RoomDraft[]>();

  constructor(
    private readonly meetings: readonly MeetingDraft[],
    private readonly rooms: Rooms,
    private readonly staff: Staff,
  ) {
    for (const meeting of meetings) {
      const { id, course, groups } = meeting.teachingClass;
      listIn(this.#ofClass, id).push(meeting);
      for (const group of groups) listIn(this.#ofCourse, `${group.id}/${course}`).push(meeting);
    }
  }

  plant(random: Random): void {
    const weight = ({ teachingClass, length }: MeetingDraft) => (1 + teachingClass.groups.length) * length;
    for (const meeting of this.meetings.toSorted((a, b) => weight(b) - weight(a))) this.#settle(meeting);
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      for (let each = 0; each < this.meetings.length; each++) {
        const meeting = this.meetings[random.below(this.meetings.length)];
        this.#leave(meeting);
        this.#settle(meeting);
      }
    }
  }

  /** Takes the best place that is free, and makes one where there is none. */
  #settle(meeting: MeetingDraft): void {
    const { roomKind, campuses, size, staff } = meeting.teachingClass;
    if (this.#takeBest(meeting)) return;
    this.#rooms.clear();
    this.rooms.add(roomKind, campuses[0], size);
    if (this.#takeBest(meeting)) return;
    for (const other of this.#ofClass.get(meeting.teachingClass.id)!) if (other.place) this.#leave(other);
    meeting.teachingClass.teacher = this.staff.hire(staff);
    for (const other of this.#ofClass.get(meeting.teachingClass.id)!)
      if (!this.#takeBest(other)) throw new Error(`No place can be found for ${other.id}.`);
  }

  #takeBest(meeting: MeetingDraft): boolean {
    let least = Infinity;
    let best: { place: Place; room: RoomDraft } | undefined;
    const rooms = this.#roomsOf(meeting).map((room) => ({ room, misfit: this.#misfit(meeting, room) }));
    rooms.sort((a, b) => a.misfit - b.misfit);
    for (const place of placesOf(meeting.weeks, meeting.length)) {
      const dislike = this.#dislike(meeting, place);
      for (const { room, misfit } of rooms) {
        if (dislike + misfit >= least) break;
        if (!room.agenda.isFree(place) || !isPossible(meeting, place, room)) continue;
        least = dislike + misfit;
        best = { place, room };
      }
    }
    if (!best) return false;
    Object.assign(meeting, best);
    book(meeting, best.place, best.room, 'add');
    return true;
  }

  #leave(meeting: MeetingDraft): void {
    book(meeting, meeting.place!, meeting.room!, 'remove');
    meeting.place = undefined;
    meeting.room = undefined;
  }

  #roomsOf(meeting: MeetingDraft): readonly RoomDraft[] {
    const rooms =
      this.#rooms.get(meeting) ?? this.rooms.of(meeting).filter((room) => isEquipped(room, meeting));
    this.#rooms.set(meeting, rooms);
    return rooms;
  }

  /** About what the rules say of a place, at their weights. */
  #dislike(meeting: MeetingDraft, place: Place): number {
    const { teachingClass } = meeting;
    const { groups, teacher, choices, course } = teachingClass;
    // These rules look at nothing but how many people it is.
    const crowd = { size: teachingClass.size } as Meeting;
    let sum =
      evening.weight * eveningPenalty(CALENDAR, crowd, place) +
      weekend.weight * weekendPenalty(CALENDAR, crowd, place) +
      coursePriority.weight *
        priorityPenalty(CALENDAR, { priority: teachingClass.priority } as TeachingClass, place) +
      timePreference.weight * timePenalty(meeting, place) +
      teacherCompactness.weight * teacher!.person.agenda.nuisance(place).idle;
    for (const { person, load } of groups) {
      const { idle, above } = person.agenda.nuisance(place, shareOf(load));
      sum += groupCompactness.weight * idle + dayBalance.weight * above;
    }
    for (const [group, count] of choices)
      if (!group.person.agenda.isFree(place)) sum += studentConflict.weight * count;
    const isThere = (other: MeetingDraft) => other !== meeting && other.place?.day === place.day;
    if (this.#ofClass.get(teachingClass.id)!.some(isThere)) sum += minimumWorkingDays.weight;
    for (const group of groups) {
      const parts = this.#ofCourse.get(`${group.id}/${course}`)!;
      if (parts.some((part) => isThere(part) && part.teachingClass.kind !== teachingClass.kind))
        sum += coursePartsApart.weight;
    }
    return sum;
  }

  #misfit({ teachingClass }: MeetingDraft, room: RoomDraft): number {
    const { id, size, building } = teachingClass;
    const others = this.#ofClass.get(id)!.flatMap((meeting) => meeting.room ?? []);
    const misfit =
      Number(size / room.capacity < FILLED_WELL) +
      Number(building !== undefined && building !== room.building);
    const isOther = others.length > 0 && !others.includes(room);
    return (
      roomFit.weight * misfit + roomPreference.weight * room.penalty + (isOther ? roomStability.weight : 0)
    );
  }
}

/** What a time costs by itself: nobody does sport early, nor late. */
export function timePenalty({ teachingClass: { isSport } }: MeetingDraft, { start }: Place): number {
  if (!isSport) return 0;
  return start === 0 ? 2 : start >= CALENDAR.eveningStart! ? 1 : 0;
}

/** An even share of somebody's periods for each of five days of twenty weeks. */
const shareOf = (load: number): number => Math.max(2, Math.ceil(load / (CALENDAR.weeks * 5)));

function isPossible({ teachingClass }: MeetingDraft, place: Place, { campus }: RoomDraft): boolean {
  const { teacher, groups } = teachingClass;
  return teacher!.person.isFree(place, campus) && groups.every(({ person }) => person.isFree(place, campus));
}

function book({ teachingClass }: MeetingDraft, place: Place, room: RoomDraft, verb: 'add' | 'remove'): void {
  room.agenda[verb](place);
  teachingClass.teacher!.person[verb](place, room.campus);
  for (const { person } of teachingClass.groups) person[verb](place, room.campus);
}

function listIn<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
