import type { Rule } from './rule.js';

/** A teaching class is spread over enough days of the week; the penalty is the number of missing days. */
export const minimumWorkingDays: Rule = {
  id: 'minimum-working-days',
  level: 'soft',
  weight: 16,
  meaning: { zh: '课程应分布在足够多的天数', en: 'A teaching class spreads over enough days.' },
  *judge({ byTeachingClass }) {
    for (const [teachingClass, placed] of byTeachingClass) {
      const days = new Set<number>();
      for (const p of placed) for (let day = 0; day < 7; day++) if ((p.time.days >> day) & 1) days.add(day);
      const penalty = (teachingClass.minimumDays ?? 0) - days.size;
      if (penalty <= 0) continue;
      yield {
        penalty,
        meetings: placed.map((p) => p.meeting.id),
        sentence: {
          zh: `“${teachingClass.name}”只分布在${days.size}天，应至少${teachingClass.minimumDays}天。`,
          en:
            `${teachingClass.name} is on ${days.size} days, but should be on at least ` +
            `${teachingClass.minimumDays}.`,
        },
      };
    }
  },
};
