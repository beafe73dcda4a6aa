/** What people say about a timetable, read into data. Pure functions: no row, no service, no clock. */
export { allRight, kindWord } from './courtesy.js';
export { unsupported } from './unsupported.js';
export { namedIn } from './frames/clause.js';
export { isOnlyAsked, talkIn, type Talk } from './frames/talk.js';
export { isGoalless } from './frames/acts.js';
export { askedOfPlanIn } from './frames/asked.js';
export { wishesChange } from './frames/read.js';
export { grammar, read } from './grammar.js';
export { grouped } from './grouping.js';
export {
  anyOf,
  asked,
  avoided,
  intent,
  intentsMax,
  meetingRef,
  namedKinds,
  optionsMax,
  roomWish,
  textMax,
  timeWish,
  type AskedOfLessons,
  type DayOrder,
  type Beside,
  type AskedOfPlan,
  type Intent,
  type MeetingRef,
  type NamedKind,
  type RoomWish,
  type TimeWish,
} from './intents.js';
export type { Asked, Interpreter, KnownLesson, Named, Option, Reading, Situation } from './interpreter.js';
export { Doubt } from './slots/doubts.js';
export { Slots } from './slots/slots.js';
export { chosenOption, choiceWithMore } from './replies.js';
export { besideOwnRight } from './own-right.js';
export { agreeingIn, settlingIn, type Settling } from './settling.js';
export { isRole, type Token } from './slots/tokens.js';
export { isChinese, readable } from './spot/characters.js';
export { tokensOf } from './spot/lexer.js';
export { distance, isWithin, mistakesIn } from './spot/spelling.js';
export { withoutTypingErrors } from './spot/slips.js';
export type { Role } from './spot/vocabulary.js';
