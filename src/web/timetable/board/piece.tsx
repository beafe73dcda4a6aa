import { useDraggable } from '@dnd-kit/core';
import { type CSSProperties, memo } from 'react';
import { hueOf } from '../week/colours.js';
import { mayMove, nameOf, type Piece, standText } from './model.js';
import { boardTexts } from './texts.js';

const styleOf = ({ facts, place }: Piece, line = 0): CSSProperties =>
  ({
    '--hue': hueOf(facts.teachingClass.course.id),
    ...(place && { gridColumn: `${place.periodStart} / span ${facts.periods}`, gridRow: line + 1 }),
  }) as CSSProperties;

/** A meeting that can be taken, by mouse, touch or keyboard, or opened. */
export const PieceButton = memo(function PieceButton({
  piece,
  line,
  isSelected,
  select,
  hasRoom,
  changedDates,
}: {
  piece: Piece;
  line?: number;
  isSelected: boolean;
  select: (meeting: string, isByKeys?: boolean) => void;
  /** Whether its room is worth saying. */
  hasRoom: boolean;
  /** How many of its dates stand otherwise than the week says. */
  changedDates?: number;
}) {
  const { facts, place, isLocked } = piece;
  const { mayPlan } = facts.teachingClass;
  const { setNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: facts.id,
    disabled: !mayMove(piece),
    attributes: { roleDescription: boardTexts.meeting },
  });
  const label = [nameOf(facts), standText(place, facts.periods), isLocked && boardTexts.locked];
  if (!mayPlan) label.push(boardTexts.foreign);
  if (changedDates) label.push(boardTexts.changedDates(changedDates));
  return (
    <button
      {...attributes}
      {...listeners}
      ref={setNodeRef}
      type="button"
      className="piece"
      id={`piece-${facts.id}`}
      style={styleOf(piece, line)}
      title={label.filter(Boolean).join('\n')}
      aria-pressed={isSelected}
      aria-disabled={undefined}
      data-dragging={isDragging}
      data-foreign={!mayPlan}
      // Keys have no clicks to count.
      onClick={({ detail }) => select(facts.id, detail === 0)}
    >
      <Lines piece={piece} hasRoom={hasRoom} changedDates={changedDates} />
      <span className="hidden-text">{label.slice(1).filter(Boolean).join(' · ')}</span>
    </button>
  );
});

/** What a meeting says of itself on the board. */
function Lines({
  piece: { facts, place, isLocked },
  hasRoom,
  changedDates,
}: {
  piece: Piece;
  hasRoom: boolean;
  changedDates?: number;
}) {
  const { name, course } = facts.teachingClass;
  const whose = name.startsWith(course.name)
    ? name.slice(course.name.length).replace(/^（(.+)）$/, '$1')
    : name;
  const teacher = place?.teacher?.name ?? facts.teacher?.name;
  return (
    <>
      <strong dir="auto">
        {isLocked && <span aria-hidden="true">🔒</span>}
        {changedDates && <span aria-hidden="true">±{changedDates} </span>}
        {course.name}
      </strong>
      <span dir="auto">{[whose, teacher].filter(Boolean).join(' · ')}</span>
      {hasRoom && <span dir="auto">{place?.classroom.name}</span>}
    </>
  );
}

/** Where a meeting would be. */
export const Ghost = ({ piece }: { piece: Piece }) => (
  <div className="piece ghost" style={styleOf(piece)}>
    <Lines piece={piece} hasRoom={false} />
  </div>
);

/** What hangs on the pointer. */
export const Carried = ({ piece }: { piece: Piece }) => (
  <div className="piece carried" style={styleOf({ ...piece, place: null })}>
    <Lines piece={piece} hasRoom={false} />
  </div>
);
