import type { Meeting } from '../model.js';
import type { Placed, View } from './view.js';
import type { Rule } from './rule.js';
import { nameOf, timeWords } from './words.js';

/** Time, room and teacher are among the options of the meeting, or locked. */
export const notOffered: Rule = {
  id: 'not-offered',
  level: 'hard',
  levels: ['hard'],
  weight: 1,
  meaning: { zh: '时间、教室和教师须在可选范围内', en: 'Time, room and teacher are among those offered.' },
  *judge(view) {
    for (const placed of view.placed) {
      for (const [zh, en] of faults(view, placed)) {
        const name = nameOf(placed);
        yield {
          penalty: 1,
          meetings: [placed.meeting.id],
          sentence: { zh: `“${name}”${zh}`, en: `${name} ${en}` },
        };
      }
    }
  },
};

function* faults(
  view: View,
  { meeting, placement, time, room, teacher }: Placed,
): Generator<[string, string]> {
  const { lock } = meeting;
  const isTimeOffered = meeting.times.some((option) => option.time === placement.time);
  if (!isTimeOffered && lock?.time !== placement.time) {
    const words = timeWords(time);
    yield [`不能安排在${words.zh}。`, `is not offered at ${words.en}.`];
  }
  if (needsRoom(view, meeting) !== (room !== null))
    yield ['教室安排有误。', 'has the wrong number of rooms.'];
  const isRoomOffered = !meeting.rooms || meeting.rooms.some((option) => option.room === room?.id);
  if (room && !isRoomOffered && lock?.room !== room.id) {
    yield [`不能使用教室“${room.name}”。`, `is not offered in room ${room.name}.`];
  }
  const needsTeacher = meeting.teachers.length > 0 || lock?.teacher !== undefined;
  if (needsTeacher !== (teacher !== null)) yield ['教师安排有误。', 'has the wrong number of teachers.'];
  if (teacher && !meeting.teachers.includes(teacher.id) && lock?.teacher !== teacher.id) {
    yield [`不能由“${teacher.name}”授课。`, `cannot be taught by ${teacher.name}.`];
  }
}

function needsRoom(view: View, meeting: Meeting): boolean {
  if (meeting.lock?.room !== undefined) return true;
  return meeting.rooms ? meeting.rooms.length > 0 : view.problem.rooms.length > 0;
}
