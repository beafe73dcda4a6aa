import { useQuery } from '../../shell/client.js';
import { Link, navigate, type Path, usePath, withParameters } from '../../shell/router.js';
import { Found, pageIn, SearchForm } from '../search-form.js';
import { listOf, type RecordField, type RecordKind, type Stored } from './operations.js';
import { recordTexts as texts } from './texts.js';
import { mayChange, shownText } from './values.js';

/** The records of a kind: searched, sorted and paged by the address. */
export function RecordList({ kind }: { kind: RecordKind }) {
  const path = usePath();
  const { keyword, page, order, isDesc } = wantedIn(path, kind);
  const found = useQuery(listOf(kind), {
    page,
    ...(keyword && { keyword }),
    ...(order && { orderBy: [{ field: order, direction: isDesc ? 'DESC' : 'ASC' }] }),
  });
  const show = (changes: Record<string, string | undefined>) => navigate(withParameters(path, changes));
  const looksIn = kind.fields.flatMap(({ isSearched, label }) => (isSearched ? label : [])).join(texts.comma);
  return (
    <section className="card stack">
      <SearchForm looksIn={looksIn}>
        {kind.create && (
          <Link className="button primary" to={withParameters(path, { add: '1' })}>
            {texts.add(kind.noun)}
          </Link>
        )}
      </SearchForm>
      <Found found={found} told={texts}>
        {(records) => <Table {...{ kind, order, isDesc, show, records }} />}
      </Found>
    </section>
  );
}

/** What the address asks for; by number or name where it asks for no order. */
function wantedIn({ query }: Path, kind: RecordKind) {
  const sortable = columnsOf(kind).filter(({ order }) => order);
  return {
    keyword: query.get('keyword') ?? '',
    page: pageIn(query),
    order: (sortable.find(({ order }) => order === query.get('order')) ?? sortable.at(0))?.order,
    isDesc: query.has('desc'),
  };
}

/** What lists show: the number and the name, then what every record must have or can be sorted by. */
function columnsOf({ fields }: RecordKind): RecordField[] {
  const shown = fields.filter(({ isStored, isRequired, order }) => isStored && (isRequired || order));
  const rank = ({ name }: RecordField): number => ['code', 'name'].indexOf(name) + 1 || 3;
  return shown.sort((one, other) => rank(one) - rank(other));
}

function Table({
  kind,
  records,
  order,
  isDesc,
  show,
}: {
  kind: RecordKind;
  records: readonly Stored[];
  order?: string | null;
  isDesc: boolean;
  show: (changes: Record<string, string | undefined>) => void;
}) {
  const columns = columnsOf(kind);
  const sort = (column: string) =>
    show({ order: column, desc: column === order && !isDesc ? '1' : undefined, page: undefined });
  return (
    <div className="scroll">
      <table className="cells records">
        <thead>
          <tr>
            {columns.map(({ name, label, order: column }) => (
              <th
                key={name}
                scope="col"
                aria-sort={column && column === order ? (isDesc ? 'descending' : 'ascending') : undefined}
              >
                {column ? (
                  <button type="button" className="plain" onClick={() => sort(column)}>
                    {label}
                  </button>
                ) : (
                  label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.id}>
              {columns.map((field) => (
                <Cell key={field.name} {...{ kind, field, record }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A value; the name leads to the form where the reader may change the record. */
function Cell({ kind, field, record }: { kind: RecordKind; field: RecordField; record: Stored }) {
  const path = usePath();
  const text = shownText(field, record);
  if (field.name !== 'name') return <td dir="auto">{text}</td>;
  return (
    <th scope="row" dir="auto">
      {mayChange(kind, record) ? (
        <Link to={withParameters(path, { record: record.id })} aria-label={texts.change(text)}>
          {text}
        </Link>
      ) : (
        text
      )}
      {record.isEnabled === false && <span className="tag">{texts.notInUse}</span>}
    </th>
  );
}
