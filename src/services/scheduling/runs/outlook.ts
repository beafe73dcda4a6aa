import type { Text } from '../../../schema/texts.js';
import { improvablePercent } from '@class-scheduling/solver';

/** What is known of a timetable's cost. */
export interface KnownCost {
  readonly softCost: number | null;
  /** What no complete timetable costs less than; null where it is not known. */
  readonly softFloor: number | null;
  /** What the last ten seconds of a search gained; null where it is not known, or the search has ended. */
  readonly recentGain: number | null;
}

/** How much better a timetable may become, and what a search still gains; null: nothing is known. */
export function outlookOf({ softCost, softFloor, recentGain }: KnownCost): Text | null {
  const parts: Text[] = [];
  if (softCost !== null && softFloor !== null) parts.push(bounded(softCost, softFloor));
  if (recentGain !== null) parts.push(gained(recentGain));
  if (parts.length === 0) return null;
  return { zh: parts.map(({ zh }) => zh).join(''), en: parts.map(({ en }) => en).join(' ') };
}

function bounded(cost: number, floor: number): Text {
  const percent = improvablePercent(cost, floor);
  if (percent === 0)
    return {
      zh: `软约束代价 ${cost}，任何完整课表都不会更低。`,
      en: `It costs ${cost}; no complete timetable costs less.`,
    };
  return {
    zh: `软约束代价 ${cost}，任何完整课表都不低于 ${floor}：最多还能改进 ${percent}%。`,
    en:
      `It costs ${cost}, and no complete timetable costs less than ${floor}: at most ${percent} % better ` +
      'is possible.',
  };
}

function gained(gain: number): Text {
  if (gain === 0)
    return {
      zh: '最近 10 秒没有改进，结束前仍可能改进。',
      en: 'The last ten seconds gained nothing; it may still gain before its end.',
    };
  return { zh: `最近 10 秒改进了 ${gain}。`, en: `The last ten seconds gained ${gain}.` };
}
