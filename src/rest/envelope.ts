import { DomainError, errorKinds, type ErrorCode, type FieldProblem } from '../schema/errors.js';
import type { Language } from '../schema/texts.js';

/**
 * `specified`: five fields, code 0. `legacy`: for clients that check for `output` "Success" or `code` 200.
 */
export type EnvelopeMode = 'specified' | 'legacy';

export interface Envelope {
  output: string;
  code: number;
  message: string;
  error_message?: string;
  data?: unknown;
}

/** The only place where the two forms of a success differ. */
export function success(mode: EnvelopeMode, message: string, data: unknown): Envelope {
  if (mode === 'specified') return { output: '', code: 0, message, error_message: '', data: data ?? null };
  return { output: 'Success', code: 200, message, ...(data !== null && data !== undefined && { data }) };
}

/** A failure has the same keys in both modes; without detail, `data` is null, or absent in legacy mode. */
export function failure(
  mode: EnvelopeMode,
  language: Language,
  code: ErrorCode,
  errorMessage: string,
  data: unknown = null,
): Envelope {
  const { rest, output, text } = errorKinds[code];
  const envelope = { output, code: rest, message: text[language], error_message: errorMessage };
  return data === null && mode === 'legacy' ? envelope : { ...envelope, data };
}

/** An answer ready to send. */
export interface Answer {
  status: number;
  body: Envelope;
  /** The body as it is sent, where it was written before. */
  pieces?: readonly Buffer[];
  headers?: Record<string, string>;
}

/** Problems that one text tells. */
const toldMax = 5;

/** Several problems in one text, because clients show nothing else. */
function told(problems: readonly FieldProblem[], language: Language): string {
  const shown = problems.slice(0, toldMax).map(({ text }) => text[language]);
  const more = problems.length - shown.length;
  if (more > 0) shown.push(language === 'zh' ? `另有 ${more} 处错误` : `And ${more} more.`);
  return shown.join(language === 'zh' ? '；' : ' ');
}

/** The answer for an expected failure. */
export function failureAnswer(mode: EnvelopeMode, language: Language, error: DomainError): Answer {
  const { problems, retrySeconds, ...detail } = error.details;
  const all = problems && problems.length > 1 && error.text === problems[0].text ? problems : null;
  const data =
    problems?.map(({ text }) => text[language]) ?? (Object.keys(detail).length > 0 ? detail : null);
  return {
    status: error.status,
    body: failure(mode, language, error.code, all ? told(all, language) : error.messageIn(language), data),
    ...(retrySeconds !== undefined && { headers: { 'retry-after': String(retrySeconds) } }),
  };
}
