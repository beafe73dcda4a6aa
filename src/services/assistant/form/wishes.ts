import {
  Doubt,
  type Situation,
  Slots,
  type Token,
  grouped,
  isRole,
  readable,
  tokensOf,
  withoutTypingErrors,
} from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import type { Wishes } from '../../scheduling/proposals/wished-times.js';

/** That nothing is wished before a question is answered. */
export const doubtful = (doubt: Text): Wishes => ({
  courses: [],
  teachers: [],
  classes: [],
  isOtherTeacher: false,
  isOtherTime: false,
  doubt,
});

/**
 * Reads what a text of a form says of courses, people, rooms and times. What else it says does not count,
 * because the form is what is asked about; what may mean several things is a doubt.
 */
export function wishesIn(text: string, situation: Situation): Wishes {
  const sentence = withoutTypingErrors(readable(text), situation.names);
  const tokens = grouped(tokensOf(sentence, situation), situation).filter(isSure);
  try {
    return wishesOf(tokens, situation, sentence);
  } catch (failure) {
    if (failure instanceof Doubt) return doubtful(failure.question);
    throw failure;
  }
}

/** Names that a word only resembles are none: forms have their names in full. */
const isSure = (token: Token): boolean => !(token.type === 'name' && token.isGuess);

function wishesOf(tokens: readonly Token[], situation: Situation, sentence: string): Wishes {
  const whole = new Slots(tokens, situation, sentence);
  const to = tokens.findIndex((token) => isRole(token, 'moveTo'));
  const source = whole.of(to < 0 ? [] : tokens.slice(0, to));
  const target = to < 0 ? whole : whole.of(tokens.slice(to + 1));
  const { courses = [], teachers = [], administrativeClasses: classes = [] } = whole.named();
  const from = source.time()?.wish;
  const at = target.time()?.wish;
  if (at?.date ?? from?.date) throw new Doubt(onlyWeekly);
  const avoid = whole.avoid();
  const room = whole.room() ?? (whole.has('changeRoom') ? {} : undefined);
  return {
    ...{ courses, teachers, classes },
    ...(from && { from }),
    ...(at && { at }),
    ...(room && { room }),
    ...(avoid && { avoid }),
    isOtherTeacher: whole.has('changeTeacher') && teachers.length === 0,
    isOtherTime: whole.has('anotherTime') && !at && !avoid,
    doubt: null,
  };
}

export const onlyWeekly: Text = {
  zh: '目前只能按周安排，不能只安排某一天。请去掉日期再说一次。',
  en: 'Assignments are weekly, not of one date. Please say it again without the date.',
};
