import { isPassing, lasting, type Intent } from '@class-scheduling/assistant-language';
import { parse } from 'graphql';
import type { Context } from '../../../data/context.js';
import type { DateItem } from '../../scheduling/changes/edits.js';
import { beginningOf, type Text } from '../../../schema/texts.js';
import type { WishedTimes } from '../event-data.js';
import { asDateInput } from '../planner/checks.js';
import { asDated } from '../planner/dates.js';
import type { Planning } from '../planner/planning.js';
import { say } from '../planner/words.js';
import { reasonOf } from './plans.js';

const document = parse(
  `mutation ($input: DateItemInput!, $reason: String!) {
    requestDateChange(input: $input, reason: $reason) { id } }`,
  { noLocation: true },
);

const gap = '[\\s,，。.;；!！]';
/** 理由就写家里有事: what stands behind is why, and no part of what is wished. */
const because = new RegExp(
  `(?<!${gap})${gap}+` +
    '(?:申请)?(?:(?:理由|事由|原因|备注)(?:栏|里|就|请)*(?:[写填是说][上成]?|[:：])' +
    '|备注一下|(?:and )?(?:the |my )?(?:reason|note)(?: is\\b| ?[:-]))\\s*(?=[^\\s什啥])',
  'iu',
);

/** A text without the reason that it gives, and that. */
export function reasonIn(text: string): readonly [said: string, reason: string | null] {
  const found = because.exec(text);
  return found ? [text.slice(0, found.index), text.slice(found.index + found[0].length)] : [text, null];
}

/** The reason that is kept with a change, as it is shown. */
export const reasonKept = (reason: string): Text => say(`理由：${reason}`, `Reason: ${reason}`);

/** Asks academic affairs for a change of a date, for the reason that the person gave with the wish. */
export const requestDate = (ctx: Context, date: DateItem, words: string): Promise<unknown> =>
  ctx.app.operations.run(ctx, document, { input: asDateInput(date), reason: reasonOf(ctx, words) });

export const wantsRequest = say(
  '教师的单次变更由教务处审批。要提交以上申请吗？',
  'Academic affairs decide on single dates of teachers. Is this to be requested?',
);

export const sendRequest = say('确认申请', 'Confirm the request');

export const requested = say(
  '已向教务处提交申请，审批后才会生效；课表没有改动。',
  'Requested of academic affairs: the timetable changes once they accept it.',
);

const preferences = parse(
  'mutation ($input: PreferenceWeekInput!) { setTeacherPreferences(input: $input) { storedCount } }',
  { noLocation: true },
);

/** Notes when a teacher likes to teach, and why: the words of whoever said so. */
export const notePreferences = (ctx: Context, wished: WishedTimes, words: string): Promise<unknown> =>
  ctx.app.operations.run(ctx, preferences, {
    input: { ...wished, keepsOthers: true, reason: beginningOf(words, 200) },
  });

export const noted = say(
  '已登记为授课时间偏好；现有的课没有移动。',
  'Noted as a preference. Lessons that are there now were not moved.',
);

/**
 * Whoever may only ask for changes of a date asks for the next one, where no other is told; of what is wished
 * for good academic affairs are told. So does who wishes something because of what passes.
 */
export function asWished(intent: Intent, may: Planning['may'], words = '', isFollowUp = false): Intent {
  const isOther = intent.type !== 'move' || lasting.test(words) || intent.isWhatIf || intent.by?.periods;
  if (isOther || intent.avoid || intent.notAt) return intent;
  const { at, ...meeting } = intent.meeting;
  const isOnce = may === 'REQUEST' || (!isFollowUp && at?.days && !at.weeks && isPassing(words));
  if (!isOnce) return intent;
  return meeting.isEvery ? intent : { ...asDated({ ...intent, meeting }), ...(at && { at }) };
}
