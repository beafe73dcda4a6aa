import { useState } from 'react';
import { ask, useQuery } from '../shell/client.js';
import { saveDataUri } from '../shell/download.js';
import { type Field, Form, type Values } from '../shell/form.js';
import { Failure, Loading } from '../shell/states.js';
import { exportInitialPasswords, peopleOptions } from './operations.js';
import { administrationTexts as texts } from './texts.js';

type Options = NonNullable<ReturnType<typeof useOptions>['data']>;

const useOptions = () => useQuery(peopleOptions, {});

const choices = (rows: readonly { id: string; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

/** The initial passwords with which students and teachers register. */
export function PeoplePage() {
  const { data, error, reload } = useOptions();
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  return (
    <>
      <h1>{texts.people}</h1>
      <InitialPasswords options={data} />
      <p className="quiet">
        {texts.registerAt} <code>{`${location.origin}/timetable/register`}</code>
      </p>
    </>
  );
}

function InitialPasswords({ options }: { options: Options }) {
  const [asked, setAsked] = useState<{ of: Values; message: string }>();
  const none = { value: '', label: texts.none };
  const fields: Field[] = [
    { name: 'administrativeClass', label: texts.ofClass, options: [none, ...choices(options.classes)] },
    { name: 'department', label: texts.ofDepartment, options: [none, ...choices(options.departments)] },
  ];
  const nameOf = ({ administrativeClass, department }: Values) =>
    [
      options.classes.find(({ id }) => id === administrativeClass),
      options.departments.find(({ id }) => id === department),
    ]
      .flatMap((each) => each?.name ?? [])
      .join(' · ');
  const preview = async (of: Values) => {
    setAsked(undefined);
    const { sheet } = await ask(exportInitialPasswords, { ...of, isDryRun: true });
    setAsked({
      of,
      message: `${nameOf(of)}: ${texts.personCount(sheet.personCount)} ${sheet.message}`,
    });
  };
  const make = async () => {
    const { sheet } = await ask(exportInitialPasswords, { ...asked?.of, isDryRun: false });
    if (sheet.file) saveDataUri(sheet.file);
    setAsked(undefined);
  };
  return (
    // What was previewed is not what the form says any more.
    <section className="card stack" onChange={() => setAsked(undefined)}>
      <h2>{texts.initialPasswords}</h2>
      <p className="quiet">{texts.aboutInitialPasswords}</p>
      <Form fields={fields} submit={preview} action={texts.preview} />
      {asked && (
        <Form fields={[]} submit={make} action={texts.makeSheet}>
          <p role="status" dir="auto">
            {asked.message}
          </p>
        </Form>
      )}
    </section>
  );
}
