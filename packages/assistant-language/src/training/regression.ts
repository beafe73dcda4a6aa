/** A labelled sentence as the trainer sees it: the places of its features, and its label. */
export interface Example {
  readonly features: readonly number[];
  readonly label: number;
}

/** Passes over all examples, the step of the first, and how fast weights that nothing needs go away. */
const passes = 25;
const firstStep = 1.5;
const decay = 3e-5;

/** Numbers that look drawn, the same for the same seed. */
export function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Weights of a multinomial logistic regression, place after place, by stochastic descent. */
export function trained(
  examples: readonly Example[],
  labels: number,
  size: number,
  seed: number,
): Float32Array {
  const weights = new Float32Array(labels * size);
  const order = examples.map((_, at) => at);
  const draw = drawn(seed);
  const scores = new Float64Array(labels);
  for (let pass = 0; pass < passes; pass++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(draw() * (at + 1));
      [order[at], order[other]] = [order[other], order[at]];
    }
    const step = firstStep / (1 + pass * 0.2);
    for (const at of order) {
      const { features, label } = examples[at];
      const norm = 1 / Math.sqrt(features.length);
      scores.fill(0);
      for (const feature of features)
        for (let one = 0; one < labels; one++) scores[one] += weights[feature * labels + one] * norm;
      const highest = Math.max(...scores);
      let total = 0;
      for (let one = 0; one < labels; one++) total += scores[one] = Math.exp(scores[one] - highest);
      for (let one = 0; one < labels; one++)
        scores[one] = step * norm * ((one === label ? 1 : 0) - scores[one] / total);
      for (const feature of features)
        for (let one = 0; one < labels; one++) {
          const place = feature * labels + one;
          weights[place] += scores[one] - decay * weights[place];
        }
    }
  }
  return weights;
}
