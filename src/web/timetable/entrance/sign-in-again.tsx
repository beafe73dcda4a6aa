import { useLayoutEffect, useRef } from 'react';
import { session } from '../../session.js';
import type { User } from '../shell/user.js';
import { SignIn } from './forms.js';
import { entranceTexts as texts } from './texts.js';

/** The entrance above the page on which a session ended, so that what is typed there is not lost. */
export function SignInAgain({ user }: { user: User }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current!;
    shown.showModal();
    shown.querySelector<HTMLElement>('[type=password]')?.focus();
    return () => shown.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="again"
      aria-labelledby="again-title"
      onCancel={(event) => event.preventDefault()}
      // Some browsers close it all the same at the second Escape.
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
    >
      <h2 id="again-title">{texts.ended}</h2>
      <SignIn user={user.name}>
        <p>{texts.aboutEnded}</p>
      </SignIn>
      <button type="button" className="plain" onClick={() => void session.signOut()}>
        {texts.leave}
      </button>
    </dialog>
  );
}
