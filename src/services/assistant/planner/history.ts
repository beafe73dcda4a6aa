import type { Intent, MeetingRef, TimeWish } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import type { ChangeFacts, UseTool } from '../tools.js';
import { instantsIn } from '../../scheduling/semester/dates.js';
import { affectedLine, changedLines } from './changed-words.js';
import { later, plannedDayOf } from '../../scheduling/semester/weeks.js';
import { lineOf } from './lesson-words.js';
import { datesIn, lessonsOf } from './lessons.js';
import { isNamed } from './meetings.js';
import { listed, type Planning } from './planning.js';
import { lined, listOf, say } from './words.js';
import type { Step } from './step.js';

/** Changes that an answer tells, and meetings of each. */
const changesMax = 3;
const linesMax = 10;

/** The newest changes of the timetable, with what each did; of the caller alone where that is asked. */
export async function shownChanges(
  planning: Planning,
  { isOwn, since, within, of }: Extract<Intent, { type: 'showChanges' }>,
): Promise<Step> {
  const { self, today } = planning.situation;
  // Whoever plans nothing hears what is otherwise for him, not what others did.
  const isConcerned = (self.student ?? self.teacher) !== null && !isOwn;
  if (within ?? (of || isConcerned))
    return shownSingleDates(planning, within ?? { date: since ?? today, until: later(today, daysAhead) }, of);
  if (since && !isOwn) return shownDifference(planning, since);
  const { use, timetable, person, timeZone } = planning;
  const { changes } = await use('changes', {
    timetable: timetable.id,
    max: changesMax,
    ...(isOwn && { person }),
  });
  if (changes.items.length === 0) return { kind: 'words', text: isOwn ? noneOfYours : none };
  const told = await Promise.all(
    changes.items.map(async (change) => [headOf(change, timeZone), ...(await linesOf(use, change))]),
  );
  const { revision, status } = timetable;
  const head =
    status === 'PUBLISHED'
      ? say(
          `已发布的课表（第 ${revision} 版）最近的变更：`,
          `Newest changes of the published timetable, revision ${revision}:`,
        )
      : say(`草稿 ${revision} 最近的变更：`, `Newest changes of draft ${revision}:`);
  return { kind: 'words', text: lined([head, ...told.flat()]) };
}

/** Days for which it is told what is otherwise for whoever asks. */
const daysAhead = 30;

/** What on some dates is otherwise than the week says: for whom is named, else for the caller or for all. */
async function shownSingleDates(planning: Planning, wish: TimeWish, of: MeetingRef = {}): Promise<Step> {
  const { situation, use, timetable } = planning;
  const { self } = situation;
  const dates = datesIn(planning, wish) ?? { from: situation.today, to: later(situation.today, daysAhead) };
  const own = self.teacher ? { teachers: [self.teacher] } : self.student ? { isOwn: true } : null;
  const whom = isNamed(of) ? of : own;
  const lines = whom
    ? (await lessonsOf(planning, whom, { date: dates.from, until: dates.to }, true))
        .filter(({ changed }) => changed)
        .map((each) => lineOf(each, planning))
    : (
        await use('dateChanges', { timetable: timetable.id, ...weeksOf(planning, dates) })
      ).dateChanges.items.flatMap(({ occurrence, meeting }) => {
        const { planned, actual } = occurrence ?? {};
        const isThen = [planned, actual].some(
          (at) => at?.date && at.date >= dates.from && at.date <= dates.to,
        );
        if (!planned || !isThen) return [];
        const places = [{ from: planned, to: actual ?? null }];
        const unchanged = { from: null, to: null, wasLocked: false, isLocked: false };
        return changedLines(
          [{ ...unchanged, meeting: meeting && { ...meeting, periods: 1 }, dates: places }],
          1,
        );
      });
  const span = dates.from === dates.to ? dates.from : `${dates.from} 至 ${dates.to}`;
  const spanEn = dates.from === dates.to ? dates.from : `${dates.from} to ${dates.to}`;
  if (lines.length === 0)
    return {
      kind: 'words',
      text: say(
        `${span}没有临时的调课、停课、补课或代课。`,
        `Nothing was changed of ${spanEn}: all is as the week says.`,
      ),
    };
  return listed(
    planning,
    [say(`${span}的临时变动 ${lines.length} 次：`, `Changed of ${spanEn}: ${lines.length}.`)],
    lines,
  );
}

const weeksOf = ({ situation }: Planning, { from, to }: { from: string; to: string }) => {
  const weekOf = (date: string): number => plannedDayOf(situation.semester.startDate, date).week;
  const within = (week: number): number => Math.min(Math.max(week, 1), situation.semester.weeks);
  return { from: within(weekOf(from) - 4), to: within(weekOf(to) + 4) };
};

/** What is otherwise than it was when a date began, meeting by meeting, and for whom. */
async function shownDifference({ use, timetable, timeZone }: Planning, since: string): Promise<Step> {
  const before = instantsIn(timeZone)(since, '00:00').toISOString();
  const { changes } = await use('changesSince', { timetable: timetable.id, before });
  const number = changes.items.at(0)?.number ?? 0;
  const { items, affected } = (await use('difference', { timetable: timetable.id, number })).timetableDiff;
  if (items.length === 0)
    return {
      kind: 'words',
      text: say(`${since}以来课表没有变化。`, `The timetable is as it was on ${since}.`),
    };
  const head = say(
    `${since}以来变动 ${items.length} 次课：`,
    `Changed since ${since}: ${items.length} meetings.`,
  );
  const who = [...affected.administrativeClasses, ...affected.teachers].map(({ name }) => name);
  const whom = listOf(who);
  return {
    kind: 'words',
    text: lined([
      head,
      affectedLine(affected),
      ...(who.length > 0 ? [say(`涉及：${whom.zh}。`, `For ${whom.en}.`)] : []),
      ...changedLines(items, linesMax),
    ]),
  };
}

/** What a person did, meeting by meeting; what else happens to a timetable concerns all of it. */
async function linesOf(use: UseTool, { id, kind }: ChangeFacts): Promise<Text[]> {
  if (!['EDIT', 'UNDO', 'REDO'].includes(kind)) return [];
  const { change } = await use('changedMeetings', { change: id });
  return changedLines(change.items, linesMax);
}

function headOf({ number, kind, state, reason, createdAt, person }: ChangeFacts, timeZone: string): Text {
  // The notation of Sweden is that of ISO 8601.
  const at = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(createdAt),
  );
  const { zh, en } = kinds[kind];
  const who = person ? [person.name] : [];
  const undone = state === 'APPLIED' ? say('', '') : say('（已撤销）', ' (taken back)');
  const why = reason ? [reason] : [];
  return say(
    [`第 ${number} 号，${at}`, ...who, zh + undone.zh, ...why].join('，'),
    [`No. ${number}, ${at}`, ...who, en + undone.en, ...why].join(', '),
  );
}

const kinds: Readonly<Record<ChangeFacts['kind'], Text>> = {
  EDIT: say('调整', 'changed'),
  RUN: say('自动排课', 'scheduled automatically'),
  UNDO: say('撤销', 'took back'),
  REDO: say('重做', 'made again'),
  MERGE: say('并入已发布课表的变更', 'took over what changed in the published timetable'),
  PUBLISH: say('发布', 'published'),
  ROLL_BACK: say('恢复旧版', 'published an earlier revision again'),
  COPY: say('复制另一份课表', 'took over the places of another timetable'),
  CALENDAR: say('校历或作息时间变更', 'changed the calendar or the times of periods'),
  TEACHERS: say('调整其他教师', 'changed further teachers'),
};

const none = say('这份课表还没有变更。', 'The timetable has not been changed yet.');
const noneOfYours = say('您还没有改动过这份课表。', 'You have not changed this timetable.');
