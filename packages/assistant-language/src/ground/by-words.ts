import type { Intent } from '../intents.js';
import { OpenDoubt, whichTwo, type Doubt } from '../slots/doubts.js';
import type { Slots } from '../slots/slots.js';
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
  const wished = { ...slots.situation, before, open: [], seen: [], self: { ...self, teacher: null } };
  const befores = isLessonNamed(slots) ? [] : beforeIn(wished);
  const made =
    /^(?:swap|assignTeacher)$/.test(act) && slots.has('or')
      ? null
      : groundedReading(act, slots, { befores, isReason });
  // That there is no such lesson is told with those that come near.
  const score = made && made.score + (slots.situation.lessons?.length && made.meetings === 0 ? none : 0);
  if (made && !made.isClose && score! >= least) return made.intent;
  // Of two teachers of one name it is asked which.
  for (const name of act === 'move' || act === 'singleDate' ? [] : slots.ofKind('teacher')) slots.one(name);
  throw doubts[act]();
}

const isLessonNamed = ({ names, isSelf }: Slots): boolean =>
  isSelf || names.some(({ candidates: [{ kind }] }) => kind !== 'room' && kind !== 'building');

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

const doubts = { move: whereTo, singleDate: whichLesson, swap: whichTwo, assignTeacher: whichTeacher };
