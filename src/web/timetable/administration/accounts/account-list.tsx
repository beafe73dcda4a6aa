import { roleName } from '../../../texts.js';
import { useQuery } from '../../shell/client.js';
import { Link, navigate, usePath, withParameters } from '../../shell/router.js';
import { recordTexts } from '../records/texts.js';
import { Found, pageIn, SearchForm } from '../search-form.js';
import { administrationTexts } from '../texts.js';
import { NewAccount, type Options, roleChoices } from './new-account.js';
import { type Account, accounts } from './operations.js';
import { accountsTexts as texts, stateOf } from './texts.js';

/** The accounts: searched, narrowed to a role and paged by the address. */
export function AccountList({ options }: { options: Options }) {
  const path = usePath();
  const { query } = path;
  const [keyword, role, page] = [query.get('keyword') ?? '', query.get('role') ?? '', pageIn(query)];
  const found = useQuery(accounts, {
    page,
    ...(keyword && { keyword }),
    ...(role && { filter: { role: { equals: role } } }),
  });
  const show = (changes: Record<string, string | undefined>) => navigate(withParameters(path, changes));
  return (
    <>
      <section className="card stack">
        <SearchForm looksIn={texts.looksIn}>
          <select
            aria-label={administrationTexts.role}
            value={role}
            onChange={({ target }) => show({ role: target.value || undefined, page: undefined })}
          >
            <option value="">{texts.everyRole}</option>
            {roleChoices(options.roles).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </SearchForm>
        <Found found={found} told={texts}>
          {(rows) => <Table accounts={rows} />}
        </Found>
      </section>
      <NewAccount options={options} made={found.reload} />
    </>
  );
}

function Table({ accounts: rows }: { accounts: readonly Account[] }) {
  const path = usePath();
  return (
    <div className="scroll">
      <table className="cells records">
        <thead>
          <tr>
            {['userName', 'role', 'email', 'phone'].map((column) => (
              <th key={column} scope="col">
                {administrationTexts[column as 'role']}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ user, student, teacher }) => (
            <tr key={user.id}>
              <th scope="row" dir="auto">
                <Link
                  to={withParameters(path, { account: user.id })}
                  aria-label={recordTexts.change(user.name)}
                >
                  {user.name}
                </Link>
                {!(user.isEnabled && !user.isBanned) && <span className="tag">{stateOf(user)}</span>}
              </th>
              <td>
                {roleName(user.role)} <bdi className="quiet">{(student ?? teacher)?.name}</bdi>
              </td>
              <td>{user.email}</td>
              <td>{user.phone}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
