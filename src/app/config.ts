import { z } from 'zod';
import {
  hasNoCredentials,
  isOrigin,
  isQuickToMatch,
  isRegularExpression,
  canonicalZone,
  isTimeZone,
  sender,
  takesToken,
} from './setting-checks.js';

const seconds = z.coerce.number().min(0.1).max(3600);

/** A whole number, from 1 where nothing else is said. */
const whole = (initial: number, meaning: string, { min = 1, max = Number.MAX_SAFE_INTEGER } = {}) =>
  z.coerce.number().int().min(min).max(max).default(initial).describe(meaning);

const appended = 'must end in /, = or #, because the token is appended to it';

const originsOf = (list: string): string[] =>
  list
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean);

/** All settings of the server, with their meaning, from which docs/generated/settings.md is printed. */
const settings = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe(
      'production hides GraphiQL, documentation pages and introspection unless EXPLORER says otherwise',
    ),
  PORT: whole(8888, 'port for HTTP and WebSocket; 0 picks a free one', { min: 0, max: 65535 }),
  WEB_PROCESSES: whole(1, 'processes that answer on the port; one of them also runs the worker', { max: 64 }),
  HOST: z.string().min(1).default('127.0.0.1').describe('address to listen on'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('PostgreSQL 15 or newer; without it an embedded PostgreSQL is started'),
  DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(5)
    .max(10_000)
    .optional()
    .describe(
      'connections for the statements of a server or worker, divided among its WEB_PROCESSES; each has ' +
        'five more for events and jobs; default: 20, or 5 for each process if that is more',
    ),
  DATABASE_READ_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'streaming replica of DATABASE_URL that answers reads while it is up to date; without it, nothing does',
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('folder for the embedded database and files; default: data inside the project'),
  BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'folder for backups of the embedded database, in which it also archives its log; without it, neither',
    ),
  JWT_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'secret that signs access tokens, at least 32 characters; default: made once, kept in the database',
    ),
  REST_ENVELOPE: z
    .enum(['specified', 'legacy'])
    .default('specified')
    .describe(
      'legacy: output "Success", code 200 and cpu_usage up to 1, for clients that test exactly these',
    ),
  REST_LANGUAGE: z.enum(['zh', 'auto']).default('zh').describe('auto: /api/v1 answers by Accept-Language'),
  CORS_ORIGINS: z
    .string()
    .default('*')
    .refine(
      (list) => originsOf(list).every(isOrigin),
      'must be * or origins such as https://portal.example.edu, in small letters and without / at the end',
    )
    .describe(
      'comma-separated origins that may call /api/v1 and, if set explicitly, open WebSockets of GraphQL',
    ),
  TRUST_PROXY: z
    .stringbool()
    .default(false)
    .describe('whether addresses in X-Forwarded-For are used; only behind a proxy'),
  EXPLORER: z
    .stringbool()
    .optional()
    .describe(
      'whether to offer GraphiQL, documentation pages and introspection; default: on, off in production',
    ),
  METRICS_TOKEN: z.string().min(16).optional().describe('bearer token that other machines need for /metrics'),
  TIME_ZONE: z
    .string()
    .default('Asia/Shanghai')
    .refine(isTimeZone, 'must be an IANA time zone such as Asia/Shanghai')
    .describe('time zone of the institution; the database keeps the first that is set, which then counts'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('minimum level of log entries'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('mail server, smtp://user:password@host:port; without it mails are stored in DATA_DIR/outbox'),
  MAIL_FROM: z
    .string()
    .default('class-scheduling@localhost')
    .refine(
      (text) => sender.test(text),
      'must be an address such as timetable@example.edu, or 教务处 <timetable@example.edu>',
    )
    .describe('sender of mails'),
  NOTICE_MAILS_PER_MINUTE: whole(50, 'mails a minute that tell of changes of the timetable; 0 sends none', {
    min: 0,
    max: 10_000,
  }),
  NOTICE_MAILS_FROM_HOUR: whole(17, 'hour of the day, by TIME_ZONE, from which such mails are sent', {
    min: 0,
    max: 23,
  }),
  RESET_LINK_BASE: z
    .url({ protocol: /^https?$/ })
    .refine(takesToken, appended)
    .default('http://localhost:5173/reset-password/')
    .describe('page of the client for resetting a password; the token is appended'),
  EMAIL_LINK_BASE: z
    .url({ protocol: /^https?$/ })
    .refine(takesToken, appended)
    .default('http://localhost:5173/confirm-email/')
    .describe('page of the client for confirming a new e-mail address; the token is appended'),
  RATE_LIMIT_PER_MINUTE: whole(6000, 'maximum requests per minute and caller'),
  REQUEST_LOG_DAYS: whole(30, 'days for which the calls of /api/v1 are kept in the request log', {
    max: 3650,
  }),
  ASSISTANT_DAYS: whole(
    90,
    'days for which conversations with the assistant are kept after their last message',
    { max: 3650 },
  ),
  OPERATION_OBJECTS_MAX: whole(300_000, 'maximum objects in the answer to one operation'),
  OPERATION_MEGABYTES_MAX: whole(32, 'maximum size of one answer in megabytes (2^20 bytes)'),
  OPERATION_SECONDS_MAX: whole(30, 'time limit of one operation in seconds; writes are not interrupted'),
  STATEMENT_SECONDS_MAX: whole(60, 'time limit of one SQL statement in seconds'),
  TRANSACTION_IDLE_SECONDS_MAX: whole(
    10,
    'seconds for which a transaction may wait for its server, which may hang, until the database ends it',
  ),
  LOCK_SECONDS_MAX: whole(
    20,
    'seconds for which a change waits for records that another one holds, until it is refused',
  ),
  SUBSCRIPTIONS_PER_USER: whole(100, 'maximum concurrent operations on all WebSockets of one user'),
  SIGN_IN_FAILURES_MAX: whole(
    10,
    'failed sign-ins to one account from one unknown address in 15 minutes that lock this pair',
  ),
  SIGN_IN_FAILURES_PER_ADDRESS_MAX: whole(
    1000,
    'failed sign-ins, or requested reset mails, from one address in 15 minutes that lock it',
  ),
  SIGN_IN_DELAY_SECONDS_MAX: z.coerce
    .number()
    .min(0)
    .max(30)
    .default(25)
    .describe('maximum delay of sign-ins to an account for which many unknown addresses failed'),
  HEADERS_TIMEOUT_SECONDS: seconds
    .default(10)
    .describe('time limit for receiving the headers of a request, in seconds'),
  REQUEST_TIMEOUT_SECONDS: seconds
    .default(120)
    .describe('time limit for receiving a whole request, in seconds'),
  KEEP_ALIVE_SECONDS: seconds.default(5).describe('time limit for idle connections, in seconds'),
  CONNECTIONS_PER_ADDRESS_MAX: whole(
    3000,
    'maximum concurrent connections per address; not applied with TRUST_PROXY',
  ),
  UPLOADS_PER_CALLER_MAX: whole(4, 'maximum concurrent request bodies over 64 KiB per caller'),
  UPLOADS_MAX: whole(12, 'maximum concurrent request bodies over 64 KiB in total'),
  DISK_FREE_MEGABYTES_MIN: whole(
    100,
    'free megabytes on the disk of DATA_DIR below which /readyz answers 503',
    { min: 0 },
  ),
  EVENT_LOOP_DELAY_MS_MAX: whole(
    5000,
    'delay of the event loop in milliseconds above which /readyz answers 503',
  ),
  AUDIT_MONTHS_KEPT: whole(24, 'whole months for which the log of changes is kept', { max: 1200 }),
  DRAFTS_PER_SEMESTER_MAX: whole(
    20,
    'maximum drafts of one semester, with those that waiting and running tasks will add',
    { max: 1000 },
  ),
  DRAFTS_PER_PERSON_MAX: whole(
    5,
    'maximum drafts of one semester that one person made, with those that tasks of that person will add',
    { max: 1000 },
  ),
  DRAFT_UNTOUCHED_DAYS: whole(
    14,
    'days after which a draft that nobody changed may be archived by any planner',
    { max: 3650 },
  ),
  WAITING_RUNS_PER_SEMESTER_MAX: whole(
    20,
    'maximum scheduling tasks of one semester that wait for their turn',
    { max: 1000 },
  ),
  WAITING_RUNS_PER_PERSON_MAX: whole(
    3,
    'maximum waiting scheduling tasks of one semester that one person asked for',
    { max: 1000 },
  ),
  CHANGE_REASONS: z
    .stringbool()
    .default(true)
    .describe('whether whoever changes a published timetable has to say why; /api/v1 never asks for it'),
  KEPT_ROWS_MEGABYTES: whole(
    64,
    'memory for rows that timetables name, which calls share until they change, about; 0 keeps none',
    { min: 0, max: 4096 },
  ),
  WORKER: z.stringbool().default(true).describe('whether the server process also runs a worker'),
  WORKER_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65535)
    .optional()
    .describe('port on which a worker alone answers /healthz, /readyz and /metrics; without it, on none'),
  SOLVER_PROCESS: z
    .stringbool()
    .default(true)
    .describe('whether a search has a process of its own, which gives way to whatever else the machine does'),
  SOLVER_THREADS: whole(1, 'maximum threads per scheduling task', { max: 64 }),
  GRAPHQL_EXECUTOR: z
    .enum(['plan', 'js'])
    .default('plan')
    .describe('plan: queries are planned once for each document; js: the reference executor'),
  PERSON_NUMBER_PATTERN: z
    .string()
    .max(200)
    .refine(isRegularExpression, 'must be a regular expression such as [ST]\\d{7}')
    .refine(isQuickToMatch, 'must repeat no group, and at most three parts a varying number of times')
    .optional()
    .describe(
      'regular expression of the student and staff numbers, such as [ST]\\d{7}: no user name may match it; ' +
        'names of digits alone are refused in any case',
    ),
  INITIAL_PASSWORDS: z
    .enum(['codes', 'predictable'])
    .default('codes')
    .describe('codes: random, exported by class or department; predictable: stu/te and the number, insecure'),
  AI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .refine(hasNoCredentials, 'must hold no user and password; the key is AI_API_KEY')
    .optional()
    .describe(
      'endpoint of a language model that speaks the protocol of OpenAI, such as https://api.openai.com/v1; ' +
        'without it the assistant understands by its built-in grammar',
    ),
  AI_API_KEY: z.string().min(1).optional().describe('key of that endpoint, if it wants one'),
  AI_MODEL: z.string().min(1).max(200).optional().describe('name of the model; required with AI_BASE_URL'),
  AI_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(120)
    .default(15)
    .describe('time for the model to understand one text, in seconds; then the built-in grammar does'),
  AI_TOKENS_PER_PERSON_PER_DAY: whole(
    500_000,
    'tokens that one person may use of the model on one day, read and written: a message takes some 5,000',
    { min: 0, max: 1_000_000_000 },
  ),
  AI_PSEUDONYMS: z
    .stringbool()
    .default(true)
    .describe('whether names of teachers and students are replaced before anything is sent to the model'),
  INITIAL_PASSWORDS_RISK_ACCEPTED: z
    .stringbool()
    .default(false)
    .describe('allows predictable initial passwords in production'),
});

type Settings = z.infer<typeof settings>;

/** The settings, frozen, with values derived from them. */
export interface Config extends Readonly<Settings> {
  /** Connections for the statements of all WEB_PROCESSES together. */
  readonly connections: number;
  /** Whether TIME_ZONE is set: where it is not, the time zone that the database keeps counts. */
  readonly namesTimeZone: boolean;
  /** Whether GraphiQL, documentation pages and introspection are offered. */
  readonly explorer: boolean;
  /** Allowed origins in addition to the server's own; null allows all. */
  readonly corsOrigins: readonly string[] | null;
  /** The same for WebSockets of GraphQL, to which the default of CORS_ORIGINS does not apply. */
  readonly socketOrigins: readonly string[] | null;
}

/** Lists all invalid settings. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The settings are not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const secret = /SECRET|TOKEN(?!S)|PASSWORD|KEY$|URL/;

const isRefusedInProduction = (data: Settings): boolean =>
  data.NODE_ENV === 'production' &&
  data.INITIAL_PASSWORDS === 'predictable' &&
  !data.INITIAL_PASSWORDS_RISK_ACCEPTED;

/** Reads the settings from the environment. Empty values count as not set. @throws ConfigError */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const values = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const result = settings.safeParse(values);
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.map(({ path, message }) => {
        const name = String(path[0]);
        const shown = secret.test(name) ? '' : ` "${values[name]}"`;
        return `${name}${shown}: ${message}`;
      }),
    );
  }
  const { data } = result;
  if (isRefusedInProduction(data)) {
    throw new ConfigError([
      'INITIAL_PASSWORDS "predictable": whoever knows a number registers as that person. ' +
        'Maybe leave it out, or set INITIAL_PASSWORDS_RISK_ACCEPTED=true.',
    ]);
  }
  if (data.AI_BASE_URL !== undefined && data.AI_MODEL === undefined)
    throw new ConfigError(['AI_MODEL: is required with AI_BASE_URL. Maybe name a model of that endpoint.']);
  if (data.DATABASE_URL !== undefined && data.BACKUP_DIR !== undefined)
    throw new ConfigError([
      'BACKUP_DIR: backs up the embedded database alone, but DATABASE_URL names a server of your own. ' +
        'Maybe leave it out, and back that server up by what it is run with: docs/operations.md.',
    ]);
  const { WEB_PROCESSES: processes, DATABASE_CONNECTIONS: connections = Math.max(20, 5 * processes) } = data;
  if (connections < 5 * processes)
    throw new ConfigError([
      `DATABASE_CONNECTIONS: ${connections} connections are too few for ${processes} processes, each of ` +
        `which needs 5. Maybe set it to ${5 * processes}, or have fewer WEB_PROCESSES.`,
    ]);
  const origins = originsOf(data.CORS_ORIGINS);
  const corsOrigins = origins.includes('*') ? null : origins;
  return Object.freeze({
    ...data,
    connections,
    TIME_ZONE: canonicalZone(data.TIME_ZONE),
    namesTimeZone: values.TIME_ZONE !== undefined,
    explorer: data.EXPLORER ?? data.NODE_ENV !== 'production',
    corsOrigins,
    socketOrigins: values.CORS_ORIGINS === undefined ? [] : corsOrigins,
  });
}

/** Name, default and meaning of every setting, for documentation. */
export const documentedSettings = (): { name: string; initial: string; meaning: string }[] =>
  Object.entries(settings.shape).map(([name, type]) => {
    const initial = type.safeParse(undefined);
    return {
      name,
      initial: initial.success && initial.data !== undefined ? String(initial.data) : '',
      meaning: type.description ?? '',
    };
  });
