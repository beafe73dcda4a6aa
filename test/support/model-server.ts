import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request to the endpoint, as it arrived. */
export interface ModelRequest {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly model: string;
    readonly messages: { role: string; content: string; tool_call_id?: string; tool_calls?: any[] }[];
    readonly tools: { function: { name: string; parameters: Record<string, unknown> } }[];
    readonly [key: string]: unknown;
  };
}

/** What the endpoint does with a request. */
export type Reply = (response: http.ServerResponse, request: ModelRequest) => void | Promise<void>;

/** An endpoint that speaks the protocol of OpenAI and says what a test tells it, one reply a request. */
export interface ModelServer {
  /** Base address, as AI_BASE_URL has it. */
  readonly url: string;
  readonly requests: ModelRequest[];
  /** Connections that were ended by who asked, before the answer was complete. */
  readonly left: { count: number };
  /** Replaces what the next requests are answered with; the last reply answers all further ones. */
  script(...replies: Reply[]): void;
  stop(): Promise<void>;
}

export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const left = { count: 0 };
  let replies: Reply[] = [fails(500)];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const arrived: ModelRequest = {
      path: request.url!,
      headers: request.headers,
      text,
      body: text ? JSON.parse(text) : {},
    };
    requests.push(arrived);
    response.on('close', () => {
      if (!response.writableFinished) left.count++;
    });
    const reply = replies.length > 1 ? replies.shift()! : replies[0];
    await reply(response, arrived);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    left,
    script(...next) {
      replies = next;
      requests.length = 0;
      left.count = 0;
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A tool call of a turn. */
export interface Call {
  readonly name: string;
  /** Sent as JSON, or as it is when it is a text. */
  readonly arguments: unknown;
}

export const answer = (reading: unknown): Call => ({ name: 'answer', arguments: reading });

/** Words and tool calls, streamed in pieces of a few letters. */
export const turn =
  ({ words = '', calls = [] }: { words?: string; calls?: readonly Call[] }, pieces = 7): Reply =>
  (response) => {
    const send = events(response);
    for (const content of piecesOf(words, pieces)) send(chunk({ content }));
    for (const [index, { name, arguments: value }] of calls.entries()) {
      send(
        chunk({
          tool_calls: [{ index, id: `id_${index}`, type: 'function', function: { name, arguments: '' } }],
        }),
      );
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      for (const piece of piecesOf(text, pieces))
        send(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
    }
    send(chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'));
    send({ choices: [], usage: { prompt_tokens: 900, completion_tokens: 60, total_tokens: 960 } });
    response.end('data: [DONE]\n\n');
  };

export const fails =
  (
    status: number,
    headers: Record<string, string> = {},
    body: unknown = { error: { message: 'no' } },
  ): Reply =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

/** Says something, and goes on with a turn once the promise is kept. */
export const pauses =
  (words: string, until: Promise<void>, then: Reply): Reply =>
  async (response, request) => {
    events(response)(chunk({ content: words }));
    await until;
    await then(response, request);
  };

/** Never answers. */
export const hangs: Reply = () => undefined;

/** Begins to answer and says nothing more. */
export const stalls: Reply = (response) => void events(response)(chunk({ content: '我' }));

/** Begins to answer and cuts the connection. */
export const cuts: Reply = (response) => {
  events(response)(chunk({ content: '我' }));
  setTimeout(() => response.destroy(), 20);
};

/** Ends in the middle, politely. */
export const endsEarly: Reply = (response) => {
  events(response)(chunk({ content: '我' }));
  response.end();
};

/** These bytes as they are. */
export const raw =
  (text: string): Reply =>
  (response) => {
    events(response);
    response.end(text);
  };

/** Goes on for as long as somebody listens, at most this many tokens. */
export const endless =
  (tokens: number, delta: object): Reply =>
  async (response) => {
    const send = events(response);
    const gone = once(response, 'close');
    for (let count = 0; count < tokens && !response.destroyed; count++)
      if (!send(chunk(delta))) await Promise.race([once(response, 'drain'), gone]);
    response.end();
  };

/** Sends what is a stream of events, one value each. */
function events(response: http.ServerResponse): (value: unknown) => boolean {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  return (value) => response.write(`data: ${JSON.stringify(value)}\n\n`);
}

const chunk = (delta: object, finish_reason: string | null = null): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
});

function* piecesOf(text: string, size: number): Generator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
