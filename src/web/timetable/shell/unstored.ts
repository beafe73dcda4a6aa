import { useEffect } from 'react';
import { shellTexts } from './texts.js';

const unstored = new Set<() => boolean>();
const isAny = (): boolean => [...unstored].some((isChanged) => isChanged());

// Browsers ask in words of their own before the page is closed or loaded anew.
addEventListener('beforeunload', (event) => isAny() && event.preventDefault());

/** Whether a page may be left: nothing on it is unstored, or the reader gives that up. */
export function mayLeave(): boolean {
  if (!isAny()) return true;
  const isGivenUp = confirm(shellTexts.notStored);
  if (isGivenUp) unstored.clear();
  return isGivenUp;
}

/** Asks nobody any more: what was typed belongs to nothing since it was deleted. */
export const forgetUnstored = (): void => unstored.clear();

/** Asks before the component is left while something of it is changed and not stored. */
export function useUnstored(isChanged: () => boolean): void {
  useEffect(() => {
    unstored.add(isChanged);
    return () => void unstored.delete(isChanged);
  });
}
