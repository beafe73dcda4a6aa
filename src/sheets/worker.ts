import { once } from 'node:events';
import { openBook } from '../workbook/book.js';
import { WorkbookError } from '../workbook/faults.js';
import { writeBook, type WrittenRow, type WrittenTab } from '../workbook/writing.js';
import { inOrder } from './in-order.js';
import { readTable } from './read.js';
import type { PrintedPage } from './print/printed.js';
import type { BookPiece, BookTab, Piece, ProblemPiece, Report, Task } from './task.js';

/** Entry of the worker process: runs a task, then waits for another or to be killed. */
async function perform(task: Task): Promise<void> {
  switch (task.is) {
    case 'read':
      return sendBatches(task);
    case 'template': {
      const { templateOf } = await import('./template.js');
      return send({ is: 'file', bytes: await templateOf(task.sheet, task.lookups) });
    }
    case 'tabs':
      return send({ is: 'tabs', names: (await openBook(bufferOf(task.file))).tabs.map(({ name }) => name) });
    case 'book':
      return send({ is: 'file', bytes: writeBook(await tabsOf(task.tabs)) });
    case 'table': {
      const { tableOf } = await import('./table.js');
      return send({ is: 'file', bytes: await tableOf(task.table) });
    }
    case 'print':
      return send({ is: 'file', bytes: await printed(task) });
    case 'problem': {
      const { problemText } = await import('./problem-text.js');
      return send({ is: 'file', bytes: await problemText(task.format, pieces<ProblemPiece>()) });
    }
    case 'mark': {
      const { markedCopy } = await import('./mark.js');
      return send({ is: 'file', bytes: await markedCopy(Buffer.from(task.file), task.tables) });
    }
  }
}

async function sendBatches(task: Task & { is: 'read' }): Promise<void> {
  for await (const batch of readTable(task.sheet, bufferOf(task.file), task.lookups, task.tab)) {
    send({ is: 'batch', ...batch });
    await once(process, 'message');
  }
}

/** The tabs with all their rows, which are asked for until no more come. */
async function tabsOf(tabs: readonly BookTab[]): Promise<WrittenTab[]> {
  const rows = tabs.map((): WrittenRow[] => []);
  for await (const piece of pieces<BookPiece>()) for (const row of piece.rows) rows[piece.tab].push(row);
  return tabs.map(({ name, heading, sorting }, at) => ({
    ...{ name, rows: [heading, ...(sorting ? inOrder(rows[at], sorting) : rows[at])] },
  }));
}

/** What the server sends, until no more comes. */
async function* pieces<P extends Piece>(): AsyncGenerator<P> {
  for (;;) {
    const answer = once(process, 'message');
    send({ is: 'more' });
    const [piece] = (await answer) as [P | 'next'];
    if (piece === 'next') return;
    yield piece;
  }
}

async function printed({ format, frame }: Task & { is: 'print' }): Promise<Uint8Array> {
  const pages: PrintedPage[] = [];
  for await (const piece of pieces<readonly PrintedPage[]>()) pages.push(...piece);
  switch (format) {
    case 'pdf':
      return (await import('./print/pdf.js')).pdfOf(frame, pages);
    case 'xlsx':
      return (await import('./print/grids.js')).gridsOf(frame, pages);
    case 'csv':
      return (await import('./print/list.js')).listOf(frame, pages);
  }
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

function send(report: Report): void {
  process.send?.(report);
}

/** Without the server the worker has no purpose. */
process.once('disconnect', () => process.exit());
for (;;) {
  const [task] = (await once(process, 'message')) as [Task | 'next'];
  // An answer to the last report of the task before.
  if (task === 'next') continue;
  try {
    await perform(task);
    send({ is: 'done' });
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    send({ is: 'refused', code: error.code, params: error.params });
  }
}
