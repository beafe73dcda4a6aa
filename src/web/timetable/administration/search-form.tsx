import type { ReactNode } from 'react';
import { Pager } from '../shell/pager.js';
import { navigate, usePath, withParameters } from '../shell/router.js';
import { Failure, Loading } from '../shell/states.js';
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

/** A page of what was found, with how many there are; or why there is none. */
export function Found<Item>({
  found: { data, error, reload },
  told,
  children,
}: {
  found: {
    readonly data?: { readonly page: { readonly total: number; readonly items: readonly Item[] } };
    readonly error?: Error;
    readonly reload: () => void;
  };
  /** How many there are, in words; what is said of none. */
  told: { readonly nothing: string; readonly total: (count: number) => string };
  /** Draws what is on the page. */
  children: (items: readonly Item[]) => ReactNode;
}) {
  const path = usePath();
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const { total, items } = data.page;
  const show = (page: number) => navigate(withParameters(path, { page: String(page) }));
  return (
    <>
      <p className="quiet" role="status">
        {total === 0 ? told.nothing : told.total(total)}
      </p>
      {total > 0 && children(items)}
      <Pager {...{ page: pageIn(path.query), total, show }} />
    </>
  );
}

/** The page of a list that the address asks for. */
export const pageIn = (query: URLSearchParams): number =>
  Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
