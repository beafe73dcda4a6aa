import { newPassword } from '../entrance/forms.js';
import { ask, useQuery } from '../shell/client.js';
import { type Field, Form, type Values } from '../shell/form.js';
import { Failure, Loading } from '../shell/states.js';
import { accountTexts as texts } from './texts.js';
import { changePassword, ownAccount, updateProfile } from './operations.js';

const currentPassword: Field = {
  name: 'currentPassword',
  label: texts.currentPassword,
  type: 'password',
  autoComplete: 'current-password',
  required: true,
};

/** The reader's own password, name and addresses. */
export default function AccountPage() {
  const { data, error, reload } = useQuery(ownAccount, {});
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const { name, email, phone } = data.me.user;
  const profile: Field[] = [
    { name: 'name', label: texts.name, autoComplete: 'username', defaultValue: name, required: true },
    {
      name: 'email',
      label: texts.email,
      type: 'email',
      autoComplete: 'email',
      defaultValue: email,
      required: true,
    },
    {
      name: 'phone',
      label: texts.phone,
      type: 'tel',
      autoComplete: 'tel',
      defaultValue: phone,
      required: true,
    },
    { ...currentPassword, hint: texts.passwordHint, required: false },
  ];
  const update = async ({ currentPassword: password, ...values }: Values) => {
    await ask(updateProfile, { ...values, password });
    reload();
  };
  return (
    <div className="narrow">
      <h1>{texts.title}</h1>
      <section className="card stack">
        <h2>{texts.password}</h2>
        <Form
          fields={[currentPassword, ...newPassword]}
          submit={(values) =>
            ask(changePassword, values as Parameters<NonNullable<typeof changePassword.types>>[0])
          }
          action={texts.changePassword}
          done={texts.passwordChanged}
        />
      </section>
      <section className="card stack">
        <h2>{texts.profile}</h2>
        <Form
          key={name + email + phone}
          fields={profile}
          submit={update}
          action={texts.store}
          done={texts.stored}
        />
      </section>
    </div>
  );
}
