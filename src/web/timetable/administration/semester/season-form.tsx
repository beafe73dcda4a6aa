import { ask } from '../../shell/client.js';
import { AskedTwice } from '../../shell/asked-twice.js';
import { Wrong } from '../../shell/states.js';
import { useAct } from '../../shell/use-act.js';
import { administrationTexts as texts } from '../texts.js';
import { type BellSeason, createBellSeason, deleteBellSeason, updateBellSeason } from './operations.js';

interface SeasonProps {
  /** Undefined: those that are made now. */
  season?: BellSeason;
  campuses: readonly { readonly id: string; readonly name: string }[];
}

/** Stores times of the periods, corrects them or removes them. */
export function SeasonForm({
  season,
  campuses,
  changed,
}: SeasonProps & {
  /** Tells what has become of them, and which are to be shown. */
  changed: (id: string | undefined, said: string) => void;
}) {
  const { act, isBusy, failure } = useAct();
  const save = async (form: FormData) => {
    const input = {
      campus: String(form.get('campus')) || null,
      startsOn: String(form.get('startsOn')),
      times: String(form.get('times')).split(/\s+/).filter(Boolean),
    };
    const { stored } = await (season
      ? ask(updateBellSeason, { id: season.id, version: season.version, input })
      : ask(createBellSeason, { input }));
    changed(stored.id, texts.stored);
  };
  const remove = async (id: string) => {
    await ask(deleteBellSeason, { id });
    changed(undefined, texts.timesRemoved);
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        void act(() => save(form));
      }}
    >
      <Fields {...{ season, campuses }} />
      <Wrong text={failure} />
      <div className="row">
        <button type="submit" className="primary" disabled={isBusy}>
          {texts.store}
        </button>
        {season && (
          <AskedTwice
            label={texts.removeTimes}
            warning={texts.removesTimes}
            act={() => void act(() => remove(season.id))}
          />
        )}
      </div>
    </form>
  );
}

function Fields({ season, campuses }: SeasonProps) {
  return (
    <>
      <label>
        {texts.campus}
        <select name="campus" defaultValue={season?.campus?.id ?? ''}>
          <option value="">{texts.everyCampus}</option>
          {campuses.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {texts.startsOn}
        <input name="startsOn" required pattern="\d\d-\d\d" defaultValue={season?.startsOn ?? '01-01'} />
      </label>
      <label className="whole">
        {texts.timesOfPeriods}
        <textarea name="times" rows={12} required defaultValue={season?.times.join('\n')} />
      </label>
    </>
  );
}
