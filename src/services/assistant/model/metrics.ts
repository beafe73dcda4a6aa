import { Counter, type Metric } from 'prom-client';

/** Tokens that models read and wrote, by direction. */
export const modelTokens = new Counter({
  name: 'class_scheduling_model_tokens_total',
  help: 'Tokens that the language model read (in) and wrote (out).',
  labelNames: ['direction'],
  registers: [],
});

/** Texts of people that models were asked about, by what came of it. */
export const modelReadings = new Counter({
  name: 'class_scheduling_model_readings_total',
  help: 'Texts that the language model was asked about, by outcome: read, or why not.',
  labelNames: ['outcome'],
  registers: [],
});

/** Everything that is counted about models, for the register of the process. */
export const modelMetrics = [modelTokens, modelReadings] as readonly Metric[];
