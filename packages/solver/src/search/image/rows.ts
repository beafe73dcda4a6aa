/** A growing CSR list. */
export class Rows {
  readonly start: number[] = [0];
  readonly values: number[] = [];

  add(row: Iterable<number>): void {
    for (const value of row) this.values.push(value);
    this.start.push(this.values.length);
  }

  starts(): Int32Array {
    return Int32Array.from(this.start);
  }

  all(): Int32Array {
    return Int32Array.from(this.values);
  }
}
