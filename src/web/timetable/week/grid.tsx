import type { CSSProperties } from 'react';
import { type Block, inLanes } from './blocks.js';
import { Card } from './card.js';
import { DayHeading, type Day } from './day-heading.js';
import type { PeriodTime } from './operations.js';
import type { OwnerKind } from './owners.js';
import { weekTexts } from './texts.js';

/** Pause between two periods, in minutes, from which the grid shows it. */
const LONG_PAUSE_MINUTES = 60;

/** Days beside each other, periods below each other. */
export function Grid({
  days,
  times,
  periods,
  of,
  open,
}: {
  days: readonly Day[];
  times: readonly PeriodTime[];
  periods: number;
  of: OwnerKind;
  open: (block: Block) => void;
}) {
  const style = { '--days': days.length, '--periods': periods } as CSSProperties;
  return (
    <div className="grid" style={style}>
      <Periods times={times} periods={periods} />
      {days.map((day, at) => (
        <DayColumn key={day.day} day={day} column={at + 2} of={of} open={open} />
      ))}
    </div>
  );
}

function DayColumn({
  day,
  column,
  of,
  open,
}: {
  day: Day;
  column: number;
  of: OwnerKind;
  open: (block: Block) => void;
}) {
  const { laid, lanes } = inLanes(day.blocks);
  return (
    <section className="day" data-kind={day.kind} data-today={day.isToday} style={{ gridColumn: column }}>
      <DayHeading day={day} />
      <ul style={{ '--lanes': lanes } as CSSProperties}>
        {laid.map((each) => (
          <Card key={each.block.key} laid={each} of={of} open={open} />
        ))}
      </ul>
    </section>
  );
}

/** The periods at the left, and the lines that go from them through all days. */
function Periods({ times, periods }: { times: readonly PeriodTime[]; periods: number }) {
  return Array.from({ length: periods }, (_, at) => {
    const time = times.find(({ period }) => period === at + 1);
    const before = times.find(({ period }) => period === at);
    const isAfterPause = time && before && minutes(time.start) - minutes(before.end) >= LONG_PAUSE_MINUTES;
    return (
      <div key={at} className="period" data-pause={isAfterPause} style={{ gridRow: at + 2 }}>
        <span>
          <b aria-label={weekTexts.period(at + 1)}>{at + 1}</b>
          {time && (
            <small>
              {time.start}
              <br />
              {time.end}
            </small>
          )}
        </span>
      </div>
    );
  });
}

const minutes = (time: string): number => {
  const [hour, minute] = time.split(':').map(Number);
  return hour * 60 + minute;
};
