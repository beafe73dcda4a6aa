import type { IncomingMessage } from 'node:http';

/** Chunks of so many bytes are passed on as they are; smaller ones are joined until they are as many. */
const joinedBytes = 1_024;

/**
 * Joins the chunks of a body that come together. Whoever collects a body keeps every chunk, and each takes
 * 150 bytes of memory beside what it holds, so that millions of chunks of one byte would end the process.
 */
export function joinChunks(request: IncomingMessage): void {
  const push = request.push.bind(request);
  const read = request._read.bind(request);
  let waiting: Buffer[] = [];
  let bytes = 0;
  let isWanted = true;
  const passOn = (): void => {
    if (waiting.length === 0) return;
    const joined = Buffer.concat(waiting, bytes);
    [waiting, bytes] = [[], 0];
    isWanted = push(joined);
  };
  request._read = (size) => {
    isWanted = true;
    read(size);
  };
  request.push = (chunk: Buffer | null) => {
    if (chunk === null || chunk.length >= joinedBytes) {
      passOn();
      return (isWanted = push(chunk));
    }
    if (waiting.length === 0) queueMicrotask(passOn);
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes >= joinedBytes) passOn();
    return isWanted;
  };
}
