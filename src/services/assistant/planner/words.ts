import { joined, plain, say, shownRoom as seated, type Text } from '../../../schema/texts.js';
import { dayNames, dayNamesEn } from '../../scheduling/semester/periods.js';
import { dayOf } from '../../scheduling/semester/weeks.js';

export { joined, plain, say, type Text } from '../../../schema/texts.js';

const breaking = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A sentence on one line, which no name breaks or turns round. */
export const oneLine = ({ zh, en }: Text): Text => say(zh.replace(breaking, ' '), en.replace(breaking, ' '));

/** Sentences below each other, each on its own line whatever the names in it hold. */
export const lined = (texts: readonly Text[]): Text => joined(texts.map(oneLine), '\n');

/** How many lines are told in one: who asks for a day of the whole university is not sent all of it. */
const inLineMax = 12;

/** Names in a row, parts of a line, lines in one, and a line with what it is of. */
export const inARow = (texts: readonly Text[]): Text => joined(texts, say('、', ', '));
export const inParts = (texts: readonly Text[]): Text => joined(texts, say('，', ', '));
export const inOneLine = (texts: readonly Text[]): Text =>
  joined(firstLines(texts, inLineMax), say('；', '; '));
export const headed = (head: Text, text: Text): Text => joined([head, text], say('：', ': '));

/** One of several lines below each other, and what comes in the place of something else. */
export const marked = ({ zh, en }: Text): Text => say(`· ${zh}`, `- ${en}`);
export const turned = (before: Text, after: Text): Text => joined([before, after], ' → ');

/** The name of a day, 1 Monday to 7 Sunday. */
export const dayName = (day: number): Text => say(`周${dayNames[day - 1]}`, dayNamesEn[day - 1]);

export const partNames = {
  MORNING: say('上午', 'morning'),
  AFTERNOON: say('下午', 'afternoon'),
  EVENING: say('晚上', 'evening'),
};

/** A date with the name of its day. */
export const dateNamed = (date: string): Text => {
  const { zh, en } = dayName(dayOf(date));
  return say(`${date}（${zh}）`, `${en} ${date}`);
};

/** First and last period. */
export function periodsAt(start: number, end: number): Text {
  // A break between two.
  if (end < start) return say(`第${end}节和第${start}节之间`, `between periods ${end} and ${start}`);
  const periods = start === end ? `${start}` : `${start}-${end}`;
  return say(`第${periods}节`, `period${start === end ? '' : 's'} ${periods}`);
}

/** The same with the clock, where that is told. */
export function clockedPeriods(
  first: number,
  last: number,
  [start, end]: readonly (string | undefined)[],
): Text {
  const { zh, en } = periodsAt(first, last);
  return start && end ? say(`${zh}（${start}-${end}）`, `${en} (${start}-${end})`) : say(zh, en);
}

/** So many of something in English. */
export const numberOf = (count: number | string, one: string): string =>
  `${count} ${one}${Number(count) === 1 ? '' : one.endsWith('s') ? 'es' : 's'}`;

/** The days and periods of a place. */
export const when = (day: number, start: number, end: number): Text =>
  joined([dayName(day), periodsAt(start, end)], say('', ' '));

/** The periods of a place on a date. */
export const whenOn = (date: string, start: number, end: number): Text =>
  joined([dateNamed(date), periodsAt(start, end)], say('', ', '));

/** A time on the dates on which it is meant. */
export function onDates(dates: readonly { readonly date: string }[], { zh, en }: Text): Text {
  const told = dates.map(({ date }) => date).join('、');
  return say(`${told} ${zh}`, `${told}, ${en}`);
}

/** The first of many, and how many more there are; never are all but one shown. */
export function firstOf<T>(
  all: readonly T[],
  max: number,
): { readonly shown: readonly T[]; readonly more: number } {
  const shown = all.length === max + 1 ? all : all.slice(0, max);
  return { shown, more: all.length - shown.length };
}

/** The lines of a list; of more than so many the first, and how many more there are. */
export function firstLines(lines: readonly Text[], max: number): Text[] {
  const { shown, more } = firstOf(lines, max);
  return [...shown, ...(more > 0 ? [say(`……另有 ${more} 项。`, `… and ${more} more.`)] : [])];
}

type Name = Text | string;
const nameIn = (one: Name | { readonly name: Name }): Text =>
  typeof one === 'string' ? plain(one) : 'name' in one ? nameIn(one.name) : one;

/** Names, or those of records: the first of many. */
export function listOf(all: readonly (Name | { readonly name: Name })[], max = 8): Text {
  const { shown: first, more } = firstOf(all, max);
  const { zh, en } = inARow(first.map(nameIn));
  return say(zh + (more > 0 ? `等 ${all.length} 个` : ''), en + (more > 0 ? ` and ${more} more` : ''));
}

type NamedRoom = Readonly<{ name: string; building?: { readonly name: string } | null }>;

/** The name of a room, with its building where that does not begin it: several have rooms of one name. */
export const roomName = ({ name, building }: NamedRoom): string =>
  building && !name.startsWith(building.name) ? `${building.name} ${name}` : name;

/** A room with its seats. */
export const shownRoom = (room: NamedRoom & { readonly capacity: number }): Text =>
  seated({ ...room, name: roomName(room) });

/** A timetable as sentences name it. */
export const timetableNamed = ({ revision, status }: { revision: number; status: string }): Text =>
  status === 'PUBLISHED'
    ? say(`已发布的课表（第 ${revision} 版）`, `the published timetable, revision ${revision}`)
    : say(`草稿（第 ${revision} 版）`, `draft ${revision}`);
