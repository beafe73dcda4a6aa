import { useCallback, useEffect, useState } from 'react';
import { language } from '../../language.js';
import { endpoint, post } from '../../post.js';
import { postRenewing, subscribe } from '../../client.js';
import { isRefusal, session, withSession } from '../../session.js';
import type { Operation } from './operation.js';
import { shellTexts, withRetry } from './texts.js';

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
  const result: Result<Answer> = await postRenewing({ query, variables }, withSession({}));
  if (isRefusal(result) && session.get()) await session.signOut();
  return answerOf(result);
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
  const headers = { 'Accept-Language': language, 'Apollo-Require-Preflight': 'true' };
  const response = await fetch(endpoint, { method: 'POST', body: form, headers: withSession(headers) });
  return answerOf(await response.json());
}

/** Sends an operation without any session: who is not signed in yet. @throws Refusal */
export async function askAsNobody<Answer, Variables>(
  query: Operation<Answer, Variables>,
  variables?: Variables,
): Promise<Answer> {
  return answerOf(await post({ query, variables }));
}

/**
 * Follows a subscription, over every break of the connection, until the returned function is called. The
 * server tells the present state first, so nothing is missed between.
 */
export function follow<Answer, Variables>(
  query: Operation<Answer, Variables>,
  variables: Variables,
  { next, failed, ended, broken }: Sink<Answer>,
): () => void {
  const sink = {
    next: (result: Result<Answer>) => {
      if (result.errors?.length) failed?.(new Refusal(result.errors));
      else next(result.data!);
    },
    complete: () => ended?.(),
    broken,
  };
  return subscribe({ query, variables }, withSession({}), sink, { retryAttempts: Infinity }).unsubscribe;
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

/** Asks when the component appears and whenever the variables change; undefined variables ask nothing. */
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
  const key = variables && JSON.stringify([query, variables]);
  useEffect(() => {
    if (!key) return;
    let isCurrent = true;
    ask(query, variables).then(
      (data) => isCurrent && setState({ key, data, asked: variables }),
      (error: Error) => isCurrent && setState({ key, error }),
    );
    return () => void (isCurrent = false);
  }, [key, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const { data, asked, error } = state;
  return { data, asked, error, isLoading: key !== undefined && state.key !== key, reload };
}

function answerOf<Answer>({ data, errors }: Result<Answer>): Answer {
  if (errors?.length || !data) throw new Refusal(errors ?? []);
  return data;
}
