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

/** A week with a button for each period, to set its level by a click or by the keys 0 to 5. */
export function LevelGrid({
  week,
  days,
  pen,
  paint,
}: {
  week: Week;
  /** The days that are shown, from 1. */
  days: readonly number[];
  pen: number;
  paint: (span: Span, level: number) => void;
}) {
  const button = (span: Span) => ({
    type: 'button' as const,
    onClick: () => paint(span, pen),
    onKeyDown: ({ key }: KeyboardEvent) => /^[0-5]$/.test(key) && paint(span, Number(key)),
  });
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
            {days.map((day) => {
              const level = week[day - 1][at];
              return (
                <td key={day}>
                  <button
                    {...button({ day, period: at + 1 })}
                    data-level={level}
                    aria-label={texts.cell(dayName(day), at + 1, levelName(level))}
                  >
                    {level > 0 && levelName(level)}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
