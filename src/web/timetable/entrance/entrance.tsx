import { useEffect, useState } from 'react';
import { LanguageButton } from '../shell/layout.js';
import { askAsNobody } from '../shell/client.js';
import { type Path, usePath } from '../shell/router.js';
import { Loading } from '../shell/states.js';
import { shellTexts } from '../shell/texts.js';
import { ConfirmEmail, Initialise, Register, Reset, SignIn } from './forms.js';
import { initialisation } from './operations.js';
import { entranceTexts } from './texts.js';

/** The links of mails end with one of these and their secret. */
const [RESET, CONFIRM] = ['reset', 'confirm'];

/** Whether somebody follows the link of a mail, who may or may not be signed in. */
export const isOfMail = ({ area, rest }: Path): boolean =>
  (area === RESET || area === CONFIRM) && rest !== '';

const doors = ['signIn', 'first', 'forgotten'] as const;
type Door = (typeof doors)[number];

/** What somebody sees who is not signed in. */
export function Entrance() {
  const { area, rest } = usePath();
  const [isNew, setNew] = useState<boolean>();
  const [door, setDoor] = useState<Door>(area === RESET ? 'forgotten' : 'signIn');
  useEffect(() => {
    // No form is shown before the answer, so that none is replaced while somebody types into it.
    askAsNobody(initialisation).then(
      (answer) => setNew(answer.initialisation.isAwaited),
      () => setNew(false),
    );
  }, []);
  return (
    <main className="entrance" id="content">
      <header>
        <img src="/favicon.svg" alt="" width="36" height="36" />
        <h1>{shellTexts.product}</h1>
        <LanguageButton />
      </header>
      {area === CONFIRM ? (
        <ConfirmEmail token={rest} />
      ) : isNew === undefined ? (
        <Loading />
      ) : isNew ? (
        <Initialise />
      ) : (
        <>
          {door === 'signIn' && <SignIn toRegister={() => setDoor('first')} />}
          {door === 'first' && <Register />}
          {door === 'forgotten' && <Reset token={area === RESET ? rest : ''} />}
          <nav>
            {doors
              .filter((each) => each !== door)
              .map((each) => (
                <button key={each} type="button" className="plain" onClick={() => setDoor(each)}>
                  {entranceTexts[each]}
                </button>
              ))}
          </nav>
        </>
      )}
    </main>
  );
}
