import { weekTexts } from './texts.js';

/** Weeks as people write them: `1-16`, `1-15` of odd weeks, `1-8, 10`. */
export function weeksText(weeks: readonly number[]): string {
  const runs: { from: number; to: number; step: number }[] = [];
  for (const week of [...weeks].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    const step = last && week - last.to;
    const isFirstStep = last && last.from === last.to && (step === 1 || step === 2);
    if (last && (isFirstStep || step === last.step)) Object.assign(last, { to: week, step });
    else runs.push({ from: week, to: week, step: 0 });
  }
  return runs.map(runText).join(weekTexts.comma);
}

function runText({ from, to, step }: { from: number; to: number; step: number }): string {
  if (from === to) return String(from);
  return `${from}-${to}${step === 2 ? (from % 2 ? weekTexts.odd : weekTexts.even) : ''}`;
}

/** Whether only odd weeks are meant, or only even ones; else undefined. */
export function parityOf(weeks: readonly number[]): 'odd' | 'even' | undefined {
  if (weeks.length < 2) return undefined;
  const odd = weeks.filter((week) => week % 2).length;
  return odd === weeks.length ? 'odd' : odd === 0 ? 'even' : undefined;
}
