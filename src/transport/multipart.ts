import { MIMEType } from 'node:util';
import type { Request } from 'express';
import { DomainError } from '../schema/errors.js';
import { limits } from './limits.js';
import { UploadedFile } from '../schema/scalars.js';

/** Whether a request contains files. */
export function isMultipart(request: { headers: { 'content-type'?: string } }): boolean {
  return /^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '');
}

/** Browsers send forms to other origins without a CORS preflight; this header forces one. */
export function requirePreflight(request: Request): void {
  if (request.headers['apollo-require-preflight'] || request.headers['x-apollo-operation-name']) return;
  throw new DomainError('WRONG_CONTENT_TYPE', {
    zh: '上传文件的请求必须带有请求头 apollo-require-preflight: true',
    en: 'A request with files needs the header "apollo-require-preflight: true".',
  });
}

/**
 * The body of a request with files, by the GraphQL multipart request specification: the part `operations` is
 * the JSON body with null in place of files, `map` assigns parts to those places. Node parses the form, after
 * its size and its number of parts were checked.
 */
export async function readForm(request: Request): Promise<unknown> {
  const bytes = request.body as Buffer;
  const boundary = boundaryOf(request.headers['content-type'] ?? '');
  limitParts(bytes, boundary);
  // Not the header as sent: whatever is parsed must be what was counted.
  const type = `multipart/form-data; boundary="${boundary}"`;
  const form = await new Response(bytes as BodyInit, { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw invalid('表单无法读取', 'the form cannot be read');
    });
  const operations = jsonPart(form, 'operations');
  const map = jsonPart(form, 'map');
  for (const [name, paths] of Object.entries(map)) {
    const file = form.get(name);
    if (!(file instanceof File))
      throw invalid(`map 中的“${name}”不是文件`, `"map" names the part "${name}", which is no file`);
    if (!Array.isArray(paths)) throw invalid('map 的值必须是路径列表', '"map" must hold lists of paths');
    if (file.size > limits.fileBytesMax) throw tooLarge();
    const uploaded = new UploadedFile(new Uint8Array(await file.arrayBuffer()));
    for (const path of paths) place(operations, path, uploaded);
  }
  return operations;
}

/** Characters of a boundary (RFC 2046, section 5.1.1), which mean the same with and without quotes. */
const boundaryPattern = /^[\w'()+,./:=? -]{1,70}$/;

/** The boundary of a form; empty if there is none. */
function boundaryOf(type: string): string {
  try {
    const boundary = new MIMEType(type).params.get('boundary') ?? '';
    return boundaryPattern.test(boundary) ? boundary : '';
  } catch {
    return '';
  }
}

/** Bytes of the headers of a part; each of their lines is parsed. */
const partHeadBytesMax = 4 * 1024;

/**
 * Throws if there are too many parts or too long headers; checked first, because parsing them would block the
 * event loop.
 */
function limitParts(bytes: Buffer, boundary: string): void {
  if (!boundary || !Buffer.isBuffer(bytes))
    throw invalid('表单没有分隔符或没有内容', 'the form has no boundary or no parts');
  let count = 0;
  for (let at = bytes.indexOf(boundary); at >= 0; at = bytes.indexOf(boundary, at + boundary.length)) {
    // There is one boundary before each part and one at the end; `operations` and `map` are parts too.
    if (++count > limits.filesMax + 3)
      throw invalid(`最多 ${limits.filesMax} 个文件`, `there may be at most ${limits.filesMax} files`);
    const blankLine = bytes.indexOf('\r\n\r\n', at);
    if ((blankLine < 0 ? bytes.length : blankLine) - at > partHeadBytesMax)
      throw invalid('表单某部分的头过长', 'the headers of a part are too long');
  }
}

function jsonPart(form: FormData, name: string): Record<string, unknown> {
  const text = form.get(name);
  // Bytes that are not UTF-8 were replaced by U+FFFD.
  if (typeof text === 'string' && Buffer.byteLength(text) > limits.bodyBytesMax) throw tooLong(name);
  if (typeof text !== 'string' || text.includes('\ufffd'))
    throw invalid(`“${name}”必须是 UTF-8 编码的 JSON`, `the part "${name}" must be JSON in UTF-8`);
  const value = parsed(text);
  if (typeof value !== 'object' || value === null)
    throw invalid(`“${name}”必须是 JSON 对象`, `the part "${name}" must be a JSON object`);
  return value as Record<string, unknown>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Puts the file at the path, in place of the null there. */
function place(operations: object, path: unknown, file: UploadedFile): void {
  const keys = typeof path === 'string' ? path.split('.') : [];
  const last = keys.pop();
  let holder: unknown = keys[0] === 'variables' ? operations : undefined;
  for (const key of keys) holder = hasOwn(holder, key) ? (holder as Record<string, unknown>)[key] : undefined;
  if (last === undefined || !hasOwn(holder, last) || (holder as Record<string, unknown>)[last] !== null)
    throw invalid(
      'map 中的路径必须指向 variables 中值为 null 的位置',
      'a path of "map" must lead to a null below "variables"',
    );
  (holder as Record<string, unknown>)[last] = file;
}

const hasOwn = (holder: unknown, key: string): boolean =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key);

const megabytes = limits.fileBytesMax / 1024 / 1024;

const tooLarge = (): DomainError =>
  new DomainError('TOO_LARGE', {
    zh: `文件过大，最多 ${megabytes} MiB`,
    en: `The file is too large: at most ${megabytes} MiB.`,
  });

/** The JSON beside files may be as long as that without any. */
const tooLong = (name: string): DomainError =>
  new DomainError('TOO_LARGE', {
    zh: `“${name}”过大，最多 ${limits.bodyBytesMax / 1024 / 1024} MiB`,
    en: `The part "${name}" is too large: at most ${limits.bodyBytesMax / 1024 / 1024} MiB.`,
  });

const invalid = (zh: string, en: string): DomainError =>
  new DomainError('INVALID_BODY', { zh: `请求体不合法：${zh}`, en: `The body is not valid: ${en}.` });
