import type { Rule } from './rule.js';
import { nameOf, timeWords } from './words.js';

/** A meeting is at a preferred time: the penalty is that of its time option. */
export const timePreference: Rule = {
  id: 'time-preference',
  level: 'soft',
  weight: 6,
  meaning: { zh: '优先使用期望的时间', en: 'A meeting is at a preferred time.' },
  *judge({ placed }) {
    for (const p of placed) {
      const penalty = p.meeting.times.find((option) => option.time === p.placement.time)?.penalty ?? 0;
      if (penalty === 0) continue;
      const time = timeWords(p.time);
      const sentence = {
        zh: `“${nameOf(p)}”不宜安排在${time.zh}。`,
        en: `${nameOf(p)} is not preferred on ${time.en}.`,
      };
      yield { penalty, meetings: [p.meeting.id], sentence };
    }
  },
};
