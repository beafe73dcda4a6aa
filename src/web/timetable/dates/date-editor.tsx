import { type FormEvent, useState } from 'react';
import { Preview } from '../board/changing/preview.js';
import type { Revision } from '../board/operations.js';
import { boardTexts } from '../board/texts.js';
import { ask } from '../shell/client.js';
import type { Semester } from '../shell/operations.js';
import { navigate } from '../shell/router.js';
import { Wrong } from '../shell/states.js';
import { useAct } from '../shell/use-act.js';
import { ChangeText } from '../week/change-text.js';
import { OccurrenceText } from './date-list.js';
import { itemOf, waysOf, type Way, type Wish, wishOf } from './model.js';
import type { Occurrence, Standing } from './operations.js';
import { PlaceFields } from './place-fields.js';
import { requestDateChange } from './requests/operations.js';
import { dateTexts as texts } from './texts.js';

export interface DateProps {
  semester: Semester;
  revision: Revision;
  standing: Standing;
  occurrence: Occurrence;
  isPlanner: boolean;
}

/** What is wanted of one date: planners preview and apply it, teachers ask for it. */
export function DateEditor({ done, ...props }: DateProps & { done: () => void }) {
  const { revision, standing, occurrence, isPlanner } = props;
  const [wish, setWish] = useState<Wish>(wishOf(standing, occurrence));
  const [isPreviewed, setPreviewed] = useState(false);
  const [news, tell] = useState('');
  const { act, isBusy, failure } = useAct();
  const item = itemOf(standing, occurrence, wish);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!item || isPlanner) return setPreviewed(item !== undefined);
    const reason = String(new FormData(event.currentTarget).get('reason'));
    void act(async () => {
      await ask(requestDateChange, { input: item, reason });
      navigate('/dates');
    });
  };
  const change = (next: Wish): void => (setWish(next), setPreviewed(false));
  const close = (said?: string): void => {
    setPreviewed(false);
    tell(said ?? '');
    if (said) done();
  };
  return (
    <div className="stack">
      <form className="card stack" onSubmit={submit} data-testid="date-form">
        <h2>
          <OccurrenceText occurrence={{ ...occurrence, change: null }} />
        </h2>
        {occurrence.change && <ChangeText change={occurrence.change} />}
        <Ways {...{ occurrence, isPlanner, wish }} choose={(way) => change({ ...wish, way })} />
        {wish.way === 'otherwise' && <PlaceFields {...props} {...{ wish, change }} />}
        {!isPlanner && (
          <label>
            {texts.why}
            <input name="reason" required maxLength={255} />
          </label>
        )}
        {!item && <p className="quiet">{texts.nothing}</p>}
        <Wrong text={failure} />
        <div className="row">
          <button type="submit" className="primary" disabled={!item || isBusy}>
            {isPlanner ? texts.preview : texts.request}
          </button>
          <span role="status">{news}</span>
        </div>
      </form>
      {isPreviewed && item && (
        <Preview
          {...{ revision, close }}
          intention={{ title: boardTexts.preview, items: [], dates: [item] }}
        />
      )}
    </div>
  );
}

function Ways({
  occurrence,
  isPlanner,
  wish,
  choose,
}: Pick<DateProps, 'occurrence' | 'isPlanner'> & { wish: Wish; choose: (way: Way) => void }) {
  return (
    <fieldset className="ways">
      <legend>{texts.what}</legend>
      {waysOf(occurrence, isPlanner).map((way) => (
        <label key={way} className="check">
          <input type="radio" name="way" checked={wish.way === way} onChange={() => choose(way)} />
          {way === 'otherwise' && occurrence.isFallenOut ? texts.makeUp : texts[way]}
        </label>
      ))}
    </fieldset>
  );
}
