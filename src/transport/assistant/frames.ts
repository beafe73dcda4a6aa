import type { AssistantEvent } from '../../schema/assistant.js';
import { asHtml } from '../../schema/texts.js';

/** A message of the server on the channel, as described in docs/assistant.md. */
export interface Frame {
  readonly output: 'Success' | 'Failed';
  readonly success: boolean;
  readonly error_message?: string;
  readonly type: 'connected' | 'event' | 'error';
  readonly data: object;
}

/** Texts that clients test for (`notSignedIn` opens the sign-in page), so they are never translated. */
export const knownTexts = {
  notSignedIn: '用户未登录',
  malformedToken: '正则表达式不匹配',
  unanswered: '消息处理失败',
  brokenOff: '流式内容读取失败',
} as const;

const success = { output: 'Success', success: true } as const;

/** The first frame of a connection whose token is valid. */
export const connectedFrame: Frame = { ...success, type: 'connected', data: { message: '连接成功' } };

/** One event of an answer. */
export const eventFrame = (data: AssistantEvent): Frame => ({ ...success, type: 'event', data });

/** An error in place of an answer, or of the rest of it. Clients show it as HTML, and it may quote. */
export const errorFrame = (error_message: string, message?: string): Frame => ({
  ...{ output: 'Failed', success: false, error_message: asHtml(error_message), type: 'error' },
  data: message === undefined ? {} : { message: asHtml(message) },
});
