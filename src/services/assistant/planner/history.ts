import type { MeetingRef, TimeWish } from '@class-scheduling/assistant-language';
import type { ChangedFacts, ChangeFacts } from '../tools.js';
import { momentIn } from '../../../schema/clock.js';
import { instantsIn } from '../../scheduling/semester/dates.js';
import { changesIn, datesChanged } from './changed-words.js';
import { dateAt, later, plannedDayOf } from '../../scheduling/semester/weeks.js';
import { seenOf, type Lesson } from './held.js';
import { dayAndTime, lineOf, namePart, roomPart, teacherPart, told } from './lesson-words.js';
import { datesIn, lessonsOf } from './lessons.js';
import { isNamed, meetingsOf } from './meetings.js';
import { listed, type Planning } from './planning.js';
import { namesIn, timeOf, whose } from './timetables.js';
import { firstLines, headed, inOneLine, inParts, listOf, marked, plain } from './words.js';
import { say, timetableNamed, type Text } from './words.js';
import { refuse, words, type Of, type Step } from './step.js';

type Asked = Of<'showChanges'>;

/** Changes that are told where no days are, those of days that are, and meetings of each. */
const newestMax = 3;
const changesMax = 20;
const linesMax = 10;

/** What was changed, by whom and when; for those who plan nothing what is otherwise than the week says. */
export async function shownChanges(planning: Planning, asked: Asked): Promise<Step> {
  const { self, today } = planning.situation;
  const { since, until, within, of, isOwn } = asked;
  // Whoever plans nothing hears what is otherwise for him, not what others did.
  const isConcerned = (self.student ?? self.teacher) !== null && (!isOwn || of !== undefined);
  const wish = within ?? { date: since ?? today, until: until ?? later(today, daysAhead) };
  if (isConcerned || within) return shownSingleDates(planning, asked, wish);
  const made = await madeSince(planning, asked);
  const span = since ? spanOf(since, until) : say('', '');
  const lessons = ofNamed(planning, of);
  const what = say(lessons.zh || '课表', lessons.en);
  if (made.length === 0)
    return words(
      `没有，${span.zh}${isOwn ? '您' : ''}没有改动过${what.zh}。`,
      `No, ${isOwn ? 'you changed nothing' : 'nothing was changed'}${what.en}${span.en}.`,
    );
  const which = timetableNamed(planning.timetable);
  return listed(
    planning,
    [
      (since ?? of)
        ? say(
            `有，${span.zh}${what.zh}有 ${made.length} 次变更：`,
            `Yes, ${made.length} ${made.length === 1 ? 'change' : 'changes'}${what.en}${span.en}:`,
          )
        : say(`${which.zh}最近的变更：`, `Newest changes of ${which.en}:`),
      ...(since ? concerned(made.flatMap(({ items }) => items)) : []),
    ],
    made.map(({ text }) => text),
  );
}

/** Whose lessons something is of; empty where nobody is named. */
function ofNamed({ situation }: Planning, of: MeetingRef = {}): Text {
  const names = namesIn(situation, of);
  return names.length > 0 ? say(`${names.join('、')}的课`, ` for ${names.join(', ')}`) : say('', '');
}

const spanOf = (since: string, until?: string): Text =>
  until === undefined
    ? say(`${since} 以来`, ` since ${since}`)
    : until === since
      ? say(`${since} `, ` on ${since}`)
      : say(`${since} 至 ${until} `, ` from ${since} to ${until}`);

/** Whom changes concern: who teaches or taught, and which classes attend. */
function concerned(items: readonly ChangedFacts[]): Text[] {
  const names = items.flatMap(({ meeting, from, to }) => [
    ...[from, to].flatMap((at) => at?.teacher?.name ?? []),
    meeting?.teachingClass?.name ?? [],
  ]);
  const { zh, en } = listOf([...new Set(names.flat())]);
  return names.length > 0 ? [say(`涉及：${zh}`, `Concerned: ${en}`)] : [];
}

/** The changes that were made on some days, of what is named, each with what it did. */
async function madeSince(planning: Planning, { since, until, of, isOwn }: Asked) {
  const { use, timetable, person, situation } = planning;
  const { changes } = await use('changes', {
    timetable: timetable.id,
    max: since || of ? changesMax : newestMax,
    ...(isOwn && { person }),
    ...(since && { made: betweenDays(planning, since, until ?? situation.today) }),
  });
  const isOf = of && (await meantIn(planning, of));
  const made = await Promise.all(
    changes.items.map(async (change) => {
      // What is not done by hand concerns all of a timetable.
      const isWhole = !['EDIT', 'UNDO', 'REDO'].includes(change.kind);
      const all = isWhole ? [] : (await use('changedMeetings', { change: change.id })).change.items;
      const items = isOf ? all.filter(isOf) : all;
      // One line for each change, so that as many are told as are counted.
      const done = firstLines(changesIn(items), linesMax);
      const head = headOf(change, planning.timeZone);
      return { id: change.id, items, text: done.length > 0 ? headed(head, inOneLine(done)) : head };
    }),
  );
  return isOf ? made.filter(({ items }) => items.length > 0) : made;
}

const betweenDays = ({ timeZone }: Planning, from: string, to: string) => {
  const at = instantsIn(timeZone);
  return { from: at(from, '00:00').toISOString(), before: at(later(to, 1), '00:00').toISOString() };
};

/** Whether what was changed is of what is named. */
async function meantIn(
  planning: Planning,
  { at: _, ...of }: MeetingRef,
): Promise<(item: ChangedFacts) => boolean> {
  const held = await meetingsOf(planning, of);
  const classes = new Set(held.map(({ teachingClass }) => teachingClass.id));
  const others = [...(of.rooms ?? []), ...(of.teachers ?? [])];
  return ({ meeting, from, to }) =>
    classes.has(meeting?.teachingClass?.id ?? '') ||
    [from, to].some(
      (at) => others.includes(at?.classroom?.id ?? '') || others.includes(at?.teacher?.id ?? ''),
    );
}

/** Days for which it is told what is otherwise for whoever asks. */
const daysAhead = 30;
/** Days for which it is told what the caller was told. */
const daysBefore = 7;
/** Lessons that are told although they are as always. */
const usualMax = 4;

/** What on some dates is otherwise than the week says, or that nothing is. */
async function shownSingleDates(
  planning: Planning,
  { of = {}, since, within, isOfWho }: Asked,
  wish: TimeWish,
): Promise<Step> {
  const { situation } = planning;
  const { today } = situation;
  const dates = datesIn(planning, wish) ?? { from: today, to: later(today, daysAhead) };
  const { at: _, ...whom } = await whose(planning, { of, isOfAll: true });
  const lessons = isNamed(whom)
    ? await lessonsOf(planning, whom, { ...wish, date: dates.from, until: dates.to, weeks: undefined }, true)
    : [];
  const changed = lessons.filter((each) => each.changed);
  const lines = isNamed(whom)
    ? changed.map((each) => lineOf(each, planning))
    : await changedOn(planning, dates);
  const told = within && dates.from <= today ? dates.from : later(today, -daysBefore);
  const notices = isNamed(of) ? [] : await noticesSince(planning, since ?? told);
  planning.seen.push(...(changed.length > 0 ? changed : lessons.slice(0, usualMax)).map(seenOf));
  const named = ofNamed(planning, whom.isOwn || !isNamed(of) ? undefined : whom);
  const span = timeOf({ date: dates.from, ...(dates.to !== dates.from && { until: dates.to }) });
  const head =
    lines.length === 0
      ? unchanged(planning, lessons, { span, named, isTold: notices.length > 0 })
      : say(
          `有，${span.zh}${named.zh}的临时变动 ${lines.length} 次：`,
          `Yes, ${lines.length} lessons${named.en} are otherwise (${span.en}):`,
        );
  return listed(planning, isOfWho ? [byOthers, head] : [head], [...lines, ...notices]);
}

const byOthers = say(
  '由谁改的您看不到，由教务和管理员查看。',
  'Who changed it is for academic affairs and administrators to see.',
);

/** That lessons are as always, and where few of them are; or that the caller was told of changes alone. */
function unchanged(
  planning: Planning,
  lessons: readonly Lesson[],
  { span, named, isTold }: { readonly span: Text; readonly named: Text; readonly isTold: boolean },
): Text {
  const none = say(
    `没有，${span.zh}${named.zh}没有临时的调课、停课、补课或代课`,
    `No lesson${named.en} is moved, called off, made up or taught by another (${span.en})`,
  );
  // What was told to the caller is a change, too.
  if (isTold) return say(`${none.zh}；通知过您：`, `${none.en}, but you were told:`);
  const usual = lessons.map((each) => lineOf(each, planning));
  if (usual.length === 0 || usual.length > usualMax)
    return say(`${none.zh}，照常上课。`, `${none.en}: all is as the week says.`);
  const shown = inOneLine(usual);
  return say(`${none.zh}，照常：${shown.zh}。`, `${none.en}, as always: ${shown.en}.`);
}

/** What the caller was told of changes since a date; of who plans it is nothing. */
async function noticesSince(planning: Planning, since: string): Promise<Text[]> {
  const { use, situation, timeZone } = planning;
  const { self, today } = situation;
  if ((self.student ?? self.teacher) === null) return [];
  const { notices } = await use('notices', { made: betweenDays(planning, since, today) });
  return notices.items.map(({ createdAt, message }) =>
    headed(plain(momentIn(timeZone, createdAt)), plain(message)),
  );
}

/** What of all lessons is otherwise on some dates. */
async function changedOn(planning: Planning, dates: { from: string; to: string }): Promise<Text[]> {
  const { use, timetable } = planning;
  const { dateChanges } = await use('dateChanges', { timetable: timetable.id, ...weeksOf(planning, dates) });
  return dateChanges.items.flatMap(({ occurrence, meeting }) => {
    const { planned, actual = null } = occurrence ?? {};
    const isThen = [planned, actual].some((at) => at?.date && at.date >= dates.from && at.date <= dates.to);
    const changed = planned && isThen ? [{ from: planned, to: actual }] : [];
    return datesChanged({ meeting, dates: changed }).map(marked);
  });
}

const weeksOf = ({ situation }: Planning, { from, to }: { from: string; to: string }) => {
  const weekOf = (date: string): number => plannedDayOf(situation.semester.startDate, date).week;
  const within = (week: number): number => Math.min(Math.max(week, 1), situation.semester.weeks);
  return { from: within(weekOf(from) - 4), to: within(weekOf(to) + 4) };
};

const reversible: readonly ChangeFacts['kind'][] = ['EDIT', 'RUN', 'MERGE'];

/** Which change of the one who asks is taken back by the next undo. @throws where others were asked about */
export async function toldOfUndo(planning: Planning, of: MeetingRef | undefined): Promise<Text[]> {
  const { use, timetable, person, timeZone } = planning;
  const { changes } = await use('changes', { timetable: timetable.id, max: changesMax, person });
  const last = changes.items.find(({ kind, state }) => reversible.includes(kind) && state === 'APPLIED');
  if (!last) return [];
  const asked = of && (await madeSince(planning, { type: 'showChanges', of, isOwn: true }));
  if (asked && asked.at(0)?.id !== last.id) {
    const others = ofNamed(planning, of);
    throw refuse(
      `您最近的改动不涉及${others.zh}，没有撤销任何内容。要撤销它，请说“撤销”。`,
      `Your last change was not made${others.en}: nothing was taken back. Say "undo" for that one.`,
    );
  }
  // Why it was changed was said in whatever language.
  const { zh, en } = headOf({ ...last, reason: null }, timeZone);
  return [say(`这是撤销，收回：${zh}`, `This is an undo; it takes back: ${en}`)];
}

function headOf({ number, kind, state, reason, createdAt, person }: ChangeFacts, timeZone: string): Text {
  const at = momentIn(timeZone, createdAt);
  const { zh, en } = kinds[kind];
  const undone = state === 'APPLIED' ? say('', '') : say('（已撤销）', ' (taken back)');
  return inParts([
    say(`第 ${number} 号`, `No. ${number}`),
    plain(at),
    person ? plain(person.name) : say('系统', 'by the system'),
    say(zh + undone.zh, en + undone.en),
    ...(reason ? [plain(reason)] : []),
  ]);
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

/** What is otherwise in one week than in another, of whoever is named, else of the caller. */
export async function comparedWeeks(
  planning: Planning,
  { of = {}, weeks }: Of<'compareWeeks'>,
): Promise<Step> {
  const { situation, seen } = planning;
  const { at: _, ...ref } = await whose(planning, { of, isOfAll: true });
  const [one, other] = await Promise.all(weeks.map((week) => lessonsOf(planning, ref, { weeks: [week] })));
  const parts = [dayAndTime, namePart, teacherPart, roomPart];
  const keyOf = (each: Lesson): string => told({ ...each, on: undefined }, planning, parts).zh;
  const only = (all: readonly Lesson[], others: readonly Lesson[], week: number): readonly Text[] => {
    const known = new Set(others.map(keyOf));
    const own = all.filter((each) => !known.has(keyOf(each)));
    seen.push(...own.map(seenOf));
    return own.map((each) => headed(say(`仅第${week}周`, `only in week ${week}`), lineOf(each, planning)));
  };
  const names = namesIn(situation, ref);
  const whom = names.length > 0 && !ref.isOwn ? names.join('、') : '';
  const [first, second] = weeks.map((week) => `第${week}周（${mondayIn(planning, week)} 起）`);
  const lines = [...only(one, other, weeks[0]), ...only(other, one, weeks[1])];
  const [is, isEn] = lines.length > 0 ? ['不一样', 'No'] : ['一样', 'Alike'];
  const [ends, endsEn] =
    lines.length > 0 ? [`，不同之处 ${lines.length} 处：`, `; ${lines.length} differences:`] : ['。', '.'];
  const head = say(
    `${is}：${whom}${first}有 ${one.length} 次课，${second}有 ${other.length} 次${ends}`,
    `${isEn}${whom && `, for ${whom}`}: week ${weeks[0]} has ${one.length} lessons, week ${weeks[1]} has ` +
      `${other.length}${endsEn}`,
  );
  return listed(planning, [head], lines);
}

const mondayIn = ({ situation: { semester } }: Planning, week: number): string =>
  dateAt(semester.startDate, { week, day: 1 });
