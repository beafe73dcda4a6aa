/** What a run is made of, in its order; the precheck is no part of `solve` and left to whoever calls it. */
export const PHASES = [
  'reading',
  'precheck',
  'students',
  'compiling',
  'setup',
  'construction',
  'repair',
  'verifying',
] as const;

export type Phase = (typeof PHASES)[number];
