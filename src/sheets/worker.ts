import { once } from 'node:events';
import { openBook } from '../workbook/book.js';
import { WorkbookError } from '../workbook/faults.js';
import { writeBook, type WrittenRow, type WrittenTab } from '../workbook/writing.js';
import { inOrder } from './in-order.js';
import { readTable } from './read.js';
import type { BookPiece, BookTab, Report, Task } from './task.js';

/** Entry of the worker process: runs one task, then waits to be killed. Loads exceljs only for writing. */
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
  for (;;) {
    const answer = once(process, 'message');
    send({ is: 'more' });
    const [piece] = (await answer) as [BookPiece | 'next'];
    if (piece === 'next') break;
    for (const row of piece.rows) rows[piece.tab].push(row);
  }
  return tabs.map(({ name, heading, sorting }, at) => ({
    ...{ name, rows: [heading, ...(sorting ? inOrder(rows[at], sorting) : rows[at])] },
  }));
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

function send(report: Report): void {
  process.send?.(report);
}

/** Without the server the worker has no purpose. */
process.once('disconnect', () => process.exit());
process.once('message', async (task: Task) => {
  try {
    await perform(task);
    send({ is: 'done' });
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    send({ is: 'refused', code: error.code, params: error.params });
  }
});
