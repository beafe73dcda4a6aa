import type { Handles, Mention } from './handles.js';
import { addMention, isLatin, shortestNumber, type NameIndex } from './name-index.js';
import { isScatteredNumber, numberPattern, scattered, tellingPart } from './numbers.js';
import type { PersonNamed } from './people.queries.js';
import { bare, chineseFor, compact, digit, figures, latinSign, nameKey, plain, sign } from './plain.js';

const titleBefore = /\b(?:mr|mrs|ms|miss|dr|prof|professor|teacher)\.?\s+$/i;

/** A mail address: also with signs between its letters, or with blanks between all of them. */
const mailPart = String.raw`[\p{Script=Latin}\d](?:[^\p{L}\p{N}\s,;:!?。、@]{0,2}[\p{Script=Latin}\d])*`;
const mail = new RegExp(
  String.raw`(?:(?<!\p{L})(?:[\p{Script=Latin}\d._%+-] )+|${mailPart}[^\p{L}\p{N}\s@]{0,2} ?)@` +
    String.raw`(?:(?: [\p{Script=Latin}\d.-])+(?![\p{Script=Latin}\d])| ?[^\p{L}\p{N}\s@]{0,2}${mailPart})`,
  'gu',
);

/** An identifier, or a part that tells it: hexadecimal digits together, in groups, or each by itself. */
const hex = `[a-f${digit}]`;
const identifier = new RegExp(
  String.raw`(?<![\p{Script=Latin}\d])(?:(?:${hex}[^\p{L}\p{N}\s,;:!?。、]{0,3}){11,}${hex}|` +
    String.raw`(?:${hex}[^\p{L}\p{N}]{0,5}){31}${hex}|${hex}{8}-${hex}{4})(?![\p{Script=Latin}\d])`,
  'giu',
);

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const edge = String.raw`[\p{Script=Latin}\d]`;

/**
 * A pattern of any of these names and numbers, longest first: Latin ones only where they stand alone, and all
 * also with signs between their letters; and of what else is given as a pattern.
 */
function anyOf(words: readonly string[], ...patterns: readonly string[]): RegExp {
  const parts = words.toSorted((a, b) => b.length - a.length).map(spread);
  return new RegExp([...parts, ...patterns].join('|') || '(?!)', 'giu');
}

function spread(text: string): string {
  if (!isLatin(text)) return Array.from(text, escaped).join(`${sign}*`);
  const words = text.split(' ').map((word) => Array.from(word, letterPattern).join(between(word)));
  const together = words.join(String.raw`[^\p{L}\p{N}]{1,3}`);
  const apart = Array.from(text.replaceAll(' ', ''), escaped).join(String.raw`[^\p{L}\p{N},;:!?]{1,4}`);
  return `(?<!${edge})(?:${together}|${apart})(?!${edge})`;
}

/** What may stand between the letters of a word. A short number in pieces may be a range of periods. */
function between(word: string): string {
  if (!/\d/.test(word)) return `${latinSign}*`;
  return /^\d{1,5}$/.test(word) ? '' : `${sign}{0,3}`;
}

/** A letter, or a figure, which may be written in Chinese. */
const letterPattern = (letter: string): string =>
  /\d/.test(letter) ? `[${letter}${chineseFor(letter)}]` : escaped(letter);

/**
 * Replaces what tells who somebody is by handles: numbers, phones and mail addresses always, names unless the
 * settings say otherwise.
 */
export class Mask {
  /** People whom the texts name, beside the teachers of the index. */
  private readonly names = new Map<string, Mention>();
  private readonly numbers = new Map<string, Mention>();

  constructor(
    private readonly handles: Handles,
    private readonly index: NameIndex,
    readonly hidesNames: boolean,
  ) {}

  /** Whom else texts name. */
  learn(people: readonly PersonNamed[]): void {
    for (const { kind, id, name, spelling } of people) {
      const mention = { kind, label: name, ids: this.index.teacherIds.has(id) ? [id] : [] };
      if (!/\d/.test(spelling)) addMention(this.names, spelling, mention);
      else if (spelling.length >= shortestNumber) addMention(this.numbers, bare(spelling), mention);
    }
  }

  /** A text as it may leave. */
  hide(text: string): string {
    const withoutMail = plain(text).replace(mail, (found) => this.handleFor(found));
    const withoutNumbers = this.hideNumbers(this.hideScattered(this.hideIdentifiers(withoutMail)));
    return this.hidesNames ? this.hideNames(withoutNumbers) : withoutNumbers;
  }

  private hideIdentifiers(text: string): string {
    return replaced(text, identifier, (found) => {
      // What is figures alone is a number, and words may be spelt with these letters.
      if (!/[a-f]/i.test(found) || figures(found).replace(/\D/g, '').length < 4) return null;
      const small = compact(found.toLowerCase());
      return this.index.harmless.some((name) => name.includes(small)) ? null : this.handleFor(found);
    });
  }

  private hideScattered(text: string): string {
    return replaced(text, scattered, (found) =>
      this.personNumbered(found) || isScatteredNumber(found, this.index.harmlessNumbers)
        ? this.handleFor(found)
        : null,
    );
  }

  private hideNumbers(text: string): string {
    const small = text.toLowerCase();
    const digits = bare(text);
    const spared = new Set(this.index.harmless.filter((key) => small.includes(key)));
    const known = [...keysIn(digits, this.index.numbers), ...keysIn(digits, this.numbers)];
    return replaced(text, anyOf([...spared, ...known], numberPattern), (found) => {
      if (spared.has(compact(found.toLowerCase()))) return null;
      const telling = this.personNumbered(found)
        ? { start: 0, end: found.length }
        : tellingPart(found, this.index.harmlessNumbers);
      if (!telling) return null;
      const { start, end } = telling;
      return found.slice(0, start) + this.handleFor(found.slice(start, end)) + found.slice(end);
    });
  }

  private hideNames(text: string): string {
    const small = nameKey(text);
    const read = `${small}\n${bare(text)}`;
    const { names, latinWords } = this.index;
    const known = [names, this.names, latinWords].flatMap((list) => keysIn(read, list));
    const spared = this.index.courses.filter(
      (course) =>
        known.some((name) => name.length < course.length && course.includes(name)) && small.includes(course),
    );
    const keys = new Map(known.toReversed().map((key) => [bare(key), key]));
    return replaced(text, anyOf([...spared, ...known]), (found, at) => {
      const key = keys.get(bare(found)) ?? '';
      const named = names.get(key) ?? this.names.get(key);
      const isWritten = /^\p{Lu}/u.test(found) || titleBefore.test(text.slice(0, at));
      const mention = named ?? (isWritten ? latinWords.get(key) : undefined);
      return mention ? this.handles.of(mention) : null;
    });
  }

  private personNumbered(found: string): Mention | undefined {
    const key = bare(found);
    return this.index.numbers.get(key) ?? this.numbers.get(key);
  }

  /** The handle of whoever has this number, else of the number. */
  private handleFor(found: string): string {
    return this.handles.of(this.personNumbered(found) ?? { kind: 'number', label: found, ids: [] });
  }
}

/** The keys that stand in a text, which is also given without its blanks. */
const keysIn = (small: string, mentions: ReadonlyMap<string, Mention>): string[] =>
  [...mentions.keys()].filter((key) => small.includes(key) || small.includes(key.replaceAll(' ', '')));

/** Replaces matches by handles, apart from what would make one word with them. */
function replaced(
  text: string,
  pattern: RegExp,
  handleFor: (found: string, at: number) => string | null,
): string {
  let end = -1;
  return text.replace(pattern, (found, at: number) => {
    const handle = handleFor(found, at);
    if (handle === null) return found;
    const before = at === end || /[A-Za-z0-9]/.test(text.charAt(at - 1)) ? ' ' : '';
    end = at + found.length;
    return before + handle + (/[A-Za-z0-9]/.test(text.charAt(end)) ? ' ' : '');
  });
}
