import { useState } from 'react';
import { roleName } from '../../texts.js';
import { ask, useQuery } from '../shell/client.js';
import { saveDataUri } from '../shell/download.js';
import { type Field, Form, type Values } from '../shell/form.js';
import { Failure, Loading } from '../shell/states.js';
import { useUser } from '../shell/user.js';
import { createUser, exportInitialPasswords, peopleOptions } from './operations.js';
import { administrationTexts as texts } from './texts.js';

type Options = NonNullable<ReturnType<typeof useOptions>['data']>;

const useOptions = () => useQuery(peopleOptions, {});

const choices = (rows: readonly { id: string; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

const roleChoices = (roles: Options['roles']) =>
  roles.map((role) => ({ value: role.id, label: roleName(role) }));

/** Accounts of planners, and the initial passwords with which students and teachers register. */
export function PeoplePage() {
  const isAdministrator = useUser()?.role.key === 'ADMINISTRATOR';
  const { data, error, reload } = useOptions();
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  return (
    <>
      <h1>{texts.people}</h1>
      <InitialPasswords options={data} />
      {isAdministrator && <NewUser options={data} />}
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

function NewUser({ options }: { options: Options }) {
  const [told, setTold] = useState<{ name: string; password: string }>();
  // What may do less is chosen unless somebody says otherwise.
  const roles = ['ACADEMIC_AFFAIRS', 'ADMINISTRATOR'].flatMap((each) =>
    options.roles.filter(({ key }) => key === each),
  );
  const fields: Field[] = [
    { name: 'name', label: texts.userName, autoComplete: 'off', required: true },
    { name: 'role', label: texts.role, options: roleChoices(roles) },
    {
      name: 'department',
      label: texts.ofDepartment,
      options: [{ value: '', label: texts.none }, ...choices(options.departments)],
    },
    { name: 'email', label: texts.email, type: 'email', autoComplete: 'off', required: true },
    { name: 'phone', label: texts.phone, type: 'tel', autoComplete: 'off', required: true },
  ];
  const submit = async ({ department, ...input }: Values) => {
    // Who plans does so for a department; 1 is academic affairs alone.
    const isPlanner = roles.find(({ id }) => id === input.role)?.key === 'ACADEMIC_AFFAIRS';
    if (isPlanner && !department) throw new Error(texts.departmentNeeded);
    const { created } = await ask(createUser, {
      input: isPlanner ? { ...input, department, scope: 1 } : input,
    });
    setTold({ name: created.user.name, password: created.newPassword ?? '' });
  };
  return (
    <section className="card stack">
      <h2>{texts.newUser}</h2>
      <Form fields={fields} submit={submit} action={texts.create} done={texts.stored} />
      {told && (
        <p role="status">
          <bdi>{told.name}</bdi> · {texts.passwordOnce} <code>{told.password}</code>
        </p>
      )}
    </section>
  );
}
