import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { processorMsWithChildren } from '../support/processor.js';

/** What a process of the fleet is: one that answers, or one that only works. */
type Kind = 'serve' | 'worker';

interface Member {
  readonly kind: Kind;
  child: ChildProcess;
  /** Where it answers; null while it does not. */
  url: string | null;
  /** Whether it runs: it neither starts nor is stopped or killed. */
  isUp: boolean;
}

/** Servers and workers as processes of their own on one database. */
export class Fleet {
  readonly #members: Member[] = [];
  #endedMs = 0;
  /** How often processes were killed, and how often stopped for a while. */
  readonly blows = { killed: 0, stopped: 0 };

  /** @param root the folder of the project, built @param env settings of every process */
  constructor(
    private readonly root: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** Starts so many servers and workers, and waits until all are ready. */
  async start(servers: number, workers: number): Promise<void> {
    const kinds: Kind[] = [...Array<Kind>(servers).fill('serve'), ...Array<Kind>(workers).fill('worker')];
    await Promise.all(
      kinds.map(async (kind) => {
        const member = { kind, url: null, isUp: false } as unknown as Member;
        this.#members.push(member);
        await this.#launch(member);
      }),
    );
  }

  /** The addresses of servers; one that hangs is among them, as a proxy would not know it yet. */
  get urls(): string[] {
    return this.#members.flatMap(({ url }) => url ?? []);
  }

  /** Processor time of all processes so far, those that ended included, in milliseconds. */
  get processorMs(): number {
    const running = this.#members.map(({ child }) => processorMsWithChildren(child.pid!) ?? 0);
    return this.#endedMs + running.reduce((sum, ms) => sum + ms, 0);
  }

  /** Kills one of a kind and starts another in its place. */
  async kill(kind: Kind): Promise<void> {
    const member = this.#oneOf(kind);
    if (!member) return;
    Object.assign(member, { url: null, isUp: false });
    this.#endedMs += processorMsWithChildren(member.child.pid!) ?? 0;
    const exit = once(member.child, 'exit');
    member.child.kill('SIGKILL');
    this.blows.killed++;
    await exit;
    await this.#launch(member);
  }

  /** Stops one of a kind where it is, and lets it go on after so many milliseconds. */
  async suspend(kind: Kind, milliseconds: number): Promise<void> {
    const member = this.#oneOf(kind);
    if (!member) return;
    member.isUp = false;
    member.child.kill('SIGSTOP');
    this.blows.stopped++;
    await sleep(milliseconds);
    member.child.kill('SIGCONT');
    member.isUp = true;
  }

  /** Ends all in order. @throws Error when one fails at that */
  async stop(): Promise<void> {
    const codes = await Promise.all(
      this.#members.splice(0).map(async ({ child }) => {
        const exit = once(child, 'exit');
        child.kill('SIGCONT');
        child.kill('SIGTERM');
        const overdue = setTimeout(() => child.kill('SIGKILL'), 30_000);
        const [code] = (await exit) as [number | null];
        clearTimeout(overdue);
        return code;
      }),
    );
    if (codes.some((code) => code !== 0)) throw new Error(`Processes ended with ${codes.join(', ')}.`);
  }

  /** One that is up, by chance; null where none is. */
  #oneOf(kind: Kind): Member | null {
    const up = this.#members.filter((each) => each.kind === kind && each.isUp);
    return up[Math.floor(Math.random() * up.length)] ?? null;
  }

  async #launch(member: Member): Promise<void> {
    const child = spawn(process.execPath, [path.join(this.root, 'dist/src/cli/main.js'), member.kind], {
      cwd: this.root,
      env: { ...process.env, NODE_OPTIONS: '', PORT: '0', LOG_LEVEL: 'error', ...this.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    member.child = child;
    for await (const line of createInterface(child.stdout)) {
      const url = / ready at (\S+)/.exec(line)?.[1] ?? null;
      return void Object.assign(member, { url, isUp: true });
    }
    throw new Error(`A ${member.kind} ended before it was ready.`);
  }
}
