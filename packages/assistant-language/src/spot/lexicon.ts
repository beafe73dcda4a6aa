import { type Gazetteer, once } from './gazetteer.js';
import { keptFor, onceFor } from './once-for.js';
import { soundsOf } from './sounds.js';
import { translated } from './translations.js';
import { hanWords, latinWords, wordAt } from './vocabulary.js';

const days = [...'一二三四五六日'];
/** Words of time that people say: each is an expression of `times.ts`, which reads them. */
const timeWords: readonly string[] = [
  ...(
    '上午 下午 晚上 中午 早上 明天 后天 今天 昨天 今晚 明晚 明早 下周 这周 ' +
    '上周 本周 每周 单周 双周 周末 星期 礼拜 现在 下下周 大后天 下个月 每天 工作日 第几周 大节 前两节 头两节 后两节'
  ).split(' '),
  ...'周 星期 礼拜 下周 这周 本周 每周'.split(' ').flatMap((week) => days.map((day) => week + day)),
];
/** What rooms have, and is wished for with `wishes.ts`. */
const wishWords = '投影 投影仪 多媒体 空调 电脑 实验室 机房 白板 阶梯教室'.split(' ');
export const latinTimes: readonly string[] = (
  'monday tuesday wednesday thursday friday saturday sunday morning afternoon evening tomorrow ' +
  'period periods january february march april june july august september october november december ' +
  'capacity multimedia laboratory computer projector campus weekend weekends mondays tuesdays ' +
  'wednesdays thursdays fridays saturdays sundays mornings afternoons evenings next week weeks mon ' +
  'tue wed thu fri sat sun tues thurs today tonight yesterday conditioning conditioned'
).split(' ');

/** Characters that are meant as they stand: 周一到周五 moves nothing. */
export const numerals = /[一二三四五六七八九十两日天\d]/;
/** What is left out of them is never filled in: it would turn the wish round. */
export const negation = /[不别没无未勿莫甭]/;

/** Longest word that is told by its sound or in spite of what it lacks. */
export const longest = 10;

/** Words by how they sound, and by what is left of them without one of their characters. */
export interface Lexicon {
  readonly heard: ReadonlyMap<string, readonly string[]>;
  readonly lacking: ReadonlyMap<string, readonly string[]>;
}

/** Those who name the same share a lexicon, whoever else they are; so many are kept. */
const lexiconsMax = 12;
const everybody = {};
const lexiconOf = (all: Iterable<string>): Lexicon => lexiconOfLines([...new Set(all)].join('\n'), everybody);

const lexiconOfLines = onceFor((lines: string): Lexicon => {
  const words = new Set(lines.split('\n'));
  const [heard, lacking] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const add = (map: Map<string, string[]>, key: string, word: string): void => {
    const known = map.get(key);
    if (!known) map.set(key, [word]);
    else if (!known.includes(word)) known.push(word);
  };
  for (const word of words) {
    // What says nothing is no loss.
    if (word.length < 2 || word.length > 2 * longest || isIdle(word)) continue;
    add(heard, soundsOf(word), word);
    for (let at = 0; at < word.length; at++) {
      const rest = word.slice(0, at) + word.slice(at + 1);
      // 周五 lacks nothing, and what says nothing is no loss.
      const isWhole = (rest.length > 1 && words.has(rest)) || /^[下上这本每]周/.test(word.slice(at));
      if (!isWhole && !numerals.test(word[at]) && !negation.test(word[at]) && !/[的了]/.test(word[at]))
        add(lacking, rest, word);
    }
  }
  return { heard, lacking };
}, lexiconsMax);

function isIdle(word: string): boolean {
  const known = /^[a-z]/.test(word) ? null : wordAt(word, 0);
  return known?.length === word.length && /^(?:filler|greet)$/.test(known.role);
}

/** What everybody says, wherever he is. */
export const common = once(() => lexiconOf([...timeWords, ...wishWords, ...hanWords]));

/** Characters of such words by their sound. */
export const commonCharacters = once(() =>
  Map.groupBy(new Set([...timeWords, ...wishWords, ...hanWords].join('')), soundsOf),
);

/** What somebody may say of a timetable. */
interface Lexicons {
  readonly names: Lexicon;
  readonly people: Lexicon;
  /** Words of letters: of everybody, and of names. */
  readonly latin: Lexicon;
  /** Classes, rooms and codes by their digits. */
  readonly numbered: ReadonlyMap<string, readonly string[]>;
}

/** The lexicons of some names. */
export const lexiconsIn = keptFor((gazetteer: Gazetteer): Lexicons => {
  const { entries, exact } = gazetteer;
  // 计算机科学 is nothing with 计科.
  const classes = new Set(
    entries.flatMap(({ named, name }) =>
      named.kind === 'administrativeClass' ? (/^[\u4e00-\u9fff]+/.exec(name) ?? []) : [],
    ),
  );
  return {
    names: lexiconOf([...gazetteer.called()].filter((word) => !classes.has(word))),
    people: lexiconOf(
      entries.flatMap(({ named, name }) =>
        named.kind === 'teacher' && /^[\u4e00-\u9fff]{2,4}$/.test(name) ? [name] : [],
      ),
    ),
    latin: lexiconOf([...latinTimes, ...latinWords, ...translated, ...gazetteer.words()]),
    numbered: Map.groupBy(
      [...exact.keys()].filter((name) => /^(?:[a-z]{1,6}|[\u4e00-\u9fff]{1,6})\d{2,6}$/.test(name)),
      (name) => /\d+$/.exec(name)![0],
    ),
  };
});
