import {
  type Reading,
  type Role,
  type Situation,
  isRole,
  kindWord,
  read,
  tokensIn,
} from '@class-scheduling/assistant-language';
import type { SeriesProposalInput } from '../../../entities/scheduling/series-proposals.js';
import { authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import type { Text } from '../../../schema/texts.js';
import { proposeAddition } from '../../scheduling/proposals/addition.js';
import { proposeAdjustment } from '../../scheduling/proposals/adjustment.js';
import { basisOf, onlyWords, type Proposal } from '../../scheduling/proposals/proposal.js';
import type { Wishes } from '../../scheduling/proposals/wished-times.js';
import { planned } from '../answers/planner.js';
import { callerOf } from '../planner/planning.js';
import { joined, lined } from '../planner/words.js';
import { situationOf } from '../situation.js';
import { toolsFor } from '../tools.js';
import { readForm } from './form-reading.js';
import { wishesIn } from './wishes.js';

declareRights({ seriesProposal: planners });

/**
 * Proposes a new series, or a change of one, to somebody who fills in its form: what fits what is said and
 * filled in, and clashes with nothing where that can be. A question is answered in words. Nothing is stored.
 */
export async function proposeSeries(ctx: Context, input: SeriesProposalInput): Promise<Proposal> {
  authorize(ctx, 'seriesProposal');
  const { semester, text } = input;
  const situation = await situationOf(ctx, null, semester);
  if (isQuestion(text, situation)) return answerTo(ctx, input, situation);
  const { reading: wishes, notice } = await readForm(ctx, text, situation);
  const proposal = wishesSomething(text, situation, wishes)
    ? await proposedFor(ctx, input, wishes, false)
    : answerToNoWish(text, situation);
  return notice ? { ...proposal, text: joined([proposal.text, notice], '\n') } : proposal;
}

/** @param isAsked whether it is only asked if the form may have what is wished for */
async function proposedFor(
  ctx: Context,
  { semester, isAdjustment, series, form: filled }: SeriesProposalInput,
  wishes: Wishes,
  isAsked: boolean,
): Promise<Proposal> {
  const [basis, form] = [await basisOf(ctx, semester), filled ?? {}];
  if (wishes.doubt) return told(wishes.doubt);
  if (!isAdjustment) return proposeAddition(ctx, basis, form, { wishes, isAsked });
  if (series) return proposeAdjustment(ctx, basis, { id: series, form }, { wishes, isAsked });
  return onlyWords(
    '请先打开要调整的排课，再说明要调整什么。',
    'Which series shall change? Maybe open it first.',
  );
}

const told = (text: Text): Proposal => ({ text, problems: [] });

const rolesIn = (words: string): readonly Role[] => words.split(' ') as Role[];
/** Words that ask, whatever else is said. */
const asking = rolesIn('why who which when whichWeek where whether whatLessons whatChanged');
/** Words that wish, also where they are put as a question: 能不能换到周四下午吗. */
const wishing = rolesIn('moveTo move swap changeRoom changeTeacher anotherTime let schedule');

/** Whether a text of a form asks something and wishes nothing: 为什么不能排在周一第1节. */
function isQuestion(text: string, situation: Situation): boolean {
  const { tokens } = tokensIn(text, situation);
  const has = (roles: readonly Role[]): boolean =>
    tokens.some((token) => isRole(token, ...roles) && token.said.toLowerCase() !== 'any');
  return has(asking) || (!has(wishing) && /[吗嗎么呢?？]\s*$/u.test(text));
}

/** Words that ask for a proposal without saying anything of it. */
const proposing = /安排|排课|排一下|调整|推荐|建议|自动|填|propose|suggest|recommend|arrange|fill/i;

function wishesSomething(text: string, situation: Situation, wishes: Wishes): boolean {
  const { courses, teachers, classes, isOtherTeacher, isOtherTime } = wishes;
  const isNamed = [courses, teachers, classes].some((named) => named.length > 0);
  if (isNamed || isOtherTeacher || isOtherTime || proposing.test(text)) return true;
  if (wishes.at ?? wishes.from ?? wishes.room ?? wishes.avoid ?? wishes.doubt) return true;
  return tokensIn(text, situation).tokens.some((token) => isRole(token, ...wishing));
}

/** What is said to words of a form that wish nothing, such as 你好. */
function answerToNoWish(text: string, situation: Situation): Proposal {
  const { tokens } = tokensIn(text, situation);
  const { zh, en } = kindWord(text, tokens) ?? { zh: '没有听懂。', en: 'That was not understood.' };
  return onlyWords(
    `${zh}表单没有改动；可以说“换到周四下午”“换一间80座的教室”。`,
    `${en} The form is as it was; maybe say "Thursday afternoon" or "a room with 80 seats".`,
  );
}

/** Answers a question of somebody who fills in a form, whose fields stay as they are. */
async function answerTo(ctx: Context, input: SeriesProposalInput, situation: Situation): Promise<Proposal> {
  const { text, semester } = input;
  const reading = read(text, situation);
  const facts = await factsFor(ctx, semester, situation, reading);
  if (facts) return told(facts);
  const wishes = wishesIn(text, situation);
  if (wishes.doubt) return told(wishes.doubt);
  if (wishes.at ?? wishes.room ?? wishes.teachers[0]) return proposedFor(ctx, input, wishes, true);
  if (reading.kind === 'question') return told(reading.question);
  return onlyWords(
    '没有听懂这个问题，表单没有改动。可以问：“为什么不能排在周一第1节”“周五晚上有没有能坐50人的空教室”。',
    'The question was not understood, and nothing of the form was changed. Maybe ask "why not on Monday, ' +
      'period 1" or "which rooms for 50 are free on Friday evening".',
  );
}

/** What the timetable of the semester says where facts are asked for; null where it has none. */
async function factsFor(
  ctx: Context,
  semester: string,
  situation: Situation,
  reading: Reading,
): Promise<Text | null> {
  if (reading.kind !== 'intents') return null;
  const { intents } = reading;
  if (!intents.every(({ type }) => /^(?:find|show|whyNot)/.test(type))) return null;
  const use = toolsFor(ctx, { semester });
  const { timetable } = await use('timetable', {});
  if (!timetable) return null;
  const wishes = { intents, pins: {}, seen: [], isWhole: true };
  const { words, question } = await planned({ use, situation, timetable, ...callerOf(ctx), ...wishes });
  return lined([
    ...words,
    ...(question ? [question.question, ...question.options.map(({ label }) => label)] : []),
  ]);
}
