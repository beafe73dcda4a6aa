import { ConstraintChecker } from './conflicts/constraint-checker.js';
import type { Meeting, Placement, Problem, Room, RuleId, Score, Sentence, Violation } from './model.js';
import { ChangeVerifier, scoreChange } from './verify-change.js';
import { timeWords } from './rules/words.js';
import type { Image } from './search/image/image.js';
import type { State } from './search/general/state.js';
import { stateOf } from './search/timetable.js';

/** A hard rule that rules out a place, and the meetings in the way. */
interface Bar {
  readonly rule: RuleId;
  readonly holders: readonly string[];
  readonly sentence: Sentence;
}

/** One room for a meeting at one time. */
interface RoomAlternative {
  readonly room: string;
  readonly bars: readonly Pick<Bar, 'rule' | 'holders'>[];
  /** Change of the soft cost if the meeting were placed here; null when the room is barred. */
  readonly soft: number | null;
}

/** One time for a meeting, evaluated with the best room and teacher there. */
export interface TimeAlternative {
  readonly time: number;
  readonly when: Sentence;
  readonly isCurrent: boolean;
  /** Empty = the meeting can move here right away. */
  readonly bars: readonly Bar[];
  readonly place: Placement;
  /** Change of the score by rule, hard ones included; below 0 is better than now. */
  readonly score: Score;
  readonly roomsFree: number;
  readonly roomsOffered: number;
}

/** Explains every time and room of a meeting: what rules it out, which meetings occupy it, what it costs. */
export class Alternatives {
  readonly #image: Image;
  readonly #state: State;
  readonly #board: ConstraintChecker;
  readonly #verifier: ChangeVerifier;
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #roomIndexes: ReadonlyMap<string, number>;
  readonly #inRoom = new Map<string, Placement[]>();
  readonly #placements: ReadonlyMap<string, Placement>;

  constructor(
    private readonly problem: Problem,
    placements: readonly Placement[],
  ) {
    this.#state = stateOf(problem, placements);
    this.#image = this.#state.image;
    this.#board = new ConstraintChecker(problem);
    this.#verifier = new ChangeVerifier(problem, placements);
    this.#indexes = new Map(problem.meetings.map(({ id }, m) => [id, m]));
    this.#roomIndexes = new Map(problem.rooms.map(({ id }, r) => [id, r]));
    this.#placements = new Map(placements.map((placement) => [placement.meeting, placement]));
    for (const placement of placements) {
      if (placement.room === null) continue;
      this.#inRoom.set(placement.room, [...(this.#inRoom.get(placement.room) ?? []), placement]);
    }
  }

  /** Every time offered to the meeting, in the order of the problem. */
  times(meetingId: string): TimeAlternative[] {
    const meeting = this.#board.meeting(meetingId);
    const now = this.#placements.get(meetingId);
    const offered = new Set(meeting.times.map(({ time }) => time));
    if (meeting.lock?.time !== undefined) offered.add(meeting.lock.time);
    return [...offered].map((time): TimeAlternative => {
      const rooms = this.rooms(meetingId, time);
      const place = this.#bestPlace(meeting, time, rooms);
      const { before, after } = this.#verifier.compare([place]);
      return {
        time,
        when: timeWords(this.problem.times[time]),
        isCurrent: now?.time === time,
        bars: barsOf(meetingId, after.violations),
        place,
        score: scoreChange(before.score, after.score),
        roomsFree: rooms.filter(({ bars }) => bars.length === 0).length,
        roomsOffered: rooms.length,
      };
    });
  }

  /** Every room offered to the meeting at one time; empty when it needs none. */
  rooms(meetingId: string, time: number): RoomAlternative[] {
    const meeting = this.#board.meeting(meetingId);
    return this.#roomsOffered(meeting).map((room): RoomAlternative => {
      const bars = this.#barsInRoom(meeting, room, time);
      return { room: room.id, bars, soft: bars.length > 0 ? null : this.#softChange(meeting, time, room.id) };
    });
  }

  #barsInRoom(meeting: Meeting, room: Room, time: number): RoomAlternative['bars'] {
    const bars: { rule: RuleId; holders: string[] }[] = this.#board
      .rulesBrokenIn(meeting, room)
      .map((rule) => ({ rule, holders: [] }));
    const { everything } = this.#board;
    if (!this.#board.isRoomOpen(room, time, everything))
      bars.push({ rule: 'room-availability', holders: [] });
    const holders = (this.#inRoom.get(room.id) ?? [])
      .filter((other) => other.meeting !== meeting.id && this.#board.overlap(other.time, time))
      .map((other) => other.meeting);
    if (holders.length > 0 && everything.has('room-conflict/')) bars.push({ rule: 'room-conflict', holders });
    return bars;
  }

  /** The cheapest free room, else the current or first one; with the cheapest teacher. */
  #bestPlace(meeting: Meeting, time: number, rooms: readonly RoomAlternative[]): Placement {
    const now = this.#placements.get(meeting.id);
    const cheapest = rooms.reduce<RoomAlternative | null>(
      (best, room) => (room.soft !== null && (!best || room.soft < (best.soft as number)) ? room : best),
      null,
    );
    const fallback = rooms.some(({ room }) => room === now?.room) ? now?.room : rooms[0]?.room;
    const room = cheapest?.room ?? fallback ?? null;
    return { meeting: meeting.id, time, room, teacher: this.#bestTeacher(meeting, time, room) };
  }

  #bestTeacher(meeting: Meeting, time: number, room: string | null): string | null {
    const probes = this.#probe(meeting, time, room);
    const [best] = [...probes].sort((a, b) => a.hard - b.hard || a.soft - b.soft);
    return best?.teacher ?? this.#placements.get(meeting.id)?.teacher ?? meeting.teachers[0] ?? null;
  }

  #softChange(meeting: Meeting, time: number, room: string): number | null {
    const tried = this.#probe(meeting, time, room);
    const hardLeast = Math.min(...tried.map(({ hard }) => hard));
    const costs = tried.filter(({ hard }) => hard === hardLeast).map(({ soft }) => soft);
    return costs.length === 0 ? null : Math.min(...costs);
  }

  /** Tries the place with every teacher and undoes it; empty where the search offers nothing. */
  #probe(
    meeting: Meeting,
    time: number,
    room: string | null,
  ): { teacher: string | null; hard: number; soft: number }[] {
    const m = this.#indexes.get(meeting.id) as number;
    const { timeStart, time: times, teacherStart, teacher, needsTeacher } = this.#image;
    if (!times.subarray(timeStart[m], timeStart[m + 1]).includes(time)) return [];
    const state = this.#state;
    const [t, r, k] = [state.time[m], state.room[m], state.teacher[m]];
    const before = { hard: state.hard, soft: state.soft };
    if (t >= 0) state.remove(m);
    const roomIndex = room === null ? -1 : (this.#roomIndexes.get(room) as number);
    const teachers = needsTeacher[m] ? [...teacher.subarray(teacherStart[m], teacherStart[m + 1])] : [-1];
    const probes = teachers.map((l) => {
      state.insert(m, time, roomIndex, l);
      const change = { hard: state.hard - before.hard, soft: state.soft - before.soft };
      state.remove(m);
      return { teacher: this.problem.teachers[l]?.id ?? null, ...change };
    });
    if (t >= 0) state.insert(m, t, r, k);
    return probes;
  }

  #roomsOffered({ rooms, lock }: Meeting): readonly Room[] {
    const all = this.problem.rooms;
    if (lock?.room !== undefined) return all.filter(({ id }) => id === lock.room);
    if (!rooms) return all;
    const offered = new Set(rooms.map(({ room }) => room));
    return all.filter(({ id }) => offered.has(id));
  }
}

/** Broken hard rules that involve the meeting, without duplicate rules and holders. */
function barsOf(meeting: string, violations: readonly Violation[]): Bar[] {
  return violations
    .filter(({ level, meetings }) => level === 'hard' && meetings.includes(meeting))
    .map(({ rule, meetings, sentence }) => ({
      rule,
      holders: meetings.filter((id) => id !== meeting),
      sentence,
    }));
}
