import { type ComponentType, useEffect, useState } from 'react';
import { Link, usePath } from '../shell/router.js';
import { type RoleKey, useUser } from '../shell/user.js';
import { AccountsPage } from './accounts/accounts-page.js';
import { accountsTexts } from './accounts/texts.js';
import { ExportsPage } from './exports/exports-page.js';
import { ImportsPage } from './imports/imports-page.js';
import { shellTexts } from '../shell/texts.js';
import { PeoplePage } from './people-page.js';
import { PreferencesSection } from './preferences-section.js';
import { RecordsPage } from './records/records-page.js';
import { RoundsPage } from './rounds/rounds-page.js';
import { SemesterPage } from './semester/semester-page.js';
import { administrationTexts as texts } from './texts.js';

interface Section {
  readonly name: string;
  readonly title: string;
  readonly roles: readonly RoleKey[];
  readonly Page: ComponentType;
}

const planners: readonly RoleKey[] = ['ACADEMIC_AFFAIRS', 'ADMINISTRATOR'];
const sections: readonly Section[] = [
  { name: 'imports', title: texts.imports, roles: planners, Page: ImportsPage },
  { name: 'records', title: texts.records, roles: planners, Page: RecordsPage },
  { name: 'semester', title: texts.semester, roles: planners, Page: SemesterPage },
  { name: 'people', title: texts.people, roles: planners, Page: PeoplePage },
  { name: 'accounts', title: accountsTexts.title, roles: ['ADMINISTRATOR'], Page: AccountsPage },
  {
    name: 'preferences',
    title: shellTexts.preferences,
    roles: planners,
    Page: PreferencesSection,
  },
  { name: 'exports', title: texts.exports, roles: planners, Page: ExportsPage },
  { name: 'rounds', title: texts.rounds, roles: planners, Page: RoundsPage },
];

/** What an institution needs before it can plan. */
export default function AdministrationPage() {
  const { rest } = usePath();
  const role = useUser()?.role.key;
  const open = sections.filter(({ roles }) => role && roles.includes(role));
  const { name: current, Page } = open.find(({ name }) => name === rest) ?? open[0];
  return (
    <div className="administration">
      <nav className="switch" aria-label={texts.sections}>
        {open.map(({ name, title }) => (
          <Link
            key={name}
            to={`/administration/${name}`}
            aria-current={name === current ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      <Page key={current} />
      <More />
    </div>
  );
}

const EXPLORER = '/graphiql';

/** The way to everything else, where it is served. */
function More() {
  const [isServed, setServed] = useState(false);
  useEffect(() => {
    fetch(EXPLORER, { method: 'HEAD' }).then(
      ({ ok }) => setServed(ok),
      () => undefined,
    );
  }, []);
  if (!isServed) return null;
  return (
    <p className="quiet">
      {texts.more} <a href={EXPLORER}>GraphiQL</a>
    </p>
  );
}
