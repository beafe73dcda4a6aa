import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ask, useQuery } from '../../shell/client.js';
import { Failure, Wrong } from '../../shell/states.js';
import { useAct } from '../../shell/use-act.js';
import { onEscape } from '../on-escape.js';
import type { Revision } from '../operations.js';
import { boardTexts } from '../texts.js';
import type { Intention } from './intention.js';
import { change, type ChangeItem, type Outcome, rankedRooms, rankedTeachers } from './operations.js';
import { areAccepted, noTerms, TermFields, type Terms } from './terms.js';
import { Told } from './told.js';

/** Shows what a change would do, and to whom; a second step makes it. */
export function Preview({
  revision,
  intention,
  close,
}: {
  revision: Revision;
  intention: Intention;
  close: (news?: string) => void;
}) {
  const [items, isIncomplete] = useCompleted(revision, intention.items);
  const [terms, setTerms] = useState(noTerms);
  const { act, isBusy, failure } = useAct();
  const { outcome, error } = useOutcome(revision, intention, isIncomplete ? undefined : items);
  const heading = useRef<HTMLHeadingElement>(null);
  useReturnOfFocus();
  useEffect(() => heading.current?.focus(), [intention]);
  const { plan, apply } = intention;
  const isFree = outcome && !isIncomplete && outcome.problems.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void act(async () =>
      close(await (plan ? plan.apply() : apply ? apply(terms) : make(revision, intention, items, terms))),
    );
  };
  return (
    <form
      className="card stack preview"
      onSubmit={submit}
      onKeyDown={onEscape(() => close())}
      data-testid="preview"
    >
      <h2 ref={heading} tabIndex={-1}>
        {boardTexts.preview}
      </h2>
      {!outcome && <p dir="auto">{intention.title}</p>}
      {error && <Failure error={error} />}
      {!outcome && !error && <p role="status">{boardTexts.checking}</p>}
      {outcome && <Told outcome={outcome} />}
      {outcome && !plan && (
        <TermFields
          {...{ terms, setTerms, outcome, isReview: apply !== undefined }}
          isPublished={revision.status === 'PUBLISHED'}
        />
      )}
      <Wrong text={failure} />
      <div className="row">
        <button
          type="submit"
          className="primary"
          disabled={isBusy || !isFree || (!plan && !areAccepted(outcome, terms))}
        >
          {boardTexts.apply}
        </button>
        <button type="button" onClick={() => close()}>
          {boardTexts.cancel}
        </button>
      </div>
    </form>
  );
}

/** Gives the focus back to where the preview was asked for, if nothing else has it then. */
function useReturnOfFocus(): void {
  useEffect(() => {
    const before = document.activeElement as HTMLElement;
    return () => {
      if (document.activeElement === document.body) before.focus();
    };
  }, []);
}

async function make(
  { id: timetable }: Revision,
  { dates }: Intention,
  items: readonly ChangeItem[],
  { reason, publicNote, ...accepted }: Terms,
): Promise<string> {
  const said = { reason: reason.trim() || undefined, publicNote: publicNote.trim() || undefined };
  await ask(change, { timetable, items, dates, isDryRun: false, ...said, ...accepted });
  return boardTexts.applied;
}

/** What the server says of it. */
function useOutcome({ id: timetable }: Revision, { plan, dates }: Intention, items?: readonly ChangeItem[]) {
  const [told, setTold] = useState<{ outcome?: Outcome; error?: Error }>({});
  const key = JSON.stringify([items, dates]);
  useEffect(() => {
    setTold({});
    if (plan || !items) return;
    let isCurrent = true;
    // What would end is told beside the rest, and ends only when that was accepted; the form asks why.
    const terms = { reason: boardTexts.preview, endsDates: true, isDryRun: true };
    ask(change, { timetable, items, dates, ...terms }).then(
      ({ outcome }) => isCurrent && setTold({ outcome }),
      (error: Error) => isCurrent && setTold({ error }),
    );
    return () => void (isCurrent = false);
  }, [timetable, key, plan]);
  return plan ? { outcome: plan.outcome, error: undefined } : told;
}

/**
 * The items with the best room and teacher, where a meeting without a place is given a time alone; and
 * whether that is still being looked for.
 */
function useCompleted(revision: Revision, items: readonly ChangeItem[]): [readonly ChangeItem[], boolean] {
  const [{ meeting, place } = { meeting: '' } as ChangeItem] = items;
  const lacks = (what: 'classroom' | 'teacher') => place?.dayOfWeek && what in place && !place[what];
  const moment = {
    timetable: revision.id,
    meeting,
    dayOfWeek: place?.dayOfWeek ?? 0,
    periodStart: place?.periodStart ?? 0,
  };
  const room = useQuery(rankedRooms, lacks('classroom') ? moment : undefined).data?.candidates[0]?.thing;
  const teacher = useQuery(rankedTeachers, lacks('teacher') ? moment : undefined).data?.candidates[0]?.thing;
  if (!lacks('classroom') && !lacks('teacher')) return [items, false];
  const found = {
    ...place,
    ...(lacks('classroom') && { classroom: room?.id }),
    ...(lacks('teacher') && { teacher: teacher?.id }),
  };
  return [[{ ...items[0], place: found }, ...items.slice(1)], !found.classroom || !found.teacher];
}
