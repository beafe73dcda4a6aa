import { useEffect, useRef, useSyncExternalStore } from 'react';
import { follow } from '../shell/client.js';
import { noticesChanged } from './operations.js';

interface Told {
  readonly unreadCount: number;
  /** Counts what was told: 1 how it stood, and one more for every change since. */
  readonly version: number;
}

let told: Told | undefined;
let end: (() => void) | undefined;
const listeners = new Set<() => void>();

/** How many notices the reader has not read; one subscription for all who want to know. */
export const useNotices = (): Told | undefined => useSyncExternalStore(listen, () => told);

/** Calls when notices have come or were read since the component appeared. */
export function useNoticed(changed: () => void): void {
  const version = useNotices()?.version ?? 1;
  const seen = useRef(version);
  useEffect(() => {
    if (version > seen.current) changed();
    seen.current = version;
  }, [version, changed]);
}

function listen(changed: () => void): () => void {
  listeners.add(changed);
  end ??= follow(noticesChanged, {}, { next: ({ state: { unreadCount } }) => tell(unreadCount) });
  return () => {
    listeners.delete(changed);
    if (listeners.size > 0) return;
    end?.();
    [end, told] = [undefined, undefined];
  };
}

function tell(unreadCount: number): void {
  told = { unreadCount, version: (told?.version ?? 0) + 1 };
  listeners.forEach((changed) => changed());
}
