import { datedText } from './dates.js';
import type { DateChange } from './operations.js';
import { weekTexts } from './texts.js';

/** What is otherwise on a date, and what those whom it concerns are told of it. */
export function ChangeText({ change: { kind, publicNote, planned, actual } }: { change: DateChange }) {
  return (
    <div className="detail-change">
      <b className={`change change-${kind}`}>{weekTexts[kind]}</b>
      <p dir="auto">
        {weekTexts.planned} {datedText(planned)}
      </p>
      {actual && (
        <p dir="auto">
          {weekTexts.actual} {datedText(actual)}
        </p>
      )}
      {publicNote && <p dir="auto">{publicNote}</p>}
    </div>
  );
}
