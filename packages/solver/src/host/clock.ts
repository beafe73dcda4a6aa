/** What the seconds of a run are: those of the clock, or processor time of all threads of the process. */
export type ClockKind = 'wall' | 'processor';

/** Processor time is asked of the system anew after so many milliseconds: it is asked for at every step. */
const FRESH_MS = 20;

/** Seconds since a fixed moment that all threads of the process share. */
export const CLOCKS: Readonly<Record<ClockKind, () => number>> = {
  wall: () => (performance.timeOrigin + performance.now()) / 1000,
  processor: () => {
    const now = performance.now();
    if (now - asked.at >= FRESH_MS) {
      const { user, system } = process.cpuUsage();
      asked = { at: now, seconds: (user + system) / 1e6 };
    }
    return asked.seconds;
  },
};

/** When a run began, in seconds: by its clock, and of the processor time of the process. */
export interface Moment {
  readonly begin: number;
  readonly spent: number;
}

/** The present. */
export const momentOf = (clock: ClockKind = 'wall'): Moment => ({
  begin: CLOCKS[clock](),
  spent: CLOCKS.processor(),
});

/** A process that gets less of a core is starved; its seconds then last so many of the clock at most. */
const STARVED = { share: 0.25, stretch: 4 };

/**
 * Seconds since a moment: of the clock, but no more than the process had processor time for. Others may leave
 * it nothing for a while, and a run that ended then would have done nothing.
 */
export function patientSeconds(wall: number, processor: number): number {
  return Math.min(wall, Math.max(wall / STARVED.stretch, processor / STARVED.share));
}

let asked = { at: -Infinity, seconds: 0 };
