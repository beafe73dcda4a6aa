/** A failure that a server answered with. */
export class ServerError extends Error {}

/** The language in which a person at this terminal is answered. */
const languageHere = /^zh/i.test(process.env.LC_ALL ?? process.env.LC_MESSAGES ?? process.env.LANG ?? '')
  ? 'zh'
  : 'en';

/** Talks to a running server as a person would. */
export class GraphqlClient {
  constructor(
    private readonly url: string,
    private token: string | null = null,
    private readonly language = languageHere,
  ) {}

  /** Signs in; everything after it is asked as that person. @throws ServerError when the server refuses */
  async signIn(user: string, password: string): Promise<void> {
    const { signIn } = await this.ask<{ signIn: { token: { token: string } | null } }>(
      `mutation ($user: String!, $password: String!) {
         signIn(user: $user, password: $password) { token { token } } }`,
      { user, password },
    );
    if (!signIn.token)
      throw new ServerError('The account has to be registered first. Maybe do so on its page.');
    this.token = signIn.token.token;
  }

  /** Runs a query or mutation. @throws ServerError with what the server refuses it with */
  async ask<D>(query: string, variables: object = {}): Promise<D> {
    const response = await fetch(new URL('/graphql', this.url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': this.language,
        ...(this.token && { authorization: `Bearer ${this.token}` }),
      },
      body: JSON.stringify({ query, variables }),
    }).catch(() => {
      throw new ServerError(`No server answers at ${this.url}. Maybe start one, or name it with --url.`);
    });
    const { data, errors } = (await response.json()) as { data?: D; errors?: { message: string }[] };
    if (errors?.length || !data)
      throw new ServerError(errors?.[0].message ?? `The server answered ${response.status}.`);
    return data;
  }

  /** What a subscription delivers, until the caller breaks off or the server ends it. */
  async *follow<D>(query: string, variables: object): AsyncGenerator<D> {
    const address = new URL('/graphql', this.url);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address, 'graphql-transport-ws');
    const messages = new Messages(socket);
    try {
      await messages.opened;
      const payload = {
        'Accept-Language': this.language,
        ...(this.token && { Authorization: `Bearer ${this.token}` }),
      };
      socket.send(JSON.stringify({ type: 'connection_init', payload }));
      for (;;) {
        const { type, payload: answer } = await messages.next();
        if (type === 'ping') socket.send(JSON.stringify({ type: 'pong' }));
        if (type === 'connection_ack')
          socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query, variables } }));
        if (type === 'error') throw new ServerError((answer as { message: string }[])[0].message);
        if (type === 'complete') return;
        if (type !== 'next') continue;
        const { data, errors } = answer as { data: D; errors?: { message: string }[] };
        if (errors) throw new ServerError(errors[0].message);
        yield data;
      }
    } finally {
      socket.close();
    }
  }
}

interface Message {
  readonly type: string;
  readonly payload?: unknown;
}

/** The messages of a socket, one after the other. */
class Messages {
  readonly opened: Promise<void>;
  readonly #read: Message[] = [];
  readonly #waiting: { resolve: (message: Message) => void; reject: (error: Error) => void }[] = [];
  #end: Error | null = null;

  constructor(socket: WebSocket) {
    this.opened = new Promise((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new ServerError('The connection to the server failed.')));
    });
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      const waiting = this.#waiting.shift();
      if (waiting) waiting.resolve(message);
      else this.#read.push(message);
    });
    socket.addEventListener('close', ({ code }) => {
      this.#end = new ServerError(`The server closed the connection (${code}). Maybe ask again.`);
      for (const { reject } of this.#waiting.splice(0)) reject(this.#end);
    });
  }

  next(): Promise<Message> {
    const message = this.#read.shift();
    if (message) return Promise.resolve(message);
    if (this.#end) return Promise.reject(this.#end);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }
}
