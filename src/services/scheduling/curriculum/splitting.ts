import type { EntityManager } from '@mikro-orm/postgresql';
import { Meeting } from '../../../entities/scheduling/meetings.js';
import { TeachingClass } from '../../../entities/scheduling/teaching-classes.js';
import { DomainError } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import { settleAttendance } from './attendance.js';
import type { AttendanceTerms } from '../changes/live-timetables.js';
import { evenly, packed, sharesOf, type WholeGroup } from './partition.js';
import { offerAlike } from './choices.queries.js';
import { moveAttendees, partsMax } from './parts.js';
import { roomCapacities } from '../problem/room-capacities.js';
import { json } from '../../../data/statements.js';
import { attendingGroups, codesLike, enrolmentsByGroup, partByGroups } from './curriculum.queries.js';
import { copyFurtherTeachers } from './further-teachers.queries.js';
import { linkAlike } from './teaching-links.queries.js';

/** Who attends a teaching class, apart from the number of those who are expected. */
interface Attendees {
  readonly groups: readonly WholeGroup[];
  /** Enrolments, those of one administrative class beside each other. */
  readonly enrolments: readonly string[];
}

/** What one of the parts has. */
interface Part {
  readonly groups: readonly WholeGroup[];
  readonly enrolments: readonly string[];
  readonly studentCount: number;
  readonly seats: number | null;
}

export interface PartSizes {
  /** The greatest part; by default what the largest usual room holds, and each group of partitions. */
  readonly studentsMax?: number | null;
  /** Partitions of administrative classes that attend with their groups from now on. */
  readonly partitions?: readonly string[] | null;
}

/** Splits a teaching class so that each part fits into a room; it keeps the first part itself. */
export async function split(
  em: EntityManager,
  record: TeachingClass,
  { studentsMax, partitions }: PartSizes,
  terms: AttendanceTerms,
): Promise<TeachingClass[]> {
  if (partitions?.length) await part(em, record, partitions);
  const greatest = studentsMax ?? (partitions?.length ? 0 : (await roomCapacities(em, record))?.usual);
  if (greatest === undefined) throw roomless(record.name);
  const [first, ...others] = partsOf(record, await attendeesOf(em, record.id), greatest);
  const names = await newNames(em, record, others.length);
  const meetings = await em.find(
    Meeting,
    { teachingClass: record.id, isReplaced: false },
    { orderBy: { sequence: 'asc' } },
  );
  em.assign(record, { studentCount: first.studentCount, seats: first.seats });
  const made = others.map(({ studentCount, seats }, at) =>
    partLike(em, record, meetings, { ...names[at], studentCount, seats }),
  );
  await em.flush();
  await teachAlike(em, meetings, made);
  await linkAlike(em, json(made.map(({ id: to }) => ({ from: record.id, to }))));
  for (const [at, { groups, enrolments }] of others.entries())
    await moveAttendees(em, made[at].id, {
      groups: groups.map(({ id }) => id),
      enrolments,
      from: [record.id],
    });
  const parts = [record, ...made];
  await offerAlike(
    em,
    [record.id],
    made.map(({ id }) => id),
  );
  await settleAttendance(
    em,
    parts.map(({ id }) => id),
    terms,
  );
  return parts;
}

/** Lets administrative classes attend with the groups of partitions, each of which must attend as a whole. */
async function part(em: EntityManager, record: TeachingClass, partitions: readonly string[]): Promise<void> {
  for (const id of partitions)
    if ((await partByGroups(em, json([id]), record.id)).length === 0) throw notAttending(record.name, id);
  // No plan knows of groups, so it is no longer of one.
  record.plannedKind = null;
}

/** Whoever teaches a meeting with others teaches those that are like it. */
async function teachAlike(
  em: EntityManager,
  meetings: readonly Meeting[],
  made: readonly TeachingClass[],
): Promise<void> {
  const sequences = new Map(meetings.map(({ id, sequence }) => [sequence, id]));
  const ids = { $in: made.map(({ id }) => id) };
  const parts = await em.find(Meeting, { teachingClass: ids });
  const copies = parts.map(({ id, sequence }) => ({ from: sequences.get(sequence)!, to: id }));
  await copyFurtherTeachers(em, json(copies));
}

/** A further teaching class of the same kind, with meetings that have no place yet. */
function partLike(
  em: EntityManager,
  record: TeachingClass,
  meetings: readonly Meeting[],
  own: Pick<TeachingClass, 'code' | 'name' | 'studentCount' | 'seats'>,
): TeachingClass {
  const { semester, course, department, isCompulsory, minWorkingDays, description, isEnabled } = record;
  const { plannedKind } = record;
  const taught = { semester, course, department, isCompulsory, plannedKind };
  const shared = { ...taught, minWorkingDays, description, isEnabled };
  const part = em.create(TeachingClass, { ...shared, ...own } as never);
  for (const { sequence, periods, weeks, creditHourType, classroomType, teacher } of meetings) {
    const copied = { sequence, periods, weeks, creditHourType, classroomType, teacher };
    em.create(Meeting, { ...copied, teachingClass: part } as never);
  }
  return part;
}

/** Who gets into which part. */
function partsOf(record: TeachingClass, { groups, enrolments }: Attendees, studentsMax: number): Part[] {
  const { name, studentCount, seats } = record;
  const isEachApart = studentsMax === 0;
  const large = groups.find((group) => group.studentCount > studentsMax);
  if (large && !isEachApart) throw undivided(large, studentsMax);
  if (studentCount <= studentsMax) throw fitting(name, studentCount, studentsMax);
  const apart = isEachApart ? groups.map((group) => [group]) : packed(groups, studentsMax);
  const whole = groups.length > 0 ? apart : null;
  const count = whole?.length ?? Math.ceil(studentCount / studentsMax);
  if (count > partsMax) throw tooManyParts(name, count);
  if (whole) {
    if (count < 2) throw fitting(name, sumOf(groups), studentsMax);
    return whole.map((part) => ({ groups: part, enrolments: [], studentCount: sumOf(part), seats: null }));
  }
  const students = evenly(enrolments, count);
  const counts = sharesOf(studentCount, count);
  const seatsOf = seats === null ? null : sharesOf(seats, count);
  return counts.map((share, at) => ({
    groups: [],
    enrolments: students[at],
    studentCount: share,
    seats: seatsOf && Math.max(1, seatsOf[at]),
  }));
}

const sumOf = (groups: readonly WholeGroup[]): number =>
  groups.reduce((sum, { studentCount }) => sum + studentCount, 0);

async function attendeesOf(em: EntityManager, teachingClassId: string): Promise<Attendees> {
  const groups = await attendingGroups(em, teachingClassId);
  const enrolments = await enrolmentsByGroup(em, teachingClassId);
  return { groups, enrolments: enrolments.map(({ id }) => id) };
}

/** Code and name of further parts: the first free numbers behind those of the class. */
async function newNames(
  em: EntityManager,
  { code, name }: TeachingClass,
  count: number,
): Promise<{ code: string; name: string }[]> {
  const known = await codesLike(em, code.slice(0, codeMax - 4));
  const taken = new Set(known.map((row) => row.code));
  const names: { code: string; name: string }[] = [];
  for (let number = 2; names.length < count; number++) {
    const numbered = `${code.slice(0, codeMax - 4)}-${number}`;
    if (!taken.has(numbered.toLowerCase()))
      names.push({ code: numbered, name: `${name.slice(0, nameMax - 6)}（${number}）` });
  }
  return names;
}

// A number of up to three digits is added.
const codeMax = 32;
const nameMax = 64;

const refused = (text: Text): DomainError => new DomainError('OPERATION_INVALID', text);

const roomless = (name: string): DomainError =>
  refused({
    zh: `教学班“${name}”在该学期没有可用的教室`,
    en:
      `There is no room that the teaching class "${name}" may use in its semester. Maybe enable one, or ` +
      'name studentsMax.',
  });

const undivided = ({ name, studentCount }: WholeGroup, studentsMax: number): DomainError =>
  refused({
    zh:
      `行政班“${name}”有 ${studentCount} 人，超过每班上限 ${studentsMax} 人，` +
      '请提高每班上限，或先为该班建立分组方案，再按方案（partitions）拆分',
    en:
      `The administrative class "${name}" has ${studentCount} students, more than the ${studentsMax} of a ` +
      'part, and is not taken apart by itself. Maybe name a larger studentsMax, or part the class into ' +
      'groups and name the partition.',
  });

const notAttending = (name: string, id: string): DomainError =>
  refused({
    zh: `分组方案“${id}”不存在，没有分组，或其行政班没有整班参加教学班“${name}”，请填写其行政班的分组方案`,
    en:
      `There is no partition "${id}" with groups of an administrative class that attends "${name}" as a ` +
      'whole. Maybe name a partition of one of its classes.',
  });

const fitting = (name: string, studentCount: number, studentsMax: number): DomainError =>
  refused({
    zh: `教学班“${name}”共 ${studentCount} 人，不超过 ${studentsMax} 人，无需拆分；如仍要拆分，请填写更小的 studentsMax`,
    en:
      `The teaching class "${name}" has ${studentCount} students, who fit into a room for ${studentsMax}. ` +
      'Maybe name a smaller studentsMax.',
  });

const tooManyParts = (name: string, count: number): DomainError =>
  refused({
    zh: `教学班“${name}”需拆成 ${count} 个班，最多 ${partsMax} 个，请填写更大的 studentsMax`,
    en:
      `The teaching class "${name}" would become ${count} parts, but at most ${partsMax} are made at once. ` +
      'Maybe name a larger studentsMax.',
  });
