/** A demand for units from sinks, with what a unit of each costs; Infinity = it cannot be had there. */
export interface Demand {
  readonly units: number;
  readonly costs: Float64Array;
}

/** How many edges may be looked at, in all calls that share it. */
export interface Work {
  edges: number;
}

/**
 * The least cost of serving all demands from sinks of limited capacity, by cheapest paths; where the work
 * runs out or not all can be served, something below it. Costs are 0 or more.
 */
export function leastCost(demands: readonly Demand[], capacity: ArrayLike<number>, work: Work): number {
  return new Transport(demands, capacity, work).cost();
}

class Transport {
  readonly #unsent: number[];
  readonly #spare: number[];
  /** What each demand takes from each sink. */
  readonly #sent: Float64Array;
  readonly #sinks: number;

  constructor(
    private readonly demands: readonly Demand[],
    capacity: ArrayLike<number>,
    private readonly work: Work,
  ) {
    this.#unsent = demands.map(({ units }) => units);
    this.#spare = Array.from(capacity);
    this.#sinks = this.#spare.length;
    this.#sent = new Float64Array(demands.length * this.#sinks);
  }

  cost(): number {
    this.#takeWhatIsFree();
    let cost = 0;
    for (;;) {
      const left = this.#unsent.reduce((sum, units) => sum + units, 0);
      if (left === 0 || this.work.edges <= 0) return cost;
      const path = this.#cheapestPath();
      if (!path) return cost;
      // Every later unit costs at least as much as this one.
      if (this.work.edges <= 0) return cost + left * path.cost;
      cost += this.#send(path) * path.cost;
    }
  }

  /** Those with the fewest free sinks first. */
  #takeWhatIsFree(): void {
    const free = this.demands.map(({ costs }) => sinksOf(costs).filter((sink) => costs[sink] === 0));
    const order = [...free.keys()].sort((a, b) => free[a].length - free[b].length || a - b);
    for (const demand of order) for (const sink of free[demand]) this.#take(demand, sink);
  }

  #take(demand: number, sink: number): void {
    const amount = Math.min(this.#unsent[demand], this.#spare[sink]);
    this.#unsent[demand] -= amount;
    this.#spare[sink] -= amount;
    this.#sent[demand * this.#sinks + sink] += amount;
  }

  /** From any demand that is not served to any sink with something left; others may be served elsewhere. */
  #cheapestPath(): Path | null {
    const { demands } = this;
    const sinks = this.#sinks;
    const ofDemand = this.#unsent.map((units) => (units > 0 ? 0 : Infinity));
    const ofSink = new Float64Array(sinks).fill(Infinity);
    const demandBefore = new Int32Array(sinks).fill(-1);
    const sinkBefore = new Int32Array(demands.length).fill(-1);
    const queue = [...ofDemand.keys()].filter((demand) => ofDemand[demand] === 0);
    const isQueued = new Uint8Array(demands.length);
    for (const demand of queue) {
      isQueued[demand] = 0;
      const { costs } = demands[demand];
      this.work.edges -= sinks;
      for (let sink = 0; sink < sinks; sink++) {
        const cost = ofDemand[demand] + costs[sink];
        if (cost >= ofSink[sink] - TINY) continue;
        ofSink[sink] = cost;
        demandBefore[sink] = demand;
        if (this.#spare[sink] > 0) continue;
        this.work.edges -= demands.length;
        for (let other = 0; other < demands.length; other++) {
          if (this.#sent[other * sinks + sink] === 0) continue;
          const back = cost - demands[other].costs[sink];
          if (back >= ofDemand[other] - TINY) continue;
          ofDemand[other] = back;
          sinkBefore[other] = sink;
          if (isQueued[other]) continue;
          isQueued[other] = 1;
          queue.push(other);
        }
      }
    }
    let end = -1;
    for (let sink = 0; sink < sinks; sink++)
      if (this.#spare[sink] > 0 && ofSink[sink] < (end < 0 ? Infinity : ofSink[end])) end = sink;
    return end < 0 ? null : { end, cost: Math.max(0, ofSink[end]), demandBefore, sinkBefore };
  }

  #send({ end, demandBefore, sinkBefore }: Path): number {
    const steps: { readonly demand: number; readonly to: number; readonly from: number }[] = [];
    let amount = this.#spare[end];
    for (let sink = end; sink >= 0;) {
      const demand = demandBefore[sink];
      const from = sinkBefore[demand];
      steps.push({ demand, to: sink, from });
      amount = Math.min(amount, from < 0 ? this.#unsent[demand] : this.#sent[demand * this.#sinks + from]);
      sink = from;
    }
    for (const { demand, to, from } of steps) {
      this.#sent[demand * this.#sinks + to] += amount;
      if (from < 0) this.#unsent[demand] -= amount;
      else this.#sent[demand * this.#sinks + from] -= amount;
    }
    this.#spare[end] -= amount;
    return amount;
  }
}

/** Differences that are due to rounding. */
const TINY = 1e-9;

interface Path {
  readonly end: number;
  readonly cost: number;
  readonly demandBefore: Int32Array;
  readonly sinkBefore: Int32Array;
}

const sinksOf = (costs: Float64Array): number[] => Array.from({ length: costs.length }, (_, sink) => sink);
