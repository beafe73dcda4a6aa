import { Suspense, useEffect } from 'react';
import { areas, type Area } from './areas.js';
import { mistakeIn } from './shell/address.js';
import { Boundary } from './shell/boundary.js';
import { Layout } from './shell/layout.js';
import { Link, navigate, usePath } from './shell/router.js';
import { Empty, Loading } from './shell/states.js';
import { useIsEnded, useUser } from './shell/user.js';
import { shellTexts } from './shell/texts.js';
import { Entrance, isDoor, isOfMail } from './entrance/entrance.js';
import { SignInAgain } from './entrance/sign-in-again.js';

/** The whole application: the entrance for whoever is not signed in, else the area that the address names. */
export function App() {
  const user = useUser();
  const path = usePath();
  const open = user ? areas.filter(({ roles }) => roles.includes(user.role.key)) : [];
  const isEnded = useIsEnded();
  const isInside = user !== undefined && isDoor(path);
  const area = path.area === '' || isInside ? open[0] : open.find(({ name }) => name === path.area);
  useEffect(() => {
    document.title = [area?.title, shellTexts.product].filter(Boolean).join(' · ');
  }, [area]);
  useEffect(() => {
    if (isInside) navigate('/', { replaces: true });
  }, [isInside]);
  if (!user || isOfMail(path)) return <Entrance />;
  return (
    <>
      <Layout key={user.name} areas={open} current={area}>
        <Boundary key={area?.name}>
          <Suspense fallback={<Loading />}>{area ? <Shown area={area} /> : <Unknown />}</Suspense>
        </Boundary>
      </Layout>
      {isEnded && <SignInAgain user={user} />}
    </>
  );
}

function Shown({ area }: { area: Area }) {
  const mistake = mistakeIn(usePath());
  return mistake ? <Mistaken {...{ mistake, area }} /> : <area.Page />;
}

/** An address of which a part is wrong: which one, and the way to the page without it. */
function Mistaken({ mistake, area }: { mistake: string; area: Area }) {
  return (
    <Empty title={shellTexts.wrongAddress}>
      <p dir="auto">{shellTexts.mistake(mistake)}</p>
      <Link className="button primary" to={`/${area.name}`}>
        {area.title}
      </Link>
    </Empty>
  );
}

function Unknown() {
  return (
    <Empty title={shellTexts.unknownPage}>
      <Link to="/">{shellTexts.toStart}</Link>
    </Empty>
  );
}
