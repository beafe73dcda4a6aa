import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useSyncExternalStore } from 'react';
import { mayLeave } from './unstored.js';

const BASE = '/timetable';
const CHANGED = 'class-scheduling:navigated';

/** The address: `/timetable/AREA/REST?query`. */
export interface Path {
  readonly area: string;
  readonly rest: string;
  readonly query: URLSearchParams;
}

let shown = addressNow();

// Who goes back by mistake stays where something is not stored, before anything else hears of it.
addEventListener('popstate', () => {
  if (shown !== addressNow() && !mayLeave()) history.pushState(null, '', shown);
  shown = addressNow();
});

function addressNow(): string {
  return location.pathname + location.search;
}

/** The address as it is now; the component is drawn again when it changes. */
export function usePath(): Path {
  const address = useSyncExternalStore(listen, addressNow);
  const { pathname, searchParams } = new URL(address, location.origin);
  const [area = '', ...rest] = pathname.slice(BASE.length).split('/').filter(Boolean);
  return { area, rest: rest.join('/'), query: searchParams };
}

/**
 * Goes to an address below /timetable, such as `/week?class=…`, unless somebody wants to store first what is
 * entered. What replaces the address is the same page.
 */
export function navigate(to: string, { replaces = false } = {}): void {
  if (!replaces && !mayLeave()) return;
  if (replaces) history.replaceState(null, '', BASE + to);
  else history.pushState(null, '', BASE + to);
  shown = addressNow();
  dispatchEvent(new Event(CHANGED));
}

/** The same address with some of its parameters changed, or taken out where they are undefined. */
export function withParameters(path: Path, changes: Record<string, string | undefined>): string {
  const query = new URLSearchParams(path.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  const place = [path.area, path.rest].filter(Boolean).map((part) => `/${part}`);
  return place.join('') + (text && `?${text}`);
}

/** A link within the application. */
export function Link({ to, onClick, ...rest }: { to: string } & AnchorHTMLAttributes<HTMLAnchorElement>) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return <a {...rest} href={BASE + to} onClick={follow} />;
}

function listen(changed: () => void): () => void {
  addEventListener('popstate', changed);
  addEventListener(CHANGED, changed);
  return () => {
    removeEventListener('popstate', changed);
    removeEventListener(CHANGED, changed);
  };
}
