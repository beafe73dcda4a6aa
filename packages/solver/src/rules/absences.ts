import type { Owner, TimeSpan } from '../model.js';
import type { Finding } from './rule.js';
import { overlaps, type Placed } from './view.js';
import { nameOf, timeWords } from './words.js';

interface Absent {
  readonly id: string;
  readonly name: string;
  readonly unavailable?: readonly TimeSpan[];
}

/** Every meeting at a time when its owner is unavailable. */
export function* absences(
  kind: Owner['kind'],
  owners: ReadonlyMap<Absent, readonly Placed[]>,
): Generator<Finding> {
  for (const [owner, placed] of owners) {
    for (const p of placed) {
      if (!owner.unavailable?.some((span) => overlaps(span, p.time))) continue;
      const time = timeWords(p.time);
      yield {
        penalty: 1,
        meetings: [p.meeting.id],
        owner: { kind, id: owner.id },
        sentence: {
          zh: `“${owner.name}”在${time.zh}不可用，但安排了“${nameOf(p)}”。`,
          en: `${owner.name} is unavailable on ${time.en}, but has ${nameOf(p)}.`,
        },
      };
    }
  }
}
