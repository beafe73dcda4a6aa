import type { MeetingRef, Situation, TimeWish } from '@class-scheduling/assistant-language';
import { ranges } from '../../scheduling/semester/periods.js';
import type { AssignmentFacts, DatedKind, NamedRecord, ToolAnswers, UseTool } from '../tools.js';
import { inParts, joined, oneLine, plain, say, when, type Text } from './words.js';

/** The first period of a meeting, with how long it lasts. */
export interface TimeSpan {
  readonly day: number;
  readonly start: number;
  readonly end: number;
}

/** A date on which a lesson is held, with its week. */
export interface Occurrence {
  readonly date: string;
  readonly week: number;
}

/** A date and time to which a lesson goes. */
export interface Goal extends Occurrence {
  readonly span: TimeSpan;
}

/** The time of so many periods. */
export const spanOf = (day: number, start: number, periods: number): TimeSpan => ({
  day,
  start,
  end: start + periods - 1,
});

/** 下午最后一节: with the one period that is told as beginning and end a longer lesson ends. */
export const startOf = ({ start, end }: Periods, periods: number): number =>
  end === start ? Math.max(1, end - periods + 1) : start;

type Periods = NonNullable<TimeWish['periods']>;

/** What is held in a week, or on a date. */
export interface Lesson {
  /** Null without a place. */
  readonly assignment: string | null;
  readonly periods: number;
  readonly weeks: readonly number[];
  readonly teachingClass: NamedRecord & { readonly course?: NamedRecord | null };
  /** All who teach it. */
  readonly teachers: readonly NamedRecord[];
  /** Null without a place. */
  readonly time: TimeSpan | null;
  readonly room: HeldRoom | null;
  /** The date, where one is asked about, with the instants between which it is held. */
  readonly on?: { readonly date: string; readonly start: string | null; readonly end: string | null };
  /** How it is otherwise on that date than in its week. */
  readonly changed?: DatedKind | null;
  /** Whether it is held then; else it was called off, moved away or taken over. */
  readonly isHeld?: boolean;
}

/** Whether two lessons are held at the same time, on a date or in any week. */
export function isAtOnce(one: Lesson, other: Lesson): boolean {
  const [{ time: first }, { time: second }] = [one, other];
  const isOnDay =
    one.on && other.on
      ? one.on.date === other.on.date
      : first?.day === second?.day && one.weeks.some((week) => other.weeks.includes(week));
  return (
    isOnDay && first !== null && second !== null && first.start <= second.end && second.start <= first.end
  );
}

interface HeldRoom extends NamedRecord {
  readonly building: NamedRecord | null;
  readonly campus: string | null;
}

export const heldRoom = ({ id, name, building }: NonNullable<AssignmentFacts['classroom']>): HeldRoom => ({
  ...{ id, name, building },
  campus: building?.campus?.id ?? null,
});

/** A meeting that a timetable holds. */
export interface HeldMeeting extends Lesson {
  readonly teachingClass: NonNullable<AssignmentFacts['teachingClass']>;
  readonly id: string;
  readonly sequence: number;
  readonly isLocked: boolean;
  readonly teacher: NamedRecord | null;
}

/** The timetable that is talked about. */
type TalkedTimetable = NonNullable<ToolAnswers['timetable']['timetable']>;

/** What meetings are asked for with: the tools in the hands of an answer, and of which timetable. */
export interface Asking {
  readonly use: UseTool;
  readonly situation: Situation;
  readonly timetable: TalkedTimetable;
}

/** A meeting as sentences name it. */
export function labelOf({ teachingClass, teacher, time, room, weeks }: HeldMeeting): Text {
  const { zh, en } = inParts([
    ...(teacher ? [plain(teacher.name)] : []),
    time ? when(time.day, time.start, time.end) : say('未安排', 'without a place'),
    ...(room ? [plain(room.name)] : []),
    say(`第${ranges(weeks)}周`, `weeks ${ranges(weeks)}`),
  ]);
  return oneLine(say(`${teachingClass.name}（${zh}）`, `${teachingClass.name} (${en})`));
}

/** A sentence that begins with the name of a meeting. */
export const about = (meeting: HeldMeeting, zh: string, en: string): Text =>
  joined([labelOf(meeting), say(zh, en)], '');

/** That a meeting has no place yet, which its name tells. */
export const notPlaced = (meeting: HeldMeeting): Text =>
  about(meeting, '，请先安排位置。', '. Maybe place it first.');

/** A lesson as what is said next may refer to it. */
export function seenOf({ teachingClass, teachers, time, room, on }: Lesson): MeetingRef {
  const { day, start, end } = time ?? {};
  return {
    teachingClasses: [teachingClass.id],
    ...(teachers.length > 0 && { teachers: teachers.map(({ id }) => id) }),
    ...(room && { rooms: [room.id] }),
    ...(day && { at: { ...(on ? { date: on.date } : { days: [day] }), periods: { start: start!, end } } }),
  };
}

export const inOrder = <L extends Lesson>(lessons: readonly L[]): L[] =>
  [...lessons].sort(
    (a, b) =>
      (a.on?.date ?? '').localeCompare(b.on?.date ?? '') ||
      (a.time?.day ?? 8) - (b.time?.day ?? 8) ||
      (a.time?.start ?? 0) - (b.time?.start ?? 0),
  );
