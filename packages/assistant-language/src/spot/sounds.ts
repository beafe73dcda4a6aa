import { pinyin } from 'pinyin-pro';

/** How characters sound, and syllables without tones: a sign for each. */
const sounds = new Map<string, string>();
const signs = new Map<string, string>();
const firstSign = 0xe000;

/** A text by how it sounds, a sign for each Chinese character: what sounds alike is the same. */
export const soundsOf = (text: string): string => text.replace(/[\u4e00-\u9fff]/g, soundOf);

function soundOf(character: string): string {
  const known = sounds.get(character);
  if (known !== undefined) return known;
  const syllable = pinyin(character, { toneType: 'none' });
  const sign = signs.get(syllable) ?? String.fromCharCode(firstSign + signs.size);
  signs.set(syllable, sign);
  sounds.set(character, sign);
  return sign;
}

/** A Chinese name in Latin letters: its syllables, those of the family name first. */
export const latinOf = (name: string): readonly string[] =>
  pinyin(name, { toneType: 'none', surname: 'head', type: 'array', v: true });
