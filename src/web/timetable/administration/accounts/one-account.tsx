import { roleName } from '../../../texts.js';
import { confirmed, newPassword } from '../../entrance/forms.js';
import { Choices } from '../../shell/check.js';
import { AskedTwice } from '../../shell/asked-twice.js';
import { ask, useQuery } from '../../shell/client.js';
import { type Field, Form, type Values } from '../../shell/form.js';
import { momentText } from '../../shell/moments.js';
import { Failure, Loading, Wrong } from '../../shell/states.js';
import { forgetUnstored } from '../../shell/unstored.js';
import { useAct } from '../../shell/use-act.js';
import { recordTexts } from '../records/texts.js';
import { administrationTexts } from '../texts.js';
import {
  type Account,
  accountOptions,
  changeAccount,
  confirmPhone,
  deleteUser,
  oneAccount,
  setGrants,
  type Transition,
  updateUser,
} from './operations.js';
import { accountsTexts as texts, stateOf, transitionTexts } from './texts.js';

/** What an account is, and what may be done to it. */
export function OneAccount({ id, deleted }: { id: string; deleted: (told: string) => void }) {
  const { data, error, reload } = useQuery(oneAccount, { id });
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const { account } = data;
  const isOfPerson = ['STUDENT', 'TEACHER'].includes(account.user.role.key);
  return (
    <>
      <Standing account={account} changed={reload} />
      {isOfPerson ? (
        <p className="card quiet">{texts.aboutPersons}</p>
      ) : (
        <StaffForms account={account} changed={reload} />
      )}
      {account.user.role.key === 'ACADEMIC_AFFAIRS' && <Grants account={account} changed={reload} />}
      <Deletion account={account} deleted={deleted} />
    </>
  );
}

function Standing({ account, changed }: { account: Account; changed: () => void }) {
  const { act, failure } = useAct();
  const { user, transitions } = account;
  const person = account.student ?? account.teacher;
  const { id, version, phone } = user;
  const does = (run: Promise<unknown>) => void act(() => run.then(changed));
  const confirmation = (isConfirmed: boolean) => (
    <span className="tag">{isConfirmed ? texts.confirmed : texts.unconfirmed}</span>
  );
  return (
    <section className="card stack">
      <h2 dir="auto">{user.name}</h2>
      <dl className="facts">
        <dt>{administrationTexts.role}</dt>
        <dd>
          {roleName(user.role)} {person && <bdi>{`· ${person.name} (${person.code})`}</bdi>}
        </dd>
        <dt>{administrationTexts.email}</dt>
        <dd>
          {user.email} {confirmation(user.isEmailConfirmed)}
        </dd>
        <dt>{administrationTexts.phone}</dt>
        <dd className="row">
          {phone} {confirmation(user.isPhoneConfirmed)}
          {!user.isPhoneConfirmed && (
            <AskedTwice
              label={texts.confirmPhone}
              warning={texts.confirmsPhone}
              act={() => does(ask(confirmPhone, { id, phone }))}
            />
          )}
        </dd>
        <dt>{texts.state}</dt>
        <dd>{stateOf(user)}</dd>
        <dt>{texts.since}</dt>
        <dd>{momentText(user.createdAt)}</dd>
      </dl>
      <div className="row">
        {transitions.map((transition: Transition) => (
          <AskedTwice
            key={transition}
            label={transitionTexts[transition]}
            warning={transition === 'DISABLE' || transition === 'BAN' ? texts.locksOut : texts.letsIn}
            act={() => does(ask(changeAccount, { id, version, transition }))}
          />
        ))}
      </div>
      <Wrong text={failure} />
      <p className="quiet">{texts.aboutLocks}</p>
    </section>
  );
}

function StaffForms({ account, changed }: { account: Account; changed: () => void }) {
  const { id, version, name, email, phone } = account.user;
  const update = async (input: Values) => {
    await ask(updateUser, { id, version, input });
    changed();
  };
  const contact: Field[] = [
    { name: 'name', label: administrationTexts.userName, defaultValue: name, required: true },
    { name: 'email', label: administrationTexts.email, type: 'email', defaultValue: email, required: true },
    { name: 'phone', label: administrationTexts.phone, type: 'tel', defaultValue: phone, required: true },
  ];
  return (
    <>
      <section className="card stack">
        <h2>{texts.contact}</h2>
        <Form
          fields={contact.map((field) => ({ autoComplete: 'off', ...field }))}
          submit={update}
          action={administrationTexts.store}
          done={administrationTexts.stored}
        />
      </section>
      <section className="card stack">
        <h2>{texts.password}</h2>
        <Form
          fields={newPassword}
          submit={(values) => update({ password: confirmed(values).newPassword })}
          action={texts.setPassword}
          done={administrationTexts.stored}
        >
          <p className="quiet">{texts.aboutPassword}</p>
        </Form>
      </section>
    </>
  );
}

function Grants({ account, changed }: { account: Account; changed: () => void }) {
  const { data } = useQuery(accountOptions, {});
  if (!data) return null;
  const { user, departmentGrants } = account;
  const choices = data.departments.map(({ id, name }) => ({ id, label: name }));
  const initially = departmentGrants.map(({ department }) => department);
  const store = async ({ departments = '' }: Values) => {
    await ask(setGrants, { user: user.id, departments: departments.split(' ').filter(Boolean) });
    changed();
  };
  const field: Field = {
    ...{ name: 'departments', label: texts.grants },
    control: () => <Choices {...{ name: 'departments', label: texts.grants, choices, initially }} />,
  };
  return (
    <section className="card stack">
      <Form
        key={user.version}
        fields={[field]}
        submit={store}
        action={texts.setGrants}
        done={administrationTexts.stored}
      >
        <p className="quiet">{texts.aboutGrants}</p>
      </Form>
    </section>
  );
}

function Deletion({ account, deleted }: { account: Account; deleted: (told: string) => void }) {
  const { act, failure } = useAct();
  const { id, version, name } = account.user;
  const remove = () =>
    ask(deleteUser, { id, version })
      .then(forgetUnstored)
      .then(() => deleted(recordTexts.removed(name)));
  return (
    <section className="card stack">
      <div className="row">
        <AskedTwice label={texts.remove} warning={texts.removes(name)} act={() => void act(remove)} />
      </div>
      <Wrong text={failure} />
    </section>
  );
}
