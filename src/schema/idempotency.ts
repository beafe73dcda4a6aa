import { DomainError } from './errors.js';

/** Greatest length of an idempotency key. */
const charactersMax = 255;
const printable = /^[\x20-\x7e]+$/;

/**
 * The idempotency key of a request, from its header or from the extensions of a GraphQL request; null without
 * one. @throws INVALID_PARAMETER when it is none, or the two differ
 */
export function idempotencyKeyOf(header: unknown, extensions?: unknown): string | null {
  const extension = (extensions as { idempotencyKey?: unknown } | null | undefined)?.idempotencyKey ?? null;
  const key = header ?? extension;
  if (key === null) return null;
  if (typeof key !== 'string' || key.length > charactersMax || !printable.test(key))
    throw new DomainError('INVALID_PARAMETER', {
      zh: `幂等键不合法：应为 1 至 ${charactersMax} 个可打印的 ASCII 字符`,
      en: `The idempotency key is not valid: it must be 1 to ${charactersMax} printable ASCII characters.`,
    });
  if (extension !== null && extension !== key)
    throw new DomainError('INVALID_PARAMETER', {
      zh: '请求头 Idempotency-Key 与 extensions.idempotencyKey 不一致',
      en: 'The header Idempotency-Key and extensions.idempotencyKey differ. Maybe send one of them.',
    });
  return key;
}
