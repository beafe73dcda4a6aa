import { inTurns, jsonbInTurns } from '../../src/data/in-turns.js';
import { processorMsOf } from '../support/processor-time.js';
import { turnsOf, type Turns } from '../support/turns.js';

/** Takes the processor for longer than a turn. */
function work(): void {
  const end = performance.now() + 6;
  while (performance.now() < end);
}

test('of much that is done in turns at once, one turn at a time goes before what others ask', async () => {
  const doneBetween: number[] = [];
  let done = 0;
  let isOver = false;
  const others = (): void => {
    doneBetween.push(done);
    done = 0;
    if (!isOver) setImmediate(others);
  };
  const many = Array.from({ length: 5 }, () => inTurns([1, 2, 3], () => (work(), void done++)));
  setImmediate(others);
  await Promise.all(many);
  isOver = true;
  // The first of each is done at once.
  expect(doneBetween[0]).toBeLessThanOrEqual(6);
  expect(Math.max(...doneBetween.slice(1))).toBe(1);
});

test('a large document becomes bytes in pieces', async () => {
  const items = Array.from({ length: 400_000 }, (_, at) => ({ at, name: `第 ${at} 课次`, weeks: [1, 2, 3] }));
  const document = { items, none: [], few: [1, 2], nothing: null, left: undefined };
  const wholeMs = await processorMsOf(async () => void Buffer.from(JSON.stringify(document)));
  let bytes: Buffer = Buffer.of();
  const turn = (): Promise<Turns> => turnsOf(async () => void (bytes = await jsonbInTurns(document)));
  // Garbage may be collected in any turn, so the shorter of two tells.
  const turns = [await turn(), await turn()];
  expect(Math.min(...turns.map(({ longest }) => longest))).toBeLessThan(wholeMs / 3);
  expect(bytes[0]).toBe(1);
  expect(bytes.subarray(1).toString()).toBe(JSON.stringify(document));
});
