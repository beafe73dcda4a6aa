import { read } from '../src/index.js';
import { goldenFiles, outcomeOf, situationOf, utterancesOf } from '../src/training/corpora.js';
import { situation as common } from '../src/training/worlds.js';

/** What holds of a file: the least share that is understood, and the most that is dangerously wrong. */
interface Bar {
  readonly share: number;
  readonly dangerous: number;
}

/** Utterances that nobody tuned the grammar for are harder, those of corridor.json most. */
const bars: Readonly<Record<string, Bar>> = {
  'acts.json': { share: 0.85, dangerous: 0 },
  'seen.json': { share: 0.9, dangerous: 0 },
  'demo.json': { share: 0.9, dangerous: 0 },
  'daily.json': { share: 0.9, dangerous: 0 },
  'unseen.json': { share: 0.85, dangerous: 0 },
  'fresh.json': { share: 0.85, dangerous: 0 },
  'ordinary.json': { share: 0.85, dangerous: 0 },
  'corridor.json': { share: 0.8, dangerous: 0 },
};

/** Files of utterances that were written without having seen the grammar. */
const blind = ['unseen.json', 'fresh.json', 'ordinary.json', 'corridor.json'];

/** Least number of utterances that are harder than others, by their tag. */
const leastOf: Readonly<Record<string, number>> = { hostile: 25 };

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

test('every golden file has its bar', () => {
  expect(Object.keys(bars).toSorted()).toEqual(goldenFiles.toSorted());
});

test.each(goldenFiles)('the grammar understands %s, and does nothing else than what is meant', (file) => {
  const situation = situationOf(file);
  const judged = utterancesOf(file).map((utterance) => ({
    ...utterance,
    outcome: outcomeOf(utterance, read(utterance.text, situation), situation),
  }));
  const textsOf = (outcome: string): string[] =>
    judged.filter((one) => one.outcome === outcome).map(({ text }) => text);
  const share = textsOf('right').length / judged.length;
  const dangerous = JSON.stringify(textsOf('dangerous'));
  process.stdout.write(`${file}: ${percent(share)} of ${judged.length} right, dangerous: ${dangerous}\n`);
  expect(textsOf('dangerous').length).toBeLessThanOrEqual(bars[file].dangerous);
  expect(share).toBeGreaterThanOrEqual(bars[file].share);
});

test('of all utterances that nobody tuned for, at least 300, 85 % are understood', () => {
  const judged = blind.flatMap((file) =>
    utterancesOf(file).map((one) => outcomeOf(one, read(one.text, common), common)),
  );
  const share = judged.filter((outcome) => outcome === 'right').length / judged.length;
  process.stdout.write(`blind ones together: ${percent(share)} of ${judged.length}\n`);
  expect(share).toBeGreaterThanOrEqual(0.85);
  expect(judged.length).toBeGreaterThanOrEqual(300);
});

test('the golden files hold 300 utterances, half of them Chinese, and hostile ones', () => {
  const all = goldenFiles.flatMap(utterancesOf);
  const chinese = all.filter(({ language }) => language === 'zh').length;
  expect(all.length).toBeGreaterThanOrEqual(300);
  expect(chinese / all.length).toBeGreaterThanOrEqual(0.45);
  for (const tag of ['misspelt', 'colloquial', 'ambiguous', 'hostile'])
    expect(all.filter(({ tags }) => tags.includes(tag)).length).toBeGreaterThanOrEqual(leastOf[tag] ?? 10);
});
