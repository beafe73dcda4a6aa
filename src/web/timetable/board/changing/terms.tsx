import { Check } from '../../shell/check.js';
import { boardTexts } from '../texts.js';
import type { Outcome } from './operations.js';

/** What somebody who makes a change says of it, and what of its effects they accept. */
export interface Terms {
  readonly reason: string;
  readonly publicNote: string;
  readonly acceptsClashes: boolean;
  readonly endsDates: boolean;
}

export const noTerms: Terms = { reason: '', publicNote: '', acceptsClashes: false, endsDates: false };

/** Whether everything is accepted that a change asks to be. */
export const areAccepted = ({ clashes, endedDates }: Outcome, terms: Terms): boolean =>
  (clashes.length === 0 || terms.acceptsClashes) && (endedDates.length === 0 || terms.endsDates);

/** The fields for that. */
export function TermFields({
  terms,
  setTerms,
  outcome: { clashes, endedDates },
  isPublished,
  isReview,
}: {
  terms: Terms;
  setTerms: (terms: Terms) => void;
  outcome: Outcome;
  isPublished: boolean;
  /** Whether a teacher has given the reason already, and is answered. */
  isReview: boolean;
}) {
  const set = (changes: Partial<Terms>): void => setTerms({ ...terms, ...changes });
  const needsReason = !isReview && (isPublished || terms.acceptsClashes);
  return (
    <>
      {clashes.length > 0 && (
        <Check
          label={boardTexts.acceptClashes}
          isOn={terms.acceptsClashes}
          turn={(acceptsClashes) => set({ acceptsClashes })}
        />
      )}
      {endedDates.length > 0 && (
        <Check
          label={boardTexts.acceptEnds}
          isOn={terms.endsDates}
          turn={(endsDates) => set({ endsDates })}
        />
      )}
      <label>
        {isReview ? boardTexts.answer : needsReason ? boardTexts.reasonNeeded : boardTexts.reason}
        <input
          name="reason"
          value={terms.reason}
          maxLength={255}
          required={needsReason}
          onChange={({ target }) => set({ reason: target.value })}
        />
      </label>
      {isPublished && <PublicNote note={terms.publicNote} setNote={(publicNote) => set({ publicNote })} />}
    </>
  );
}

/** What those are told whom a change concerns. */
function PublicNote({ note, setNote }: { note: string; setNote: (note: string) => void }) {
  return (
    <label>
      {boardTexts.publicNote}
      <input
        name="publicNote"
        value={note}
        maxLength={255}
        onChange={({ target }) => setNote(target.value)}
      />
    </label>
  );
}
