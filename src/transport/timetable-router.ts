import { Router, type Request, type Response } from 'express';
import { DomainError } from '../schema/errors.js';
import { canonicalId } from '../schema/scalars.js';
import { fileExtensions, TimetableFileFormat, TimetablePages } from '../schema/timetables.js';
import { callerOf, disconnectSignal, type Caller } from './caller.js';
import type { RateLimiter } from './rate-limit.js';

type Values = Readonly<Record<string, unknown>>;

/** A file as it is sent. */
interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

/** A calendar, which whoever has it need not be sent. */
interface SentCalendar {
  /** Names its content. */
  readonly tag: string;
  /** Null where the caller has it. */
  readonly content: string | null;
}

/** What timetables are read with. */
interface TimetableRouterOptions {
  readonly limiter: RateLimiter;
  readonly trustProxy: boolean;
  /** The calendar of an owner, or of the caller where none is named, as far as it is restricted. */
  readonly calendarOf: (
    owner: Readonly<Record<string, string>>,
    restricted: Values,
    had: readonly string[],
    caller: Caller,
    signal: AbortSignal,
  ) => Promise<SentCalendar>;
  /** A file of timetables; aborting the signal ends the work. */
  readonly fileOf: (
    format: TimetableFileFormat,
    input: Values,
    caller: Caller,
    signal: AbortSignal,
  ) => Promise<SentFile>;
  /** The file of a task; null where there is none any more. */
  readonly exportedFile: (id: string, caller: Caller) => Promise<SentFile | null>;
  /** What a link leads to; null where there is none of this secret. */
  readonly linkedFile: (link: LinkAsked, caller: Caller, signal: AbortSignal) => Promise<Sent>;
}

/** What is asked for by a link. */
interface LinkAsked {
  readonly id: string;
  readonly secret: string;
  readonly isCalendar: boolean;
  /** The tags of what the caller has. */
  readonly had: readonly string[];
}

type Sent = SentCalendar | SentFile | null;

/** Owners of timetables by their part of the address. */
const owners: Readonly<Record<string, string>> = {
  classes: 'administrativeClass',
  teachers: 'teacher',
  classrooms: 'classroom',
  courses: 'course',
  'teaching-classes': 'teachingClass',
};

const formats = new Map(
  Object.entries(fileExtensions).map(([format, extension]) => [
    extension as string,
    format as TimetableFileFormat,
  ]),
);

/** What is asked for of a part of the institution: the timetables of all within, a page each. */
const wholes: Readonly<Record<string, (id: string, format: TimetableFileFormat) => Values>> = {
  departments: (department) => ({ department, pages: TimetablePages.CLASSES }),
  buildings: (building) => ({ building, pages: TimetablePages.CLASSROOMS }),
  semesters: (semester, format) => {
    if (format === TimetableFileFormat.CSV) return { semester, pages: TimetablePages.DEPARTMENTS };
    const isPrinted = format === TimetableFileFormat.PDF || format === TimetableFileFormat.XLSX;
    return isPrinted ? { semester, pages: TimetablePages.CLASSES } : { semester };
  },
};

/**
 * Serves timetables as files: with an access token, or by the secret of a link. That stands in the query of
 * the address, which is not logged.
 */
export function timetableRouter(options: TimetableRouterOptions): Router {
  const { limiter, trustProxy, linkedFile, exportedFile } = options;
  const router = Router();
  const refuse = (_: Request, response: Response, error: DomainError): void => sendRefusal(response, error);
  router.use(limiter.middleware(refuse));
  const serve = (read: Reading) => servedBy(read, trustProxy);
  router.get(
    '/:file',
    serve(async (request, ...caller) => {
      const address = addressIn(request.params['file']);
      return address.id === 'mine' ? fileAt(options, address, { owner: {} }, request, ...caller) : null;
    }),
  );
  router.get(
    '/links/:file',
    serve(async (request, caller, signal) => {
      const { key } = request.query;
      const { id, extension } = addressIn(request.params['file']);
      if (extension !== 'ics' && extension !== 'pdf') return null;
      const secret = typeof key === 'string' ? key : '';
      const link = { id, secret, isCalendar: extension === 'ics', had: tagsIn(request) };
      return linkedFile(link, caller, signal);
    }),
  );
  router.get(
    '/exports/:file',
    serve(async ({ params }, caller) => {
      const id = canonicalId(addressIn(params['file']).id);
      return id ? exportedFile(id, caller) : null;
    }),
  );
  router.get(
    '/:kind/:file',
    serve(async (request, ...caller) => {
      const kind = String(request.params['kind']);
      const address = addressIn(request.params['file']);
      const id = canonicalId(address.id);
      if (!id) return null;
      const owner = Object.hasOwn(owners, kind) ? { [owners[kind]]: id } : null;
      const whole = Object.hasOwn(wholes, kind) ? wholes[kind] : undefined;
      return fileAt(options, { ...address, id }, { owner, whole }, request, ...caller);
    }),
  );
  return router;
}

type Reading = (request: Request, caller: Caller, signal: AbortSignal) => Promise<Sent>;

/** Answers with what is read, or says why there is nothing. */
const servedBy =
  (read: Reading, trustProxy: boolean) =>
  async (request: Request, response: Response): Promise<void> => {
    const caller = callerOf(request, { trustProxy });
    response.vary('Authorization').vary('Accept-Language').set('Cache-Control', 'private, no-cache');
    response.set('Referrer-Policy', 'no-referrer').set('X-Content-Type-Options', 'nosniff');
    try {
      send(response, await read(request, caller, disconnectSignal(response)));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      response.status(error.status);
      sendRefusal(response, error, caller);
    }
  };

/** The file at an address of one owner, or of a whole. */
async function fileAt(
  { calendarOf, fileOf }: TimetableRouterOptions,
  { id, extension }: Address,
  of: { readonly owner: Readonly<Record<string, string>> | null; readonly whole?: (typeof wholes)[string] },
  request: Request,
  ...[caller, signal]: [Caller, AbortSignal]
): Promise<Sent> {
  const restricted = asked(request.query, Boolean(of.whole));
  if (of.owner && extension === 'ics')
    return restricted && calendarOf(of.owner, restricted, tagsIn(request), caller, signal);
  const format = formats.get(extension);
  if (!format || (!of.owner && !of.whole)) return null;
  const input = of.owner ? { of: of.owner } : of.whole!(id, format);
  return restricted && fileOf(format, { ...input, ...restricted }, caller, signal);
}

/** The last part of an address. */
interface Address {
  readonly id: string;
  readonly extension: string;
}

function addressIn(file: unknown): Address {
  const [, id = '', extension = ''] = /^([^.]*)\.(.+)$/.exec(String(file)) ?? [];
  return { id, extension };
}

/** What the query of an address restricts or adds; null where nothing is there of that. */
function asked({ semester, timetable, week, pages }: Request['query'], isWhole: boolean): Values | null {
  const values = {
    ...(semester !== undefined && { semester: canonicalId(semester) }),
    ...(timetable !== undefined && { timetable: canonicalId(timetable) }),
    ...(week !== undefined && { week: /^[1-9]\d?$/.test(String(week)) ? Number(week) : null }),
    ...(isWhole && pages !== undefined && { pages: pagesNamed(String(pages).toUpperCase()) }),
  };
  return Object.values(values).includes(null) ? null : values;
}

const pagesNamed = (name: string): TimetablePages | null =>
  Object.hasOwn(TimetablePages, name) ? (name as TimetablePages) : null;

function sendRefusal(response: Response, { message, text, details }: DomainError, caller?: Caller): void {
  const retry = (details as { retrySeconds?: unknown } | undefined)?.retrySeconds;
  if (typeof retry === 'number') response.set('Retry-After', String(retry));
  response.type('text').send(`${caller ? text[caller.language] : message}\n`);
}

/** The tags of what the caller has, weak ones as well. */
const tagsIn = (request: Request): string[] =>
  (request.get('If-None-Match')?.match(/"[^"]*"/g) ?? []).map((tag) => tag.slice(1, -1));

function send(response: Response, file: Sent): void {
  if (file === null)
    return void response.status(404).type('text').send('Not found. The start page is at /\n');
  if ('name' in file) return void response.attachment(file.name).type(file.type).send(file.content);
  response.set('ETag', `"${file.tag}"`);
  if (file.content === null) return void response.status(304).end();
  response.set('Content-Disposition', 'attachment; filename="timetable.ics"');
  response.type('text/calendar').send(file.content);
}
