import type { MeetingRef } from '../intents.js';
import type { Slots } from '../slots/slots.js';
import { lessonsThat } from './lessons.js';

const joint = /合班|大课|合上|\b(?:joint|combined)\b/i;

/** What lessons are called by the rooms in which they are held, and how such rooms are called. */
const kindsOfRooms: readonly (readonly [RegExp, RegExp])[] = [
  [/机房|上机|computer (?:room|lab)/i, /机房/],
  [/琴房|piano room/i, /琴/],
  [/舞蹈房|dance (?:room|studio)/i, /舞/],
  [/实训|车间|workshop|practice/i, /实训|车间/],
  [/实验|\blabs?\b/i, /实验|实训|机房/],
];

/** Greatest number of records that one mention names. */
const namedMax = 50;

/**
 * 合班课, 机房的课: lessons that are told by their kind and not by a course, as the classes that attend them or
 * the rooms in which they are held; all of them, where not one is meant.
 */
export function ofKind(told: MeetingRef, { sentence, situation }: Slots): MeetingRef {
  const { at: _, isEvery: __, ...named } = told;
  if (named.courses ?? named.teachingClasses ?? named.rooms) return told;
  const { teacher } = situation.self;
  const isOwn = Object.keys(named).length === 0 && teacher !== null;
  const of = isOwn ? { ...told, teachers: [teacher] } : told;
  const held = lessonsThat(of, situation);
  const isEvery = !/[那这一][节门次]/.test(sentence);
  const [, ofRooms] = kindsOfRooms.find(([words]) => words.test(sentence)) ?? [];
  const teachingClasses = joint.test(sentence)
    ? some(held.flatMap((each) => (each.administrativeClasses.length > 1 ? [each.teachingClass] : [])))
    : [];
  const isOfKind = new Set(
    situation.names.flatMap(({ kind, id, name }) => (kind === 'room' && ofRooms?.test(name) ? [id] : [])),
  );
  const rooms = some(held.flatMap(({ room }) => (room !== null && isOfKind.has(room) ? [room] : [])));
  if (rooms.length + teachingClasses.length === 0) return told;
  return {
    ...of,
    ...(teachingClasses.length > 0 && { teachingClasses }),
    ...(rooms.length > 0 && { rooms }),
    ...(isEvery && { isEvery }),
  };
}

const some = (ids: readonly string[]): string[] => [...new Set(ids)].slice(0, namedMax);
