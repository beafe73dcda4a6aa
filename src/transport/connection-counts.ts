import type { Socket } from 'node:net';
import { networkOf } from '../schema/networks.js';

/** Connections of one signed-in person that do not count as those of the address. */
const connectionsPerPersonMax = 20;

/**
 * Counts connections by who holds them: at first by network, so that no single one uses up those of the
 * process. Behind one address there may be a whole campus, so a connection over which somebody has shown to
 * be signed in counts as that person's, up to a bound.
 */
export class ConnectionCounts {
  readonly #open = new Map<string, number>();
  readonly #holders = new WeakMap<Socket, string>();

  /** Counts a new connection; answers whether its network may have it. */
  add(socket: Socket, addressMax: number): boolean {
    const address = networkOf(socket.remoteAddress ?? 'unknown');
    this.#count(address, 1);
    this.#holders.set(socket, address);
    socket.once('close', () => this.#count(this.#holders.get(socket)!, -1));
    return this.#open.get(address)! <= addressMax;
  }

  /** Notes who is signed in over a connection that counts by its network so far. */
  notePerson(socket: Socket, person: () => string | null): void {
    const holder = this.#holders.get(socket);
    if (holder === undefined || holder.startsWith(personal)) return;
    const user = person();
    const next = user && `${personal}${user}`;
    if (!next || (this.#open.get(next) ?? 0) >= connectionsPerPersonMax) return;
    this.#count(holder, -1);
    this.#count(next, 1);
    this.#holders.set(socket, next);
  }

  #count(holder: string, change: number): void {
    const count = (this.#open.get(holder) ?? 0) + change;
    if (count > 0) this.#open.set(holder, count);
    else this.#open.delete(holder);
  }
}

/** Begins what no address is. */
const personal = 'user ';
