import { randomBytes, timingSafeEqual } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { authorize, declareRights, signedIn, viewerOf } from '../../../data/access.js';
import type { App } from '../../../data/app.js';
import { callerContext, systemContext, type Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { transaction } from '../../../data/transaction.js';
import { AdministrativeClass } from '../../../entities/organisation.js';
import { CalendarLink, type NewCalendarLink } from '../../../entities/scheduling/calendar.js';
import { currentBudget } from '../../../schema/budget.js';
import { dateIn } from '../../../schema/clock.js';
import { DomainError, errors } from '../../../schema/errors.js';
import { RecentMap } from '../../../schema/recent-map.js';
import type { Row } from '../../../schema/rows.js';
import { canonicalId } from '../../../schema/scalars.js';
import { hashOf } from '../../../schema/hash.js';
import { TimetableFileFormat } from '../../../schema/timetables.js';
import { networkOf } from '../../../schema/networks.js';
import { callOfUser } from '../../accounts/viewer.js';
import { timetableFile, type TimetableFile } from './files.js';
import { calendarFile, type CalendarFile } from '../calendar/calendar-files.js';
import { lockLinksOfUser } from '../calendar/calendar.queries.js';
import { ownerOf } from '../calendar/dated-meetings.js';

declareRights({ calendarLinks: signedIn, createCalendarLink: signedIn, revokeCalendarLink: signedIn });

/** Links that one person may have. */
const linksMax = 20;
const secretBytes = 32;
/** Links that there are not, for which one address may ask a process in that many seconds. */
const [missesMax, missSeconds] = [1_000, 15 * 60];
/** Links that are remembered as found: behind an address that asked for too many others they go on. */
const foundMax = 10_000;
interface Asked {
  readonly misses: RateLimiterMemory;
  readonly found: RecentMap<string, true>;
}
const askedByApp = new WeakMap<App, Asked>();

function askedOf(app: App): Asked {
  const asked = askedByApp.get(app) ?? {
    misses: new RateLimiterMemory({ points: missesMax, duration: missSeconds }),
    found: new RecentMap<string, true>(foundMax),
  };
  askedByApp.set(app, asked);
  return asked;
}

/** Failures that say nothing of the link. */
const passing: readonly string[] = ['GRAPHQL_LIMIT', 'TOO_MANY_REQUESTS'];

/** The caller's own links, oldest first. */
export function calendarLinks(ctx: Context): Promise<Row<CalendarLink>[]> {
  authorize(ctx, 'calendarLinks');
  return ctx.rows.find(CalendarLink, {});
}

/** Makes an address of the timetable of a class, or of the caller. */
export async function createCalendarLink(
  ctx: Context,
  administrativeClass: string | null,
  expiresOn: string | null,
): Promise<NewCalendarLink> {
  authorize(ctx, 'createCalendarLink');
  ownerOf(ctx, { administrativeClass });
  if (isOver({ expiresOn }, ctx.app.config.TIME_ZONE)) throw overAlready();
  if (administrativeClass) await readOne(ctx, AdministrativeClass, administrativeClass);
  const { userId: user } = viewerOf(ctx);
  const secret = randomBytes(secretBytes).toString('base64url');
  const id = await transaction(ctx, async (em) => {
    await lockLinksOfUser(em, user);
    if ((await em.count(CalendarLink, { user })) >= linksMax) throw tooMany();
    const link = em.create(CalendarLink, {
      user,
      administrativeClass,
      expiresOn,
      secretHash: hashOf(secret),
    } as never);
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

/** What a link leads to. @throws TOO_MANY_REQUESTS where its address asked for too many that there are not */
export async function linkedTimetable(
  app: App,
  link: LinkAsked,
  caller: LinkCaller,
  signal: AbortSignal,
): Promise<CalendarFile | TimetableFile | null> {
  const { misses, found } = askedOf(app);
  const [network, name] = [networkOf(caller.address), hashOf(`${link.id} ${link.secret}`)];
  const missed = await misses.get(network);
  if (missed && missed.remainingPoints <= 0 && !found.get(name))
    throw errors.tooManyRequests(Math.ceil(missed.msBeforeNext / 1_000));
  const file = await timetableBehind(app, link, caller, signal);
  if (file === null) await misses.penalty(network);
  else found.set(name, true);
  return file;
}

interface LinkAsked {
  readonly id: string;
  readonly secret: string;
  readonly isCalendar: boolean;
  /** The tags of what the caller has of it. */
  readonly had: readonly string[];
}
type LinkCaller = Pick<Context, 'language' | 'requestId' | 'address'>;

/**
 * What a link leads to, read in the name of whoever made it, with the rights of this moment; null where there
 * is none of this secret, or its account is gone or disabled.
 */
async function timetableBehind(
  app: App,
  { id, secret, isCalendar, had }: LinkAsked,
  caller: LinkCaller,
  signal: AbortSignal,
): Promise<CalendarFile | TimetableFile | null> {
  const known = canonicalId(id);
  const system = systemContext(app, 'calendar link');
  const link = known && (await system.rows.one(CalendarLink, known));
  const given = Buffer.from(hashOf(secret));
  const kept = link ? Buffer.from(link.secretHash) : given;
  if (!timingSafeEqual(given, kept) || !link || isOver(link, app.config.TIME_ZONE)) return null;
  const call = await callOfUser(app, link.user);
  if (!call) return null;
  const ctx = callerContext(app, { ...caller, ...call });
  const of = { administrativeClass: link.administrativeClass };
  try {
    return isCalendar
      ? await calendarFile(ctx, of, had)
      : await timetableFile(ctx, TimetableFileFormat.PDF, { of }, { signal });
  } catch (error) {
    // Such as of a person who teaches nothing any more; what is only too much now may come again.
    const isPassing = !(error instanceof DomainError) || passing.includes(error.code);
    if (!isPassing && !currentBudget()?.hasEnded) return null;
    throw error;
  }
}

/** Whether the last day of a link is over, by the clock of the institution. */
const isOver = ({ expiresOn }: Pick<Row<CalendarLink>, 'expiresOn'>, timeZone: string): boolean =>
  expiresOn !== null && expiresOn < dateIn(timeZone);

const overAlready = (): DomainError =>
  errors.invalidField(
    'expiresOn',
    '最后有效日期已过，请改为今天或以后的日期',
    'The last day of the link is over already. Maybe name today or a later one.',
  );

const tooMany = (): DomainError =>
  new DomainError('OPERATION_INVALID', {
    zh: `每人最多 ${linksMax} 个日历订阅，请先撤销不需要的`,
    en: `A person has at most ${linksMax} calendar links. Maybe revoke one first.`,
  });
