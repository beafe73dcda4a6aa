import { useRef, useState } from 'react';
import type { Outcome } from '../board/changing/operations.js';
import { EndedDates } from '../board/changing/told.js';
import type { Revision } from '../board/operations.js';
import { boardTexts } from '../board/texts.js';
import { Check } from '../shell/check.js';
import { ask, Refusal } from '../shell/client.js';
import { AskedTwice } from '../shell/asked-twice.js';
import { Wrong } from '../shell/states.js';
import { discard, publish, rehearsal } from './operations.js';
import { runTexts } from './texts.js';

/** Publishes a draft, or discards it. What would end with it is shown first, and has to be accepted. */
export function PublishForm({ timetable: { id }, done }: { timetable: Revision; done: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [refusal, setRefusal] = useState<Error>();
  const [ended, setEnded] = useState<Outcome['endedDates']>([]);
  const [endsDates, setEndsDates] = useState(false);
  const submit = async (form: FormData) => {
    const said = (name: string) => String(form.get(name)).trim() || undefined;
    try {
      await ask(publish, { id, reason: said('reason'), publicNote: said('publicNote'), endsDates });
      done();
    } catch (error) {
      setRefusal(error as Error);
      if (!(error as Refusal).problems?.some(({ field }) => field === 'endsDates')) return;
      const told = await ask(rehearsal, { id, reason: said('reason') ?? runTexts.publish });
      setEnded(told.rehearsal.endedDates);
    }
  };
  return (
    <form ref={form} className="row publish" onSubmit={(event) => event.preventDefault()}>
      <input name="reason" aria-label={runTexts.reason} placeholder={runTexts.reason} maxLength={255} />
      <input
        name="publicNote"
        aria-label={boardTexts.publicNote}
        placeholder={boardTexts.publicNote}
        maxLength={255}
      />
      <AskedTwice
        isPrimary
        label={runTexts.publish}
        warning={runTexts.publishesForAll}
        act={() => void submit(new FormData(form.current!)).catch(setRefusal)}
      />
      <AskedTwice
        label={runTexts.discard}
        warning={runTexts.discardsForGood}
        act={() => void ask(discard, { id }).then(done, setRefusal)}
      />
      <Wrong text={refusal?.message} />
      {ended.length > 0 && (
        <>
          <EndedDates dates={ended} />
          <Check label={boardTexts.acceptEnds} isOn={endsDates} turn={setEndsDates} />
        </>
      )}
    </form>
  );
}
