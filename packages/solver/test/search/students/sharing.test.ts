import fc from 'fast-check';
import { Sharing } from '../../../src/search/students/sharing.js';

const MEETINGS = 60;

test('shared students are counted as a plain table counts them, however many pairs come and go', () => {
  const change = fc.record({ a: fc.nat(MEETINGS - 2), gap: fc.integer({ min: 1, max: MEETINGS }) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 200, maxLength: 3000 }), (changes) => {
      const sharing = new Sharing(MEETINGS);
      const plain = new Map<string, number>();
      for (const { a, gap } of changes) {
        const b = Math.min(MEETINGS - 1, a + gap);
        const before = plain.get(`${a} ${b}`) ?? 0;
        const step = before > 0 && gap % 3 > 0 ? -1 : 1;
        sharing.add(a, b, step);
        plain.set(`${a} ${b}`, before + step);
      }
      const listed: string[] = [];
      for (let a = 0; a < MEETINGS; a++) {
        for (let i = 0; i < sharing.size[a]; i++) {
          const b = sharing.other[a][i];
          expect([sharing.of(a, b), sharing.of(b, a)]).toEqual([sharing.count[a][i], sharing.count[a][i]]);
          if (a < b) listed.push(`${a} ${b}: ${sharing.count[a][i]}`);
        }
      }
      const wanted = [...plain].filter(([, count]) => count > 0).map(([pair, count]) => `${pair}: ${count}`);
      expect(listed.sort()).toEqual(wanted.sort());
    }),
    { numRuns: 20 },
  );
});
