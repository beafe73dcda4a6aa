import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { AskedOfLessons } from '../intents.js';
import type { Act } from './acts.js';
import { featuresOf, type Shape } from './shape.js';

/** Places that features share: more tell them apart better, and make the file of weights greater. */
export const size = 16_384;

/** An act, and how sure it is that a sentence wishes it, from 0 to 1. */
export interface Likely {
  readonly act: Act;
  readonly share: number;
  /** What is asked of lessons, where that is the act and they are not only looked at. */
  readonly ask?: AskedOfLessons;
}

/** An act, and what is asked of lessons where that is the act: showTimetable WHERE. */
export type Label = Act | `showTimetable ${AskedOfLessons}`;

/** A linear model: one weight for each place and label, place after place. */
export interface Model<L extends string> {
  readonly labels: readonly L[];
  readonly weights: ArrayLike<number>;
  /** What a step of a weight stands for. */
  readonly scale: number;
}

/** Whether what is said stands alone, or goes on with what was said and shown before. */
export type Relation = 'ALONE' | 'CONTINUED';

/** The models of all that is told of a sentence by what it is like. */
export interface Models {
  readonly acts: Model<Label>;
  readonly relations: Model<Relation>;
}

/** What the trainer writes, and what tells of which sentences it was made. */
export interface Weights {
  readonly seed: number;
  /** Of the corpora that it was made of. */
  readonly hash: string;
  /** Of a model the weights are signed bytes, numbers of steps, as base64 of what Brotli makes of them. */
  readonly models: {
    readonly [M in keyof Models]: Omit<Models[M], 'weights'> & { readonly weights: string };
  };
}

/** Tells how likely a shape is of each act, the likeliest first. */
export interface Classifier {
  (shape: Shape): readonly Likely[];
  /** How likely it goes on with what was before. */
  readonly continued: (shape: Shape) => number;
}

function sharesOf<L extends string>({ labels, weights, scale }: Model<L>, shape: Shape): number[] {
  const features = featuresOf(shape, size);
  const unit = scale / Math.sqrt(features.length);
  const scores = labels.map((_, label) =>
    features.reduce((sum, feature) => sum + unit * weights[feature * labels.length + label], 0),
  );
  const highest = Math.max(...scores);
  const shares = scores.map((score) => Math.exp(score - highest));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
}

/** The classifier of some weights. */
export const classifierOf = ({ acts, relations }: Models): Classifier =>
  Object.assign(
    (shape: Shape) => {
      const shares = sharesOf(acts, shape);
      return likelyOf(acts.labels.map((label, at) => ({ label, share: shares[at] })));
    },
    {
      continued: (shape: Shape) => sharesOf(relations, shape)[relations.labels.indexOf('CONTINUED')],
    },
  );

const byShare = (one: { readonly share: number }, other: { readonly share: number }): number =>
  other.share - one.share;

/** The acts of labels: each with what is most likely asked. */
function likelyOf(all: readonly { readonly label: Label; readonly share: number }[]): readonly Likely[] {
  const likely = new Map<Act, Likely>();
  for (const { label, share } of all.toSorted(byShare)) {
    const [act, ask] = label.split(' ') as [Act, AskedOfLessons | undefined];
    const known = likely.get(act);
    likely.set(act, known ? { ...known, share: known.share + share } : { act, share, ...(ask && { ask }) });
  }
  return [...likely.values()].sort(byShare);
}

/** The file of weights. */
export const weightsFile = new URL('./weights.json', import.meta.url);

let known: Classifier | null = null;

/** The classifier that was trained with the committed corpora. */
export function classifier(): Classifier {
  if (known) return known;
  const { models } = JSON.parse(readFileSync(weightsFile, 'utf8')) as Weights;
  const { acts, relations } = models;
  known = classifierOf({
    acts: { ...acts, weights: stepsOf(acts) },
    relations: { ...relations, weights: stepsOf(relations) },
  });
  return known;
}

/** The weights of a model as numbers of steps. */
export const stepsOf = ({ weights }: { readonly weights: string }): Int8Array =>
  new Int8Array(brotliDecompressSync(Buffer.from(weights, 'base64')));
