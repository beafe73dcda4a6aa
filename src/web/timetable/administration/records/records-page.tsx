import { useState } from 'react';
import { useQuery } from '../../shell/client.js';
import { Link, navigate, usePath, withParameters } from '../../shell/router.js';
import { Done, Failure, Loading } from '../../shell/states.js';
import { type Subject, subjectNames } from '../imports/subjects.js';
import { administrationTexts } from '../texts.js';
import { type RecordKind, recordKinds } from './operations.js';
import { ChangedRecord, NewRecord } from './record-form.js';
import { RecordList } from './record-list.js';
import { recordTexts as texts } from './texts.js';

/** Single records of the institution: found, added, corrected and deleted. */
export function RecordsPage() {
  const path = usePath();
  const { data, error, reload } = useQuery(recordKinds, {});
  const [told, setTold] = useState<string>();
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const kind = data.kinds.find(({ list }) => list === path.query.get('kind')) ?? data.kinds[0];
  const [record, isNew] = [path.query.get('record'), path.query.has('add')];
  const list = withParameters(path, { record: undefined, add: undefined });
  const ended = (text: string) => (setTold(text), navigate(list));
  const isOpen = isNew ? kind.create : record && kind.update;
  return (
    <>
      <h1>{administrationTexts.records}</h1>
      <KindPicker kinds={data.kinds} kind={kind} chosen={() => setTold(undefined)} />
      {isOpen ? (
        <>
          <Link to={list} onClick={() => setTold(undefined)}>
            {texts.back}
          </Link>
          {isNew ? (
            <NewRecord key={kind.list} {...{ kind, ended }} />
          ) : (
            <ChangedRecord key={record} {...{ kind, id: record!, ended }} />
          )}
        </>
      ) : (
        <>
          {told && <Done text={told} />}
          <RecordList key={kind.list} kind={kind} />
        </>
      )}
    </>
  );
}

function KindPicker({
  kinds,
  kind,
  chosen,
}: {
  kinds: readonly RecordKind[];
  kind: RecordKind;
  chosen: () => void;
}) {
  return (
    <label>
      {texts.kind}
      <select
        value={kind.list}
        onChange={({ target }) => (chosen(), navigate(`/administration/records?kind=${target.value}`))}
      >
        {kinds.map(({ list }) => (
          <option key={list} value={list}>
            {subjectNames[subjectOf(list)]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What is imported of the kind, by which it is called. */
const subjectOf = (list: string): Subject => list.replace(/[A-Z]/g, '_$&').toUpperCase() as Subject;
