import { createHash } from 'node:crypto';
import type { Act } from '../frames/acts.js';
import { classifierOf, size, type Classifier, type Weights } from '../frames/classifier.js';
import { clausesOf } from '../clauses.js';
import { tokensIn } from '../frames/clause.js';
import { featuresOf, shapeOf } from '../frames/shape.js';
import type { Situation } from '../interpreter.js';
import { corpora, corpusText, type Utterance } from './corpora.js';
import { trained } from './regression.js';

/** A sentence with who said it, and what it is an example of; none where it only can be asked about. */
export interface Spoken {
  readonly utterance: Utterance;
  readonly author: string;
  readonly situation: Situation;
  readonly act: Act | null;
  readonly features: readonly number[];
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

/** All sentences of the corpora. */
export const spoken = (): readonly Spoken[] =>
  corpora().flatMap(({ file, situation, utterances }) =>
    utterances.map((utterance) => ({
      utterance,
      author: authorOf(file, utterance),
      situation,
      act: actOf(utterance),
      features: featuresOf(shapeOf(clausesOf(tokensIn(utterance.text, situation).tokens).flat()), size),
    })),
  );

const seed = 1;

/** The weights that a set of sentences gives, and the acts whose they are. */
function weightsFrom(all: readonly Spoken[]): {
  readonly acts: readonly Act[];
  readonly weights: Float64Array;
} {
  const labelled = all.flatMap(({ act, features }) => (act === null ? [] : [{ act, features }]));
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

/** The weights of all corpora as they are committed: each in a byte. */
export function committedWeights(): Weights {
  const { acts, weights } = weightsFrom(spoken());
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const bytes = Int8Array.from(weights, (weight) => Math.round((weight / scale) * 127));
  return { seed, hash: corpusHash(), acts, scale, weights: Buffer.from(bytes.buffer).toString('base64') };
}
