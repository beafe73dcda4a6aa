import type { Handles } from './handles.js';
import {
  addMention,
  compact,
  isLatin,
  plain,
  shortestNumber,
  type Mention,
  type NameIndex,
} from './name-index.js';
import { numberPattern, tellingPart } from './numbers.js';
import type { PersonNamed } from './people.js';

const titleBefore = /\b(?:mr|mrs|ms|miss|dr|prof|professor|teacher)\.?\s+$/i;

const mail = /[\p{Script=Latin}\d._%+-]+@[\p{Script=Latin}\d.-]+/gu;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/**
 * A pattern of any of these words, longest first: Latin ones only where they stand alone, Chinese ones also
 * where they are spaced.
 */
function anyOf(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null;
  const edge = String.raw`[\p{Script=Latin}\d]`;
  const parts = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) =>
      isLatin(word)
        ? `(?<!${edge})${escaped(word)}(?!${edge})`
        : Array.from(word, escaped).join(String.raw`[\s·・•]*`),
    );
  return new RegExp(parts.join('|'), 'giu');
}

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
      else if (spelling.length >= shortestNumber) addMention(this.numbers, spelling, mention);
    }
  }

  /** A text as it may leave. */
  hide(text: string): string {
    const withoutNumbers = this.hideNumbers(plain(text).replace(mail, (found) => this.numbered(found)));
    return this.hidesNames ? this.hideNames(withoutNumbers) : withoutNumbers;
  }

  private hideNumbers(text: string): string {
    const small = text.toLowerCase();
    const spared = new Set(this.index.harmless.filter((key) => small.includes(key)));
    const known = [...keysIn(small, this.index.numbers), ...keysIn(small, this.numbers)];
    const words = anyOf([...spared, ...known]);
    const pattern = new RegExp(words ? `${words.source}|${numberPattern}` : numberPattern, 'giu');
    return replaced(text, pattern, (found) => {
      if (spared.has(compact(found.toLowerCase()))) return null;
      const mention = this.numberedPerson(found);
      if (mention) return this.handleOf(mention);
      const telling = tellingPart(found, this.index.harmlessNumbers);
      if (!telling) return null;
      const part = found.slice(telling.start, telling.end);
      const person = this.numberedPerson(part);
      const handle = person ? this.handleOf(person) : this.numbered(part);
      return found.slice(0, telling.start) + handle + found.slice(telling.end);
    });
  }

  private numberedPerson(found: string): Mention | undefined {
    const key = found.toLowerCase();
    return this.index.numbers.get(key) ?? this.numbers.get(key);
  }

  private hideNames(text: string): string {
    const small = compact(text.toLowerCase());
    const { names, latinWords } = this.index;
    const known = [names, this.names, latinWords].flatMap((list) => keysIn(small, list));
    const spared = this.index.courses.filter(
      (course) =>
        known.some((name) => name.length < course.length && course.includes(name)) && small.includes(course),
    );
    const pattern = anyOf([...spared, ...known]);
    if (!pattern) return text;
    return replaced(text, pattern, (found, at) => {
      const key = compact(found.toLowerCase());
      const named = names.get(key) ?? this.names.get(key);
      const isWritten = /^\p{Lu}/u.test(found) || titleBefore.test(text.slice(0, at));
      const mention = named ?? (isWritten ? latinWords.get(key) : undefined);
      return mention ? this.handleOf(mention) : null;
    });
  }

  private numbered(found: string): string {
    return this.handles.of('number', found, []);
  }

  private handleOf({ kind, label, ids }: Mention): string {
    return this.handles.of(kind, label, ids);
  }
}

const keysIn = (small: string, mentions: ReadonlyMap<string, Mention>): string[] =>
  [...mentions.keys()].filter((key) => small.includes(key));

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
