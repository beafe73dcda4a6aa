import {
  type DragStartEvent,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useEffect, useRef, useState } from 'react';
import type { Piece, Row, Target } from './model.js';

/** Pixels that a press moves before it drags, and milliseconds that a touch holds: less is a click. */
const mouse = { activationConstraint: { distance: 5 } };
const touch = { activationConstraint: { delay: 200, tolerance: 8 } };
const keyboardCodes = {
  start: [KeyboardCode.Space],
  cancel: [KeyboardCode.Esc],
  end: [KeyboardCode.Space, KeyboardCode.Enter],
};
const steps: Readonly<Record<string, readonly [rows: number, periods: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Takes a meeting, by mouse, touch or keyboard, and knows at which place it is aimed. */
export function useTaking(rows: readonly Row[], periods: number, pieceOf: (id: string) => Piece | undefined) {
  const [dragged, setDragged] = useState<{ id: string; isByKeys: boolean }>();
  const { target, aimed, aim } = useAim();
  const offset = useRef(0);
  const targetAt = (x: number, y: number): Target | undefined => targetUnder(rows, x, y);

  useEffect(() => {
    if (!dragged || dragged.isByKeys) return;
    const move = ({ clientX, clientY }: PointerEvent): void => {
      const under = targetAt(clientX, clientY);
      aim(under && { ...under, period: Math.max(1, under.period - offset.current) });
    };
    addEventListener('pointermove', move);
    return () => removeEventListener('pointermove', move);
  });

  const byArrows: KeyboardCoordinateGetter = (event, { active }) => {
    if (!(event.code in steps)) return;
    event.preventDefault();
    const from = aimed.current ?? standOf(rows, pieceOf(String(active))) ?? { row: rows[0], period: 1 };
    aim(stepFrom(from, steps[event.code], rows, periods));
    // The place is marked; nothing hangs on a pointer that would have to be moved.
    return undefined;
  };
  const sensors = useSensors(
    useSensor(MouseSensor, mouse),
    useSensor(TouchSensor, touch),
    useSensor(KeyboardSensor, { coordinateGetter: byArrows, keyboardCodes }),
  );

  const take = ({ active, activatorEvent }: DragStartEvent): void => {
    const id = String(active.id);
    const isByKeys = activatorEvent instanceof KeyboardEvent;
    offset.current = periodGrabbed(id, pieceOf(id), activatorEvent);
    setDragged({ id, isByKeys });
    aim(isByKeys ? standOf(rows, pieceOf(id)) : undefined);
  };
  /** Lets it go; tells where it was aimed at. */
  const release = (): Target | undefined => {
    const last = aimed.current;
    setDragged(undefined);
    aim(undefined);
    return last;
  };
  return { dragged, target, sensors, take, release, aim, targetAt };
}

/** The place that is aimed at, for drawing and for whoever must know it at once. */
function useAim() {
  const [target, setTarget] = useState<Target>();
  const aimed = useRef<Target>(undefined);
  const aim = (next: Target | undefined): void => {
    if (next?.row.key === aimed.current?.row.key && next?.period === aimed.current?.period) return;
    aimed.current = next;
    setTarget(next);
  };
  return { target, aimed, aim };
}

/** The place at a point of the window. */
function targetUnder(rows: readonly Row[], x: number, y: number): Target | undefined {
  const under = document.elementsFromPoint(x, y);
  const cell = under.find((each) => each.matches('.board-line > [data-cell]')) as HTMLElement | undefined;
  const [at, period] = (cell?.dataset.cell ?? '').split(' ').map(Number);
  return cell ? { row: rows[at], period } : undefined;
}

function standOf(rows: readonly Row[], piece?: Piece): Target | undefined {
  const place = piece?.place;
  if (!place) return undefined;
  const row = rows.find(
    ({ day, room }) => day === place.dayOfWeek && (!room || room.id === place.classroom.id),
  );
  return row && { row, period: place.periodStart };
}

/** The place one step further, brought into sight. */
function stepFrom(
  from: Target,
  [down, right]: readonly [number, number],
  rows: readonly Row[],
  periods: number,
): Target {
  const between = (value: number, max: number): number => Math.min(Math.max(value, 0), max);
  const at = between(rows.indexOf(from.row) + down, rows.length - 1);
  const period = between(from.period - 1 + right, periods - 1) + 1;
  const cell = document.querySelector(`[data-cell="${at} ${period}"]`);
  cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return { row: rows[at], period };
}

/** By how many periods a meeting is held behind its beginning. */
function periodGrabbed(id: string, piece: Piece | undefined, event: Event): number {
  const rect = document.getElementById(`piece-${id}`)?.getBoundingClientRect();
  if (!piece?.place || !rect || !(event instanceof MouseEvent)) return 0;
  return Math.floor(((event.clientX - rect.left) / rect.width) * piece.facts.periods);
}
