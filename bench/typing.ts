import { parseArgs } from 'node:util';
import { read } from '@class-scheduling/assistant-language';
import { corpora, drawn, mistyped, outcomeOf } from '@class-scheduling/assistant-language/training';
import { printTable } from './support/print.js';

const outcomes = ['right', 'missed', 'astray', 'dangerous'] as const;

/**
 * `npm run bench typing -- [--seed 1]`: what one drawn typing error costs in each sentence of the corpora
 * that is read rightly. A number that became another is counted apart: nobody can tell what was meant.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { seed: { type: 'string', default: '1' } } });
  const counts = new Map<string, Record<(typeof outcomes)[number], number>>();
  for (const { situation, utterances } of corpora())
    for (const [at, utterance] of utterances.entries()) {
      if (outcomeOf(utterance, read(utterance.text, situation), situation) !== 'right') continue;
      // The same error for the same sentence, whichever others are read.
      const typed = mistyped(utterance.text, drawn(Number(values.seed) * 100_000 + at));
      if (!typed) continue;
      const outcome = outcomeOf(utterance, read(typed.text, situation), situation);
      const kind = typed.isNumberLost ? 'number' : typed.slip;
      for (const what of [kind, typed.isNumberLost ? [] : 'no number', 'all'].flat()) {
        const name = `${utterance.language} ${what}`;
        const count = counts.get(name) ?? { right: 0, missed: 0, astray: 0, dangerous: 0 };
        counts.set(name, { ...count, [outcome]: count[outcome] + 1 });
      }
    }
  printTable(
    'one typing error in each sentence that is read rightly',
    ['error', 'sentences', 'lost, %', ...outcomes.slice(1)],
    [...counts].sort().map(([name, count]) => {
      const all = outcomes.reduce((sum, outcome) => sum + count[outcome], 0);
      const lost = ((100 * (all - count.right)) / all).toFixed(1);
      return [name, String(all), lost, ...outcomes.slice(1).map((outcome) => String(count[outcome]))];
    }),
  );
}
