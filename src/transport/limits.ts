import { validate, type ParseOptions, type ValidationRule } from 'graphql';
import { aliasRule } from './limit-rules/aliases.js';
import { depthRule } from './limit-rules/depth.js';
import { directiveRule } from './limit-rules/directives.js';
import { fieldRule } from './limit-rules/fields.js';
import { fragmentCycleRule } from './limit-rules/fragment-cycles.js';
import { rootFieldRule } from './limit-rules/root-fields.js';

/** Limits of one GraphQL request, documented in docs/limits.md. */
export const limits = {
  /** Bytes of the body of a request. */
  bodyBytesMax: 1024 * 1024,
  /** Bytes of one file of a multipart request, and of the whole request. */
  fileBytesMax: 10 * 1024 * 1024,
  uploadBytesMax: 11 * 1024 * 1024,
  /** Files of a multipart request. */
  filesMax: 4,
  /** Characters of a document. */
  charactersMax: 64 * 1024,
  /** Lexical tokens of a document. */
  tokensMax: 2_000,
  /** Brackets of a document inside one another, of all kinds. */
  nestingMax: 100,
  /** Nesting depth of fields; introspection is limited by graphql-js itself. */
  depthMax: 12,
  /** Aliased fields of a document, including `__typename`. */
  aliasesMax: 30,
  /** Root fields of an operation. */
  rootFieldsMax: 20,
  /** Directives of a document. */
  directivesMax: 30,
  /** Fields of an operation with its fragments expanded. */
  fieldsMax: 1_000,
  /** Values in the variables of a request: entries of lists and fields of objects. */
  valuesMax: 50_000,
  /** Comparisons of fields of the same name; graphql-js counts them. */
  comparisonsMax: 500_000,
  /** Records that an operation is expected to read; ten values count as one record. */
  costMax: 150_000,
} as const;

const limitRules: readonly ValidationRule[] = [
  fragmentCycleRule,
  depthRule(limits.depthMax),
  aliasRule(limits.aliasesMax),
  rootFieldRule(limits.rootFieldsMax),
  directiveRule(limits.directivesMax),
  fieldRule(limits.fieldsMax),
];

/** Maximum number of exceeded limits listed in one answer. */
const errorsMax = 5;

/** The limits that apply to the document alone. Their errors are listed before all others. */
export const limitRule: ValidationRule = (context) => {
  const errors = validate(context.getSchema(), context.getDocument(), limitRules, { maxErrors: errorsMax });
  for (const error of errors.slice(0, errorsMax)) context.reportError(error);
  return {};
};

export const parseOptions: ParseOptions = { maxTokens: limits.tokensMax };
