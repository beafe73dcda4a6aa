import type { ReactNode } from 'react';
import { navigate, usePath, withParameters } from '../shell/router.js';
import { recordTexts as texts } from './records/texts.js';

/** Searches a list by the keyword of the address, from its first page. */
export function SearchForm({ looksIn, children }: { looksIn: string; children?: ReactNode }) {
  const path = usePath();
  const keyword = path.query.get('keyword') ?? '';
  return (
    <form
      role="search"
      className="record-search"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get('keyword') as string;
        navigate(withParameters(path, { keyword: typed.trim() || undefined, page: undefined }));
      }}
    >
      <input
        key={keyword}
        type="search"
        name="keyword"
        maxLength={64}
        aria-label={looksIn}
        placeholder={looksIn}
        defaultValue={keyword}
      />
      <button type="submit">{texts.search}</button>
      {children}
    </form>
  );
}

/** The page of a list that the address asks for. */
export const pageIn = (query: URLSearchParams): number =>
  Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
