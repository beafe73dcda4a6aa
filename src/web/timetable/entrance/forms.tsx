import type { ReactNode } from 'react';
import { session } from '../../session.js';
import { askAsNobody } from '../shell/client.js';
import { type Field, Form, type Values } from '../shell/form.js';
import { confirmEmail, initialise, register, requestPasswordReset, resetPassword } from './operations.js';
import { entranceTexts as texts } from './texts.js';

const contact: readonly Field[] = [
  { name: 'email', label: texts.email, type: 'email', autoComplete: 'email', required: true },
  { name: 'phone', label: texts.phone, type: 'tel', autoComplete: 'tel', required: true },
];

/** A new password, twice, because nobody sees what they type. */
export const newPassword: readonly Field[] = [
  {
    name: 'newPassword',
    label: texts.newPassword,
    hint: texts.newPasswordHint,
    type: 'password',
    autoComplete: 'new-password',
    minLength: 8,
    required: true,
  },
  {
    name: 'confirmation',
    label: texts.again,
    type: 'password',
    autoComplete: 'new-password',
    required: true,
  },
];

/** Name and password; whoever comes with an initial password is led to registering. */
export function SignIn({
  toRegister,
  user: known,
  children,
}: {
  toRegister?: () => void;
  /** Whose name is there already. */
  user?: string;
  children?: ReactNode;
}) {
  const fields: Field[] = [
    {
      name: 'user',
      label: texts.user,
      autoComplete: 'username',
      autoFocus: !known,
      defaultValue: known,
      required: true,
    },
    {
      name: 'password',
      label: texts.password,
      type: 'password',
      autoComplete: 'current-password',
      required: true,
    },
  ];
  const submit = async ({ user, password }: Values) => {
    await session.signIn(user, password).catch((error: Error & { needsRegistration?: boolean }) => {
      if (!error.needsRegistration || !toRegister) throw error;
      toRegister();
    });
  };
  return (
    <Form fields={fields} submit={submit} action={texts.signIn}>
      {children}
    </Form>
  );
}

/** The account of a student or a teacher. */
export function Register() {
  const kinds = [
    { value: 'student', label: texts.student },
    { value: 'teacher', label: texts.teacher },
  ];
  const fields: Field[] = [
    { name: 'kind', label: texts.whoAmI, options: kinds },
    { name: 'number', label: texts.number, autoComplete: 'off', required: true },
    {
      name: 'initialPassword',
      label: texts.initialPassword,
      type: 'password',
      autoComplete: 'off',
      required: true,
    },
    { name: 'name', label: texts.newName, hint: texts.newNameHint, autoComplete: 'username', required: true },
    ...newPassword,
    ...contact,
  ];
  const submit = async (values: Values) => {
    const { kind, confirmation: _, ...input } = confirmed(values);
    await askAsNobody(register, { input: { ...input, isStudent: kind === 'student' } });
    await session.signIn(input.name, input.newPassword);
  };
  return (
    <Form fields={fields} submit={submit} action={texts.register}>
      <p className="quiet">{texts.aboutRegister}</p>
    </Form>
  );
}

/** The first administrator of a new system. */
export function Initialise() {
  const fields: Field[] = [
    { name: 'name', label: texts.user, autoComplete: 'username', autoFocus: true, required: true },
    ...newPassword,
    ...contact,
  ];
  const submit = async (values: Values) => {
    const { newPassword: password, confirmation: _, ...input } = confirmed(values);
    await askAsNobody(initialise, { input: { ...input, password } });
    await session.signIn(input.name, password);
  };
  return (
    <Form fields={fields} submit={submit} action={texts.initialise}>
      <p className="quiet">{texts.aboutInitialise}</p>
    </Form>
  );
}

/** Another password for a forgotten one: asks for the link, or follows it. */
export function Reset({ token }: { token: string }) {
  if (!token)
    return (
      <Form
        fields={[contact[0]]}
        submit={({ email }) => askAsNobody(requestPasswordReset, { email })}
        action={texts.sendLink}
        done={texts.linkSent}
      />
    );
  const submit = (values: Values) => {
    const { newPassword: password, confirmation } = confirmed(values);
    return askAsNobody(resetPassword, { token, newPassword: password, confirmation });
  };
  return <Form fields={newPassword} submit={submit} action={texts.setPassword} done={texts.passwordSet} />;
}

/** A new e-mail of an account. A link must not act by itself, because mail programs open links. */
export function ConfirmEmail({ token }: { token: string }) {
  const submit = () => askAsNobody(confirmEmail, { token });
  return <Form fields={[]} submit={submit} action={texts.confirmEmail} done={texts.emailConfirmed} />;
}

/** @throws Error when the two new passwords differ */
export function confirmed(values: Values): Values {
  if (values.newPassword !== values.confirmation) throw new Error(texts.differ);
  return values;
}
