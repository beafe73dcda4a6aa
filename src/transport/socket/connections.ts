import { WebSocketServer, type ServerOptions } from 'ws';
import { networkOf } from '../../schema/networks.js';
import type { Caller } from '../caller.js';
import type { Connection } from './connection.js';
import type { Shares } from '../shares.js';
import type { SocketBounds } from './bounds.js';

/** Makes WebSockets of upgrades that are routed to it. */
export const socketServer = (
  { messageBytesMax: maxPayload, closeMs: closeTimeout }: SocketBounds,
  handleProtocols?: ServerOptions['handleProtocols'],
): WebSocketServer =>
  new WebSocketServer({
    ...{ noServer: true, perMessageDeflate: false, clientTracking: false },
    ...{ maxPayload, closeTimeout, handleProtocols },
  } as ServerOptions);

/** All open connections by owner, with limits on their number. */
export class Connections {
  readonly #all = new Set<Connection>();
  readonly #byOwner = new Map<string, Set<Connection>>();
  readonly #countByAddress = new Map<string, number>();

  /** @param name by which processes tell each other of these connections */
  constructor(
    private readonly bounds: SocketBounds,
    private readonly name: string,
    private readonly shares?: Shares,
  ) {}

  get size(): number {
    return this.#all.size;
  }

  [Symbol.iterator](): IterableIterator<Connection> {
    return this.#all.values();
  }

  hasRoomFor(caller: Caller): boolean {
    const address = networkOf(caller.address);
    return (
      this.#all.size < this.bounds.connectionsMax &&
      this.#isWithin(`${this.name} from ${address}`, this.bounds.connectionsOfAddressMax, () =>
        this.#countOf(address),
      )
    );
  }

  /** Whether one more may be, of what this process and the others count. */
  #isWithin(key: string, max: number, count: () => number): boolean {
    this.shares?.lease(key, max, count);
    return count() + (this.shares?.ofOthers(key).count ?? 0) < max;
  }

  #countOf(address: string): number {
    return this.#countByAddress.get(address) ?? 0;
  }

  add(connection: Connection): void {
    const address = networkOf(connection.caller.address);
    this.#all.add(connection);
    this.#countByAddress.set(address, this.#countOf(address) + 1);
    connection.socket.once('close', () => this.#remove(connection, address));
  }

  /** Registers the owner of a connection; false when the owner has too many. */
  assign(connection: Connection): boolean {
    const { owner } = connection;
    const owned = (): number => this.#byOwner.get(owner)?.size ?? 0;
    const isAdmitted = this.#isWithin(`${this.name} of ${owner}`, this.bounds.connectionsOfUserMax, owned);
    if (!isAdmitted || !this.#all.has(connection)) return false;
    this.#byOwner.set(owner, (this.#byOwner.get(owner) ?? new Set()).add(connection));
    return true;
  }

  /** Number of operations in progress on all connections of the same owner, of all processes. */
  operationsOfOwner({ owner }: Connection): number {
    const own = (): number =>
      [...(this.#byOwner.get(owner) ?? [])].reduce((count, { operations }) => count + operations(), 0);
    const key = `operations of ${owner}`;
    this.shares?.lease(key, this.bounds.operationsOfUserMax, own);
    return own() + (this.shares?.ofOthers(key).count ?? 0);
  }

  ofUser(userId: string): Connection[] {
    return [...(this.#byOwner.get(`user ${userId}`) ?? [])];
  }

  #remove(connection: Connection, address: string): void {
    this.#all.delete(connection);
    const remaining = this.#countOf(address) - 1;
    if (remaining > 0) this.#countByAddress.set(address, remaining);
    else this.#countByAddress.delete(address);
    const { owner } = connection;
    const owned = this.#byOwner.get(owner);
    if (owned?.delete(connection) && owned.size === 0) this.#byOwner.delete(owner);
  }
}
