import { createHash } from 'node:crypto';
import { Router, type Request, type Response } from 'express';
import { DomainError } from '../schema/errors.js';
import { canonicalId } from '../schema/scalars.js';
import { callerOf, type Caller } from './caller.js';
import type { RateLimiter } from './rate-limit.js';

/** What the calendars of timetables are read with. */
interface CalendarRouterOptions {
  readonly limiter: RateLimiter;
  readonly trustProxy: boolean;
  /** The calendar of an owner, or of the caller where none is named. */
  readonly fileOf: (owner: Readonly<Record<string, string>>, caller: Caller) => Promise<string>;
  /** What a link leads to; null where there is none of this secret. */
  readonly linkedFile: (
    link: { readonly id: string; readonly secret: string },
    caller: Caller,
  ) => Promise<string | null>;
}

/** Owners of timetables by their part of the address. */
const owners: Readonly<Record<string, string>> = {
  classes: 'administrativeClass',
  teachers: 'teacher',
  classrooms: 'classroom',
  courses: 'course',
  'teaching-classes': 'teachingClass',
};

/**
 * Serves timetables as iCalendar files: with an access token, or by the secret of a link. That stands in the
 * query of the address, which is not logged.
 */
export function calendarRouter({ limiter, trustProxy, fileOf, linkedFile }: CalendarRouterOptions): Router {
  const router = Router();
  const refuse = (_: Request, response: Response, { message }: DomainError): void =>
    void response.type('text').send(`${message}\n`);
  router.use(limiter.middleware(refuse));
  const serve =
    (read: (request: Request, caller: Caller) => Promise<string | null>) =>
    async (request: Request, response: Response): Promise<void> => {
      const caller = callerOf(request, { trustProxy });
      response.vary('Authorization').vary('Accept-Language').set('Cache-Control', 'private, no-cache');
      response.set('Referrer-Policy', 'no-referrer').set('X-Content-Type-Options', 'nosniff');
      try {
        send(request, response, await read(request, caller));
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        response.status(error.status).type('text').send(`${error.text[caller.language]}\n`);
      }
    };
  router.get(
    '/mine.ics',
    serve((_, caller) => fileOf({}, caller)),
  );
  router.get(
    '/links/:id.ics',
    serve(({ params: { id }, query: { key } }, caller) =>
      linkedFile({ id: String(id), secret: typeof key === 'string' ? key : '' }, caller),
    ),
  );
  router.get(
    '/:kind/:id.ics',
    serve(async ({ params: { kind, id } }, caller) => {
      const owner = Object.hasOwn(owners, String(kind)) ? owners[String(kind)] : null;
      const known = canonicalId(id);
      return owner && known ? fileOf({ [owner]: known }, caller) : null;
    }),
  );
  return router;
}

function send(request: Request, response: Response, file: string | null): void {
  if (file === null)
    return void response.status(404).type('text').send('Not found. The start page is at /\n');
  const tag = `"${createHash('sha256').update(file).digest('base64url')}"`;
  response.set('ETag', tag);
  const known = request.get('If-None-Match')?.split(/,\s*(?:W\/)?/) ?? [];
  if (known.includes(tag) || known[0] === `W/${tag}`) return void response.status(304).end();
  response.set('Content-Disposition', 'attachment; filename="timetable.ics"');
  response.type('text/calendar').send(file);
}
