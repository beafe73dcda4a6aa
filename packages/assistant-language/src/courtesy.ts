import type { Text } from './texts.js';
import type { Reading } from './interpreter.js';
import { folded, readable } from './spot/characters.js';
import { settlingIn } from './settling.js';
import { isRole, type Token } from './slots/tokens.js';

const thanks = /谢|辛苦|thank|thx|cheers/;
const farewell = /再见|拜拜|bye/;
const greeting = /你好|您好|嗨|哈喽|早上好|上午好|下午好|晚上好|在吗|hello|^hi(?![a-z])|^hey|good /;
/** Words with which what was made is taken back. */
const undoing = /取消|不要|作废|不算|cancel|discard/;
const heard = /^(?:哦+|收到|明白了?|知道了|了解了?|没事了?|没有了|got it|i see|[👍👌✅🆗]+)$/u;

/** A kind word back to a kind word; null where a text says anything else. */
export function courtesy(text: string, tokens: readonly Token[]): Reading | null {
  const answer = kindWord(text, tokens);
  return answer && { kind: 'unsupported', hint: answer };
}

/** What is said back to a kind word; null where a text says anything else. */
export function kindWord(text: string, tokens: readonly Token[]): Text | null {
  const said = folded(readable(text)).replace(/[;,.!?、~\s]+$/, '');
  const settling = settlingIn(text);
  const isKind = settling && settling.as !== 'CONFIRM' && !settling.rest && !undoing.test(said);
  if (heard.test(said) || isKind) return allRight;
  if (!tokens.every((token) => isRole(token, 'greet', 'filler', 'comma', 'stop'))) return null;
  if (thanks.test(said)) return welcome;
  if (farewell.test(said)) return goodbye;
  return greeting.test(said) ? hello : null;
}

const hello: Text = {
  zh: '您好！想看哪份课表，或者要调哪节课？',
  en: 'Hello! Which timetable do you want to see, or which lesson to move?',
};

const welcome: Text = {
  zh: '不客气。还有要查或要调的课，直接告诉我就行。',
  en: 'You are welcome. Whatever else you want to see or move, just say it.',
};
const goodbye: Text = { zh: '再见。', en: 'Goodbye.' };
/** Said back to what shall not be done. */
export const allRight: Text = {
  zh: '好的，没有改动任何内容。',
  en: 'All right. Nothing was changed.',
};
/** Said back to what is only told. */
export const noted: Text = {
  zh: '好的。要查课表或调课，直接告诉我就行。',
  en: 'All right. Whatever you want to see or move, just say it.',
};
