import type { Text } from '../../../schema/texts.js';
import type { LinkKind } from '../../../schema/timetables.js';
import { shownSpan, type Span } from '../semester/periods.js';
import type { Judge } from './arrangement.js';
import { spanOf, type Place } from './facts.js';
import type { Link, LinkedMeeting } from './placement.queries.js';

/** What links of teaching classes ask of a place. */

interface Stand extends Place {
  readonly span: Span;
}

const isNested = ({ span: a }: Stand, { span: b }: Stand): boolean =>
  a.day === b.day && ((a.first <= b.first && b.last <= a.last) || (b.first <= a.first && a.last <= b.last));

const isSameOrUnknown = (a: string | null, b: string | null): boolean => a === null || b === null || a === b;

/** Whether two meetings keep a link, the first side first. */
const keeps: Readonly<Record<LinkKind, (a: Stand, b: Stand) => boolean>> = {
  BEFORE: ({ span: a }, { span: b }) => (a.day === b.day ? a.last < b.first : a.day < b.day),
  SAME_DAY: (a, b) => a.day === b.day,
  OTHER_DAY: (a, b) => a.day !== b.day,
  SAME_TEACHER: (a, b) => isSameOrUnknown(a.teacher, b.teacher),
  SAME_ROOM: (a, b) => isSameOrUnknown(a.room, b.room),
  SAME_TIME: isNested,
};

/** What a link asks for, behind the names of both sides. */
const asks: Readonly<Record<LinkKind, Text>> = {
  BEFORE: { zh: '一周内前者须先于后者', en: 'the former comes before the latter in the week' },
  SAME_DAY: { zh: '须在同一天', en: 'both are on one day' },
  OTHER_DAY: { zh: '不得在同一天', en: 'they are on different days' },
  SAME_TEACHER: { zh: '须由同一教师讲授', en: 'one teacher teaches both' },
  SAME_ROOM: { zh: '须在同一教室', en: 'both are in one room' },
  SAME_TIME: { zh: '须同时上课', en: 'both are held at the same time' },
};

const standOf = ({ periods }: LinkedMeeting, place: Place | null): Stand | null =>
  place && { ...place, span: spanOf({ periods }, place) };

/** Judges the links of a meeting that are required, or those that are only wished. */
const ofLinks =
  (isRequired: boolean): Judge =>
  ({ arrangement, needs: { meeting } }) =>
    arrangement.linksOf(meeting).flatMap((link) => {
      if (link.isRequired !== isRequired) return [];
      const isBroken = (side: 'from' | 'to'): boolean => {
        const [a, b] = [link.first, link.second].map((each) =>
          standOf(each, arrangement.placeOf(each, side)),
        );
        return a !== null && b !== null && !keeps[link.kind](a, b);
      };
      if (!isBroken('to') || isBroken('from')) return [];
      return [broken(link, (each) => arrangement.placeOf(each, 'to')!)];
    });

export const requiredLinks = ofLinks(true);
export const wishedLinks = ofLinks(false);

function broken({ kind, isRequired, first, second }: Link, placeOf: (meeting: LinkedMeeting) => Place): Text {
  const [one, other] = [first, second].map((each) => shownSpan(spanOf(each, placeOf(each))));
  return {
    zh:
      `“${first.name}”（${one.zh}）与“${second.name}”（${other.zh}）不满足关联：` +
      `${asks[kind].zh}${isRequired ? '' : '（期望）'}，请另选时间、教室或教师`,
    en:
      `"${first.name}" (${one.en}) and "${second.name}" (${other.en}) are linked: ${asks[kind].en}` +
      `${isRequired ? '' : ', if possible'}. Maybe take another time, room or teacher.`,
  };
}
