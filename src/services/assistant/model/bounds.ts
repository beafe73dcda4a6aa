/** Greatest number of times that a model is asked about one text of a person. */
export const stepsMax = 8;
/** Greatest size of the conversation about one text, with everything that the model wrote, in tokens. */
export const tokensMax = 10_000;
/** Greatest number of tokens that a model may write in one step. */
export const stepTokensMax = 1_000;
/** Bytes of one answer of the endpoint, in which every token is wrapped in some 300 bytes. */
export const answerBytesMax = 2 ** 20;
/** Characters that a model may write in one step: words, and arguments of tools. */
export const wordsMax = 8_000;
/** Tools that a model may call in one step. */
export const callsMax = 8;
/** Characters of what a tool answers. */
export const resultMax = 4_000;
/** The longest time that is waited because an endpoint asks for it, in seconds. */
export const retrySecondsMax = 5;

/** Tokens of a text as most models count them, rather too many: 4 Latin letters or 1 Chinese one each. */
export function tokensOf(text: string): number {
  let ascii = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 128) ascii++;
  return Math.ceil(ascii / 4) + (text.length - ascii);
}
