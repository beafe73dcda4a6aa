import type { Named } from '../interpreter.js';
import { folded, isChinese } from './characters.js';
import { gazetteerOf, once } from './gazetteer.js';
import { distance } from './spelling.js';
import { soundsOf } from './sounds.js';
import { hanWords, isVocabulary, spellable, wordAt } from './vocabulary.js';

const timeWords: readonly string[] = (
  'monday tuesday wednesday thursday friday saturday sunday morning afternoon evening tomorrow ' +
  'period periods january february march april june july august september october november december ' +
  'capacity multimedia laboratory computer projector campus weekend weekends'
).split(' ');
const turnable: readonly string[] = 'move swap lock undo unlock shift change show find room cancel'.split(
  ' ',
);
/** Words of their own that are nearly others: any chance of B205 wishes no change. */
const ordinary = new Set(
  (
    'chance chances charge charges match matches large simple round caught reaches crashes stars stats ' +
    'ground require required provide provided enable commuter commuters protector stitch ' +
    'released listed either'
  ).split(' '),
);
/** Greatest number of unknown words of a text that are compared. */
const wordsMax = 10;

/** Short Chinese words that are told by their sound, with another character; longer ones all are. */
const short =
  '上午 下午 晚上 中午 教室 课表 老师 明天 后天 今天 下周 这周 上周 星期 礼拜 换到 调到 挪到 换成 交换 对调 锁定 解锁 补课 撤销 ' +
  '取消 冲突 时间 时候 机房 周一 周二 周三 周四 周五 周六 周日 周末 空闲 有课 几节 多少';
/** Characters that are meant as they stand: 周一到周五 moves nothing. */
const numerals = /[一二三四五六七八九十两日天]/;

const heardWords = once(() => {
  const words = [...short.split(' '), ...hanWords.filter(({ length }) => length >= 3)];
  return new Map(words.map((word) => [soundsOf(word), word]));
});
/** Longest word that is told by its sound. */
const heardMax = 12;

const knownBeginnings = new WeakMap<ReadonlyMap<string, string>, ReadonlySet<string>>();

/** How words that are told by their sound begin: at most places of a text none does. */
function beginningsOf(heard: ReadonlyMap<string, string>): ReadonlySet<string> {
  const made = knownBeginnings.get(heard) ?? new Set([...heard.keys()].map((sound) => sound.slice(0, 2)));
  knownBeginnings.set(heard, made);
  return made;
}

/** 哪些教室 is no 哪些教师: whether a character is part of a word as it stands. */
const isInWord = (text: string, at: number): boolean =>
  [0, 1].some((by) => (wordAt(text, at - by)?.length ?? 0) > Math.max(by, 1));

/** 教市, 周山: words with one character that only sounds right, put right; names stay as they are. */
function withoutHomophones(text: string, names: readonly Named[]): string {
  const { exact, lengths, heard: courses } = gazetteerOf(names);
  const low = folded(text);
  const sounds = soundsOf(low);
  const beginnings = [heardWords(), courses()].map(beginningsOf);
  const mayBeHeard = (at: number): boolean => beginnings.some((all) => all.has(sounds.slice(at, at + 2)));
  let made = '';
  for (let at = 0; at < text.length;) {
    const name = lengths.get(low[at])?.find((length) => exact.has(low.slice(at, at + length)));
    const known = name ?? wordAt(low, at)?.length ?? 0;
    const knownEnd = at + Math.max(known, 1);
    let [said, end] = [text.slice(at, knownEnd), knownEnd];
    for (let longer = name === undefined && mayBeHeard(at) ? at + heardMax : 0; longer > knownEnd; longer--) {
      const sound = sounds.slice(at, longer);
      const word = heardWords().get(sound) ?? courses().get(sound);
      const wrong = [...low.slice(at, longer)].filter((one, index) => word && one !== word[index]);
      if (!word || wrong.length !== 1 || numerals.test(wrong[0])) continue;
      if (isInWord(low, at + [...word].findIndex((one, index) => one !== low[at + index]))) continue;
      [said, end] = [word, longer];
      break;
    }
    made += said;
    at = end;
  }
  return made;
}

/** A readable text in which misspelt English words of time and action are put right, if it is plain which. */
export function withoutTypingErrors(text: string, names: readonly Named[]): string {
  const said = isChinese(text) ? withoutHomophones(text, names) : text;
  if (!/[a-z]{4}/i.test(said)) return said;
  let looked = 0;
  return said.replace(/(?<![a-z0-9'-])[a-z]{4,14}(?![a-z0-9-]|'(?!s\b))/gi, (one) => {
    const word = folded(one);
    if (timeWords.includes(word) || ordinary.has(word) || isVocabulary(word) || looked++ >= wordsMax)
      return one;
    const meant = turned(word) ?? (word.length >= 5 ? nearest(word) : null);
    return meant === null || isInNames(word, names) ? one : meant;
  });
}

/** Other forms of a word are other words: released does not ask to release. */
const isForm = (word: string, other: string): boolean =>
  word.replace(/(?:e?s|e?d|ing|er|ly|y)$/, '') === other.replace(/(?:e?s|e?d|ing|er|ly|y)$/, '');

/** tommorow is tomorrow, but commutes are no computers. */
const hasLikeEnds = (word: string, other: string): boolean =>
  other.length >= 8 && word.slice(0, 2) === other.slice(0, 2) && word.at(-1) === other.at(-1);

/** Short verbs of which two letters are exchanged: mvoe, lokc. */
const turned = (word: string): string | null =>
  turnable.find(
    (verb) =>
      verb[0] === word[0] &&
      verb.length === word.length &&
      distance(word, verb, 1) === 1 &&
      [...verb].sort().join() === [...word].sort().join(),
  ) ?? null;

function nearest(word: string): string | null {
  const near = [
    ...timeWords.map((other) => ({ other, mistakes: distance(word, other, other.length >= 8 ? 2 : 1) })),
    ...spellable.map((other) => ({ other, mistakes: distance(word, other, 1) })),
  ].filter(
    ({ other, mistakes }) => mistakes <= (hasLikeEnds(word, other) && timeWords.includes(other) ? 2 : 1),
  );
  const least = Math.min(...near.map(({ mistakes }) => mistakes));
  const best = new Set(near.filter(({ mistakes }) => mistakes === least).map(({ other }) => other));
  const [only] = best;
  return best.size === 1 && !isForm(word, only) ? only : null;
}

const isInNames = (word: string, names: readonly Named[]): boolean =>
  gazetteerOf(names).entries.some(({ name }) => name.includes(word));
