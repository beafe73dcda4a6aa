import type { Intent } from '@class-scheduling/assistant-language';
import { ChangeKind } from '../../../schema/timetables.js';
import { expectation, nothingElse, plannedMove } from './moves.js';
import { freeTeachersIn } from './absent.js';
import { toldOfUndo } from './history.js';
import { settled, type Planning } from './planning.js';
import { ranges } from '../../scheduling/semester/periods.js';
import { plannedSwap, swappedOn } from './swaps.js';
import { say } from './words.js';
import { labelOf, type HeldMeeting } from './held.js';
import { refuse, type Step } from './step.js';
import { asDated, plannedDates, type Dated } from './on-date.js';

/** The intents that want something changed. */
type ChangingIntent = Extract<
  Intent,
  {
    type:
      | 'move'
      | 'swap'
      | 'assignTeacher'
      | 'lock'
      | 'unlock'
      | 'takeOut'
      | 'changeWeeks'
      | 'undo'
      | 'redo'
      | 'singleDate';
  }
>;

const changing: ReadonlySet<Intent['type']> = new Set<ChangingIntent['type']>([
  'move',
  'swap',
  'assignTeacher',
  'lock',
  'unlock',
  'takeOut',
  'changeWeeks',
  'undo',
  'redo',
  'singleDate',
]);

/** Whether an intent wants something changed. */
export const isChanging = (intent: Intent): intent is ChangingIntent => changing.has(intent.type);

/** Whether an intent wants something on a date alone. */
export const isOnDate = (intent: Intent): boolean =>
  intent.type === 'singleDate' ||
  (intent.type === 'swap' && intent.on !== undefined) ||
  ('meeting' in intent && isChanging(intent) && datedOf(intent) !== null);

/** A wish for some dates or weeks as one for single dates; null where it is for every week. */
function datedOf(intent: ChangingIntent): Dated | null {
  if (intent.type !== 'move' && intent.type !== 'assignTeacher' && intent.type !== 'takeOut') return null;
  const { meeting } = intent;
  const to = intent.type === 'move' ? intent.to : undefined;
  if (!to?.date && !meeting.at?.date && !(to?.weeks ?? meeting.at?.weeks)?.length) return null;
  const at = meeting.at?.weeks || !to?.weeks ? meeting.at : { ...meeting.at, weeks: to.weeks };
  const of = { ...meeting, ...(at && { at }) };
  if (intent.type === 'takeOut') return { type: 'singleDate', action: 'CANCEL', meeting: of };
  if (intent.type === 'assignTeacher')
    return { type: 'singleDate', action: 'SUBSTITUTE', meeting: of, teacher: intent.teacher };
  const { weeks, ...time } = to ?? {};
  const keepsWeeks = weeks !== undefined && meeting.at?.weeks !== undefined;
  return asDated({ ...intent, meeting: of, to: keepsWeeks ? { ...time, weeks } : time });
}

/** Whether a wish for some weeks leaves others of its meeting as they are. */
async function isOfSome(planning: Planning, at: number, { meeting }: Dated): Promise<boolean> {
  const { date, weeks = [] } = meeting.at ?? {};
  if (date !== undefined || weeks.length === 0) return true;
  const held = await settled(planning, `${at}.meeting`, meeting);
  return held.weeks.some((week) => !weeks.includes(week));
}

/** What a wish for a change comes to. @param at its place among the intents */
export async function plannedEdit(planning: Planning, at: number, intent: ChangingIntent): Promise<Step> {
  if (planning.shown && intent.type !== 'move' && intent.type !== 'singleDate') throw refuse(nothingElse);
  if (intent.type === 'singleDate' && intent.action === 'SUBSTITUTE' && !intent.teacher) {
    const { meeting, at: then } = intent;
    const asked = { type: 'findTeachers' as const, meeting, at: { ...meeting.at, ...then } };
    return freeTeachersIn(planning, asked, planning.pins[`${at}.meeting`]);
  }
  const dated = datedOf(intent);
  if (dated && (dated.to?.date ?? (await isOfSome(planning, at, dated))))
    return plannedDates(planning, at, dated);
  switch (intent.type) {
    case 'undo':
      return { kind: 'reversal', as: ChangeKind.UNDO, told: await toldOfUndo(planning) };
    case 'redo':
      return { kind: 'reversal', as: ChangeKind.REDO, told: [] };
    case 'move':
      return plannedMove(planning, at, intent);
    case 'swap': {
      const weeks = intent.first.at?.weeks ?? intent.second.at?.weeks;
      const on = intent.on ?? (weeks?.length ? { weeks } : undefined);
      return on ? swappedOn(planning, at, { ...intent, on }) : plannedSwap(planning, at, intent);
    }
    case 'singleDate':
      return plannedDates(planning, at, intent);
    case 'changeWeeks': {
      const meeting = await settled(planning, `${at}.meeting`, intent.meeting);
      const weeks = intent.isWithin
        ? meeting.weeks.filter((week) => intent.weeks.includes(week))
        : intent.weeks;
      if (meeting.weeks.join() === weeks.join()) throw refuse(alreadyThen(meeting));
      if (!meeting.time) throw refuse(notPlaced(meeting));
      const items = [{ meeting: meeting.id, weeks, ...expectation(meeting) }];
      return { kind: 'items', items, told: otherWeeks(meeting, weeks) };
    }
    default: {
      const meeting = await settled(planning, `${at}.meeting`, intent.meeting);
      return { kind: 'items', items: [itemOf(meeting, intent)] };
    }
  }
}

function itemOf(
  meeting: HeldMeeting,
  intent: Extract<ChangingIntent, { type: 'assignTeacher' | 'lock' | 'unlock' | 'takeOut' }>,
) {
  const { id } = meeting;
  if (intent.type === 'lock' || intent.type === 'unlock')
    return { meeting: id, isLocked: intent.type === 'lock' };
  if (!meeting.time) throw refuse(notPlaced(meeting));
  const place = intent.type === 'takeOut' ? null : { teacher: intent.teacher };
  return { meeting: id, place, ...expectation(meeting) };
}

const notPlaced = (meeting: HeldMeeting) =>
  say(`${labelOf(meeting).zh}，无需此操作。`, `${labelOf(meeting).en} cannot be changed so, place it first.`);

const alreadyThen = (meeting: HeldMeeting) =>
  say(
    `${labelOf(meeting).zh}已经在这些周上课，无需调整。`,
    `${labelOf(meeting).en} is held in these weeks already.`,
  );

/** That a meeting is held in other weeks, and in how many fewer or more. */
function otherWeeks(meeting: HeldMeeting, weeks: readonly number[]) {
  const [name, count] = [labelOf(meeting), weeks.length - meeting.weeks.length];
  const periods = Math.abs(count * meeting.periods);
  const [zh, en] =
    count === 0
      ? ['', '']
      : [
          `，全学期${count > 0 ? '多' : '少'} ${periods} 节`,
          `, ${periods} periods ${count > 0 ? 'more' : 'fewer'} in all`,
        ];
  return say(
    `${name.zh}改为只在第${ranges(weeks)}周上课${zh}：`,
    `${name.en} would be held in weeks ${ranges(weeks)} alone${en}:`,
  );
}
