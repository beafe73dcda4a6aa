import type { Situation, TimeWish } from '@class-scheduling/assistant-language';
import type { RoomFacts, ToolAnswers } from '../tools.js';
import { partOf, type TimeSpan } from './times.js';
import type { HeldMeeting } from './held.js';

/** A place that the product suggests for a meeting alone, with its own teacher. */
export interface SuggestedPlace {
  readonly span: TimeSpan;
  readonly room: RoomFacts;
  readonly teacher: string;
}

type Suggested = ToolAnswers['suggestions']['suggestions'][number]['items'][number];

/** The place that a suggestion gives a meeting; null where it would have another teacher. */
export function suggestedPlace(meeting: HeldMeeting, { to }: Suggested): SuggestedPlace | null {
  if (!to?.classroom || !to.teacher) return null;
  if (meeting.teacher && to.teacher.id !== meeting.teacher.id) return null;
  const span = { day: to.dayOfWeek, start: to.periodStart, end: to.periodStart + meeting.periods - 1 };
  return { span, room: to.classroom, teacher: to.teacher.id };
}

/** The days and first periods of a wish, as suggestions are asked for. */
export function windowOf(situation: Situation, { days, periods, part }: TimeWish): object {
  const [first, last] = part ? partOf(situation, part) : [1, situation.periods.starts.length];
  return {
    ...(days?.length && { days }),
    ...((part ?? periods) && {
      earliestPeriod: periods?.start ?? first,
      latestPeriod: periods?.start ?? last,
    }),
  };
}
