import { isDeepStrictEqual } from 'node:util';
import type { Intent, Of } from '../intents.js';
import type { Reading, Situation } from '../interpreter.js';

/** 要是不行就, 活动室没空的话就, otherwise: words behind which it is told what shall be done instead. */
const cannot = '(?:不行|不可以|不能[用排]|没空|不空|占了?|满了|有课|冲突|[排调换挪改]不[开了]|没有)';
const instead = new RegExp(
  '[,，。;；?？]? ?(?:' +
    `(?:要是|如果|万一|若是?|假如)?[^,，。;；]{0,6}?${cannot}了?(?:的话)?[,，]?(?:那就|就|则|再|改|换)|` +
    `[^,，。;；]{0,6}?(?:实在${cannot}了?|${cannot}了?的话|(?<=[,，])[调换挪改]不了)[,，]?|否则就?|` +
    "(?:or else|otherwise|failing that|if not|if (?:that|it|this|\\w{1,20})(?:['’]s| is| does| doesn['’]t)" +
    '(?: not)? (?:free|(?:im)?possible|work|available|taken|busy|full|occupied)),?(?: then)?)' +
    '\\s*(?:[找叫请让用]|试试?|(?:try|take|use|ask)\\b)?',
  'i',
);
/** Thursday morning, or Friday if that does not work: what shall be instead is told in front of that. */
const inFront =
  /,? or ([^,.;?]{1,60}?) if (?:that|it|this)(?:['’]s| is| does| doesn['’]t)(?: not)? [a-z]{4,10}[.?!]?$/i;

/** 最好在工程楼, ideally in the morning: what is left out where it cannot be. */
const ideally =
  /[,，;；] ?(?:and )?(?:最好|尽量|优先|ideally|preferably)(?:是|就|能|还是)?[^,，。;；?？]{1,40}$/i;

type ReadOne = (text: string, situation: Situation) => Reading;
type WithOther = Of<'move' | 'singleDate' | 'assignTeacher'>;
const mayBeOther = (one: Intent | undefined): one is WithOther =>
  one?.type === 'move' || one?.type === 'singleDate' || one?.type === 'assignTeacher';

const none = { to: undefined, room: undefined, teacher: undefined };
const roomOf = (one: WithOther) => ('room' in one ? one.room : undefined);

/** What a wish is without that which shall be done where it cannot be. */
export function withoutOther(wish: Intent): Intent {
  if (!mayBeOther(wish) || !wish.otherwise) return wish;
  const { otherwise: _, ...rest } = wish;
  return rest;
}

/**
 * 挪到周四7-8节，要是不行就周三: a change, and another goal for it where it cannot be; that is read as if it
 * was said of the change once more. Null where a text tells no two goals.
 */
export function otherwiseIn(text: string, situation: Situation, readOne: ReadOne): Reading | null {
  const said = text.replace(inFront, ', otherwise $1');
  const found = instead.exec(said);
  const rest = found && said.slice(found.index + found[0].length);
  // 不行的话就周四9-10: in the place of what was wished before.
  if (rest && found.index === 0 && !/\d/.test(found[0]) && situation.before?.length)
    return readOne(rest, situation);
  if (!rest || found.index === 0) return ideallyIn(text, situation, readOne);
  const reading = readOne(said.slice(0, found.index), situation);
  if (reading.kind !== 'intents') return null;
  const [first, ...more] = reading.intents;
  if (more.length > 0 || !mayBeOther(first)) return null;
  const other = readOne(rest, { ...situation, before: [...(situation.before ?? []), first], asked: null });
  const [second, ...others] = other.kind === 'intents' ? other.intents : [];
  if (!mayBeOther(second) || others.length > 0) return null;
  const { to, room, teacher } = { ...none, ...second };
  // 换个差不多的: of rooms another is named, or it is a wish of the first.
  const isPlace = (room?.room ?? room?.anyOf ?? room?.building) && !isDeepStrictEqual(room, roomOf(first));
  const otherwise = { ...(to && { to }), ...(isPlace && { room }), ...(teacher && { teacher }) };
  return Object.keys(otherwise).length === 0
    ? null
    : { ...reading, intents: [{ ...first, otherwise } as Intent] };
}

/** A change that goes where it is best, else elsewhere; null where a text tells no such place. */
function ideallyIn(text: string, situation: Situation, readOne: ReadOne): Reading | null {
  const plain = text.replace(ideally, '');
  if (plain === text || plain === '') return null;
  const [best, other] = [text, plain].map((one) => readOne(one, situation));
  if (best.kind !== 'intents' || other.kind !== 'intents') return null;
  const [[first, ...more], [second]] = [best.intents, other.intents];
  if (more.length > 0 || !mayBeOther(first) || second.type !== first.type) return null;
  const { to = {}, room = {} } = { ...none, ...second };
  const isOther = !isDeepStrictEqual(to, { ...none, ...first }.to ?? {});
  const isElsewhere = !isDeepStrictEqual(room, roomOf(first) ?? {});
  const otherwise = { ...(isOther && { to }), ...(isElsewhere && { room }) };
  return isOther || isElsewhere ? { ...best, intents: [{ ...first, otherwise } as Intent] } : null;
}
