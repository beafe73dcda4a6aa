import type { AffectedFacts, ChangedFacts, CostFacts, DatedPlaceFacts, OutcomeFacts } from '../tools.js';
import { ranges } from '../../scheduling/semester/periods.js';
import { clashingRules, forbidding, isOfStudents, worsenedRules } from './checks.js';
import { dateNamed, firstLines, headed, inParts, joined, listOf, marked, numberOf } from './words.js';
import { periodsAt, plain, roomName, say, turned, when, type Text } from './words.js';

/** What a change does to meetings, a line each; of more than so many the first. */
export const changedLines = (items: readonly ChangedFacts[], max: number): Text[] =>
  firstLines(changesIn(items).map(marked), max);

/** What a change does to each meeting. */
export function changesIn(items: readonly ChangedFacts[]): Text[] {
  // What only joins another series stays as it is for people.
  const all = withWeeks(items);
  const visible = all.filter(
    (item) => item.wasLocked !== item.isLocked || !isSamePlace(item) || 'isReplaced' in item,
  );
  return [...visible.map(lineOf), ...items.flatMap(datesChanged)];
}

/**
 * Meetings that are to be added in place of retired ones, which are held in other weeks, as changes of these:
 * before such a plan is applied the new ones are nowhere to be read.
 */
function withWeeks(items: readonly ChangedFacts[]): readonly ChangedFacts[] {
  const added = items.filter(({ meeting }) => meeting === null);
  let next = 0;
  return items.flatMap((item) => {
    if (item.meeting === null) return [];
    const replaced = item.to === null && item.from !== null ? added.at(next) : undefined;
    if (replaced) next += 1;
    return replaced ? [{ ...item, to: replaced.to, isReplaced: true }] : [item];
  });
}

const isSamePlace = ({ from, to }: Pick<ChangedFacts, 'from' | 'to'>): boolean =>
  JSON.stringify(from) === JSON.stringify(to);

function lineOf(item: ChangedFacts & { readonly isReplaced?: boolean }): Text {
  const { meeting, from, to, wasLocked, isLocked, isReplaced } = item;
  // What comes or goes is one of several alike, told apart by its weeks.
  const weeks = meeting?.weeks && (!from || !to) ? `（第${ranges(meeting.weeks)}周）` : '';
  const name = plain((meeting?.teachingClass?.name ?? '') + weeks);
  const [before, after] = [from, to].map((at) => placeIn(at, meeting?.periods));
  const lock = isLocked ? say('锁定', 'lock') : say('解锁', 'unlock');
  if (isReplaced) return headed(name, inParts([before, say('换周次', 'in other weeks')]));
  if (isSamePlace(item)) return headed(joined([lock, name], ' '), after);
  const also = wasLocked === isLocked ? [] : [say(`并${lock.zh}`, `and ${lock.en} it`)];
  return headed(name, inParts([turned(before, after), ...also]));
}

/** A place in every week, of so many periods. */
const placeIn = (at: ChangedFacts['from'], periods = 1): Text =>
  at
    ? withNames(when(at.dayOfWeek, at.periodStart, at.periodStart + periods - 1), at)
    : say('未安排', 'no place');

/** A place on a date. */
function placeOn(at: DatedPlaceFacts | null): Text {
  if (!at) return say('停课', 'called off');
  const date = at.date === null ? say('按校历停课', 'falls out') : dateNamed(at.date);
  const time = joined([date, periodsAt(at.periodStart, at.periodEnd)], say('', ', '));
  return withNames(time, at);
}

/** A time with its room and teacher. */
const withNames = (
  time: Text,
  { classroom, teacher }: Pick<DatedPlaceFacts, 'classroom' | 'teacher'>,
): Text =>
  joined(
    [time, ...(classroom ? [plain(roomName(classroom))] : []), ...(teacher ? [plain(teacher.name)] : [])],
    say(' ', ', '),
  );

interface DatedItem extends Pick<ChangedFacts, 'dates'> {
  readonly meeting: Pick<NonNullable<ChangedFacts['meeting']>, 'teachingClass'> | null;
}

/** What becomes of each date of a meeting. */
export const datesChanged = ({ meeting, dates }: DatedItem): Text[] =>
  dates.map(({ from, to }) =>
    headed(plain(meeting?.teachingClass?.name ?? ''), turned(placeOn(from), placeOn(to))),
  );

/** Whom a change concerns. */
export function affectedLine({ teachers, administrativeClasses, studentCount }: AffectedFacts): Text {
  const classes = administrativeClasses.length;
  return say(
    `影响：教师 ${teachers.length} 位，班级 ${classes} 个，学生 ${studentCount} 人。`,
    `Affects ${numberOf(teachers.length, 'teacher')}, ${numberOf(classes, 'class')}, ` +
      `${numberOf(studentCount, 'student')}.`,
  );
}

/** What a change costs, with every soft rule that gets worse. */
function costLine({ hardBefore, hardAfter, softBefore, softAfter, rules }: CostFacts): Text {
  const worse = listOf(
    rules
      .filter(({ isHard, before, after }) => !isHard && after > before)
      .map(({ meaning, before, after }) => `${meaning.replace(/[.。]$/, '')} ${before} → ${after}`),
  );
  const [zh, en] = worse.zh ? [`（变差：${worse.zh}）`, ` (worse: ${worse.en})`] : ['', ''];
  return say(
    `代价：软约束 ${softBefore} → ${softAfter}${zh}，硬约束违反 ${hardBefore} → ${hardAfter}。`,
    `Cost: ${softBefore} → ${softAfter}${en}; hard rules broken: ${hardBefore} → ${hardAfter}.`,
  );
}

/** Whether a change gives a meeting another place in every week. */
const isWeekly = (item: ChangedFacts): boolean =>
  item.from !== null && item.to !== null && !isSamePlace(item);
const everyWeek = say(
  '每周都这样改；只改一次请说明是哪一天。',
  'It holds in every week; name the date if it is meant once.',
);

/** Lines of each kind that the words of a change have at most. */
const linesMax = 20;

/** Everything that a change does, by itself and to whom, with what it costs and what speaks against it. */
export function outcomeLines(outcome: OutcomeFacts): Text[] {
  const { affected, cost, clashes, warnings, warnedRules, items, endedDates } = outcome;
  const after = (head: Text, texts: readonly Text[]): Text[] =>
    firstLines(
      texts.map((text) => headed(head, text)),
      linesMax,
    );
  return [
    ...changedLines(items, linesMax),
    ...(items.some(isWeekly) ? [everyWeek] : []),
    ...after(
      say('已有的单次变更随之结束', 'A change of a single date ends with it'),
      endedDates.flatMap((each) => datesChanged({ meeting: each.meeting, dates: [each] })),
    ),
    affectedLine(affected),
    ...(cost ? [costLine(cost)] : []),
    ...after(say('注意', 'Note'), worsenedRules(cost, [...warnedRules, ...clashingRules(clashes)])),
    ...after(say('妨碍', 'In its way'), forbidding(outcome).map(plain)),
    ...after(
      say('注意', 'Note'),
      [...clashes.filter(isOfStudents).map(({ text }) => text), ...warnings].map(plain),
    ),
  ];
}
