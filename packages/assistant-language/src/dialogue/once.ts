import { lessonsOf } from '../ground/lessons.js';
import type { Intent, Of, TimeWish } from '../intents.js';
import { inWeeks } from '../slots/time-wishes.js';
import { ofLesson } from './further.js';
import type { Likely } from '../frames/classifier.js';
import type { Slots } from '../slots/slots.js';

/** What a follow-up tells: a part of a wish that is laid over the one before. */
export interface Part {
  readonly slots: Slots;
  readonly time: TimeWish | undefined;
  /** Whether something shall go somewhere: 换成周五. */
  readonly isMoved: boolean;
  readonly isOtherRoom: boolean;
  readonly capacityMin: number | undefined;
  /** Whether it asks for lessons in words of its own, and what of them. */
  readonly asks: Pick<Likely, 'ask'> | null;
}

/** 只, 其中, those: words with which less is meant than before. */
export const narrows =
  /的(?:那[些几个])?$|里面|其中|\bof (?:these|those|them)\b|^[只光就]|\b(?:only|just|ones?)\b/i;

/** Words that wish a change for good. */
export const lasting = new RegExp(
  '固定|以后都?|长期|每周都|一直|往后都' +
    '|\\b(?:for good|permanently|from now on|every week|(?:rest|remainder) of (?:the|this) \\w+)\\b',
  'i',
);

/** What passes: who is ill or on a train, a projector that is broken. */
const passing = new RegExp(
  [
    '生病|[病烧咳]了|发烧|感冒|流感|住院|手术|看病|[去上]医院|体检|葬礼|丧|婚礼|高铁|火车|飞机|航班|堵车|没到',
    '赶不[回到上过]|出差|出国|请[^，,。]{0,3}假|家里有事|开会|答辩|评审|评委|比赛|运动会',
    '[罢停]工|坏了?|修不好|失灵|不灵|漏水|停[电水]|断[电网]|打不开',
    '\\b(?:ill|sick|flu|fever|unwell|hospital|doctor|dentist|funeral|wedding|surgery|vet)\\b',
    '\\b(?:broken?|broke|leak\\w*|power|flooded|dead|conference|inspection|inspectors?|visitors?)\\b',
    '\\b(?:stuck|away|on leave|off sick|bus|train|flight|plane|lost (?:my|his|her) voice)\\b',
  ].join('|'),
  'i',
);
const untilThen = /从|起|以后|之后|期末|剩下|每个?(?:周|星期)|\b(?:until|till|weeks|onwards?|from|every)\b/i;
/** 他8点的高铁还没到: what is wished because of what passes is wished once, where nothing lasting is told. */
export const isPassing = (text: string): boolean =>
  passing.test(text) && !lasting.test(text) && !untilThen.test(text);

/** 就一次, 只代这一次, just this once. */
export const onceOnly =
  /^[那哦]?[就只](?:代|改|换|调|上|动)?[这那]?一次[吧啊]?$|^(?:just|only) (?:this |that )?once$/i;

/** 就下周那次, only next week: what was wished for good, or of several weeks, is wished of one date. */
export function onOneDate(last: Intent, { slots, time: said }: Part): Intent | null {
  const { sentence, situation, names } = slots;
  if (!said && onceOnly.test(sentence) && 'meeting' in last && last.meeting && last.type !== 'singleDate') {
    const { at, ...meeting } = last.meeting;
    return once(last, { meeting, ...(at && { at }) });
  }
  const time = said && inWeeks(said, situation);
  if (!time?.weeks || time.periods || time.part) return null;
  const { weeks, days } = time;
  // 14到16周: what was wished of one date is wished of each of these weeks.
  const isSeveral = weeks.length > 1;
  if (isSeveral && (last.type !== 'singleDate' || days)) return null;
  if (last.type === 'swap') return { ...last, on: { weeks } };
  if (!('meeting' in last) || !last.meeting) return null;
  const { at, ...meeting } = last.meeting;
  // 就这周五, of a lesson on Fridays: which one, and not where it goes.
  const isWhich =
    slots.has('once') || ofLesson.test(sentence) || narrows.test(sentence) || (days && names.length > 0);
  if (days && !(isWhich && [...lessonsOf(last.meeting, situation)].some(({ day }) => days.includes(day))))
    return null;
  const on = (before: TimeWish = {}): TimeWish => ({ ...inWeeks(before, situation), weeks });
  // 不是每周，就下周: where no day is told it goes to another hour of its own.
  const onto = (goal: TimeWish): TimeWish => (goal.days || goal.date || goal.weeks ? on(goal) : goal);
  const then = { meeting, at: { ...on(at), ...(days && { days }) } };
  if (last.type !== 'singleDate') return once(last, then, onto);
  const { to, room } = last;
  const goal = { ...(to && { to: onto(to) }), ...(room && { room }) };
  const own = last.at ? (inWeeks(last.at, situation).weeks ?? []) : [];
  // 那节换机房吧: of the date that is planned, which goes where it went.
  if (!isSeveral && own.length < 2 && own[0] === weeks[0]) return days ? { ...last, at: then.at } : last;
  const isGoal = last.action === 'MOVE' && !to && !room;
  // 改成16周吧, of another room: in that week, and not that the lesson goes there.
  const isDate = isSeveral || own.length > 1 || (isWhich && !isGoal) || (room !== undefined && !to);
  return isDate ? { ...last, ...goal, at: on(last.at) } : null;
}

/** A wish for good as one of a date, where it is of one lesson. */
export function once(
  wish: Intent,
  then: Pick<Of<'singleDate'>, 'meeting' | 'at'>,
  on = (time: TimeWish): TimeWish => time,
): Intent | null {
  const dated = (action: Of<'singleDate'>['action']) => ({ type: 'singleDate', action, ...then }) as const;
  if (wish.type === 'assignTeacher') return { ...dated('SUBSTITUTE'), teacher: wish.teacher };
  if (wish.type === 'takeOut') return dated('CANCEL');
  if (wish.type === 'changeWeeks' && wish.weeks.length === 1)
    return { ...dated('MOVE'), to: { weeks: wish.weeks } };
  if (wish.type !== 'move') return null;
  const { to, room, avoid, notAt } = wish;
  const limits = { ...(room && { room }), ...(avoid && { avoid }), ...(notAt && { notAt }) };
  return { ...dated('MOVE'), ...(to && { to: on(to) }), ...limits };
}
