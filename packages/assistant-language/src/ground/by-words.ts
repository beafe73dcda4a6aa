import type { Intent } from '../intents.js';
import { OpenDoubt, whichTwo, type Doubt } from '../slots/doubts.js';
import type { Slots } from '../slots/slots.js';
import { beforeIn } from './found.js';
import { groundedReading } from './roles.js';

/** How likely a reading has to be. */
const least = -1;

/**
 * What a change wishes of which lesson.
 * @param isReason whether it is asked why it is not possible
 * @throws Doubt where that is not plain
 */
export function byWords(act: 'move' | 'swap' | 'assignTeacher', slots: Slots, isReason = false): Intent {
  const { before = [], self } = slots.situation;
  // 改到周五: of the lesson that was wished something of.
  const wished = { ...slots.situation, before, open: [], seen: [], self: { ...self, teacher: null } };
  const befores = isLessonNamed(slots) ? [] : beforeIn(wished);
  const made = act !== 'move' && slots.has('or') ? null : groundedReading(act, slots, { befores, isReason });
  if (made && !made.isClose && made.score >= least) return made.intent;
  // Of two teachers of one name it is asked which.
  for (const name of act === 'move' ? [] : slots.ofKind('teacher')) slots.one(name);
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

const doubts = { move: whereTo, swap: whichTwo, assignTeacher: whichTeacher };
