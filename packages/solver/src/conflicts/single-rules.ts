import type { Meeting, Placement, Problem, Room, RuleId } from '../model.js';
import { RULES } from '../rules/all.js';
import { viewOf } from '../rules/view.js';
import { CALENDAR_RULES, ROOM_RULES } from './requirements.js';

/** Rules on the time of one meeting. */
export const TIME_RULES = ['time-preference', 'course-priority'] as const;
/** Rules on the teacher of one meeting, at any time or at some. */
export const TEACHER_RULES = ['teacher-preference', 'teacher-level'] as const;

/** The hard rules that a placement breaks by itself; evaluated once for each meeting and option. */
export class SingleRules {
  readonly #answers = new Map<string, readonly RuleId[]>();
  readonly #byTime: (readonly RuleId[])[] = [];
  readonly #needs = new Map<Meeting, string>();

  constructor(
    private readonly problem: Problem,
    private readonly hard: ReadonlySet<RuleId>,
  ) {}

  /** Rules on rooms that a meeting breaks in a room at any time. */
  brokenInRoom(meeting: Meeting, room: Room): readonly RuleId[] {
    const time = meeting.times[0]?.time ?? meeting.lock?.time ?? 0;
    return this.#once(`${room.id}/${this.needsOf(meeting)}`, () =>
      this.#broken(ROOM_RULES, meeting, { time, room: room.id, teacher: null }),
    );
  }

  /** Calendar rules that a time breaks, whatever the meeting. */
  brokenByTime(meeting: Meeting, time: number): readonly RuleId[] {
    return (this.#byTime[time] ??= this.#broken(CALENDAR_RULES, meeting, {
      time,
      room: null,
      teacher: null,
    }));
  }

  /** Rules on the time of this meeting or, with a teacher, on both. */
  brokenAt(meeting: Meeting, time: number, teacher: string | null): readonly RuleId[] {
    const rules = teacher === null ? TIME_RULES : TEACHER_RULES;
    return this.#once(`${meeting.id}/${time}/${teacher}`, () =>
      this.#broken(rules, meeting, { time, room: null, teacher }),
    );
  }

  /** The room requirements of a meeting, as a key. */
  needsOf(meeting: Meeting): string {
    let needs = this.#needs.get(meeting);
    if (needs === undefined) {
      const { size, roomTypes, features, rooms, building } = meeting;
      needs = JSON.stringify([size, roomTypes, features, building, rooms]);
      this.#needs.set(meeting, needs);
    }
    return needs;
  }

  #once(key: string, evaluate: () => readonly RuleId[]): readonly RuleId[] {
    let answer = this.#answers.get(key);
    if (!answer) this.#answers.set(key, (answer = evaluate()));
    return answer;
  }

  #broken(rules: readonly RuleId[], meeting: Meeting, place: Omit<Placement, 'meeting'>): readonly RuleId[] {
    const hard = RULES.filter(({ id }) => rules.includes(id) && this.hard.has(id));
    if (hard.length === 0) return [];
    const view = viewOf({ ...this.problem, meetings: [meeting] }, [{ meeting: meeting.id, ...place }]);
    return hard
      .filter(({ judge }) => [...judge(view)].some(({ penalty }) => penalty > 0))
      .map(({ id }) => id);
  }
}
