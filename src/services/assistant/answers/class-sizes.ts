import type { MeetingRef, Of } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import { lessonsOf, sizesOf } from '../planner/lessons.js';
import type { Planning } from '../planner/planning.js';
import { namesIn } from '../planner/timetables.js';
import { joined, lined, listOf, numberOf, say, shownRoom } from '../planner/words.js';

/** Names that are told at most where all are asked for. */
export const allMax = 40;

/** How many students classes have, and whether a room that is named seats them; null of anything else. */
export async function classSizes(
  planning: Planning,
  { ask, also }: Of<'showTimetable'>,
  ref: MeetingRef,
): Promise<Text | null> {
  const { administrativeClasses = [], rooms = [], ...others } = ref;
  const isOfClasses = administrativeClasses.length > 0 && Object.keys(others).length === 0;
  // 大二有哪些班: the names alone.
  const counts = also?.includes('STUDENTS');
  if (ask === 'CLASSES' && !counts && isOfClasses && administrativeClasses.length > 1) {
    const named = planning.situation.names.filter(({ id }) => administrativeClasses.includes(id));
    const { zh, en } = listOf(named, allMax);
    return say(`${named.length} 个班：${zh}。`, `${numberOf(named.length, 'class')}: ${en}.`);
  }
  const isOfSizes = ask === 'STUDENTS' || ask === 'SEATS' || (ask === 'CLASSES' && counts);
  if (!isOfSizes || !isOfClasses || rooms.length > 1) return null;
  const all = await Promise.all(
    administrativeClasses.map(async (id) => {
      const of = { administrativeClasses: [id] };
      const [lessons, sizes] = await Promise.all([lessonsOf(planning, of), sizesOf(planning, of, [])]);
      // A lesson of several classes tells nothing of one, and that of a group less.
      const counts = lessons.flatMap((each) => {
        const { administrativeClasses: attending = [], studentCount = 0 } = sizes.of(each) ?? {};
        return attending.length === 1 ? studentCount : [];
      });
      return { name: namesIn(planning.situation, of).join(), count: Math.max(0, ...counts) };
    }),
  );
  if (all.some(({ count }) => count === 0)) return null;
  const total = all.reduce((sum, { count }) => sum + count, 0);
  const each = all.map(({ name, count }) => say(`${name} ${count} 人`, `${name}: ${count} students`));
  const told = joined(each, say('，', ', '));
  const head = say(
    `${told.zh}${all.length > 1 ? `，共 ${total} 人` : ''}。`,
    `${told.en}${all.length > 1 ? `, ${total} in all` : ''}.`,
  );
  return rooms[0] ? lined([await whetherSeated(planning, rooms[0], total), head]) : head;
}

/** Whether a room seats so many. */
async function whetherSeated({ use }: Planning, id: string, count: number): Promise<Text> {
  const { classroom } = await use('classroom', { id });
  if (!classroom) return say('', '');
  const [{ zh, en }, less] = [shownRoom(classroom), count - classroom.capacity];
  return less > 0
    ? say(`${zh}坐不下 ${count} 人，差 ${less} 座。`, `No, ${en} has ${less} seats too few for ${count}.`)
    : say(`${zh}坐得下 ${count} 人。`, `Yes, ${en} seats ${count}.`);
}
