import type { Connection } from './connection.js';
import type { SocketBounds } from './bounds.js';

/** All open connections by owner, with limits on their number. */
export class Connections {
  readonly #all = new Set<Connection>();
  readonly #byOwner = new Map<string, Set<Connection>>();
  readonly #countByAddress = new Map<string, number>();

  constructor(private readonly bounds: SocketBounds) {}

  get size(): number {
    return this.#all.size;
  }

  [Symbol.iterator](): IterableIterator<Connection> {
    return this.#all.values();
  }

  hasRoomFor(address: string): boolean {
    return (
      this.#all.size < this.bounds.connectionsMax &&
      (this.#countByAddress.get(address) ?? 0) < this.bounds.connectionsOfAddressMax
    );
  }

  add(connection: Connection): void {
    const { address } = connection.caller;
    this.#all.add(connection);
    this.#countByAddress.set(address, (this.#countByAddress.get(address) ?? 0) + 1);
    connection.socket.once('close', () => this.#remove(connection, address));
  }

  /** Registers the owner of a connection; false when the owner has too many. */
  assign(connection: Connection): boolean {
    const { owner } = connection;
    const owned = this.#byOwner.get(owner) ?? new Set();
    if (owned.size >= this.bounds.connectionsOfUserMax || !this.#all.has(connection)) return false;
    this.#byOwner.set(owner, owned.add(connection));
    return true;
  }

  /** Number of operations in progress on all connections of the same owner. */
  operationsOfOwner(connection: Connection): number {
    const owned = [...(this.#byOwner.get(connection.owner) ?? [])];
    return owned.reduce((count, { operations }) => count + operations(), 0);
  }

  ofUser(userId: string): Connection[] {
    return [...(this.#byOwner.get(`user ${userId}`) ?? [])];
  }

  #remove(connection: Connection, address: string): void {
    this.#all.delete(connection);
    const remaining = (this.#countByAddress.get(address) ?? 1) - 1;
    if (remaining > 0) this.#countByAddress.set(address, remaining);
    else this.#countByAddress.delete(address);
    const { owner } = connection;
    const owned = this.#byOwner.get(owner);
    if (owned?.delete(connection) && owned.size === 0) this.#byOwner.delete(owner);
  }
}
