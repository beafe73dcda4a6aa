import { shellTexts } from './texts.js';

/** Records of a page where none is asked for by size. */
const pageSize = 20;

/** Leafs through a list that comes by pages; nothing where it has one. */
export function Pager({
  page,
  total,
  show,
}: {
  /** From 1. */
  page: number;
  total: number;
  show: (page: number) => void;
}) {
  const count = Math.ceil(total / pageSize);
  if (count < 2) return null;
  return (
    <nav className="row pager" aria-label={shellTexts.pages}>
      <button type="button" disabled={page <= 1} onClick={() => show(page - 1)}>
        {shellTexts.previous}
      </button>
      <span aria-live="polite">{shellTexts.pageOf(page, count)}</span>
      <button type="button" disabled={page >= count} onClick={() => show(page + 1)}>
        {shellTexts.next}
      </button>
    </nav>
  );
}
