import type { Text } from '../../../schema/texts.js';
import { shownSpan } from '../semester/periods.js';
import { spanOf } from './facts.js';
import type { RoomFacts } from './placement.queries.js';
import { touchesAnew, type Asked, type Judge } from './arrangement.js';

/** What speaks against the room of a place. */

const chosen = ({ from, to }: Asked): boolean => from?.room !== to.room;

/** Judges the room of a place, if it exists. */
const ofRoom =
  (judge: (room: RoomFacts, asked: Asked) => Text | null): Judge =>
  (asked) => {
    const room = asked.around.rooms.get(asked.to.room ?? '');
    const text = room ? judge(room, asked) : null;
    return text ? [text] : [];
  };

export const unknownRoom: Judge = ({
  around: { rooms },
  needs: { teachingClassName: name },
  to: { room },
}) =>
  room === null || rooms.has(room)
    ? []
    : [
        {
          zh: `“${name}”：教室 ${room} 不存在，请另选教室`,
          en: `"${name}": there is no room ${room}. Maybe take another one.`,
        },
      ];

export const closedRoom = ofRoom(({ isUsable, name }, asked) => {
  if (isUsable || !chosen(asked)) return null;
  const { teachingClassName: of } = asked.needs;
  return {
    zh: `${of && `“${of}”：`}教室“${name}”或其楼宇、校区已停用，请另选教室`,
    en:
      `${of ? `"${of}": room` : 'Room'} "${name}", its building or campus is closed. ` +
      'Maybe take another room.',
  };
});

export const keptClosedRoom = ofRoom(({ isUsable, name }, asked) =>
  isUsable || chosen(asked)
    ? null
    : {
        zh: `教室“${name}”已停用，但“${asked.needs.teachingClassName}”仍在该教室，请另选教室`,
        en:
          `Room "${name}" is closed, but "${asked.needs.teachingClassName}" stays there. ` +
          'Maybe take another room.',
      },
);

export const foreignRoom = ofRoom(({ isUsable, isOffered, name }, asked) =>
  !isUsable || isOffered || !chosen(asked)
    ? null
    : {
        zh: `教室“${name}”所在校区不属于本学期，请另选教室`,
        en: `Room "${name}" is on a campus that does not serve this semester. Maybe take another room.`,
      },
);

export const seats = ofRoom(({ capacity, name }, asked) => {
  const { studentCount, teachingClassName } = asked.needs;
  return capacity >= studentCount || !chosen(asked)
    ? null
    : {
        zh: `“${teachingClassName}”有 ${studentCount} 人，教室“${name}”只有 ${capacity} 座，请换更大的教室`,
        en:
          `"${teachingClassName}" has ${studentCount} students, but room "${name}" only ${capacity} seats. ` +
          'Maybe take a larger one.',
      };
});

export const roomType = ofRoom(({ type, name }, asked) => {
  const { classroomType, teachingClassName } = asked.needs;
  if (!classroomType || type === classroomType || !chosen(asked)) return null;
  const [is, wanted] = [type, classroomType].map((id) => asked.around.typeNames.get(id) ?? '');
  return {
    zh: `教室“${name}”不是“${teachingClassName}”要求的教室类型“${wanted}”（现为“${is}”），请换该类型的教室`,
    en:
      `Room "${name}" is of the type "${is}", not of the type that "${teachingClassName}" asks for: ` +
      `"${wanted}". Maybe take one that is.`,
  };
});

export const roomAway = ofRoom(({ id, name }, asked) => {
  if (!touchesAnew(asked.around.unavailable.get(id), asked, asked.from?.room === id)) return null;
  const { zh, en } = shownSpan(spanOf(asked.needs, asked.to));
  return {
    zh: `教室“${name}”${zh}不可用，请另选时间或教室`,
    en: `Room "${name}" is unavailable on ${en}. Maybe take another time or room.`,
  };
});
