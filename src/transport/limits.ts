import { validate, type ParseOptions, type ValidationRule } from 'graphql';
import { aliasRule } from './limit-rules/aliases.js';
import { depthRule } from './limit-rules/depth.js';
import { directiveRule } from './limit-rules/directives.js';
import { fieldRule } from './limit-rules/fields.js';
import { fragmentCycleRule } from './limit-rules/fragment-cycles.js';
import { rootFieldRule } from './limit-rules/root-fields.js';

/** How much one GraphQL request may ask for. The numbers are documented in docs/limits.md. */
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
  /** Words and signs of a document. */
  tokensMax: 2_000,
  /** Fields inside one another; introspection is bounded by graphql-js itself. */
  depthMax: 12,
  /** Fields under another name in a document, `__typename` too. */
  aliasesMax: 30,
  /** Root fields of an operation. */
  rootFieldsMax: 20,
  /** Directives of a document. */
  directivesMax: 30,
  /** Fields of an operation after its fragments were put in. */
  fieldsMax: 1_000,
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

/** Greatest number of broken limits that one answer lists. */
const toldMax = 5;

/** The limits that a document can break by itself. What is over one is told before all other faults. */
export const limitRule: ValidationRule = (context) => {
  const errors = validate(context.getSchema(), context.getDocument(), limitRules, { maxErrors: toldMax });
  for (const error of errors.slice(0, toldMax)) context.reportError(error);
  return {};
};

export const parseOptions: ParseOptions = { maxTokens: limits.tokensMax };
