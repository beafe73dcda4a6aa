import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { ChangeKind } from '../../../schema/timetables.js';
import { errors } from '../../../schema/errors.js';
import type { Context } from '../../../data/context.js';
import { publishedOf } from './drafts.js';
import { numberChange, recordChange } from '../changes/record.js';
import { invalid, lockedTimetable, type ChangedTimetable } from '../changes/timetable.js';
import { insertPublished, lockedSemester } from './drafts.queries.js';

/**
 * The published timetable of a semester, locked until the caller's transaction ends. Where the semester has
 * none, an empty one is made and published: /api/v1 knows no drafts, so its first write begins one.
 * @throws NOT_FOUND for an unknown semester, OPERATION_INVALID for a disabled one
 */
export async function publishedFor(
  ctx: Context,
  em: EntityManager,
  semester: string,
): Promise<ChangedTimetable> {
  // Before the timetable, in the order of those who publish; rows may refer to the semester meanwhile.
  const [found] = await lockedSemester(em, semester);
  if (!found) throw errors.notFound({ zh: '学期', en: 'semester' }, semester);
  if (!found.isEnabled)
    throw invalid(
      `学期未启用：“${found.name}”，请先启用`,
      `The semester "${found.name}" is disabled, so its timetables do not change. Maybe enable it first.`,
    );
  return lockedTimetable(em, (await publishedOf(em, semester)) ?? (await publishEmpty(ctx, em, semester)));
}

/** Publishes an empty timetable as the next revision of the semester, which is locked. */
async function publishEmpty(ctx: Context, em: EntityManager, semester: string): Promise<string> {
  const timetable = uuidv7();
  const { number } = await numberChange(em, semester, { timetable, person: ctx.viewer?.userId ?? null });
  await insertPublished(em, timetable, semester, ctx.viewer?.userId ?? null, number);
  await recordChange(ctx, em, {
    semester,
    timetable,
    number,
    kind: ChangeKind.PUBLISH,
    reason: null,
    changes: [],
    conflicts: { before: [], after: [] },
  });
  return timetable;
}
