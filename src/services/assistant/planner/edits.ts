import { intentsMax, isGoalless, type Intent, type TimeWish } from '@class-scheduling/assistant-language';
import { ChangeKind } from '../../../schema/timetables.js';
import { nothingElse, plannedMove } from './moves.js';
import { expectation } from './rooms.js';
import { toldOfUndo } from './history.js';
import { pinOf, settled, type Planning, type Wishes } from './planning.js';
import { ranges } from '../../scheduling/semester/periods.js';
import { freeTeachersIn } from './substitutes.js';
import { freeTimesIn } from './facts.js';
import { plannedSwap } from './swaps.js';
import { say, type Text } from './words.js';
import { about, inOrder, notPlaced, type HeldMeeting } from './held.js';
import { refuse, tooMany, type Of, type Step } from './step.js';
import { asDated, type Dated } from './dates.js';
import { datesHeld } from './lesson-words.js';
import { plannedDates } from './on-date.js';
import type { Pin } from '../event-data.js';
import { isNamed, meetingsOf, type Meanable } from './meetings.js';
import { withoutDate } from './times.js';

/** The intents that want something changed. */
type ChangingIntent = Of<(typeof changing)[number]>;

const changing = [
  ...(['move', 'swap', 'assignTeacher', 'lock', 'unlock', 'takeOut'] as const),
  ...(['changeWeeks', 'undo', 'redo', 'singleDate'] as const),
];

/** Whether an intent wants something changed. */
export const isChanging = (intent: Intent): intent is ChangingIntent =>
  changing.some((type) => type === intent.type);

/** Whether an intent wants something on a date alone, or asks where it can go. */
export const isOnDate = (intent: Intent): boolean =>
  /^(?:singleDate|findTimes)$/.test(intent.type) ||
  (intent.type === 'swap' && intent.on !== undefined) ||
  ('meeting' in intent && isChanging(intent) && datedOf(intent) !== null);

/** A wish for some dates or weeks as one for single dates; null where it is for every week. */
function datedOf(intent: ChangingIntent): Dated | null {
  if (intent.type !== 'move' && intent.type !== 'assignTeacher' && intent.type !== 'takeOut') return null;
  const { meeting } = intent;
  const to = intent.type === 'move' ? intent.to : undefined;
  if (!to?.date && !meeting.at?.date && !(to?.weeks ?? meeting.at?.weeks)?.length) return null;
  const at = meeting.at?.weeks || !to?.weeks ? meeting.at : { ...meeting.at, weeks: to.weeks };
  const of = { ...meeting, ...(at && { at }) };
  if (intent.type === 'takeOut') return { type: 'singleDate', action: 'CANCEL', meeting: of };
  if (intent.type === 'assignTeacher')
    return { type: 'singleDate', action: 'SUBSTITUTE', meeting: of, teacher: intent.teacher };
  const { weeks, ...time } = to ?? {};
  const keepsWeeks = weeks !== undefined && meeting.at?.weeks !== undefined;
  return asDated({ ...intent, meeting: of, to: keepsWeeks ? { ...time, weeks } : time });
}

/** Whether a wish for some weeks leaves others of its meeting as they are. */
async function isOfSome(planning: Planning, at: number, { meeting }: Dated): Promise<boolean> {
  const { date, weeks = [] } = meeting.at ?? {};
  if (date !== undefined || weeks.length === 0 || meeting.isEvery) return true;
  const held = await settled(planning, `${at}.meeting`, meeting);
  return held.weeks.some((week) => !weeks.includes(week));
}

/** What a wish for a change comes to. @param at its place among the intents */
export async function plannedEdit(planning: Planning, at: number, intent: ChangingIntent): Promise<Step> {
  // Of what is no place there is nothing else to show.
  if (planning.shown && intent.type !== 'move' && intent.type !== 'singleDate') throw refuse(nothingElse);
  if (intent.type === 'singleDate' && intent.action === 'SUBSTITUTE' && !intent.teacher) {
    const { meeting, at: then } = intent;
    const asked = { type: 'findTeachers' as const, meeting, at: { ...meeting.at, ...then } };
    return freeTeachersIn(planning, asked, planning.pins[`${at}.meeting`]);
  }
  const dated = datedOf(intent);
  if (dated && (dated.to?.date ?? (await isOfSome(planning, at, dated))))
    return plannedDates(planning, at, dated);
  switch (intent.type) {
    case 'undo':
      return { kind: 'reversal', as: ChangeKind.UNDO, told: await toldOfUndo(planning, intent.of) };
    case 'redo':
      return { kind: 'reversal', as: ChangeKind.REDO, told: [] };
    case 'move': {
      const { meeting } = intent;
      return isGoalless(intent)
        ? freeTimesIn(planning, at, { type: 'findTimes', meeting })
        : plannedMove(planning, at, intent);
    }
    case 'swap':
      return plannedSwap(planning, at, intent);
    case 'singleDate':
      return plannedDates(planning, at, intent);
    case 'changeWeeks': {
      const meeting = await settled(planning, `${at}.meeting`, intent.meeting);
      const weeks = weeksOf(meeting, intent, planning.situation.semester.weeks);
      if (meeting.weeks.join() === weeks.join()) throw refuse(alreadyThen(meeting));
      if (!meeting.time) throw refuse(notPlaced(meeting));
      const items = [{ meeting: meeting.id, weeks, ...expectation(meeting) }];
      return { kind: 'items', items, told: otherWeeks(meeting, weeks) };
    }
    default: {
      if (isGoalless(intent)) return freeTeachersIn(planning, { ...intent, type: 'findTeachers', at: {} });
      const meeting = await settled(planning, `${at}.meeting`, intent.meeting, pinnable(intent));
      const isFromNow = intent.type === 'assignTeacher' && hasBegun(planning, meeting);
      return {
        ...{ kind: 'items', items: [itemOf(meeting, intent)] },
        ...(isFromNow && at === 0 && { told: fromTheBeginning }),
      };
    }
  }
}

/** The weeks that a meeting shall have: 只上前八周 of one of even weeks means the even ones of these. */
function weeksOf(
  { weeks: held }: HeldMeeting,
  { weeks: said, isWithin, isEach }: Of<'changeWeeks'>,
  last: number,
): readonly number[] {
  if (isEach) return said;
  // 改成双周: no longer than it is held now; of an odd week the even one behind it, and of an even one before.
  const isAll = said[0] <= 2 && said.at(-1)! >= last - 1;
  const isOther = !held.some((week) => said.includes(week));
  const behind = held[0] % 2;
  const from = held[0] - (isOther ? 1 - behind : 0);
  const until = (held.at(-1) ?? last) + (isOther ? behind : 0);
  const weeks = isAll ? said.filter((week) => week >= from && week <= until) : said;
  if (isWithin) return held.filter((week) => weeks.includes(week));
  const isEvery = (step: number, all: readonly number[]): boolean =>
    all.length > 1 && all.every((week, at) => at === 0 || week - all[at - 1] === step);
  return isEvery(2, held) && isEvery(1, weeks) ? weeks.filter((week) => (week - held[0]) % 2 === 0) : weeks;
}

/** Of an unlock those that are locked, of a lock the others. */
const pinnable = ({ type }: Intent): Meanable | undefined =>
  type === 'lock' || type === 'unlock'
    ? {
        isMeant: ({ isLocked }) => isLocked === (type === 'unlock'),
        otherwise:
          type === 'lock'
            ? say('所说的课都已经锁定。', 'They are all locked already.')
            : say('所说的课都没有锁定。', 'None of them is locked.'),
      }
    : undefined;

const hasBegun = (planning: Planning, meeting: HeldMeeting): boolean =>
  (datesHeld(meeting, planning).at(0)?.date ?? planning.situation.today) < planning.situation.today;

const fromTheBeginning = say(
  '这样改的是整个学期，已上过的周也算；只从某周起换，请说“从第14周起”。',
  'That is of the whole semester, also of weeks that are over. Say "from week 14 on" for the rest alone.',
);

function itemOf(meeting: HeldMeeting, intent: Of<'assignTeacher' | 'lock' | 'unlock' | 'takeOut'>) {
  const { id } = meeting;
  if (intent.type === 'lock' || intent.type === 'unlock')
    return { meeting: id, isLocked: intent.type === 'lock' };
  if (!meeting.time) throw refuse(notPlaced(meeting));
  const place = intent.type === 'takeOut' ? null : { teacher: intent.teacher };
  return { meeting: id, place, ...expectation(meeting) };
}

const alreadyThen = (meeting: HeldMeeting): Text =>
  about(meeting, '已经在这些周上课，无需调整。', ' is held in these weeks already.');

/** That a meeting is held in other weeks, and in how many fewer or more. */
function otherWeeks(meeting: HeldMeeting, weeks: readonly number[]) {
  const count = weeks.length - meeting.weeks.length;
  const periods = Math.abs(count * meeting.periods);
  const [zh, en] =
    count === 0
      ? ['', '']
      : [
          `，全学期${count > 0 ? '多' : '少'} ${periods} 节`,
          `, ${periods} periods ${count > 0 ? 'more' : 'fewer'} in all`,
        ];
  const then = ranges(weeks);
  return about(meeting, `改为只在第${then}周上课${zh}：`, ` would be held in weeks ${then} alone${en}:`);
}

/** Meetings that are locked or unlocked at once. */
const pinsMax = 40;

/**
 * Wishes that mean every meeting of a mention, or what is done with a course as a whole, as one wish for each
 * of them, so that each is judged and asked about by itself; the others as they are.
 * @throws UnsettledError when they are more than one plan holds
 */
export async function eachOf(wishes: Wishes): Promise<Wishes & { readonly told: readonly Text[] }> {
  const told: Text[] = [];
  const intents: Intent[] = [];
  const pins: Record<string, Pin> = {};
  for (const [at, said] of wishes.intents.entries()) {
    const intent = said.type === 'whyNot' ? asTrial(wishes, said) : said;
    const meetings = await allMeant(wishes, intent, wishes.pins[`${at}.meeting`] !== undefined);
    const isSaid = 'meeting' in intent && intent.meeting?.isEvery;
    if (meetings.length > 1 && !isSaid) told.push(allOf(meetings.length));
    for (const meeting of meetings) {
      pins[`${intents.length}.meeting`] = pinOf(meeting);
      intents.push(ofOne(intent));
    }
    if (meetings.length > 0) continue;
    for (const mention of ['meeting', 'first', 'second']) {
      const pin = wishes.pins[`${at}.${mention}`];
      if (pin) pins[`${intents.length}.${mention}`] = pin;
    }
    intents.push(intent);
  }
  // To lock many costs nothing, and is looked over at once.
  const isOfPins = intents.every(isPinning);
  const most = isOfPins ? pinsMax : intentsMax;
  if (intents.length > most) throw refuse(tooMany(intents.length, most));
  return { ...wishes, intents, pins, told };
}

/** That all meetings of a course or of a time are meant, where one of them may be. */
const allOf = (count: number): Text =>
  say(
    `${count} 次课都包括在内；只要其中一次，请说明星期几或课程。`,
    `All ${count} meetings are meant; for one of them, name its day or course.`,
  );

/** 为什么不能排在那里: what it would be to move it there for good; a teacher may request that of a date. */
function asTrial({ situation, may }: Wishes, said: Of<'whyNot'>): Intent {
  const { meeting, at = {}, room } = said;
  const { weeks, ...to } = withoutDate(situation, at);
  // 下周三加一次课有没有冲突: who is free on that date.
  if (may === 'CHANGE' && weeks?.length === 1 && to.days) return said;
  if (may === 'CHANGE' && !room && Object.keys(to).length === 0) return { type: 'findTimes', meeting };
  const move = { type: 'move', meeting, to, ...(room && { room }), isWhatIf: true } as const;
  if (may === 'CHANGE') return move;
  return may === 'REQUEST' && isNamed(meeting) ? asDated({ ...move, to: at }) : said;
}

const isPinning = ({ type }: Intent): boolean => type === 'lock' || type === 'unlock';

const isOfTime = ({ days, periods, part, date }: TimeWish = {}): boolean =>
  (days ?? periods ?? part ?? date) !== undefined;

/**
 * All that a wish means: every meeting of its mention, all of a class where no time of the week is named, or
 * what is held at a time that is locked; none where one meeting is meant.
 */
async function allMeant(wishes: Wishes, intent: Intent, isChosen: boolean): Promise<HeldMeeting[]> {
  if (!isChanging(intent) || !('meeting' in intent) || intent.type === 'singleDate') return [];
  const { at, rooms, isEvery, ...named } = intent.meeting;
  const isWhole = !isChosen && intent.type !== 'move' && !rooms && (isPinning(intent) || !isOfTime(at));
  const isMany = isEvery ? !datedOf(intent) && isNamed(intent.meeting) : isWhole && isNamed(named);
  if (!isMany) return [];
  const { isMeant = () => true, otherwise } = pinnable(intent) ?? {};
  const found = await meetingsOf(wishes, intent.meeting);
  const held = inOrder(found.filter((each) => each.time && isMeant(each)));
  if (isEvery && otherwise && held.length === 0 && found.length > 0) throw refuse(otherwise);
  const classes = new Set(held.map(({ teachingClass }) => teachingClass.id));
  const isAll = isEvery || (held.length > 1 && (isOfTime(at) || classes.size === 1));
  return isAll ? held : [];
}

function ofOne(intent: Intent): Intent {
  if (!('meeting' in intent) || !intent.meeting) return intent;
  const { isEvery: _, ...meeting } = intent.meeting;
  return { ...intent, meeting } as Intent;
}
