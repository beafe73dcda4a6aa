import type { ReactNode } from 'react';
import { changeLanguage, language } from '../../language.js';
import { session } from '../../session.js';
import { roleName } from '../../texts.js';
import type { Area } from '../areas.js';
import { Link } from './router.js';
import { shellTexts } from './texts.js';
import { mayLeave } from './unstored.js';
import { useUser } from './user.js';

/** The frame of every page: where one is, where one can go, who one is. */
export function Layout({
  areas,
  current,
  children,
}: {
  areas: readonly Area[];
  current?: Area;
  children: ReactNode;
}) {
  return (
    <>
      <a className="skip" href="#content">
        {shellTexts.skip}
      </a>
      <header className="top">
        <Link to="/" className="top-product" aria-label={shellTexts.product}>
          <img src="/favicon.svg" alt="" width="24" height="24" />
          <span>{shellTexts.product}</span>
        </Link>
        <nav aria-label={shellTexts.areas}>
          {areas
            .filter(({ isAside }) => !isAside)
            .map(({ name, title, Mark }) => (
              <Link key={name} to={`/${name}`} aria-current={name === current?.name ? 'page' : undefined}>
                {title}
                {Mark && <Mark />}
              </Link>
            ))}
        </nav>
        <Own />
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

/** Who is signed in, and what concerns nothing but them. */
function Own() {
  const user = useUser();
  return (
    <div className="top-own">
      <Link to="/account" className="top-user" title={shellTexts.account} data-testid="signed-in">
        <bdi>{user?.name}</bdi>
        {user && <span className="tag">{roleName(user.role)}</span>}
      </Link>
      <LanguageButton />
      <button type="button" onClick={() => mayLeave() && void session.signOut()}>
        {shellTexts.signOut}
      </button>
    </div>
  );
}

/** Shows everything in the other language. */
export function LanguageButton() {
  return (
    <button
      type="button"
      className="plain"
      onClick={() => mayLeave() && changeLanguage(language === 'zh' ? 'en' : 'zh')}
    >
      {shellTexts.otherLanguage}
    </button>
  );
}
