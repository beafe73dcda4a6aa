import type { EntityManager } from '@mikro-orm/postgresql';
import { refuseIfInUse } from '../../../data/integrity.js';
import { TeachingClass } from '../../../entities/scheduling/teaching-classes.js';
import { DomainError } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import { settleAttendance, termsOf } from './attendance.js';
import type { Context } from '../../../data/context.js';
import { moveWaiting, moveWishes, offerAlike } from './choices.queries.js';
import { moveAttendees } from './parts.js';
import { roomCapacities } from '../problem/room-capacities.js';
import { json } from '../../../data/statements.js';
import {
  deleteRepeatedEnrolments,
  deleteRepeatedGroups,
  dropGroupsOfWhole,
  uniteGroups,
} from './curriculum.queries.js';
import { tellOfJoined } from './further-teachers.js';
import { joinFurtherTeachers, taughtMeetings } from './further-teachers.queries.js';
import { linkAlike } from './teaching-links.queries.js';

/** Combines teaching classes: the first one takes over who attends the others, which are deleted. */
export async function combine(
  ctx: Context,
  em: EntityManager,
  [kept, ...others]: readonly TeachingClass[],
  reason: string | null | undefined,
): Promise<TeachingClass[]> {
  for (const other of others) refuseUnlike(kept, other);
  const all = [kept, ...others];
  const from = others.map(({ id }) => id);
  const studentCount = all.reduce((sum, each) => sum + each.studentCount, 0);
  const seats = all.every((each) => each.seats !== null)
    ? all.reduce((sum, each) => sum + each.seats!, 0)
    : null;
  const twice = await withdrawRepeated(em, kept.id, from);
  em.assign(kept, { studentCount: Math.max(0, studentCount - twice), seats });
  await em.flush();
  await refuseTooMany(em, kept);
  await moveAttendees(em, kept.id, { from });
  await dropGroupsOfWhole(em, kept.id);
  await uniteGroups(em, kept.id);
  await offerAlike(em, from, [kept.id]);
  await moveWaiting(em, from, kept.id);
  await moveWishes(em, from, kept.id);
  const taught = await taughtMeetings(em, json([kept.id]));
  await joinFurtherTeachers(em, kept.id, json(from));
  await linkAlike(em, json(from.map((id) => ({ from: id, to: kept.id }))));
  for (const { id } of others) await refuseIfInUse(em, TeachingClass, id);
  for (const other of others) em.remove(other);
  await em.flush();
  await settleAttendance(em, [kept.id], termsOf(ctx, reason));
  await tellOfJoined(ctx, em, kept.id, taught);
  return [kept];
}

/** Takes out who would attend the class twice; gives the number of such students who enrolled. */
async function withdrawRepeated(em: EntityManager, kept: string, others: string[]): Promise<number> {
  const ids = json([kept, ...others]);
  await deleteRepeatedGroups(em, ids);
  const twice = await deleteRepeatedEnrolments(em, ids);
  return twice.length;
}

function refuseUnlike(kept: TeachingClass, other: TeachingClass): void {
  const kinds = [
    ['semester', { zh: '学期', en: 'semester' }],
    ['course', { zh: '课程', en: 'course' }],
  ] as const;
  for (const [key, what] of kinds)
    if (kept[key].id !== other[key].id) throw unlike(kept.name, other.name, what);
  if (kept.isCompulsory !== other.isCompulsory)
    throw unlike(kept.name, other.name, { zh: '必修或选修性质', en: 'kind, compulsory or elective' });
}

/** A class that no room holds cannot be taught. */
async function refuseTooMany(em: EntityManager, kept: TeachingClass): Promise<void> {
  const { largest } = (await roomCapacities(em, kept)) ?? {};
  if (largest === undefined || kept.studentCount <= largest) return;
  throw refused({
    zh: `合班后共 ${kept.studentCount} 人，最大的可用教室只能容纳 ${largest} 人`,
    en:
      `Together they are ${kept.studentCount} students, but the largest room that they may use holds ` +
      `${largest}. Maybe combine fewer.`,
  });
}

const refused = (text: Text): DomainError => new DomainError('OPERATION_INVALID', text);

const unlike = (kept: string, other: string, what: Text): DomainError =>
  refused({
    zh: `教学班“${kept}”与“${other}”的${what.zh}不同，不能合班`,
    en: `The teaching classes "${kept}" and "${other}" differ in their ${what.en}, so they stay apart.`,
  });
