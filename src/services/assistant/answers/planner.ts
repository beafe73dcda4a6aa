import type { Intent, Of } from '@class-scheduling/assistant-language';
import { ChangeKind } from '../../../schema/timetables.js';
import { dropped, nothingToConfirm } from '../confirmation.js';
import type { Text } from '../../../schema/texts.js';
import type { ChangeOutcome, DateItem, ItemRequest } from '../../scheduling/changes/edits.js';
import { outcomeLines } from '../planner/changed-words.js';
import { DomainError } from '../../../schema/errors.js';
import { asDateInput, asForeign, asInput, forOthers, obstaclesOf, worsenedRules } from '../planner/checks.js';
import type { OutcomeFacts } from '../tools.js';
import { eachOf, isChanging, plannedEdit } from '../planner/edits.js';
import { shownPeriods, shownWeek } from './calendar.js';
import { freeForLesson, freeTimesIn, shownConflicts, shownUnplaced } from '../planner/facts.js';
import { shownAbsent } from '../planner/absent.js';
import { freeTeachersIn } from '../planner/substitutes.js';
import { freeRoomsIn } from '../planner/free.js';
import { comparedWeeks, shownChanges } from '../planner/history.js';
import { helpFor } from './help.js';
import { shownLoad } from './loads.js';
import { nothingElse } from '../planner/moves.js';
import { spanOf } from '../planner/held.js';
import { elsewhere, obstaclesTold } from '../planner/elsewhere.js';
import { shownRoomFacts } from '../planner/rooms.js';
import { shownNext, shownTimetable } from './timetables.js';
import type { Planning, Wishes } from '../planner/planning.js';
import { onePerson } from './which-person.js';
import { shownRequests } from './requests.js';
import { wishedTimes } from './wished-times.js';
import { firstLines, joined, lined, plain, say } from '../planner/words.js';
import { UnsettledError, words, type MeantMove, type Step } from '../planner/step.js';

/** A change that is to be checked and proposed. */
export interface WantedChange {
  readonly kind: ChangeKind.EDIT | ChangeKind.UNDO | ChangeKind.REDO;
  readonly items: readonly ItemRequest[];
  readonly dates: readonly DateItem[];
}

/** What the wishes of a person come to: words, then a question or a change. */
export interface Outcome {
  /** The wishes as they were carried out: those for every meeting are one for each. */
  readonly wishes: Wishes;
  readonly words: readonly Text[];
  readonly question: Extract<Step, { kind: 'question' }> | null;
  readonly change: WantedChange | null;
  /** The moves of the change, each with what the wishes before it come to. */
  readonly moves: readonly PlannedMove[];
  /** Where single dates go, as it is kept of what was shown. */
  readonly datedPlaces: readonly string[];
}

/** A move of a change. */
interface PlannedMove {
  readonly move: MeantMove;
  readonly item: ItemRequest;
  readonly before: readonly ItemRequest[];
}

/**
 * What intents come to, in order, each judged on the result of those before. Nothing is changed; a question
 * ends it until it is answered.
 */
export async function planned(said: Wishes): Promise<Outcome> {
  const nothing = { wishes: said, words: [], question: null, change: null, moves: [], datedPlaces: [] };
  const wishes = await unsettledAsStep(async () => {
    await onePerson(said);
    return eachOf(said);
  });
  if ('kind' in wishes)
    return wishes.kind === 'question'
      ? { ...nothing, question: wishes }
      : { ...nothing, words: wishes.kind === 'words' ? [wishes.text] : [] };
  const words: Text[] = [...wishes.told];
  const moves: PlannedMove[] = [];
  const items = new Map<string, ItemRequest>();
  const dates: DateItem[] = [];
  const datedPlaces: string[] = [];
  const told = { ...nothing, wishes, words, datedPlaces };
  let reversal: ChangeKind.UNDO | ChangeKind.REDO | null = null;
  for (const [at, intent] of wishes.intents.entries()) {
    const before = [...items.values()];
    const step = await stepOf({ ...wishes, before }, at, intent);
    if (step.kind === 'question') return { ...told, question: step };
    if (step.kind === 'words') words.push(step.text);
    else if (step.kind === 'reversal') {
      reversal = step.as;
      words.push(...step.told);
    } else if (step.kind === 'dates') {
      dates.push(...step.dates);
      datedPlaces.push(...step.places);
      words.push(...(wishes.isRequest ? step.told : []), ...(step.notes ?? []));
    } else {
      for (const item of step.items) items.set(item.meeting, { ...items.get(item.meeting), ...item });
      if (step.told) words.push(step.told);
      if (step.move) moves.push({ move: step.move, item: step.items[0], before });
    }
  }
  const isEdit = items.size + dates.length > 0;
  if (reversal && isEdit) return { ...told, words: [...words, separately] };
  if (!reversal && !isEdit) return told;
  const change: WantedChange = { kind: reversal ?? ChangeKind.EDIT, items: [...items.values()], dates };
  if (!wishes.intents.some((intent) => 'isWhatIf' in intent && intent.isWhatIf))
    return { ...told, change, moves };
  return { ...told, words: [...words, await consequencesOf(wishes, change)] };
}

/** What a change would do, for somebody who does not want it yet. */
async function consequencesOf(wishes: Wishes, { items, dates }: WantedChange): Promise<Text> {
  const { use, timetable } = wishes;
  const tried = { timetable: timetable.id, items: items.map(asInput), dates: dates.map(asDateInput) };
  const found = await use('consequences', tried).catch(asForeign);
  if (found instanceof DomainError) return forOthers(wishes, found, { items });
  const { changeTimetable } = found;
  return lined([wouldDo, ...outcomeLines(changeTimetable)]);
}

const wouldDo = say(
  '如果这样调整（只是试算，没有计划，课表没有改动）：',
  'If it were done (only tried, nothing is changed or planned):',
);

/**
 * What refuses a change, and the hard rules that get worse by it, in words.
 * @param plan what is stored of the change, asked for where nothing clashes
 */
export async function inTheWayOf(
  { wishes, change }: Outcome,
  { changes, problems, clashes, warnedRules = [] }: ChangeOutcome,
  plan: () => Promise<{ readonly outcome: Pick<OutcomeFacts, 'cost'> }>,
): Promise<readonly string[]> {
  if (change?.kind !== ChangeKind.EDIT) return [];
  const refused = [...problems, ...clashes].map(({ text }) => text[wishes.language]);
  if (refused.length + changes.length === 0) return [];
  const rules = problems.length > 0 ? warnedRules : [];
  const found = refused.length
    ? await obstaclesOf({ ...wishes, before: change.items }, [], rules)
    : worsenedRules((await plan()).outcome.cost, []).map((text) => text[wishes.language]);
  const known = [...new Set([...refused, ...found])];
  // With what can be done about it the same is not told once more.
  return known.filter((text) => !known.some((one) => one !== text && text.startsWith(one)));
}

/** What is told or asked instead of such a change: where else the first of its moves could go. */
export async function insteadOf({ wishes, moves, change }: Outcome, all: readonly string[]): Promise<Step> {
  for (const { move, item, before } of moves) {
    const planning = { ...wishes, before };
    const obstacles = change?.items.length === 1 ? all : await obstaclesOf(planning, [item]);
    const { day, period } = item.place ?? {};
    if (obstacles.length === 0 || !day || !period) continue;
    const span = spanOf(day, period, move.meeting.periods);
    return elsewhere(planning, move, [{ span, place: item.place!, obstacles }]);
  }
  return words(lined([cannotBe, ...firstLines(all.map(plain), obstaclesTold)]));
}

const cannotBe = say(
  '不能这样调整，课表没有改动。可以换个时间、教室或教师；确需如此，请在课表页面手工调整并写明原因。妨碍：',
  'This cannot be done, and nothing was changed. Maybe take another time, room or teacher, or change it by ' +
    'hand with a reason. In its way:',
);

const separately = say(
  '撤销或重做请单独提出，不能与其他调整放在同一个计划里。',
  'Taking back or making again is a plan of its own. Maybe ask for one after the other.',
);

const stepOf = (planning: Planning, at: number, intent: Intent): Promise<Step> =>
  unsettledAsStep(async () =>
    isChanging(intent)
      ? plannedEdit(planning, at, intent)
      : (facts[intent.type] as Tell<never>)(planning, intent as never, at),
  );

/** What a part of the planning comes to, or what it ends with instead. */
async function unsettledAsStep<T>(plan: () => Promise<T>): Promise<T | Step> {
  try {
    return await plan();
  } catch (error) {
    if (error instanceof UnsettledError) return error.step;
    throw error;
  }
}

type Fact = Exclude<Intent, Parameters<typeof plannedEdit>[2]>;
type Tell<I> = (planning: Planning, intent: I, at: number) => Step | Promise<Step>;

/** What is told without changing anything. */
const facts: { readonly [T in Fact['type']]: Tell<Extract<Fact, { type: T }>> } = {
  findRooms: freeRoomsIn,
  findTeachers: (planning, intent) => freeTeachersIn(planning, intent),
  findTimes: (planning, intent, at) => freeTimesIn(planning, at, intent),
  whyNot: (planning, intent, at) => freeForLesson(planning, at, intent),
  showTimetable: shownTimetable,
  showConflicts: shownConflicts,
  showWeek: shownWeek,
  showPeriods: shownPeriods,
  showUnplaced: shownUnplaced,
  showChanges: shownChanges,
  showNext: shownNext,
  showLoad: shownLoad,
  compareWeeks: comparedWeeks,
  aboutPlan: () => words(nothingToConfirm),
  absent: shownAbsent,
  showRoom: shownRoomFacts,
  another: () => words(nothingElse),
  confirm: () => words(nothingToConfirm),
  drop: () => words(dropped),
  wishTimes: wishedTimes,
  bookRoom: notBooked,
  request: () => words(whatToRequest),
  showRequests: shownRequests,
  help: (planning) => words(helpFor(planning)),
};

/** That no room is booked here, and which are free then. */
async function notBooked(planning: Planning, { at, room }: Of<'bookRoom'>): Promise<Step> {
  if (!at || !(at.days ?? at.date ?? at.part ?? at.periods)) return words(noBookings);
  const free = await freeRoomsIn(planning, { type: 'findRooms', at, room });
  if (free.kind === 'question') return { ...free, question: joined([noBookings, free.question], '\n') };
  return free.kind === 'words' ? { ...free, text: joined([noBookings, free.text], '\n') } : free;
}

const noBookings = say(
  '这里不能预订教室：可以查哪些教室空着；要用教室请联系教务（学生请联系所在学院的教务）。没有占用任何教室。',
  'Rooms are not booked here: I can tell which are free, and academic affairs give them away. ' +
    'None was taken.',
);

const whatToRequest = say(
  '请说明要申请什么：教师可以说哪一天的哪节课停课、调到什么时间或请谁代课，审批后才生效；' +
    '学生请联系所在学院的教务。还没有提交任何申请。',
  'What shall be requested? Teachers may ask that a lesson of one date is called off, moved or taught by ' +
    'somebody else; students ask academic affairs. Nothing was requested yet.',
);
