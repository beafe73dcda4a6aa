import {
  type Intent,
  type MeetingRef,
  type Situation,
  optionsMax,
} from '@class-scheduling/assistant-language';
import type { Language } from '../../../schema/texts.js';
import { viewerOf } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import type { ItemRequest } from '../../scheduling/changes/edits.js';
import type { OfferedOption, Pin, Pins } from '../event-data.js';
import type { UseTool } from '../tools.js';
import { meantBy } from './meetings.js';
import { ranges } from '../../scheduling/semester/periods.js';
import { refuse, UnsettledError } from './step.js';
import { say } from './words.js';
import { labelOf, seenOf, type HeldMeeting, type TalkedTimetable } from './held.js';

/** Who asks. */
interface Caller {
  readonly language: Language;
  /** The account. */
  readonly person: string;
  /** Where the university is. */
  readonly timeZone: string;
}

export const callerOf = (ctx: Context): Caller => ({
  language: ctx.language,
  person: viewerOf(ctx).userId,
  timeZone: ctx.app.config.TIME_ZONE,
});

/** What is planned with: the tools in the hands of an answer, and what was said. */
export interface Planning extends Caller {
  readonly use: UseTool;
  readonly situation: Situation;
  readonly timetable: TalkedTimetable;
  readonly intents: readonly Intent[];
  /** Which meetings the person chose already, by the place of their mention. */
  readonly pins: Pins;
  /** The places that were shown already, where another one is wanted: day, period and room. */
  readonly shown?: readonly string[];
  /** Whether changes are only asked for, of academic affairs. */
  readonly isRequest?: boolean;
  /** Filled with what the answer shows, in order: what is said next may be of that. */
  readonly seen: MeetingRef[];
  /** Whether lists are told whole. */
  readonly isWhole?: boolean;
  /** What the wishes before this one come to, each meeting once. */
  readonly before: readonly ItemRequest[];
}

export const pinOf = ({ id, teachingClass }: HeldMeeting): Pin => ({
  meeting: id,
  teachingClass: teachingClass.id,
});

/**
 * The meeting that an intent mentions.
 * @param path place of the mention, such as `0.meeting`
 * @throws UnsettledError with a question where that is not plain
 */
export async function settled(planning: Planning, path: string, ref: MeetingRef): Promise<HeldMeeting> {
  const { use, situation, timetable, language, intents, pins } = planning;
  const meant = await meantBy(use, situation, timetable, ref, pins[path]);
  if (meant.kind === 'one') {
    planning.seen.push(seenOf(situation, meant.meeting));
    return meant.meeting;
  }
  if (meant.kind === 'none') throw refuse(meant.text);
  planning.seen.push(...meant.meetings.map((meeting) => seenOf(situation, meeting)));
  const options = meant.meetings.slice(0, optionsMax).map((meeting): OfferedOption => {
    const label = labelOf(meeting);
    return {
      label,
      text: label[language],
      resume: { intents, pins: { ...pins, [path]: pinOf(meeting) } },
    };
  });
  throw new UnsettledError({ kind: 'question', question: meant.question, options });
}

/**
 * A meeting is the same in all its weeks, so it changes in all of them or in none.
 * @param weeks the weeks that were said; nothing where it is of any week
 */
export function refuseOtherWeeks(meeting: HeldMeeting, weeks: readonly number[] | undefined): void {
  if (!weeks?.length || meeting.weeks.every((week) => weeks.includes(week))) return;
  throw refuse(
    say(
      `目前只能整体调整每周的课：${labelOf(meeting).zh}在第${ranges(meeting.weeks)}周上课，不能只调整其中几周。`,
      `${labelOf(meeting).en} changes in all of its weeks or in none, not only in weeks ${ranges(weeks)}.`,
    ),
  );
}
