import { useState } from 'react';
import { roundTexts } from '../../enrolment/texts.js';
import { ask, useQuery } from '../../shell/client.js';
import { type Field, Form, type Values } from '../../shell/form.js';
import { AskedTwice } from '../../shell/asked-twice.js';
import { momentText } from '../../shell/moments.js';
import { Failure, Loading } from '../../shell/states.js';
import { useUser } from '../../shell/user.js';
import { administrationTexts as texts } from '../texts.js';
import { closeRound, createRound, ownDepartment, type Round, rounds } from './operations.js';

/** When students enrol, in what way and in how much. */
export function RoundsPage() {
  const { data, error, reload } = useQuery(rounds, {});
  const isOfDepartment = useUser()?.role.key === 'ACADEMIC_AFFAIRS';
  const [failure, setFailure] = useState<Error>();
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const close = (id: string) => ask(closeRound, { id }).then(reload, setFailure);
  const create = async ({ opensAt, closesAt, dropUntil, creditsMax, countMax, ...values }: Values) => {
    const at = (time: string) => new Date(time).toISOString();
    const times = { opensAt: at(opensAt), closesAt: at(closesAt), dropUntil: at(dropUntil) };
    const limits = {
      ...(creditsMax && { creditsMax: Number(creditsMax) }),
      ...(countMax && { countMax: Number(countMax) }),
    };
    // Only administrators offer what all departments do.
    const offered = isOfDepartment && { departments: [(await ask(ownDepartment)).grant.department.id] };
    await ask(createRound, { input: { ...values, ...times, ...limits, ...offered } });
    reload();
  };
  return (
    <>
      <h1>{texts.rounds}</h1>
      {failure && <Failure error={failure} />}
      <section className="card">
        {data.rounds.items.length === 0 && <p className="quiet">{texts.noRounds}</p>}
        <ul className="tasks">
          {data.rounds.items.map((round) => (
            <Row key={round.id} round={round} close={() => close(round.id)} />
          ))}
        </ul>
      </section>
      <details className="card">
        <summary>{texts.newRound}</summary>
        <Form fields={fieldsOf(data.semesters)} submit={create} action={texts.create} done={texts.stored}>
          <p className="quiet">{texts.aboutRound}</p>
        </Form>
      </details>
    </>
  );
}

const fieldsOf = (semesters: readonly { id: string; name: string; isCurrent: boolean }[]): Field[] => [
  { name: 'name', label: texts.roundName, required: true },
  {
    name: 'semester',
    label: texts.ofSemester,
    defaultValue: semesters.find(({ isCurrent }) => isCurrent)?.id,
    options: semesters.map(({ id, name }) => ({ value: id, label: name })),
  },
  {
    name: 'mode',
    label: texts.mode,
    options: [
      { value: 'FIRST_COME', label: roundTexts.FIRST_COME },
      { value: 'LOTTERY', label: roundTexts.LOTTERY },
    ],
  },
  { name: 'opensAt', label: texts.opensAt, type: 'datetime-local', required: true },
  { name: 'closesAt', label: texts.closesAt, type: 'datetime-local', required: true },
  { name: 'dropUntil', label: texts.dropUntil, type: 'datetime-local', required: true },
  { name: 'countMax', label: texts.countMax, type: 'number', min: 1 },
  { name: 'creditsMax', label: texts.creditsMax, type: 'number', min: 0.5, step: 0.5 },
];

function Row({ round, close }: { round: Round; close: () => void }) {
  const { name, mode, state, mayChange, opensAt, closesAt, semester } = round;
  return (
    <li className="row">
      <strong dir="auto">{name}</strong>
      <span className="tag">{roundTexts[mode]}</span>
      <span className="tag">{roundTexts[state]}</span>
      <span className="quiet">
        <bdi>{semester.name}</bdi> · {momentText(opensAt)} – {momentText(closesAt)}
      </span>
      {state === 'OPEN' && mayChange && (
        <AskedTwice label={texts.closeRound} warning={texts.closesForGood} act={close} />
      )}
    </li>
  );
}
