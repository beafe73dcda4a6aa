import cluster from 'node:cluster';
import { on } from 'node:events';

/** What the processes that answer on one port, and the one that started them, say to each other. */
export type Word =
  /** To the process that started it: it is ready at this address. */
  | { readonly ready: string }
  /** To that process: asks for the figures of all. */
  | { readonly asks: 'metrics' }
  /** Its answer: null where one of them does not tell. */
  | { readonly metrics: string | null }
  /**
   * From that process: stop in order. No signal: Ctrl-C reaches all of them already, and a second one ends a
   * process at once.
   */
  | { readonly asks: 'stop' };

const isWord = (message: unknown): message is Word => typeof message === 'object' && message !== null;

/** Tells the process that started this one. False where none did. */
export function tellStarter(word: Word): boolean {
  return cluster.isWorker && process.send!(word);
}

/** Resolves when the process that started this one asks it to stop; never where none did. */
export const stopAsked = (): Promise<void> =>
  new Promise((resolve) => {
    if (!cluster.isWorker) return;
    process.on('message', (word) => isWord(word) && 'asks' in word && word.asks === 'stop' && resolve());
  });

/** The figures of all processes of this server; null where it is the only one, or another does not answer. */
export async function metricsOfAll(): Promise<string | null> {
  if (!tellStarter({ asks: 'metrics' })) return null;
  for await (const [word] of on(process, 'message') as AsyncIterable<[unknown]>)
    if (isWord(word) && 'metrics' in word) return word.metrics;
  return null;
}
