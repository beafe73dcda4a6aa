import { z } from 'zod';

const seconds = z.coerce.number().min(0.1).max(3600);

/** Every setting of the server, with its meaning; the README's table of settings is made from here. */
const settings = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe(
      'production hides GraphiQL, documentation pages and introspection unless EXPLORER says otherwise',
    ),
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(8888)
    .describe('port of HTTP and WebSocket; 0 picks a free one'),
  HOST: z.string().min(1).default('127.0.0.1').describe('address to listen on'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('PostgreSQL 15 or newer; without it an embedded PostgreSQL is run'),
  DATA_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('folder of the embedded database, secrets and files; default: data beside the project'),
  JWT_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'secret that signs access tokens, at least 32 characters; default: made once and kept in DATA_DIR',
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
    .describe(
      'origins, separated by commas, that may call /api/v1; only where it is set they may open WebSockets',
    ),
  TRUST_PROXY: z.stringbool().default(false).describe('whether forwarded addresses count'),
  EXPLORER: z
    .stringbool()
    .optional()
    .describe(
      'GraphiQL, documentation pages and introspection on or off; default: on, but off in production',
    ),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('bearer token with which /metrics answers callers from elsewhere'),
  TIME_ZONE: z
    .string()
    .default('Asia/Shanghai')
    .refine(isTimeZone, 'must be an IANA time zone such as Asia/Shanghai')
    .describe('time zone of the institution'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('least level that is logged'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('mail server, smtp://user:password@host:port; without it mails go to DATA_DIR/outbox'),
  MAIL_FROM: z.string().default('class-scheduling@localhost').describe('sender of mails'),
  RESET_LINK_BASE: z
    .url()
    .default('http://localhost:5173/reset-password/')
    .describe('page of the client that resets a password; the token is appended'),
  EMAIL_LINK_BASE: z
    .url()
    .default('http://localhost:5173/confirm-email/')
    .describe('page of the client that confirms a new e-mail; the token is appended'),
  RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(6000)
    .describe('requests per minute and caller'),
  REQUEST_LOG_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3650)
    .default(30)
    .describe('days for which the calls of /api/v1 are kept in the request log'),
  OPERATION_OBJECTS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(300_000)
    .describe('objects that one operation may answer'),
  OPERATION_MEGABYTES_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(32)
    .describe('megabytes (2^20 bytes) that one answer may have'),
  OPERATION_SECONDS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(30)
    .describe('seconds that one operation may take; what writes is not cut'),
  STATEMENT_SECONDS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(60)
    .describe('seconds that one statement may keep the database busy'),
  SUBSCRIPTIONS_PER_USER: z.coerce
    .number()
    .int()
    .min(1)
    .default(100)
    .describe('operations at the same time on all WebSockets of one user'),
  SIGN_IN_FAILURES_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe('failed sign-ins on one account from one unknown address in 15 minutes; more lock that pair'),
  SIGN_IN_FAILURES_PER_ADDRESS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(1000)
    .describe('failed sign-ins, or reset mails asked for, from one address in 15 minutes; more lock it'),
  SIGN_IN_DELAY_SECONDS_MAX: z.coerce
    .number()
    .min(0)
    .max(30)
    .default(25)
    .describe('longest wait of a sign-in to an account at which many unknown addresses failed'),
  HEADERS_TIMEOUT_SECONDS: seconds
    .default(10)
    .describe('seconds in which a request must have told its headers'),
  REQUEST_TIMEOUT_SECONDS: seconds
    .default(120)
    .describe('seconds in which a request must have arrived whole'),
  KEEP_ALIVE_SECONDS: seconds.default(5).describe('seconds that a connection may wait for its next request'),
  CONNECTIONS_PER_ADDRESS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(3000)
    .describe('connections of one address at once; not counted with TRUST_PROXY'),
  UPLOADS_PER_CALLER_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(4)
    .describe('bodies over 64 KiB that one caller may send at once'),
  UPLOADS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(12)
    .describe('bodies over 64 KiB that all may send at once'),
  DISK_FREE_MEGABYTES_MIN: z.coerce
    .number()
    .int()
    .min(0)
    .default(100)
    .describe('megabytes of the disk of DATA_DIR below which /readyz answers 503'),
  EVENT_LOOP_DELAY_MS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(5000)
    .describe('milliseconds that the event loop may be held up before /readyz answers 503'),
  AUDIT_MONTHS_KEPT: z.coerce
    .number()
    .int()
    .min(1)
    .max(1200)
    .default(24)
    .describe('whole months for which the log of changes is kept'),
  WORKER: z.stringbool().default(true).describe('whether the server runs a worker inside'),
  SOLVER_THREADS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe('threads that one scheduling task may use'),
  GRAPHQL_EXECUTOR: z
    .enum(['jit', 'js'])
    .default('jit')
    .describe('jit: compiled queries; js: the reference executor'),
  INITIAL_PASSWORDS: z
    .enum(['codes', 'predictable'])
    .default('codes')
    .describe('codes: random, exported by class or department; predictable: stu/te and the number, a risk'),
  INITIAL_PASSWORDS_RISK_ACCEPTED: z
    .stringbool()
    .default(false)
    .describe('lets production start with predictable initial passwords'),
});

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

type Settings = z.infer<typeof settings>;

/** The settings, frozen, with what follows from them. */
export interface Config extends Readonly<Settings> {
  /** Whether GraphiQL, documentation pages and introspection are on. */
  readonly explorer: boolean;
  /** Origins allowed beside the same one; null allows all. */
  readonly corsOrigins: readonly string[] | null;
  /** The same for sockets of GraphQL, for which the default of CORS_ORIGINS is not meant. */
  readonly socketOrigins: readonly string[] | null;
}

/** Every setting that is wrong, listed at once. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The settings are not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const secret = /SECRET|TOKEN|PASSWORD|URL/;

const isRefusedInProduction = (data: Settings): boolean =>
  data.NODE_ENV === 'production' &&
  data.INITIAL_PASSWORDS === 'predictable' &&
  !data.INITIAL_PASSWORDS_RISK_ACCEPTED;

/** Reads the settings from the environment. Empty values count as not set. @throws ConfigError */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const result = settings.safeParse(given);
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.map(({ path, message }) => {
        const name = String(path[0]);
        const shown = secret.test(name) ? '' : ` "${given[name]}"`;
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
  const origins = data.CORS_ORIGINS.split(',')
    .map((origin) => origin.trim())
    .filter(Boolean);
  const corsOrigins = origins.includes('*') ? null : origins;
  return Object.freeze({
    ...data,
    explorer: data.EXPLORER ?? data.NODE_ENV !== 'production',
    corsOrigins,
    socketOrigins: given.CORS_ORIGINS === undefined ? [] : corsOrigins,
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
