import type { Severity } from '../../../src/services/scheduling/placement/acts.js';
import type { Door } from './faults.js';

/** Doors that answer otherwise than their act, of the faults by what they are about, and why that is so. */
export interface Difference {
  readonly doors: readonly Door[];
  readonly faults: readonly string[];
  readonly says: Severity;
  readonly because: string;
}

export const differences: readonly Difference[] = [
  {
    doors: ['freeRooms'],
    faults: ['a room that was closed under its meeting, at another time'],
    says: 'refuse',
    because: 'every room is judged as if it were newly chosen',
  },
  {
    doors: ['suggestions'],
    faults: ['a room that was closed under its meeting, at another time'],
    says: 'refuse',
    because: 'a closed room is offered to no run',
  },
  {
    doors: ['run'],
    faults: ['a room that was closed under its meeting, at another time'],
    says: 'silent',
    because: 'what a meeting was given by hand is among what it is offered',
  },
  {
    doors: ['run'],
    faults: ['an enrolled student twice'],
    says: 'silent',
    because: 'advice leaves single students out, because they would make every answer slower',
  },
];
