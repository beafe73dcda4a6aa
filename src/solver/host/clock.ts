/** What the seconds of a run are: those of the clock, or processor time of all threads of the process. */
export type ClockKind = 'wall' | 'processor';

/** Seconds since a fixed moment that all threads of the process share. */
export const CLOCKS: Readonly<Record<ClockKind, () => number>> = {
  wall: () => (performance.timeOrigin + performance.now()) / 1000,
  processor: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
};
