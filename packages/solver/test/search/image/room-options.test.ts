import { compile } from '../../../src/search/image/compile.js';
import { meeting, tiny } from '../../tiny.js';

test('meetings with equal rooms are of one kind, also where each has a list of its own as in a file', () => {
  const own = (id: string, ...rooms: string[]) => meeting(id, { rooms: rooms.map((room) => ({ room })) });
  const { roomKind, room, roomStart } = compile(
    tiny({ meetings: [own('m1', 'r1', 'r2'), own('m2', 'r1', 'r2'), own('m3', 'r2')] }),
  );
  expect([...roomKind]).toEqual([0, 0, 1]);
  expect([...room.subarray(roomStart[1], roomStart[2])]).toEqual([0, 1]);
});
