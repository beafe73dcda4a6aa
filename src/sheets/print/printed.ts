/** Timetables as they are printed: words only, so that what writes them knows no record. */

/** What all pages of a file share. */
export interface PrintedFrame {
  /** Name of the file within itself. */
  readonly title: string;
  /** What stands at the foot of every page. */
  readonly foot: string;
  /** Periods after which a long break follows. */
  readonly breaks: readonly number[];
  readonly words: PrintedWords;
}

/** The fixed words of a file, in the language of whoever asks for it. */
export interface PrintedWords {
  /** Headings of the list. */
  readonly columns: readonly string[];
  readonly semesterTab: string;
  readonly weekTab: string;
  readonly listTab: string;
  readonly empty: string;
  /** In place of meetings that do not fit, with their number for `#`. */
  readonly more: string;
  /** Periods `#`. */
  readonly periods: string;
}

/** The timetable of one owner. */
export interface PrintedPage {
  readonly title: string;
  readonly subtitle: string;
  /** The grid of the semester, in which meetings tell their weeks. */
  readonly semester: PrintedGrid;
  /** That of one week, by dates. */
  readonly week: PrintedGrid | null;
  /** The rows of the list, under the headings. */
  readonly rows: readonly (readonly string[])[];
}

export interface PrintedGrid {
  readonly title: string;
  readonly days: readonly string[];
  /** From when to when each period is, or nothing. */
  readonly times: readonly string[];
  readonly meetings: readonly PrintedMeeting[];
}

/** Meetings that are alike in all but their weeks are one. */
export interface PrintedMeeting {
  /** 1 is the first of the days. */
  readonly day: number;
  readonly first: number;
  readonly last: number;
  readonly course: string;
  /** What is said of it below its course, the most important first. */
  readonly lines: readonly string[];
}

/** Neighbouring periods of a day, and all that is held in them: a cell of the grid. */
export interface Block {
  readonly day: number;
  readonly first: number;
  readonly last: number;
  readonly meetings: readonly PrintedMeeting[];
}

/** The cells of a grid: what overlaps shares one, in which each tells its periods if they are others. */
export function blocksOf({ meetings }: PrintedGrid, { words }: PrintedFrame): Block[] {
  const inOrder = meetings.toSorted((a, b) => a.day - b.day || a.first - b.first || a.last - b.last);
  const blocks: (Block & { last: number; meetings: PrintedMeeting[] })[] = [];
  for (const meeting of inOrder) {
    const { day, first, last } = meeting;
    const block = blocks.at(-1);
    if (block?.day !== day || first > block.last) blocks.push({ day, first, last, meetings: [meeting] });
    else {
      block.meetings.push(meeting);
      block.last = Math.max(block.last, last);
    }
  }
  return blocks.map((block) => ({ ...block, meetings: block.meetings.map((each) => within(block, each)) }));

  function within(block: Block, meeting: PrintedMeeting): PrintedMeeting {
    const { first, last, lines } = meeting;
    if (first === block.first && last === block.last) return meeting;
    const periods = words.periods.replace('#', first === last ? `${first}` : `${first}-${last}`);
    return { ...meeting, lines: [periods, ...lines] };
  }
}

/** Text in one line, without characters that are not seen but move others. */
export const plain = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/[\p{Cf}\p{Cs}]/gu, '');
