import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { read, textMax } from '@class-scheduling/assistant-language';
import { drawn, situation } from '@class-scheduling/assistant-language/training';
import { printTable } from './support/print.js';

const corpora = path.join('packages/assistant-language/corpora');
const characters =
  '清明节高数周三调到上下午李娜王芳的和，。；12345abcdefg xyz!?:-+()[]{}不要换教室把给一二第节去';
const links = ['', ' ', '，', '；', '和', '的'];

/**
 * `npm run bench reading -- [--texts 100000] [--seed 1]`: the processor time that reading takes at most of
 * texts as long as they may be: random characters, sentences and names, one after the other or repeated.
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
  const full = (piece: () => string): string => {
    let text = '';
    while (text.length < textMax) text += piece();
    return text.slice(0, textMax);
  };
  const repeated = (piece: string): string => full(() => piece);
  const kinds: Readonly<Record<string, () => string>> = {
    'random characters': () => full(() => String.fromCharCode(0x20 + Math.floor(draw() * 0xffd0))),
    'characters of sentences': () => full(() => pick([...characters])),
    'a few characters, repeated': () => repeated(full(() => pick([...characters])).slice(0, 1 + draw() * 5)),
    sentences: () => full(() => pick(sentences) + pick(links)),
    'a sentence, repeated': () => repeated(pick(sentences) + pick(links)),
    names: () => full(() => pick(names) + pick(links)),
    'a name, repeated': () => repeated(pick(names) + pick(links)),
  };
  const slowest = new Map<string, { readonly milliseconds: number; readonly text: string }>();
  for (const text of sentences) read(text, situation);
  for (let at = 0; at < Number(values.texts); at++) {
    const kind = Object.keys(kinds)[at % Object.keys(kinds).length];
    const text = kinds[kind]();
    const before = process.cpuUsage();
    read(text, situation);
    const { user, system } = process.cpuUsage(before);
    const milliseconds = (user + system) / 1000;
    if (milliseconds > (slowest.get(kind)?.milliseconds ?? 0)) slowest.set(kind, { milliseconds, text });
  }
  printTable(
    'reading of texts of 2,000 characters',
    ['texts', 'most, ms', 'of'],
    [...slowest].map(([kind, { milliseconds, text }]) => [kind, milliseconds.toFixed(1), text.slice(0, 30)]),
  );
}
