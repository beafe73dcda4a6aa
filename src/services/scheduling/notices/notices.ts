import { authorize, declareRights, signedIn, viewerOf } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { CrudService, type Filter } from '../../../data/crud.js';
import { groupBy, loaderOf, rowById } from '../../../data/loaders.js';
import { json } from '../../../data/statements.js';
import { statementsIn, transaction } from '../../../data/transaction.js';
import { Notice } from '../../../entities/notices.js';
import type { Row } from '../../../schema/rows.js';
import {
  isMailed,
  markRead,
  noticedChanges,
  noticedItems,
  noticedRequests,
  setMailed,
  unreadCount,
  type NoticedChange,
  type NoticedItem,
  type NoticedRequest,
} from './notices.queries.js';
import { noticesTopic } from './telling.js';

declareRights({
  noticeState: signedIn,
  noticesChanged: signedIn,
  markNoticesRead: signedIn,
  noticePreferences: signedIn,
  setNoticePreferences: signedIn,
});

const isRead: Filter = {
  name: 'isRead',
  type: () => Boolean,
  about: 'Only those that were read, or were not.',
  where: (read: boolean) => ({ readAt: { $isNull: !read } }),
};

/** The notices of the caller. */
export const notices = new CrudService(Notice, {
  plural: 'notices',
  filters: [isRead],
  rights: { one: signedIn, page: signedIn },
});

/** Newest notices that followers are told of. */
const latestMax = 50;

/** How many notices the caller has not read, and the newest. */
export async function noticeState(
  ctx: Context,
): Promise<{ unreadCount: number; latest: readonly Row<Notice>[] }> {
  authorize(ctx, 'noticeState');
  ctx.rows.forget(Notice);
  const [[{ count }], latest] = await Promise.all([
    unreadCount(ctx.em, viewerOf(ctx).userId),
    ctx.rows.find(Notice, {}, { orderBy: { createdAt: 'desc' }, limit: latestMax }),
  ]);
  return { unreadCount: count, latest };
}

/** Follows the notices of the caller. */
export function followNotices(ctx: Context): AsyncIterableIterator<unknown> {
  authorize(ctx, 'noticesChanged');
  return ctx.app.bus.follow(noticesTopic, viewerOf(ctx).userId);
}

/**
 * Marks the caller's notices as read, all where none are named; the other screens of the person learn it, and
 * mails are in the language of the caller from now on.
 */
export async function markNoticesRead(ctx: Context, ids: readonly string[] | null): Promise<void> {
  authorize(ctx, 'markNoticesRead');
  const { userId } = viewerOf(ctx);
  await transaction(ctx, async (em) => {
    await markRead(em, userId, ids, ctx.language);
    await ctx.app.bus.publishAll(noticesTopic, [{ id: userId, sequence: Date.now() }], statementsIn(em));
  });
}

/** Whether a mail a day tells the caller of unread notices. */
export async function noticePreferences(ctx: Context): Promise<{ isMailed: boolean }> {
  authorize(ctx, 'noticePreferences');
  const [preference] = await isMailed(ctx.em, viewerOf(ctx).userId);
  return preference ?? { isMailed: true };
}

/** Says whether a mail a day tells the caller of unread notices. */
export async function setNoticePreferences(
  ctx: Context,
  preferences: { readonly isMailed: boolean },
): Promise<{ isMailed: boolean }> {
  authorize(ctx, 'setNoticePreferences');
  await transaction(ctx, (em) => setMailed(em, viewerOf(ctx).userId, preferences.isMailed, ctx.language));
  return preferences;
}

/** The change behind a notice, as its readers may know it; null where it is about a request. */
export const noticedChange = async (ctx: Context, { change }: Row<Notice>): Promise<NoticedChange | null> =>
  change === null ? null : rowById(ctx, 'changes of notices', noticedChanges, change);

/** The request behind a notice; null where it is about a change. */
export const noticedRequest = async (
  ctx: Context,
  { request }: Row<Notice>,
): Promise<NoticedRequest | null> =>
  request === null ? null : rowById(ctx, 'requests of notices', noticedRequests, request);

/** What concerns the person of a notice. */
export const itemsOfNotice = (ctx: Context, { id }: Row<Notice>): Promise<NoticedItem[]> =>
  loaderOf<NoticedItem[]>(
    ctx,
    'items of notices',
    async (ids) => groupBy(await noticedItems(ctx.em, json(ids)), ({ notice }) => notice),
    [],
  ).load(id);
