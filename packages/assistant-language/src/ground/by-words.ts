import type { Intent } from '../intents.js';
import { OpenDoubt, whichTwo, type Doubt } from '../slots/doubts.js';
import type { Slots } from '../slots/slots.js';
import { isNamed, isTaker } from '../slots/tokens.js';
import { beforeIn } from './found.js';
import { whichLesson } from '../frames/meeting.js';
import { groundedReading, none } from './roles.js';

/** How likely a reading has to be. */
const least = -1;

/**
 * What a change wishes of which lesson.
 * @param isReason whether it is asked why it is not possible
 * @throws Doubt where that is not plain
 */
export function byWords(
  act: 'move' | 'singleDate' | 'swap' | 'assignTeacher',
  slots: Slots,
  isReason = false,
): Intent {
  const { before = [], self } = slots.situation;
  // 改到周五: of the lesson that was wished something of.
  // 明天1-2节停一下: of a date whoever teaches means an own one.
  const isOwn = act === 'singleDate' && slots.times.length > 0 && before.length === 0;
  const mine = isOwn ? self : { ...self, teacher: null };
  const wished = { ...slots.situation, before, open: [], seen: [], self: mine };
  const befores = isLessonNamed(slots) ? [] : beforeIn(wished);
  const isNameless = !isLessonNamed(slots) && befores.length === 0;
  const made = groundedReading(act, slots, { befores, isReason });
  // That there is no such lesson is told with those that come near.
  if (made && !made.isClose && made.score + made.missing * none >= least) return made.intent;
  if (act === 'move' && isNameless) throw whichLesson();
  // Of two teachers of one name it is asked which.
  for (const name of act === 'move' || act === 'singleDate' ? [] : slots.ofKind('teacher')) slots.one(name);
  throw doubts[act]();
}

/** Whether something names a lesson, other than who takes it over. */
const isLessonNamed = ({ tokens, isSelf }: Slots): boolean =>
  isSelf ||
  tokens.some(
    (token, at) =>
      token.type === 'name' &&
      !isNamed(token, 'room') &&
      !isNamed(token, 'building') &&
      !(isNamed(token, 'teacher') && isTaker(tokens, at)),
  );

const whereTo = (): Doubt =>
  new OpenDoubt({
    zh: '调到什么时间，或者哪间教室？例如：把周三的高数调到周四下午。',
    en: 'Where shall it go: which time, or which room? For example: move the Wednesday calculus to Thursday.',
  });

const whichTeacher = (): Doubt =>
  new OpenDoubt({
    zh: '换成哪位老师？例如：把周三的高数换成李娜上。',
    en: 'Which teacher shall it be? For example: assign John Smith to the Wednesday calculus.',
  });

const whoseLesson = (): Doubt =>
  new OpenDoubt({
    zh: '是指哪一门课？请说出课程、教师或班级；全校或整栋楼停课请管理员在校历中设置。',
    en:
      'Which lesson is meant? Please name its course, teacher or class; administrators call off a day for ' +
      'all in the calendar.',
  });

const doubts = { move: whereTo, singleDate: whoseLesson, swap: whichTwo, assignTeacher: whichTeacher };
