import type { KeyboardEvent } from 'react';
import { dayName } from '../week/dates.js';
import { levelName, preferenceTexts as texts } from './texts.js';

/** One list for each day from Monday, of a level for each period from the first; 0 is none. */
export type Week = readonly (readonly number[])[];

/** A place in a week: all periods of the day, or the period of all days, where the other is left out. */
export interface Span {
  readonly day?: number;
  readonly period?: number;
}

/** The levels from which one is chosen; neutral is what a period is of which nothing is told. */
export const pens = [5, 4, 2, 1, 0];

interface Grid {
  week: Week;
  /** The days that are shown, from 1. */
  days: readonly number[];
  pen: number;
  paint: (span: Span, level: number) => void;
}

/** A week with a button for each period, to set its level by a click or by the keys 0 to 5. */
export function LevelGrid({ week, days, pen, paint }: Grid) {
  const button = (span: Span) => ({
    type: 'button' as const,
    onClick: () => paint(span, pen),
    // With a modifier the key is the browser's, such as that of another tab.
    onKeyDown: ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
      /^[0-5]$/.test(key) && !ctrlKey && !metaKey && !altKey && paint(span, Number(key)),
  });
  const cell = (day: number, period: number) => {
    const level = week[day - 1][period - 1];
    return (
      <td key={day}>
        <button
          {...button({ day, period })}
          data-level={level}
          aria-label={texts.cell(dayName(day), period, levelName(level))}
        >
          {level > 0 && levelName(level)}
        </button>
      </td>
    );
  };
  return (
    <table className="levels">
      <thead>
        <tr>
          <td />
          {days.map((day) => (
            <th key={day} scope="col">
              <button {...button({ day })} className="plain" aria-label={texts.wholeDay(dayName(day))}>
                {dayName(day)}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {week[0].map((_, at) => (
          <tr key={at}>
            <th scope="row">
              <button {...button({ period: at + 1 })} className="plain" aria-label={texts.wholeRow(at + 1)}>
                {at + 1}
              </button>
            </th>
            {days.map((day) => cell(day, at + 1))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
