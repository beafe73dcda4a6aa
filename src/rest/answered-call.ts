import type { Response } from 'express';
import type { MountedRoute } from './route.js';
import type { ErrorCode } from '../schema/errors.js';
import { canonicalId } from '../schema/scalars.js';

/** A call that has been answered, without what must not be recorded. */
export interface AnsweredCall {
  readonly method: string;
  /** Path below the base path, without the query; `*` replaces every part that could be a secret. */
  readonly path: string;
  /** Query parameters that tell nothing of a person. */
  readonly parameters: ShownParameters;
  /** HTTP status of the answer; 499 where the caller left before its end. */
  readonly status: number;
  /** Kind of the failure; null for a success. */
  readonly failure: ErrorCode | null;
  readonly requestedAt: Date;
  readonly durationMs: number;
}

/** Query parameters by name; several values of one name are a list. */
type ShownParameters = Readonly<Record<string, string | readonly string[]>>;

/** What is known of a call when its answer has ended. */
interface CallFacts {
  readonly method: string;
  readonly path: string;
  /** None for an address that no route has. */
  readonly route?: MountedRoute;
  readonly query: Readonly<Record<string, unknown>>;
  readonly failure?: ErrorCode;
}

/** Status of a call whose caller left before the end of the answer, as proxies count it. */
const callerLeftStatus = 499;

/**
 * Tells of a call once its answer has ended, or its caller has left; `facts` is asked then. The query is
 * read for it, the body is not.
 */
export function tellWhenAnswered(
  response: Response,
  words: ReadonlySet<string>,
  facts: () => CallFacts,
  tell: (call: AnsweredCall) => void,
): void {
  const requestedAt = new Date();
  const startMs = performance.now();
  // Before the line of the request in the log, which tells of it.
  response.prependOnceListener('close', () => {
    const { method, path, route, query, failure } = facts();
    tell({
      method,
      path: shownAddress(path, route, words),
      parameters: shownParameters(query),
      status: response.writableFinished ? response.statusCode : callerLeftStatus,
      failure: failure ?? null,
      requestedAt,
      durationMs: Math.round(performance.now() - startMs),
    });
  });
}

/** Path parameters that are masked whatever they look like. */
const secretParameter = /token|secret|password|key/i;

const masked = '*';

/** Parts of an address that are written down at most. */
const partsMax = 20;

/**
 * The address of a call as it may be written down. Of a route, parameters are shown where they are
 * identifiers; of an address that no route has, only words that routes have, because a secret may stand
 * wherever somebody mistyped one.
 */
function shownAddress(path: string, route: MountedRoute | undefined, words: ReadonlySet<string>): string {
  const pattern = route?.path.split('/');
  const shown = (part: string, at: number): string => {
    if (!pattern) return words.has(part) ? part : masked;
    const name = pattern[at];
    if (!name.startsWith(':')) return name;
    return secretParameter.test(name) ? masked : (canonicalId(part) ?? masked);
  };
  return path.split('/').slice(0, partsMax).map(shown).join('/');
}

/** The words of which the addresses of routes consist. */
export const wordsOf = (routes: readonly MountedRoute[]): ReadonlySet<string> =>
  new Set(routes.flatMap(({ path }) => path.split('/').filter((part) => !part.startsWith(':'))));

/** Query parameters that may be written down, beside those that are named as identifiers. */
const plainParameters = new Set([
  ...['page', 'size', 'is_desc', 'isDesc', 'year', 'status', 'disable'],
  ...['is_enabled', 'isEnabled', 'is_graduated', 'is_primary', 'qualification_level'],
  ...['resolution_status', 'conflict_type', 'building', 'class', 'department', 'tag'],
]);

const identifierName = /^[a-z_]{1,40}_uuid$|^[a-z]{1,20}Uuid$/i;

/** What a value looks like that tells nothing by itself: a number, a yes or no. */
const plainValue = /^(?:\d{1,9}|true|false)$/;

/**
 * The query parameters that may be written down, by name: only those of a list of names, and of these only
 * numbers, flags and identifiers. Names, keywords, passwords and tokens are left out.
 */
function shownParameters(query: Readonly<Record<string, unknown>>): ShownParameters {
  const shown: Record<string, string | string[]> = {};
  for (const [name, given] of Object.entries(query)) {
    if (!plainParameters.has(name) && !identifierName.test(name)) continue;
    const values = [given].flat().map(shownValue);
    if (values.length > partsMax || values.includes(null)) continue;
    shown[name] = Array.isArray(given) ? (values as string[]) : values[0]!;
  }
  return shown;
}

const shownValue = (value: unknown): string | null =>
  plainValue.test(String(value)) ? String(value) : canonicalId(value);
