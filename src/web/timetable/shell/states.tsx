import { type ReactNode, useEffect, useRef } from 'react';
import { shellTexts } from './texts.js';

/** Stands where an answer will come. */
export function Loading() {
  return (
    <p className="state" role="status">
      {shellTexts.loading}
    </p>
  );
}

/** What the server or the browser refused, in its own words, and the way to try again. */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  return (
    <div className="state state-failure" role="alert">
      <strong>{shellTexts.failed}</strong>
      <p dir="auto">{error.message}</p>
      {retry && (
        <button type="button" onClick={retry}>
          {shellTexts.retry}
        </button>
      )}
    </div>
  );
}

/** A sentence where there is nothing to show, and what leads on. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="state">
      <strong>{title}</strong>
      {children}
    </div>
  );
}

/** What was said against the last act, beside where it was begun. */
export function Wrong({ text }: { text?: string }) {
  if (!text) return null;
  return (
    <p role="alert" className="wrong form-message" dir="auto">
      {text}
    </p>
  );
}

/** What has become of an act; it takes the focus, for the buttons that had it are gone. */
export function Done({ text }: { text: string }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <p ref={place} role="status" tabIndex={-1} className="good">
      {text}
    </p>
  );
}
