import type { IncomingMessage } from 'node:http';
import { DomainError } from '../schema/errors.js';

/** Maximum size of a body in bytes: of an ordinary one, and of one with a workbook of 10 MiB in base64. */
const bodyBytesMax = 1024 * 1024;
const uploadBytesMax = 15 * 1024 * 1024;

interface ReadBody {
  /** Parsed JSON; undefined for no body, or the literal null. */
  json?: unknown;
  /** Fields of a form body. */
  form?: Record<string, unknown>;
}

interface Watched {
  /** Judges a body by the bytes that are announced, or have come; throws the refusal. */
  readonly judge: (bytes: number) => void;
  /** What a body of so many bytes waits for, if for anything. */
  readonly takeTurn: (bytes: number) => Promise<void> | undefined;
}

/**
 * Reads the body of a request, which waits for its turn as it came. @throws DomainError TOO_LARGE,
 * WRONG_CONTENT_TYPE or INVALID_BODY
 */
export async function readBody(
  request: IncomingMessage,
  { form = false, upload = false }: { readonly form?: boolean; readonly upload?: boolean },
  { judge, takeTurn }: Watched,
): Promise<ReadBody> {
  const bytes = await collect(request, upload ? uploadBytesMax : bodyBytesMax, judge);
  if (bytes.length === 0) return {};
  await takeTurn(bytes.length);
  const type = (request.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
  const text = decode(bytes);
  if (form && type === 'application/x-www-form-urlencoded')
    return { form: Object.fromEntries(new URLSearchParams(text)) };
  if (type !== 'application/json') throw wrongContentType(type, form);
  const json = parseJson(text);
  return json === null ? {} : { json };
}

async function collect(request: IncomingMessage, bytesMax: number, judge: Watched['judge']): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > bytesMax) throw tooLarge(bytesMax);
  judge(announced);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Not destroyed, because that would close the connection before the answer is sent.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > bytesMax) throw tooLarge(bytesMax);
      judge(size);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof DomainError ? error : brokenOff();
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DomainError('INVALID_BODY', {
      zh: '消息不可读：请求体不是有效的 UTF-8 文本',
      en: 'The body cannot be read: it is not valid UTF-8.',
    });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const at = /position (\d+)/.exec((error as Error).message)?.[1];
    throw new DomainError('INVALID_BODY', {
      zh: `消息不可读：请求体不是有效的 JSON${at ? `（第 ${Number(at) + 1} 个字符处）` : ''}`,
      en: `The body cannot be read: it is not JSON${at ? `, from character ${Number(at) + 1} on` : ''}.`,
    });
  }
}

const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MiB`;

const tooLarge = (bytesMax: number): DomainError =>
  new DomainError('TOO_LARGE', {
    zh: `请求体过大，最多 ${megabytes(bytesMax)}`,
    en: `The body is too large: at most ${megabytes(bytesMax)} are accepted here.`,
  });

const brokenOff = (): DomainError =>
  new DomainError('INVALID_BODY', {
    zh: '消息不可读：请求体在传输中断开',
    en: 'The body cannot be read: the connection broke off.',
  });

const wrongContentType = (type: string, form: boolean): DomainError =>
  new DomainError('WRONG_CONTENT_TYPE', {
    zh: `不支持的内容类型“${type || '无'}”，请使用 application/json${form ? ' 或 application/x-www-form-urlencoded' : ''}`,
    en:
      `The content type "${type || 'none'}" is not accepted. Maybe send ` +
      `application/json${form ? ' or application/x-www-form-urlencoded' : ''}.`,
  });
