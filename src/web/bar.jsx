import { useState, useSyncExternalStore } from 'react';
import { session } from './session.js';
import { roleName, texts } from './texts.js';

/** The bar at the top of a page: the product, a link to the other page, and the signed-in user. */
export function Bar({ link }) {
  const current = useSyncExternalStore(session.listen, session.get);
  return (
    <header className="bar">
      <a className="bar-product" href="/">
        <img src="/favicon.svg" alt="" width="22" height="22" />
        {texts.product}
      </a>
      <a href={link.href}>{link.name}</a>
      <span className="bar-space" />
      {current ? <SignedIn user={current.user} /> : <SignInForm />}
    </header>
  );
}

function SignedIn({ user }) {
  return (
    <>
      <span className="bar-user" data-testid="signed-in">
        {user ? (
          <>
            <strong>{user.name}</strong> <span className="bar-role">{roleName(user.role)}</span>
          </>
        ) : (
          texts.byLink
        )}
      </span>
      <button type="button" onClick={() => session.signOut()}>
        {texts.signOut}
      </button>
    </>
  );
}

function SignInForm() {
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);

  const submit = async (event) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setFailure('');
    try {
      await session.signIn(form.get('user'), form.get('password'));
    } catch (error) {
      setFailure(error.message);
    }
    setBusy(false);
  };

  return (
    <form className="bar-form" onSubmit={submit}>
      {failure && (
        <span className="bar-failure" role="alert">
          {failure}
        </span>
      )}
      <input name="user" placeholder={texts.user} aria-label={texts.user} autoComplete="username" required />
      <input
        name="password"
        type="password"
        placeholder={texts.password}
        aria-label={texts.password}
        autoComplete="current-password"
        required
      />
      <button type="submit" className="bar-primary" disabled={isBusy}>
        {texts.signIn}
      </button>
    </form>
  );
}
