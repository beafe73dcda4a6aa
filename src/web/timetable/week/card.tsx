import type { CSSProperties } from 'react';
import type { Block, Laid } from './blocks.js';
import { hueOf } from './colours.js';
import type { OwnerKind } from './owners.js';
import { weekTexts } from './texts.js';
import { parityOf, weeksText } from './weeks-text.js';

/** A meeting in the grid: what, when, where, who. What the whole page is about is left out. */
export function Card({
  laid: { block, lane, span },
  of,
  open,
}: {
  laid: Laid;
  of: OwnerKind;
  open: (block: Block) => void;
}) {
  const style = {
    '--hue': hueOf(block.course.id),
    gridRow: `${block.periodStart} / ${block.periodEnd + 1}`,
    gridColumn: `${lane} / span ${span}`,
  } as CSSProperties;
  return (
    <li className="card-place" style={style}>
      <button type="button" className="meeting" data-off={block.isOff} onClick={() => open(block)}>
        <Lines block={block} of={of} />
      </button>
    </li>
  );
}

/** The lines of a meeting, the same in the grid and in the list. */
export function Lines({ block, of }: { block: Block; of: OwnerKind }) {
  const teachers = [...new Set(block.teachers.map(({ teacher }) => teacher.name))].join(weekTexts.comma);
  return (
    <>
      <strong dir="auto">{of === 'course' ? withoutCourse(block) : block.course.name}</strong>
      {block.change && <b className={`change change-${block.change.kind}`}>{weekTexts[block.change.kind]}</b>}
      <Time block={block} />
      {of !== 'room' && <span dir="auto">{block.room.name}</span>}
      {of !== 'teacher' && <span dir="auto">{teachers}</span>}
      {(of === 'teacher' || of === 'room') && <span dir="auto">{withoutCourse(block)}</span>}
      {block.groups.length > 0 && <span dir="auto">{block.groups.join(weekTexts.comma)}</span>}
    </>
  );
}

/** A teaching class's name without that of its course, as in `数学（一班）`, where something is left then. */
function withoutCourse({ teachingClass, course }: Block): string {
  if (!teachingClass.startsWith(course.name)) return teachingClass;
  return teachingClass.slice(course.name.length).replace(/^（(.+)）$/, '$1') || teachingClass;
}

function Time({ block: { held, weeks } }: { block: Block }) {
  if (weeks) {
    const parity = parityOf(weeks);
    return (
      <span className="meeting-time">
        {parity && <b className={`parity parity-${parity}`}>{weekTexts[`${parity}Weeks`]}</b>}
        {weekTexts.weeks(parity ? weeksText(weeks).replaceAll(weekTexts[parity], '') : weeksText(weeks))}
      </span>
    );
  }
  return held?.start ? (
    <span className="meeting-time">
      {held.start}–{held.end}
    </span>
  ) : null;
}
