import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { WorkbookError } from './faults.js';
import { readTable } from './read.js';
import type { Report, Task } from './task.js';

/** Entry of the worker thread: one task, then the thread ends. exceljs is loaded only to write. */
async function perform(task: Task, port: MessagePort): Promise<void> {
  switch (task.is) {
    case 'read':
      return sendBatches(task, port);
    case 'template': {
      const { templateOf } = await import('./template.js');
      return sendFile(await templateOf(task.sheet, task.lookups), port);
    }
    case 'mark': {
      const { markedCopy } = await import('./mark.js');
      return sendFile(await markedCopy(task.sheet, Buffer.from(task.file), task.marks), port);
    }
  }
}

async function sendBatches(task: Task & { is: 'read' }, port: MessagePort): Promise<void> {
  const { buffer, byteOffset, byteLength } = task.file;
  for await (const batch of readTable(
    task.sheet,
    Buffer.from(buffer, byteOffset, byteLength),
    task.lookups,
  )) {
    send({ is: 'batch', ...batch }, port);
    await once(port, 'message');
  }
}

function sendFile(bytes: Uint8Array, port: MessagePort): void {
  send({ is: 'file', bytes }, port);
}

function send(report: Report, port: MessagePort): void {
  port.postMessage(report);
}

if (parentPort) {
  const port = parentPort;
  try {
    await perform(workerData as Task, port);
    send({ is: 'done' }, port);
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    send({ is: 'refused', code: error.code, params: error.params }, port);
  }
  port.close();
}
