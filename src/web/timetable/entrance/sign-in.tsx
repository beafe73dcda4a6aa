import { type FormEvent, useState } from 'react';
import { session } from '../../session.js';
import { texts } from '../../texts.js';

/** Asks for name and password. */
export function SignIn() {
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setFailure('');
    try {
      await session.signIn(form.get('user'), form.get('password'));
    } catch (error) {
      setFailure((error as Error).message);
      setBusy(false);
    }
  };

  return (
    <form className="stack" onSubmit={submit}>
      <label>
        {texts.user}
        <input name="user" autoComplete="username" autoFocus required />
      </label>
      <label>
        {texts.password}
        <input name="password" type="password" autoComplete="current-password" required />
      </label>
      {failure && (
        <p role="alert" className="wrong">
          {failure}
        </p>
      )}
      <button type="submit" className="primary" disabled={isBusy}>
        {texts.signIn}
      </button>
    </form>
  );
}
