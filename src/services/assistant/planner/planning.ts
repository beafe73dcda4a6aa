import { type Intent, type MeetingRef, optionsMax } from '@class-scheduling/assistant-language';
import type { Language } from '../../../schema/texts.js';
import { isPermitted, viewerOf } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import type { ItemRequest } from '../../scheduling/changes/edits.js';
import type { OfferedOption, Pin, Pins } from '../event-data.js';
import { meantBy, type Meanable } from './meetings.js';
import { UnsettledError, words, type Step } from './step.js';
import { firstLines, lined, say, type Text } from './words.js';
import { about, labelOf, seenOf, type Asking, type HeldMeeting } from './held.js';

/** Who asks. */
interface Caller {
  readonly language: Language;
  /** The account. */
  readonly person: string;
  /** Where the university is. */
  readonly timeZone: string;
  /** What the caller may do about lessons: teachers request changes of dates. */
  readonly may: 'CHANGE' | 'REQUEST' | 'LOOK';
}

export const callerOf = (ctx: Context): Caller => ({
  language: ctx.language,
  person: viewerOf(ctx).userId,
  timeZone: ctx.app.config.TIME_ZONE,
  may: isPermitted(ctx, 'changeTimetable')
    ? 'CHANGE'
    : isPermitted(ctx, 'requestDateChange') && viewerOf(ctx).teacherId
      ? 'REQUEST'
      : 'LOOK',
});

/** What is planned with: the tools in the hands of an answer, and what was said. */
export interface Planning extends Caller, Asking {
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
  /** Whether a meeting that moves keeps its room unasked: whether that is free is judged with the change. */
  readonly keepsRooms?: boolean;
  /** What the wishes before this one come to, each meeting once. */
  readonly before: readonly ItemRequest[];
}

/** The same for all that was said, of which nothing is planned yet. */
export type Wishes = Omit<Planning, 'before'>;

export const pinOf = ({ id, teachingClass }: HeldMeeting): Pin => ({
  meeting: id,
  teachingClass: teachingClass.id,
});

type Resumption = NonNullable<OfferedOption['resume']>;

/** An answer that is offered, and what is gone on with once it is chosen. */
export const offered = (
  { language }: Pick<Planning, 'language'>,
  label: Text,
  resume: Resumption,
): OfferedOption => ({ label, text: label[language], resume });

/** The wishes with another one in the place of that at `at`, of a meeting that is settled. */
export const goingOn = (
  { intents, pins }: Planning,
  { at, meeting }: { readonly at: number; readonly meeting: HeldMeeting },
  intent: Intent,
): Resumption => ({
  intents: intents.with(at, intent),
  pins: { ...pins, [`${at}.meeting`]: pinOf(meeting) },
});

/**
 * The meeting that an intent mentions.
 * @param path place of the mention, such as `0.meeting`
 * @throws UnsettledError with a question where that is not plain
 */
export async function settled(
  planning: Planning,
  path: string,
  ref: MeetingRef,
  only?: Meanable,
): Promise<HeldMeeting> {
  const { intents, pins, seen } = planning;
  const { meetings, question } = await meantBy(planning, ref, pins[path], only);
  seen.push(...meetings.map(seenOf));
  if (!question) return meetings[0];
  const options = meetings
    .slice(0, optionsMax)
    .map((each) => offered(planning, labelOf(each), { intents, pins: { ...pins, [path]: pinOf(each) } }));
  throw new UnsettledError({ kind: 'question', question, options });
}

/** That a lesson is somebody else's, and who can ask for a change of it. */
export function notYours(meeting: HeldMeeting): Text {
  return about(
    meeting,
    `不是您的课，没有改动：只有任课教师可以申请停课、调课或代课，由教务安排。` +
      '请告诉对方或其学院的教务；您自己那时有没有空，可以问我。',
    ` is not yours, and nothing was changed: its teacher may request a change of it, and academic ` +
      'affairs decide. Please tell them; whether you are free then you may ask me.',
  );
}

/** Lines that an answer tells unasked, and that it has at most. */
const toldMax = 5;
const linesMax = 40;

/** A list: of a long one how many lines it has and the first, and the offer of all of them. */
export function listed(planning: Planning, head: readonly Text[], lines: readonly Text[]): Step {
  const { intents, pins, isWhole } = planning;
  if (isWhole || intents.length > 1 || lines.length <= toldMax + 1)
    return words(lined([...head, ...firstLines(lines, linesMax)]));
  // 共 7 间: is said once.
  const isCounted = head.some(({ en }) => new RegExp(`\\b${lines.length}\\b`).test(en));
  const [inZh, inEn] = isCounted ? ['', 'The'] : [`共 ${lines.length} 项，`, `${lines.length} in all, the`];
  const count = say(`${inZh}前 ${toldMax} 项：`, `${inEn} first ${toldMax}:`);
  const all = say('全部列出', 'List all of them');
  return {
    kind: 'question',
    question: lined([...head, count, ...lines.slice(0, toldMax)]),
    options: [offered(planning, all, { intents, pins, isWhole: true })],
  };
}
