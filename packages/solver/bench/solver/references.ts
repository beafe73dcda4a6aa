/** Published costs of an instance of ITC-2007 under UD2: means of five-minute runs, and the best known. */
export interface Reference {
  readonly bestKnown: number;
  readonly muller: number;
  readonly luHao: number;
  readonly abdullah: number;
  readonly bellio: number;
  /** What this engine aims at in 60 CPU-seconds of one thread. */
  readonly aim?: number;
}

const row = (
  bestKnown: number,
  muller: number,
  luHao: number,
  abdullah: number,
  bellio: number,
  aim?: number,
): Reference => ({ bestKnown, muller, luHao, abdullah, bellio, aim });

/**
 * Müller 2009 (winner of the competition), Lü and Hao 2010 (adaptive tabu search), Abdullah et al. 2012,
 * Bellio et al. 2012 (simulated annealing and tabu search). Measured by their authors on machines of their
 * time.
 */
export const REFERENCES: Readonly<Record<string, Reference>> = {
  comp01: row(5, 5.0, 5.0, 5.0, 5.0, 5),
  comp02: row(24, 61.3, 60.6, 53.9, 53.0, 42),
  comp03: row(62, 94.8, 86.6, 84.2, 79.0, 78),
  comp04: row(35, 42.8, 47.9, 51.9, 38.3, 36),
  comp05: row(284, 343.5, 328.5, 339.5, 365.2, 315),
  comp06: row(27, 56.8, 69.9, 64.4, 50.4, 40),
  comp07: row(6, 33.9, 28.2, 20.2, 23.8, 14),
  comp08: row(37, 46.5, 51.4, 47.9, 43.6),
  comp09: row(96, 113.1, 113.2, 113.9, 105.0),
  comp10: row(4, 21.3, 38.0, 24.1, 20.5),
  comp11: row(0, 0.0, 0.0, 0.0, 0.0),
  comp12: row(294, 351.6, 365.0, 355.9, 340.5),
  comp13: row(59, 73.9, 76.2, 72.4, 71.3),
  comp14: row(51, 61.8, 62.9, 63.3, 57.9),
  comp15: row(62, 94.8, 87.8, 88.0, 78.8),
  comp16: row(18, 41.2, 53.7, 51.7, 34.8),
  comp17: row(56, 86.6, 100.5, 86.2, 75.7),
  comp18: row(61, 91.7, 82.6, 85.8, 80.8),
  comp19: row(57, 68.8, 75.0, 78.1, 67.0),
  comp20: row(4, 34.3, 58.2, 42.9, 38.8),
  comp21: row(74, 108.0, 125.3, 121.5, 100.1),
};

/**
 * Best known totals of ITC-2019 instances, those of UniTime's CPSolver in 120 seconds (on tg-fal17 with 703
 * of 711 classes placed), and what this engine aims at in 300 seconds of two threads.
 */
export const REFERENCES_2019: Readonly<
  Record<string, { readonly bestKnown?: number; readonly uniTime?: number; readonly aim: number }>
> = {
  'tg-fal17': { bestKnown: 4215, uniTime: 6242, aim: 4500 },
  'muni-fsps-spr17': { bestKnown: 868, uniTime: 4014, aim: 1200 },
  'lums-spr18': { bestKnown: 95, aim: 120 },
  'bet-sum18': { uniTime: 1908, aim: 1908 },
  'wbg-fal10': { uniTime: 36, aim: 36 },
  'lums-sum17': { uniTime: 4, aim: 4 },
};
