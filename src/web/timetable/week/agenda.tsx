import { type CSSProperties, useEffect, useRef } from 'react';
import type { Block } from './blocks.js';
import { Lines } from './card.js';
import { hueOf } from './colours.js';
import { periodsText } from './dates.js';
import { DayHeading, type Day } from './day-heading.js';
import type { OwnerKind } from './owners.js';
import { weekTexts } from './texts.js';

/** The week as a list by day: for narrow screens, and where too much stands beside each other. */
export function Agenda({
  days,
  of,
  open,
}: {
  days: readonly Day[];
  of: OwnerKind;
  open: (block: Block) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const today = days.find(({ isToday }) => isToday)?.date;
  // Who looks up the next class on a phone would have to pass the days that are over.
  useEffect(() => {
    if (today) list.current?.querySelector('[data-today=true]')?.scrollIntoView({ block: 'nearest' });
  }, [today]);
  return (
    <div className="agenda" ref={list}>
      {days.map((day) => (
        <section key={day.day} className="agenda-day" data-kind={day.kind} data-today={day.isToday}>
          <DayHeading day={day} />
          {day.blocks.length === 0 && <p className="quiet">{weekTexts.nothingThisDay}</p>}
          <ul>
            {[...day.blocks]
              .sort((a, b) => a.periodStart - b.periodStart || a.periodEnd - b.periodEnd)
              .map((block) => (
                <Row key={block.key} block={block} of={of} open={open} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Row({ block, of, open }: { block: Block; of: OwnerKind; open: (block: Block) => void }) {
  const { periodStart, periodEnd } = block;
  return (
    <li style={{ '--hue': hueOf(block.course.id) } as CSSProperties}>
      <button type="button" className="meeting" data-off={block.isOff} onClick={() => open(block)}>
        <span className="agenda-periods">{periodsText(periodStart, periodEnd)}</span>
        <span className="agenda-lines">
          <Lines block={block} of={of} />
        </span>
      </button>
    </li>
  );
}
