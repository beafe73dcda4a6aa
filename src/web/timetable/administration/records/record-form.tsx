import { useEffect, useRef } from 'react';
import { AskedTwice } from '../../shell/asked-twice.js';
import { ask, useQuery } from '../../shell/client.js';
import { Form, type Values } from '../../shell/form.js';
import { Failure, Loading, Wrong } from '../../shell/states.js';
import { forgetUnstored } from '../../shell/unstored.js';
import { useAct } from '../../shell/use-act.js';
import { administrationTexts } from '../texts.js';
import { fieldsOf } from './fields.js';
import { creationOf, oneOf, type RecordKind, removalOf, updateOf } from './operations.js';
import { recordTexts as texts } from './texts.js';
import { inputOf } from './values.js';

/** The form of a new record. */
export function NewRecord({ kind, ended }: { kind: RecordKind; ended: (told: string) => void }) {
  const create = async (values: Values) => {
    await ask(creationOf(kind), { input: inputOf(kind.fields, values) });
    ended(texts.stored(values.name ?? values.code ?? kind.noun));
  };
  return (
    <section className="card stack">
      <Heading text={texts.add(kind.noun)} />
      <Form fields={fieldsOf(kind)} submit={create} action={administrationTexts.create} />
    </section>
  );
}

/** The form by which a record is corrected, or deleted. */
export function ChangedRecord({
  kind,
  id,
  ended,
}: {
  kind: RecordKind;
  id: string;
  ended: (told: string) => void;
}) {
  const { data, error, reload } = useQuery(oneOf(kind), { id });
  const { act, failure } = useAct();
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const { record } = data;
  const change = async (values: Values) => {
    const input = inputOf(kind.fields, values, record);
    await ask(updateOf(kind), { id, version: record.version, input });
    ended(texts.stored(values.name));
  };
  const remove = () =>
    ask(removalOf(kind), { id })
      .then(forgetUnstored)
      .then(() => ended(texts.removed(record.name)));
  return (
    <section className="card stack">
      <Heading text={texts.change(record.name)} />
      <Form fields={fieldsOf(kind, record)} submit={change} action={administrationTexts.store} />
      {kind.remove && (
        <div className="row">
          <AskedTwice
            label={texts.remove}
            warning={texts.removes(record.name)}
            act={() => void act(remove)}
          />
        </div>
      )}
      <Wrong text={failure} />
    </section>
  );
}

/** Takes the focus, for the list that had it is gone. */
function Heading({ text }: { text: string }) {
  const place = useRef<HTMLHeadingElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <h2 ref={place} tabIndex={-1} dir="auto">
      {text}
    </h2>
  );
}
