/** A cost, or a change of one. */
export class Tally {
  /** Weighted soft cost. */
  soft = 0;
  /** Clashing cells plus violations of hard rules. */
  hard = 0;

  clear(): void {
    this.soft = 0;
    this.hard = 0;
  }
}
