import {
  getNamedType,
  isInputObjectType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedInputType,
} from 'graphql';
import { DomainError, type FieldProblem } from '../schema/errors.js';

/** Tells of a problem within a record or list where it stands, as the caller wrote it. */
export type Locate = (problem: FieldProblem) => FieldProblem;

/**
 * The same problem, with the keys of the wire that lead to its field: `times.0.weeks` of the schema is
 * `class_time[0].week_numbers`. Fields of the input itself are plain from their labels.
 */
export const locatedBy =
  (args: readonly GraphQLArgument[], namesOf: (field: string) => readonly string[]): Locate =>
  (problem) => {
    const parts = problem.field.split('.');
    const path = parts.length > 1 ? args.flatMap(({ type }) => pathIn(type, parts, namesOf) ?? [])[0] : null;
    if (!path) return problem;
    const { zh, en } = problem.text;
    return { ...problem, text: { zh: `${zh}（${path}）`, en: `${en} (${path})` } };
  };

function pathIn(
  of: GraphQLArgument['type'],
  parts: readonly string[],
  namesOf: (field: string) => readonly string[],
): string | null {
  let type: GraphQLNamedInputType = getNamedType(of);
  let path = '';
  for (const part of parts)
    if (/^\d+$/.test(part)) path += `[${part}]`;
    else {
      const field: GraphQLInputField | undefined = isInputObjectType(type)
        ? type.getFields()[part]
        : undefined;
      if (!field) return null;
      path += `${path && '.'}${namesOf(part)[0]}`;
      type = getNamedType(field.type);
    }
  return path;
}

/** An error whose problems are told where they stand. */
export function located(error: unknown, locate: Locate): unknown {
  if (!(error instanceof DomainError && error.details.problems?.length)) return error;
  const problems = error.details.problems.map(locate);
  const isFirst = error.text === error.details.problems[0].text;
  const text = isFirst ? problems[0].text : error.text;
  return new DomainError(error.code, text, { ...error.details, problems });
}
