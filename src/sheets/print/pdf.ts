import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import {
  blocksOf,
  plain,
  type Block,
  type PrintedFrame,
  type PrintedGrid,
  type PrintedMeeting,
  type PrintedPage,
} from './printed.js';

/** Sizes in points; a page is A4 on its side. */
const page = { width: 841.89, height: 595.28, margin: 28 };
const headTop = 66;
const headHeight = 20;
const timeWidth = 56;
const footTop = page.height - 24;
const gridBottom = footTop - 8;
const padding = 3;
/** The font leaves much room between its lines: this share of its size is taken away. */
const tightened = 0.22;
const barWidth = 2.5;

const ink = { text: '#111827', quiet: '#4b5563', line: '#9aa3b2', head: '#e8edf5' };
/** A light and a dark shade for each course; texts are read on all of them. */
const shades = [
  ['#e7f0fb', '#2f6fbb'],
  ['#e9f6ec', '#2f8a4b'],
  ['#fdf0e0', '#b8690f'],
  ['#f6eafa', '#8a3fa8'],
  ['#fdeaec', '#b73545'],
  ['#e6f5f6', '#1d7f88'],
  ['#f6f4dd', '#7d7412'],
  ['#ecebfb', '#5148b8'],
] as const;

/** Ways to set the texts of a cell, the best first: the first that fits is taken. */
const settings: readonly Setting[] = [
  ...[9, 8.5, 8].map((size) => ({ size, isJoined: false, isCut: false })),
  // What is said of a meeting goes on in one line.
  ...[9, 8.5, 8, 7.5, 7, 6.5, 6].map((size) => ({ size, isJoined: true, isCut: false })),
  // The last resort: what is longer than a line is cut off.
  ...[7, 6, 5].map((size) => ({ size, isJoined: true, isCut: true })),
];

const require = createRequire(import.meta.url);
/** Read once for all files that the process prints. */
const fontAt = (file: string): Buffer =>
  readFileSync(require.resolve(`@expo-google-fonts/noto-sans-sc/${file}`));
const fonts = {
  text: fontAt('400Regular/NotoSansSC_400Regular.ttf'),
  bold: fontAt('700Bold/NotoSansSC_700Bold.ttf'),
};

/** A page for each timetable: that of the week where there is one, else that of the semester. */
export function pdfOf(frame: PrintedFrame, pages: readonly PrintedPage[]): Promise<Uint8Array> {
  const doc = new PDFDocument({
    ...{ autoFirstPage: false, margin: 0, size: [page.width, page.height], lang: 'zh-CN' },
    info: {
      Title: plain(frame.title),
      Author: '',
      Creator: 'class-scheduling',
      Producer: 'class-scheduling',
    },
  });
  doc.registerFont('text', fonts.text).registerFont('bold', fonts.bold);
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const written = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(parts)));
    doc.on('error', reject);
  });
  for (const [at, each] of pages.entries()) {
    doc.addPage();
    new Sheet(doc, frame).draw(each, `${at + 1} / ${pages.length}`);
  }
  doc.end();
  return written;
}

class Sheet {
  constructor(
    private readonly doc: PDFKit.PDFDocument,
    private readonly frame: PrintedFrame,
  ) {}

  draw({ title, subtitle, semester, week }: PrintedPage, number: string): void {
    const { doc, frame } = this;
    const grid = week ?? semester;
    const width = page.width - 2 * page.margin;
    this.#line(plain(title), { x: page.margin, y: 20, width: width * 0.72, size: 17, font: 'bold' });
    this.#line(grid.title, {
      x: page.margin + width * 0.72,
      y: 26,
      width: width * 0.28,
      size: 10,
      align: 'right',
    });
    this.#line(plain(subtitle), { x: page.margin, y: 46, width, size: 8.5, color: ink.quiet });
    this.#grid(grid);
    this.#line(plain(frame.foot), {
      x: page.margin,
      y: footTop,
      width: width - 80,
      size: 7,
      color: ink.quiet,
    });
    const right = page.width - page.margin - 80;
    this.#line(number, { x: right, y: footTop, width: 80, size: 7, color: ink.quiet, align: 'right' });
    if (grid.meetings.length > 0) return;
    doc.font('text').fontSize(12).fillColor(ink.quiet);
    doc.text(frame.words.empty, page.margin, page.height / 2, { width, align: 'center' });
  }

  /** Lines, days and periods, then the cells. */
  #grid(grid: PrintedGrid): void {
    const { doc } = this;
    const { margin } = page;
    const right = page.width - margin;
    const dayWidth = (right - margin - timeWidth) / grid.days.length;
    const top = headTop + headHeight;
    const rowHeight = (gridBottom - top) / grid.times.length;
    const x = (day: number): number => margin + timeWidth + (day - 1) * dayWidth;
    const y = (period: number): number => top + (period - 1) * rowHeight;
    doc.rect(margin, headTop, right - margin, headHeight).fill(ink.head);
    for (const [at, day] of grid.days.entries())
      this.#line(plain(day), {
        ...{ x: x(at + 1) + padding, y: headTop + 4.5, width: dayWidth - 2 * padding },
        ...{ size: 9, font: 'bold', align: 'center' },
      });
    for (const [at, time] of grid.times.entries()) {
      const middle = y(at + 1) + rowHeight / 2;
      const within = { x: margin, width: timeWidth, align: 'center' } as const;
      // Of times that do not fit, a part would be wrong.
      const told = time ? time.split('\n') : [];
      const lines = 12 + told.length * 8 <= rowHeight ? told : [];
      const top = middle - 7 - lines.length * 4;
      this.#line(`${at + 1}`, { ...within, y: top, size: 9, font: 'bold' });
      for (const [index, line] of lines.entries())
        this.#line(line, { ...within, y: top + 12 + index * 8, size: 6.5, color: ink.quiet });
    }
    this.#lines({ right, rowHeight, dayWidth, count: grid.days.length, rows: grid.times.length });
    for (const block of blocksOf(grid, this.frame))
      this.#block(block, {
        ...{ x: x(block.day) + 0.75, y: y(block.first) + 0.75, width: dayWidth - 1.5 },
        height: (block.last - block.first + 1) * rowHeight - 1.5,
      });
  }

  #lines(of: { right: number; rowHeight: number; dayWidth: number; count: number; rows: number }): void {
    const { doc } = this;
    const { margin } = page;
    const top = headTop + headHeight;
    for (let row = 0; row <= of.rows; row++) {
      const isEdge = row === 0 || row === of.rows || this.frame.breaks.includes(row);
      const at = top + row * of.rowHeight;
      doc.lineWidth(isEdge ? 1.1 : 0.4).strokeColor(ink.line);
      doc.moveTo(margin, at).lineTo(of.right, at).stroke();
    }
    doc.lineWidth(0.4);
    for (let day = 0; day <= of.count; day++) {
      const at = margin + timeWidth + day * of.dayWidth;
      doc.moveTo(at, headTop).lineTo(at, gridBottom).stroke();
    }
    doc.rect(margin, headTop, of.right - margin, gridBottom - headTop).stroke();
  }

  #block({ meetings }: Block, box: Box): void {
    const inside = { ...box, x: box.x + barWidth, width: box.width - barWidth };
    const layout = this.#layout(meetings, { width: inside.width - 2 * padding, height: box.height });
    const left = meetings.length - layout.heights.length;
    const room = box.height - (left > 0 ? moreHeight : 0);
    const spare = Math.max(0, room - sum(layout.heights));
    let at = box.y;
    for (const [index, height] of layout.heights.entries()) {
      const meeting = meetings[index];
      const [light, dark] = shadeOf(meeting.course);
      const share = height + spare / layout.heights.length;
      this.doc.rect(box.x, at, box.width, share - 0.5).fill(light);
      this.doc.rect(box.x, at, barWidth, share - 0.5).fill(dark);
      this.#meeting(meeting, { ...inside, y: at + (layout.isCut ? 1 : padding), height }, layout);
      at += share;
    }
    if (left > 0)
      this.#line(this.frame.words.more.replace('#', `${left}`), {
        ...{ x: inside.x + padding, y: box.y + box.height - moreHeight, width: inside.width - 2 * padding },
        ...{ size: 6, color: ink.quiet },
      });
  }

  #meeting(meeting: PrintedMeeting, { x, y, width }: Box, setting: Setting): void {
    const { doc } = this;
    const inner = width - 2 * padding;
    doc.fillColor(ink.text);
    let at = y - setting.size * 0.1;
    for (const [index, text] of textsOf(meeting, setting).entries()) {
      const height = this.#setFor(text, { index, width: inner, setting });
      const shown = setting.isCut ? this.#cut(text, inner) : text;
      const limits = setting.isCut ? { lineBreak: false } : { width: inner };
      doc.text(shown, x + padding, at, { ...limits, lineGap: -tightened * setting.size });
      at += height;
    }
  }

  /** The best way to set the texts of a cell, and how high each of its meetings is then. */
  #layout(meetings: readonly PrintedMeeting[], { width, height }: Pick<Box, 'width' | 'height'>): Layout {
    let heights: number[] = [];
    for (const setting of settings) {
      heights = meetings.map((meeting) =>
        textsOf(meeting, setting).reduce(
          (all, text, index) => all + this.#setFor(text, { index, width, setting }),
          2 * (setting.isCut ? 1 : padding),
        ),
      );
      if (sum(heights) <= height) return { ...setting, heights };
    }
    const room = height - moreHeight;
    const fitting = heights.filter((_, at) => sum(heights.slice(0, at + 1)) <= room);
    return { ...settings.at(-1)!, heights: fitting.length > 0 ? fitting : [room] };
  }

  /** Takes the font for a text of a cell, and tells how high it is. */
  #setFor(
    text: string,
    { index, width, setting }: { index: number; width: number; setting: Setting },
  ): number {
    const { doc } = this;
    const lineGap = -tightened * setting.size;
    doc.font(index === 0 ? 'bold' : 'text').fontSize(setting.size);
    return setting.isCut
      ? doc.currentLineHeight(true) + lineGap
      : doc.heightOfString(text, { width, lineGap });
  }

  /** The beginning of a text that is as wide as a cell. */
  #cut(text: string, width: number): string {
    if (this.doc.widthOfString(text) <= width) return text;
    const characters = [...text];
    let count = characters.length;
    while (count > 0 && this.doc.widthOfString(`${characters.slice(0, count).join('')}…`) > width)
      count = Math.min(count - 1, Math.floor(count * 0.9));
    return `${characters.slice(0, count).join('')}…`;
  }

  #line(text: string, { x, y, width, size, font = 'text', color = ink.text, align = 'left' }: Line): void {
    const { doc } = this;
    doc.font(font).fontSize(size).fillColor(color);
    doc.text(this.#cut(text, width), x, y, { width: width + 1, align, height: size * 2, lineBreak: false });
  }
}

const moreHeight = 11;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Line extends Omit<Box, 'height'> {
  readonly size: number;
  readonly font?: string;
  readonly color?: string;
  readonly align?: 'left' | 'right' | 'center';
}

/** How the texts of a cell are set. */
interface Setting {
  readonly size: number;
  /** Whether what is said below the course is one text. */
  readonly isJoined: boolean;
  /** Whether every text is in one line, its end cut off. */
  readonly isCut: boolean;
}

interface Layout extends Setting {
  readonly heights: readonly number[];
}

const textsOf = ({ course, lines }: PrintedMeeting, { isJoined }: Setting): string[] =>
  [course, ...(isJoined ? [lines.join('  ')] : lines)].map(plain);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** The same for a course on every page. */
function shadeOf(course: string): readonly [light: string, dark: string] {
  const hash = [...course].reduce((code, each) => (code * 31 + each.codePointAt(0)!) >>> 0, 7);
  return shades[hash % shades.length];
}
