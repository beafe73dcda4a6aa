import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { read, textMax } from '@class-scheduling/assistant-language';
import { demoSituation, drawn, situation } from '@class-scheduling/assistant-language/training';
import { mistyped } from './support/mistyped.js';
import { printTable } from './support/print.js';

const corpora = path.join('packages/assistant-language/corpora');
const characters =
  '清明节高数周三调到上下午李娜王芳的和，。；12345abcdefg xyz!?:-+()[]{}不要换教室把给一二第节去';
const links = ['', ' ', '，', '；', '和', '的'];

/**
 * `npm run bench reading -- [--texts 100000] [--seed 1]`: the processor time that reading takes at most of
 * texts as long as they may be: random characters, sentences and names, one after the other or repeated; and
 * of crowded ones of a sentence's length, names and sentences with a typing error in each. The slowest are
 * read again: what they take less then was the collection of garbage, or the machine's.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { texts: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
  });
  const draw = drawn(Number(values.seed));
  const pick = <T>(all: readonly T[]): T => all[Math.floor(draw() * all.length)];
  const files = readdirSync(corpora).filter((file) => file.endsWith('.json'));
  const sentences = files.flatMap((file) =>
    (JSON.parse(readFileSync(path.join(corpora, file), 'utf8')) as { text: string }[]).map(
      ({ text }) => text,
    ),
  );
  const names = situation.names.map(({ name }) => name);
  const namesOfDemo = demoSituation.names.map(({ name }) => name);
  const full = (piece: () => string, length = textMax): string => {
    let text = '';
    while (text.length < length) text += piece();
    return text.slice(0, length);
  };
  const typed = (text: string): string => mistyped(text, draw)?.text ?? text;
  const repeated = (piece: string): string => full(() => piece);
  const kinds: Readonly<Record<string, () => string>> = {
    'random characters': () => full(() => String.fromCharCode(0x20 + Math.floor(draw() * 0xffd0))),
    'characters of sentences': () => full(() => pick([...characters])),
    'a few characters, repeated': () => repeated(full(() => pick([...characters])).slice(0, 1 + draw() * 5)),
    sentences: () => full(() => pick(sentences) + pick(links)),
    'a sentence, repeated': () => repeated(pick(sentences) + pick(links)),
    names: () => full(() => pick(names) + pick(links)),
    'a name, repeated': () => repeated(pick(names) + pick(links)),
    [crowded]: () => full(() => typed(draw() < 0.6 ? pick(namesOfDemo) : pick(sentences)) + pick(links), 200),
  };
  const slowest = new Map<string, { readonly milliseconds: number; readonly text: string; over: number }>();
  const worldOf = (kind: string) => ({ ...(kind === crowded ? demoSituation : situation) });
  for (const text of sentences) read(text, situation);
  for (let at = 0; at < Number(values.texts); at++) {
    const kind = Object.keys(kinds)[at % Object.keys(kinds).length];
    const text = kinds[kind]();
    const milliseconds = millisecondsOf(() => read(text, worldOf(kind)));
    const last = slowest.get(kind) ?? { milliseconds: 0, text, over: 0 };
    const most = milliseconds > last.milliseconds ? { milliseconds, text } : last;
    slowest.set(kind, { ...most, over: last.over + (milliseconds > bar ? 1 : 0) });
  }
  printTable(
    'reading of texts of 2,000 characters',
    ['texts', 'most, ms', 'again', `over ${bar} ms`, 'of'],
    [...slowest].map(([kind, { milliseconds, text, over }]) => {
      const again = [1, 2, 3].map(() => millisecondsOf(() => read(text, worldOf(kind))));
      const [most, least] = [milliseconds, Math.min(...again)].map((one) => one.toFixed(1));
      return [kind, most, least, String(over), text.slice(0, 30)];
    }),
  );
}

const crowded = 'crowded, 200 characters';
/** Milliseconds that no text may take more of. */
const bar = 20;

/** Processor time of the thread that reads. */
function millisecondsOf(reads: () => void): number {
  const before = process.threadCpuUsage();
  reads();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
