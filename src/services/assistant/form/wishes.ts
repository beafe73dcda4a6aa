import { Doubt, type Situation, Slots, isRole, tokensIn } from '@class-scheduling/assistant-language';
import { say, type Text } from '../../../schema/texts.js';
import type { Wishes } from '../../scheduling/proposals/wished-times.js';

/** Nothing is wished before a question is answered. */
export const doubtful = (doubt: Text): Wishes => ({ ...wished({}), doubt });

/** What is said as wishes, the rest left open: another teacher or time is any only where none is named. */
export function wished(said: Partial<Wishes>): Wishes {
  const { courses = [], teachers = [], classes = [], at, from, avoid } = said;
  if (at?.date ?? from?.date)
    return doubtful(
      say(
        '目前只能按周安排，不能只安排某一天。请去掉日期再说一次。',
        'Assignments are weekly, not of one date. Please say it again without the date.',
      ),
    );
  return {
    ...said,
    ...{ courses, teachers, classes },
    isOtherTeacher: said.isOtherTeacher === true && teachers.length === 0,
    isOtherTime: said.isOtherTime === true && !at && !avoid,
    doubt: null,
  };
}

/**
 * Reads what a text of a form says of courses, people, rooms and times. What else it says does not count,
 * because the form is what is asked about; what may mean several things is a doubt.
 */
export function wishesIn(text: string, situation: Situation): Wishes {
  const { sentence, tokens: all } = tokensIn(text, situation);
  // Names that a word only resembles are none: forms have their names in full.
  const tokens = all.filter((token) => !(token.type === 'name' && token.isGuess));
  const to = tokens.findIndex((token) => isRole(token, 'moveTo'));
  try {
    const whole = new Slots(tokens, situation, sentence);
    const { courses, teachers, administrativeClasses: classes } = whole.named();
    const from = to < 0 ? undefined : whole.of(tokens.slice(0, to)).time()?.wish;
    const at = whole.of(tokens.slice(to + 1)).time()?.wish;
    const avoid = whole.avoid();
    const room = whole.room() ?? (whole.has('changeRoom') ? {} : undefined);
    return wished({
      ...{ courses, teachers, classes, from, at, room, avoid },
      isOtherTeacher: whole.has('changeTeacher'),
      isOtherTime: whole.has('anotherTime'),
    });
  } catch (failure) {
    if (failure instanceof Doubt) return doubtful(failure.question);
    throw failure;
  }
}
