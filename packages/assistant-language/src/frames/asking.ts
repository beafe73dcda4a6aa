import { Doubt } from '../slots/doubts.js';
import type { Slots } from '../slots/slots.js';
import { isRole } from '../slots/tokens.js';
import { isChinese } from '../spot/characters.js';
import type { Role } from '../spot/vocabulary.js';

/** The sentence with another word in the place of the first of some roles. */
function said({ tokens, sentence }: Slots, roles: readonly Role[], zh: string, en: string): string {
  const word = tokens.find((token) => isRole(token, ...roles))!;
  return sentence.slice(0, word.start) + (isChinese(word.said) ? zh : en) + sentence.slice(word.end);
}

/** For good, or once: both are said with the same word. */
export const howLong = (slots: Slots): Doubt =>
  new Doubt(
    {
      zh: '是每周都取消（从课表中取出），还是只停一次课？',
      en: 'Is it taken out of the timetable in every week, or called off once?',
    },
    [
      { label: { zh: '每周都取消', en: 'In every week' }, text: said(slots, ['cancel'], '取出', 'take out') },
      { label: { zh: '只停一次', en: 'Only once' }, text: said(slots, ['cancel'], '停一次', 'call off') },
    ],
  );
