import type { AssistantEvent } from '../../schema/assistant.js';

/** What the server says on the channel, as data; docs/assistant-channel.md tells when. */
export type Frame = Readonly<Record<'output' | 'type', string>> & {
  readonly success: boolean;
  readonly error_message?: string;
  readonly data: object;
};

/** Texts that clients know; `notSignedIn` sends them to the sign-in, so it is the same in all languages. */
export const knownTexts = {
  notSignedIn: '用户未登录',
  malformedToken: '正则表达式不匹配',
  unanswered: '消息处理失败',
  brokenOff: '流式内容读取失败',
} as const;

/** The first frame of a connection whose token is valid. */
export const connectedFrame: Frame = {
  output: 'Success',
  success: true,
  type: 'connected',
  data: { message: '连接成功' },
};

/** A piece of an answer. */
export const eventFrame = (data: AssistantEvent): Frame => ({
  output: 'Success',
  success: true,
  type: 'event',
  data,
});

/** That there is no answer, or no more of it. */
export const errorFrame = (error_message: string, data: object = {}): Frame => ({
  output: 'Failed',
  success: false,
  error_message,
  type: 'error',
  data,
});
