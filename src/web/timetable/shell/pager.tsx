import { shellTexts } from './texts.js';

/** Leafs through a list that comes by pages; nothing where it has one. */
export function Pager({
  page,
  total,
  size,
  show,
}: {
  /** From 1. */
  page: number;
  total: number;
  size: number;
  show: (page: number) => void;
}) {
  const count = Math.ceil(total / size);
  if (count < 2) return null;
  return (
    <nav className="row pager" aria-label={shellTexts.pages}>
      <button type="button" disabled={page <= 1} onClick={() => show(page - 1)}>
        {shellTexts.newer}
      </button>
      <span aria-live="polite">{shellTexts.pageOf(page, count)}</span>
      <button type="button" disabled={page >= count} onClick={() => show(page + 1)}>
        {shellTexts.older}
      </button>
    </nav>
  );
}
