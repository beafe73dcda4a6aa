import { Spoken } from '../../src/services/assistant/conversation/spoken.js';

const moment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What is passed on of words that come one after the other, each after the one before was stored. */
async function heardOf(words: readonly string[]): Promise<string[]> {
  const heard: string[] = [];
  const spoken = new Spoken(async (text) => {
    await moment();
    heard.push(text);
  });
  for (const word of words) {
    spoken.add(word);
    await moment();
    await moment();
  }
  await spoken.end();
  return heard;
}

test('a model of very many words is heard whole, and no server waits for ever', async () => {
  const words = Array.from({ length: 300 }, (_, at) => `${at} `);
  const heard = await heardOf(words);
  expect(heard.join('')).toBe(`${words.join('')}\n`);
  expect(heard).toHaveLength(201);
});

test('words come one by one, and of too many characters the first', async () => {
  expect(await heardOf(['好', '的'])).toEqual(['好', '的', '\n']);
  expect(await heardOf([])).toEqual([]);
  expect((await heardOf(['x'.repeat(7_000), 'y'.repeat(7_000), 'z'])).join('')).toBe(
    `${'x'.repeat(7_000)}${'y'.repeat(1_000)}\n`,
  );
  // Half a character could not be stored.
  expect((await heardOf(['x'.repeat(7_999), '😀'])).join('')).toBe(`${'x'.repeat(7_999)}\n`);
});

test('what cannot be stored is told at the end', async () => {
  const spoken = new Spoken(() => Promise.reject(new Error('gone')));
  for (const word of ['a', 'b']) {
    spoken.add(word);
    await moment();
  }
  await expect(spoken.end()).rejects.toThrow('gone');
});
