import type { Intent, MeetingRef, TimeWish } from '@class-scheduling/assistant-language';
import type { OfferedOption, Pins } from '../event-data.js';
import { calendarOf } from './times.js';
import { seenOf, type Lesson } from './held.js';
import { meetingsOf } from './meetings.js';
import { meetingsMax } from './on-date.js';
import { offered, pinOf, type Planning } from './planning.js';
import { words, type Of, type Step } from './step.js';
import { firstLines, lined, listOf, say, type Text } from './words.js';
import { later } from '../../scheduling/semester/weeks.js';
import { linesOf } from './lesson-words.js';
import { lessonsOf } from './lessons.js';
import { namesIn, timeOf } from './timetables.js';
import { candidatesFor, teachersMax } from './substitutes.js';

/** Lessons that are told. */
const lessonsMax = 8;

/** The lessons that somebody cannot give, or that a room cannot have, and what can be done about them. */
export async function shownAbsent(
  planning: Planning,
  { of: { at, ...of }, at: then }: Of<'absent'>,
): Promise<Step> {
  const { situation, seen, may } = planning;
  const { today } = situation;
  const wish = absenceOf(planning, { ...at, ...then });
  // Of a room that is missing teachers are told, and may request, what is theirs.
  const isOwn = may === 'REQUEST' && (of.rooms ?? of.buildings) !== undefined;
  const ref = isOwn ? { ...of, teachers: [situation.self.teacher!] } : of;
  const all = await lessonsOf(planning, ref, wish);
  const lessons = all.filter(({ isHeld, on }) => isHeld !== false && (!on || on.date >= today));
  const named = namesIn(situation, of).join('、');
  const who = say(named || '您', named || 'you');
  const time = timeOf(wish);
  if (lessons.length === 0)
    return words(
      `${who.zh}，${time.zh}没有要上的课，不受影响。`,
      `${who.en}: no lessons ${time.en}, nothing is to be done.`,
    );
  seen.push(...lessons.map(seenOf));
  const count = lessons.length;
  const head = say(
    `${who.zh}，${time.zh}有 ${count} 次课受影响：`,
    `${count} ${count === 1 ? 'lesson is' : 'lessons are'} concerned (${who.en}, ${time.en}):`,
  );
  const told = [head, ...firstLines(linesOf(lessons, planning), lessonsMax)];
  const isTheirs = may === 'REQUEST' && !ref.teachers?.includes(situation.self.teacher!);
  if (may === 'LOOK' || isTheirs || lessons.some(({ on }) => !on)) return words(lined(told));
  return { kind: 'question', ...(await waysOut(planning, ref, wish, lessons, told)) };
}

/** The dates of an absence: without any those of the seven days to come. */
function absenceOf({ situation }: Planning, { weeks, days, ...wish }: TimeWish): TimeWish {
  const { today } = situation;
  const isOneDay = weeks?.length === 1 && days?.length === 1;
  const date = isOneDay ? calendarOf(situation).dateOf({ week: weeks[0], day: days[0] }) : null;
  if (date) return { ...wish, date };
  const isTold = wish.date !== undefined || weeks?.length;
  return { ...wish, days, ...(isTold ? { weeks } : { date: today, until: later(today, 6) }) };
}

/** What can be done about lessons that cannot be held as they are. */
async function waysOut(
  planning: Planning,
  ref: MeetingRef,
  wish: TimeWish,
  lessons: readonly Lesson[],
  told: readonly Text[],
): Promise<{ question: Text; options: OfferedOption[] }> {
  const { may } = planning;
  const { periods, part, days } = wish;
  const rest = { ...(periods && { periods }), ...(part && { part }), ...(days && { days }) };
  const [first, last] = [lessons[0].on!.date, lessons.at(-1)!.on!.date];
  // Of more than one plan changes those of the first date come first.
  const isTooMuch = new Set(lessons.map(({ assignment }) => assignment)).size > meetingsMax;
  const at = { ...rest, date: first, ...(last > first && !isTooMuch && { until: last }) };
  const [only, ...others] = lessons;
  const held =
    others.length === 0 ? await meetingsOf(planning, { teachingClasses: [only.teachingClass.id] }) : [];
  const meant = held.find(({ assignment }) => assignment === only.assignment);
  const meeting = meant ? { teachingClasses: [meant.teachingClass.id] } : { ...ref, isEvery: true };
  const { buildings = [], rooms = [] } = ref;
  const notIn = [...rooms, ...buildings];
  const dated = { type: 'singleDate', meeting, at } as const;
  const wishes: [Text, Intent][] = [
    notIn.length > 0
      ? [otherRooms, { ...dated, action: 'MOVE', room: { notIn } }]
      : [somebodyElse, { type: 'findTeachers', at, meeting: { ...ref, ...meeting } }],
    [callOff, { ...dated, action: 'CANCEL' }],
  ];
  if (meant) wishes.push([otherTime, { ...dated, action: 'MOVE' }]);
  const pins: Pins = meant ? { '0.meeting': pinOf(meant) } : {};
  const options = wishes.map(([label, intent]) => offered(planning, label, { intents: [intent], pins }));
  const names = meant && notIn.length === 0 ? await candidatesFor(planning, meant, first) : [];
  const { zh, en } = listOf(names, teachersMax);
  return {
    question: lined([
      ...told,
      ...(names.length > 0 ? [say(`能代且那时有空的：${zh}。`, `Could stand in: ${en}.`)] : []),
      ...(isTooMuch ? [say(`先处理 ${first} 的：`, `Those of ${first} first:`)] : []),
      may === 'REQUEST' ? whatToAsk : whatToDo,
    ]),
    options,
  };
}

const otherRooms = say('换其他教室（时间不变）', 'Other rooms at the same times');
const somebodyElse = say('找人代课', 'Find somebody to stand in');
const callOff = say('停课', 'Call off');
const otherTime = say('改到其他时间', 'Move it to another time');
const whatToDo = say('要怎么处理？', 'What shall be done?');
const whatToAsk = say('要申请什么？由教务审批。', 'What shall be requested of academic affairs?');
