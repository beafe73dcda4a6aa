import type { MeetingRef, Of } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import { lessonsOf, sizesOf } from '../planner/lessons.js';
import type { Planning } from '../planner/planning.js';
import { namesIn } from '../planner/timetables.js';
import { joined, lined, say, shownRoom } from '../planner/words.js';

/** How many students classes have, and whether a room that is named seats them; null of anything else. */
export async function classSizes(
  planning: Planning,
  { ask }: Of<'showTimetable'>,
  ref: MeetingRef,
): Promise<Text | null> {
  const { administrativeClasses = [], rooms = [], ...others } = ref;
  const isOfClasses = administrativeClasses.length > 0 && Object.keys(others).length === 0;
  if ((ask !== 'STUDENTS' && ask !== 'SEATS') || !isOfClasses || rooms.length > 1) return null;
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
  const told = joined(
    all.map(({ name, count }) => say(`${name} ${count} 人`, `${name}: ${count} students`)),
    say('，', ', '),
  );
  const head = say(
    `${told.zh}${all.length > 1 ? `，共 ${total} 人` : ''}。`,
    `${told.en}${all.length > 1 ? `, ${total} in all` : ''}.`,
  );
  const room = rooms[0] ? (await planning.use('classroom', { id: rooms[0] })).classroom : null;
  if (!room) return head;
  const [name, less] = [shownRoom(room), total - room.capacity];
  return lined([
    less > 0
      ? say(`${name.zh}坐不下，差 ${less} 座。`, `No, ${name.en} has ${less} seats too few.`)
      : say(`${name.zh}坐得下。`, `Yes, ${name.en} seats them.`),
    head,
  ]);
}
