import { useState } from 'react';
import { AskedTwice } from '../../shell/asked-twice.js';
import { ask } from '../../shell/client.js';
import { type Field, Form, type Values } from '../../shell/form.js';
import type { Semester } from '../../shell/operations.js';
import { Done, Wrong } from '../../shell/states.js';
import { forgetUnstored } from '../../shell/unstored.js';
import { useAct } from '../../shell/use-act.js';
import { administrationTexts as texts } from '../texts.js';
import { createSemester, deleteSemester, updateSemester } from './operations.js';

/** Makes a semester. */
export function NewSemester({ made }: { made: (id: string) => void }) {
  const create = async (values: Values) => {
    const { created } = await ask(createSemester, { input: inputOf(values) });
    made(created.id);
  };
  return <Form fields={fieldsOf()} submit={create} action={texts.create} />;
}

/** Corrects a semester, or deletes one that nothing is planned for. */
export function SemesterCard({
  semester,
  changed,
  deleted,
}: {
  semester: Semester;
  changed: () => void;
  deleted: () => void;
}) {
  const { act, failure } = useAct();
  const [notice, setNotice] = useState<string | null>(null);
  const { id } = semester;
  const store = async (values: Values) => {
    const { stored } = await ask(updateSemester, { id, input: inputOf(values) });
    setNotice(stored.dateNotice);
    changed();
  };
  return (
    <details className="card">
      <summary>{texts.changeSemester(semester.name)}</summary>
      <div className="stack">
        <Form fields={fieldsOf(semester)} submit={store} action={texts.store} done={texts.stored}>
          <p className="quiet">{texts.movesDates}</p>
        </Form>
        {notice && <Done text={notice} />}
        <div className="row">
          <AskedTwice
            label={texts.deleteSemester}
            warning={texts.deletesSemester}
            act={() => void act(() => ask(deleteSemester, { id }).then(forgetUnstored).then(deleted))}
          />
        </div>
        <Wrong text={failure} />
      </div>
    </details>
  );
}

const fieldsOf = (semester?: Semester): Field[] => [
  {
    name: 'name',
    label: texts.semesterName,
    placeholder: '2026-2027-1',
    required: true,
    defaultValue: semester?.name,
  },
  {
    name: 'startDate',
    label: texts.startDate,
    type: 'date',
    required: true,
    defaultValue: semester?.startDate,
  },
  {
    name: 'endDate',
    label: texts.endDate,
    hint: texts.endDateHint,
    type: 'date',
    required: true,
    defaultValue: semester?.endDate,
  },
  {
    name: 'periodsPerDay',
    label: texts.periodsPerDay,
    type: 'number',
    min: 1,
    max: 24,
    required: true,
    defaultValue: semester?.periodsPerDay ?? 12,
  },
];

const inputOf = ({ periodsPerDay, ...values }: Values): object => ({
  ...values,
  periodsPerDay: Number(periodsPerDay),
});
