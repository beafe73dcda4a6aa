import { read } from '../../src/services/assistant/grammar/grammar.js';
import { goldenFiles, outcomeOf, utterancesOf } from './golden.js';
import { demoSituation } from './demo-situation.js';
import { situation as common } from './situation.js';

/** Least shares of utterances that are understood; those that nobody tuned the grammar for are harder. */
const bars: Readonly<Record<string, number>> = { 'seen.json': 0.9, 'demo.json': 0.9 };
const barOfUnseen = 0.85;

/** Least number of utterances that are harder than others, by their tag. */
const leastOf: Readonly<Record<string, number>> = { hostile: 25 };

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

test.each(goldenFiles)('the grammar understands %s, and nothing of it dangerously wrong', (file) => {
  const situation = file === 'demo.json' ? demoSituation : common;
  const judged = utterancesOf(file).map((utterance) => ({
    ...utterance,
    outcome: outcomeOf(utterance, read(utterance.text, situation), situation),
  }));
  const textsOf = (outcome: string): string[] =>
    judged.filter((one) => one.outcome === outcome).map(({ text }) => text);
  const share = textsOf('right').length / judged.length;
  const dangerous = JSON.stringify(textsOf('dangerous'));
  process.stdout.write(`${file}: ${percent(share)} of ${judged.length} right, dangerous: ${dangerous}\n`);
  expect(textsOf('dangerous')).toEqual([]);
  expect(share).toBeGreaterThanOrEqual(bars[file] ?? barOfUnseen);
});
test('the golden files hold 300 utterances, half of them Chinese, and hostile ones', () => {
  const all = goldenFiles.flatMap(utterancesOf);
  const chinese = all.filter(({ language }) => language === 'zh').length;
  expect(all.length).toBeGreaterThanOrEqual(300);
  expect(chinese / all.length).toBeGreaterThanOrEqual(0.45);
  for (const tag of ['misspelt', 'colloquial', 'ambiguous', 'hostile'])
    expect(all.filter(({ tags }) => tags.includes(tag)).length).toBeGreaterThanOrEqual(leastOf[tag] ?? 10);
});
