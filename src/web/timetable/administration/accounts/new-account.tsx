import { useState } from 'react';
import { roleName } from '../../../texts.js';
import { ask } from '../../shell/client.js';
import { type Field, Form, type Values } from '../../shell/form.js';
import { administrationTexts as texts } from '../texts.js';
import { type accountOptions, createUser } from './operations.js';

/** Roles and departments to choose from. */
export type Options = ReturnType<NonNullable<typeof accountOptions.types>>;

/** Roles as a form offers them. */
export const roleChoices = (roles: Options['roles']): { value: string; label: string }[] =>
  roles.map((role) => ({ value: role.id, label: roleName(role) }));

/** The form of a new account, which tells its password once. */
export function NewAccount({ options, made }: { options: Options; made: () => void }) {
  const [told, setTold] = useState<{ name: string; password: string }>();
  // What may do less is chosen unless somebody says otherwise.
  const roles = ['ACADEMIC_AFFAIRS', 'ADMINISTRATOR'].flatMap((each) =>
    options.roles.filter(({ key }) => key === each),
  );
  const departments = options.departments.map(({ id, name }) => ({ value: id, label: name }));
  const fields: Field[] = [
    { name: 'name', label: texts.userName, autoComplete: 'off', required: true },
    { name: 'role', label: texts.role, options: roleChoices(roles) },
    {
      name: 'department',
      label: texts.ofDepartment,
      options: [{ value: '', label: texts.none }, ...departments],
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
    made();
  };
  return (
    <details className="card">
      <summary>{texts.newUser}</summary>
      <Form fields={fields} submit={submit} action={texts.create} done={texts.stored} />
      {told && (
        <p role="status">
          <bdi>{told.name}</bdi> · {texts.passwordOnce} <code>{told.password}</code>
        </p>
      )}
    </details>
  );
}
