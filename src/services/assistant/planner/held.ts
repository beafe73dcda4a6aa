import type { Text } from '../../../schema/texts.js';
import { ranges } from '../../scheduling/semester/periods.js';
import type { NamedRecord } from '../tools.js';
import type { TimeSpan } from './times.js';
import { oneLine, say, when } from './words.js';

/** A meeting that a timetable holds. */
export interface HeldMeeting {
  readonly id: string;
  readonly sequence: number;
  readonly periods: number;
  readonly weeks: readonly number[];
  readonly isLocked: boolean;
  readonly teachingClass: NamedRecord;
  readonly teacher: NamedRecord | null;
  /** Names of all who teach it. */
  readonly teacherNames: readonly string[];
  /** Null without a place. */
  readonly time: TimeSpan | null;
  readonly room: (NamedRecord & { readonly campus: string | null }) | null;
}

/** The timetable that is talked about. */
export interface TalkedTimetable {
  readonly id: string;
  /** Number of the revision, to ask for it. */
  readonly revision: number;
  readonly status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
}

/** A meeting as sentences name it. */
export function labelOf({ teachingClass, teacher, time, room, weeks }: HeldMeeting): Text {
  const at = time ? when(time.day, time.start, time.end) : say('未安排', 'without a place');
  const parts = (of: 'zh' | 'en'): string[] => [
    ...(teacher ? [teacher.name] : []),
    at[of],
    ...(room ? [room.name] : []),
    of === 'zh' ? `第${ranges(weeks)}周` : `weeks ${ranges(weeks)}`,
  ];
  return oneLine(
    say(
      `${teachingClass.name}（${parts('zh').join('，')}）`,
      `${teachingClass.name} (${parts('en').join(', ')})`,
    ),
  );
}

export const inOrder = (meetings: readonly HeldMeeting[]): HeldMeeting[] =>
  [...meetings].sort(
    (a, b) => (a.time?.day ?? 8) - (b.time?.day ?? 8) || (a.time?.start ?? 0) - (b.time?.start ?? 0),
  );
