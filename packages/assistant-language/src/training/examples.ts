import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import type { Act } from '../frames/acts.js';
import { classifierOf, size, type Classifier, type Weights } from '../frames/classifier.js';
import { tokensIn } from '../frames/clause.js';
import { featuresOf, shapeOf, type Shape } from '../frames/shape.js';
import type { Situation } from '../interpreter.js';
import { corpora, corpusText, said, type Utterance } from './corpora.js';
import { trained } from './regression.js';

/** An example of an act, and who said it; of no act where it only can be asked about. */
export interface Spoken {
  readonly author: string;
  readonly act: Act | null;
  readonly shape: Shape;
  /** The sentence with all that is meant by it, where that is told. */
  readonly utterance: Utterance | null;
  readonly situation: Situation;
}

/** The parts of the largest corpus that people of their own wrote. */
const batches = ['d1', 'd2', 'd3', 'talk', 'office', 'chat'];

const authorOf = (file: string, { tags }: Utterance): string =>
  file === 'seen.json' ? `seen: ${batches.find((batch) => tags.includes(batch)) ?? 'makers'}` : file;

function actOf({ expected }: Utterance): Act | null {
  if (expected.kind === 'unsupported') return 'unsupported';
  if (expected.kind === 'question') return null;
  const [type, ...others] = new Set(expected.intents.map((intent) => intent.type));
  return others.length > 0 ? null : type;
}

const shapeIn = (text: string, situation: Situation): Shape => shapeOf(tokensIn(text, situation).tokens);

/** All sentences of the corpora. */
export const spoken = (): readonly Spoken[] => [
  ...corpora().flatMap(({ file, situation, utterances }) =>
    utterances.map((utterance) => ({
      author: authorOf(file, utterance),
      act: actOf(utterance),
      shape: shapeIn(utterance.text, situation),
      ...{ utterance, situation },
    })),
  ),
  ...said().map(({ text, ...one }) => ({ ...one, shape: shapeIn(text, one.situation), utterance: null })),
];

const seed = 1;

/** The weights that a set of sentences gives, and the acts whose they are. */
function weightsFrom(all: readonly Spoken[]): {
  readonly acts: readonly Act[];
  readonly weights: Float32Array;
} {
  const labelled = all.flatMap(({ act, shape }) =>
    act === null ? [] : [{ act, features: featuresOf(shape, size) }],
  );
  const acts = [...new Set(labelled.map(({ act }) => act))].sort();
  const examples = labelled.map(({ act, features }) => ({ features, label: acts.indexOf(act) }));
  return { acts, weights: trained(examples, acts.length, size, seed) };
}

/** The classifier that a set of sentences gives. */
export function classifierFrom(all: readonly Spoken[]): Classifier {
  const { acts, weights } = weightsFrom(all);
  return classifierOf(acts, weights, 1);
}

/** Tells by which corpora something was made. */
export const corpusHash = (): string => createHash('sha256').update(corpusText()).digest('hex');

/** Greatest number of steps of a weight: with fewer different ones the file packs well. */
const stepsMax = 31;

/** The weights of all corpora as they are committed. */
export function committedWeights(): Weights {
  const { acts, weights } = weightsFrom(spoken());
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / stepsMax;
  const steps = Int8Array.from(weights, (weight) => Math.round(weight / scale));
  return { seed, hash: corpusHash(), acts, scale, weights: brotliCompressSync(steps).toString('base64') };
}
