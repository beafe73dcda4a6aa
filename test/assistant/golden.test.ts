import { read } from '../../src/services/assistant/grammar/grammar.js';
import { goldenFiles, outcomeOf, utterancesOf } from './golden.js';
import { situation } from './situation.js';

/** Least shares of utterances that are understood; those that nobody tuned the grammar for are harder. */
const bars: Readonly<Record<string, number>> = { 'seen.json': 0.9 };
const barOfUnseen = 0.85;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

test.each(goldenFiles)('the grammar understands %s, and nothing of it dangerously wrong', (file) => {
  const judged = utterancesOf(file).map((utterance) => ({
    ...utterance,
    outcome: outcomeOf(utterance, read(utterance.text, situation), situation),
  }));
  const textsOf = (outcome: string): string[] =>
    judged.filter((one) => one.outcome === outcome).map(({ text }) => text);
  const share = textsOf('right').length / judged.length;
  process.stdout.write(`${file}: ${percent(share)} of ${judged.length} right, dangerous: `);
  process.stdout.write(`${JSON.stringify(textsOf('dangerous'))}\n`);
  expect(textsOf('dangerous')).toEqual([]);
  expect(share).toBeGreaterThanOrEqual(bars[file] ?? barOfUnseen);
});
