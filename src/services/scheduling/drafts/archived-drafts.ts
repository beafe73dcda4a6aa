import type { EntityManager } from '@mikro-orm/postgresql';
import { Timetable } from '../../../entities/scheduling/timetables.js';
import { RoleKey } from '../../../schema/enums.js';
import { TimetableStatus } from '../../../schema/timetables.js';
import { DomainError, errors } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { actsForAll, authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { transaction } from '../../../data/transaction.js';
import { letter, queueMail } from '../../system/mail.js';
import { settleUnmoved } from '../changes/live-timetables.js';
import { forgetTimetables } from '../changes/change.js';
import { refuseTooManyDrafts } from './draft-bounds.js';
import {
  lockSemester,
  accountName,
  archivedDraft,
  archiveTimetable,
  type Draft,
  placedMeetingsOf,
  restoreTimetable,
} from './drafts.queries.js';
import { free } from '../changes/occupancy.queries.js';
import { invalid } from '../changes/timetable.js';
import { lockTimetable } from '../changes/changes.queries.js';

declareRights({ archiveDraft: planners, restoreDraft: planners });

export const archivedDrafts = {
  /**
   * Archives a draft that nobody has changed for long, so that it takes no place any more, and tells its
   * author. Whoever plans may do so, because nothing is lost.
   */
  async archive(ctx: Context, id: string): Promise<Row<Timetable>> {
    authorize(ctx, 'archiveDraft');
    const days = ctx.app.config.DRAFT_UNTOUCHED_DAYS;
    return write(ctx, id, async (em, draft) => {
      const { revision, status } = draft;
      if (status !== TimetableStatus.DRAFT)
        throw invalid(
          `课表第 ${revision} 版不是草稿，不能归档`,
          `Revision ${revision} is no draft, so it cannot be archived.`,
        );
      if (!draft.isUntouched) {
        const isOwn = draft.author !== null && draft.author === ctx.viewer?.userId;
        throw changedLately(revision, days, isOwn || ctx.viewer?.role === RoleKey.ADMINISTRATOR);
      }
      await archiveTimetable(em, id, ctx.viewer?.userId ?? null);
      await free(em, id);
      await tellAuthor(ctx, em, draft);
    });
  },

  /**
   * Makes an archived draft a draft again, as it was, where there is room for it. What overlaps by now
   * without a conflict becomes an open one. Its author, whoever archived it and administrators may do so.
   */
  async restore(ctx: Context, id: string): Promise<Row<Timetable>> {
    authorize(ctx, 'restoreDraft');
    const person = ctx.viewer?.userId ?? null;
    return write(ctx, id, async (em, draft, semester) => {
      const { revision, status, wasPublished, author, archivedBy } = draft;
      if (status !== TimetableStatus.ARCHIVED || wasPublished)
        throw invalid(
          `课表第 ${revision} 版不是归档的草稿，不能恢复`,
          `Revision ${revision} is no archived draft, so there is nothing to restore.`,
        );
      if (!actsForAll(ctx) && person !== author && person !== archivedBy) throw foreign(revision);
      await refuseTooManyDrafts(ctx, em, semester, { person: author });
      await restoreTimetable(em, id);
      const placed = await placedMeetingsOf(em, id);
      const meetings = placed.map(({ meeting }) => meeting);
      const terms = { person, reason: null, log: ctx.app.log };
      await settleUnmoved(em, { id, status: TimetableStatus.DRAFT }, meetings, terms, async () => []);
    });
  },
};

/** Changes what a revision is, while nobody else does. */
async function write(
  ctx: Context,
  id: string,
  change: (em: EntityManager, draft: Draft, semester: string) => Promise<void>,
): Promise<Row<Timetable>> {
  const semester = (await readOne(ctx, Timetable, id)).semester as string;
  await transaction(ctx, async (em) => {
    await lockSemester(em, semester);
    await lockTimetable(em, id);
    const [draft] = await archivedDraft(em, id, ctx.app.config.DRAFT_UNTOUCHED_DAYS);
    if (!draft) throw errors.notFound({ zh: '课表', en: 'timetable' }, id);
    await change(em, draft, semester);
  });
  forgetTimetables(ctx);
  return readOne(ctx, Timetable, id);
}

/** Writes to the author of a draft that somebody else archived. */
async function tellAuthor(
  ctx: Context,
  em: EntityManager,
  { revision, semester, author, authorName, authorMail }: Draft,
): Promise<void> {
  const person = ctx.viewer?.userId ?? null;
  if (author === null || author === person) return;
  const [by] = await accountName(em, person);
  const days = ctx.app.config.DRAFT_UNTOUCHED_DAYS;
  await queueMail(ctx.app, em, {
    recipient: authorMail,
    subject: '课表草稿已归档',
    body: letter(authorName, [
      `学期“${semester}”的课表草稿第 ${revision} 版已超过 ${days} 天没有改动，` +
        `由${by ? `“${by.name}”` : '系统'}归档，不再占用草稿名额。`,
      '草稿内容没有丢失，您可以在草稿有空余名额时恢复它。',
    ]),
  });
}

/** @param mayDiscard whether the caller may discard the draft, whatever meetings it has */
const changedLately = (revision: number, days: number, mayDiscard: boolean): Error =>
  invalid(
    `草稿第 ${revision} 版在最近 ${days} 天内有改动，还不能归档；` +
      (mayDiscard ? '如不再需要，可直接丢弃' : '请联系其作者或管理员丢弃'),
    `Revision ${revision} was changed within the last ${days} days, so it is not archived yet. Maybe ` +
      (mayDiscard ? 'discard it (discardDraft).' : 'ask its author or an administrator to discard it.'),
  );

const foreign = (revision: number): DomainError =>
  new DomainError('FORBIDDEN', {
    zh: `归档的草稿第 ${revision} 版只能由其作者、归档它的人或管理员恢复`,
    en: `Only its author, whoever archived it or an administrator restores revision ${revision}.`,
  });
