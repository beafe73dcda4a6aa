import { delaySecondsOf } from '../../src/services/accounts/attempts.js';
import { networkOf } from '../../src/schema/networks.js';

test('the wait doubles with every failure, up to its bound', () => {
  const waits = Array.from({ length: 12 }, (_, at) => delaySecondsOf(at + 9, 10, 25));
  expect(waits).toEqual([0, 0, 0.25, 0.5, 1, 2, 4, 8, 16, 25, 25, 25]);
  expect(delaySecondsOf(1_000_000, 10, 25)).toBe(25);
});

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['::1', '::2', true],
  ['192.0.2.1', '::ffff:192.0.2.1', true],
  ['192.0.2.1', '192.0.2.2', false],
])('%s and %s count as one address: %s', (one, other, isSame) => {
  expect(networkOf(one) === networkOf(other)).toBe(isSame);
});
