import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long the model thinks before it speaks, and goes on after its first words, in milliseconds. */
const thinkingMs = 30;
const speakingMs = 200;

/** A language model that always says the same, slowly. */
export interface SpeakingModel {
  /** Base address, as AI_BASE_URL has it. */
  readonly url: string;
  /** When it said its newest first words, by the clock of this process. */
  readonly spokenMs: () => number;
}

/** Starts a model that says some words, waits, and then cannot help. */
export async function startSpeakingModel(undo: AsyncDisposableStack): Promise<SpeakingModel> {
  let spokenMs = 0;
  const server = http.createServer((request, response) => {
    request.resume();
    const send = (delta: object, finish_reason: string | null = null): unknown =>
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      spokenMs = performance.now();
      send({ content: '我想一想。' });
    }, thinkingMs);
    setTimeout(() => {
      const answer = { name: 'answer', arguments: '{"kind":"unsupported"}' };
      send({ tool_calls: [{ index: 0, id: 'id_0', type: 'function', function: answer }] });
      send({}, 'tool_calls');
      response.end('data: [DONE]\n\n');
    }, thinkingMs + speakingMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.defer(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, spokenMs: () => spokenMs };
}
