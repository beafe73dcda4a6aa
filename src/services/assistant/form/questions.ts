import {
  type Intent,
  type Role,
  type Situation,
  isRole,
  kindWord,
  read,
  tokensIn,
} from '@class-scheduling/assistant-language';
import type { SeriesProposalInput } from '../../../entities/scheduling/series-proposals.js';
import type { Context } from '../../../data/context.js';
import { planned } from '../answers/planner.js';
import { callerOf } from '../planner/planning.js';
import { lined } from '../planner/words.js';
import { toolsFor } from '../tools.js';
import { onlyWords, type Proposal } from '../../scheduling/proposals/proposal.js';
import { wishesIn } from './wishes.js';
import type { Wishes } from '../../scheduling/proposals/wished-times.js';

/** Words that ask, whatever else is said. */
const asking: readonly Role[] = [
  ...(['why', 'who', 'which', 'when', 'whichWeek', 'where'] as const),
  ...(['whether', 'whatLessons', 'whatChanged'] as const),
];
/** Words that wish, also where they are put as a question: 能不能换到周四下午吗. */
const wishing: readonly Role[] = [
  ...(['moveTo', 'move', 'swap', 'changeRoom', 'changeTeacher'] as const),
  ...(['anotherTime', 'let', 'schedule'] as const),
];
/** Intents that ask for facts of the timetable. */
const fact = /^(?:find|show|whyNot)/;

/** Words that ask for a proposal without saying anything of it. */
const proposing = /安排|排课|排一下|调整|推荐|建议|自动|填|propose|suggest|recommend|arrange|fill/i;

/** What is said to words of a form that wish nothing, such as 你好; null where they wish for something. */
export function answerToNoWish(text: string, situation: Situation, wishes: Wishes): Proposal | null {
  const { courses, teachers, classes, isOtherTeacher, isOtherTime } = wishes;
  const isNamed = [courses, teachers, classes].some((named) => named.length > 0);
  if (isNamed || isOtherTeacher || isOtherTime || proposing.test(text)) return null;
  if (wishes.at ?? wishes.from ?? wishes.room ?? wishes.avoid ?? wishes.doubt) return null;
  const { tokens } = tokensIn(text, situation);
  if (tokens.some((token) => isRole(token, ...wishing))) return null;
  const { zh, en } = kindWord(text, tokens) ?? { zh: '没有听懂。', en: 'That was not understood.' };
  return onlyWords(
    `${zh}表单没有改动；可以说“换到周四下午”“换一间80座的教室”。`,
    `${en} The form is as it was; maybe say "Thursday afternoon" or "a room with 80 seats".`,
  );
}

/** Whether a text of a form asks something and wishes nothing: 为什么不能排在周一第1节. */
export function isQuestion(text: string, situation: Situation): boolean {
  const { tokens } = tokensIn(text, situation);
  const has = (roles: readonly Role[]): boolean =>
    tokens.some((token) => isRole(token, ...roles) && token.said.toLowerCase() !== 'any');
  return has(asking) || (!has(wishing) && /[吗嗎么呢?？]\s*$/u.test(text));
}

/**
 * Answers a question of somebody who fills in a form, whose fields stay as they are.
 * @param judged tells whether the form may have what is asked about
 */
export async function answerTo(
  ctx: Context,
  { text, semester }: SeriesProposalInput,
  situation: Situation,
  judged: (wishes: Wishes) => Promise<Proposal>,
): Promise<Proposal> {
  const reading = read(text, situation);
  if (reading.kind === 'intents' && reading.intents.every(({ type }) => fact.test(type))) {
    const facts = await factsFor(ctx, semester, situation, reading.intents);
    if (facts) return facts;
  }
  const wishes = wishesIn(text, situation);
  if (wishes.doubt) return onlyWords(wishes.doubt.zh, wishes.doubt.en);
  if (wishes.at ?? wishes.room ?? wishes.teachers[0]) return judged(wishes);
  if (reading.kind === 'question') return onlyWords(reading.question.zh, reading.question.en);
  return onlyWords(
    '没有听懂这个问题，表单没有改动。可以问：“为什么不能排在周一第1节”“周五晚上有没有能坐50人的空教室”。',
    'The question was not understood, and nothing of the form was changed. Maybe ask "why not on Monday, ' +
      'period 1" or "which rooms for 50 are free on Friday evening".',
  );
}

/** What the timetable says; null where it is not that of the semester of the form. */
async function factsFor(
  ctx: Context,
  semester: string,
  situation: Situation,
  intents: readonly Intent[],
): Promise<Proposal | null> {
  const use = toolsFor(ctx);
  const { timetable } = await use('timetable', {});
  if (timetable?.semester.id !== semester) return null;
  const wishes = { intents, pins: {}, seen: [], isWhole: true };
  const outcome = await planned({ use, situation, timetable, ...callerOf(ctx), ...wishes });
  const asked = outcome.question;
  const told = asked ? [asked.question, ...asked.options.map(({ label }) => label)] : [];
  return { text: lined([...outcome.words, ...told]), problems: [] };
}
