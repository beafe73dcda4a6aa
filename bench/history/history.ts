import { setTimeout as sleep } from 'node:timers/promises';

/** Something whose states follow one another, each told by a text of its own. */
export interface Register {
  readonly name: string;
  /** Stores the n-th state. @throws when nobody knows whether it is stored */
  write(n: number): Promise<void>;
  /** What somebody who asks now is told; nothing where no answer comes. */
  read(): Promise<string | null | undefined>;
  /** What may be told of the n-th state; that of 0 is written before all. */
  told(n: number): readonly string[];
}

/** What was done, and every answer that no state allows. */
export interface Tally {
  reads: number;
  writes: number;
  /** Reads without an answer, and writes of which nobody knows. */
  lost: number;
  readonly faults: string[];
}

/**
 * Writes and reads registers at once. An answer must tell a state that was the last stored when the request
 * began, or one whose writing began before the answer came; what was rolled back is none.
 * @param operations reads and writes in all
 */
export async function follow(
  registers: readonly Register[],
  operations: number,
  readersOfEach: number,
): Promise<Tally> {
  const tally: Tally = { reads: 0, writes: 0, lost: 0, faults: [] };
  let left = operations;
  await Promise.all(
    registers.map(async (register) => {
      const { name } = register;
      let [stored, begun] = [0, 0];
      await register.write(0);
      const write = async (): Promise<void> => {
        while (left-- > 0) {
          const n = ++begun;
          tally.writes++;
          await register.write(n).then(
            () => (stored = n),
            () => tally.lost++,
          );
        }
      };
      const read = async (): Promise<void> => {
        while (left-- > 0) {
          const from = stored;
          const answer = await register.read();
          tally.reads++;
          const states = Array.from({ length: begun - from + 1 }, (_, at) => from + at);
          const possible = states.flatMap((n) => register.told(n));
          if (answer === null || answer === undefined) {
            tally.lost++;
            await sleep(20);
          } else if (!possible.includes(answer))
            tally.faults.push(`${name}: told ${answer} where ${possible.join(' or ')} is possible.`);
        }
      };
      await Promise.all([write(), ...Array.from({ length: readersOfEach }, read)]);
    }),
  );
  return tally;
}
