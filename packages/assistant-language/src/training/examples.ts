import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import type { Act } from '../frames/acts.js';
import type { AskedOfLessons } from '../intents.js';
import { classifierOf, size, type Classifier, type Label, type Weights } from '../frames/classifier.js';
import { tokensIn } from '../frames/clause.js';
import { featuresOf, shapeOf, type Shape } from '../frames/shape.js';
import type { Situation } from '../interpreter.js';
import { corpora, corpusText, said, type Utterance } from './corpora.js';
import { trained } from './regression.js';

/** An example of an act, and who said it; of no act where it only can be asked about. */
export interface Spoken {
  readonly author: string;
  readonly act: Act | null;
  readonly ask?: AskedOfLessons;
  readonly shape: Shape;
  /** The sentence with all that is meant by it, where that is told. */
  readonly utterance: Utterance | null;
  readonly situation: Situation;
}

/** The parts of the largest corpus that people of their own wrote. */
const batches = ['d1', 'd2', 'd3', 'talk', 'office', 'chat'];

const authorOf = (file: string, { tags }: Utterance): string =>
  file === 'seen.json' ? `seen: ${batches.find((batch) => tags.includes(batch)) ?? 'makers'}` : file;

function actOf({ expected }: Utterance): Pick<Spoken, 'act' | 'ask'> {
  if (expected.kind === 'unsupported') return { act: 'unsupported' };
  if (expected.kind === 'question') return { act: null };
  const [one] = expected.intents;
  const isOne = expected.intents.every(({ type }) => type === one.type);
  return { act: isOne ? one.type : null, ...(one.type === 'showTimetable' && { ask: one.ask }) };
}

const shapeIn = (text: string, situation: Situation): Shape => shapeOf(tokensIn(text, situation).tokens);

/** All sentences of the corpora. */
export const spoken = (): readonly Spoken[] => [
  ...corpora().flatMap(({ file, situation, utterances }) =>
    utterances.map((utterance) => ({
      author: authorOf(file, utterance),
      ...actOf(utterance),
      shape: shapeIn(utterance.text, situation),
      ...{ utterance, situation },
    })),
  ),
  ...said().map(({ text, ...one }) => ({ ...one, shape: shapeIn(text, one.situation), utterance: null })),
];

const seed = 1;

/** The weights that a set of sentences gives, and the labels whose they are. */
function weightsFrom(all: readonly Spoken[]): {
  readonly labels: readonly Label[];
  readonly weights: Float32Array;
} {
  const labelled = all.flatMap(({ act, ask, shape }) =>
    act === null ? [] : [{ label: labelOf(act, ask), features: featuresOf(shape, size) }],
  );
  const labels = [...new Set(labelled.map(({ label }) => label))].sort();
  const examples = labelled.map(({ label, features }) => ({ features, label: labels.indexOf(label) }));
  return { labels, weights: trained(examples, labels.length, size, seed) };
}

const labelOf = (act: Act, ask?: AskedOfLessons): Label =>
  act === 'showTimetable' && ask ? `${act} ${ask}` : act;

/** The classifier that a set of sentences gives. */
export function classifierFrom(all: readonly Spoken[]): Classifier {
  const { labels, weights } = weightsFrom(all);
  return classifierOf(labels, weights, 1);
}

/** Tells by which corpora something was made. */
export const corpusHash = (): string => createHash('sha256').update(corpusText()).digest('hex');

/** Greatest number of steps of a weight: with fewer different ones the file packs well. */
const stepsMax = 31;

/** The weights of all corpora as they are committed. */
export function committedWeights(): Weights {
  const { labels, weights } = weightsFrom(spoken());
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / stepsMax;
  const steps = Int8Array.from(weights, (weight) => Math.round(weight / scale));
  return { seed, hash: corpusHash(), labels, scale, weights: brotliCompressSync(steps).toString('base64') };
}
