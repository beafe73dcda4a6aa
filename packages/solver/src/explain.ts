import {
  furtherOf,
  type Meeting,
  type Placement,
  type Problem,
  type Room,
  type RuleId,
  type Sentence,
  type Teacher,
  type TimeSpan,
} from './model.js';
import { settingOf } from './profiles.js';
import { dailyLoad } from './rules/daily-load.js';
import { weeklyLoad } from './rules/weekly-load.js';
import { periodsBetween, travelBetween } from './rules/travel.js';
import { overlaps, sharesWeek, viewOf, type Placed, type View } from './rules/view.js';
import { meetingName, nameOf } from './rules/words.js';

/** A reason why times of a meeting are barred. */
interface Obstacle {
  readonly rule: RuleId;
  /** How many of the meeting's times it bars. */
  readonly times: number;
  /** Meetings in the way. */
  readonly holders: readonly string[];
  readonly sentence: Sentence;
}

/** Why a meeting is unplaced. */
export interface UnplacedReason {
  readonly meeting: string;
  /** Times that would be possible if nothing else were placed. */
  readonly timesOffered: number;
  /** Times at which it is free now: the search ran out of time, or preferred another meeting. */
  readonly timesFree: number;
  readonly obstacles: readonly Obstacle[];
  readonly sentence: Sentence;
}

/** What rules out one time, and who occupies it. */
interface Bar {
  readonly rule: RuleId;
  readonly owner: string;
  readonly holders: readonly Placed[];
}

/**
 * Explains for every unplaced meeting, or the first of them, which rules bar its times, and which meetings
 * occupy what it needs.
 */
export function explainUnplaced(
  problem: Problem,
  placements: readonly Placement[],
  most = Infinity,
): UnplacedReason[] {
  const view = viewOf(problem, placements);
  return view.unplaced.slice(0, most).map((meeting) => reasonFor(view, meeting));
}

function reasonFor(view: View, meeting: Meeting): UnplacedReason {
  const { problem } = view;
  const className = problem.teachingClasses.find(({ id }) => id === meeting.teachingClass)?.name;
  const name = meetingName(meeting, className);
  const times =
    meeting.lock?.time === undefined ? meeting.times.map(({ time }) => time) : [meeting.lock.time];
  const rooms = suitableRooms(problem, meeting);
  const bars = times.map((time) => barsAt(view, meeting, problem.times[time], rooms));
  const obstacles = obstaclesIn(bars, name);
  const timesFree = bars.filter((list) => list.length === 0).length;
  const main = obstacles[0]?.sentence;
  const sentence =
    times.length === 0
      ? { zh: `“${name}”没有任何可选时间。`, en: `${name} has no possible times.` }
      : (timesFree === 0 && main) || {
          zh: `“${name}”尚有${timesFree}个可用时间，可继续求解或手工安排。`,
          en: `${name} has ${timesFree} free times left.\nMaybe solve for longer or place it by hand.`,
        };
  return { meeting: meeting.id, timesOffered: times.length, timesFree, obstacles, sentence };
}

/** Everything that rules out this time, people before rooms. */
function barsAt(view: View, meeting: Meeting, time: TimeSpan, rooms: readonly Room[] | null): Bar[] {
  const bars: Bar[] = [...calendarBars(view.problem, meeting, time)];
  for (const [group, placed] of ownersOf(view.problem.groups, view.byGroup, meeting.groups)) {
    bars.push(...ownerBars('group-availability', 'group-conflict', group, placed, time));
  }
  const candidates = meeting.lock?.teacher === undefined ? meeting.teachers : [meeting.lock.teacher];
  const barsOf = (teacher: Teacher, placed: readonly Placed[]): Bar[] => [
    ...ownerBars('teacher-availability', 'teacher-conflict', teacher, placed, time),
    ...loadBars(view, meeting, teacher, placed, time),
  ];
  const { teachers: all } = view.problem;
  for (const [teacher, placed] of ownersOf(all, view.byTeacher, furtherOf(meeting)))
    bars.push(...barsOf(teacher, placed));
  const teachers = ownersOf(all, view.byTeacher, candidates).map(([teacher, placed]) => [
    ...barsOf(teacher, placed),
    ...levelBars(view.problem, meeting, teacher),
    ...setBars(view, meeting, teacher),
  ]);
  if (teachers.length > 0 && teachers.every((list) => list.length > 0)) bars.push(...teachers.flat());
  if (rooms === null) return bars;
  if (rooms.length === 0)
    return [...bars, { rule: unsuitableRule(view.problem, meeting), owner: '', holders: [] }];
  const roomBars = rooms.map((room) =>
    ownerBars('room-availability', 'room-conflict', room, view.byRoom.get(room) ?? [], time),
  );
  const tooFar = tooFarFrom(view, meeting, candidates, time);
  const free = rooms.filter((_, at) => roomBars[at].length === 0);
  if (free.length > 0 && free.every(tooFar)) bars.push({ rule: 'travel-time', owner: '', holders: [] });
  if (free.length === 0) {
    bars.push({
      rule: 'room-conflict',
      owner: '',
      holders: roomBars.flat().flatMap(({ holders }) => holders),
    });
  }
  return bars;
}

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly unavailable?: readonly TimeSpan[];
}

function ownersOf<T extends Owner>(
  all: readonly T[],
  placed: ReadonlyMap<T, readonly Placed[]>,
  ids: readonly string[],
): (readonly [T, readonly Placed[]])[] {
  return all.filter(({ id }) => ids.includes(id)).map((owner) => [owner, placed.get(owner) ?? []] as const);
}

function ownerBars(
  absenceRule: RuleId,
  clashRule: RuleId,
  owner: Owner,
  placed: readonly Placed[],
  time: TimeSpan,
): Bar[] {
  const bars: Bar[] = [];
  const isAway = owner.unavailable?.some((span) => overlaps(span, time));
  if (isAway) bars.push({ rule: absenceRule, owner: owner.name, holders: [] });
  const holders = placed.filter((p) => overlaps(p.time, time));
  if (holders.length > 0) bars.push({ rule: clashRule, owner: owner.name, holders });
  return bars;
}

/** The limits of a teacher that one more meeting at this time would exceed. */
function* loadBars(
  view: View,
  meeting: Meeting,
  teacher: Teacher,
  placed: readonly Placed[],
  time: TimeSpan,
): Generator<Bar> {
  const teachingClass = { id: meeting.teachingClass, name: '' };
  const placement = { meeting: meeting.id, time: 0, room: null, teacher: teacher.id };
  const people = { teacher, furtherTeachers: [], groups: [] };
  const added: Placed = { meeting, teachingClass, time, placement, room: null, ...people };
  const byTeacher = new Map([[teacher, [...placed, added]]]);
  for (const { id, judge } of [dailyLoad, weeklyLoad]) {
    if (settingOf(view.problem, id).level !== 'hard') continue;
    const [first] = judge({ ...view, byTeacher, byGroup: new Map() });
    const holders = placed.filter((p) => first?.meetings.includes(p.meeting.id));
    if (first?.meetings.includes(meeting.id)) yield { rule: id, owner: teacher.name, holders };
  }
}

/** Whether the travel of somebody who takes part, to or from the room, takes longer than there is time. */
function tooFarFrom(
  view: View,
  meeting: Meeting,
  candidates: readonly string[],
  time: TimeSpan,
): (room: Room) => boolean {
  const { problem } = view;
  if (!problem.travel?.length || settingOf(problem, 'travel-time').level !== 'hard') return () => false;
  const travel = travelBetween(problem);
  const people = [
    ...ownersOf(problem.groups, view.byGroup, meeting.groups),
    ...ownersOf(problem.teachers, view.byTeacher, [
      ...(candidates.length === 1 ? candidates : []),
      ...furtherOf(meeting),
    ]),
  ];
  const sameDay = people
    .flatMap(([, placed]) => placed)
    .filter((p) => (p.time.days & time.days) !== 0 && sharesWeek(p.time, time));
  return (room) =>
    sameDay.some((p) => {
      const gap = periodsBetween(problem.calendar, p.time, time);
      return p.room !== null && gap >= 0 && gap < travel(p.room, room);
    });
}

/** Whether only teachers of a higher level may teach the meeting. */
function levelBars(problem: Problem, { lock, teacherPenalties }: Meeting, { id, name }: Teacher): Bar[] {
  const isFree = lock?.teacher !== undefined || settingOf(problem, 'teacher-level').level !== 'hard';
  return isFree || !teacherPenalties?.[id] ? [] : [{ rule: 'teacher-level', owner: name, holders: [] }];
}

/** Whether another teacher has meetings that must have the same one. */
function setBars({ problem, placed }: View, meeting: Meeting, { id }: Teacher): Bar[] {
  if (meeting.teacherSet === undefined || settingOf(problem, 'same-teacher').level !== 'hard') return [];
  return placed
    .filter((p) => p.meeting.teacherSet === meeting.teacherSet)
    .filter(({ teacher }) => teacher !== null && teacher.id !== id)
    .map((holder) => ({ rule: 'same-teacher', owner: holder.teacher!.name, holders: [holder] }));
}

function* calendarBars(problem: Problem, meeting: Meeting, time: TimeSpan): Generator<Bar> {
  if (meeting.lock?.time !== undefined) return;
  const { eveningStart = Infinity, weekendStart = Infinity, longBreaks = [] } = problem.calendar;
  const end = time.start + time.length;
  const isHard = (rule: RuleId) => settingOf(problem, rule).level === 'hard';
  if (isHard('evening') && end > eveningStart) yield { rule: 'evening', owner: '', holders: [] };
  if (isHard('weekend') && time.days >= 2 ** weekendStart) yield { rule: 'weekend', owner: '', holders: [] };
  const isCrossing = longBreaks.some((after) => time.start <= after && after < end - 1);
  if (isHard('long-break') && isCrossing) yield { rule: 'long-break', owner: '', holders: [] };
}

/** The rooms allowed by the hard rules on rooms; null when none is needed. */
function suitableRooms(problem: Problem, meeting: Meeting): Room[] | null {
  const lockedRoom = meeting.lock?.room;
  if (lockedRoom !== undefined) return problem.rooms.filter(({ id }) => id === lockedRoom);
  if (meeting.rooms?.length === 0 || problem.rooms.length === 0) return null;
  const offered = meeting.rooms && new Set(meeting.rooms.map(({ room }) => room));
  return problem.rooms.filter(
    (room) => (!offered || offered.has(room.id)) && misfits(problem, meeting, room).length === 0,
  );
}

function misfits(problem: Problem, meeting: Meeting, room: Room): RuleId[] {
  const isHard = (rule: RuleId) => settingOf(problem, rule).level === 'hard';
  const faults: RuleId[] = [];
  if (isHard('room-capacity') && meeting.size > room.capacity) faults.push('room-capacity');
  const types = meeting.roomTypes ?? [];
  if (isHard('room-type') && types.length > 0 && !types.includes(room.type ?? '')) faults.push('room-type');
  const has = room.features ?? [];
  if (isHard('room-features') && meeting.features?.some((feature) => !has.includes(feature)))
    faults.push('room-features');
  return faults;
}

/** The rule that bars the most rooms. */
function unsuitableRule(problem: Problem, meeting: Meeting): RuleId {
  const counts = new Map<RuleId, number>();
  for (const room of problem.rooms) {
    for (const rule of misfits(problem, meeting, room)) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'not-offered';
}

function obstaclesIn(bars: readonly (readonly Bar[])[], name: string): Obstacle[] {
  const causes = new Map<
    string,
    { rule: RuleId; owner: string; times: number; holders: Map<string, string> }
  >();
  for (const list of bars) {
    const seen = new Set<string>();
    for (const { rule, owner, holders } of list) {
      const key = `${rule}/${owner}`;
      const cause = causes.get(key) ?? { rule, owner, times: 0, holders: new Map<string, string>() };
      causes.set(key, cause);
      if (!seen.has(key)) cause.times++;
      seen.add(key);
      for (const holder of holders) cause.holders.set(holder.meeting.id, nameOf(holder));
    }
  }
  return [...causes.values()]
    .sort((a, b) => b.times - a.times)
    .map(({ rule, owner, times, holders }) => ({
      rule,
      times,
      holders: [...holders.keys()],
      sentence: barSentence(rule, {
        name,
        owner,
        times,
        all: bars.length,
        holders: [...new Set(holders.values())],
      }),
    }));
}

interface BarWords {
  readonly name: string;
  readonly owner: string;
  readonly times: number;
  readonly all: number;
  readonly holders: readonly string[];
}

const NAMES_SHOWN = 3;

/** Long, because it has one sentence in two languages for each rule. */
function barSentence(rule: RuleId, { name, owner, times, all, holders }: BarWords): Sentence {
  const shown = holders.slice(0, NAMES_SHOWN);
  const more = holders.length > NAMES_SHOWN;
  const by = {
    zh: `${shown.map((holder) => `“${holder}”`).join('、')}${more ? '等' : ''}`,
    en: `${shown.join(', ')}${more ? ' and others' : ''}`,
  };
  const zh = (text: string) => `“${name}”的${all}个可选时间中有${times}个不可用：${text}`;
  const en = (text: string) => `${times} of the ${all} times of ${name} are barred: ${text}`;
  switch (rule) {
    case 'group-conflict':
      return { zh: zh(`班级“${owner}”已有${by.zh}。`), en: en(`group ${owner} has ${by.en}.`) };
    case 'teacher-conflict':
      return { zh: zh(`教师“${owner}”已有${by.zh}。`), en: en(`teacher ${owner} teaches ${by.en}.`) };
    case 'group-availability':
    case 'teacher-availability':
      return { zh: zh(`“${owner}”不可用。`), en: en(`${owner} is unavailable.`) };
    case 'daily-load':
      return {
        zh: zh(`“${owner}”当天的课时已达上限（${by.zh}）。`),
        en: en(`${owner} has reached the daily maximum with ${by.en}.`),
      };
    case 'weekly-load':
      return {
        zh: zh(`“${owner}”当周的课时已达上限（${by.zh}）。`),
        en: en(`${owner} has reached the weekly maximum with ${by.en}.`),
      };
    case 'travel-time':
      return {
        zh: zh('教师或班级来不及往返于两地。'),
        en: en('its teacher or a group could not be there in time.'),
      };
    case 'teacher-level':
      return {
        zh: zh(`“${owner}”不是资格最高的教师。`),
        en: en(`${owner} is not among the teachers of the highest level.`),
      };
    case 'same-teacher':
      return {
        zh: zh(`须由讲授${by.zh}的“${owner}”讲授，该教师排不进。`),
        en: en(`it has to be taught by ${owner}, who teaches ${by.en}.`),
      };
    case 'room-conflict':
      return {
        zh: zh('所有合适的教室都被占用或停用。'),
        en: en('every suitable room is occupied or unavailable.'),
      };
    case 'room-capacity':
      return { zh: zh('没有足够大的教室。'), en: en('no room is large enough.') };
    case 'room-type':
      return { zh: zh('没有所需类型的教室。'), en: en('no room is of a suitable type.') };
    case 'room-features':
      return { zh: zh('没有具备所需设备的教室。'), en: en('no room has the features that are needed.') };
    case 'evening':
      return { zh: zh('不允许晚间排课。'), en: en('evenings are forbidden.') };
    case 'weekend':
      return { zh: zh('不允许周末排课。'), en: en('weekends are forbidden.') };
    case 'long-break':
      return { zh: zh('不允许跨越长课间。'), en: en('long breaks must not be crossed.') };
    default:
      return { zh: zh('没有可选的教室。'), en: en('no room is offered.') };
  }
}
