import { useCallback, useEffect, useState } from 'react';
import { post } from '../../post.js';
import { postRenewing, subscribe } from '../../client.js';
import { isRefusal, session, withSession } from '../../session.js';
import type { Operation } from './operation.js';
import { shellTexts, withRetry } from './texts.js';
import { useIsEnded } from './user.js';

/** What the server said instead of an answer, in the reader's language. */
export class Refusal extends Error {
  /** Codes of the schema, such as NOT_FOUND. */
  readonly codes: readonly string[];
  /** What is wrong with which field of the request, such as `endsDates`. */
  readonly problems: readonly FieldProblem[];
  constructor(errors: readonly GraphqlError[]) {
    super(errors.map(said).join('\n') || shellTexts.noAnswer);
    this.codes = errors.map(({ extensions }) => extensions?.code ?? '');
    this.problems = errors.flatMap(problemsOf);
  }
}

/** What is wrong with one field of a request. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

interface GraphqlError {
  readonly message: string;
  readonly extensions?: {
    readonly code?: string;
    readonly retrySeconds?: number;
    readonly field?: string;
    readonly problems?: readonly FieldProblem[];
  };
}

const problemsOf = ({ message, extensions }: GraphqlError): readonly FieldProblem[] =>
  extensions?.problems ?? (extensions?.field ? [{ field: extensions.field, message }] : []);

const said = ({ message, extensions }: GraphqlError): string => withRetry(message, extensions?.retrySeconds);
interface Result<Answer> {
  readonly data?: Answer | null;
  readonly errors?: readonly GraphqlError[];
}

/**
 * Sends a query or a mutation as whoever is signed in. A session that the server no longer knows ends here.
 *
 * @throws Refusal
 */
export async function ask<Answer, Variables>(
  query: Operation<Answer, Variables>,
  variables?: Variables,
): Promise<Answer> {
  return send({ query, variables });
}

/**
 * Sends a mutation with a file, which takes the place of the variable `file`.
 *
 * @throws Refusal
 */
export async function askWithFile<Answer, Variables>(
  query: Operation<Answer, Variables & { file: null }>,
  variables: Variables,
  file: File,
): Promise<Answer> {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables: { ...variables, file: null } }));
  form.set('map', JSON.stringify({ 0: ['variables.file'] }));
  form.set('0', file);
  return send(form, { 'Apollo-Require-Preflight': 'true' });
}

async function send<Answer>(request: object, headers = {}): Promise<Answer> {
  const result: Result<Answer> = await postRenewing(request, withSession(headers));
  if (!isRefusal(result)) return answerOf(result);
  session.end();
  throw new Refusal([{ message: shellTexts.notSent, extensions: { code: 'UNAUTHENTICATED' } }]);
}

/** Sends an operation without any session: who is not signed in yet. @throws Refusal */
export async function askAsNobody<Answer, Variables>(
  query: Operation<Answer, Variables>,
  variables?: Variables,
): Promise<Answer> {
  return answerOf(await post({ query, variables }));
}

/**
 * Follows a subscription, over every break of the connection and from one session to the next, until the
 * returned function is called. The server tells the present state first, so nothing is missed between.
 */
export function follow<Answer, Variables>(
  query: Operation<Answer, Variables>,
  variables: Variables,
  { next, failed, ended, broken }: Sink<Answer>,
): () => void {
  let isRefused = false;
  let stop: () => void;
  const sink = {
    next: (result: Result<Answer>) => {
      isRefused = isRefusal(result);
      if (isRefused) return;
      if (result.errors?.length) failed?.(new Refusal(result.errors));
      else next(result.data!);
    },
    complete: () => {
      if (!isRefused) return ended?.();
      stop = session.listen(() => session.get() && (stop(), begin()));
      void session.renewed(withSession({}));
    },
    broken,
  };
  let headers: object;
  const begin = () => {
    headers = withSession({});
    stop = subscribe({ query, variables }, headers, sink, { retryAttempts: Infinity }).unsubscribe;
  };
  begin();
  return () => stop();
}

/** Who listens to a subscription. */
export interface Sink<Answer> {
  next: (answer: Answer) => void;
  failed?: (refusal: Refusal) => void;
  ended?: () => void;
  /** Whether the connection is away; it is made again meanwhile. */
  broken?: (isBroken: boolean) => void;
}

/** What `useQuery` knows. While the next answer is on its way, `data` is the last one. */
export interface Query<Answer, Variables> {
  readonly data?: Answer;
  /** What `data` was asked with. */
  readonly asked?: Variables;
  readonly error?: Error;
  readonly isLoading: boolean;
  reload(): void;
}

/**
 * Asks when the component appears and whenever the variables change; undefined variables ask nothing. What
 * was refused because the session had ended is asked again in the next one.
 */
export function useQuery<Answer, Variables extends object>(
  query: Operation<Answer, Variables>,
  variables: Variables | undefined,
): Query<Answer, Variables> {
  const [state, setState] = useState<{
    key?: string;
    data?: Answer;
    asked?: Variables;
    error?: Error;
  }>({});
  const [round, setRound] = useState(0);
  const isEnded = useIsEnded();
  const key = variables && JSON.stringify([query, variables]);
  useEffect(() => {
    if (!key || isEnded) return;
    let isCurrent = true;
    ask(query, variables).then(
      (data) => isCurrent && setState({ key, data, asked: variables }),
      (error: Error) => isCurrent && !session.ended() && setState({ key, error }),
    );
    return () => void (isCurrent = false);
  }, [key, round, isEnded]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const { data, asked, error } = state;
  return { data, asked, error, isLoading: key !== undefined && state.key !== key, reload };
}

function answerOf<Answer>({ data, errors }: Result<Answer>): Answer {
  if (errors?.length || !data) throw new Refusal(errors ?? []);
  return data;
}
