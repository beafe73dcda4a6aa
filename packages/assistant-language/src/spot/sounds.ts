import { pinyin } from 'pinyin-pro';

/** Syllables without tones by their characters, and one sign for each syllable. */
const syllables = new Map<string, string>();
const signs = new Map<string, string>();
const firstSign = 0xe000;

/** The syllable of a Chinese character, without its tone; anything else is itself. */
export function syllableOf(character: string): string {
  if (character < '\u4e00' || character > '\u9fff') return character;
  let syllable = syllables.get(character);
  if (syllable === undefined) {
    syllable = pinyin(character, { toneType: 'none' });
    syllables.set(character, syllable);
  }
  return syllable;
}

/** A text by how it sounds, a sign for each character: what sounds alike is the same. */
export function soundsOf(text: string): string {
  let made = '';
  for (const character of text) {
    const syllable = syllableOf(character);
    const sign = syllable.length === 1 ? syllable : (signs.get(syllable) ?? nextSign(syllable));
    made += sign;
  }
  return made;
}

function nextSign(syllable: string): string {
  const sign = String.fromCharCode(firstSign + signs.size);
  signs.set(syllable, sign);
  return sign;
}

/** A Chinese name in Latin letters: its syllables, those of the family name first. */
export const latinOf = (name: string): readonly string[] =>
  pinyin(name, { toneType: 'none', surname: 'head', type: 'array', v: true });
