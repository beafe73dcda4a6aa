import type { Finding } from './rule.js';
import { overlaps, pairs, type Placed } from './view.js';
import { nameOf, timeWords } from './words.js';

/**
 * Every overlapping pair of an owner's meetings.
 * @param isCounted whether a pair counts for the owner; always where it is left out
 */
export function* clashes<T extends { readonly name: string }>(
  owners: ReadonlyMap<T, readonly Placed[]>,
  kindZh: string,
  isCounted: (owner: T, a: Placed, b: Placed) => boolean = () => true,
): Generator<Finding> {
  for (const [owner, placed] of owners) {
    for (const [a, b] of pairs(placed)) {
      if (!overlaps(a.time, b.time) || !isCounted(owner, a, b)) continue;
      const time = timeWords(a.time);
      yield {
        penalty: 1,
        meetings: [a.meeting.id, b.meeting.id],
        sentence: {
          zh: `${kindZh}“${owner.name}”在${time.zh}同时有“${nameOf(a)}”和“${nameOf(b)}”。`,
          en: `${owner.name} has both ${nameOf(a)} and ${nameOf(b)} on ${time.en}.`,
        },
      };
    }
  }
}
