import { useState } from 'react';
import type { Named } from '../../board/operations.js';
import { ask, useQuery } from '../../shell/client.js';
import { chosenOf } from '../../shell/of-semester.js';
import { type Field, Form, type Values } from '../../shell/form.js';
import { usePath } from '../../shell/router.js';
import { Failure, Loading } from '../../shell/states.js';
import { useUser } from '../../shell/user.js';
import { administrationTexts } from '../texts.js';
import { ExportRow } from './export-row.js';
import { exportsPage, type Format, type PageData, type Pages, startExport } from './operations.js';
import { exportTexts as texts } from './texts.js';

/** The formats of what a file may be of; `WHOLE` is all that a run knows, for administrators alone. */
const formats = {
  CLASSES: ['PDF', 'XLSX', 'CSV'],
  TEACHERS: ['PDF', 'XLSX', 'CSV'],
  CLASSROOMS: ['PDF', 'XLSX', 'CSV'],
  DEPARTMENTS: ['CSV'],
  WHOLE: ['JSON', 'ITC_2019', 'ITC_2019_SOLUTION'],
} as const satisfies Record<Pages | 'WHOLE', readonly Format[]>;
type Kind = keyof typeof formats;

/** Files of many timetables, which are made while nobody waits. */
export function ExportsPage() {
  const { data, error, reload } = useQuery(exportsPage, {});
  const { query } = usePath();
  const [kind, setKind] = useState<Kind>('CLASSES');
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const start = async ({ format, ...input }: Values) => {
    const pages = kind === 'WHOLE' ? {} : { pages: kind };
    await ask(startExport, { format: format as Format, input: { ...input, ...pages } });
    reload();
  };
  return (
    <>
      <h1>{administrationTexts.exports}</h1>
      <section className="card stack">
        <p className="quiet">{texts.about}</p>
        <KindPicker kind={kind} choose={setKind} />
        <Form
          key={kind}
          fields={fieldsOf(
            kind,
            { ...data, departments: grantedOf(data) },
            chosenOf(data.semesters, query)?.id,
          )}
          submit={start}
          action={texts.start}
        />
        <Formats kind={kind} />
      </section>
      <section className="card stack">
        <h2>{texts.latest}</h2>
        {data.exports.items.length === 0 && <p className="quiet">{texts.none}</p>}
        <ul className="tasks">
          {data.exports.items.map((task) => (
            <ExportRow key={task.id} task={task} />
          ))}
        </ul>
      </section>
    </>
  );
}

/** The departments of which the reader may have files made. */
function grantedOf({ departments, kinds }: PageData): readonly Named[] {
  const granted = kinds.find((kind) => kind.departments)?.departments;
  return granted ? departments.filter(({ id }) => granted.includes(id)) : departments;
}

function Formats({ kind }: { kind: Kind }) {
  return (
    <dl className="formats">
      {formats[kind].map((format) => (
        <div key={format}>
          <dt>{texts[format]}</dt>
          <dd>{texts[`about${format}`]}</dd>
        </div>
      ))}
    </dl>
  );
}

function KindPicker({ kind, choose }: { kind: Kind; choose: (kind: Kind) => void }) {
  const isAdministrator = useUser()?.role.key === 'ADMINISTRATOR';
  const kinds = Object.keys(formats).filter((each) => isAdministrator || each !== 'WHOLE') as Kind[];
  return (
    <label>
      {texts.pages}
      <select value={kind} onChange={({ target }) => choose(target.value as Kind)}>
        {kinds.map((each) => (
          <option key={each} value={each}>
            {each === 'WHOLE' ? texts.whole : texts[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

function fieldsOf(
  kind: Kind,
  { semesters, departments, buildings }: Record<'semesters' | 'departments' | 'buildings', readonly Named[]>,
  semester?: string,
): Field[] {
  const options = (named: readonly Named[]) => named.map(({ id, name }) => ({ value: id, label: name }));
  const within = (name: 'department' | 'building', named: readonly Named[]): Field => ({
    ...{ name, label: texts[name], options: [{ value: '', label: texts.all }, ...options(named)] },
  });
  return [
    {
      name: 'format',
      label: texts.format,
      options: formats[kind].map((value) => ({ value, label: texts[value] })),
    },
    {
      ...{ name: 'semester', label: administrationTexts.ofSemester },
      ...{ options: options(semesters), defaultValue: semester },
    },
    ...(kind === 'CLASSES' || kind === 'TEACHERS' ? [within('department', departments)] : []),
    ...(kind === 'CLASSROOMS' ? [within('building', buildings)] : []),
  ];
}
