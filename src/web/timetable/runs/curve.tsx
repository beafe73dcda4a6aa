import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { runTexts } from './texts.js';

/** How a run stood after so many seconds. */
export interface Point {
  readonly seconds: number;
  readonly cost: number | null;
  readonly unplaced: number | null;
}

const HEIGHT = 220;

/** Cost and unplaced meetings over the seconds of a search. */
export function Curve({ points }: { points: readonly Point[] }) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  useEffect(() => {
    const width = (): number => place.current!.clientWidth;
    const made = new uPlot(optionsOf(width()), [[], [], []], place.current!);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: width(), height: HEIGHT }));
    observer.observe(place.current!);
    return () => (observer.disconnect(), made.destroy());
  }, []);
  useEffect(() => {
    const column = (of: (point: Point) => number | null): (number | null)[] => points.map(of);
    const seconds = points.map((point) => point.seconds);
    plot.current?.setData([seconds, column(({ cost }) => cost), column(({ unplaced }) => unplaced)]);
  }, [points]);
  const last = points.at(-1);
  const said = `${runTexts.cost} ${last?.cost ?? '–'}, ${runTexts.unplaced} ${last?.unplaced ?? '–'}`;
  return <div ref={place} className="curve" role="img" aria-label={`${runTexts.curve}: ${said}`} />;
}

function optionsOf(width: number): uPlot.Options {
  const styles = getComputedStyle(document.body);
  // A canvas knows no variables; the browser resolves them where they are used as a colour.
  const colour = (name: string): string => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${name})`;
    const resolved = getComputedStyle(probe).color;
    probe.remove();
    return resolved;
  };
  const axis = {
    stroke: colour('--quiet'),
    grid: { stroke: colour('--line'), width: 1 },
    font: `12px ${styles.fontFamily}`,
  };
  return {
    width,
    height: HEIGHT,
    scales: { x: { time: false }, cost: { range: fromZero }, unplaced: { range: fromZero } },
    axes: [
      { ...axis, label: runTexts.seconds, labelFont: axis.font, size: 36, labelSize: 18 },
      { ...axis, scale: 'cost', label: runTexts.cost, labelFont: axis.font, size: 56, labelSize: 18 },
      {
        ...axis,
        ...{ scale: 'unplaced', side: 1, label: runTexts.unplaced, labelFont: axis.font, size: 44 },
        labelSize: 18,
        grid: { show: false },
      },
    ],
    series: [
      { label: runTexts.seconds },
      { label: runTexts.cost, scale: 'cost', stroke: colour('--accent'), width: 2, points: { show: false } },
      {
        label: runTexts.unplaced,
        scale: 'unplaced',
        stroke: colour('--danger'),
        width: 2,
        dash: [6, 4],
        points: { show: false },
      },
    ],
    legend: { live: false },
    cursor: { show: false },
  };
}

const fromZero = (_plot: uPlot, _min: number, max: number): [number, number] => [0, Math.max(1, max * 1.05)];
