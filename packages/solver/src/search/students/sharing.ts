/**
 * How many students two meetings share: for every meeting, the list of those with which it shares any.
 *
 * Most pairs share no students, so a hash table maps a pair to its index in the list, and memory is
 * proportional to the pairs that share some. Keys are never removed from the table; when full, it is rebuilt
 * without the dead ones.
 */
export class Sharing {
  /** The meetings that share students with a meeting, and how many; the first `size[m]` entries count. */
  readonly other: Int32Array[];
  readonly count: Int32Array[];
  readonly size: Int32Array;
  /** a * meetings + b + 1 (0 = free), and the position of b in the list of a (-1 = none). */
  #keys = new Int32Array(1024);
  #places = new Int32Array(1024).fill(-1);
  #keysUsed = 0;

  constructor(readonly meetings: number) {
    this.other = Array.from({ length: meetings }, () => new Int32Array(4));
    this.count = Array.from({ length: meetings }, () => new Int32Array(4));
    this.size = new Int32Array(meetings);
  }

  of(a: number, b: number): number {
    const place = this.#places[this.#slot(a * this.meetings + b + 1)];
    return place < 0 ? 0 : this.count[a][place];
  }

  add(a: number, b: number, change: number): void {
    this.#add(a, b, change);
    this.#add(b, a, change);
  }

  #add(a: number, b: number, change: number): void {
    const key = a * this.meetings + b + 1;
    let slot = this.#slot(key);
    if (this.#keys[slot] === 0) {
      if (2 * ++this.#keysUsed > this.#keys.length) {
        this.#rehash();
        this.#keysUsed++;
        slot = this.#slot(key);
      }
      this.#keys[slot] = key;
    }
    const place = this.#places[slot];
    if (place < 0) this.#places[slot] = this.#append(a, b, change);
    else if ((this.count[a][place] += change) === 0) {
      this.#places[slot] = -1;
      this.#remove(a, place);
    }
  }

  #append(a: number, b: number, count: number): number {
    const place = this.size[a]++;
    if (place === this.other[a].length) {
      this.other[a] = grown(this.other[a]);
      this.count[a] = grown(this.count[a]);
    }
    this.other[a][place] = b;
    this.count[a][place] = count;
    return place;
  }

  #remove(a: number, place: number): void {
    const last = --this.size[a];
    if (last === place) return;
    const b = this.other[a][last];
    this.other[a][place] = b;
    this.count[a][place] = this.count[a][last];
    this.#places[this.#slot(a * this.meetings + b + 1)] = place;
  }

  #slot(key: number): number {
    const mask = this.#keys.length - 1;
    let slot = (Math.imul(key, 0x9e3779b1) >>> 7) & mask;
    while (this.#keys[slot] !== key && this.#keys[slot] !== 0) slot = (slot + 1) & mask;
    return slot;
  }

  #rehash(): void {
    const live = this.size.reduce((sum, size) => sum + size, 0);
    let length = 1024;
    while (length < 4 * live) length *= 2;
    this.#keys = new Int32Array(length);
    this.#places = new Int32Array(length).fill(-1);
    this.#keysUsed = live;
    for (let a = 0; a < this.meetings; a++) {
      for (let place = 0; place < this.size[a]; place++) {
        const key = a * this.meetings + this.other[a][place] + 1;
        const slot = this.#slot(key);
        this.#keys[slot] = key;
        this.#places[slot] = place;
      }
    }
  }
}

function grown(list: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * list.length);
  longer.set(list);
  return longer;
}
