import { type FormEvent, useRef, useState } from 'react';
import { EndedDates, Sentences } from '../board/changing/told.js';
import type { Revision } from '../board/operations.js';
import { boardTexts } from '../board/texts.js';
import { AskedTwice } from '../shell/asked-twice.js';
import { Check } from '../shell/check.js';
import { ask } from '../shell/client.js';
import { Wrong } from '../shell/states.js';
import { shellTexts } from '../shell/texts.js';
import { useAct } from '../shell/use-act.js';
import { discard, draftVersion, publish, type Rehearsal, rehearsal } from './operations.js';
import { runTexts } from './texts.js';

type Rehearsed = Rehearsal & { readonly version: number };

/** What publishing a draft means, as it is now. */
async function rehearsed(
  { id, revision }: Revision,
  semester: string,
  // Why it is published although something is unfinished is asked once that is known.
  reason = runTexts.publish,
): Promise<Rehearsed> {
  const { draft } = await ask(draftVersion, { semester, revision });
  const asked = await ask(rehearsal, { id, reason });
  return { ...asked.rehearsal, version: draft.version };
}

/** Publishes a draft, or discards it. What publishing would do is asked first, and has to be accepted. */
export function PublishForm({
  timetable,
  semester,
  done,
}: {
  timetable: Revision;
  semester: string;
  done: () => void;
}) {
  const { id } = timetable;
  const form = useRef<HTMLFormElement>(null);
  const [told, setTold] = useState<Rehearsed>();
  const [isLeft, setLeft] = useState(false);
  const { act, isBusy, failure } = useAct();
  const said = (name: string) => String(new FormData(form.current!).get(name)).trim() || undefined;
  const rehearse = async () => setTold(await rehearsed(timetable, semester, said('reason')));
  const leave = () => (setTold(undefined), setLeft(true));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!told) return;
    const accepted = { endsDates: told.endedDates.length > 0, acceptsUnfinished: told.unfinished.length > 0 };
    const terms = { reason: said('reason'), publicNote: said('publicNote'), ...accepted };
    void act(() =>
      ask(publish, { id, version: told.version, ...terms })
        .then(done)
        .finally(leave),
    );
  };
  return (
    <form ref={form} className="row publish" onSubmit={submit}>
      <Words why={told?.unfinished.length ? boardTexts.reasonNeeded : runTexts.reason} />
      {told ? (
        <Acceptance told={told} isBusy={isBusy} leave={leave} />
      ) : (
        <button
          type="button"
          className="primary"
          disabled={isBusy}
          autoFocus={isLeft}
          onClick={() => act(rehearse)}
        >
          {runTexts.publish}
        </button>
      )}
      <AskedTwice
        label={runTexts.discard}
        warning={runTexts.discardsForGood}
        act={() => void act(() => ask(discard, { id }).then(done))}
      />
      <Wrong text={failure} />
    </form>
  );
}

/** Why it is published, and what everybody is told of it. */
function Words({ why }: { why: string }) {
  return (
    <>
      <input
        {...{ name: 'reason', placeholder: why, required: why !== runTexts.reason }}
        {...{ 'aria-label': runTexts.reason, maxLength: 255 }}
      />
      <input
        {...{ name: 'publicNote', placeholder: boardTexts.publicNote }}
        {...{ 'aria-label': boardTexts.publicNote, maxLength: 255 }}
      />
    </>
  );
}

/** The second step: what is unfinished and what would end, each accepted by a tick of its own. */
function Acceptance({
  told: { unfinished, endedDates },
  isBusy,
  leave,
}: {
  told: Rehearsal;
  isBusy: boolean;
  leave: () => void;
}) {
  const [isUnfinished, setUnfinished] = useState(unfinished.length === 0);
  const [endsDates, setEndsDates] = useState(endedDates.length === 0);
  return (
    <div className="stack acceptance" role="alert">
      <Sentences kind="clashes" title={runTexts.unfinished} sentences={unfinished} />
      {unfinished.length > 0 && (
        <Check label={runTexts.acceptUnfinished} isOn={isUnfinished} turn={setUnfinished} />
      )}
      <EndedDates dates={endedDates} />
      {endedDates.length > 0 && <Check label={boardTexts.acceptEnds} isOn={endsDates} turn={setEndsDates} />}
      <div className="row">
        <span>{runTexts.publishesForAll}</span>
        <button type="submit" className="primary" disabled={isBusy || !isUnfinished || !endsDates}>
          {runTexts.publish}
        </button>
        {/* A key that is held down, or pressed twice, does no harm. */}
        <button type="button" autoFocus onClick={leave}>
          {shellTexts.cancel}
        </button>
      </div>
    </div>
  );
}
