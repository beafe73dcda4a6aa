import type { Text } from '../../../schema/texts.js';

const fellSilent = { zh: '语言模型没有及时答复', en: 'the language model did not answer in time' };
const broken = { zh: '语言模型的答复无法读取', en: 'the answer of the language model could not be read' };

/** Why a model gave no reading, and what a person is told of it. */
const texts = {
  /** The person has used up the tokens of the day. */
  QUOTA: { zh: '今天的语言模型用量已用完', en: 'your tokens of today for the language model are used up' },
  TIMEOUT: fellSilent,
  UNREACHABLE: { zh: '无法连接语言模型', en: 'the language model could not be reached' },
  /** It said no: a wrong key, an unknown model, a filter. */
  REFUSED: { zh: '语言模型拒绝了请求', en: 'the language model refused the request' },
  BUSY: { zh: '语言模型正忙', en: 'the language model is busy' },
  /** It wanted the request to be sent elsewhere. */
  REDIRECT: { zh: '语言模型要求转到其他地址', en: 'the language model pointed to another address' },
  BROKEN: broken,
  TOO_LARGE: { zh: '语言模型的答复过长', en: 'the answer of the language model was too long' },
  TOKENS: { zh: '这句话超出了语言模型的长度上限', en: 'the text is too long for the language model' },
  /** It went on calling tools, or answered without a reading. */
  NO_READING: { zh: '语言模型没有给出可用的结果', en: 'the language model gave no usable result' },
} as const satisfies Record<string, Text>;

export type FailureReason = keyof typeof texts;

/** A model gave no reading; the built-in interpreter is asked then. Holds nothing that was said. */
export class ModelFailure extends Error {
  /** What happened, as half a sentence. */
  readonly text: Text;

  constructor(
    readonly reason: FailureReason,
    /** HTTP status of the endpoint's answer, if there was one. */
    readonly status: number | null = null,
    text: Text = texts[reason],
  ) {
    super(text.en);
    this.name = 'ModelFailure';
    this.text = text;
  }
}

/** The failure inside of what others wrapped around it. */
export function failureIn(error: unknown): ModelFailure | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
    if (cause instanceof ModelFailure) return cause;
  return null;
}
