import type { Intent, MeetingRef } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import { checkedChange, forOthers } from '../planner/checks.js';
import { DomainError } from '../../../schema/errors.js';
import type { Outcome } from '../answers/planner.js';
import { isChanging } from '../planner/edits.js';
import { labelOf, seenOf } from '../planner/held.js';
import { isNamed, meetingsOf } from '../planner/meetings.js';
import type { Wishes } from '../planner/planning.js';
import { lined, say } from '../planner/words.js';
import { forPlanners } from './refusals.js';

/** The lesson that wishes are of, or that was shown. */
export const lessonOf = (intents: readonly Intent[], seen: readonly MeetingRef[] = []): MeetingRef | null => {
  const told = intents.flatMap((intent) => {
    if (intent.type === 'swap') return [intent.first];
    if ('meeting' in intent && intent.meeting) return [intent.meeting];
    return 'of' in intent && intent.of ? [intent.of] : [];
  });
  return [...told, ...seen.slice(0, 1)].find(isNamed) ?? null;
};

/** Whether the caller may change a lesson, and by which right; what others may do, where not. */
export async function toldOfRight(planning: Wishes, ref: MeetingRef | null): Promise<Text> {
  const { may } = planning;
  if (may !== 'CHANGE') return may === 'REQUEST' ? byRequest : lined([forPlanners, forLeave]);
  const [meeting] = ref ? await meetingsOf(planning, { ...ref, at: undefined }) : [];
  if (!meeting) return inGeneral;
  planning.seen.push(seenOf(meeting));
  const refused = await refusalOf(planning, meeting.id);
  if (refused) return forOthers({ ...planning, seen: [seenOf(meeting)] }, refused, {});
  const { zh, en } = labelOf(meeting);
  return say(
    `可以：${zh}在您的权限内。说调到什么时间或哪间教室，我先给出方案，您确认后生效。`,
    `Yes: ${en} is yours to change. Say where it goes; a plan comes first, and is made once you confirm it.`,
  );
}

/** What a change of a lesson is refused with that is for others to make; null where it is not. */
async function refusalOf(planning: Wishes, meeting: string): Promise<DomainError | null> {
  const checked = await checkedChange(planning, [{ meeting, isLocked: true }]);
  return checked instanceof DomainError ? checked : null;
}

/** What a question is refused with of which every lesson is for others to change; null where one is not. */
export async function refusedOf(
  planning: Wishes,
  question: Outcome['question'],
): Promise<DomainError | null> {
  if (!question || planning.may !== 'CHANGE' || !planning.intents.some(isChanging)) return null;
  const meetings = new Set(
    question.options.flatMap(({ resume }) => Object.values(resume?.pins ?? {}).map(({ meeting }) => meeting)),
  );
  let refused: DomainError | null = null;
  for (const meeting of meetings) {
    refused = await refusalOf(planning, meeting);
    if (!refused) return null;
  }
  return refused;
}

const forLeave = say(
  '请假和其他个人的事请找辅导员，并告诉任课教师。',
  'For leave and other matters of your own ask your counsellor, and tell the teacher.',
);
const byRequest = say(
  '教师不能直接改课表：自己的课可以申请某一天停课、调课或请人代课，由教务审批；长期的调整请找所在学院的教务。时限和手续以教务处的规定为准。',
  'Teachers do not change the timetable: ask that a lesson of one date is called off, moved or taught by ' +
    'somebody else, on which academic affairs decide; they also change lessons for good, and ' +
    'tell how long before it is to be asked.',
);

const inGeneral = say(
  '您可以调整授权给您的部门的课：说明哪门课调到哪里，我先给出方案，您确认后生效；其他部门的课由该部门的教务或管理员调整。',
  'You may change lessons of the departments that are granted to you: say which goes where, and confirm ' +
    'the plan. Those of others are changed by their academic affairs or an administrator.',
);
