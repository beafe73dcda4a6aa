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

let asked = { at: -Infinity, seconds: 0 };
