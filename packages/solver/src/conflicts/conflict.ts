import type { Sentence } from '../model.js';
import type { Impossibility } from './precheck.js';
import { grouped, type Requirement } from './requirements.js';

/** Requirements that no timetable can meet together. */
export interface Conflict {
  /** Similar requirements of one rule are reported as one. */
  readonly requirements: readonly Requirement[];
  /** Meetings that cannot all take place while the other requirements hold. */
  readonly meetings: readonly string[];
  /** Without any one of them the others can be met; false when that was not proved. */
  readonly isSmallest: boolean;
  readonly sentence: Sentence;
}

const PROOFS = {
  smallest: { zh: '已证明缺一不可', en: 'proved minimal: without any one of them the others can be met' },
  counted: { zh: '由计数得出', en: 'found by counting' },
  open: { zh: '时限内未能证明为最小', en: 'not proved minimal within the limit' },
} as const;

/** Describes requirements that cannot be met together, found from the impossibility `seed`. */
export function conflictOf(
  all: readonly Requirement[],
  proof: keyof typeof PROOFS,
  seed: Impossibility | null,
): Conflict {
  const requirements = grouped(all);
  const { length } = requirements;
  const { zh, en } = PROOFS[proof];
  const prefix = seed ? { zh: `${seed.sentence.zh}\n`, en: `${seed.sentence.en}\n` } : { zh: '', en: '' };
  return {
    requirements,
    meetings: all.flatMap(({ rule, subject }) => (rule === 'unplaced' && subject !== null ? [subject] : [])),
    isSmallest: proof === 'smallest',
    sentence: {
      zh: `${prefix.zh}以下${length}项要求无法同时满足（${zh}）。`,
      en: `${prefix.en}These ${length} requirements cannot be met together (${en}).`,
    },
  };
}
