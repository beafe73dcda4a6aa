import type { Language, Text } from './texts.js';

/**
 * Every kind of failure that a caller can see. The key is the GraphQL code; `rest` the five-digit code of
 * /api/v1, whose first three digits are the HTTP status; `output` its name in that envelope, and `text` its
 * fixed message.
 */
export const errorKinds = {
  INVALID_INPUT: { rest: 40002, output: 'ParameterError', text: { zh: '参数错误', en: 'Invalid input' } },
  MISSING_PARAMETER: {
    rest: 40003,
    output: 'ParameterMissing',
    text: { zh: '参数缺失', en: 'Missing parameter' },
  },
  INVALID_PARAMETER: {
    rest: 40004,
    output: 'ParameterInvalid',
    text: { zh: '参数无效', en: 'Invalid parameter' },
  },
  INVALID_BODY: { rest: 40007, output: 'BodyError', text: { zh: '请求体错误', en: 'Invalid body' } },
  OPERATION_ERROR: { rest: 40017, output: 'OperationError', text: { zh: '操作错误', en: 'Operation error' } },
  OPERATION_FAILED: {
    rest: 40018,
    output: 'OperationFailed',
    text: { zh: '操作失败', en: 'Operation failed' },
  },
  OPERATION_INVALID: {
    rest: 40019,
    output: 'OperationInvalid',
    text: { zh: '操作无效', en: 'Not possible in this state' },
  },
  OPERATION_DENIED: {
    rest: 40021,
    output: 'OperationDenied',
    text: { zh: '操作被拒绝', en: 'Operation denied' },
  },
  UNAUTHENTICATED: { rest: 40101, output: 'Unauthorized', text: { zh: '未授权', en: 'Not signed in' } },
  SIGN_IN_FAILED: { rest: 40102, output: 'SignInFailed', text: { zh: '登录失败', en: 'Sign-in failed' } },
  FORBIDDEN: { rest: 40301, output: 'Forbidden', text: { zh: '禁止访问', en: 'Forbidden' } },
  NOT_INITIALISED: { rest: 40301, output: 'Forbidden', text: { zh: '禁止访问', en: 'Forbidden' } },
  NOT_FOUND: { rest: 40400, output: 'NotExist', text: { zh: '内容不存在', en: 'Not found' } },
  UNKNOWN_URL: { rest: 40401, output: 'PageNotFound', text: { zh: '页面未找到', en: 'Page not found' } },
  WRONG_METHOD: {
    rest: 40501,
    output: 'MethodNotAllowed',
    text: { zh: '方法不允许', en: 'Method not allowed' },
  },
  DUPLICATE: { rest: 40900, output: 'Existed', text: { zh: '内容已存在', en: 'Already exists' } },
  IN_USE: { rest: 40901, output: 'InUse', text: { zh: '内容使用中', en: 'Still in use' } },
  VERSION_CONFLICT: { rest: 40902, output: 'StaleVersion', text: { zh: '版本已过期', en: 'Stale version' } },
  KEY_CONFLICT: {
    rest: 40903,
    output: 'KeyConflict',
    text: { zh: '幂等键冲突', en: 'Idempotency key in use' },
  },
  TOO_LARGE: { rest: 41300, output: 'TooLarge', text: { zh: '请求体过大', en: 'Too large' } },
  WRONG_CONTENT_TYPE: {
    rest: 41500,
    output: 'UnsupportedMediaType',
    text: { zh: '内容类型不支持', en: 'Wrong content type' },
  },
  TOO_MANY_REQUESTS: {
    rest: 42900,
    output: 'TooManyRequests',
    text: { zh: '请求过于频繁', en: 'Too many requests' },
  },
  GRAPHQL_LIMIT: {
    rest: 40002,
    output: 'ParameterError',
    text: { zh: '查询超出限制', en: 'Query over a limit' },
  },
  INTERNAL: {
    rest: 50001,
    output: 'ServerInternalError',
    text: { zh: '服务器内部错误', en: 'Internal error' },
  },
  NOT_READY: { rest: 50300, output: 'NotReady', text: { zh: '服务未就绪', en: 'Not ready' } },
} as const satisfies Record<string, { rest: number; output: string; text: Text }>;

export type ErrorCode = keyof typeof errorKinds;

/** One problem of one field of an input. */
export interface FieldProblem {
  /** Path of the field inside the input, in GraphQL names. */
  readonly field: string;
  readonly text: Text;
  /** For a workbook: position of the cell, and the error as a code. */
  readonly cell?: {
    readonly sheet: string;
    readonly row: number;
    readonly column: string | null;
    readonly code: string;
  };
}

/** An expected failure that the caller can understand and act on. All other errors are masked. */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly text: Text,
    readonly details: { readonly problems?: readonly FieldProblem[]; readonly [key: string]: unknown } = {},
  ) {
    super(text.en);
    this.name = 'DomainError';
  }

  /** HTTP status of the kind. */
  get status(): number {
    return Math.floor(errorKinds[this.code].rest / 100);
  }

  messageIn(language: Language): string {
    return this.text[language];
  }
}

const quote = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > 64 ? `${text.slice(0, 61)}…` : text;
};

/** The catalogue: one function for each failure raised in more than one place. */
export const errors = {
  notFound: (noun: Text, id: string) =>
    new DomainError('NOT_FOUND', {
      zh: `${noun.zh}不存在：${quote(id)}`,
      en: `There is no ${noun.en} "${quote(id)}" that you may see.`,
    }),
  duplicate: (field: string, label: Text, value: unknown) =>
    new DomainError(
      'DUPLICATE',
      {
        zh: `${label.zh}已存在：${quote(value)}，请换一个（不区分大小写和首尾空格）`,
        en:
          `${label.en} "${quote(value)}" is taken. Maybe choose another, letter case and outer blanks do ` +
          `not count.`,
      },
      { field },
    ),
  inUse: (noun: Text, holders: readonly { noun: Text; count: number }[]) =>
    new DomainError(
      'IN_USE',
      {
        zh:
          `该${noun.zh}已被使用，无法删除：` +
          `${holders.map(({ noun, count }) => `${noun.zh} ${count} 条`).join('，')}，请先修改或删除这些引用`,
        en:
          `This ${noun.en} is still referred to by ` +
          `${holders.map(({ noun, count }) => `${count} × ${noun.en}`).join(', ')}. Maybe change or delete ` +
          `those first.`,
      },
      { holders: holders.map(({ noun, count }) => ({ what: noun.en, count })) },
    ),
  versionConflict: (noun: Text, expected: number, current: number) =>
    new DomainError(
      'VERSION_CONFLICT',
      {
        zh: `${noun.zh}已被他人修改（您的版本 ${expected}，当前版本 ${current}），请刷新后重试`,
        en:
          `The ${noun.en} was changed meanwhile: you hold version ${expected}, the current one is ` +
          `${current}. Maybe reload it and repeat your change.`,
      },
      { currentVersion: current },
    ),
  invalidInput: (problems: readonly FieldProblem[]) =>
    new DomainError('INVALID_INPUT', problems[0].text, { problems }),
  /** One field whose value does not fit. */
  invalidField: (field: string, zh: string, en: string): DomainError =>
    errors.invalidInput([{ field, text: { zh, en } }]),
  /** What cannot be done as things stand. */
  notPossible: (zh: string, en: string) => new DomainError('OPERATION_INVALID', { zh, en }),
  invalidId: (label: Text, value: unknown) =>
    new DomainError('INVALID_PARAMETER', {
      zh: `${label.zh}主键不合法：${quote(value)}，应为 UUID（可省略短横线）`,
      en:
        `"${quote(value)}" is not an identifier of a ${label.en}: it must be a UUID, with or without ` +
        `dashes.`,
    }),
  keyReused: (key: string) =>
    new DomainError(
      'KEY_CONFLICT',
      {
        zh: `幂等键“${quote(key)}”已用于内容不同的请求，请换用新的幂等键`,
        en:
          `The idempotency key "${quote(key)}" was used for another input or selection. Maybe send a new ` +
          `key with a new request.`,
      },
      { idempotencyKey: key },
    ),
  keyBusy: (key: string) =>
    new DomainError(
      'KEY_CONFLICT',
      {
        zh: `幂等键“${quote(key)}”的请求仍在执行，请稍后用同一个键重试`,
        en:
          `The request with the idempotency key "${quote(key)}" is still being carried out. Maybe send it ` +
          `again later, with the same key.`,
      },
      { idempotencyKey: key },
    ),
  unauthenticated: () =>
    new DomainError('UNAUTHENTICATED', {
      zh: '令牌过期或不存在，请重新登录',
      en: 'The access token is missing, expired or not valid. Maybe sign in again.',
    }),
  /** @param route the one of /api/v1 by which it was called; its callers know no other name of it */
  forbidden: (operation: string, route?: string) =>
    new DomainError(
      'FORBIDDEN',
      {
        zh: `权限不足：您的角色不能${route ? `调用 ${route}` : '执行此操作'}，如有需要请联系管理员`,
        en: `Your role may not do this: ${route ?? operation}. Maybe ask an administrator.`,
      },
      { operation: route ?? operation },
    ),
  /** @param of what of the department is asked for, by name */
  foreignDepartment: (id: string, name: string, of?: string) =>
    new DomainError(
      'FORBIDDEN',
      {
        zh: `权限不足：${of ? `“${of}”所属的` : ''}部门 ${name} 未授权给您，请联系管理员授权`,
        en:
          `The department ${name}${of ? ` of "${of}"` : ''} is not granted to you. ` +
          'Maybe ask an administrator for the grant.',
      },
      { department: id },
    ),
  notInitialised: () =>
    new DomainError('NOT_INITIALISED', {
      zh: '当前处于系统初始化模式，请先在页面 /timetable 或用 POST /api/v1/init 创建第一位管理员',
      en:
        'The system awaits its initialisation. Maybe create the first administrator with the mutation ' +
        'initialise, or POST /api/v1/init.',
    }),
  tooManyRequests: (retrySeconds: number) =>
    new DomainError(
      'TOO_MANY_REQUESTS',
      {
        zh: `请求过于频繁，请 ${retrySeconds} 秒后重试`,
        en: `Too many requests. Maybe try again in ${retrySeconds} seconds.`,
      },
      { retrySeconds },
    ),
};
