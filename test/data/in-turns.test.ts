import { Random } from '../../src/demo/random.js';
import { sortedInTurns } from '../../src/data/in-turns.js';

test.each([0, 1, 999, 1_000, 1_001, 12_345])(
  '%i items are sorted in turns as at once, equals in order',
  async (count) => {
    const random = new Random(count);
    const items = Array.from({ length: count }, (_, at) => ({ at, key: random.whole(0, 500) }));
    const compare = (one: { key: number }, other: { key: number }): number => one.key - other.key;
    expect(await sortedInTurns(items, compare)).toEqual(items.toSorted(compare));
  },
);
