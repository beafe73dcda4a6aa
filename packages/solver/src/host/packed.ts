import { deserialize, serialize } from 'node:v8';
import type { Meeting, Problem, Student } from '../model.js';
import { finished, type Pieces } from '../pieces.js';

/** A problem in bytes, which threads share. */
export type PackedProblem = readonly SharedArrayBuffer[];

/** Meetings, and students, of one part: some milliseconds. */
const PART = { meetings: 1_000, students: 2_000 };

/** A meeting with the numbers of its lists, which many share. */
type PackedMeeting = Omit<Meeting, 'times' | 'rooms'> & { readonly times: number; readonly rooms?: number };

/** A student with the numbers of the meetings, which take a tenth of the room of their ids. */
type PackedStudent = Omit<Student, 'meetings'> & { readonly meetings: readonly (number | string)[] };

interface Head {
  readonly rest: Omit<Problem, 'meetings' | 'students'>;
  /** Options of meetings. */
  readonly lists: readonly Meeting['times' | 'rooms'][];
  readonly hasStudents: boolean;
  readonly meetingParts: number;
}

/** A problem that is packed once, in turns of the event loop, for whoever needs it in another thread. */
export function packedInTurns(problem: Problem): Promise<PackedProblem> {
  const known = packedOnce.get(problem);
  if (known) return known;
  const packed = inTurns(packing(problem));
  packedOnce.set(problem, packed);
  return packed;
}

const packedOnce = new WeakMap<Problem, Promise<PackedProblem>>();

async function inTurns<R>(pieces: Pieces<R>): Promise<R> {
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
    await new Promise(setImmediate);
  }
}

export const packed = (problem: Problem): PackedProblem => finished(packing(problem));

function* packing({ meetings, students, ...rest }: Problem): Pieces<PackedProblem> {
  const lists = new Map<Meeting['times' | 'rooms'], number>();
  const listOf = (list: Meeting['times' | 'rooms']): number => {
    if (!lists.has(list)) lists.set(list, lists.size);
    return lists.get(list)!;
  };
  const meetingParts: SharedArrayBuffer[] = [];
  for (const slice of slices(meetings, PART.meetings)) {
    meetingParts.push(
      bytesOf(
        slice.map(({ times, rooms, ...meeting }): PackedMeeting => {
          return { ...meeting, times: listOf(times), ...(rooms && { rooms: listOf(rooms) }) };
        }),
      ),
    );
    yield;
  }
  const numbers = new Map(meetings.map(({ id }, at) => [id, at]));
  const studentParts: SharedArrayBuffer[] = [];
  for (const slice of slices(students ?? [], PART.students)) {
    yield;
    studentParts.push(
      bytesOf(
        slice.map((student): PackedStudent => {
          return { ...student, meetings: student.meetings.map((id) => numbers.get(id) ?? id) };
        }),
      ),
    );
  }
  yield;
  const hasStudents = students !== undefined;
  const head: Head = { rest, lists: [...lists.keys()], hasStudents, meetingParts: meetingParts.length };
  return [bytesOf(head), ...meetingParts, ...studentParts];
}

/** The problem of the bytes. */
export function unpacked([first, ...parts]: PackedProblem): Problem {
  const { rest, lists, hasStudents, meetingParts } = valueOf<Head>(first);
  const meetings = parts
    .slice(0, meetingParts)
    .flatMap((part) => valueOf<readonly PackedMeeting[]>(part))
    .map(({ times, rooms, ...meeting }): Meeting => {
      const options = rooms !== undefined && { rooms: lists[rooms] as Meeting['rooms'] };
      return { ...meeting, times: lists[times] as Meeting['times'], ...options };
    });
  const idOf = (meeting: number | string): string =>
    typeof meeting === 'number' ? meetings[meeting].id : meeting;
  const students = parts
    .slice(meetingParts)
    .flatMap((part) => valueOf<readonly PackedStudent[]>(part))
    .map((student) => ({ ...student, meetings: student.meetings.map(idOf) }));
  return { ...rest, meetings, ...(hasStudents && { students }) };
}

function bytesOf(value: unknown): SharedArrayBuffer {
  return shared(serialize(value));
}

/** Bytes where every thread sees them. */
export function shared(bytes: Uint8Array): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}

const valueOf = <V>(part: SharedArrayBuffer): V => deserialize(new Uint8Array(part)) as V;

function* slices<V>(items: readonly V[], size: number): Generator<readonly V[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
