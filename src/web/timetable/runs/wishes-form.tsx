import type { FormEvent } from 'react';
import type { Revision } from '../board/operations.js';
import { boardTexts } from '../board/texts.js';
import { ask } from '../shell/client.js';
import { navigate } from '../shell/router.js';
import { Wrong } from '../shell/states.js';
import { useAct } from '../shell/use-act.js';
import { useUser } from '../shell/user.js';
import { type Level, ownClasses, start, type Switch, type WeighedRule } from './operations.js';
import { runTexts } from './texts.js';

const strategies = ['QUICK', 'BALANCED', 'OPTIMAL'] as const;
const levels = ['HARD', 'SOFT', 'OFF'] as const;
/** So many records come in a list to choose from. */
const listMax = 1_000;

/** Asks what a run shall keep to. Only what differs from the default is sent. */
export function WishesForm({
  semester,
  switches,
  rules,
  timetables,
}: {
  semester: string;
  switches: readonly Switch[];
  rules: readonly WeighedRule[];
  timetables: readonly Revision[];
}) {
  const { act, isBusy, failure } = useAct();
  const isOfDepartments = useUser()?.role.key === 'ACADEMIC_AFFAIRS';
  const begin = async (form: FormData) => {
    const own = form.has('onlyOwn') ? { scopeSettings: { teachingClasses: await ownOf(semester) } } : {};
    const { task } = await ask(start, {
      input: {
        semester,
        strategy: String(form.get('strategy')),
        timeLimitSeconds: Number(form.get('timeLimit')) || undefined,
        searches: Number(form.get('searches')),
        timetable: String(form.get('from')) || undefined,
        options: { ...optionsOf(form, switches, rules), ...own },
      },
    });
    navigate(`/runs/${task.id}?semester=${semester}`);
    scrollTo(0, 0);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void act(() => begin(form));
  };
  return (
    <form className="card stack wishes" onSubmit={submit}>
      <h2>{runTexts.newRun}</h2>
      <General timetables={timetables} />
      <fieldset>
        <legend>{runTexts.wishes}</legend>
        {isOfDepartments && (
          <Check name="onlyOwn" label={runTexts.onlyOwn} meaning={runTexts.aboutOnlyOwn} isOn />
        )}
        <Check name="fewestChanges" label={runTexts.fewestChanges} />
        {switches.map(({ group, name, label, meaning, isOn }) => (
          <Check key={name} name={`${group}.${name}`} label={label} meaning={meaning} isOn={isOn} />
        ))}
      </fieldset>
      <details>
        <summary>{runTexts.rules}</summary>
        <Rules rules={rules} />
      </details>
      <Wrong text={failure} />
      <button type="submit" className="primary" disabled={isBusy}>
        {runTexts.start}
      </button>
    </form>
  );
}

/** Whoever plans for some departments alone may not publish what moves the classes of others. */
async function ownOf(semester: string): Promise<string[]> {
  const { own } = await ask(ownClasses, { semester });
  // A list without entries would stand for all of them.
  if (own.length === 0) throw new Error(runTexts.noOwn);
  if (own.length === listMax) throw new Error(runTexts.tooManyOwn);
  return own.map(({ id }) => id);
}

function General({ timetables }: { timetables: readonly Revision[] }) {
  return (
    <div className="wishes-general">
      <label>
        {runTexts.strategy}
        <select name="strategy" defaultValue="BALANCED">
          {strategies.map((each) => (
            <option key={each} value={each}>
              {runTexts[each]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {runTexts.timeLimit}
        <input name="timeLimit" type="number" min={1} max={3600} />
      </label>
      <label>
        {runTexts.searches}
        <input name="searches" type="number" min={1} max={16} defaultValue={1} required />
      </label>
      <label>
        {runTexts.from}
        <select name="from">
          <option value="">{runTexts.fromPublished}</option>
          {timetables
            .filter(({ status }) => status === 'DRAFT')
            .map(({ id, revision }) => (
              <option key={id} value={id}>
                {boardTexts.revision(revision, true)}
              </option>
            ))}
        </select>
      </label>
    </div>
  );
}

function Check({
  name,
  label,
  meaning,
  isOn = false,
}: {
  name: string;
  label: string;
  meaning?: string;
  isOn?: boolean;
}) {
  return (
    <label className="check">
      <input type="checkbox" name={name} defaultChecked={isOn} />
      <span>
        <strong>{label}</strong>
        {meaning && <small>{meaning}</small>}
      </span>
    </label>
  );
}

function Rules({ rules }: { rules: readonly WeighedRule[] }) {
  return (
    <ul className="wishes-rules">
      {rules.map(({ rule, meaning, level, weight }) => (
        <li key={rule}>
          <span>{meaning}</span>
          <select name={`level ${rule}`} defaultValue={level} aria-label={`${meaning} ${runTexts.level}`}>
            {levels.map((each) => (
              <option key={each} value={each}>
                {runTexts[each]}
              </option>
            ))}
          </select>
          <input
            name={`weight ${rule}`}
            type="number"
            min={1}
            max={1000}
            defaultValue={weight}
            aria-label={`${meaning} ${runTexts.weight}`}
          />
        </li>
      ))}
    </ul>
  );
}

/** The options of a run: what was chosen otherwise than it is by default. */
function optionsOf(form: FormData, switches: readonly Switch[], rules: readonly WeighedRule[]): object {
  const options: Record<string, Record<string, boolean>> = {};
  for (const { group, name, isOn } of switches) {
    const chosen = form.has(`${group}.${name}`);
    if (chosen !== isOn) (options[group] ??= {})[name] = chosen;
  }
  const weighed = rules.flatMap(({ rule, level, weight }) => {
    const [newLevel, newWeight] = [form.get(`level ${rule}`) as Level, Number(form.get(`weight ${rule}`))];
    const isOther = newLevel !== level || (newLevel === 'SOFT' && newWeight !== weight);
    return isOther ? [{ rule, level: newLevel, ...(newLevel === 'SOFT' && { weight: newWeight }) }] : [];
  });
  return {
    ...options,
    ...(form.has('fewestChanges') && { fewestChanges: true }),
    ...(weighed.length > 0 && { rules: weighed }),
  };
}
