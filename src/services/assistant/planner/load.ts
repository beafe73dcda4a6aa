import type { Intent } from '@class-scheduling/assistant-language';
import { namesIn } from './facts.js';
import { isNamed, meetingsOf } from './meetings.js';
import { type Planning } from './planning.js';
import { firstLines, lined, say, shownRoom } from './words.js';
import type { HeldMeeting } from './held.js';
import { refuse, type Step } from './step.js';

type Of<T extends Intent['type']> = Extract<Intent, { type: T }>;

/** Those with most to teach that are told. */
const mostTold = 5;

const inAll = (meetings: readonly HeldMeeting[]): number =>
  meetings.reduce((sum, { periods, weeks }) => sum + periods * weeks.length, 0);

/** The periods of the week in which most are held. */
function inFullestWeek(meetings: readonly HeldMeeting[]): number {
  const byWeek = new Map<number, number>();
  for (const { periods, weeks } of meetings)
    for (const week of weeks) byWeek.set(week, (byWeek.get(week) ?? 0) + periods);
  return Math.max(0, ...byWeek.values());
}

/** How much is taught by or to whoever is named, else by whom most. */
export async function shownLoad(
  { use, situation, timetable }: Planning,
  { of = {} }: Of<'showLoad'>,
): Promise<Step> {
  const held = await meetingsOf(use, situation, timetable, of);
  const line = (name: string, meetings: readonly HeldMeeting[]) =>
    say(
      `${name}：每周最多 ${inFullestWeek(meetings)} 节，${meetings.length} 次课，全学期共 ${inAll(meetings)} 节。`,
      `${name}: at most ${inFullestWeek(meetings)} periods a week in ${meetings.length} meetings, ` +
        `${inAll(meetings)} in the whole semester.`,
    );
  if (isNamed(of)) return { kind: 'words', text: line(namesIn(situation, of).join('、'), held) };
  const teachers = [...new Set(held.flatMap(({ teacherNames }) => teacherNames))];
  if (teachers.length === 0) throw refuse(say('课表中还没有课。', 'The timetable holds nothing yet.'));
  const loads = teachers
    .map((name) => ({ name, own: held.filter(({ teacherNames }) => teacherNames.includes(name)) }))
    .sort((one, other) => inAll(other.own) - inAll(one.own));
  const lines = loads.map(({ name, own }) => line(name, own));
  return { kind: 'words', text: lined(firstLines(lines, mostTold)) };
}

/** Seats, kind and equipment of a room. */
export async function shownRoomFacts({ use }: Planning, { room }: Of<'showRoom'>): Promise<Step> {
  const { classroom } = await use('classroom', { id: room });
  if (!classroom)
    throw refuse(say('没有找到这间教室，请检查名称。', 'There is no such room. Maybe check its name.'));
  const { type, hasMultimedia, isAirConditioned, building } = classroom;
  const name = shownRoom(classroom);
  const has = (is: boolean, zh: string, en: string): readonly [string, string] =>
    is ? [`有${zh}`, en] : [`没有${zh}`, `no ${en}`];
  const facts = [
    has(hasMultimedia, '多媒体', 'multimedia'),
    has(isAirConditioned, '空调', 'air conditioning'),
  ];
  const kind = [type?.name, building?.name].filter((each) => each !== undefined);
  return {
    kind: 'words',
    text: say(
      `${[name.zh, ...kind, ...facts.map(([zh]) => zh)].join('，')}。`,
      `${[name.en, ...kind, ...facts.map(([, en]) => en)].join(', ')}.`,
    ),
  };
}
