import type { Intent } from '../intents.js';
import { Slots } from '../slots/slots.js';

import { wishes, type GroundedAct } from './changes.js';
import { beforeIn, nearest, over, type Before, type Found } from './found.js';
import type { KnownLesson } from '../interpreter.js';
import { fitting } from './lessons.js';
import { mentionsOf, refOf, type Mention, type Part } from './mentions.js';

/** What a clause wishes once every mention has its part. */
export interface Grounded {
  readonly intent: Intent;
  /** How likely that is: sums of what is likely of each part, and of how plain the lessons are. */
  readonly score: number;
  /** How many meetings of the timetable may be meant. */
  readonly meetings: number;
}

/** Mentions of a clause, and ways to give each a part that are tried. */
const mentionsMax = 8;
const waysMax = 2_000;
/** How much less likely a part is than another of the same mention to be left out. */
const unlikely = 3.5;

/**
 * The likeliest reading of a clause as a change of lessons that the timetable has: every mention may tell the
 * lesson or where it goes, words make one of these likelier, and of all ways that is the best in which they
 * name one meeting. Null where none does.
 */
export function groundedReading(act: GroundedAct, slots: Slots, continued: Intent | null): Grounded | null {
  const isTaught =
    act === 'assignTeacher' || (act === 'singleDate' && slots.has('teach', 'changeTeacher', 'let'));
  const mentions = mentionsOf(slots.tokens, slots.situation, { isSwap: act === 'swap', isTaught });
  if (mentions.length > mentionsMax) return null;
  return new Search(act, slots, mentions, continued).best();
}

class Search {
  readonly #befores: readonly (Before | null)[];
  readonly #isSaid: readonly ((lesson: KnownLesson) => boolean)[];
  readonly #known = new Map<string, Found | null>();

  constructor(
    private readonly act: GroundedAct,
    private readonly slots: Slots,
    private readonly mentions: readonly Mention[],
    private readonly continued: Intent | null,
  ) {
    const { situation, sentence } = slots;
    this.#befores = [null, ...beforeIn(situation)];
    this.#isSaid = mentions.map((mention) => {
      const ref = mention.kind === 'wish' ? null : refOf([mention], situation, sentence);
      return ref ? fitting(ref, situation) : () => false;
    });
  }

  best(): Grounded | null {
    let best: Grounded | null = null;
    for (const parts of this.#ways())
      for (const [at, before] of this.#befores.entries()) {
        const made = this.#judged(parts, before, at);
        if (made && made.score > (best?.score ?? -Infinity)) best = made;
      }
    return best;
  }

  /** Every way to give each mention a part. */
  *#ways(): Generator<readonly Part[]> {
    const options = this.mentions.map(({ likely }) => {
      const least = Math.max(...Object.values(likely)) - unlikely;
      return (Object.keys(likely) as Part[]).filter((part) => likely[part]! >= least);
    });
    const count = options.reduce((product, { length }) => product * length, 1);
    for (let number = 0; count <= waysMax && number < count; number++) {
      let rest = number;
      yield options.map((each) => {
        const part = each[rest % each.length];
        rest = Math.floor(rest / each.length);
        return part;
      });
    }
  }

  #judged(parts: readonly Part[], before: Before | null, place: number): Grounded | null {
    if (!before && !parts.includes('LESSON')) return null;
    const first = this.#told(parts, 'LESSON', before, place);
    const second = parts.includes('SECOND') ? this.#told(parts, 'SECOND', null, 0) : null;
    if (!first) return null;
    const { slots, continued } = this;
    const goal = this.mentions.filter((_, at) => parts[at] === 'GOAL');
    const made = wishes[this.act]({ slots, first, second, goal, continued });
    if (!made) return null;
    const isEvery = slots.isEvery || first.ref.at?.until !== undefined;
    const likely = this.mentions.reduce((sum, { likely: all }, at) => sum + all[parts[at]]!, 0);
    const plain =
      plainness(first.lessons.length, isEvery) + (second ? plainness(second.lessons.length, false) : 0);
    return {
      intent: made.intent,
      score: likely + plain - made.cost - (before?.cost ?? 0),
      meetings: Math.max(first.lessons.length, second?.lessons.length ?? 0),
    };
  }

  /** The lessons of which all is true that has a part; null where that contradicts itself. */
  #told(parts: readonly Part[], part: Part, before: Before | null, place: number): Found | null {
    const mask = parts.reduce((sum, each, at) => sum + (each === part ? 1 << at : 0), 0);
    const key = `${mask} ${place}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { situation, sentence } = this.slots;
    const mentions = this.mentions.filter((_, at) => parts[at] === part);
    const said = refOf(mentions, situation, sentence);
    const ref = said && (before ? over(before.ref, said) : said);
    const isSaid = this.#isSaid.filter((_, at) => parts[at] === part);
    const isBefore = before && ref ? fitting(ref, situation) : () => true;
    const all = situation.lessons ?? [];
    const found = ref && {
      ref,
      lessons: nearest(
        all.filter((lesson) => isSaid.every((isFit) => isFit(lesson)) && isBefore(lesson)),
        situation,
      ),
    };
    this.#known.set(key, found);
    return found;
  }
}

/** Better one meeting than several, and rather several than none. */
const plainness = (count: number, isEvery: boolean): number =>
  count === 0 ? -5 : isEvery ? 2 : count === 1 ? 3 : count <= 3 ? 1 : count <= 8 ? 0 : -2;
