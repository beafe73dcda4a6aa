import { useEffect } from 'react';
import { ask } from '../shell/client.js';
import { redo, undo } from './changing/operations.js';
import { nameOf } from './model.js';
import type { Moved } from './operations.js';
import { boardTexts } from './texts.js';

export type Reversal = 'undo' | 'redo';

/** The meetings of a change by name, the first three. */
export const whatOf = (items: readonly Moved[]): string =>
  [...new Set(items.map(({ meeting }) => `“${nameOf(meeting)}”`))].slice(0, 3).join(' ');

/** Takes back the reader's newest change of a timetable, or makes it again; tells what that was. */
export async function reverse(timetable: string, act: Reversal): Promise<string> {
  const { outcome } = await ask(act === 'undo' ? undo : redo, { timetable });
  return boardTexts[act === 'undo' ? 'undone' : 'redone'](whatOf(outcome.items));
}

/** Ctrl+Z takes back, Ctrl+Shift+Z makes again, unless somebody is writing. */
export function useReversalKeys(act: (reversal: Reversal) => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const isWriting = (event.target as Element).closest('input, textarea, select') !== null;
      if (event.code !== 'KeyZ' || !(event.ctrlKey || event.metaKey) || isWriting) return;
      event.preventDefault();
      act(event.shiftKey ? 'redo' : 'undo');
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [act]);
}
