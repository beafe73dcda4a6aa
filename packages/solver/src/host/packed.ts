import { deserialize, serialize } from 'node:v8';
import type { Meeting, Problem, Student } from '../model.js';
import { finished, type Pieces } from '../pieces.js';

/** A problem in bytes, which threads share. */
export type PackedProblem = readonly SharedArrayBuffer[];

/** Meetings, or students, of one part: to pack them takes some milliseconds. */
const PART = 1_000;

type Lists = readonly (readonly unknown[])[];

/** A meeting with the numbers of its options, which many share. */
type PackedMeeting = Omit<Meeting, 'times' | 'rooms'> & { readonly times: number; readonly rooms?: number };

/** A student with the number of a list, which some share. */
type PackedStudent = Omit<Student, 'meetings'> & { readonly meetings: number };

interface Head {
  readonly rest: Omit<Problem, 'meetings' | 'students'>;
  readonly options: Lists;
  readonly hasStudents: boolean;
  /** How many parts follow of meetings, and of lists of their numbers; the others are of students. */
  readonly parts: { readonly meetings: number; readonly attended: number };
}

/** A problem that is packed once, in turns of the event loop, for whoever needs it in another thread. */
export function packedInTurns(problem: Problem): Promise<PackedProblem> {
  const known = packedOnce.get(problem) ?? inTurns(packing(problem));
  packedOnce.set(problem, known);
  return known;
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
  const [options, attended] = [new Numbers<readonly unknown[]>(), new Numbers<readonly string[]>()];
  const packedMeetings = yield* parts(meetings, ({ times, rooms, ...meeting }): PackedMeeting => ({
    ...meeting,
    times: options.of(times),
    ...(rooms && { rooms: options.of(rooms) }),
  }));
  const packedStudents = yield* parts(students ?? [], (student): PackedStudent => ({
    ...student,
    meetings: attended.of(student.meetings),
  }));
  // A number takes a tenth of the room of an identifier.
  const numbers = new Map(meetings.map(({ id }, at) => [id, at]));
  const lists = yield* parts(attended.all, (list) => list.map((id) => numbers.get(id) ?? id));
  const head: Head = {
    rest,
    options: options.all,
    hasStudents: students !== undefined,
    parts: { meetings: packedMeetings.length, attended: lists.length },
  };
  return [bytesOf(head), ...packedMeetings, ...lists, ...packedStudents];
}

/** The problem of the bytes. */
export function unpacked([first, ...others]: PackedProblem): Problem {
  const { rest, options, hasStudents, parts } = valueOf<Head>(first);
  const taken = <V>(count: number): V[] => others.splice(0, count).flatMap((part) => valueOf<V[]>(part));
  const meetings = taken<PackedMeeting>(parts.meetings).map(({ times, rooms, ...meeting }): Meeting => ({
    ...meeting,
    times: options[times] as Meeting['times'],
    ...(rooms !== undefined && { rooms: options[rooms] as Meeting['rooms'] }),
  }));
  const attended = taken<readonly (number | string)[]>(parts.attended).map((list) =>
    list.map((meeting) => (typeof meeting === 'number' ? meetings[meeting].id : meeting)),
  );
  const students = taken<PackedStudent>(others.length).map((student) => ({
    ...student,
    meetings: attended[student.meetings],
  }));
  return { ...rest, meetings, ...(hasStudents && { students }) };
}

/** Things by the number that each has here. */
class Numbers<V> {
  readonly #numbers = new Map<V, number>();

  of(value: V): number {
    const number = this.#numbers.get(value) ?? this.#numbers.size;
    this.#numbers.set(value, number);
    return number;
  }

  get all(): readonly V[] {
    return [...this.#numbers.keys()];
  }
}

function* parts<V, P>(items: readonly V[], pack: (item: V) => P): Pieces<SharedArrayBuffer[]> {
  const all: SharedArrayBuffer[] = [];
  for (let at = 0; at < items.length; at += PART) {
    all.push(bytesOf(items.slice(at, at + PART).map(pack)));
    yield;
  }
  return all;
}

const bytesOf = (value: unknown): SharedArrayBuffer => shared(serialize(value));

/** Bytes where every thread sees them. */
export function shared(bytes: Uint8Array): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}

const valueOf = <V>(part: SharedArrayBuffer): V => deserialize(new Uint8Array(part)) as V;
