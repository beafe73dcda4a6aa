import type { DateChange, TeacherInRole } from './operations.js';

/** Something that stands in the timetable: on a date, or in several weeks. */
export interface Block {
  readonly key: string;
  /** Of its place in the week. */
  readonly id: string;
  /** 1 Monday to 7 Sunday. */
  readonly day: number;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly course: { readonly id: string; readonly name: string };
  readonly teachers: readonly TeacherInRole[];
  readonly room: { readonly id: string; readonly name: string };
  readonly building: string;
  readonly campus: { readonly id: string; readonly name: string };
  readonly teachingClass: string;
  readonly teachingClassId?: string;
  readonly groups: readonly string[];
  readonly kind?: string | null;
  /** The date, and the times of day where the periods have any. */
  readonly held?: { readonly date: string; readonly start?: string; readonly end?: string };
  readonly weeks?: readonly number[];
  readonly change?: DateChange | null;
  /** Not held then after all: cancelled, moved away, or taken over by somebody else. */
  readonly isOff?: boolean;
}

/** A block with its place among those that stand beside it. */
export interface Laid {
  readonly block: Block;
  /** From 1. */
  readonly lane: number;
  readonly span: number;
}

/** Puts blocks of one day that overlap side by side; a block that has room beside it takes it. */
export function inLanes(blocks: readonly Block[]): { laid: Laid[]; lanes: number } {
  const sorted = [...blocks].sort((a, b) => a.periodStart - b.periodStart || a.periodEnd - b.periodEnd);
  const groups: { blocks: Block[]; ends: number[]; lane: number[]; until: number }[] = [];
  for (const block of sorted) {
    let group = groups.at(-1);
    if (!group || block.periodStart > group.until)
      groups.push((group = { blocks: [], ends: [], lane: [], until: 0 }));
    const free = group.ends.findIndex((end) => end < block.periodStart);
    const lane = free < 0 ? group.ends.length : free;
    group.ends[lane] = block.periodEnd;
    group.blocks.push(block);
    group.lane.push(lane);
    group.until = Math.max(group.until, block.periodEnd);
  }
  // So many columns that each group can part them evenly among its lanes, where that is not absurd.
  const lanes = groups.map(({ ends }) => ends.length).reduce(leastCommonMultiple, 1);
  const laid = groups.flatMap(({ blocks: own, ends, lane }) =>
    own.map((block, at) => {
      const span = lanes / ends.length;
      return { block, lane: lane[at] * span + 1, span };
    }),
  );
  return { laid, lanes };
}

/** The greatest number of blocks that stand beside each other on one day. */
export const crowdOf = (blocks: readonly Block[]): number =>
  Math.max(
    0,
    ...blocks.map(
      (each) =>
        blocks.filter(
          (other) =>
            other.day === each.day &&
            other.periodStart <= each.periodStart &&
            other.periodEnd >= each.periodStart,
        ).length,
    ),
  );

function leastCommonMultiple(a: number, b: number): number {
  const divisor = (x: number, y: number): number => (y === 0 ? x : divisor(y, x % y));
  return (a * b) / divisor(a, b);
}
