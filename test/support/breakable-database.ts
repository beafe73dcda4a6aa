import net, { type AddressInfo } from 'node:net';

/** A way to a database that can be cut and opened again. */
export interface BreakableDatabase {
  readonly url: string;
  /** Cuts every connection and takes no new one, as a database that ends. */
  cut(): Promise<void>;
  /** Lets the next statement that says this pass, and cuts its connection instead of the answer. */
  loseAnswerTo(statement: string): void;
  restore(): Promise<void>;
}

/** Opens a way to the database at `url` through a port of its own. */
export async function breakable(url: string): Promise<BreakableDatabase> {
  const { hostname, port } = new URL(url);
  const open = new Set<net.Socket>();
  let unanswered: string | null = null;
  const keep = (socket: net.Socket): net.Socket => {
    open.add(socket);
    return socket.on('error', () => undefined).once('close', () => open.delete(socket));
  };
  const way = net.createServer((client) => {
    const server = keep(net.connect(Number(port), hostname));
    keep(client).on('data', (sent: Buffer) => {
      if (unanswered === null || !sent.includes(unanswered)) return;
      unanswered = null;
      server
        .unpipe(client)
        .once('data', () => client.destroy())
        .resume();
    });
    client.pipe(server).pipe(client);
    client.once('close', () => server.destroy());
    server.once('close', () => client.destroy());
  });
  const listen = (at: number): Promise<void> =>
    new Promise((resolve) => way.listen(at, '127.0.0.1', () => resolve()));
  await listen(0);
  const through = new URL(url);
  through.host = `127.0.0.1:${(way.address() as AddressInfo).port}`;
  return {
    url: through.href,
    async cut() {
      const closed = new Promise((resolve) => way.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
    loseAnswerTo: (statement) => void (unanswered = statement),
    restore: () => listen(Number(through.port)),
  };
}
