import { inTurns } from '../../src/data/in-turns.js';

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
