import { useEffect, useState } from 'react';
import { LanguageButton } from '../shell/layout.js';
import { askAsNobody } from '../shell/client.js';
import { Link, navigate, type Path, usePath } from '../shell/router.js';
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

/** The doors that have an address of their own, for letters and for the way back; any other is to sign in. */
const doors = { signIn: '', first: 'register', forgotten: 'forgotten' };
type Door = keyof typeof doors;

/** Whether the address is that of a door, behind which whoever is signed in finds nothing. */
export const isDoor = ({ area }: Path): boolean => area !== '' && Object.values(doors).includes(area);

function doorOf({ area }: Path): Door {
  if (area === RESET) return 'forgotten';
  return (Object.keys(doors) as Door[]).find((door) => doors[door] === area) ?? 'signIn';
}

/** What somebody sees who is not signed in. */
export function Entrance() {
  const path = usePath();
  const { area, rest } = path;
  const [isNew, setNew] = useState<boolean>();
  const door = doorOf(path);
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
          {door === 'signIn' && <SignIn toRegister={() => navigate(`/${doors.first}`)} />}
          {door === 'first' && <Register />}
          {door === 'forgotten' && <Reset token={area === RESET ? rest : ''} />}
          <nav>
            {(Object.keys(doors) as Door[])
              .filter((each) => each !== door)
              .map((each) => (
                <Link key={each} to={`/${doors[each]}`}>
                  {entranceTexts[each]}
                </Link>
              ))}
          </nav>
        </>
      )}
    </main>
  );
}
