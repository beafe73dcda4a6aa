import { daysOf, timesForAll } from './facts.js';
import { noMoment } from './free.js';
import { whoAttends } from './lessons.js';
import { isNamed, meetingsOf } from './meetings.js';
import { settled, type Planning } from './planning.js';
import { fitsWish, startsOf, withoutDate } from './times.js';
import { firstOf, headed, lined, plain, say, when, type Text } from './words.js';
import { about, inOrder, spanOf, type HeldMeeting } from './held.js';
import { refuse, words, type Of, type Step } from './step.js';

/** Times that an answer tells of. */
const timesMax = 10;

/**
 * Why the meetings of a mention cannot be somewhere: of a course each of them. Of none that the caller may
 * move it is who and what is free then.
 */
export async function whyNotThere(planning: Planning, at: number, intent: Of<'whyNot'>): Promise<Step> {
  const { pins, may } = planning;
  if (may !== 'CHANGE' || !isNamed(intent.meeting)) return freeThere(planning, intent);
  const isPinned = pins[`${at}.meeting`] !== undefined || !isNamed(intent.meeting);
  const found = isPinned ? [] : await meetingsOf(planning, intent.meeting);
  // 软件2401周三下午为什么不能排课: of no lesson, so what they have then is in the way.
  const { courses, teachingClasses, administrativeClasses, teachers } = intent.meeting;
  if (found.length > timesMax && intent.at && !(courses ?? teachingClasses)) {
    const whom = { ...(administrativeClasses && { administrativeClasses }), ...(teachers && { teachers }) };
    return timesForAll(planning, { type: 'findTimes', ...whom, within: daysOf(planning, intent.at) });
  }
  const isFew = found.length > 1 && found.length <= timesMax;
  const meetings = isFew ? inOrder(found) : [await settled(planning, `${at}.meeting`, intent.meeting)];
  const told = await Promise.all(meetings.map((meeting) => whyNotOf(planning, meeting, intent)));
  return words(lined(told.flat()));
}

/** Whether the people of a meeting, or the caller, and the room that is told are free at a time. */
async function freeThere(planning: Planning, { meeting, at, room }: Of<'whyNot'>): Promise<Step> {
  const { situation, may } = planning;
  const { teacher } = situation.self;
  const held = isNamed(meeting) ? await meetingsOf(planning, meeting) : [];
  const isOne = new Set(held.map(({ teachingClass }) => teachingClass.id)).size === 1;
  const people = isOne ? await whoAttends(planning, held[0]) : teacher ? { teachers: [teacher] } : {};
  const rooms = room?.anyOf ?? (room?.room ? [room.room] : []);
  const within = at && daysOf(planning, at);
  const asked = [...(isNamed(meeting) ? [people] : []), ...(rooms.length > 0 ? [{ rooms }] : [])];
  const steps = asked.map((whom) => timesForAll(planning, { type: 'findTimes', ...whom, within }));
  const told = (await Promise.all(steps)).flatMap((step) => (step.kind === 'words' ? step.text : []));
  return words(lined([...told, ...(may === 'CHANGE' ? [] : [forAffairs])]));
}

async function whyNotOf(
  { use, situation, timetable }: Planning,
  meeting: HeldMeeting,
  intent: Of<'whyNot'>,
): Promise<Text[]> {
  const wish = intent.at ? withoutDate(situation, intent.at) : {};
  const room = intent.room?.room;
  const spans = wish.periods
    ? (wish.days ?? (meeting.time ? [meeting.time.day] : [])).map((day) =>
        spanOf(day, wish.periods!.start, meeting.periods),
      )
    : wish.days?.length || wish.part
      ? startsOf(situation, meeting.periods, wish.days).filter((span) => fitsWish(situation, span, wish))
      : meeting.time
        ? [meeting.time]
        : [];
  if (spans.length === 0) throw refuse(noMoment);
  const { shown, more } = firstOf(spans, timesMax);
  const lines = await Promise.all(
    shown.map(async ({ day, start, end }) => {
      const { whyNot } = await use('whyNot', {
        timetable: timetable.id,
        meeting: meeting.id,
        place: { dayOfWeek: day, periodStart: start, ...(room && { classroom: room }) },
      });
      const time = when(day, start, end);
      const forbidding = whyNot.filter(({ kind }) => kind !== 'PREFERENCE');
      const told = plain((forbidding.length > 0 ? forbidding : whyNot).map(({ text }) => text).join(' '));
      if (whyNot.length === 0) return say(`${time.zh}：可以。`, `${time.en}: possible.`);
      if (forbidding.length > 0) return headed(time, told);
      return say(`${time.zh}：可以，只是${told.zh}`, `${time.en}: possible, though not liked: ${told.en}`);
    }),
  );
  const rest = more > 0 ? [say(`……另有 ${more} 个时间。`, `… and ${more} more times.`)] : [];
  return [about(meeting, '：', ':'), ...lines, ...rest];
}

const forAffairs = say(
  '课程调到哪里由任课教师申请、教务安排，能不能调以教务检查为准。',
  'Where a lesson goes is requested by its teacher and decided by academic affairs, who check it.',
);
