import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { attacks, type Target } from './attacks.js';

/** How often an attack was answered in which way. */
export type Answers = Readonly<Record<string, Readonly<Record<string, number>>>>;

// A process of its own, behind all others: attackers bring processors of their own, which are none of the
// server's, nor of those who measure.
os.setPriority(os.constants.priority.PRIORITY_LOW);
process.once('message', (target: Target) => {
  void attackAll(target).then((answers) => {
    process.send!(answers, () => process.exit(0));
  });
});

/** Repeats every attack beside the others until the time is over. */
async function attackAll(target: Target): Promise<Answers> {
  const end = performance.now() + target.milliseconds;
  const answers: Record<string, Record<string, number>> = {};
  const unanswered = new Map<string, () => void>();
  const over = sleep(target.milliseconds);
  for (const { name, pauseMs, once } of attacks.filter(({ name }) => target.wanted.includes(name[0]))) {
    const counts: Record<string, number> = (answers[name] = {});
    const count = (answer: string): void => void (counts[answer] = (counts[answer] ?? 0) + 1);
    void (async () => {
      while (performance.now() < end) {
        unanswered.set(name, () => count('not answered at the end'));
        await once(target, count).catch((error: Error) => count(error.name));
        unanswered.delete(name);
        await sleep(pauseMs);
      }
    })();
  }
  await over;
  for (const told of unanswered.values()) told();
  return answers;
}
