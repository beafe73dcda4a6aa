import { writeFileSync } from 'node:fs';
import { weightsFile } from '../frames/classifier.js';
import { read } from '../grammar.js';
import { outcomeOf } from '../training/corpora.js';
import { classifierFrom, committedWeights, spoken } from '../training/examples.js';

/**
 * `npm run train:assistant`: makes the weights anew from the corpora. With `--judge` it tells instead, for
 * each author, how many sentences are understood by what all others have said, and by the rules alone.
 */
function judge(): void {
  const all = spoken();
  const rows: Record<string, Record<string, number>> = {};
  for (const author of new Set(all.map((each) => each.author))) {
    const classify = classifierFrom(all.filter((each) => each.author !== author));
    const own = all.filter((each) => each.author === author);
    const counted = (row: Record<string, number>, name: string): void => {
      row[name] = (row[name] ?? 0) + 1;
    };
    rows[author] = { sentences: own.length };
    for (const { utterance, situation } of own) {
      const rules = read(utterance.text, situation, () => [{ act: 'unsupported', share: 1 }]);
      counted(rows[author], `rules: ${outcomeOf(utterance, rules, situation)}`);
      counted(
        rows[author],
        `with frames: ${outcomeOf(utterance, read(utterance.text, situation, classify), situation)}`,
      );
    }
  }
  console.table(rows);
}

if (process.argv.includes('--judge')) judge();
else writeFileSync(weightsFile, `${JSON.stringify(committedWeights())}\n`);
