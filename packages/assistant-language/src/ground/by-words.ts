import type { Intent } from '../intents.js';
import { OpenDoubt, whichTwo, type Doubt } from '../slots/doubts.js';
import type { Slots } from '../slots/slots.js';
import { isNamed, isRole, type Token } from '../slots/tokens.js';
import type { Role } from '../spot/vocabulary.js';
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
  const isNameless = !isLessonNamed(slots) && befores.length === 0;
  const own = act === 'singleDate' && !slots.isSelf && befores.length === 0 ? ofOwn(slots) : null;
  if (own && (isNameless || isTaken(slots))) return byWords(act, own);
  const made = groundedReading(act, slots, { befores, isReason });
  // That there is no such lesson is told with those that come near.
  const score = made && made.score + (slots.situation.lessons?.length && made.meetings === 0 ? none : 0);
  if (made && !made.isClose && score! >= least) return made.intent;
  if (act === 'move' && isNameless) throw whichLesson();
  // Of two teachers of one name it is asked which.
  for (const name of act === 'move' || act === 'singleDate' ? [] : slots.ofKind('teacher')) slots.one(name);
  throw doubts[act]();
}

/** 明天1-2节停一下: of a date whoever teaches or attends lessons means an own one. */
function ofOwn(slots: Slots): Slots | null {
  const { teacher, student } = slots.situation.self;
  if (slots.times.length === 0 || (teacher === null && student === null)) return null;
  const word = (said: string, role: Role): Token => ({ start: 0, end: 0, said, type: 'word', role });
  return slots.of([word('我', 'self'), word('的', 'of'), ...slots.tokens]);
}

/** 12月2号请李娜代课: a teacher names who takes an own lesson over, and nothing else. */
const isTaken = ({ tokens, names, situation: { self } }: Slots): boolean =>
  self.teacher !== null &&
  names.length === 1 &&
  isNamed(names[0], 'teacher') &&
  tokens.some((token) => isRole(token, 'teach', 'changeTeacher')) &&
  !isRole(tokens[tokens.indexOf(names[0]) + 1], 'of');

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

const whoseLesson = (): Doubt =>
  new OpenDoubt({
    zh: '是指哪一门课？请说出课程、教师或班级；全校或整栋楼停课请管理员在校历中设置。',
    en:
      'Which lesson is meant? Please name its course, teacher or class; administrators call off a day for ' +
      'all in the calendar.',
  });

const doubts = { move: whereTo, singleDate: whoseLesson, swap: whichTwo, assignTeacher: whichTeacher };
