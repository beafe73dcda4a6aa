import { randomBytes, timingSafeEqual } from 'node:crypto';
import { authorize, declareRights, signedIn, viewerOf } from '../../../data/access.js';
import type { App } from '../../../data/app.js';
import { callerContext, systemContext, type Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { transaction } from '../../../data/transaction.js';
import { AdministrativeClass } from '../../../entities/organisation.js';
import { CalendarLink, type NewCalendarLink } from '../../../entities/scheduling/calendar.js';
import { DomainError } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { canonicalId } from '../../../schema/scalars.js';
import { hashOf } from '../../../schema/hash.js';
import { viewerOfUser } from '../../accounts/viewer.js';
import { calendarFile } from './calendar-files.js';
import { lockLinksOfUser } from './calendar.queries.js';
import { ownerOf } from './dated-meetings.js';

declareRights({ calendarLinks: signedIn, createCalendarLink: signedIn, revokeCalendarLink: signedIn });

/** Links that one person may have. */
const linksMax = 20;
const secretBytes = 32;

/** The caller's own links, oldest first. */
export function calendarLinks(ctx: Context): Promise<Row<CalendarLink>[]> {
  authorize(ctx, 'calendarLinks');
  return ctx.rows.find(CalendarLink, {});
}

/** Makes an address of the timetable of a class, or of the caller. */
export async function createCalendarLink(
  ctx: Context,
  administrativeClass: string | null,
): Promise<NewCalendarLink> {
  authorize(ctx, 'createCalendarLink');
  ownerOf(ctx, { administrativeClass });
  if (administrativeClass) await readOne(ctx, AdministrativeClass, administrativeClass);
  const { userId: user } = viewerOf(ctx);
  const secret = randomBytes(secretBytes).toString('base64url');
  const id = await transaction(ctx, async (em) => {
    await lockLinksOfUser(em, user);
    if ((await em.count(CalendarLink, { user })) >= linksMax) throw tooMany();
    const link = em.create(CalendarLink, { user, administrativeClass, secretHash: hashOf(secret) } as never);
    await em.flush();
    return link.id;
  });
  const link = await readOne(ctx, CalendarLink, id);
  return { link, path: `/timetables/links/${id}.ics?key=${secret}` };
}

/** Ends a link of the caller's at once. */
export async function revokeCalendarLink(ctx: Context, id: string): Promise<string> {
  authorize(ctx, 'revokeCalendarLink');
  await readOne(ctx, CalendarLink, id);
  await transaction(ctx, async (em) => em.nativeDelete(CalendarLink, { id }));
  ctx.rows.forget(CalendarLink);
  return id;
}

/**
 * What a link leads to, read in the name of whoever made it, with the rights of this moment; null where there
 * is none of this secret, or its account is gone or disabled.
 */
export async function linkedCalendarFile(
  app: App,
  { id, secret }: { readonly id: string; readonly secret: string },
  caller: Pick<Context, 'language' | 'requestId' | 'address'>,
): Promise<string | null> {
  const known = canonicalId(id);
  const system = systemContext(app, 'calendar link');
  const link = known && (await system.rows.one(CalendarLink, known));
  const given = Buffer.from(hashOf(secret));
  const kept = link ? Buffer.from(link.secretHash) : given;
  if (!timingSafeEqual(given, kept) || !link) return null;
  const viewer = await viewerOfUser(system, link.user);
  if (!viewer) return null;
  try {
    return await calendarFile(callerContext(app, { ...caller, viewer }), {
      administrativeClass: link.administrativeClass,
    });
  } catch (error) {
    // Such as of a person who teaches nothing any more; what is only too much now may come again.
    if (error instanceof DomainError && error.code !== 'GRAPHQL_LIMIT') return null;
    throw error;
  }
}

const tooMany = (): DomainError =>
  new DomainError('OPERATION_INVALID', {
    zh: `每人最多 ${linksMax} 个日历订阅，请先撤销不需要的（revokeCalendarLink）`,
    en: `A person has at most ${linksMax} calendar links. Maybe revoke one first.`,
  });
