import type { Option } from './interpreter.js';
import { settlingIn } from './settling.js';
import { folded, readable } from './spot/characters.js';

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
const chineseNumbers = '一二三四五六七八';
const counted = '(?:个|名|项|号|条|种|间|节|门|位|次|堂)';
const last =
  '最后(?:那)?一?(?:个|项|种|间|节|门|位|次)|(?:最?晚|后[面边]?)的?(?:那|一)(?:个|节|次)' +
  '|(?:the )?(?:last|later|latter)(?: (?:one|option|room|lesson))?';
const first = '(?:最?早|前[面边]?)的?(?:那|一)(?:个|节|次)|(?:the )?earlier(?: (?:one|option))?';
/** Words with a number of what was shown in order. */
export const ordinalWords =
  `第[1-8${chineseNumbers}]${counted}(?:方案|教室|老师|课)?|${last}|${first}` +
  `|\\b(?:the (?:${ordinals.join('|')})(?: (?:one|option|room|lesson|class|teacher))?` +
  `|(?:${ordinals.join('|')}) one)(?![a-z])`;

/** The place, from 1, that words with a number mean among so many; null where there is none. */
export function ordinalIn(said: string, count: number): number | null {
  const text = said.toLowerCase();
  if (new RegExp(`^(?:${last})$`, 'u').test(text)) return count;
  if (new RegExp(`^(?:${first})$`, 'u').test(text)) return 1;
  const number = /[1-8]/.exec(text)?.[0] ?? new RegExp(`[${chineseNumbers}]`).exec(text)?.[0];
  const word = ordinals.findIndex((each) => text.includes(each));
  const at = number ? Number(number) || chineseNumbers.indexOf(number) + 1 : word + 1;
  return at > 0 && at <= count ? at : null;
}

/** What people say around the number of an option: 还是第4个好, _I'll take the third one, please_. */
const before = new RegExp(
  '^(?:(?:好的?|行|那么?|就|还是|我|想|要|选择?|用|按|ok(?:ay)?|yes|then|splendid|great|perfect|lovely|' +
    "i[’']ll|i will|i would|" +
    "i[’']d|like|rather|take|choose|pick|prefer|want|go with|let[’']s take|let[’']s do)[\\s,]*)+",
  'u',
);
const after = new RegExp(
  '(?:[\\s,]*(?:吧|罢|好了?|可以|就行|就好|行|谢谢|please|then|thanks|' +
    '(?:is|looks|sounds|would be) (?:fine|good|best|ok(?:ay)?)|go ahead|do it|' +
    '(?:on|of|from) (?:your|the|that) list|' +
    '(?:and )?(?:send|submit) (?:it|that|this)(?: (?:off|in|over))?' +
    '(?: to (?:the office|them|academic affairs))?|[.。!~]))+$',
  'u',
);
const bareNumber = new RegExp(
  `^(?:第|option |no\\. ?|number |#)?\\s*([1-8${chineseNumbers}])\\s*(?:个|项|号|条|种)?$`,
  'u',
);
const bareOrdinal = new RegExp(`^(?:${ordinalWords}|(?:${ordinals.join('|')})(?: one| option)?)$`, 'u');

const partMin = 2;
const answerMax = 60;

/** The number that a short answer says, such as `2`, `第二个` or `the second one`; null where it says none. */
function numberIn(text: string, count: number): number | null {
  if (text.length > answerMax) return null;
  const bare = text.replace(before, '').replace(after, '');
  const isPeriod = /^第.节$/u.test(bare);
  const isNumber = bareNumber.test(bare) || (bareOrdinal.test(bare) && !isPeriod);
  return isNumber ? (ordinalIn(bare, count) ?? 0) : null;
}

const normal = (text: string): string => folded(readable(text)).replace(/[;.!?\s]+$/, '');

/** What asks, or drops it all: it may not be chosen beside. */
const asksOrDrops = /[吗呢么?？]|(.)[不没]\1|谁|哪|什么|^[^a-z]*(?:wh|how|is|can|does)/iu;

/** 那就他吧, then her please: the only one that is offered. */
const onlyOne = /^(?:[它他她]|[这那][个位样]|him|her|it|that(?: one)?)$/u;

/** 就第一个吧，教室大一点: the option that an answer begins with, and what it says beside; null where none. */
export function choiceWithMore<O extends Pick<Option, 'label' | 'text'>>(
  answer: string,
  options: readonly O[],
): { readonly option: O; readonly rest: string } | null {
  const [first, ...others] = answer.split(/(?<=[,，。.;；!！])(?!\d)/u);
  const rest = others.join('').trim();
  if (!rest || asksOrDrops.test(rest) || settlingIn(rest) || answer.length > answerMax) return null;
  const option = chosenOption(first.replace(/[,，。.;；!！]$/u, ''), options);
  return option ? { option, rest } : null;
}

/** 改时间, of 改到其他时间: what is left out of a label leaves the rest in order. */
const isSaidOf = (label: string, said: string): boolean =>
  (/^\d+$/.test(said) ? new RegExp(`(?<![\\d-])${said}(?![\\d-])`).test(label) : label.includes(said)) ||
  (/^\p{sc=Han}{3,8}$/u.test(said) && new RegExp([...said].join('.*'), 'u').test(label));

/** The option that an answer chooses, by its text, label or number; null where it says something else. */
export function chosenOption<O extends Pick<Option, 'label' | 'text'>>(
  answer: string,
  options: readonly O[],
): O | null {
  const said = answer.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ');
  const exact = options.find(({ label, text }) =>
    [text, label.zh, label.en].some((each) => normal(each) === normal(answer)),
  );
  if (exact) return exact;
  const settling = settlingIn(answer);
  const isIt =
    onlyOne.test(said.replace(before, '').replace(after, '')) || (settling && settling.as !== 'DROP');
  if (options.length === 1 && isIt) return options[0];
  const number = numberIn(said, options.length);
  if (number !== null) return options[number - 1] ?? null;
  const surname = said
    .replace(before, '')
    .replace(after, '')
    .replace(/老师$|^(?:prof|mr|ms|mrs)\.? /u, '');
  const called = /^\p{sc=Han}$/u.test(surname)
    ? options.filter(({ label }) => /^\p{sc=Han}{2,4}$/u.test(label.zh) && label.zh.startsWith(surname))
    : [];
  if (called.length === 1) return called[0];
  // 周五的那个, 何新安: what only one of them says.
  const part = said
    .replace(/星期|礼拜/g, '周')
    .replace(/^(?:那就?|要|就|是|选)|(?:那[个节次门]|的|吧|罢|the|one|那)+$/gu, '')
    .trim();
  const saying = options.filter(({ label }) =>
    [label.zh, label.en].some((each) => isSaidOf(each.normalize('NFKC').toLowerCase(), part)),
  );
  if (part.length >= partMin && saying.length === 1) return saying[0];
  // 薛怡梦也教这门，就她吧: a short answer that says one of them.
  const named = options.filter(
    ({ label }) => label.zh.length >= partMin && said.includes(label.zh.toLowerCase()),
  );
  const isPlain =
    said.length <= answerMax &&
    !/[不别没]|[吗么?？]$|\b(?:not|no|except|but|free)\b|^(?:is|has|does|do|can|did|was)\b/.test(said);
  return isPlain && named.length === 1 ? named[0] : null;
}
