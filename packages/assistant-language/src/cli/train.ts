import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import {
  classifierFrom,
  committedSeen,
  committedWeights,
  spoken,
  type Spoken,
} from '../training/examples.js';
import { weightsFile, type Classifier } from '../frames/classifier.js';
import { read } from '../grammar.js';
import { outcomeOf } from '../training/corpora.js';
import { seenFile } from '../spot/seen.js';

/**
 * `npm run train:assistant`: makes the weights anew from the corpora. With `--judge` it tells instead, for
 * each author, how many sentences are understood by what all others have said.
 */
function judge(): void {
  const all = spoken();
  const rows: Record<string, Record<string, number>> = {};
  for (const author of new Set(all.map((each) => each.author))) {
    const classify = classifierFrom(all.filter((each) => each.author !== author));
    const own = all.filter((each) => each.author === author);
    const row: Record<string, number> = { sentences: own.length };
    for (const outcome of own.map((one) => judged(one, classify))) row[outcome] = (row[outcome] ?? 0) + 1;
    rows[author] = row;
  }
  console.table(rows);
}

/** Of a sentence of which only the act is told, whether that is found. */
function judged({ utterance, situation, act, shape }: Spoken, classify: Classifier): string {
  if (utterance) return outcomeOf(utterance, read(utterance.text, situation, classify), situation);
  return classify(shape)[0].act === act ? 'right' : 'another act';
}

if (process.argv.includes('--judge')) judge();
else if (process.argv.includes('--weights'))
  writeFileSync(weightsFile, `${JSON.stringify(committedWeights())}\n`);
else {
  writeFileSync(seenFile, `${JSON.stringify(committedSeen())}\n`);
  // What is said is known before sentences are read, and a process keeps what it once read.
  execFileSync(process.execPath, [...process.execArgv, import.meta.filename, '--weights'], {
    stdio: 'inherit',
  });
}
