import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { Act } from './acts.js';
import { featuresOf, type Shape } from './shape.js';

/** Places that features share: more tell them apart better, and make the file of weights greater. */
export const size = 16_384;

/** An act, and how sure it is that a sentence wishes it, from 0 to 1. */
export interface Likely {
  readonly act: Act;
  readonly share: number;
}

/** What the trainer writes, and what tells of which sentences it was made. */
export interface Weights {
  readonly seed: number;
  /** Of the corpora that it was made of. */
  readonly hash: string;
  readonly acts: readonly Act[];
  /** What a step of a weight stands for. */
  readonly scale: number;
  /** One signed byte for each place and act, a number of steps, as base64 of what Brotli makes of it. */
  readonly weights: string;
}

/** Tells how likely a shape is of each act, the likeliest first. */
export type Classifier = (shape: Shape) => readonly Likely[];

/** The classifier of some weights, place after place. */
export function classifierOf(acts: readonly Act[], weights: ArrayLike<number>, scale: number): Classifier {
  return (shape) => {
    const features = featuresOf(shape, size);
    const unit = scale / Math.sqrt(features.length);
    const scores = acts.map((_, act) =>
      features.reduce((sum, feature) => sum + unit * weights[feature * acts.length + act], 0),
    );
    const highest = Math.max(...scores);
    const shares = scores.map((score) => Math.exp(score - highest));
    const total = shares.reduce((sum, share) => sum + share, 0);
    return acts
      .map((act, at) => ({ act, share: shares[at] / total }))
      .sort((one, other) => other.share - one.share);
  };
}

/** The file of weights. */
export const weightsFile = new URL('./weights.json', import.meta.url);

let known: Classifier | null = null;

/** The classifier that was trained with the committed corpora. */
export function classifier(): Classifier {
  if (known) return known;
  const file = JSON.parse(readFileSync(weightsFile, 'utf8')) as Weights;
  known = classifierOf(file.acts, stepsOf(file), file.scale);
  return known;
}

/** The weights as numbers of steps. */
export const stepsOf = ({ weights }: Weights): Int8Array =>
  new Int8Array(brotliDecompressSync(Buffer.from(weights, 'base64')));
