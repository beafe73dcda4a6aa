import { parseArgs } from 'node:util';
import { read } from '@class-scheduling/assistant-language';
import { corpora, drawn, outcomeOf } from '@class-scheduling/assistant-language/training';
import { mistyped } from './support/mistyped.js';
import { printTable } from './support/print.js';

/**
 * What became of a sentence: kept is what is read as before, asked where an option of the question leads to
 * that; of what is lost nothing is understood (missed), something else shown (astray) or changed (dangerous).
 */
const outcomes = ['kept', 'asked', 'missed', 'astray', 'dangerous'] as const;
type Kept = (typeof outcomes)[number];

/**
 * `npm run bench typing -- [--seed 1]`: what one drawn typing error costs in each sentence of the corpora
 * that is read rightly. A number that became another is counted apart: nobody can tell what was meant.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { seed: { type: 'string', default: '1' } } });
  const counts = new Map<string, Record<Kept, number>>();
  for (const { situation, utterances } of corpora())
    for (const [at, utterance] of utterances.entries()) {
      if (outcomeOf(utterance, read(utterance.text, situation), situation) !== 'right') continue;
      // The same error for the same sentence, whichever others are read.
      const typed = mistyped(utterance.text, drawn(Number(values.seed) * 100_000 + at));
      if (!typed) continue;
      const outcome = keptOf(utterance, read(typed.text, situation), situation);
      const kind = typed.isNumberLost ? 'number' : typed.slip;
      for (const what of [kind, typed.isNumberLost ? [] : 'no number', 'all'].flat()) {
        const name = `${utterance.language} ${what}`;
        const count = counts.get(name) ?? { kept: 0, asked: 0, missed: 0, astray: 0, dangerous: 0 };
        counts.set(name, { ...count, [outcome]: count[outcome] + 1 });
      }
    }
  printTable(
    'one typing error in each sentence that is read rightly',
    ['error', 'sentences', 'lost, %', ...outcomes.slice(1)],
    [...counts].sort().map(([name, count]) => {
      const all = outcomes.reduce((sum, outcome) => sum + count[outcome], 0);
      const lost = ((100 * (all - count.kept - count.asked)) / all).toFixed(1);
      return [name, String(all), lost, ...outcomes.slice(1).map((outcome) => String(count[outcome]))];
    }),
  );
}

function keptOf(
  utterance: Parameters<typeof outcomeOf>[0],
  reading: Parameters<typeof outcomeOf>[1],
  situation: Parameters<typeof outcomeOf>[2],
): Kept {
  const outcome = outcomeOf(utterance, reading, situation);
  if (outcome === 'right') return 'kept';
  const options = reading.kind === 'question' ? reading.options : [];
  const isAsked = options.some(({ intents, text }) => {
    const chosen = intents ? ({ kind: 'intents', intents } as const) : read(text, situation);
    return outcomeOf(utterance, chosen, situation) === 'right';
  });
  return isAsked ? 'asked' : outcome;
}
