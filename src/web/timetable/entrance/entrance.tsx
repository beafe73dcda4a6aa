import { SignIn } from './sign-in.js';
import { LanguageButton } from '../shell/layout.js';
import { shellTexts } from '../shell/texts.js';

/** What somebody sees who is not signed in. */
export function Entrance() {
  return (
    <main className="entrance" id="content">
      <header>
        <img src="/favicon.svg" alt="" width="36" height="36" />
        <h1>{shellTexts.product}</h1>
        <LanguageButton />
      </header>
      <SignIn />
    </main>
  );
}
