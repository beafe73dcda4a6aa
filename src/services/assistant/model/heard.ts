import type { Situation } from '@class-scheduling/assistant-language';
import { beginningOf, type Language, type Text } from '../../../schema/texts.js';
import { type Found, namedIn, shown, type Shown } from './find-names.js';
import { renamed } from './records.js';

/** Things of the last answer that are told, and of what the person teaches or attends. */
const [seenMax, ownMax] = [8, 15];
/** Characters that are told of an earlier text. */
const saidMax = 300;

/** A text of a person, with the dialogue in which it is said. */
export class Heard {
  private readonly earlier: readonly { readonly said: string; readonly offered: readonly string[] }[];
  private readonly offered: readonly string[];

  constructor(
    private readonly text: string,
    private readonly situation: Situation,
    language: Language,
  ) {
    const { asked, said = [] } = situation;
    const inLanguage = (texts: readonly Text[]): string[] => texts.map((each) => each[language]);
    this.offered = inLanguage(asked?.options.map(({ label }) => label) ?? []);
    this.earlier = said.map((each) => ({
      said: beginningOf(each.text, saidMax),
      offered: inLanguage(each.offered),
    }));
  }

  /** Everything that people wrote, or that may name them. */
  get texts(): readonly string[] {
    const { asked } = this.situation;
    const before = this.earlier.flatMap(({ said, offered }) => [said, ...offered]);
    const options = asked?.options.map(({ text }) => text) ?? [];
    return [this.text, ...before, ...(asked ? [asked.text] : []), ...this.offered, ...options];
  }

  /** What is told of it in the form of answers, by handles and masked; the records in it are in `found`. */
  known(to: Shown): Record<string, unknown> {
    const { asked, before, open, seen, hasPlan, isMade } = this.situation;
    const { mask } = to;
    const spoken = [this.text, ...this.earlier.map(({ said }) => said), asked?.text ?? ''];
    const found = namedIn(spoken.join('\n'), to);
    const told = (value: unknown): unknown => this.told(value, found, to);
    const hide = (all: readonly string[]): string[] => all.map((each) => mask.hide(each));
    return {
      found,
      me: told(this.me()),
      ...(before?.length && { before: told(before) }),
      ...(open?.length && { open: told(open) }),
      ...(seen?.length && { shown: told(seen.slice(0, seenMax)) }),
      ...(hasPlan && { plan: isMade ? 'MADE' : 'SHOWN' }),
      ...(this.earlier.length && {
        earlier: this.earlier.map(({ said, offered }, at) => ({
          said: mask.hide(said),
          // What is offered still is told below.
          ...(offered.length && at < this.earlier.length - 1 && { offered: hide(offered) }),
        })),
      }),
      ...(asked && { askedAbout: mask.hide(asked.text), offered: hide(this.offered) }),
    };
  }

  /** Who asks, with the courses that he teaches or attends, or the departments of whoever plans. */
  private me(): unknown {
    const { self, departments, lessons = [] } = this.situation;
    const { teacher, administrativeClass } = self;
    if (teacher) {
      const own = lessons.filter(({ teachers }) => teachers.includes(teacher));
      const taught = own.map(({ course, administrativeClasses }) => ({ course, administrativeClasses }));
      return { teacher, teaches: distinct(taught).slice(0, ownMax) };
    }
    if (!administrativeClass) return { departments: departments?.nearest ?? [] };
    const own = lessons.filter((one) => one.administrativeClasses.includes(administrativeClass));
    return { administrativeClass, courses: distinct(own.map(({ course }) => course)).slice(0, ownMax) };
  }

  private told(value: unknown, found: Found[], to: Shown): unknown {
    const told = renamed(value, (id) => {
      const named = this.situation.names.find((each) => each.id === id);
      if (!named) return [];
      const record = shown(named, to);
      if (!found.some(({ handle }) => handle === record.handle)) found.push(record);
      return [record.handle];
    });
    // What the caller may not see has no handle.
    const isEmpty = (each: unknown): boolean => Array.isArray(each) && each.length === 0;
    return JSON.parse(JSON.stringify(told, (_, each: unknown) => (isEmpty(each) ? undefined : each)));
  }
}

const distinct = <T>(values: readonly T[]): T[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];
