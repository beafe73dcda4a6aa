import { once } from 'node:events';
import { openBook } from '../workbook/book.js';
import { WorkbookError } from '../workbook/faults.js';
import { writeBook } from '../workbook/writing.js';
import { readTable } from './read.js';
import type { Report, Task } from './task.js';

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
      return send({ is: 'file', bytes: writeBook(task.tabs) });
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
