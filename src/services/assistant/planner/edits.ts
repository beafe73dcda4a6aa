import type { Intent } from '@class-scheduling/assistant-language';
import { ChangeKind } from '../../../schema/timetables.js';
import { expectation, nothingElse, plannedMove } from './moves.js';
import { refuseOtherWeeks, settled, type Planning } from './planning.js';
import { ranges } from '../../scheduling/semester/periods.js';
import { plannedSwap } from './swaps.js';
import { say } from './words.js';
import { labelOf, type HeldMeeting } from './held.js';
import { refuse, type Step } from './step.js';
import { asDated, plannedDates } from './on-date.js';

/** The intents that want something changed. */
export type ChangingIntent = Extract<
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
  intent.type === 'singleDate' || (intent.type === 'move' && intent.to?.date !== undefined);

/** What a wish for a change comes to. @param at its place among the intents */
export async function plannedEdit(planning: Planning, at: number, intent: ChangingIntent): Promise<Step> {
  if (planning.shown && intent.type !== 'move') throw refuse(nothingElse);
  switch (intent.type) {
    case 'undo':
      return { kind: 'reversal', as: ChangeKind.UNDO };
    case 'redo':
      return { kind: 'reversal', as: ChangeKind.REDO };
    case 'move':
      return intent.to?.date
        ? plannedDates(planning, at, asDated(intent))
        : plannedMove(planning, at, intent);
    case 'swap':
      return plannedSwap(planning, at, intent);
    case 'singleDate':
      return plannedDates(planning, at, intent);
    case 'changeWeeks': {
      const meeting = await settled(planning, `${at}.meeting`, intent.meeting);
      throw refuse(otherWeeks(meeting, intent.weeks));
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
  refuseOtherWeeks(meeting, intent.meeting.at?.weeks);
  if (!meeting.time)
    throw refuse(
      say(
        `${labelOf(meeting).zh}，无需此操作。`,
        `${labelOf(meeting).en} cannot be changed so, place it first.`,
      ),
    );
  const place = intent.type === 'takeOut' ? null : { teacher: intent.teacher };
  return { meeting: id, place, ...expectation(meeting) };
}

const otherWeeks = (meeting: HeldMeeting, weeks: readonly number[]) =>
  meeting.weeks.join() === weeks.join()
    ? say(
        `${labelOf(meeting).zh}已经在这些周上课，无需调整。`,
        `${labelOf(meeting).en} is held in these weeks already.`,
      )
    : say(
        `对话里还不能改上课周次：请打开${labelOf(meeting).zh}的调整表单，把周次改为第${ranges(weeks)}周。`,
        `Weeks change in the form of the assignment: maybe open that of ${labelOf(meeting).en} and enter ` +
          `weeks ${ranges(weeks)}.`,
      );
