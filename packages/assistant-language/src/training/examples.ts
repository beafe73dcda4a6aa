import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import type { Act } from '../frames/acts.js';
import type { AskedOfLessons } from '../intents.js';
import {
  classifierOf,
  size,
  type Classifier,
  type Label,
  type Model,
  type Models,
  type Weights,
} from '../frames/classifier.js';
import { tokensIn } from '../frames/clause.js';
import { featuresOf, shapeOf, type Shape } from '../frames/shape.js';
import type { Situation } from '../interpreter.js';
import { corpora, corpusText, said, talked, type Utterance } from './corpora.js';
import { trained } from './regression.js';
import { readable } from '../spot/characters.js';
import { bitsOf, type Seen } from '../spot/seen.js';
import { groupsIn } from '../spot/pieces.js';
import { isForm, slipFrom } from '../spot/latin-slips.js';
import { distance } from '../spot/spelling.js';

/** An example of an act, and who said it; of no act where it only can be asked about. */
export interface Spoken {
  readonly author: string;
  readonly act: Act | null;
  readonly ask?: AskedOfLessons;
  readonly shape: Shape;
  /** The sentence with all that is meant by it, where that is told. */
  readonly utterance: Utterance | null;
  readonly situation: Situation;
  readonly isContinued?: boolean;
  readonly isStranger?: boolean;
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
  ...[...said(), ...talked()].map(({ text, context, ...one }) => ({
    ...one,
    shape: { ...shapeIn(text, one.situation), ...(context && { context }) },
    utterance: null,
  })),
];

const seed = 5;

/** How often a sentence of a stranger counts: 85.2 % of the acts of others are found so, 84.5 with 1. */
const timesOfStranger = 3;

/** The models that a set of sentences gives. */
function modelsFrom(every: readonly Spoken[]): Models {
  const all = every.flatMap((one) => (one.isStranger ? Array<Spoken>(timesOfStranger).fill(one) : one));
  const acts = all.flatMap(({ act, ask, shape }) =>
    act === null ? [] : [{ label: labelOf(act, ask), shape }],
  );
  const relations = all.flatMap(({ isContinued, shape }) =>
    isContinued === undefined || !shape.context?.length
      ? []
      : [{ label: isContinued ? ('CONTINUED' as const) : ('ALONE' as const), shape }],
  );
  return { acts: modelFrom(acts), relations: modelFrom(relations) };
}

function modelFrom<L extends string>(all: readonly { readonly label: L; readonly shape: Shape }[]): Model<L> {
  const labels = [...new Set(all.map(({ label }) => label))].sort();
  const examples = all.map(({ label, shape }) => ({
    features: featuresOf(shape, size),
    label: labels.indexOf(label),
  }));
  return { labels, weights: trained(examples, labels.length, size, seed), scale: 1 };
}

const labelOf = (act: Act, ask?: AskedOfLessons): Label =>
  act === 'showTimetable' && ask ? `${act} ${ask}` : act;

/** The classifier that a set of sentences gives. */
export const classifierFrom = (all: readonly Spoken[]): Classifier => classifierOf(modelsFrom(all));

/** Tells by which corpora something was made. */
export const corpusHash = (): string => createHash('sha256').update(corpusText()).digest('hex');

/** Greatest number of steps of a weight: with fewer different ones the file packs well. */
const stepsMax = 20;

/** The weights of all corpora as they are committed. */
export function committedWeights(): Weights {
  const { acts, relations } = modelsFrom(spoken());
  return { seed, hash: corpusHash(), models: { acts: packed(acts), relations: packed(relations) } };
}

function packed<L extends string>({ labels, weights }: Model<L>) {
  const all = Array.from(weights);
  const scale = all.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / stepsMax;
  const steps = Int8Array.from(all, (weight) => Math.round(weight / scale));
  return { labels, scale, weights: brotliCompressSync(steps).toString('base64') };
}

/** How often somebody has to say something for it to be no slip. */
const seenMin = 2;

/** What the corpora say, as it is committed. */
export function committedSeen(): Seen {
  const counts = new Map<string, number>();
  const texts = [
    ...corpora().flatMap(({ situation, utterances }) => utterances.map(({ text }) => ({ text, situation }))),
    // Strangers mistype, and several the same.
    ...[...said(), ...talked()].filter(({ isStranger }) => !isStranger),
  ];
  for (const { text, situation } of texts)
    for (const one of saidIn(readable(text), situation)) counts.set(one, (counts.get(one) ?? 0) + 1);
  // 不不不 takes back, 不不要 is mistyped.
  counts.delete('不 不');
  const frequent = [...counts].filter(([one, count]) => count >= 100 && /^[a-z]{3}/.test(one));
  const isSlip = (one: string, count: number): boolean =>
    /^[a-z]{3,}$/.test(one) &&
    frequent.some(([word, often]) => {
      if (word === one || often < (one.length < 6 ? 100 : 20) * Math.max(count - 3, 1)) return false;
      const isFar = one.length >= 8 && word[0] === one[0] && distance(word, one, 2) <= 2;
      return (slipFrom(word, one) !== null || isFar) && !isForm(word, one);
    });
  const seen = [...counts].flatMap(([one, count]) => (count >= seenMin && !isSlip(one, count) ? [one] : []));
  return { hash: corpusHash(), bits: Buffer.from(bitsOf(seen)).toString('base64') };
}

const saidIn = (text: string, situation: Situation): readonly string[] => [
  ...groupsIn(text, situation),
  ...(text.toLowerCase().match(/(?<![a-z0-9'])[a-z]{2,14}(?![a-z0-9])/g) ?? []),
];
