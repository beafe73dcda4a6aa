import { useState } from 'react';
import { useQuery } from '../../shell/client.js';
import { Link, navigate, usePath, withParameters } from '../../shell/router.js';
import { Done, Failure, Loading } from '../../shell/states.js';
import { recordTexts } from '../records/texts.js';
import { AccountList } from './account-list.js';
import { OneAccount } from './one-account.js';
import { accountOptions } from './operations.js';
import { accountsTexts as texts } from './texts.js';

/** All accounts: found, let in or locked out, given another password, deleted; and those of staff made. */
export function AccountsPage() {
  const path = usePath();
  const { data, error, reload } = useQuery(accountOptions, {});
  const [told, setTold] = useState<string>();
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const id = path.query.get('account');
  const list = withParameters(path, { account: undefined });
  return (
    <>
      <h1>{texts.title}</h1>
      {id ? (
        <>
          <Link to={list}>{recordTexts.back}</Link>
          <OneAccount key={id} id={id} deleted={(text) => (setTold(text), navigate(list))} />
        </>
      ) : (
        <>
          {told && <Done text={told} />}
          <AccountList options={data} />
        </>
      )}
    </>
  );
}
