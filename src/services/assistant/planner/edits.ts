import type { Intent } from '@class-scheduling/assistant-language';
import { ChangeKind } from '../../../schema/timetables.js';
import { expectation, nothingElse, plannedMove } from './moves.js';
import { alternatives, refuseOtherWeeks, settled, type Planning } from './planning.js';
import { ranges } from '../../scheduling/semester/periods.js';
import { plannedSwap } from './swaps.js';
import { say } from './words.js';
import { labelOf, type HeldMeeting } from './held.js';
import { refuse, type Step } from './step.js';
import { withoutDate } from './dates.js';

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

/** What a wish for a change comes to. @param at its place among the intents */
export async function plannedEdit(planning: Planning, at: number, intent: ChangingIntent): Promise<Step> {
  if (planning.shown && intent.type !== 'move') throw refuse(nothingElse);
  switch (intent.type) {
    case 'undo':
      return { kind: 'reversal', as: ChangeKind.UNDO };
    case 'redo':
      return { kind: 'reversal', as: ChangeKind.REDO };
    case 'move':
      return intent.to?.date ? plannedDate(planning, at, asDated(intent)) : plannedMove(planning, at, intent);
    case 'swap':
      return plannedSwap(planning, at, intent);
    case 'singleDate':
      return plannedDate(planning, at, intent);
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
        `Weeks are changed in the form of the assignment. Maybe open that of ${labelOf(meeting).en}: ` +
          `weeks ${ranges(weeks)}.`,
      );

type Dated = Intent & { readonly type: 'singleDate' };

const asDated = ({ meeting, to }: Intent & { type: 'move' }): Dated => ({
  type: 'singleDate',
  action: 'MOVE',
  meeting,
  to,
});

/** A change of one date is not possible yet: says so, and offers the same for every week. */
async function plannedDate(planning: Planning, at: number, intent: Dated): Promise<Step> {
  const { situation } = planning;
  const day = (wish: Dated['to']) => {
    if (!wish) return undefined;
    const { weeks: _, ...rest } = withoutDate(situation, wish);
    return rest;
  };
  const held = day(intent.at);
  const ref = held ? { ...intent.meeting, at: { ...intent.meeting.at, ...held } } : intent.meeting;
  const meeting = await settled(planning, `${at}.meeting`, ref);
  const name = labelOf(meeting);
  const to = day(intent.to);
  const question = say(
    '目前还不能只调整某一天的课（停课、补课、单次调课）。需要改为每周都这样调整吗？',
    'Changing a single date is not possible yet. Do you want the same in every week instead?',
  );
  const move = to && { type: 'move' as const, meeting: intent.meeting, to };
  const options = [
    ...(move
      ? [{ label: say(`每周都移动${name.zh}`, `Move ${name.en} in every week`), intent: move, meeting }]
      : []),
    ...(intent.action === 'CANCEL'
      ? [
          {
            label: say(`每周都取出${name.zh}`, `Take ${name.en} out in every week`),
            intent: { type: 'takeOut' as const, meeting: intent.meeting },
            meeting,
          },
        ]
      : []),
  ];
  if (options.length === 0)
    return {
      kind: 'words',
      text: say(
        '目前还不能只调整某一天的课（停课、补课、单次调课），只能调整每周的安排。',
        'Changing a single date is not possible yet, only what is held every week.',
      ),
    };
  return alternatives(planning, at, question, options);
}
