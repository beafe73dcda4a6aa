import { GraphQLScalarType, GraphQLError, Kind } from 'graphql';
import { DomainError } from './errors.js';
import type { Text } from './texts.js';

const uuidPattern = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** The canonical form of an identifier (lower case, dashes), or null when the text is not one. */
export function canonicalId(value: unknown): string | null {
  if (typeof value !== 'string' || !uuidPattern.test(value.trim())) return null;
  const hex = value.trim().replaceAll('-', '').toLowerCase();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** An error that GraphQL may report wherever it meets the value, in the language of the caller. */
const refusal = (text: Text): GraphQLError =>
  new GraphQLError(text.en, { originalError: new DomainError('INVALID_PARAMETER', text) });

const shown = (value: unknown): string => String(value).slice(0, 64);

function idFrom(value: unknown): string {
  const id = canonicalId(value);
  if (id !== null) return id;
  throw refusal({
    zh: `主键不合法：“${shown(value)}”，应为 UUID（可省略短横线）`,
    en: `"${shown(value)}" is not an identifier: it must be a UUID, with or without dashes.`,
  });
}

/**
 * Identifier of a record, under the name of GraphQL's own ID, which every client and generator knows. It
 * replaces the built-in scalar, because names are unique in a schema; printed schemas omit it like the
 * built-in one.
 */
export const Id = new GraphQLScalarType({
  name: 'ID',
  description:
    'Identifier of a record: a UUID (version 7 if created here), accepted with or without dashes in any ' +
    'case.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc9562',
  serialize: (value) => value,
  parseValue: idFrom,
  parseLiteral: (node) =>
    idFrom(node.kind === Kind.STRING || node.kind === Kind.INT ? node.value : undefined),
});

/** Whether the text is a day of the calendar, `YYYY-MM-DD`, from year 1 to 9999: what a column can hold. */
export function isCivilDate(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const instantPattern =
  /^(\d{4}-\d\d-\d\d)[Tt ]([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/**
 * The point in time that a text of RFC 3339 names, or null: of a day that there is, and in UTC within the
 * years 1 to 9999. Leap seconds are none, because no clock here has them.
 */
export function instantOf(text: string): Date | null {
  const [, day] = instantPattern.exec(text) ?? [];
  if (day === undefined || !isCivilDate(day)) return null;
  const instant = new Date(text.toUpperCase().replace(' ', 'T'));
  return isCivilDate(instant.toISOString().slice(0, 10)) ? instant : null;
}

function dateFrom(value: unknown): string {
  if (typeof value === 'string' && isCivilDate(value)) return value;
  throw refusal({
    zh: `日期不合法：“${shown(value)}”，应为日历上的一天 YYYY-MM-DD，年份 1 到 9999`,
    en:
      `"${shown(value)}" is not a date: it must be a day of the calendar in the years 1 to 9999, written ` +
      `YYYY-MM-DD.`,
  });
}

/** A calendar day without time or zone. */
export const CivilDate = new GraphQLScalarType({
  name: 'Date',
  description: 'A calendar day at the institution, `YYYY-MM-DD`, without time or zone.',
  serialize: (value) => value,
  parseValue: dateFrom,
  parseLiteral: (node) => dateFrom(node.kind === Kind.STRING ? node.value : undefined),
});

/** A file uploaded as a part of a multipart request. */
export class UploadedFile {
  constructor(readonly bytes: Uint8Array) {}
}

function fileFrom(value: unknown): string | Uint8Array {
  if (value instanceof UploadedFile) return value.bytes;
  if (typeof value === 'string') return value;
  throw refusal({
    zh: '文件不合法：应为 multipart 请求的一个部分，或 base64 文本',
    en: 'A file must be a part of a multipart request, or a text in base64.',
  });
}

/** A file: its bytes, or their base64. */
export const Upload = new GraphQLScalarType<string | Uint8Array, never>({
  name: 'Upload',
  description:
    'A file: a part of a multipart request, or, within the size limit of a JSON body, base64 or a data URI ' +
    'as text.',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  parseValue: fileFrom,
  parseLiteral: (node) => fileFrom(node.kind === Kind.STRING ? node.value : undefined),
});

/** A point in time. */
export const Instant = new GraphQLScalarType({
  name: 'DateTime',
  description: 'A point in time, RFC 3339 in UTC with milliseconds.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  serialize: (value) => new Date(value as string | number | Date).toISOString(),
  parseValue(value) {
    const instant = typeof value === 'string' ? instantOf(value) : null;
    if (instant) return instant;
    throw refusal({
      zh: `时间不合法：“${shown(value)}”，应为 RFC 3339 格式，如 2026-09-01T08:00:00Z，年份 1 到 9999`,
      en:
        `"${shown(value)}" is not an instant: it must be written as RFC 3339, such as ` +
        `2026-09-01T08:00:00Z, of a day of the calendar in the years 1 to 9999.`,
    });
  },
});
